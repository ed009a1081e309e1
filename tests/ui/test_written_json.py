"""The text with its tokens, as JSON."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from playground.decoding.choice import draw
from playground.decoding.sampling import distribution
from playground.serving.models import ModelStore
from playground.ui.page import Page
from playground.ui.written_json import save_button, written_json
from tests.ui.reading import updates_of

Values = Callable[..., dict[str, Any]]


def test_each_token_of_the_file_follows_from_the_rest_of_it(
    page: Page, values: Values, store: ModelStore
) -> None:
    at = values("story", seed=6, max_new_tokens=20, temperature=1.1, prompt="one <b> day")
    updates = updates_of(page, at)
    writing = next(each for update in updates if (each := update.get(page.generate.written)))
    assert save_button(writing).startswith("<button")
    told = json.loads(written_json(writing))
    assert told["prompt"] == "one <b> day"
    assert told["seed"] == 6
    assert told["settings"]["temperature"] == 1.1
    assert set(told["settings"]) <= set(page.controls.sampler)
    assert told["stop_reason"] == "length"
    assert len(told["tokens"]) == 20
    session = store.get(writing.scene.choice, writing.scene.vocab_size).source.open()
    ids = list(told["prompt_ids"])
    for token in told["tokens"]:
        shares = distribution(
            session.next_logits(ids), writing.scene.params, prompt_ids=ids, vocab_size=4097
        )
        assert token["id"] == draw(shares, token["uniform"])
        assert token["probability_after"] == pytest.approx(float(shares[token["id"]]), rel=1e-4)
        ids.append(token["id"])
    assert told["text"] == writing.scene.encoding.decode([each["id"] for each in told["tokens"]])


def test_a_text_that_still_grows_has_no_file(page: Page, values: Values) -> None:
    updates = updates_of(page, values("story", max_new_tokens=3))
    assert "data-json" not in updates[0][page.generate.save]
    assert "data-json" in updates[-1][page.generate.save]
