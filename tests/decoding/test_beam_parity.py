"""Beam search against transformers, with the same weights on both sides."""

from collections.abc import Sequence
from typing import Any

import pytest
import torch

from playground.decoding.beam import BeamTree, beam_search
from playground.decoding.generation import generate
from playground.decoding.model_source import ModelSource
from playground.decoding.sampling import SamplingParams
from playground.gpt.checkpoint import copy_weights
from playground.gpt.config import GPTConfig
from playground.gpt.gpt2_layout import from_gpt2
from playground.gpt.model import GPTModel

CONTEXT, LENGTH, IDS = 24, 8, 23
END = 21
WIDTHS = (1, 2, 3, 4, 5)


@pytest.fixture(scope="module")
def reference() -> Any:
    """A tiny GPT2LMHeadModel, flat enough for the beams to differ from greedy."""
    transformers = pytest.importorskip("transformers")
    config = transformers.GPT2Config(
        vocab_size=IDS,
        n_positions=CONTEXT,
        n_embd=32,
        n_layer=2,
        n_head=4,
        initializer_range=0.2,
        eos_token_id=None,
        bos_token_id=None,
        pad_token_id=0,
    )
    with torch.random.fork_rng():
        torch.manual_seed(11)
        return transformers.GPT2LMHeadModel(config).eval().requires_grad_(False)


@pytest.fixture(scope="module")
def source(reference: Any) -> ModelSource:
    config = GPTConfig(IDS, CONTEXT, d_model=32, num_heads=4, num_layers=2)
    model = GPTModel(config).eval().requires_grad_(False)
    shapes = {name: parameter.shape for name, parameter in model.named_parameters()}
    copy_weights(model, from_gpt2(config, shapes, reference.state_dict()))
    return ModelSource(model)


def last_tree(source: ModelSource, prompt: Sequence[int], width: int, **named: Any) -> BeamTree:
    *_, tree = beam_search(source, prompt, width=width, **{"max_new_tokens": LENGTH} | named)
    return tree


def random_ids(count: int, seed: int) -> list[int]:
    generator = torch.Generator().manual_seed(seed)
    return torch.randint(IDS, (count,), generator=generator).tolist()


PROMPTS = [random_ids(1 + seed % 12, seed) for seed in range(20)]


def expected(
    reference: Any, prompt: list[int], width: int, end: int | None
) -> list[tuple[tuple[int, ...], float]]:
    """(ids, score) of all texts that transformers returns, the best first."""
    found = reference.generate(
        torch.tensor([prompt]),
        attention_mask=torch.ones(1, len(prompt), dtype=torch.long),
        num_beams=width,
        num_return_sequences=width,
        do_sample=False,
        length_penalty=1.0,
        early_stopping=False,
        max_new_tokens=LENGTH,
        eos_token_id=end,
        pad_token_id=0,
        output_scores=True,
        return_dict_in_generate=True,
    )
    texts = [cut(row[len(prompt) :].tolist(), end) for row in found.sequences]
    if width > 1:
        return list(zip(texts, found.sequences_scores.tolist(), strict=True))
    steps = zip(texts[0], found.scores, strict=True)
    total = sum(float(row[0].log_softmax(dim=0)[token_id]) for token_id, row in steps)
    return [(texts[0], total / len(texts[0]))]


def cut(ids: list[int], end: int | None) -> tuple[int, ...]:
    """Without the padding behind the end of a text."""
    return tuple(ids[: ids.index(end) + 1] if end in ids else ids)


@pytest.mark.parametrize("end", [None, END])
@pytest.mark.parametrize("width", WIDTHS)
def test_all_texts_and_scores_equal_transformers(
    reference: Any, source: ModelSource, width: int, end: int | None
) -> None:
    ended, lengths = 0, set()
    for prompt in PROMPTS:
        texts = last_tree(source, prompt, width, end_of_text=end).hypotheses
        due = expected(reference, prompt, width, end)
        assert [text.ids for text in texts] == [ids for ids, _ in due]
        assert [text.score for text in texts] == pytest.approx([s for _, s in due], abs=1e-4)
        ended += sum(text.ended == "stop" for text in texts)
        lengths |= {len(text.ids) for text in texts}
    assert (ended > 0) == (end is not None)
    assert end is None or len(lengths) > 2


def test_one_beam_is_greedy(source: ModelSource) -> None:
    for prompt in PROMPTS:
        greedy = generate(
            source, prompt, SamplingParams(temperature=0), max_new_tokens=40, seed=0,
            end_of_text=END,
        )  # fmt: skip
        tree = last_tree(source, prompt, 1, max_new_tokens=40, end_of_text=END)
        assert tree.best.ids == tuple(step.id for step in greedy)


def test_beams_find_likelier_texts_than_greedy(source: ModelSource) -> None:
    gains = [
        last_tree(source, prompt, 5).best.score - last_tree(source, prompt, 1).best.score
        for prompt in PROMPTS
    ]
    assert sum(gain > 0.01 for gain in gains) >= 8


@pytest.mark.parametrize("width", WIDTHS)
def test_a_tree_grows_to_the_last_one(source: ModelSource, width: int) -> None:
    trees = list(
        beam_search(source, PROMPTS[3], width=width, max_new_tokens=LENGTH, end_of_text=END)
    )
    last = trees[-1]
    assert [tree.finished for tree in trees] == [False] * (len(trees) - 1) + [True]
    for depth, tree in enumerate(trees, start=1):
        assert tree.nodes == last.nodes[: len(tree.nodes)]
        assert max(node.depth for node in tree.nodes) == depth
        assert sum(node.depth == depth for node in tree.nodes) <= 2 * width
        scores = [text.score for text in tree.hypotheses]
        assert scores == sorted(scores, reverse=True)
        assert len(scores) <= width


def test_totals_are_sums_along_the_path_of_the_models_own_log_probabilities(
    source: ModelSource,
) -> None:
    prompt = PROMPTS[5]
    tree = last_tree(source, prompt, 4, end_of_text=END)
    for node in tree.nodes:
        parent = None if node.parent is None else tree.nodes[node.parent]
        assert node.depth == 1 + (parent.depth if parent else 0)
        assert node.total == pytest.approx((parent.total if parent else 0) + node.log_probability)
        assert parent is None or parent.ended is None
    for text in tree.hypotheses:
        ids = torch.tensor([[*prompt, *text.ids]])
        with torch.no_grad():
            steps = source.model(ids).logits[0, len(prompt) - 1 : -1].log_softmax(dim=-1)
        due = sum(float(row[token_id]) for row, token_id in zip(steps, text.ids, strict=True))
        assert text.total == pytest.approx(due, abs=1e-4)
        assert text.score == pytest.approx(due / len(text.ids), abs=1e-4)
        assert [tree.nodes[place].id for place in text.nodes] == list(text.ids)
