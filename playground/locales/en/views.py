"""Views in English."""

from playground.locales.control_words import Control
from playground.locales.view_words import (
    ExportWords,
    GenerateWords,
    GrowthWords,
    MaskWords,
    NextWords,
    ParametersWords,
)

PARAMETERS = ParametersWords(
    total="Parameters",
    total_note_tied="shared numbers counted once",
    total_note_separate="head counted separately",
    without_embeddings="Without embeddings",
    without_embeddings_note="blocks and final norm only",
    memory="Memory",
    memory_note="fp32; {half} in fp16",
    cache="KV cache per token",
    cache_note="fp32; {full} for a full context",
    work="FLOPs per token",
    work_note="with cache, full context",
    published_equal="Published count: {published}. Ours: {total}. They are equal. Source: {source}",
    published_differs="Published count: {published}. Ours: {total}. They differ. Source: {source}",
    caption="Look for the longest bar: {part} holds {share} of all {total} parameters.",
    part_names={
        "token_embedding": "Token embedding",
        "position_embedding": "Position embedding",
        "attention_qkv": "Query, key, value",
        "attention_projection": "Attention output",
        "mlp_expand": "MLP, widening",
        "mlp_projection": "MLP, narrowing",
        "norms": "LayerNorms",
        "head": "Output head",
    },
    count_title="parameters",
    share_title="share",
    part_title="part",
    formula_title="how it is counted",
    shared_note="shared with the token embedding",
)

MASK = MaskWords(
    mask_heading="Causal mask: who may look at whom",
    attention_heading="Attention: who looks at whom",
    query_title="query: the token that looks",
    key_title="key: the token looked at",
    allowed="may look",
    blocked="blocked: it is in the future",
    weight_title="attention weight",
    layer=Control("Layer", "1 is next to the input."),
    head=Control("Head", "Each head learns a pattern of its own."),
    mask_caption="Read a row: “{label}” is token {count}, so it may look at {count} tokens, "
    "itself included, and at none that comes later.",
    attention_caption="In layer {layer}, head {head}, the last token “{query}” looks most at "
    "“{key}” ({weight}). Each row sums to 100 %.",
    mask_last_tokens="Drawn for the last {count} tokens; {dropped} more stand before them.",
    attention_last_tokens="Shown for the last {count} tokens, run on their own.",
    mask_table="Attention of the last token as a table",
)

NEXT = NextWords(
    before="before the filters",
    after="after the filters",
    removed="removed by the filters",
    probability_title="probability of being next",
    token_title="token",
    id_title="id",
    survivors="Tokens left in the draw",
    survivors_note="of {count}",
    mass_kept="Probability kept",
    mass_note="by the filters, before scaling back to 100 %",
    entropy="Entropy",
    entropy_note="bits after the filters; {before} before, {most} at most",
    caption="The favourite is “{label}” with {before} at temperature {temperature}; after the "
    "filters it is drawn with {after}. That is as uncertain as {choices} equal choices.",
    caption_greedy="Temperature 0 is greedy: no draw, always the favourite, here “{label}”. The "
    "pale bars show the model's own guess at temperature 1.",
    untrained="This model is untrained: its weights are random, so it finds every token about "
    "equally likely. At temperature 1 and without filters its entropy is {entropy} bits; a "
    "perfectly flat chart has log2 of the vocabulary, {most} bits.",
    drawn="▸ Sampled last: “{label}”, drawn with {after} ({before} before the filters).",
    drawn_greedy="▸ Taken last: “{label}”, greedy at temperature 0.",
)

GENERATE = GenerateWords(
    generate="Generate",
    stop="Stop",
    clear="Clear",
    how_to_start="Press Generate: the model writes on from your prompt, one token at a time.",
    hover_note="The tint tells how likely each token was before the filters. Point at a token, or "
    "tap it, for its numbers.",
    unlikely="unlikely, 0 %",
    likely="100 %, likely",
    sampled="Sampled at temperature {temperature}",
    greedy="Greedy (temperature 0)",
    seed_used="seed {seed}",
    tokens="{count} tokens",
    tokens_per_second="{rate} tokens/s",
    running="writing …",
    stopped_by_length="stopped: the length was reached",
    stopped_by_end="stopped: the model ended its text",
    stopped_by_you="stopped by you",
    stopped_by_error="ended by an error; see the message above",
    stopped_by_time="stopped: {seconds} seconds are the most for one text",
    token_hover="“{label}” · id {id} · {before} before the filters · {after} after",
)

GROWTH = GrowthWords(
    nothing_to_show="This model was not trained here, so there is no growth to show. Choose "
    "Story GPT or Tang-poem GPT above the sliders, and watch one learn.",
    line_heading="What it writes at this moment",
    caption="It is as unsure of the next token as if it had to choose between {choices} equally "
    "likely ones (its loss is {loss} nats). Move “Moment of its training” and watch the text, the "
    "bars and the attention change with it.",
    step="Training step",
    step_note="of {last}",
    step_title="training step",
    tokens="Tokens read",
    tokens_note="so far, some of them again",
    loss="Held-out loss",
    loss_note="nats per token, on text it never saw",
    loss_title="held-out loss, nats per token",
    bits="Bits per byte",
    bits_note="the same loss, per byte of text",
    even_guess="an even guess: ln {vocab} = {loss}",
)

EXPORT = ExportWords(
    heading="Take this model home",
    note="Its config and its weights as files in GPT-2's layout, which the transformers library "
    "opens as they are. Unpack the zip, then run the script that is in it.",
    download="Download as a zip",
    script="The script: it loads the model and prints the next token",
    too_large="Models up to {limit} parameters can be taken home from here. GPT-2's own files are "
    "on the Hugging Face Hub.",
)
