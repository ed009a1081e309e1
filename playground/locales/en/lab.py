"""The sampling lab in English."""

from playground.locales.lab_words import CompareWords

COMPARE = CompareWords(
    tab="Side by side",
    note="One prompt, one seed, several settings: every column draws with the same random numbers, "
    "so all that differs comes from the settings. Min-p and the penalty are those of the sampler.",
    columns="Columns",
    start="Write all",
    column="column",
    tokens="tokens",
    entropy="entropy per token, bits",
    surprise="surprise per token, bits",
    distinct="different tokens",
    repeated="repeated runs of four",
    same="All columns are the same in all {count} tokens.",
    parted="The columns part at token {place}, which is marked.",
    caption="Entropy tells how open the choices were that the text was drawn from; surprise, how "
    "little the model alone would have expected what was written. Low temperatures repeat "
    "themselves, high ones wander.",
)
