"""The page in Chinese, with the terms of Chinese textbooks."""

from playground.locales.words import (
    Control,
    ErrorWords,
    GenerateWords,
    MaskWords,
    ModelWords,
    NextWords,
    PageWords,
    ParametersWords,
    PromptWords,
    SamplerWords,
    Words,
)

_PAGE = PageWords(
    title="GPT 游乐场",
    tagline="拆开一个 GPT，看它怎样选出下一个词。",
    language="语言",
    theme_button="浅色 / 深色",
    model_heading="1 · 模型",
    prompt_heading="2 · 提示词",
    sampler_heading="3 · 采样",
    advanced_heading="高级设置",
    table_heading="同样的数字，列成表格",
    tab_parameters="参数",
    tab_mask="掩码与注意力",
    tab_next="下一个词元",
    tab_generate="生成",
    badge_trained="{name} · {count} 个参数 · 已训练",
    badge_untrained="{name} · {count} 个参数 · 未训练",
    badge_counted="{name} · {count} 个参数 · 只计数，不运行",
)

_MODEL = ModelWords(
    preset=Control("预设", "一个现成的模型。动一下下面的滑块，它就成为你自己的模型。"),
    d_model=Control("d_model（宽度）", "模型内部用多少个数来描述每个词元。"),
    num_layers=Control("层数", "文字要依次穿过多少个 Transformer 块。"),
    num_heads=Control("注意力头数", "每层有多少种注意力；它们平分 d_model。"),
    encoding=Control("分词器", "模型看到文字之前，怎样把文字切成词元。"),
    vocab_size=Control("词表大小", "一共有多少种词元可以选。"),
    context_length=Control("上下文长度", "模型最多能回看多少个词元。"),
    mlp_expansion=Control("MLP 扩展倍数", "MLP 的宽度是 d_model 的几倍；GPT-2 取 4。"),
    use_bias=Control("偏置", "每个线性层和归一化之后的可学习偏移量。"),
    qkv_bias=Control("qkv 偏置", "只用于查询、键、值投影的同一种偏移量。"),
    weight_tying=Control("共享输出头", "输出头直接使用词元嵌入的那些数。"),
    position=Control("位置编码", "模型怎样知道词元的先后顺序。"),
    activation=Control("激活函数", "MLP 两层之间的非线性变换。"),
    preset_names={
        "story": "故事 GPT",
        "demo": "演示模型",
        "minigpt": "MiniGPT",
        "tang": "唐诗 GPT",
        "gpt2-small": "GPT-2 小",
        "gpt2-untied": "GPT-2 式，独立输出头",
        "gpt2-medium": "GPT-2 中",
        "gpt2-large": "GPT-2 大",
        "gpt2-xl": "GPT-2 特大",
        "custom": "自定义",
    },
    encoding_names={"bpe": "GPT-2 字节对编码", "tang": "单字（唐诗）"},
    position_names={"learned": "学习得到的表", "sinusoidal": "固定的正弦与余弦"},
    activation_names={"gelu": "精确 GELU", "gelu_tanh": "GELU 的 tanh 形式（GPT-2）"},
)

_SAMPLER = SamplerWords(
    temperature=Control("温度", "低：几乎总选最可能的词元。高：更多意外。"),
    top_k=Control("Top-k", "只有最可能的 k 个词元参加抽取；0 表示全部保留。"),
    top_p=Control("Top-p", "从最可能的开始，保留合起来达到这个比例的最少词元；1 表示全部。"),
    min_p=Control("Min-p", "去掉概率低于“第一名 × 这个比例”的词元；0 表示不去掉。"),
    repetition_penalty=Control(
        "重复惩罚", "大于 1：提示词和已写文字里出现过的词元出现概率降低，每种只罚一次。"
    ),
    max_new_tokens=Control("长度", "最多写多少个词元；也可能提前结束。"),
    seed=Control("随机种子", "种子和设置相同，文字就相同。留空：每次换新种子。"),
    seed_blank="留空 = 每次换新",
)

_PROMPT = PromptWords(
    prompt=Control("提示词", "模型从这段文字往下写。所有图都随它实时变化。"),
    strip_caption="{count} 个词元。小数字是每个词元的编号（id）。",
    empty="提示词是空的，模型从“文本结束”标记开始。",
    ends_in_space="提示词以空格结尾。英文词元的空格在词的前面，单独一个空格会干扰对下一个词元的预测；"
    "请去掉它试试。",
    dropped="最前面的 {count} 个词元被丢掉了：上下文只能容纳 {context_length} 个。",
    cut="最前面的 {count} 个字符被截掉了：提示词最多 {limit} 个字符。",
    unknown="有 {count} 个字符不在这个词表里，它们变成 ⟨unk⟩。",
    more_tokens="… 前面还有 {count} 个词元",
)

_PARAMETERS = ParametersWords(
    total="参数总数",
    total_note_tied="共享的数只算一次",
    total_note_separate="输出头单独计算",
    without_embeddings="不含嵌入",
    without_embeddings_note="只算各块和最后的归一化",
    memory="内存",
    memory_note="fp32；fp16 为 {half}",
    cache="每个词元的 KV 缓存",
    cache_note="fp32；上下文装满时 {full}",
    work="每个词元的 FLOPs",
    work_note="用缓存，上下文装满时",
    published_equal="公布的参数量：{published}。这里算出：{total}。两者相等。来源：{source}",
    published_differs="公布的参数量：{published}。这里算出：{total}。两者不同。来源：{source}",
    caption="找最长的条：{part}占全部 {total} 个参数的 {share}。",
    part_names={
        "token_embedding": "词元嵌入",
        "position_embedding": "位置嵌入",
        "attention_qkv": "查询、键、值",
        "attention_projection": "注意力输出",
        "mlp_expand": "MLP 扩展层",
        "mlp_projection": "MLP 收缩层",
        "norms": "层归一化",
        "head": "输出头",
    },
    count_title="参数个数",
    share_title="占比",
    part_title="部分",
    formula_title="怎样算出",
    shared_note="与词元嵌入共享",
)

