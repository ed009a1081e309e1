"""Frame and controls in Chinese."""

from playground.locales.control_words import (
    Control,
    ModelWords,
    PageWords,
    PromptWords,
    SamplerWords,
    WeightsWords,
)

PAGE = PageWords(
    title="GPT 游乐场",
    tagline="拆开一个 GPT，看它怎样选出下一个词元。",
    language="语言",
    theme_button="浅色 / 深色",
    model_heading="1 · 模型",
    prompt_heading="2 · 提示词",
    sampler_heading="3 · 采样",
    advanced_heading="高级设置",
    table_heading="同样的数字，列成表格",
    stale="这是先前设置的结果：之后设置又改过。",
    tab_parameters="参数",
    tab_mask="掩码与注意力",
    tab_next="下一个词元",
    tab_generate="生成",
    tab_growth="成长",
    tab_lab="采样实验室",
    badge_trained="{name} · {count} 个参数 · 已训练",
    badge_real="{name} · {count} 个参数 · 真实权重",
    badge_growing="{name} · {count} 个参数 · 训练到第 {step} 步，共 {last} 步",
    badge_untrained="{name} · {count} 个参数 · 未训练",
    badge_counted="{name} · {count} 个参数 · 只计数，不运行",
)

MODEL = ModelWords(
    preset=Control("预设", "一个现成的模型。在下面改变形状，就得到一个没有训练过的新模型。"),
    moment=Control("训练到哪一刻", "0：未训练。最后一格：训练完成。"),
    moment_note="训练了 {step} 步，共 {last} 步。",
    moment_untrained="还没有训练：所有权重都是随机的。",
    reshaped="你改变了“{name}”的形状。这是一个新模型：权重是随机的，什么也没有学过。",
    back_to_trained="换回训练好的模型",
    d_model=Control("d_model（宽度）", "模型内部用多少个数来描述每个词元。"),
    num_layers=Control("层数", "文字要依次穿过多少个 Transformer 块。"),
    num_heads=Control("注意力头数", "每层有多少种注意力；它们平分 d_model。"),
    encoding=Control("分词器", "模型看到文字之前，怎样把文字切成词元。"),
    vocab_size=Control("词表大小", "一共有多少种词元可以选。"),
    context_length=Control("上下文长度", "模型最多能回看多少个词元。"),
    mlp_expansion=Control("MLP 扩展倍数", "MLP 的宽度是 d_model 的几倍；GPT-2 取 4。"),
    use_bias=Control("偏置", "每个层归一化和线性层（输出头除外）里的可学习偏移量。"),
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
        "distilgpt2": "DistilGPT-2",
        "gpt2-untied": "GPT-2 式，独立输出头",
        "gpt2-medium": "GPT-2 中",
        "gpt2-large": "GPT-2 大",
        "gpt2-xl": "GPT-2 特大",
        "custom": "自定义",
    },
    how_custom="“自定义”是你自己定的形状：改动 d_model、层数或头数，模型就成为自定义的。",
    encoding_names={"bpe": "GPT-2 字节对编码", "tang": "单字（唐诗）"},
    position_names={"learned": "学习得到的表", "sinusoidal": "固定的正弦与余弦"},
    activation_names={"gelu": "精确 GELU", "gelu_tanh": "GELU 的 tanh 形式（GPT-2）"},
)

WEIGHTS = WeightsWords(
    offer="现在没有用它的真实权重。可以从 Hugging Face Hub 下载：{size}，载入后占 {memory} 内存。",
    offer_here="现在没有用它的真实权重。权重已在这台机器上，载入后占 {memory} 内存。",
    load="载入真实权重（{size}）",
    load_here="载入真实权重",
    real="正在使用真实权重，发布于 {repository}。",
    back="换回随机权重",
    cancel="取消",
    asking="正在请求权重……",
    fetching="正在下载权重：{received}，共 {total}……",
    reading="{total} 已全部到齐，正在读取……",
)

SAMPLER = SamplerWords(
    temperature=Control("温度", "低：几乎总选最可能的词元。高：更多意外。"),
    top_k=Control("Top-k", "只有最可能的 k 个词元参加抽取；0 表示全部保留。"),
    top_p=Control("Top-p", "从最可能的开始，保留合起来达到这个比例的最少词元；1 表示全部。"),
    min_p=Control("Min-p", "去掉概率低于“第一名 × 这个比例”的词元；0 表示不去掉。"),
    repetition_penalty=Control(
        "重复惩罚", "大于 1：提示词和已写文字里出现过的词元出现概率降低，每种只罚一次。"
    ),
    max_new_tokens=Control("长度", "最多写多少个词元；也可能提前结束。"),
    seed=Control("随机种子", "用于一切抽取：种子相同，结果就相同。留空：换新种子，并显示出来。"),
    seed_blank="留空 = 每次换新",
)

PROMPT = PromptWords(
    prompt=Control(
        "提示词",
        "模型从这段文字往下写。关于它的图随你的输入变化；生成和实验在按下按钮时才读取它。",
    ),
    strip_caption="{count} 个词元。小数字是每个词元的编号（id）。",
    empty="提示词是空的，模型从“文本结束”标记开始。",
    empty_start="提示词是空的，模型像写每首诗那样，从“开始”标记写起。",
    ends_in_space="提示词以空格结尾。英文词元的空格在词的前面，单独一个空格会干扰对下一个词元的预测；"
    "请去掉它试试。",
    dropped="最前面的 {count} 个词元被丢掉了：上下文只能容纳 {context_length} 个。",
    cut="最前面的 {count} 个字符被截掉了：提示词最多 {limit} 个字符。",
    too_long_to_link="网址里最多放 {limit} 个字符，而这段提示词有 {count} 个："
    "复制的链接只带设置，不带提示词。",
    unknown="下列字符不在这个词表里，它们变成 ⟨unk⟩：{characters}。",
    in_bytes="有些字符在这个词表里没有完整的词元，于是一个字符拆成几个词元，像 {label} 这样的是它的"
    "一个或几个字节。用这种分词器的模型学的是英文；写中文请选“唐诗 GPT”。",
    more_unknown="{characters} 等，另有 {count} 个",
    more_tokens="… 前面还有 {count} 个词元",
)
