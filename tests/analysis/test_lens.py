"""The lens of one choice, by hand."""

import pytest
import torch

from playground.analysis.lens import lens_rows
from playground.analysis.next_token import Row
from playground.decoding.sampling import SamplingParams, distribution

LENS = torch.tensor(
    [[0.125, 0.125, 0.25, 0.5], [0.25, 0.25, 0.25, 0.25], [0.5, 0.25, 0.125, 0.125]],
    dtype=torch.float64,
).log()


def test_rows_by_hand() -> None:
    first, even, last = lens_rows(LENS, 2, vocab_size=4, label="abcd".__getitem__, guesses=2)
    assert [(guess.id, guess.label) for guess in first.guesses] == [(3, "d"), (2, "c")]
    assert [guess.before for guess in first.guesses] == pytest.approx([0.5, 0.25])
    assert first.guesses[0] == Row(3, "d", first.guesses[0].before, first.guesses[0].before)
    assert (first.probability, first.rank) == (pytest.approx(0.25), 2)
    assert [guess.id for guess in even.guesses] == [0, 1]
    assert (even.probability, even.rank) == (pytest.approx(0.25), 1)
    assert (last.probability, last.rank) == (pytest.approx(0.125), 3)


def test_padding_is_no_guess_and_has_no_share() -> None:
    (row,) = lens_rows(torch.tensor([[0.0, 1, 2, 50, 60]]), 0, vocab_size=3, label=str, guesses=9)
    assert [guess.id for guess in row.guesses] == [2, 1, 0]
    assert row.rank == 3
    assert sum(guess.before for guess in row.guesses) == pytest.approx(1)


def test_the_last_row_is_what_the_model_said() -> None:
    logits = torch.randn(4, 300, generator=torch.Generator().manual_seed(1)) * 3
    found = lens_rows(logits, 17, vocab_size=300, label=str, guesses=3)
    wanted = distribution(logits[-1], SamplingParams())
    order = wanted.argsort(descending=True).tolist()
    assert [guess.id for guess in found[-1].guesses] == order[:3]
    assert [guess.before for guess in found[-1].guesses] == wanted[order[:3]].tolist()
    assert found[-1].probability == float(wanted[17])
    assert found[-1].rank == 1 + order.index(17)
    assert len(found) == 4
