"""The attention map holds the weights that the model returns."""

import pytest
import torch

from playground.analysis.attention import attention_map, attention_row
from playground.gpt.config import GPTConfig
from playground.gpt.model import GPTModel

WEIGHTS = torch.tensor([[1.0, 0.0, 0.0], [0.25, 0.75, 0.0], [0.5, 0.125, 0.375]])


def test_weights_pass_unchanged_and_the_future_is_blank() -> None:
    found = attention_map(WEIGHTS, ["a", "b", "c"])
    assert found.labels == ("a", "b", "c")
    assert found.weights == ((1.0, None, None), (0.25, 0.75, None), (0.5, 0.125, 0.375))


def test_the_last_query_names_the_key_that_it_looks_at_most() -> None:
    found = attention_map(WEIGHTS, ["a", "b", "c"])
    assert (found.strongest_label, found.strongest_weight) == ("a", 0.5)


def test_the_first_of_equal_keys_is_the_strongest() -> None:
    even = torch.tensor([[1.0, 0.0], [0.5, 0.5]])
    assert attention_map(even, ["first", "second"]).strongest_label == "first"


def test_a_real_heads_rows_sum_to_one() -> None:
    model = GPTModel(GPTConfig(30, 80, d_model=16, num_heads=2, num_layers=2)).eval()
    ids = torch.arange(80) % 30
    head = model(ids.unsqueeze(0), return_attention=True).attention[1][0, 1]  # (T, S)
    found = attention_map(head, [str(i) for i in ids.tolist()])
    for row in found.weights:
        assert sum(weight for weight in row if weight is not None) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("labels", [[], ["a", "b"], ["a", "b", "c", "d"]])
def test_labels_that_do_not_fit_are_refused(labels: list[str]) -> None:
    with pytest.raises(ValueError, match=r"shape \(3, 3\)"):
        attention_map(WEIGHTS, labels)


def test_half_precision_weights_become_plain_floats() -> None:
    found = attention_map(WEIGHTS.bfloat16(), ["a", "b", "c"])
    assert found.weights[1] == (0.25, 0.75, None)
    assert type(found.weights[0][0]) is float


def test_a_row_names_the_strongest_key_wherever_it_stands() -> None:
    row = attention_row(torch.tensor([0.5, 0.1, 0.25, 0.15]), ["a", "b", "c", "d"], shown=2)
    assert row.labels == ("c", "d")
    assert row.weights == pytest.approx((0.25, 0.15))
    assert row.earlier == pytest.approx(0.6)
    assert (row.strongest_label, row.strongest_weight) == ("a", 0.5)


def test_a_short_row_has_nothing_earlier() -> None:
    row = attention_row(torch.tensor([0.5, 0.5]), ["a", "b"], shown=64)
    assert (row.labels, row.weights, row.earlier) == (("a", "b"), (0.5, 0.5), 0)
    assert row.strongest_label == "a"  # the first among equals
