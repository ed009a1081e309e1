"""The sampling lab in English."""

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
    tab="Side by side",
    note="One prompt, one seed, several settings: every column draws with the same random numbers, "
    "so all that differs comes from the settings. Min-p and the penalty are those of the "
    "sampler. At most {count} tokens each; orange ones were unlikely at their temperature, "
    "blue ones likely.",
    columns="Columns",
    start="Write all",
    column="column",
    tokens="tokens",
    entropy="entropy per token, bits",
    surprise="surprise per token, bits",
    distinct="different tokens",
    repeated="repeated runs of four",
    same="All columns are the same in all {count:token|tokens}.",
    parted="The columns part at token {place}, which is marked.",
    caption="Entropy tells how open the choices were that the text was drawn from; surprise, how "
    "little the model alone would have expected what was written. Low temperatures repeat "
    "themselves, high ones wander.",
)

SWEEP = SweepWords(
    tab="Sweep",
    note="One short text for every pair of temperature and top-k, all with the same seed. Orange "
    "tokens were unlikely at that temperature, blue ones likely. Top-k 0 is off, 1 is greedy.",
    listed="Up to {most} numbers, with commas between them.",
    length="Tokens a cell",
    start="Fill the grid",
    progress="{done} of {count:cell|cells}",
    off="off",
    corner="temperature \\ top-k",
    entropy="Entropy per token, bits",
    entropy_note="How open each choice was. It mostly rises with temperature and with top-k (0 is "
    "off, so all tokens are in). Where top-k is 1 or the temperature 0 there is nothing to choose, "
    "so it is 0.",
    repeated="Repeated runs of four tokens",
    repeated_note="The part of a text that has stood in it before, word for word. Careful "
    "settings go round in circles; the higher the temperature, the rarer that is.",
)

TRACE = TraceWords(
    tab="Token by token",
    note="Press a token to see the choice that it came from; the arrow keys go to its neighbours. "
    "Then take another candidate, and see how the text would have gone on. At most {count} tokens.",
    start="Write a text",
    take="Take the text of Generate",
    empty="There is no text yet: press “Write a text”.",
    branches="Texts so far: choose one to go back to it",
    first_text="{number}: the first text",
    branch_name="{number}: from {parent}, with “{label}” as token {place}",
    place=Control("Token", "Counted from the first one that was written."),
    candidate=Control(
        "Another candidate, with its chance",
        "The text is written anew from here on, with the same random numbers as before.",
    ),
    fork="Branch here",
    drawn="Token {place}, “{label}”: rank {rank}, {before} before the filters, {after} after. The "
    "random number was {uniform}.",
    greedy="Token {place}, “{label}”: the favourite, taken without a draw (greedy). The model gave "
    "it {before}.",
    by_hand="Token {place}, “{label}”: you chose it. Rank {rank}, {before} before the filters, "
    "{after} after.",
    pieces_title="random number",
    pieces_note="Every candidate has a piece as wide as its probability, in the order of their "
    "ids; grey is what all the others share. Here nothing was drawn.",
    draw_note="Every candidate has a piece as wide as its probability, in the order of their ids; "
    "grey is what all the others share. A random number from 0 to 1 is drawn, and the piece under "
    "it is the next token.",
    uniform="drawn:",
    candidates="What it was chosen from",
    attention="Where this token looks",
    attention_caption="Once it is written, “{query}” looks back to help choose the next token. In "
    "layer {layer}, head {head}, it looks most at “{key}” ({weight}). All bars, and what lies too "
    "far back to be drawn here ({earlier}), add up to 100%.",
    attention_note="A large weight on the first token is common, and a weight alone does not "
    "explain a choice.",
    lens="What each layer would have said",
    lens_caption="The last row is the model's answer, at temperature 1 and without filters; the "
    "rows above are its guess if it ended after that layer. “{label}” was never the first guess; "
    "in the end its rank is {rank}.",
    lens_first_caption="The last row is the model's answer, at temperature 1 and without filters; "
    "the rows above are its guess if it ended after that layer. “{label}” is the first guess from "
    "layer {layer} at the earliest; in the end its rank is {rank}.",
    lens_note="Every row is read through the norm and the output head that were trained for the "
    "last layer, so nonsense in early layers is normal.",
    layer="layer {number}",
    layer_title="layer",
    guess_title="guess, the likeliest first",
    written_share="probability of the written token",
    written_rank="its rank",
)

RACE = RaceWords(
    tab="The cache",
    note="One text is written twice, token by token in turns and by the same code: with the cache, "
    "which keeps the keys and values of all earlier tokens, and without it, so that each token "
    "costs a pass over all of them. Others use this computer too: each pass is tried up to {tries} "
    "times, and the least processor time counts.",
    length="Tokens",
    start="Write both ways",
    waiting="working … one experiment runs at a time, and others may come before yours.",
    too_short="That was over too soon to compare: take another prompt, or write more tokens.",
    cached="With the cache",
    plain="Without",
    rate_note="tokens per second of processor time, median",
    cached_ms="with the cache, ms",
    plain_ms="without, ms",
    position_title="position in the text",
    time_title="milliseconds of processor time per token",
    same="The same {count:token|tokens} both times.",
    differ="{count:token|tokens} both times, but the texts differ: both ways round differently in "
    "the last digits, and two tokens were almost tied.",
    faster="With the cache a token was computed {times} times as fast.",
    even="Both ways were about equally fast.",
    unclear="The times jump too much to tell which way is faster: try again.",
    grows="Without it a token took {first} ms at first and {last} ms near position {length}: the "
    "longer the text, the longer each token takes. So the time for a long text grows roughly with "
    "the square of its length.",
    flat="Without it a token took {first} ms at first and {last} ms near position {length}: in a "
    "text this short, no clear growth.",
    noisy="The times without the cache jump too much to tell whether they grow: try again.",
    memory="The cache costs memory: {each} per token, here {whole} for {count:token|tokens}.",
)

