"""Views in Chinese."""

from playground.locales.control_words import Control
from playground.locales.view_words import (
    ExportWords,
    GenerateWords,
    GrowthWords,
    LabWords,
    MaskWords,
    NextWords,
    ParametersWords,
)

PARAMETERS = ParametersWords(
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

MASK = MaskWords(
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
    "（{weight}）。每一行加起来是 100%。",
    attention_note="第一个词元的权重常常很大：没有别的要看时，注意力头往往停在那里。"
    "权重只说明一个头看了哪里，并不能解释模型为什么选了某个词元。",
    mask_last_tokens="只画最后 {count} 个词元；它们前面还有 {dropped} 个。",
    attention_last_tokens="只用最后 {count} 个词元重新计算；在整个提示词里，权重会不同。",
    mask_table="最后一个词元的注意力，列成表格",
)

NEXT = NextWords(
    before="top-k、top-p、min-p 之前",
    after="top-k、top-p、min-p 之后",
    removed="被 top-k、top-p 或 min-p 去掉",
    removed_greedy="因温度为 0 而不选",
    probability_title="成为下一个词元的概率",
    token_title="词元",
    id_title="编号",
    survivors="参加抽取的词元",
    survivors_note="共 {count} 个",
    mass_kept="全部过滤器共保留",
    mass_note="的概率；过滤器就是 top-k、top-p 和 min-p",
    mass_kept_greedy="这个词元的概率",
    mass_note_greedy="温度为 1 时的概率；温度为 0 只选最可能的那一个",
    entropy="熵",
    entropy_note="比特，过滤之后；过滤之前 {before}，最大 {most}",
    caption="温度 {temperature} 时，最可能的是“{label}”，概率 {before}；"
    "经过 top-k、top-p 和 min-p，抽到它的概率是 {after}。"
    "不确定程度相当于 {choices} 个机会均等的选择。",
    caption_greedy="温度为 0 就是贪心：不抽取，总是选最可能的，这里是“{label}”。浅色条和灰色条是"
    "模型在温度 1 时的猜测。",
    after_penalty="所有的条都已经过重复惩罚 {penalty}；设为 1 就是关闭。",
    untrained="这个模型没有训练过：权重是随机的，所以在它看来每个词元的机会差不多一样。温度为 1、"
    "不过滤时，它的熵是 {entropy} 比特；完全平坦的图是词表大小的 log2，即 {most} 比特。",
    drawn="▸ 生成的文字以“{label}”开头，抽到它的概率是 {after}"
    "（top-k、top-p、min-p 之前 {before}）。",
    drawn_greedy="▸ 生成的文字以“{label}”开头，温度 0 的贪心选择。",
)

GENERATE = GenerateWords(
    generate="生成",
    stop="停止",
    clear="清除",
    how_to_start="按“生成”：模型从你的提示词往下写，一次一个词元。",
    hover_note="底色表示每个词元在 top-k、top-p、min-p 之前有多可能。"
    "指着或点一下词元，可以看它的数字。",
    unlikely="不太可能 0%",
    likely="100% 很可能",
    sampled="采样，温度 {temperature}",
    greedy="贪心（温度 0）",
    seed_used="种子 {seed}",
    untrained="模型没有训练过：写出的是随机的文字",
    tokens="{count} 个词元",
    tokens_per_second="每秒 {rate} 个词元",
    running="正在写……",
    stopped_by_length="已停止：达到长度上限",
    stopped_by_end="已停止：模型自己结束了文字",
    stopped_by_you="你按了停止",
    stopped_by_error="因出错而停止，请看上方的说明",
    stopped_by_time="已停止：达到 {seconds} 秒的上限",
    token_hover="“{label}” · 编号 {id} · top-k、top-p、min-p 之前 {before} · 之后 {after}",
)

GROWTH = GrowthWords(
    nothing_to_show="这个模型没有在这里训练过，所以没有成长过程可看。请在“预设”列表里选“故事 GPT”"
    "或“唐诗 GPT”，看它怎样学会写作。",
    line_heading="它在这一刻写出的文字",
    line_note="最多 {most} 个词元。每一刻都用同一个种子，所以只有权重不同。",
    caption="在没见过的文字上，它的困惑度是 {choices}："
    "意外的程度相当于在 {choices} 个词元里均匀地猜"
    "（损失为每个词元 {loss} 奈特，困惑度是 e 的这么多次方）。"
    "移动“训练到哪一刻”，文字、概率条和注意力都会跟着变。",
    step="训练步数",
    step_note="共 {last} 步",
    step_title="训练步数",
    tokens="读过的词元",
    tokens_note="到这一刻为止，有的读过多遍",
    loss="留出集损失",
    loss_note="每个词元的奈特数，用它没见过的文字计算",
    loss_title="留出集损失（奈特／词元）",
    bits="每字节比特数",
    bits_note="同一个损失，按文字的字节算",
    even_guess="均匀地猜：ln {vocab} = {loss}",
)

EXPORT = ExportWords(
    heading="把这个模型带回家",
    note="它的配置和权重，按 GPT-2 的文件格式存放，transformers 库可以直接打开。"
    "解压后运行里面的脚本即可。",
    download="下载 zip",
    script="脚本：载入模型，打印下一个词元",
    too_large="这里最多能带走 {limit} 个参数的模型。GPT-2 原来的文件在 Hugging Face Hub 上。",
)

LAB = LabWords(
    tab_stages="各阶段与抽样",
    stages_heading="从 logits 到抽取，一步一步看",
    stage_title="步骤",
    stage_names={
        "logits": "模型本身",
        "penalties": "重复惩罚",
        "temperature": "温度",
        "top_k": "top-k 过滤",
        "top_p": "top-p 过滤",
        "min_p": "min-p 过滤",
    },
    stage_after="{stage}之后",
    left_after="{stage}：剩 {count} 个词元",
    survivors="剩下的词元",
    mass_kept="这一步保留的概率",
    entropy="熵（比特）",
    choices="相当于几个等可能的选择",
    caption="全部 {vocab} 个词元，从最可能到最不可能。虚线右边的都不再参加抽取。"
    "温度 {temperature} 时，相当于在 {before} 个等可能的词元中选；"
    "过滤之后剩下 {survivors} 个词元，相当于 {after} 个。",
    caption_uncut="全部 {vocab} 个词元，从最可能到最不可能，没有一个被过滤掉。"
    "温度 {temperature} 时，相当于在 {before} 个等可能的词元中选。",
    caption_greedy="全部 {vocab} 个词元，从最可能到最不可能，按模型在温度 1 时的猜测排列。"
    "温度为 0 时不抽签，直接取最可能的那个，所以别的词元都在温度这一步去掉，过滤器无事可做。",
    rank_title="名次：1 是最可能的",
    probability_title="温度之后的概率",
    search=Control("找一个词元", "输入词的一部分：看每一步怎样改变它，又是哪一步把它去掉的。"),
    nothing_found="词表里没有含“{text}”的词元。请试试短一点的。",
    more_found="还有 {count} 个词元含有这段文字；再多输入一点就能看到。",
    rank="名次",
    logit="logit 值",
    penalised="惩罚之后",
    removed_by="在哪一步被去掉",
    stays="可以抽到",
    draw_count=Control("抽多少次", "用写文章的同一个采样器，把下一个词元抽这么多次。"),
    draw_button="抽取并比较",
    expected="预期",
    observed="抽到",
    observed_key="抽到 ± 2 倍标准误差",
    error="标准误差",
    agrees="相符：{count} 次抽取离概率条的距离正常。正确的采样器在 {chance} 的情况下"
    "也会至少差这么多（卡方 {statistic}，自由度 {freedom}）。",
    differs="不符：{count} 次抽取离概率条太远，不能只用偶然来解释。正确的采样器只在 {chance} "
    "的情况下会差这么多（卡方 {statistic}，自由度 {freedom}）。"
    "换一个种子再抽一次：每 200 次会有一次是运气不好。",
    nothing_to_compare="只有一个词元可以抽到，所以没有可比的：{count} 次都是它。",
    left_out="为了让文字连同提示词放得进模型的上下文，这里略去了提示词开头的 {count} 个词元。",
    origin="{model} · 提示词“{prompt}” · 随机种子 {seed}",
)
