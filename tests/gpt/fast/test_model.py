"""The fast form of a model says what the plain one says, whatever passes through it; a block that
it does not know runs plainly through the same calls."""

from collections.abc import Callable, Sequence

import pytest
import torch
from torch import Tensor

from playground.decoding.generation import generate
from playground.decoding.model_batch import ModelBatch
from playground.decoding.model_source import ModelSource
from playground.decoding.sampling import SamplingParams
from playground.gpt.config import GPTConfig
from playground.gpt.fast.batch_cache import BatchedDecodeCache, PackedPrefillCache, SlotCache
from playground.gpt.fast.model import FastGPT, prepare
from playground.gpt.kv_cache import Cache, KVCache
from playground.gpt.model import GPTModel, LayerTrace, TransformerBlock, count_parameters

LoudModel = Callable[[GPTConfig], GPTModel]

CONFIGS = {
    "plain": GPTConfig(97, 16, d_model=32, num_heads=4, num_layers=3),
    "untied, no qkv bias": GPTConfig(
        97, 16, d_model=32, num_heads=2, num_layers=2, weight_tying=False, qkv_bias=False
    ),
    "no bias": GPTConfig(97, 16, d_model=24, num_heads=3, num_layers=2, use_bias=False),
    "sinusoidal, exact gelu": GPTConfig(
        97, 16, d_model=32, num_heads=2, num_layers=2, position="sinusoidal", activation="gelu"
    ),
    "wide vocabulary, dropout": GPTConfig(
        2500, 16, d_model=40, num_heads=1, num_layers=1, mlp_expansion=7, dropout=0.5
    ),
}
IDS = torch.randint(97, (3, 16), generator=torch.Generator().manual_seed(3))


@pytest.fixture(params=CONFIGS)
def plain(request: pytest.FixtureRequest, loud_model: LoudModel) -> GPTModel:
    return loud_model(CONFIGS[request.param])


def require_equal(plain: GPTModel, pass_through: Callable[[GPTModel | FastGPT], Tensor]) -> None:
    """The same (..., V) logits from both forms, and from the plain one afterwards."""
    expected = pass_through(plain)
    assert expected.std() > 0.5
    torch.testing.assert_close(pass_through(FastGPT(plain)), expected, atol=1e-5, rtol=0)
    torch.testing.assert_close(pass_through(plain), expected, atol=1e-5, rtol=0)


def test_a_whole_sequence(plain: GPTModel) -> None:
    require_equal(plain, lambda model: model(IDS).logits)
    require_equal(plain, lambda model: model(IDS, last_only=True).logits)
    require_equal(plain, lambda model: model(IDS[:, :1]).logits)


@pytest.mark.parametrize("pieces", [(5, 1, 9, 1), (1, 15), (16,)], ids=str)
def test_pieces_behind_a_cache(plain: GPTModel, pieces: Sequence[int]) -> None:
    def in_pieces(model: GPTModel | FastGPT) -> Tensor:
        cache = KVCache.new(model.config, batch_size=3)
        parts = [model(part, cache=cache).logits for part in IDS.split(pieces, dim=1)]
        return torch.cat(parts, dim=1)

    require_equal(plain, in_pieces)


@pytest.mark.parametrize("packed", [False, True])
def test_several_texts_in_one_pass(plain: GPTModel, packed: bool) -> None:
    lengths = (3, 15, 1, 8)

    def together(model: GPTModel | FastGPT) -> Tensor:
        slots = SlotCache(model.config, len(lengths), like=model.token_embedding.weight)
        for slot, length in zip(slots.slots, lengths, strict=True):
            model(IDS[:1, :length], cache=slot)
        cache: Cache = (
            PackedPrefillCache(slots, [(3, 5), (0, 2)])
            if packed
            else BatchedDecodeCache(slots, [0, 2, 3])
        )
        return model(IDS[:1, :7] if packed else IDS[:1, :4].T, cache=cache).logits

    expected = together(plain)[0 if packed else [0, 2, 3]]
    given = together(FastGPT(plain))[0 if packed else [0, 2, 3]]
    torch.testing.assert_close(given, expected, atol=1e-5, rtol=0)


