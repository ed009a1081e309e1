"""A model taken home through the link on the page."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from playground.gpt.presets import PRESETS
from playground.locales import LANGUAGES
from tests.browser.visit import Visit

OpenVisit = Callable[..., Visit]
LINK = "#export a.download"
FILES = ("config.json", "model.safetensors", "next_token.py", "tokens.json")


def download(opened: Visit, folder: Path) -> tuple[str, zipfile.ZipFile]:
    """Click the link: the name of the folder in the zip, and the zip."""
    with opened.page.expect_download() as waiting:
        opened.page.locator(LINK).click()
    file = waiting.value
    path = folder / file.suggested_filename
    file.save_as(path)
    packed = zipfile.ZipFile(path)
    assert packed.testzip() is None
    assert {f"{path.stem}/{name}" for name in FILES} <= set(packed.namelist())
    return path.stem, packed


def shape(name: str, packed: zipfile.ZipFile) -> dict[str, int]:
    config = json.loads(packed.read(f"{name}/config.json"))
    return {key: config[key] for key in ("vocab_size", "n_positions", "n_embd", "n_layer")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_model_of_the_page_arrives(visit: OpenVisit, tmp_path: Path, language: str) -> None:
    opened, words = visit(language), LANGUAGES[language]
    assert words.export.heading in opened.text("#export")
    assert opened.text(LINK) == words.export.download
    name, packed = download(opened, tmp_path)
    assert name == f"story-step-{PRESETS['story'].moments[-1]}"
    assert shape(name, packed) == {
        "vocab_size": 4097,
        "n_positions": 256,
        "n_embd": 256,
        "n_layer": 4,
    }
    assert opened.page.locator("#parameters-figure .main-svg").first.is_visible()


def test_each_moment_brings_its_own_weights(visit: OpenVisit, tmp_path: Path) -> None:
    opened = visit()
    found = {}
    for moment, step in enumerate(PRESETS["story"].moments[:3]):
        opened.slide("moment", moment)
        expected = f"story-step-{step}" if step else "story-untrained"
        opened.wait_text("#badge", f"after {step:,} of" if step else "untrained")
        name, packed = download(opened, tmp_path)
        assert name == expected
        found[name] = packed.read(f"{name}/model.safetensors")
    assert len(set(found.values())) == 3


def test_a_model_of_ones_own_and_its_prompt_arrive(visit: OpenVisit, tmp_path: Path) -> None:
    opened = visit()
    opened.choose_preset("Demo")
    opened.number("num_layers", 3)
    opened.wait_text("#badge", "Custom")
    opened.type("prompt", "a b")
    opened.wait_text("#strip", "2 tokens.")
    ids = opened.page.locator("#strip .chip small").all_text_contents()
    name, packed = download(opened, tmp_path)
    assert name == "my-gpt"
    assert shape(name, packed)["n_layer"] == 3
    script = packed.read(f"{name}/next_token.py").decode()
    assert f"[{', '.join(ids)}]" in script
    opened.page.locator("#export summary").click()
    assert opened.page.locator("#export pre").inner_text().strip() == script.strip()


def test_a_model_too_large_to_take_home_says_so(visit: OpenVisit) -> None:
    opened = visit(width=390)
    opened.choose_preset("GPT-2 XL")
    opened.wait_text("#export", "Models up to 30,000,000 parameters")
    assert opened.page.locator(LINK).count() == 0
    assert opened.width() <= 390
