"""The model: initial weights, tying, causality, attention weights, positions, errors."""

import math
from collections.abc import Callable

import pytest
import torch
import torch.nn.functional as F

from playground.errors import SequenceTooLong
from playground.gpt.config import GPTConfig
from playground.gpt.model import (
    FeedForward,
    GPTModel,
    attention_weights,
    count_parameters,
)
from playground.gpt.positions import sinusoidal_positions

LoudModel = Callable[[GPTConfig], GPTModel]

SMALL = GPTConfig(97, 16, d_model=32, num_heads=4, num_layers=3)
VARIANTS = (
    SMALL,
    GPTConfig(97, 16, d_model=32, num_heads=1, num_layers=2, weight_tying=False, qkv_bias=False),
    GPTConfig(97, 16, d_model=32, num_heads=32, num_layers=2, use_bias=False, mlp_expansion=1),
    GPTConfig(97, 16, d_model=32, num_heads=2, num_layers=2, position="sinusoidal"),
    GPTConfig(97, 16, d_model=32, num_heads=2, num_layers=2, activation="gelu"),
)


def random_ids(*shape: int, vocab_size: int = 97, seed: int = 0) -> torch.Tensor:
    return torch.randint(vocab_size, shape, generator=torch.Generator().manual_seed(seed))


@pytest.fixture(params=VARIANTS, ids=lambda config: f"{config.position}-{config.num_heads}")
def loud(request: pytest.FixtureRequest, loud_model: LoudModel) -> GPTModel:
    return loud_model(request.param)


def test_initial_weights_have_gpt2s_standard_deviations() -> None:
    model = GPTModel(GPTConfig(2000, 256, d_model=256, num_heads=4, num_layers=8), seed=1)
    for name, parameter in model.named_parameters():
        if name.endswith("bias"):
            assert torch.count_nonzero(parameter) == 0
        elif "norm" in name:
            assert torch.equal(parameter, torch.ones_like(parameter))
        else:
            std = 0.02 / math.sqrt(16) if name.endswith("projection.weight") else 0.02
            assert parameter.std().item() == pytest.approx(std, rel=0.02)
            assert parameter.mean().item() == pytest.approx(0, abs=0.02 * std)


def test_a_seed_decides_the_weights_and_the_global_random_state_is_untouched() -> None:
    torch.manual_seed(3)
    before = torch.get_rng_state()
    first, again, other = GPTModel(SMALL, 7), GPTModel(SMALL, 7), GPTModel(SMALL, 8)
    assert torch.equal(torch.get_rng_state(), before)
    torch.manual_seed(4)
    later = GPTModel(SMALL, 7)
    for name, weight in first.state_dict().items():
        assert torch.equal(weight, again.state_dict()[name])
        assert torch.equal(weight, later.state_dict()[name])
    assert not torch.equal(first.head.weight, other.head.weight)


def test_a20_a_tied_head_shares_its_storage() -> None:
    model = GPTModel(SMALL)
    assert model.head.weight is model.token_embedding.weight
    with torch.no_grad():
        model.token_embedding.weight[5, 6] = 42.0
    assert model.head.weight[5, 6] == 42.0


def test_a20_a_separate_head_does_not() -> None:
    model = GPTModel(GPTConfig(97, 16, d_model=32, num_heads=4, weight_tying=False))
    assert model.head.weight.data_ptr() != model.token_embedding.weight.data_ptr()
    assert not torch.equal(model.head.weight, model.token_embedding.weight)


def test_switches_remove_the_shifts_they_name() -> None:
    def shifts(**switches: bool) -> set[str]:
        config = GPTConfig(97, 16, d_model=32, num_heads=4, num_layers=1, **switches)
        names = (name for name, _ in GPTModel(config).named_parameters())
        return {name for name in names if name.endswith("bias")}

    assert len(shifts()) == 9
    assert shifts() - shifts(qkv_bias=False) == {
        f"blocks.0.attention.{part}.bias" for part in ("query", "key", "value")
    }
    assert shifts(use_bias=False) == set()
    assert "head.bias" not in shifts(weight_tying=False)


