"""Many requests in one forward pass: each gets the logits that it would get alone."""

from collections.abc import Callable, Hashable, Sequence

import pytest
import torch
from torch import Tensor

from playground.decoding.generation import Generation
from playground.decoding.model_batch import ModelBatch
from playground.decoding.model_source import ModelSource
from playground.decoding.sampling import SamplingParams
from playground.errors import InputError
from playground.gpt.model import GPTModel
from tests.near_ties import lone_run

Build = Callable[..., GPTModel]
CONTEXT = 16


def uncached(model: GPTModel, ids: Sequence[int]) -> Tensor:
    with torch.no_grad():
        logits: Tensor = model(torch.tensor([list(ids[-CONTEXT:])])).logits
    return logits[0, -1]


def joined(model: GPTModel, *names: object, piece: int | None = None) -> ModelBatch:
    """A batch with a slot for each name."""
    batch = ModelBatch(ModelSource(model), slots=len(names), piece=piece)
    for name in names:
        batch.join(name)
    return batch


def random_ids(count: int, seed: int) -> list[int]:
    generator = torch.Generator().manual_seed(seed)
    return torch.randint(97, (count,), generator=generator).tolist()


@pytest.mark.parametrize("piece", [1, 5, 128])
def test_requests_that_join_and_leave_get_the_logits_of_a_plain_forward(
    loud_model: Build, piece: int
) -> None:
    """Three slots, nine requests of prompts of 1 to 20 ids and 1 to 30 tokens each, far past the
    sliding of the window."""
    model = loud_model()
    batch = ModelBatch(ModelSource(model), slots=3, piece=piece)
    waiting = [(name, random_ids(50, name), 1 + 7 * name % 20, 1 + 11 * name % 30)
               for name in range(9)]  # fmt: skip
    active: dict[int, tuple[list[int], int, int]] = {}
    checked = 0
    while waiting or active:
        while waiting and len(active) < 3:
            name, ids, length, left = waiting.pop(0)
            active[name] = (ids, length, left)
            batch.join(name)
        logits = batch.next_logits({name: ids[:n] for name, (ids, n, _) in active.items()})
        for name, row in logits.items():
            ids, length, left = active.pop(name)
            torch.testing.assert_close(row, uncached(model, ids[:length]), rtol=0, atol=1e-5)
            checked += 1
            if left > 1:
                active[name] = (ids, length + 1, left - 1)
            else:
                batch.release(name)
    assert checked == sum(1 + 11 * name % 30 for name in range(9))
    assert len(batch) == 0


def test_a_long_prompt_does_not_hold_up_the_others(
    loud_model: Build,
) -> None:
    batch = joined(loud_model(), "short", "long", piece=4)
    batch.next_logits({"short": [1]})
    for n in range(2, 5):
        assert set(batch.next_logits({"short": [1] * n, "long": random_ids(14, 3)})) == {"short"}
    assert set(batch.next_logits({"short": [1] * 5, "long": random_ids(14, 3)})) == {
        "short",
        "long",
    }


def test_the_prompt_that_has_waited_longest_is_read_next(
    loud_model: Build,
) -> None:
    batch = joined(loud_model(), 0, 1, 2, piece=4)
    prompts = {name: random_ids(8, name) for name in range(3)}
    done = [set(batch.next_logits(prompts)) for _ in range(6)]
    assert [len(names) for names in done[:3]] == [0, 0, 0]
    assert done[3:6] == [{0}, {1}, {2}]


def test_the_text_of_a_row_equals_a_lone_text(loud_model: Build) -> None:
    source = ModelSource(loud_model())
    params = [SamplingParams(temperature=t, top_k=k) for t, k in ((0, 0), (0.8, 20), (1.3, 0))]
    prompts = [random_ids(n, n) for n in (1, 6, 20)]
    lone = [
        lone_run(source, prompt, each, max_new_tokens=40, seed=7)
        for prompt, each in zip(prompts, params, strict=True)
    ]
    batch = joined(source.model, 0, 1, 2)
    texts = {
        name: Generation(source, prompt, each, max_new_tokens=40, seed=7)
        for name, (prompt, each) in enumerate(zip(prompts, params, strict=True))
    }
    while any(not text.finished for text in texts.values()):
        running = {name: text.ids for name, text in texts.items() if not text.finished}
        for name, logits in batch.next_logits(running).items():
            texts[name].take(logits)
    for name, run in enumerate(lone):
        found = run.difference(texts[name].ids[len(prompts[name]) :])
        assert found is None or found.excused()


def test_the_same_history_again_gives_the_same_logits(loud_model: Build) -> None:
    model = loud_model()
    batch = joined(model, "a", "b")
    for ids in (random_ids(16, 1), random_ids(16, 1), random_ids(9, 2), random_ids(10, 1)):
        logits = batch.next_logits({"a": ids, "b": [3]})["a"]
        torch.testing.assert_close(logits, uncached(model, ids), rtol=0, atol=1e-5)


@pytest.mark.parametrize("length", [1, 9, 15, 16, 17, 30])
def test_a_fork_goes_on_from_what_another_has_read(loud_model: Build, length: int) -> None:
    """A call reads one id beside others, so inside the context only a copy can answer at once."""
    model = loud_model()
    batch = ModelBatch(ModelSource(model), slots=3, piece=1)
    ids = random_ids(length, 4)
    batch.join("a")
    batch.next_logits({"a": ids})
    batch.fork("a", "b")
    batch.fork("b", "c")
    texts: dict[Hashable, list[int]] = {"a": [*ids, 1], "b": [*ids, 2], "c": [*ids, 3, 4]}
    logits = batch.next_logits(texts)
    if length < CONTEXT - 1:
        assert set(logits) == {"a", "b"}
    while len(logits) < 3:
        waiting = {name: text for name, text in texts.items() if name not in logits}
        logits |= batch.next_logits(waiting)
    for name, row in logits.items():
        torch.testing.assert_close(row, uncached(model, texts[name]), rtol=0, atol=1e-5)
    with pytest.raises(ValueError, match="all 3 slots are taken"):
        batch.fork("a", "d")


def test_what_cannot_be_read_is_refused_before_anything_is_computed(loud_model: Build) -> None:
    batch = joined(loud_model(), "good", "bad")
    with pytest.raises(InputError, match="Token id 97 is not in this model's vocabulary"):
        batch.next_logits({"good": [1], "bad": [97]})
    with pytest.raises(InputError, match="no token to continue"):
        batch.next_logits({"bad": []})
    with pytest.raises(ValueError, match="all 2 slots are taken"):
        batch.join("third")
