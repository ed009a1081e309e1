"""Weights as one byte a number, and back."""

import torch
from torch import Tensor

from playground.gpt.compression import compress, expand


def matrix(rows: int, columns: int) -> Tensor:
    return torch.empty(rows, columns).normal_(generator=torch.Generator().manual_seed(1))


def test_a_row_by_hand() -> None:
    small = compress({"w": torch.tensor([[1.27, -0.5, 0.004], [0.0, 0.0, 0.0]])})
    assert small["w"].tolist() == [[127, -50, 0], [0, 0, 0]]
    torch.testing.assert_close(small["w.scale"], torch.tensor([0.01, 0.0]))
    expected = torch.tensor([[1.27, -0.5, 0.0], [0.0, 0.0, 0.0]])
    torch.testing.assert_close(expand(small)["w"], expected)


def test_a_number_takes_one_byte_and_is_off_by_at_most_half_a_level() -> None:
    given = matrix(50, 64)
    small = compress({"w": given})
    assert small["w"].dtype == torch.int8
    level = given.abs().amax(dim=1, keepdim=True) / 127
    found = expand(small)["w"]
    assert found.dtype == torch.float32
    assert ((found - given).abs() <= level / 2 * 1.001).all()
    assert (found - given).abs().max() > 0  # it is a rounding, after all


def test_each_row_has_a_scale_of_its_own() -> None:
    given = torch.cat([matrix(1, 64) * 1000, matrix(1, 64) / 1000])
    found = expand(compress({"w": given}))["w"]
    torch.testing.assert_close(found[1], given[1], atol=2e-5, rtol=0)


def test_vectors_become_half_precision() -> None:
    small = compress({"norm.weight": torch.tensor([1.0, 0.333333])})
    assert small["norm.weight"].dtype == torch.float16
    assert list(small) == ["norm.weight"]


def test_what_was_never_compressed_passes_unchanged() -> None:
    tensors = {"w": matrix(3, 4).half(), "b": torch.ones(4), "odd.scale": torch.ones(2)}
    found = expand(tensors)
    assert list(found) == list(tensors)
    assert all(found[name] is tensor for name, tensor in tensors.items())


def test_bytes_without_a_fitting_scale_are_left_for_the_caller_to_refuse() -> None:
    alone = compress({"w": matrix(3, 4)})
    del alone["w.scale"]
    assert expand(alone)["w"].dtype == torch.int8
    wrong = compress({"w": matrix(3, 4)}) | {"w.scale": torch.ones(2)}
    assert expand(wrong)["w"].dtype == torch.int8
