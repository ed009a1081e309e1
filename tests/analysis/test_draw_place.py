"""The pieces in which candidates lie, held against the draw itself."""

import random
from itertools import pairwise

import pytest
import torch

from playground.analysis.draw_place import Piece, pieces_of
from playground.decoding.choice import draw, drawn
from playground.decoding.filters import Filtered
from playground.decoding.generation import uniform_of
from playground.decoding.sampling import SamplingParams, filtered

CASES = 600


def shares(*parts: float) -> torch.Tensor:
    return torch.tensor(parts, dtype=torch.float64).log()


def holder(pieces: tuple[Piece, ...], uniform: float) -> int:
    """The id of the one piece that holds a number."""
    (found,) = [piece.id for piece in pieces if piece.start <= uniform < piece.end]
    return found


def case(number: int) -> tuple[Filtered, int]:
    """A choice of 2 to 5,000 ids, and how many of them are no padding."""
    chance = random.Random(number)
    size = chance.choice([2, 5, 40, 700, 5000])
    logits = torch.randn(size, generator=torch.Generator().manual_seed(number)) * 3
    if number % 3 == 0:
        logits = logits.round()  # many are equal
    real = size - chance.choice([0, 0, 1, size // 3])
    params = SamplingParams(
        temperature=chance.choice([0, 0.05, 0.7, 1, 1.7]),
        top_k=chance.choice([0, 0, 1, 5, 40, 2000]),
        top_p=chance.choice([1, 1, 0.93, 0.61, 0.07]),
        min_p=chance.choice([0, 0, 0.013, 0.21, 1]),
        repetition_penalty=chance.choice([1, 1.3]),
    )
    history = [chance.randrange(real) for _ in range(5)]
    return filtered(logits, params, prompt_ids=history, vocab_size=real), real


def test_pieces_by_hand() -> None:
    choice = filtered(shares(0.5, 0.25, 0.125, 0.125), SamplingParams())
    found = pieces_of(choice, [0, 1, 2, 3])
    assert [piece.id for piece in found] == [0, 1, 2, 3]
    assert [piece.start for piece in found] == pytest.approx([0, 0.5, 0.75, 0.875])
    assert [piece.end for piece in found] == pytest.approx([0.5, 0.75, 0.875, 1])


def test_removed_ids_have_no_piece_and_leave_no_gap() -> None:
    choice = filtered(shares(0.3, 0.1, 0.4, 0.2), SamplingParams(top_k=2))
    found = pieces_of(choice, [3, 2, 1, 0])
    assert [piece.id for piece in found] == [0, 2]
    assert [(piece.start, piece.end) for piece in found] == [
        (0, pytest.approx(3 / 7)),
        (pytest.approx(3 / 7), 1),
    ]


def test_only_what_is_asked_for_comes_once_and_from_left_to_right() -> None:
    choice = filtered(shares(0.5, 0.25, 0.125, 0.125), SamplingParams())
    found = pieces_of(choice, [3, 1, 3])
    assert [piece.id for piece in found] == [1, 3]
    assert found[1].start == pytest.approx(0.875)
    assert pieces_of(choice, []) == ()


def test_greedy_leaves_one_piece() -> None:
    choice = filtered(shares(0.25, 0.5, 0.25), SamplingParams(temperature=0))
    assert pieces_of(choice, [0, 1, 2]) == (Piece(1, 0.0, 1.0),)


@pytest.mark.parametrize("size", [3, 5000])
def test_ids_without_a_chance_have_no_piece(size: int) -> None:
    """No filter takes them out; padding and what is too unlikely for a float have 0."""
    logits = torch.zeros(size)
    logits[1] = -10_000
    found = pieces_of(filtered(logits, SamplingParams(), vocab_size=size - 1), range(size))
    assert [piece.id for piece in found] == [0, *range(2, size - 1)]
    assert found[-1].end == 1


@pytest.mark.parametrize("part", range(6))
def test_the_piece_that_holds_the_number_is_the_token_that_is_drawn(part: int) -> None:
    edge = 1 - 2**-53
    for number in range(part * CASES // 6, (part + 1) * CASES // 6):
        choice, _ = case(number)
        pieces = pieces_of(choice, range(choice.ranking.size))
        for uniform in (*(uniform_of(number, place) for place in range(5)), 0.0, edge):
            token_id = drawn(choice, uniform).id
            assert draw(choice.after, uniform) == token_id
            assert holder(pieces, uniform) == token_id, (number, uniform)


def test_pieces_fill_everything_and_are_as_wide_as_the_chances() -> None:
    for number in range(100):
        choice, real = case(number)
        pieces = pieces_of(choice, range(choice.ranking.size))
        assert (pieces[0].start, pieces[-1].end) == (0, 1)
        assert all(one.end == other.start for one, other in pairwise(pieces))
        widths = {piece.id: piece.end - piece.start for piece in pieces}
        for token_id, chance in enumerate(choice.after.tolist()):
            assert widths.get(token_id, 0) == pytest.approx(chance, abs=1e-12)
            assert token_id in widths or chance < 1e-15
            assert token_id < real or token_id not in widths
