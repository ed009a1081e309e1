"""The model on the page as a zip: the link, and what it gives."""

import html
import io
import json
import re
import zipfile
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx
import pytest
import torch
from safetensors.torch import load

from playground.gpt.presets import PRESETS
from playground.serving.models import ModelStore
from playground.ui.export import take_home
from playground.ui.page import Page
from playground.ui.scene import SAMPLING_FIELDS, read_scene

Values = Callable[..., dict[str, Any]]


def link_of(values: dict[str, Any]) -> str:
    found = re.search('href="([^"]+)"', take_home(read_scene(values)))
    assert found is not None
    return html.unescape(found[1])


def fetched(address: str, link: str) -> httpx.Response:
    return httpx.get(f"{address}/{link}", trust_env=False, timeout=60)


@pytest.mark.parametrize(
    ("given", "name"),
    [
        (("story", {}), f"story-step-{PRESETS['story'].moments[-1]}"),
        (("story", {"moment": 2}), f"story-step-{PRESETS['story'].moments[2]}"),
        (("tang", {"moment": 0}), "tang-untrained"),
        (("demo", {}), "demo-untrained"),
        (("demo", {"d_model": 32, "position": "sinusoidal", "use_bias": False}), "my-gpt"),
    ],
    ids=["final", "moment", "untrained", "demo", "own"],
)
def test_the_link_gives_the_weights_that_the_page_runs(
    served: tuple[str, ModelStore], values: Values, given: tuple[str, dict[str, Any]], name: str
) -> None:
    on_page = values(given[0], **given[1])
    answer = fetched(served[0], link_of(on_page))
    assert answer.status_code == 200
    assert answer.headers["content-disposition"] == f'attachment; filename="{name}.zip"'
    packed = zipfile.ZipFile(io.BytesIO(answer.content))
    files = {"config.json", "model.safetensors", "next_token.py", "tokens.json"}
    if name.startswith("story-step"):
        files |= {"README.md", "LICENCES.md", "storybooks-credits.tsv"}
    assert set(packed.namelist()) == {f"{name}/{file}" for file in files}
    scene = read_scene(on_page)
    ours = served[1].get(scene.choice, scene.vocab_size).model
    theirs = load(packed.read(f"{name}/model.safetensors"))
    embedding = next(value for key, value in theirs.items() if key.endswith("wte.weight"))
    assert torch.equal(embedding, ours.token_embedding.weight)
    assert (
        json.loads(packed.read(f"{name}/config.json"))["n_layer"] == scene.choice.config.num_layers
    )


def test_the_script_asks_for_the_prompt_of_the_page(
    served: tuple[str, ModelStore], values: Values
) -> None:
    on_page = values("demo", prompt="a rabbit in the wood")
    ids = list(read_scene(on_page).prompt.ids)
    assert str(ids) in html.unescape(take_home(read_scene(on_page)))
    packed = zipfile.ZipFile(io.BytesIO(fetched(served[0], link_of(on_page)).content))
    assert str(ids) in packed.read("demo-untrained/next_token.py").decode()


def test_the_link_has_the_whole_prompt_and_is_short_enough_for_any_proxy(values: Values) -> None:
    """The script asks after all that the model on the page has read."""
    on_page = values("story", prompt="a rabbit " * 200)
    link = link_of(on_page)
    ids = [int(each) for each in parse_qs(urlsplit(link).query)["ids"][0].split("-")]
    assert ids == list(read_scene(on_page).prompt.ids)
    assert len(ids) == PRESETS["story"].config.context_length
    longest = values("demo", context_length=1024, vocab_size=50257, prompt="𝔊 lurked " * 2000)
    assert len(link_of(longest)) < 8000


def test_the_script_follows_the_sampler_of_the_page(
    page: Page, served: tuple[str, ModelStore], values: Values
) -> None:
    on_page = values("demo", temperature=0.55, top_k=17, repetition_penalty=1.15)
    scene = read_scene(values("demo"))
    moved = page.draw_sampled({**on_page, "shown": scene, "open_tab": None})
    script = html.unescape(moved[page.parameters.export])
    packed = zipfile.ZipFile(io.BytesIO(fetched(served[0], link_of(on_page)).content))
    packed_script = packed.read("demo-untrained/next_token.py").decode()
    for call in (
        "TemperatureLogitsWarper(0.55)",
        "TopKLogitsWarper(17)",
        "RepetitionPenaltyLogitsProcessor(1.15)",
    ):
        assert call in script
        assert call in packed_script


def test_a_link_without_a_sampler_asks_at_temperature_1(
    served: tuple[str, ModelStore], values: Values
) -> None:
    query = parse_qs(urlsplit(link_of(values("demo"))).query)
    kept = {name: found[0] for name, found in query.items() if name not in SAMPLING_FIELDS}
    assert len(kept) == len(query) - 5
    answer = fetched(served[0], f"export?{urlencode(kept)}")
    packed = zipfile.ZipFile(io.BytesIO(answer.content))
    assert "Warper" not in packed.read("demo-untrained/next_token.py").decode()


@pytest.mark.parametrize("name", ["gpt2-small", "gpt2-xl"])
def test_large_models_say_why_there_is_no_link(values: Values, name: str) -> None:
    text = take_home(read_scene(values(name)))
    assert "Models up to 30,000,000 parameters" in text
    assert "href" not in text


def test_the_page_shows_link_and_script(page: Page, values: Values) -> None:
    shown = page.draw(values("story"))[page.parameters.export]
    assert shown == take_home(read_scene(values("story")))
    assert "GPT2LMHeadModel.from_pretrained" in shown


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"d_model": "7000"}, "d_model: 7000 is out of range"),
        ({"d_model": "rabbit"}, "d_model: 'rabbit' is not a number"),
        ({"num_heads": "7"}, "cannot be split over 7 heads"),
        ({"moment": "[" * 5000}, "moment: "),
        ({"d_model": "1600", "num_layers": "48", "num_heads": "25"}, "models up to 30,000,000 run"),
        ({"temperature": "9"}, "temperature: 9 is out of range"),
        ({"top_k": "many"}, "top_k: 'many' is not a number"),
        ({"ids": "-5-x-99999999999999999999-"}, None),
        ({"ids": "1" * 5000}, None),
        ({"ids": ""}, None),
    ],
)
def test_a_link_that_somebody_changed_gets_a_sentence(
    served: tuple[str, ModelStore],
    values: Values,
    no_traceback: None,
    change: dict[str, str],
    sentence: str | None,
) -> None:
    query = {
        key: found[0] for key, found in parse_qs(urlsplit(link_of(values("tang"))).query).items()
    }
    answer = fetched(served[0], f"export?{urlencode({**query, **change})}")
    assert answer.status_code == (200 if sentence is None else 400)
    if sentence is not None:
        assert sentence in answer.text


def test_half_a_link_says_what_is_lacking(served: tuple[str, ModelStore]) -> None:
    answer = fetched(served[0], "export?d_model=8")
    assert answer.status_code == 400
    assert answer.text.startswith("The link lacks activation, context_length, encoding")
