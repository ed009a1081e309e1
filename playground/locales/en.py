"""The page in English."""

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
    title="GPT Playground",
    tagline="Take a GPT apart and watch it choose its next word.",
    language="Language",
    theme_button="Light / dark",
    model_heading="1 · Model",
    prompt_heading="2 · Prompt",
    sampler_heading="3 · Sampler",
    advanced_heading="Advanced",
    table_heading="The same numbers as a table",
    tab_parameters="Parameters",
    tab_mask="Mask & attention",
    tab_next="Next token",
    tab_generate="Generate",
    badge_trained="{name} · {count} parameters · trained",
    badge_untrained="{name} · {count} parameters · untrained",
    badge_counted="{name} · {count} parameters · counted only",
)

_MODEL = ModelWords(
    preset=Control("Preset", "A known model. Moving any slider below makes it your own."),
    d_model=Control("d_model (width)", "Numbers that describe each token inside the model."),
    num_layers=Control("Layers", "Blocks that the text passes through, one after the other."),
    num_heads=Control("Heads", "Attention patterns a layer; they share d_model evenly."),
    encoding=Control("Tokenizer", "How text is cut into tokens before the model sees it."),
    vocab_size=Control("Vocabulary", "How many different tokens there are to choose from."),
    context_length=Control("Context length", "Most tokens the model can look back on."),
    mlp_expansion=Control("MLP expansion", "Width of the MLP in units of d_model; GPT-2 takes 4."),
    use_bias=Control("Biases", "A learned shift after each linear layer and norm."),
    qkv_bias=Control("qkv bias", "The same shift for query, key and value alone."),
    weight_tying=Control("Tied head", "The output head reuses the token embedding's numbers."),
    position=Control("Positions", "How the model knows the order of the tokens."),
    activation=Control("Activation", "The bend between the two layers of the MLP."),
    preset_names={
        "story": "Story GPT",
        "demo": "Demo",
        "minigpt": "MiniGPT",
        "tang": "Tang-poem GPT",
        "gpt2-small": "GPT-2 small",
        "gpt2-untied": "GPT-2 style, untied head",
        "gpt2-medium": "GPT-2 medium",
        "gpt2-large": "GPT-2 large",
        "gpt2-xl": "GPT-2 XL",
        "custom": "Custom",
    },
    encoding_names={"bpe": "GPT-2 byte pairs", "tang": "Characters (Tang poems)"},
    position_names={"learned": "learned table", "sinusoidal": "fixed sine and cosine"},
    activation_names={"gelu": "exact GELU", "gelu_tanh": "GELU, tanh form (GPT-2)"},
)

_SAMPLER = SamplerWords(
    temperature=Control("Temperature", "Low: nearly always the favourite. High: more surprises."),
    top_k=Control("Top-k", "Only the k most likely tokens stay in the draw; 0 keeps all."),
    top_p=Control("Top-p", "Keeps the fewest top tokens that hold this share; 1 keeps all."),
    min_p=Control("Min-p", "Drops tokens below this fraction of the favourite; 0 drops none."),
    repetition_penalty=Control(
        "Repetition penalty",
        "Above 1: tokens of the prompt or the text become less likely, each once.",
    ),
    max_new_tokens=Control("Length", "Most tokens to write; it may end earlier."),
    seed=Control("Seed", "Same seed and settings, same text. Blank: a new one each time."),
    seed_blank="blank = new each time",
)

_PROMPT = PromptWords(
    prompt=Control("Prompt", "The text that the model goes on from. Everything follows it live."),
    strip_caption="{count} tokens. The small number is each token's id.",
    empty="The prompt is empty, so the model starts from its end-of-text mark.",
    ends_in_space="The prompt ends in a space. Words carry their space in front, so a lone space "
    "spoils the next guess; try without it.",
    dropped="The first {count} tokens were dropped: the context holds {context_length}.",
    cut="The first {count} characters were cut: a prompt has at most {limit}.",
    unknown="{count} characters are not in this vocabulary; they become ⟨unk⟩.",
    more_tokens="… {count} earlier tokens",
)

_PARAMETERS = ParametersWords(
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

_MASK = MaskWords(
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

_NEXT = NextWords(
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

_GENERATE = GenerateWords(
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
    stopped_by_time="stopped: {seconds} seconds are the most for one text",
    token_hover="“{label}” · id {id} · {before} before the filters · {after} after",
)

_ERRORS = ErrorWords(
    heads_do_not_divide="d_model {d_model} cannot be split over {num_heads} heads. Try {heads} "
    "heads, or d_model {widths}. The charts still show the last model that works.",
    not_a_number="{name}: {given} is not a number. Give a number from {least} to {most}.",
    not_whole="{name}: {given} is not a whole number. Give one from {least} to {most}.",
    out_of_range="{name}: {given} is out of range. Give a number from {least} to {most}.",
    not_a_choice="{name}: {given} is not a choice. Choose one of: {allowed}.",
    not_text="The prompt is {given}; give text.",
    too_large_to_run="This model has {parameters} parameters; models up "
    "to {limit} can run here. Its parameters and its mask are shown in full. To see it guess and "
    "write, choose fewer layers, a smaller d_model or another preset.",
    vocabulary_too_small="The Tang characters need a vocabulary of {needed} or more; {given} was "
    "given. Choose {needed}, or the GPT-2 tokenizer.",
    odd_width="d_model {given} is odd; sine and cosine come in pairs. Try {widths}.",
    tokenizer="This tokenizer cannot be used: {reason} Choose a model with the other one.",
    asset="The trained weights cannot be used: {reason} The other models work.",
    other="{reason}",
    either="{first} or {second}",
)

ENGLISH = Words(
    code="en",
    name="English",
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
