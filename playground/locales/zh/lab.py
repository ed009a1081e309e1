"""采样实验室的中文。"""

from playground.locales.control_words import Control
from playground.locales.lab_words import (
    BeamWords,
    CompareWords,
    ExplainWords,
    RaceWords,
    SweepWords,
    TraceWords,
)

COMPARE = CompareWords(
    tab="并排比较",
    note="同一个提示词，同一个随机种子，不同的设置：每一栏用的是同样的随机数，"
    "所以差别全来自设置。min-p 和重复惩罚用采样器里的值。"
    "每栏最多 {count} 个词元；橙色的在那个温度下不太可能，蓝色的很可能。",
    columns="栏数",
    start="全部生成",
    column="栏",
    tokens="词元数",
    entropy="每个词元的熵（比特）",
    surprise="每个词元的意外程度（比特）",
    distinct="不同词元的比例",
    repeated="重复的四词元片段",
    same="各栏的 {count} 个词元完全相同。",
    parted="各栏从第 {place} 个词元开始不同，已标出。",
    caption="熵表示每次选择时有多少余地；意外程度表示模型自己有多没料到写出的内容。温度低容易重复，温度高容易跑题。",
)

SWEEP = SweepWords(
    tab="网格扫描",
    note="每一对温度和 top-k 各写一小段，随机种子都相同。"
    "橙色的词元在那个温度下不太可能，蓝色的很可能。"
    "top-k 为 0 表示关闭，为 1 就是贪心。",
    listed="最多 {most} 个数，用逗号隔开。",
    length="每格词元数",
    start="填满网格",
    progress="已完成 {done} / {count} 格",
    off="关",
    corner="温度 \\ top-k",
    entropy="每个词元的熵（比特）",
    entropy_note="每次选择有多少余地。温度越高、top-k 越大，熵多半也越大（0 表示不限）。"
    "top-k 为 1 或温度为 0 时没有选择，熵是 0。",
    repeated="重复的四词元片段",
    repeated_note="文中一字不差出现过的部分。保守的设置会原地打转；温度越高，这种情况越少。",
)

TRACE = TraceWords(
    tab="逐个词元",
    note="点一个词元，看它是怎样选出来的；用左右方向键看相邻的词元。"
    "还可以换一个候选，看文章会怎样接下去。最多 {count} 个词元。",
    start="写一段",
    take="用“生成”里的文字",
    empty="还没有文字：请按“写一段”。",
    branches="已有的文字：选一个回到那里",
    first_text="{number}：最初的文字",
    branch_name="{number}：来自 {parent}，第 {place} 个词元换成“{label}”",
    place=Control("词元", "从写出的第一个词元开始数。"),
    candidate=Control("另一个候选和它的概率", "从这里起重新写，用的还是原来那些随机数。"),
    fork="从这里分叉",
    drawn="第 {place} 个词元“{label}”：排名 {rank}，筛选前 {before}，筛选后 {after}。"
    "抽到的随机数是 {uniform}。",
    greedy="第 {place} 个词元“{label}”：概率最高，直接选用，没有抽签（贪心）。模型给它 {before}。",
    by_hand="第 {place} 个词元“{label}”：是你选的。排名 {rank}，筛选前 {before}，筛选后 {after}。",
    pieces_title="随机数",
    pieces_note="每个候选占一段，宽度就是它的概率，按编号排列；灰色归其余所有词元。这里没有抽签。",
    draw_note="每个候选占一段，宽度就是它的概率，按编号排列；灰色归其余所有词元。"
    "在 0 到 1 之间抽一个随机数，它落在哪一段，下一个词元就是哪个。",
    uniform="抽到",
    candidates="它是从这些里选出的",
    attention="这个词元在看哪里",
    attention_caption="“{query}”写出之后会往回看，帮着选下一个词元。"
    "在第 {layer} 层第 {head} 个头里，它最关注“{key}”（{weight}）。"
    "所有柱子，加上太靠前、没有画出的词元（共 {earlier}），一共是 100%。",
    attention_note="第一个词元的权重很大是常见的；单看权重，并不能解释模型的选择。",
    lens="每一层会怎么说",
    lens_caption="最下面一行是模型的答案（温度 1，不筛选）；上面各行是假如到那一层就结束时的猜测。"
    "“{label}”从来不是首选，最后排名 {rank}。",
    lens_first_caption="最下面一行是模型的答案（温度 1，不筛选）；"
    "上面各行是假如到那一层就结束时的猜测。“{label}”最早在第 {layer} 层成为首选，最后排名 {rank}。",
    lens_note="每一行都用为最后一层训练的归一化和输出头来读，所以前几层读出来不知所云是正常的。",
    layer="第 {number} 层",
    layer_title="层",
    guess_title="猜测，最可能的在前",
    written_share="写出的词元的概率",
    written_rank="它的排名",
)

