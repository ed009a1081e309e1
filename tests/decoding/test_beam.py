"""Beam search by hand, and at its edges."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import pytest
import torch

from playground.decoding.beam import BeamTree, beam_search
from playground.decoding.model_source import ModelSource
from playground.errors import InputError, SamplingError
from playground.gpt.config import GPTConfig
from playground.gpt.model import GPTModel

Build = Callable[..., GPTModel]


def last_tree(source: ModelSource, prompt: Sequence[int], width: int, **named: Any) -> BeamTree:
    *_, tree = beam_search(source, prompt, width=width, **named)
    return tree


def random_ids(count: int) -> list[int]:
    generator = torch.Generator().manual_seed(2)
    return torch.randint(97, (count,), generator=generator).tolist()


def chain(rows: Sequence[Sequence[float]]) -> ModelSource:
    """A model that gives rows[i][j] as the probability of id j after id i, whatever came before."""
    size = len(rows)
    config = GPTConfig(
        size, 8, d_model=size + 1, num_heads=1, num_layers=1, weight_tying=False, use_bias=False
    )
    model = GPTModel(config).eval()
    with torch.no_grad():
        for parameter in model.blocks.parameters():
            parameter.zero_()
        model.token_embedding.weight.copy_(torch.eye(size, size + 1))
        model.position_embedding.weight.zero_()
        states = model.final_norm(model.token_embedding.weight)  # (V, C)
        model.head.weight.copy_((torch.linalg.pinv(states) @ torch.tensor(rows).log()).T)
    return ModelSource(model)


TINY = 1e-6
GARDEN_PATH = [
    [TINY, 0.6, 0.4, TINY, TINY],
    [TINY, TINY, TINY, 0.55, 0.45],
    [TINY, TINY, TINY, 0.9, 0.1],
    [0.4, 0.3, 0.1, 0.1, 0.1],
    [0.2, 0.2, 0.2, 0.2, 0.2],
]


def test_a_second_beam_finds_the_text_behind_the_less_likely_first_token() -> None:
    """0.4 * 0.9 is more than 0.6 * 0.55."""
    greedy, tree = (last_tree(chain(GARDEN_PATH), [0], n, max_new_tokens=2) for n in (1, 2))
    assert greedy.best.ids == (1, 3)
    assert [text.ids for text in tree.hypotheses] == [(2, 3), (1, 3)]
    assert [(n.id, n.parent, n.ended) for n in tree.nodes] == [
        (1, None, None), (2, None, None), (3, 1, "length"), (3, 0, "length"),
    ]  # fmt: skip
    shares = [math.exp(node.total) for node in tree.nodes]
    assert shares == pytest.approx([0.6, 0.4, 0.36, 0.33], abs=1e-4)


def test_two_children_of_one_beam_go_their_own_ways() -> None:
    tree = last_tree(chain(GARDEN_PATH), [1], 2, max_new_tokens=2)
    assert [node.id for node in tree.nodes[:2]] == [3, 4]
    assert [(node.id, node.parent) for node in tree.nodes[2:]] == [(0, 0), (1, 0)]


def test_equals_are_taken_by_rising_id_and_beam() -> None:
    source = chain([[0.25] * 4] * 4)
    torch.nn.init.zeros_(source.model.head.weight)
    tree = last_tree(source, [0], 3, max_new_tokens=2)
    assert [node.id for node in tree.nodes[:3]] == [0, 1, 2]
    assert [text.ids for text in tree.hypotheses] == [(0, 0), (0, 1), (0, 2)]


def test_a_search_ends_when_no_beam_can_become_better() -> None:
    """Id 2 ends a text; behind it stands 0.9 at depth 1 and 0.1 * 0.9 at depth 2."""
    source = chain([[0.1, TINY, 0.9], [0.1, TINY, 0.9], [0.3, 0.3, 0.4]])
    trees = list(beam_search(source, [1], width=2, max_new_tokens=50, end_of_text=2))
    assert [text.ids for text in trees[-1].hypotheses] == [(2,), (0, 2)]
    assert [text.ended for text in trees[-1].hypotheses] == ["stop", "stop"]
    assert len(trees) == 2


def test_fewer_ids_than_beams() -> None:
    source = chain([[0.5, 0.5], [0.5, 0.5]])
    assert len(last_tree(source, [0], 5, max_new_tokens=3).hypotheses) == 5
    only_the_end = ModelSource(source.model, vocab_size=1)
    tree = last_tree(only_the_end, [0], 5, max_new_tokens=3, end_of_text=0)
    assert [text.ids for text in tree.hypotheses] == [(0,)]


@pytest.mark.parametrize("prompt_length", [10, 16, 40])
def test_beams_go_on_beyond_the_context(loud_model: Build, prompt_length: int) -> None:
    model = loud_model()
    prompt = random_ids(prompt_length)
    tree = last_tree(ModelSource(model), prompt, 4, max_new_tokens=14)
    for text in tree.hypotheses:
        ids, total = list(prompt), 0.0
        for token_id in text.ids:
            with torch.no_grad():
                row = model(torch.tensor([ids[-16:]])).logits[0, -1].log_softmax(dim=0)
            ids.append(token_id)
            total += float(row[token_id])
        assert text.total == pytest.approx(total, abs=1e-4)


def test_a_padded_vocabulary_has_no_share(loud_model: Build) -> None:
    model = loud_model(vocab_size=128)
    tree = last_tree(ModelSource(model, vocab_size=97), [5], 5, max_new_tokens=8)
    assert max(node.id for node in tree.nodes) < 97
    with torch.no_grad():
        row = model(torch.tensor([[5]])).logits[0, -1, :97].log_softmax(dim=0)
    first = tree.nodes[0]
    assert first.id == int(row.argmax())
    assert first.log_probability == pytest.approx(float(row.max()), abs=1e-5)


def test_a_caller_may_stop_after_any_depth(loud_model: Build) -> None:
    trees = beam_search(ModelSource(loud_model()), [5], width=3, max_new_tokens=10**9)
    assert [len(next(trees).nodes) for _ in range(3)] == [3, 6, 9]


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"width": 0}, "width is 0; allowed: a whole number from 1 to 5"),
        ({"width": 6}, "width is 6; allowed"),
        ({"width": 2.5}, "width is 2.5; allowed"),
        ({"max_new_tokens": 0}, "max_new_tokens is 0; allowed: a whole number of at least 1"),
    ],
)
def test_bad_settings_get_a_sentence_at_the_call(
    loud_model: Build, settings: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(SamplingError, match=sentence):
        beam_search(ModelSource(loud_model()), [5], **{"width": 2, "max_new_tokens": 3} | settings)


def test_a_bad_prompt_gets_a_sentence_at_the_call(loud_model: Build) -> None:
    with pytest.raises(InputError, match="no token to continue"):
        beam_search(ModelSource(loud_model()), [], width=2, max_new_tokens=3)
    with pytest.raises(InputError, match="Token id 97"):
        beam_search(ModelSource(loud_model()), [97], width=2, max_new_tokens=3)
