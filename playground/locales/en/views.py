"""Views in English."""

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
    mask_caption="Read a row: “{label}” is token {count}, so it may look at "
    "{count:token|tokens}, "
    "itself included, and at none that comes later.",
    attention_caption="In layer {layer}, head {head}, the last token “{query}” looks most at "
    "“{key}” ({weight}). Each row sums to 100%.",
    attention_note="A large weight on the first token is common: heads rest there when nothing "
    "else matters to them. A weight tells where a head looked, not why the model chose a token.",
    mask_last_tokens="Drawn for the last {count:token|tokens}; {dropped:more stands|more stand} "
    "before them.",
    attention_last_tokens="Recomputed for the last {count:token|tokens} alone; in the whole prompt "
    "the weights differ.",
    mask_table="Attention of the last token as a table",
)

NEXT = NextWords(
    before="before top-k, top-p and min-p",
    after="after top-k, top-p and min-p",
    removed="removed by top-k, top-p or min-p",
    removed_greedy="left out by temperature 0",
    probability_title="probability of being next",
    token_title="token",
    id_title="id",
    survivors="Tokens left in the draw",
    survivors_note="of {count}",
    mass_kept="Kept by all filters together",
    mass_note="of the probability; top-k, top-p and min-p are the filters",
    mass_kept_greedy="Probability of that token",
    mass_note_greedy="at temperature 1; temperature 0 takes the most likely token and no other",
    entropy="Entropy",
    entropy_note="bits after the filters; {before} before, {most} at most",
    caption="The favourite is “{label}” with {before} at temperature {temperature}; "
    "after top-k, top-p and min-p it is drawn with {after}. That is as uncertain as {choices} "
    "equal choices.",
    caption_greedy="Temperature 0 is greedy: no draw, always the favourite, here “{label}”. The "
    "pale and the grey bars show the model's guess at temperature 1.",
    after_penalty="All bars are after the repetition penalty of {penalty}; a penalty of 1 is none.",
    untrained="This model is untrained: its weights are random, so it finds every token about "
    "equally likely. At temperature 1 and without filters its entropy is {entropy} bits; a "
    "perfectly flat chart has log2 of the vocabulary, {most} bits.",
    drawn="▸ The generated text begins with “{label}”, drawn with {after} ({before} before top-k, "
    "top-p and min-p).",
    drawn_greedy="▸ The generated text begins with “{label}”, greedy at temperature 0.",
)

GENERATE = GenerateWords(
    generate="Generate",
    stop="Stop",
    clear="Clear",
    how_to_start="Press Generate: the model writes on from your prompt, one token at a time.",
    hover_note="The tint tells how likely each token was before top-k, top-p and min-p. Point at a "
    "token, or tap it, for its numbers.",
    unlikely="unlikely, 0%",
    likely="100%, likely",
    sampled="Sampled at temperature {temperature}",
    greedy="Greedy (temperature 0)",
    seed_used="seed {seed}",
    untrained="untrained model: the text is noise",
    tokens="{count:token|tokens}",
    tokens_per_second="{rate:token|tokens}/s",
    running="writing …",
    stopped_by_length="stopped: the length was reached",
    stopped_by_end="stopped: the model ended its text",
    stopped_by_you="stopped by you",
    stopped_by_error="ended by an error; see the message above",
    stopped_by_time="stopped: {seconds}-second limit reached",
    token_hover="“{label}” · id {id} · {before} before top-k, top-p and min-p · {after} after",
)

GROWTH = GrowthWords(
    nothing_to_show="This model was not trained here, so there is no growth to show. Choose "
    "Story GPT or Tang-poem GPT in the list “Preset”, and watch one learn.",
    line_heading="What it writes at this moment",
    line_note="At most {most:token|tokens}. The seed is the same at every moment, so only the "
    "weights differ.",
    caption="On unseen text its perplexity is {choices}: it is as surprised as by an even guess "
    "among {choices:token|tokens}. (The loss is {loss} nats per token, and perplexity is e to the "
    "power of it.) Move “Moment of its training” and watch the text, the bars and the attention "
    "change with it.",
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

LAB = LabWords(
    tab_stages="Stages and draws",
    stages_heading="From logits to the draw, stage by stage",
    stage_title="stage",
    stage_names={
        "logits": "model alone",
        "penalties": "repetition penalty",
        "temperature": "temperature",
        "top_k": "top-k",
        "top_p": "top-p",
        "min_p": "min-p",
    },
    stage_after="after {stage}",
    left_after="{stage}: {count:token|tokens} left",
    survivors="tokens left",
    mass_kept="kept by this stage",
    entropy="entropy, bits",
    choices="as many equal choices",
    caption="All {vocab} tokens, from the most to the least probable. Everything to the right of a "
    "dashed line is taken out of the draw. At temperature {temperature} the choice is as open as "
    "{before} equal ones, behind the filters as {after} (tokens left: {survivors}).",
    caption_uncut="All {vocab} tokens, from the most to the least probable; no filter takes any of "
    "them out. At temperature {temperature} the choice is as open as {before} equal ones.",
    caption_greedy="All {vocab} tokens, from the most to the least probable, as the model guesses "
    "at temperature 1. At temperature 0 there is no draw: the favourite is taken, so the "
    "temperature takes out all others, and the filters have nothing left to do.",
    rank_title="rank: 1 is the most probable",
    probability_title="probability after temperature",
    search=Control(
        "Look for a token",
        "Type a piece of a word: see what each stage makes of it, and which one takes it out.",
    ),
    nothing_found="No token of this vocabulary holds “{text}”. Try a shorter piece.",
    more_found="{count:more token holds|more tokens hold} that text; type more to see it.",
    rank="rank",
    logit="logit",
    penalised="after penalty",
    removed_by="taken out by",
    stays="can be drawn",
    draw_count=Control(
        "How many draws",
        "The next token is drawn so many times, by the sampler that writes the texts.",
    ),
    draw_button="Draw and compare",
    expected="expected",
    observed="drawn",
    observed_key="drawn ± 2 standard errors",
    error="standard error",
    agrees="It agrees: {count} draws lie as close to the bars as they should. A right sampler "
    "would be at least this far off in {chance} of all tries (chi-square {statistic} with "
    "{freedom:degree|degrees} of freedom).",
    differs="It differs: {count} draws lie further from the bars than chance explains. A right "
    "sampler would be this far off in {chance} of all tries (chi-square {statistic} with "
    "{freedom:degree|degrees} of freedom). Draw again with another seed: once in 200 tries this is "
    "bad luck.",
    nothing_to_compare="Only one token can be drawn, so there is nothing to compare: all {count} "
    "draws are it.",
    left_out="The first {count:token of your prompt is|tokens of your prompt are} left out here, "
    "so that the text fits into the model's context with it.",
    origin="{model} · prompt “{prompt}” · seed {seed}",
)
