"""What went wrong, in English."""

from playground.locales.words import ErrorWords

ERRORS = ErrorWords(
    heads_do_not_divide="d_model {d_model} cannot be split over {num_heads} heads. Try "
    "{heads:head|heads}, or d_model {widths}. The charts still show the last model that works.",
    empty="{name} is empty. Give a number from {least} to {most}.",
    no_choice="{name} is empty. Choose one of: {allowed}.",
    list_empty="{name} is empty. Give 1 to {most} numbers, with commas between.",
    not_a_number="{name}: {given} is not a number. Give a number from {least} to {most}.",
    not_whole="{name}: {given} is not a whole number. Give one from {least} to {most}.",
    out_of_range="{name}: {given} is out of range. Give a number from {least} to {most}.",
    not_a_choice="{name}: {given} is not a choice. Choose one of: {allowed}.",
    list_length="{name}: {given} values were given; give 1 to {most}, with commas between.",
    unclear_number="{name}: {given} can be read in two ways. Write a decimal point (0.7), no "
    "separator in thousands (1000), and a space after each comma between numbers (0.2, 0.7).",
    not_text="The prompt is {given}; give text.",
    too_large_to_run="This model has {parameters} parameters; models up to {limit} can run here. "
    "With random weights the limit is {preset_limit} for a preset and {custom_limit} for a shape "
    "of your own, which is built anew each time; the real weights of a preset may be larger. Its "
    "parameters and its mask are shown in full. To see it guess and write, load its real weights "
    "where the page offers them, choose a smaller preset, or make d_model much smaller: with a "
    "large vocabulary the embedding alone is above the limit.",
    vocabulary_too_small="The Tang characters need a vocabulary of {needed} or more; {given} was "
    "given. Choose {needed}, or the GPT-2 tokenizer.",
    odd_width="d_model {given} is odd; sine and cosine come in pairs. Try {widths}.",
    tokenizer="This tokenizer cannot be used: {reason} Choose a model with the other one.",
    asset="The trained weights cannot be used: {reason} The other models work.",
    other="{reason}",
    either="{first} or {second}",
    by_code={},
)