BEAM = BeamWords(
    tab="Beam search",
    note="Beam search draws nothing at random: it follows the few likeliest beginnings side by "
    "side, and of the texts that it finds keeps the one whose tokens are likeliest on average. It "
    "does not try all texts, so a likelier one may exist. Scores are the model's own: temperature "
    "1, no penalty, no filters. The sampler writes as many tokens beside it, with the sampler's "
    "settings, and its text is scored in the same way.",
    width="Beams",
    length="Tokens",
    start="Search",
    caption="The thick line is the highest-scoring text that was found, “{text}”: its tokens have "
    "a mean log-probability of {score} (closer to 0 is likelier). The sampler wrote “{sampled}” "
    "with {sampled_score}.",
    moral="Likelier is not livelier: what scores highest is safe and often repeats itself, which "
    "is why people sample.",
    alike="The thick line is the highest-scoring text that was found, “{text}”, with a mean "
    "log-probability of {score}. The sampler wrote the same one.",
    depth_title="token",
    beam_title="beam",
    probability="probability",
    log_probability="log-probability",
    total="sum of log-probabilities",
    score="mean log-probability",
    rank="beam {number}",
    sampled="sampled",
    which="which",
    text="text",
)

EXPLAIN = ExplainWords(
    heading="What each slider does, with this prompt's numbers",
    temperature="Temperature divides all logits before they become probabilities. Near 0 the "
    "favourite takes everything, which is greedy; very high, all {vocab} tokens come to the same "
    "{even}. The favourite here, “{label}”, has {share} at temperature {temperature}, {cold} at "
    "0.5 and {hot} at 2; the order of the tokens never changes.",
    top_k="Top-k keeps the k most probable tokens and takes out all others, however good they "
    "are. Here the first {top_k:token holds|tokens hold} {mass} of the probability. Top-k 1 "
    "leaves only “{label}”, so it is the same as greedy; 0 turns it off.",
    top_p="Top-p keeps the fewest tokens that hold that much of the probability together. How many "
    "that takes here: {half} for 50%, {most} for 90%. It adapts: where the model is sure, "
    "one token may be enough; where it is not, many stay. Top-k keeps the same number every time.",
    min_p="Min-p keeps the tokens that have at least that part of the probability of the most "
    "likely one. “{label}” has {share}, so at {min_p} a token needs {least}; how many have it: "
    "{count}. The surer the model, the higher that bar; 0 turns it off.",
    counted_after="Tokens are counted here after {filters}.",
    repetition_penalty="The repetition penalty makes tokens that stand in the text already less "
    "likely, once each, however often they occur. {sign} It is no ban: such a token can still be "
    "drawn. Below 1 it rewards repetition instead.",
    repetition_reward="At {penalty} the repetition penalty rewards repetition, as it does "
    "everywhere below 1: tokens that stand in the text already become more likely, once each, "
    "however often they occur. {sign} Above 1 they become less likely.",
    max_new_tokens="Length is the most tokens that are written; a text may end earlier. Your "
    "prompt has {tokens:token|tokens}, and the model sees {context} at most: once prompt and text "
    "together are longer, the oldest ones drop out of its sight.",
    seed="A computer draws with a row of numbers that only look random, and the seed fixes the "
    "whole row: with {seed} it begins {numbers} (PyTorch's Mersenne Twister). So the same seed "
    "with the same settings gives the same text; a blank box takes a new seed each time.",
    penalty_positive="“{label}” is in the prompt. Its logit {logit} is positive, so it is divided "
    "by {penalty} and becomes {penalised}; a negative one is multiplied, since dividing it would "
    "bring it closer to 0, which is likelier.",
    penalty_negative="“{label}” is in the prompt. Its logit {logit} is negative, so it is "
    "multiplied by {penalty} and becomes {penalised}; dividing it would bring it closer to 0, "
    "which is likelier. A positive one is divided.",
    penalty_empty="A positive logit is divided by it, a negative one multiplied, since dividing it "
    "would bring it closer to 0, which is likelier.",
    reward_positive="“{label}” is in the prompt. Its logit {logit} is positive, so it is divided "
    "by {penalty} and rises to {penalised}; a negative one is multiplied and comes closer to 0, so "
    "it rises too.",
    reward_negative="“{label}” is in the prompt. Its logit {logit} is negative, so it is "
    "multiplied by {penalty} and rises to {penalised}, closer to 0; a positive one is divided and "
    "rises too.",
    reward_empty="A positive logit is divided by it, a negative one multiplied: both rise.",
)
