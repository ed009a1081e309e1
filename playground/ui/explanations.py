"""What each control of the sampler does, told with the numbers of the prompt on the page."""

from playground.analysis.explanations import Explanations, explanations
from playground.decoding.generation import uniform_of
from playground.decoding.sampling import SamplingParams
from playground.figures.formatting import format_share
from playground.locales.counts import Count
from playground.serving.inspection import Inspector
from playground.text.labels import token_label
from playground.text.script import isolated
from playground.ui import fragments
from playground.ui.scene import Scene

SEED, NUMBERS = 7, 3
"""A seed, and how many of its random numbers are told."""


def explained(inspector: Inspector, scene: Scene) -> str:
    """A fold with a paragraph a control."""
    facts = explanations(
        inspector.logits(scene.choice, scene.vocab_size, scene.prompt.ids),
        scene.params,
        prompt_ids=scene.prompt.ids,
        vocab_size=scene.vocab_size,
    )
    words, sampler = scene.words.explain, scene.words.sampler
    label = isolated(token_label(scene.encoding, facts.favourite))
    paragraphs = [
        (
            sampler.temperature.label,
            words.temperature.format(
                vocab=f"{scene.vocab_size:,}",
                even=format_share(facts.even),
                label=label,
                share=format_share(facts.share),
                temperature=f"{scene.params.temperature or 1.0:g}",
                cold=format_share(facts.cold_share),
                hot=format_share(facts.hot_share),
            ),
        ),
        (
            sampler.top_k.label,
            words.top_k.format(
                top_k=Count(facts.top_k), mass=format_share(facts.top_k_mass), label=label
            ),
        ),
        (
            sampler.top_p.label,
            words.top_p.format(half=f"{facts.half:,}", most=f"{facts.most:,}")
            + _after(scene, "top_k"),
        ),
        (
            sampler.min_p.label,
            words.min_p.format(
                label=label,
                share=format_share(facts.share),
                min_p=f"{facts.min_p:g}",
                least=format_share(facts.min_p_least),
                count=f"{facts.min_p_count:,}",
            )
            + _after(scene, "top_k", "top_p"),
        ),
        (
            sampler.repetition_penalty.label,
            _penalty(facts, scene),
        ),
        (
            sampler.max_new_tokens.label,
            words.max_new_tokens.format(
                tokens=Count(len(scene.prompt.ids) + scene.prompt.dropped),
                context=f"{scene.choice.config.context_length:,}",
            ),
        ),
        (sampler.seed.label, words.seed.format(seed=SEED, numbers=_row(SEED))),
    ]
    return fragments.explained(words.heading, paragraphs)


def _row(seed: int) -> str:
    return ", ".join(f"{uniform_of(seed, place):.4f}" for place in range(NUMBERS)) + ", …"


def _after(scene: Scene, *filters: str) -> str:
    """A sentence on which filters the tokens are counted after: those of them that are on."""
    off = SamplingParams()
    names = scene.words.lab.stage_names
    settings = [(name, getattr(scene.params, name)) for name in filters]
    used = [f"{names[name]} = {at:g}" for name, at in settings if at != getattr(off, name)]
    said = scene.words.explain.counted_after.format(filters=", ".join(used))
    return f" {said}" if used else ""


def _penalty(facts: Explanations, scene: Scene) -> str:
    words, rewards = scene.words.explain, facts.penalty < 1
    if scene.prompt.empty:
        sign = words.reward_empty if rewards else words.penalty_empty
    elif facts.logit > 0:
        sign = words.reward_positive if rewards else words.penalty_positive
    else:
        sign = words.reward_negative if rewards else words.penalty_negative
    sign = sign.format(
        label=isolated(token_label(scene.encoding, facts.repeated)),
        logit=f"{facts.logit:.2f}",
        penalty=f"{facts.penalty:g}",
        penalised=f"{facts.penalised:.2f}",
    )
    template = words.repetition_reward if rewards else words.repetition_penalty
    return template.format(sign=sign, penalty=f"{facts.penalty:g}")
