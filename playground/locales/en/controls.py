"""Frame and controls in English."""

from playground.locales.control_words import (
    Control,
    ModelWords,
    PageWords,
    PromptWords,
    SamplerWords,
    WeightsWords,
)

PAGE = PageWords(
    title="GPT Playground",
    tagline="Take a GPT apart and watch it choose its next token.",
    language="Language",
    theme_button="Light / dark",
    model_heading="1 · Model",
    prompt_heading="2 · Prompt",
    sampler_heading="3 · Sampler",
    advanced_heading="Advanced",
    table_heading="The same numbers as a table",
    stale="From earlier settings: the controls have changed since.",
    tab_parameters="Parameters",
    tab_mask="Mask & attention",
    tab_next="Next token",
    tab_generate="Generate",
    tab_growth="Growth",
    tab_lab="Sampling lab",
    badge_trained="{name} · {count} parameters · trained",
    badge_real="{name} · {count} parameters · real weights",
    badge_growing="{name} · {count} parameters · after {step} of {last} training steps",
    badge_untrained="{name} · {count} parameters · untrained",
    badge_counted="{name} · {count} parameters · counted only",
)

MODEL = ModelWords(
    preset=Control("Preset", "A known model. Another shape below makes a new, untrained one."),
    moment=Control("Moment of its training", "0: untrained. The last one: trained to the end."),
    moment_note="After {step} of {last} training steps.",
    moment_untrained="Before any training: every weight is random.",
    reshaped="You changed the shape of {name}. This is a new model: its weights are random, and it "
    "has learnt nothing.",
    back_to_trained="Back to the trained model",
    d_model=Control("d_model (width)", "Numbers that describe each token inside the model."),
    num_layers=Control("Layers", "Blocks that the text passes through, one after the other."),
    num_heads=Control("Heads", "Attention patterns a layer; they share d_model evenly."),
    encoding=Control("Tokenizer", "How text is cut into tokens before the model sees it."),
    vocab_size=Control("Vocabulary", "How many different tokens there are to choose from."),
    context_length=Control("Context length", "Most tokens the model can look back on."),
    mlp_expansion=Control("MLP expansion", "Width of the MLP in units of d_model; GPT-2 takes 4."),
    use_bias=Control("Biases", "A learned shift in each LayerNorm and linear layer but the head."),
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
        "distilgpt2": "DistilGPT-2",
        "gpt2-untied": "GPT-2 style, untied head",
        "gpt2-medium": "GPT-2 medium",
        "gpt2-large": "GPT-2 large",
        "gpt2-xl": "GPT-2 XL",
        "custom": "Custom",
    },
    how_custom="Custom is a shape of your own: move d_model, layers or heads, and the model "
    "becomes one.",
    encoding_names={"bpe": "GPT-2 byte pairs", "tang": "Characters (Tang poems)"},
    position_names={"learned": "learned table", "sinusoidal": "fixed sine and cosine"},
    activation_names={"gelu": "exact GELU", "gelu_tanh": "GELU, tanh form (GPT-2)"},
)

WEIGHTS = WeightsWords(
    offer="Shown without its real weights. They can be fetched from the Hugging Face Hub: a "
    "download of {size}, then {memory} of memory.",
    offer_here="Shown without its real weights. They are on this machine and take {memory} of "
    "memory.",
    load="Load the real weights ({size})",
    load_here="Load the real weights",
    real="With its real weights, as published in {repository}.",
    back="Back to random weights",
    cancel="Cancel",
    asking="Asking for the weights …",
    fetching="Fetching the weights: {received} of {total} …",
    reading="All {total} are here; reading them …",
)

SAMPLER = SamplerWords(
    temperature=Control("Temperature", "Low: nearly always the favourite. High: more surprises."),
    top_k=Control("Top-k", "Only the k most likely tokens stay in the draw; 0 keeps all."),
    top_p=Control("Top-p", "Keeps the fewest top tokens that hold this share; 1 keeps all."),
    min_p=Control("Min-p", "Drops tokens below this fraction of the favourite; 0 drops none."),
    repetition_penalty=Control(
        "Repetition penalty",
        "Above 1: tokens of the prompt or the text become less likely, each once.",
    ),
    max_new_tokens=Control("Length", "Most tokens to write; it may end earlier."),
    seed=Control("Seed", "For all that is drawn: same seed, same result. Blank: a new one, shown."),
    seed_blank="blank = new each time",
)

PROMPT = PromptWords(
    prompt=Control(
        "Prompt",
        "The text that the model goes on from. The charts about it follow as you type; a text or "
        "an experiment takes it when you start it.",
    ),
    strip_caption="{count:token|tokens}. The small number is each token's id.",
    empty="The prompt is empty, so the model starts from its end-of-text mark.",
    empty_start="The prompt is empty, so the model starts from its start mark, as each poem does.",
    ends_in_space="The prompt ends in a space. Words carry their space in front, so a lone space "
    "spoils the next guess; try without it.",
    dropped="The first {count:token was|tokens were} dropped: the context holds {context_length}.",
    cut="The first {count:character was|characters were} cut: a prompt has at most {limit}.",
    too_long_to_link="The address of the page carries up to {limit:character|characters}, and this "
    "prompt has {count}: a copied link has the settings, but not the prompt.",
    unknown="These are not in this vocabulary; they become ⟨unk⟩: {characters}.",
    in_bytes="Some characters are not in this vocabulary as a whole, so each becomes several "
    "tokens, such as {label}, which is one byte of it or more. The models with this tokenizer have "
    "read English; for Chinese, choose Tang-poem GPT.",
    more_unknown="{characters} and {count} more",
    more_tokens="… {count:earlier token|earlier tokens}",
)