RACE = RaceWords(
    tab="缓存",
    note="同一段文字用同样的代码写两遍，一个词元一个词元轮流来："
    "一遍用缓存，保留前面所有词元的键和值；另一遍不用，每个词元都要把前面的全部重算。"
    "这台电脑别人也在用，所以每次计算最多试 {tries} 遍，取其中最少的处理器时间。",
    length="词元数",
    start="两种方式都写",
    waiting="正在计算……每次只运行一个实验，别人的可能排在前面。",
    too_short="结束得太快，没法比较：换一个提示词，或者多写几个词元。",
    cached="用缓存",
    plain="不用缓存",
    rate_note="词元/秒（处理器时间），中位数",
    cached_ms="用缓存，毫秒",
    plain_ms="不用缓存，毫秒",
    position_title="在文中的位置",
    time_title="每个词元的处理器时间（毫秒）",
    same="两遍的 {count} 个词元完全相同。",
    differ="两遍各 {count} 个词元，但文字有了分歧：两种算法在最后几位上舍入不同，"
    "而两个词元的概率几乎一样。",
    faster="用缓存时，每个词元的计算速度是不用时的 {times} 倍。",
    even="两种方式差不多一样快。",
    unclear="时间跳动太大，看不出哪种方式更快：请再试一次。",
    grows="不用缓存时，开头一个词元要 {first} 毫秒，到第 {length} 个位置附近要 {last} 毫秒："
    "文字越长，每个词元就越久。所以长文字的总时间大致随长度的平方增长。",
    flat="不用缓存时，开头一个词元要 {first} 毫秒，到第 {length} 个位置附近要 {last} 毫秒："
    "文字这么短，还看不出明显的增长。",
    noisy="不用缓存时的时间跳动太大，看不出是否在增长：请再试一次。",
    memory="缓存要占内存：每个词元 {each}，这里 {count} 个词元共 {whole}。",
)

BEAM = BeamWords(
    tab="束搜索",
    note="束搜索不抽签：它同时跟踪几个最可能的开头，"
    "最后在找到的文字里保留平均每个词元最可能的那一段。"
    "它不会试遍所有文字，所以也许还有更可能的。得分只看模型本身：温度 1，没有惩罚，不过滤。"
    "旁边由采样器按采样的设置写同样多的词元，用同样的方法打分。",
    width="束宽",
    length="词元数",
    start="搜索",
    caption="粗线是找到的得分最高的文字“{text}”："
    "它的词元平均对数概率是 {score}（越接近 0 越可能）。"
    "采样器写的是“{sampled}”，平均 {sampled_score}。",
    moral="更可能不等于更生动：得分最高的很稳妥，却常常重复，所以人们才用采样。",
    alike="粗线是找到的得分最高的文字“{text}”，平均对数概率 {score}。采样器写的也是它。",
    depth_title="词元",
    beam_title="束",
    probability="概率",
    log_probability="对数概率",
    total="对数概率之和",
    score="平均对数概率",
    rank="第 {number} 束",
    sampled="采样",
    which="哪一段",
    text="文字",
)

EXPLAIN = ExplainWords(
    heading="每个滑块做什么（用这个提示词的数字说明）",
    temperature="先把所有 logit 除以温度，再变成概率。接近 0 时，概率最高的词元独占一切，就是贪心；"
    "非常高时，全部 {vocab} 个词元都趋于 {even}。这里最可能的“{label}”在温度 {temperature} "
    "时是 {share}，"
    "0.5 时是 {cold}，2 时是 {hot}；词元的先后顺序从不改变。",
    top_k="top-k 只留下最可能的 k 个词元，其余不管多好都去掉。这里前 {top_k} 个共占 {mass}。"
    "top-k 为 1 时只剩“{label}”，所以与贪心相同；0 表示关闭。",
    top_p="top-p 留下最少的几个词元，让它们的概率加起来达到这个数。这里 50% 需要 {half} 个，"
    "90% 需要 {most} 个。它会适应：模型有把握时一个就够，没把握时会留下很多；"
    "top-k 每次都留一样多。",
    min_p="min-p 留下概率不低于“最高概率 × min-p”的词元。“{label}”有 {share}，所以取 {min_p} 时，"
    "门槛是 {least}，有 {count} 个词元够格。模型越有把握，门槛越高；0 表示关闭。",
    counted_after="这里的词元是在 {filters} 之后数的。",
    repetition_penalty="重复惩罚让文中已有的词元不那么可能，每个只罚一次，不管出现过几回。{sign}"
    "它不是禁止：这样的词元仍可能被抽到。小于 1 时反而奖励重复。",
    repetition_reward="重复惩罚小于 1 时反而奖励重复，现在是 {penalty}：文中已有的词元变得更可能，"
    "每个只算一次，不管出现过几回。{sign}大于 1 时它们才变得不那么可能。",
    max_new_tokens="长度是最多写多少个词元，文字也可能提前结束。你的提示词有 {tokens} 个词元，"
    "模型最多看到 {context} 个：提示词和文字合起来超过这个数，最早的词元就看不到了。",
    seed="计算机抽签用的是一串看似随机的数，种子决定整串数：种子为 {seed} 时，开头是 {numbers}"
    "（PyTorch 的梅森旋转算法）。所以种子和设置都相同，文字就相同；留空则每次换一个新种子。",
    penalty_positive="“{label}”在提示词里。它的 logit {logit} 是正数，所以除以 {penalty}，"
    "变成 {penalised}；负数则要乘，因为做除法会更接近 0，反而更可能。",
    penalty_negative="“{label}”在提示词里。它的 logit {logit} 是负数，所以乘以 {penalty}，"
    "变成 {penalised}；如果改用除法，就会更接近 0，反而更可能。正数才用除法。",
    penalty_empty="正的 logit 除以它，负的则乘，因为做除法会更接近 0，反而更可能。",
    reward_positive="“{label}”在提示词里。它的 logit {logit} 是正数，所以除以 {penalty}，"
    "升到 {penalised}；负数则要乘，会更接近 0，也升高。",
    reward_negative="“{label}”在提示词里。它的 logit {logit} 是负数，所以乘以 {penalty}，"
    "升到 {penalised}，更接近 0；正数则用除法，也升高。",
    reward_empty="正的 logit 除以它，负的则乘，两种都会升高。",
)
