"""Our GPT as a source: the cache, the sliding window, padding, dropout, separate requests."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import pytest
import torch
from torch import Tensor

from playground.decoding.generation import generate
from playground.decoding.model_source import ModelSource
from playground.decoding.sampling import SamplingParams, distribution
from playground.errors import InputError
from playground.gpt.fast.one_token import OneTokenDecoder
from playground.gpt.kv_cache import KVCache
from playground.gpt.model import GPTModel
from tests.near_ties import lone_run

Build = Callable[..., GPTModel]
CONTEXT = 16
GREEDY = SamplingParams(temperature=0)


def uncached(model: GPTModel, ids: Sequence[int]) -> Tensor:
    """The plain forward on the last CONTEXT ids, positions from 0: (V,)."""
    with torch.no_grad():
        logits: Tensor = model(torch.tensor([list(ids[-CONTEXT:])])).logits
    return logits[0, -1]


def random_ids(count: int, seed: int = 1, vocab_size: int = 97) -> list[int]:
    generator = torch.Generator().manual_seed(seed)
    return torch.randint(vocab_size, (count,), generator=generator).tolist()


def generated(
    source: ModelSource, prompt: Sequence[int], count: int, **settings: float
) -> list[int]:
    params = SamplingParams(**settings)  # type: ignore[arg-type]
    return [step.id for step in generate(source, prompt, params, max_new_tokens=count, seed=3)]


def test_the_tiny_model_has_opinions(loud_model: Build) -> None:
    """Flat logits would let every comparison below pass."""
    logits = uncached(loud_model(), random_ids(8))
    assert float(logits.std()) > 0.5
    p = distribution(logits, SamplingParams())
    assert -float(torch.special.xlogy(p, p).sum()) / math.log(2) < math.log2(97) - 0.1


@pytest.mark.parametrize("prompt_length", [1, 2, 6, 15, 16, 17, 40])
def test_a26_a29_each_cached_step_equals_an_uncached_forward(
    loud_model: Build, prompt_length: int
) -> None:
    """30 steps from every prompt, far past the sliding of the window."""
    model = loud_model()
    ids = random_ids(prompt_length + 30)
    session = ModelSource(model).open()
    for length in range(prompt_length, len(ids) + 1):
        expected = uncached(model, ids[:length])
        torch.testing.assert_close(session.next_logits(ids[:length]), expected, rtol=0, atol=1e-5)


def test_a29_positions_restart_when_the_window_slides(loud_model: Build) -> None:
    """A rolled cache would differ: the same last 16 ids after another past give equal logits."""
    model = loud_model()
    window = random_ids(CONTEXT)
    long, alone = ModelSource(model).open(), ModelSource(model).open()
    for length in range(1, 30):
        long.next_logits((random_ids(29, seed=9) + window)[:length])
    torch.testing.assert_close(
        long.next_logits(random_ids(29, seed=9) + window),
        alone.next_logits(window),
        rtol=0,
        atol=1e-5,
    )


def test_a26_greedy_text_is_the_same_with_and_without_the_cache(loud_model: Build) -> None:
    model = loud_model()
    prompt = random_ids(6)
    with_cache = generated(ModelSource(model), prompt, 40, temperature=0)
    uncached_source = ModelSource(model, use_cache=False)
    run = lone_run(uncached_source, prompt, GREEDY, max_new_tokens=40, seed=0)
    found = run.difference(with_cache)
    assert found is None or found.excused()


def test_one_position_a_token_inside_the_context_and_no_cache_beyond(
    loud_model: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = ModelSource(loud_model())
    calls: list[tuple[int, bool]] = []

    def forward(ids: Tensor, **named: Any) -> Any:
        calls.append((ids.shape[1], named["cache"] is not None))
        return GPTModel.forward(source.model, ids, **named)

    def one_more(token_id: int, cache: KVCache) -> Tensor:
        calls.append((1, True))
        return OneTokenDecoder(source.model)(token_id, cache)

    monkeypatch.setattr(source.model, "forward", forward)
    monkeypatch.setattr(source, "after_one_more", one_more)
    generated(source, random_ids(6), 14)
    assert calls == [(6, True)] + [(1, True)] * 10 + [(16, False)] * 3


@pytest.mark.parametrize(
    ("prompt_length", "count"), [(6, 9), (6, 10), (6, 11), (16, 1), (20, 5), (1, 40)]
)
@pytest.mark.parametrize("use_cache", [True, False])
def test_a28_exactly_the_asked_number_of_tokens_at_the_edge_of_the_context(
    loud_model: Build, prompt_length: int, count: int, use_cache: bool
) -> None:
    source = ModelSource(loud_model(), use_cache=use_cache)
    assert len(generated(source, random_ids(prompt_length), count)) == count


def test_a28_a_context_of_one_works(loud_model: Build) -> None:
    model = loud_model(context_length=1)
    ids = generated(ModelSource(model), [5], 6, temperature=0)
    expected = [5]
    for _ in range(6):
        with torch.no_grad():
            expected.append(int(model(torch.tensor([expected[-1:]])).logits[0, -1].argmax()))
    assert ids == expected[1:]


def test_a30_a_prompt_beyond_the_context_equals_its_last_ids(loud_model: Build) -> None:
    source = ModelSource(loud_model())
    prompt = random_ids(40)
    assert generated(source, prompt, 12) == generated(source, prompt[-16:], 12)
    assert generated(source, prompt, 12, temperature=0) == generated(
        source, prompt[-16:], 12, temperature=0
    )


def test_a17_a_model_left_in_training_mode_is_not_random(loud_model: Build) -> None:
    model = loud_model(dropout=0.1)
    assert model.training
    with torch.no_grad():
        ids = torch.tensor([random_ids(8)])
        assert not torch.equal(model(ids).logits, model(ids).logits)
    source = ModelSource(model)
    runs = [generated(source, random_ids(4), 20, temperature=0) for _ in range(5)]
    assert all(run == runs[0] for run in runs)


def test_a24_padded_ids_are_never_drawn(loud_model: Build) -> None:
    source = ModelSource(loud_model(vocab_size=128), vocab_size=97)
    ids = generated(source, [0], 500, temperature=5)
    assert max(ids) < 97
    assert len(set(ids)) > 60
    logits = source.open().next_logits([0])
    assert logits.shape == (128,)
    shown = distribution(logits, SamplingParams(top_k=128), vocab_size=source.vocab_size)
    assert int((shown > 0).sum()) == 97


@pytest.mark.parametrize("vocab_size", [0, -1, 98])
def test_a_vocabulary_beyond_the_model_is_refused(loud_model: Build, vocab_size: int) -> None:
    with pytest.raises(ValueError, match="1 to 97 logits"):
        ModelSource(loud_model(), vocab_size=vocab_size)


def test_sessions_do_not_see_each_other(loud_model: Build) -> None:
    model = loud_model()
    source = ModelSource(model)
    histories = [random_ids(24, seed) for seed in (1, 2, 3)]
    sessions = [source.open() for _ in histories]
    for length in range(1, 25):
        for session, ids in zip(sessions, histories, strict=True):
            expected = uncached(model, ids[:length])
            torch.testing.assert_close(
                session.next_logits(ids[:length]), expected, rtol=0, atol=1e-5
            )


def test_a_session_follows_any_change_of_history(loud_model: Build) -> None:
    """Shorter, other, repeated, many new ids at once, constant ids, back from a slid window."""
    model = loud_model()
    session = ModelSource(model).open()
    a, b = random_ids(30, 1), random_ids(30, 2)
    same = [5] * 30
    changes = [a[:8], a[:9], a[:5], a[:12], a[:12], b[:12], b[:16], b[:17], b[:4], b[:14]]
    changes += [same[:15], same[:16], same[:16], same[:17], same[:18], a[:1], a[:16]]
    for ids in changes:
        torch.testing.assert_close(
            session.next_logits(ids), uncached(model, ids), rtol=0, atol=1e-5
        )


def test_the_weights_are_not_changed_and_no_gradient_is_kept(loud_model: Build) -> None:
    model = loud_model()
    before = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    generated(ModelSource(model), random_ids(6), 20)
    assert all(torch.equal(tensor, before[name]) for name, tensor in model.state_dict().items())
    assert not ModelSource(model).open().next_logits([1]).requires_grad


def test_a_half_precision_model_generates(loud_model: Build) -> None:
    source = ModelSource(loud_model().bfloat16())
    assert source.open().next_logits([1, 2]).dtype == torch.bfloat16
    assert len(generated(source, random_ids(6), 20)) == 20


@pytest.mark.parametrize("token_id", [-1, 97, 50256])
def test_an_id_that_the_model_does_not_have_gets_a_sentence(
    loud_model: Build, token_id: int
) -> None:
    with pytest.raises(InputError, match=f"id {token_id} is not .*allowed: 0 to 96") as caught:
        ModelSource(loud_model()).open().next_logits([1, token_id])
    assert caught.value.code == "unknown_id"


def test_an_empty_history_gets_a_sentence(loud_model: Build) -> None:
    with pytest.raises(InputError, match="no token to continue"):
        ModelSource(loud_model()).open().next_logits([])


def test_a13_two_seeds_on_one_model_are_repeatable(loud_model: Build) -> None:
    source = ModelSource(loud_model())
    runs = [
        [step.id for step in generate(source, [1, 2], SamplingParams(), max_new_tokens=30, seed=s)]
        for s in (7, 8, 7)
    ]
    assert runs[0] == runs[2] != runs[1]
