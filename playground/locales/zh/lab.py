"""采样实验室的中文。"""

from playground.locales.control_words import Control
from playground.locales.lab_words import CompareWords, SweepWords, TraceWords

COMPARE = CompareWords(
    tab="并排比较",
    note="同一个提示词，同一个随机种子，不同的设置：每一栏用的是同样的随机数，"
    "所以差别全来自设置。min-p 和重复惩罚用采样器里的值。",
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
    note="每一对温度和 top-k 各写一小段，随机种子都相同。橙色的词元不太可能出现，蓝色的很可能。"
    "top-k 为 0 表示关闭，为 1 就是贪心。",
    listed="最多 {most} 个数，用逗号隔开。",
    length="每格词元数",
    start="填满网格",
    progress="已完成 {done} / {count} 格 · 随机种子 {seed}",
    corner="温度 \\ top-k",
    entropy="每个词元的熵（比特）",
    entropy_note="每次选择有多少余地。温度越高、top-k 越大，熵就越大。"
    "top-k 为 1 或温度为 0 时没有选择，熵是 0。",
    repeated="重复的四词元片段",
    repeated_note="文中一字不差出现过的部分。保守的设置会原地打转；温度越高，这种情况越少。",
)

TRACE = TraceWords(
    tab="逐个词元",
    note="点一个词元，看它是怎样选出来的；用左右方向键看相邻的词元。"
    "还可以换一个候选，看文章会怎样接下去。",
    start="写一段",
    take="用“生成”里的文字",
    empty="还没有文字：请按“写一段”。",
    nothing_written="“生成”里还没有文字：请在这里按“写一段”。",
    branches="已有的文字：选一个回到那里",
    first_text="{number}：最初的文字",
    branch_name="{number}：来自 {parent}，第 {place} 个词元换成“{label}”",
    place=Control("词元", "从写出的第一个数起。"),
    candidate=Control("另一个候选", "从这里起重新写，用的还是原来那些随机数。"),
    fork="从这里分叉",
    drawn="第 {place} 个词元“{label}”：排名 {rank}，筛选前 {before}，筛选后 {after}。"
    "抽到的随机数是 {uniform}。",
    greedy="第 {place} 个词元“{label}”：概率最高，直接选用，没有抽签（贪心）。模型给它 {before}。",
    by_hand="第 {place} 个词元“{label}”：是你选的。排名 {rank}，筛选前 {before}，筛选后 {after}。",
    pieces_title="随机数",
    pieces_note="每个候选占一段，宽度就是它的概率，按编号排列；灰色归其余所有词元。"
    "在 0 到 1 之间抽一个随机数，它落在哪一段，下一个词元就是哪个。",
    uniform="抽到",
    candidates="它是从这些里选出的",
    attention="这个词元在看哪里",
    attention_caption="在第 {layer} 层第 {head} 个头里，“{query}”最关注“{key}”（{weight}）。"
    "所有柱子加起来是 100 %；太靠前、没有画出的词元共占 {earlier}。",
    lens="每一层会怎么说",
    lens_caption="最下面一行是模型的答案（温度 1，不筛选）；上面各行是假如到那一层就结束时的猜测。"
    "“{label}”从来不是首选，最后排名 {rank}。",
    lens_first_caption="最下面一行是模型的答案（温度 1，不筛选）；"
    "上面各行是假如到那一层就结束时的猜测。“{label}”最早在第 {layer} 层成为首选，最后排名 {rank}。",
    layer="第 {number} 层",
    layer_title="层",
    guess_title="猜测，最可能的在前",
    written_share="写出的词元的概率",
    written_rank="它的排名",
)