def test_mask_and_position_ids_are_buffers_that_are_not_stored() -> None:
    model = GPTModel(SMALL)
    assert torch.equal(model.causal_mask, torch.tril(torch.ones(16, 16)).bool())
    assert model.position_ids.tolist() == list(range(16))
    assert not {"causal_mask", "position_ids"} & set(model.state_dict())


def test_logits_have_a_row_a_position_or_only_the_last_on_request(loud: GPTModel) -> None:
    ids = random_ids(2, 7)
    logits = loud(ids).logits
    assert logits.shape == (2, 7, 97)
    last = loud(ids, last_only=True).logits
    assert last.shape == (2, 1, 97)
    torch.testing.assert_close(last[:, 0], logits[:, -1], atol=1e-5, rtol=0)
    assert loud(ids).attention == ()


def test_a_later_id_never_changes_earlier_logits(loud: GPTModel) -> None:
    ids = random_ids(1, 16)
    logits = loud(ids).logits
    for position in range(16):
        changed = ids.clone()
        changed[0, position] = (ids[0, position] + 1) % 97
        moved = loud(changed).logits
        torch.testing.assert_close(moved[0, :position], logits[0, :position], atol=1e-5, rtol=0)
        assert not torch.allclose(moved[0, position], logits[0, position], atol=1e-3)


def test_a_row_of_a_batch_does_not_see_the_others(loud: GPTModel) -> None:
    ids = random_ids(3, 9)
    together = loud(ids).logits
    for row in range(3):
        alone = loud(ids[row : row + 1]).logits
        torch.testing.assert_close(together[row : row + 1], alone, atol=1e-5, rtol=0)


def test_attention_rows_sum_to_one_and_are_zero_above_the_diagonal(loud: GPTModel) -> None:
    output = loud(random_ids(2, 11), return_attention=True)
    config = loud.config
    assert len(output.attention) == config.num_layers
    above = torch.triu(torch.ones(11, 11), diagonal=1).bool()
    for weights in output.attention:
        assert weights.shape == (2, config.num_heads, 11, 11)
        torch.testing.assert_close(weights.sum(-1), torch.ones(2, config.num_heads, 11))
        assert torch.count_nonzero(weights[:, :, above]) == 0
        assert weights[:, :, 0, 0].eq(1).all()


def test_the_path_that_returns_attention_equals_the_fast_one(loud: GPTModel) -> None:
    ids = random_ids(2, 16)
    slow = loud(ids, return_attention=True).logits
    torch.testing.assert_close(slow, loud(ids).logits, atol=1e-5, rtol=0)
    assert slow.std() > 0.5


def test_attention_weights_of_one_query_by_hand() -> None:
    query = torch.tensor([[1.0, 0.0]]).view(1, 1, 1, 2)
    key = torch.tensor([[2.0, 9.0], [0.0, 9.0], [50.0, 0.0]]).view(1, 1, 3, 2)
    allowed = torch.tensor([[True, True, False]])
    odds = math.exp(2 / math.sqrt(2))
    expected = torch.tensor([odds / (1 + odds), 1 / (1 + odds), 0.0])
    torch.testing.assert_close(attention_weights(query, key, allowed).flatten(), expected)


def test_the_causal_mask_reaches_exactly_the_whole_context(loud: GPTModel) -> None:
    assert loud(random_ids(1, 16)).logits.isfinite().all()
    assert loud(random_ids(1, 1)).logits.isfinite().all()


def test_a_sequence_longer_than_the_context_names_both_numbers() -> None:
    with pytest.raises(SequenceTooLong) as caught:
        GPTModel(SMALL)(random_ids(1, 17))
    assert str(caught.value) == (
        "The sequence has 17 tokens, but the context holds 16; keep the last 16."
    )
    assert caught.value.values == {"length": 17, "context_length": 16}


