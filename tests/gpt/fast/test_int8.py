"""Products in int8 are near the exact ones, in every form of a layer, and are refused elsewhere.

Held on the processor as it is, and with its instructions cut down to AVX2, where pairs of 8-bit
products do not fit into their sums.
"""

import os
import platform
import subprocess
import sys

import pytest
import torch
from torch import Tensor, nn

from playground.errors import ResourceError
from playground.gpt.config import GPTConfig
from playground.gpt.fast.int8 import Int8Linear, needs_seven_bits, require_int8, to_int8
from playground.gpt.fast.layers import FastLinear
from playground.gpt.fast.one_token import OneTokenDecoder
from playground.gpt.kv_cache import KVCache
from playground.gpt.model import GPTModel
from playground.gpt.presets import PRESETS
from playground.gpt.shipped import shipped_model
from playground.text.encoding import encoding_named

TEXT = (
    "Once upon a time there was a little girl who had a red ball. One day she took it to the park "
    "and played with her friend Tom. They were very happy, but then the ball rolled away."
)
CONFIG = GPTConfig(97, 16, d_model=32, num_heads=4, num_layers=2)


def has_int8() -> bool:
    try:
        require_int8()
    except ResourceError:
        return False
    return True


on_int8 = pytest.mark.skipif(not has_int8(), reason="this processor has no fast int8 products")


def layer(bias: bool) -> FastLinear:
    linear = nn.Linear(64, 48, bias=bias).requires_grad_(False)
    for parameter in linear.parameters():
        parameter.normal_(generator=torch.Generator().manual_seed(parameter.dim()))
    return FastLinear(linear)


def largest_error(exact: FastLinear, x: Tensor) -> Tensor:
    """What rounding may change in each output (N, out): half a step of each input and half a step
    of each weight. An input has 127 steps at least, 255 at most."""
    weight = exact.weight.double()  # (out, in)
    ends = torch.stack([x.amax(), x.amin()]).double()
    input_step = (ends.clamp(min=0)[0] - ends.clamp(max=0)[1]) / 127
    weight_steps = weight.abs().amax(dim=1) / 127  # (out,)
    inputs = x.double().abs().sum(dim=1, keepdim=True) + len(weight[0]) * input_step / 2  # (N, 1)
    return 1.05 * (weight.abs().sum(dim=1) * input_step / 2 + inputs * weight_steps / 2) + 1e-4


def worst_layers() -> list[tuple[FastLinear, Tensor]]:
    """Layers and inputs (N, in) with usual sums, and with the largest there can be."""
    generator = torch.Generator().manual_seed(64)
    cases = []
    for width, outputs in ((768, 768), (64, 48), (65, 7), (3072, 96)):
        common = nn.Linear(width, outputs)
        common.weight.data.normal_(generator=generator)
        loud = nn.Linear(width, outputs)
        loud.weight.data.uniform_(0.9, 1, generator=generator)
        loud.weight.data[::2] *= -1
        for layer in (common, loud):
            layer.bias.data.normal_(generator=generator)
            layer.requires_grad_(False)
        high = torch.rand(3, width, generator=generator) / 10 + 0.9
        high[:, 0] = -0.2
        usual = torch.randn(3, width, generator=generator)
        cases += [(FastLinear(common), usual), (FastLinear(loud), high)]
    return cases


@on_int8
def test_a64_sums_do_not_overflow_on_this_processor() -> None:
    for exact, x in worst_layers():
        rounded, weight, bias = Int8Linear(exact), exact.weight.double(), exact.bias.double()
        expected = x.double() @ weight.T + bias
        allowed = largest_error(exact, x)
        given = torch.stack([rounded.single_token_fn()(row) for row in x])
        assert ((rounded(x) - expected).abs() <= allowed).all()
        assert ((given - expected).abs() <= allowed).all()


