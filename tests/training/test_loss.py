"""Next-token loss: against plain cross entropy, and over a whole text one id at a time."""

import math

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from playground.errors import InputError
from playground.gpt.config import GPTConfig
from playground.gpt.model import GPTModel
from playground.training import loss as loss_module
from playground.training.corpus import Corpus
from playground.training.loss import held_out_loss, mean_loss, next_token_loss

VOCAB, END = 37, 36


def loud_model(context_length: int, **changes: bool) -> GPTModel:
    config = GPTConfig(
        VOCAB, context_length, d_model=16, num_heads=2, num_layers=2, dropout=0.0, **changes
    )
    model = GPTModel(config)
    generator = torch.Generator().manual_seed(5)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(torch.empty_like(parameter).normal_(std=0.3, generator=generator))
    return model


def corpus_of(length: int, size_bytes: int = 100) -> Corpus:
    ids = np.random.default_rng(length).integers(0, VOCAB, length).astype(np.uint16)
    return Corpus(ids, size_bytes)


@pytest.mark.parametrize("weight_tying", [True, False])
@pytest.mark.parametrize("rows_at_once", [2048, 7])
def test_the_loss_equals_cross_entropy_of_the_plain_logits(
    weight_tying: bool, rows_at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loss_module, "_ROWS_AT_ONCE", rows_at_once)
    model = loud_model(8, weight_tying=weight_tying)
    windows = torch.randint(VOCAB, (5, 9), generator=torch.Generator().manual_seed(1))
    expected = F.cross_entropy(
        model(windows[:, :-1]).logits.flatten(0, 1), windows[:, 1:].flatten()
    )
    loss = next_token_loss(model, windows)
    torch.testing.assert_close(loss, expected, atol=1e-5, rtol=0)

    gradients = torch.autograd.grad(expected, list(model.parameters()))
    for mine, plain in zip(
        torch.autograd.grad(loss, list(model.parameters())), gradients, strict=True
    ):
        torch.testing.assert_close(mine, plain, atol=1e-5, rtol=1e-4)


def context_starts(length: int, context: int) -> list[int]:
    """Where the context of each id begins: windows of `context` inputs that move by half of it."""
    stride = max(context // 2, 1)
    starts, start = [], 0
    for target in range(length):
        while target - start >= context:  # the next window: aligned to the text's end at last
            start = min(start + stride, max(length - context, 0))
        starts.append(start)
    return starts


def naive_bits_per_byte(model: GPTModel, corpus: Corpus) -> float:
    """One forward pass an id, each over exactly the ids that stand before it in its window."""
    text = [END, *corpus.ids.tolist()]
    bits = 0.0
    starts = context_starts(len(corpus.ids), model.config.context_length)
    for target, start in enumerate(starts):
        before = torch.tensor([text[start : target + 1]])
        logits = model(before).logits[0, -1].double()
        bits -= float(logits.log_softmax(-1)[text[target + 1]]) / math.log(2)
    return bits / corpus.size_bytes


@pytest.mark.parametrize("context", [1, 2, 7, 8])
@pytest.mark.parametrize("length", [1, 2, 3, 6, 7, 8, 9, 10, 11, 12, 15, 16, 17, 48])
def test_held_out_loss_equals_one_id_at_a_time(
    context: int, length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loss_module, "_WINDOWS_AT_ONCE", 3)
    model = loud_model(context).eval()
    corpus = corpus_of(length)
    with torch.inference_mode():
        expected = naive_bits_per_byte(model, corpus)
    found = held_out_loss(model, corpus, END)
    assert found.bits_per_byte == pytest.approx(expected, rel=1e-6)
    in_nats = expected * math.log(2) * corpus.size_bytes / length
    assert found.nats_per_token == pytest.approx(in_nats, rel=1e-6)


@pytest.mark.parametrize("windows_at_once", [1, 2, 16])
def test_documents_with_a_start_mark_are_scored_each_by_itself(
    windows_at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loss_module, "_WINDOWS_AT_ONCE", windows_at_once)
    model = loud_model(8).eval()
    documents = [[0, 5, 6, END], [0, 7, END], [0, 8, 9, END], [0, 1, 2, 3, 4, 5, 6, 7, END]]
    flat = np.array([token_id for document in documents for token_id in document], np.uint16)
    starts = np.cumsum([0, *map(len, documents[:-1])])
    nats, scored = 0.0, 0
    with torch.inference_mode():
        for document in documents:
            rows = model(torch.tensor([document[:-1]])).logits[0].double().log_softmax(-1)
            nats -= sum(float(rows[at, wanted]) for at, wanted in enumerate(document[1:]))
            scored += len(document) - 1
    found = held_out_loss(model, Corpus(flat, 50, starts, marked=True), END)
    assert found.nats_per_token == pytest.approx(nats / scored, rel=1e-6)
    assert found.bits_per_byte == pytest.approx(nats / math.log(2) / 50, rel=1e-6)


def test_a_line_longer_than_the_context_is_refused() -> None:
    corpus = Corpus(np.zeros(10, np.uint16), 30, marked=True)
    with pytest.raises(InputError, match="has 8 characters; 7 fit into the context"):
        held_out_loss(loud_model(8), corpus, END)


@pytest.mark.parametrize("context", [1, 2, 5, 6, 16])
def test_every_id_is_scored_once_with_half_a_context_before_it(context: int) -> None:
    for length in (*range(1, 3 * context + 3), 100):
        ids = np.arange(length, dtype=np.uint16)
        scored: list[int] = []
        for windows, first in loss_module._sliding_windows(ids, context, 999):
            assert windows.shape[1] <= context + 1
            for window in windows.tolist():
                for place in range(first, len(window) - 1):
                    scored.append(window[place + 1])
                    seen = place + 1
                    assert seen >= min(window[place + 1] + 1, context - context // 2)
                    if window[place + 1] > 0:
                        assert window[place] == window[place + 1] - 1
        assert scored == list(range(length))


def test_a_uniform_model_needs_log2_of_the_vocabulary_an_id() -> None:
    model = GPTModel(GPTConfig(VOCAB, 8, d_model=16, num_heads=2, num_layers=1, dropout=0.5))
    with torch.no_grad():
        model.head.weight.zero_()
    corpus = corpus_of(51, size_bytes=17)
    assert held_out_loss(model, corpus, END).bits_per_byte == pytest.approx(
        3 * math.log2(VOCAB), rel=1e-6
    )


def test_dropout_is_off_while_a_text_is_scored() -> None:
    model = GPTModel(GPTConfig(VOCAB, 8, d_model=16, num_heads=2, num_layers=1, dropout=0.5))
    model.train()
    corpus = corpus_of(30)
    assert held_out_loss(model, corpus, END) == held_out_loss(model, corpus, END)


def test_mean_loss_of_one_stretch_is_the_mean_over_its_ids() -> None:
    model = loud_model(8)
    ids = [3, 1, 4, 1, 5, 9, 2, 6, 5]
    with torch.no_grad():
        rows = model.eval()(torch.tensor([ids[:-1]])).logits[0].log_softmax(-1)
    losses = [-float(row[wanted]) for row, wanted in zip(rows, ids[1:], strict=True)]
    assert mean_loss(model, ids) == pytest.approx(sum(losses) / 8, rel=1e-5)