def test_sinusoidal_positions_by_hand() -> None:
    table = sinusoidal_positions(50, 6)
    for position in (0, 1, 7, 49):
        for pair in range(3):
            angle = position / 10_000 ** (2 * pair / 6)
            assert table[position, 2 * pair].item() == pytest.approx(math.sin(angle), abs=1e-5)
            assert table[position, 2 * pair + 1].item() == pytest.approx(math.cos(angle), abs=1e-5)


def test_sinusoidal_positions_are_not_trained() -> None:
    config = GPTConfig(97, 16, d_model=32, num_heads=4, num_layers=1, position="sinusoidal")
    learned = GPTConfig(97, 16, d_model=32, num_heads=4, num_layers=1)
    difference = count_parameters(GPTModel(learned)) - count_parameters(GPTModel(config))
    assert difference == 16 * 32
    assert not any("position" in name for name in GPTModel(config).state_dict())


def test_a23_the_two_gelus_differ_by_little_but_visibly() -> None:
    x = torch.tensor([-3.0, -1.0, 0.0, 0.5, 2.0])

    def activation(name: str, x: torch.Tensor) -> torch.Tensor:
        """What the MLP does between two projections that change nothing."""
        mlp = FeedForward(GPTConfig(d_model=5, num_heads=1, mlp_expansion=1, activation=name))  # type: ignore[arg-type]
        for projection in (mlp.expand, mlp.projection):
            projection.weight.data = torch.eye(5)
            projection.bias.data = torch.zeros(5)
        return mlp.eval()(x).detach()

    exact = [v * 0.5 * (1 + math.erf(v / math.sqrt(2))) for v in x.tolist()]
    inner = [math.sqrt(2 / math.pi) * (v + 0.044715 * v**3) for v in x.tolist()]
    tanh = [v * 0.5 * (1 + math.tanh(u)) for v, u in zip(x.tolist(), inner, strict=True)]
    torch.testing.assert_close(activation("gelu", x), torch.tensor(exact))
    torch.testing.assert_close(activation("gelu_tanh", x), torch.tensor(tanh))
    assert max(abs(a - b) for a, b in zip(exact, tanh, strict=True)) > 1e-4


def test_an_untrained_model_has_the_loss_of_a_uniform_guess() -> None:
    model = GPTModel(GPTConfig(997, 64, d_model=128, num_heads=4, num_layers=4), seed=2).eval()
    ids = random_ids(8, 65, vocab_size=997)
    loss = F.cross_entropy(model(ids[:, :-1]).logits.flatten(0, 1), ids[:, 1:].flatten())
    assert loss.item() == pytest.approx(math.log(997), rel=0.02)


def test_dropout_acts_in_training_only() -> None:
    model = GPTModel(GPTConfig(97, 16, d_model=32, num_heads=4, num_layers=2, dropout=0.5))
    ids = random_ids(1, 16)
    assert not torch.equal(model(ids).logits, model(ids).logits)
    model.eval()
    assert torch.equal(model(ids).logits, model(ids).logits)


def test_every_parameter_gets_a_gradient(loud_model: LoudModel) -> None:
    for config in VARIANTS:
        model = loud_model(config).requires_grad_(True)
        model(random_ids(2, 16)).logits.square().mean().backward()
        for name, parameter in model.named_parameters():
            assert parameter.grad is not None, name
            assert torch.count_nonzero(parameter.grad) > 0, name


def test_the_model_stores_nothing_of_a_call() -> None:
    model = GPTModel(SMALL).eval()
    before = {name: set(vars(module)) for name, module in model.named_modules()}
    model(random_ids(1, 16), return_attention=True)
    assert {name: set(vars(module)) for name, module in model.named_modules()} == before
