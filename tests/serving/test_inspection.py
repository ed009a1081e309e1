"""The charts' numbers are the model's own, and the model runs once for the same question."""

from concurrent.futures import ThreadPoolExecutor

import pytest
import torch
from torch import Tensor

from playground.serving.inspection import ATTENTION_TOKENS, Inspector, Memo
from playground.serving.models import ModelChoice, ModelStore
from tests.passes import before_each_pass


@pytest.fixture
def runs(store: ModelStore, demo: ModelChoice) -> list[int]:
    """Grows by the number of tokens at each run of the demo model."""
    lengths: list[int] = []
    before_each_pass(store.get(demo, 1025).source, lengths.append)
    return lengths


def test_the_model_runs_once_for_the_same_prompt(
    store: ModelStore, demo: ModelChoice, runs: list[int]
) -> None:
    inspector = Inspector(store)
    first = inspector.logits(demo, 1025, (1, 2, 3))
    assert inspector.logits(demo, 1025, (1, 2, 3)) is first
    assert runs == [3]
    inspector.logits(demo, 1025, (1, 2, 4))
    assert runs == [3, 3]
    weights = inspector.attention(demo, 1025, (1, 2, 3))
    assert inspector.attention(demo, 1025, (1, 2, 3)) is weights
    assert runs == [3, 3, 3]


def test_another_model_is_another_question(store: ModelStore, demo: ModelChoice) -> None:
    inspector = Inspector(store)
    other = ModelChoice(demo.config, demo.encoding)
    assert inspector.logits(demo, 1025, (1,)) is not inspector.logits(other, 1025, (1,))


def test_logits_are_what_generation_sees(store: ModelStore, demo: ModelChoice) -> None:
    shown = Inspector(store).logits(demo, 1025, (5, 6, 7))
    assert shown.shape == (1025,)
    seen = store.get(demo, 1025).source.open().next_logits([5, 6, 7])
    torch.testing.assert_close(shown, seen, atol=1e-5, rtol=0)


def test_attention_is_that_of_the_last_tokens_run_on_their_own(
    store: ModelStore, demo: ModelChoice, runs: list[int]
) -> None:
    ids = tuple(range(100, 100 + ATTENTION_TOKENS + 9))
    inspector = Inspector(store)
    layers = inspector.attention(demo, 1025, ids)
    assert runs == [ATTENTION_TOKENS]
    assert len(layers) == demo.config.num_layers
    for weights in layers:
        assert weights.shape == (demo.config.num_heads, ATTENTION_TOKENS, ATTENTION_TOKENS)
        torch.testing.assert_close(weights.sum(-1), torch.ones(weights.shape[:2]))
        assert weights.triu(1).count_nonzero() == 0
    assert inspector.attention(demo, 1025, ids[9:]) is layers


def test_a_memo_forgets_what_was_not_asked_for_longest() -> None:
    memo: Memo[Tensor] = Memo(2 * 40)
    asked: list[str] = []

    def ask(key: str) -> int:
        return len(memo.get(key, lambda: asked.append(key) or torch.zeros(10)))

    assert [ask(key) for key in "abacab"] == [10] * 6
    assert asked == ["a", "b", "c", "b"]


def test_a67_a_memo_holds_no_more_bytes_than_it_may() -> None:
    memo: Memo[tuple[Tensor, ...]] = Memo(1000)
    for key, sizes in enumerate([(100, 100), (20,), (500,), (10, 10), (30, 30, 30)]):
        values = tuple(torch.zeros(size) for size in sizes)
        assert memo.get(key, lambda values=values: values) is values
        assert sum(t.nbytes for kept in memo._values.values() for t in kept) <= 1000
    assert list(memo._values) == [3, 4]  # the one of 2,000 bytes made room and found none


def test_a67_a_memo_counts_a_view_by_the_memory_that_it_holds() -> None:
    memo: Memo[Tensor] = Memo(1000)
    memo.get("view", lambda: torch.zeros(300)[:1])
    assert not memo._values


def test_a_memo_does_not_remember_a_failure() -> None:
    memo: Memo[Tensor] = Memo(80)
    with pytest.raises(ZeroDivisionError):
        memo.get("a", lambda: torch.zeros(1 // 0))
    assert memo.get("a", lambda: torch.ones(1)).item() == 1


def test_many_visitors_at_once_get_the_same_numbers(
    store: ModelStore, demo: ModelChoice, runs: list[int]
) -> None:
    inspector = Inspector(store)
    with ThreadPoolExecutor(8) as visitors:
        rows = list(visitors.map(lambda n: inspector.logits(demo, 1025, (n % 2,)), range(16)))
    for number, row in enumerate(rows):
        torch.testing.assert_close(row, rows[number % 2], atol=1e-5, rtol=0)
    assert 2 <= len(runs) <= 16