_MASK = MaskWords(
    mask_heading="因果掩码：谁可以看谁",
    attention_heading="注意力：谁在看谁",
    query_title="查询：正在看的词元",
    key_title="键：被看的词元",
    allowed="可以看",
    blocked="被遮住：它在后面",
    weight_title="注意力权重",
    layer=Control("层", "第 1 层最靠近输入。"),
    head=Control("注意力头", "每个头学到自己的看法。"),
    mask_caption="看一行：“{label}”是第 {count} 个词元，所以它可以看 {count} 个词元（包括自己），"
    "后面的一个也看不到。",
    attention_caption="在第 {layer} 层第 {head} 个头里，最后一个词元“{query}”看得最多的是“{key}”"
    "（{weight}）。每一行加起来是 100 %。",
    mask_last_tokens="只画最后 {count} 个词元；它们前面还有 {dropped} 个。",
    attention_last_tokens="只画最后 {count} 个词元，并单独运行它们。",
    mask_table="最后一个词元的注意力，列成表格",
)

_NEXT = NextWords(
    before="过滤之前",
    after="过滤之后",
    removed="被过滤掉",
    probability_title="成为下一个词元的概率",
    token_title="词元",
    id_title="编号",
    survivors="参加抽取的词元",
    survivors_note="共 {count} 个",
    mass_kept="保留的概率",
    mass_note="过滤后剩下的部分，之后再放大到 100 %",
    entropy="熵",
    entropy_note="比特，过滤之后；过滤之前 {before}，最大 {most}",
    caption="温度 {temperature} 时，最可能的是“{label}”，概率 {before}；过滤之后抽到它的概率是 "
    "{after}。不确定程度相当于 {choices} 个机会均等的选择。",
    caption_greedy="温度为 0 就是贪心：不抽取，总是选最可能的，这里是“{label}”。浅色条是模型在"
    "温度 1 时自己的猜测。",
    untrained="这个模型没有训练过：权重是随机的，所以在它看来每个词元的机会差不多一样。温度为 1、"
    "不过滤时，它的熵是 {entropy} 比特；完全平坦的图是词表大小的 log2，即 {most} 比特。",
    drawn="▸ 上次采样：“{label}”，抽到它的概率是 {after}（过滤之前 {before}）。",
    drawn_greedy="▸ 上次选中：“{label}”，温度 0 的贪心选择。",
)

_GENERATE = GenerateWords(
    generate="生成",
    stop="停止",
    clear="清除",
    how_to_start="按“生成”：模型从你的提示词往下写，一次一个词元。",
    hover_note="底色表示每个词元在过滤之前有多可能。指着或点一下词元，可以看它的数字。",
    unlikely="不太可能 0 %",
    likely="100 % 很可能",
    sampled="采样，温度 {temperature}",
    greedy="贪心（温度 0）",
    seed_used="种子 {seed}",
    tokens="{count} 个词元",
    tokens_per_second="每秒 {rate} 个词元",
    running="正在写……",
    stopped_by_length="已停止：达到长度上限",
    stopped_by_end="已停止：模型自己结束了文字",
    stopped_by_you="你按了停止",
    stopped_by_time="已停止：一段文字最多写 {seconds} 秒",
    token_hover="“{label}” · 编号 {id} · 过滤之前 {before} · 过滤之后 {after}",
)

_ERRORS = ErrorWords(
    heads_do_not_divide="d_model {d_model} 不能平分给 {num_heads} 个注意力头。请试 {heads} 个头，"
    "或者 d_model {widths}。图里仍是上一个可用的模型。",
    not_a_number="{name}：{given} 不是数。请输入 {least} 到 {most} 之间的数。",
    not_whole="{name}：{given} 不是整数。请输入 {least} 到 {most} 之间的整数。",
    out_of_range="{name}：{given} 超出范围。请输入 {least} 到 {most} 之间的数。",
    not_a_choice="{name}：没有 {given} 这个选项。请从这些里选：{allowed}。",
    not_text="提示词是 {given}；请输入文字。",
    too_large_to_run="这个模型有 {parameters} 个参数；这里最多能运行 "
    "{limit} 个参数的模型。它的参数和掩码仍然完整显示。想看它猜词和写作，请减少层数、减小 d_model，"
    "或换一个预设。",
    vocabulary_too_small="唐诗单字需要 {needed} 或更大的词表，现在是 {given}。请选 {needed}，"
    "或改用 GPT-2 分词器。",
    odd_width="d_model {given} 是奇数；正弦和余弦要成对。请试 {widths}。",
    tokenizer="这个分词器无法使用：{reason} 请换一个用另一种分词器的模型。",
    asset="训练好的权重无法使用：{reason} 其他模型照常工作。",
    other="{reason}",
    either="{first} 或 {second}",
)

CHINESE = Words(
    code="zh",
    name="中文",
    page=_PAGE,
    model=_MODEL,
    sampler=_SAMPLER,
    prompt=_PROMPT,
    parameters=_PARAMETERS,
    mask=_MASK,
    next=_NEXT,
    generate=_GENERATE,
    errors=_ERRORS,
)