def test_what_is_seen_inside(plain: GPTModel) -> None:
    traces = LayerTrace(), LayerTrace()
    for model, trace in zip((plain, FastGPT(plain)), traces, strict=True):
        model.hidden_states(IDS, trace=trace)
    for name in ("attention", "hidden"):
        expected, given = (getattr(trace, name) for trace in traces)
        assert len(expected) == plain.config.num_layers
        for one, other in zip(expected, given, strict=True):
            torch.testing.assert_close(other, one, atol=1e-5, rtol=0)


def test_a_fast_form_takes_no_memory_for_weights(plain: GPTModel) -> None:
    count = count_parameters(plain)
    fast = FastGPT(plain)
    assert count_parameters(plain) == count
    assert fast.token_embedding is plain.token_embedding
    with torch.no_grad():
        for parameter in plain.blocks.parameters():
            if parameter.dim() == 2:
                parameter.zero_()
    for block in fast.blocks:
        for part in (block.attention.qkv, block.attention.projection, block.expand, block.project):
            assert not part.weight.any()


class ParallelBlock(TransformerBlock):
    """Attention and MLP side by side (Wang and Komatsuzaki 2021), which no fast form knows."""

    def forward(
        self, x: Tensor, allowed: Tensor, layer: int, cache: Cache | None, trace: LayerTrace | None
    ) -> Tensor:
        normed = self.attention_norm(x)
        return x + self.attention(normed, allowed, layer, cache, trace) + self.mlp(normed)


@pytest.fixture
def unknown(loud_model: LoudModel) -> GPTModel:
    model = loud_model(CONFIGS["plain"])
    for place, block in enumerate(model.blocks):
        parallel = ParallelBlock(model.config)
        parallel.load_state_dict(block.state_dict())
        model.blocks[place] = parallel
    return model.eval().requires_grad_(False)


def test_a_block_that_the_fast_form_does_not_know_runs_plainly(unknown: GPTModel) -> None:
    assert prepare(unknown) is unknown
    assert isinstance(prepare(GPTModel(unknown.config)), FastGPT)


def test_an_unknown_block_writes_the_same_text_with_and_without_its_cache(
    unknown: GPTModel,
) -> None:
    def written(use_cache: bool) -> list[int]:
        source = ModelSource(unknown, use_cache=use_cache)
        steps = generate(source, [1, 2, 3], SamplingParams(), max_new_tokens=12, seed=5)
        return [step.id for step in steps]

    assert written(use_cache=True) == written(use_cache=False)
    assert len(set(written(use_cache=True))) > 3


def test_an_unknown_block_serves_several_texts_and_shows_its_inside(unknown: GPTModel) -> None:
    source = ModelSource(unknown)
    batch = ModelBatch(source, slots=3)
    texts = {"a": [1, 2, 3], "b": [4], "c": [5, 6, 7, 8, 9]}
    for name in texts:
        batch.join(name)
    for token_id in (10, 11):
        logits = batch.next_logits(texts)
        for name, ids in texts.items():
            expected = unknown(torch.tensor([ids])).logits[0, -1]
            torch.testing.assert_close(logits[name], expected, atol=1e-5, rtol=0)
            ids.append(token_id)
    cache, trace = KVCache.new(unknown.config), LayerTrace()
    unknown(IDS[:1, :5], cache=cache)
    rows = source.after_one_more.lens(int(IDS[0, 5]), cache, trace)
    whole = unknown(IDS[:1, :6], return_attention=True)
    torch.testing.assert_close(rows[-1], whole.logits[0, -1], atol=1e-5, rtol=0)
    assert rows.shape == (unknown.config.num_layers, 97)
    for weights, expected in zip(trace.attention, whole.attention, strict=True):
        torch.testing.assert_close(weights, expected[:, :, -1:], atol=1e-5, rtol=0)
