"""采样实验室的中文。"""

from playground.locales.lab_words import CompareWords

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