@pytest.mark.slow
@on_int8
@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="x86 only")
def test_a64_sums_do_not_overflow_with_avx2_alone() -> None:
    """The libraries read these once, at their first product."""
    cut_down = {
        "ATEN_CPU_CAPABILITY": "avx2",
        "FBGEMM_ENABLE_INSTRUCTIONS": "AVX2",
        "ONEDNN_MAX_CPU_ISA": "AVX2",
        "MKL_ENABLE_INSTRUCTIONS": "AVX2",
    }
    this = f"{__file__}::test_a64_sums_do_not_overflow_on_this_processor"
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", this],
        env=os.environ | cut_down,
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert run.returncode == 0, run.stdout + run.stderr


@on_int8
@pytest.mark.parametrize("bias", [True, False])
def test_a_layer_is_near_the_exact_one_in_all_its_forms(bias: bool) -> None:
    exact = layer(bias)
    rounded = Int8Linear(exact)
    x = torch.randn(3, 64, generator=torch.Generator().manual_seed(1))
    expected = exact(x)
    assert ((rounded(x) - expected).abs() <= largest_error(exact, x)).all()
    assert torch.equal(rounded.blocked(x), rounded(x))
    memory = torch.empty(48)
    for row in x:
        alone = rounded(row[None])[0]
        assert torch.equal(rounded.single_token_fn()(row), alone)
        assert torch.equal(rounded.single_token_fn()(row, out=memory), alone)
        assert torch.equal(memory, alone)


@on_int8
def test_a_row_of_zeros_stays_zero() -> None:
    exact = layer(bias=False)
    exact.weight[5] = 0
    assert Int8Linear(exact)(torch.ones(1, 64))[0, 5] == 0


@on_int8
def test_a_whole_model_is_turned_and_still_says_nearly_the_same() -> None:
    preset = PRESETS["story"]
    exact = shipped_model(preset, preset.moments[-1])
    rounded = to_int8(shipped_model(preset, preset.moments[-1]))
    assert not any(isinstance(module, FastLinear) for module in rounded.modules())
    ids = torch.tensor([encoding_named(preset.encoding).encode(TEXT)])
    with torch.inference_mode():
        expected = exact(ids).logits.log_softmax(-1)
        given = rounded(ids).logits.log_softmax(-1)
    divergence = (expected.exp() * (expected - given)).sum(-1)  # (1, T), nats
    steps_twice_as_wide = needs_seven_bits()
    assert float(divergence.mean()) < (0.04 if steps_twice_as_wide else 0.01)


@on_int8
def test_a_step_of_one_token_is_near_the_whole_pass() -> None:
    model = to_int8(GPTModel(CONFIG).eval())
    ids = list(range(16))
    whole = model(torch.tensor([ids])).logits[0]
    cache, one_more = KVCache.new(CONFIG), OneTokenDecoder(model)
    with torch.inference_mode():
        for position, token_id in enumerate(ids):
            logits = one_more(token_id, cache)
            assert (logits - whole[position]).abs().max() < 0.1 * whole.std()


def test_a_machine_without_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playground.gpt.fast.int8.ENGINES", ())
    with pytest.raises(ResourceError, match="Leave --int8 out"):
        to_int8(GPTModel(CONFIG))


@pytest.mark.skipif(
    "qnnpack" not in torch.backends.quantized.supported_engines, reason="no qnnpack"
)
def test_a64_arm64_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Mac has qnnpack, which was not measured and rounds otherwise."""
    monkeypatch.setattr(torch.backends.quantized, "engine", "qnnpack")
    with pytest.raises(ResourceError, match="this machine has qnnpack"):
        to_int8(GPTModel(CONFIG))


def test_a64_a_library_with_wrong_sums_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "playground.gpt.fast.int8._sums_are_exact"
    monkeypatch.setattr(name, lambda engine, seven_bits: False)
    with pytest.raises(ResourceError, match="its sums are right"):
        to_int8(GPTModel(CONFIG))
