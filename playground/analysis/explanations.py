"""What each control of the sampler does to one choice, in numbers for its explanation."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from torch import Tensor

from playground.decoding.filters import Filtered
from playground.decoding.sampling import SamplingParams, filtered, penalised

COLD, HOT = 0.5, 2.0
TOP_K, MIN_P, PENALTY = 40, 0.05, 1.3
"""What is told of where a control is off."""
HALF, MOST = 0.5, 0.9


@dataclass(frozen=True)
class Explanations:
    """favourite       the likeliest id, with its share now, at temperature COLD and at HOT
    even            share of every token if all were equal
    top_k           of the sampler, or TOP_K; top_k_mass: what so many have together
    half, most      tokens that hold HALF and MOST of the probability of what top-k leaves
    min_p           of the sampler, or MIN_P; min_p_least: the least share it keeps, and
                    min_p_count: how many tokens have that after top-k and top-p
    penalty         of the sampler, or PENALTY where it is off; repeated: the likeliest id of the
                    prompt, with its logit and its penalised logit
    """

    favourite: int
    share: float
    cold_share: float
    hot_share: float
    even: float
    top_k: int
    top_k_mass: float
    half: int
    most: int
    min_p: float
    min_p_least: float
    min_p_count: int
    penalty: float
    repeated: int
    logit: float
    penalised: float


def explanations(
    logits: Tensor, params: SamplingParams, *, prompt_ids: Sequence[int], vocab_size: int
) -> Explanations:
    """For logits (V,) after a prompt of at least one id; errors as in `filtered`."""
    plain = params.without_filters()

    def left(**changes: float) -> Filtered:
        changed = replace(plain, **changes)  # type: ignore[arg-type]
        return filtered(logits, changed, prompt_ids=prompt_ids, vocab_size=vocab_size)

    ranking = left().ranking
    shares, favourite = ranking.shares, int(ranking.head(1).ids[0])
    top_k, min_p = params.top_k or TOP_K, params.min_p or MIN_P
    penalty = PENALTY if params.repetition_penalty == 1 else params.repetition_penalty
    own = penalised(logits, SamplingParams(), (), (), vocab_size)
    repeated = max(dict.fromkeys(prompt_ids), key=own.__getitem__)
    changed = SamplingParams(repetition_penalty=penalty)
    return Explanations(
        favourite=favourite,
        share=float(shares[favourite]),
        cold_share=float(left(temperature=COLD).ranking.shares[favourite]),
        hot_share=float(left(temperature=HOT).ranking.shares[favourite]),
        even=1 / vocab_size,
        top_k=top_k,
        top_k_mass=left(top_k=top_k).mass,
        half=left(top_k=params.top_k, top_p=HALF).count,
        most=left(top_k=params.top_k, top_p=MOST).count,
        min_p=min_p,
        min_p_least=min_p * float(shares[favourite]),
        min_p_count=left(top_k=params.top_k, top_p=params.top_p, min_p=min_p).count,
        penalty=penalty,
        repeated=repeated,
        logit=float(own[repeated]),
        penalised=float(penalised(logits, changed, prompt_ids, (), vocab_size)[repeated]),
    )
