"""What the buttons under figures and tables save, opened as a spreadsheet or an eye would."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Locator

from playground.ui import cells, fragments
from tests.browser.conftest import OpenVisit
from tests.browser.visit import FIGURES, GROWTH, LAB, MASK, NEXT, PARAMETERS, Visit

pytestmark = pytest.mark.browser

ADD = """html => {
    const place = document.createElement('div');
    place.id = 'added';
    place.className = 'block';
    place.innerHTML = html;
    document.querySelector('#header').append(place);
}"""


def saved(opened: Visit, button: Locator, folder: Path, key: str = "") -> Path:
    """Press the button, with the keyboard where a key is named, and keep what it saves."""
    with opened.page.expect_download() as waiting:
        if key:
            button.focus()
            opened.page.keyboard.press(key)
        else:
            button.click()
    path = folder / waiting.value.suggested_filename
    waiting.value.save_as(path)
    return path


def rows_of(path: Path) -> list[list[str]]:
    """A CSV file without its head, held against the rules for such files on the way."""
    content = path.read_bytes()
    assert content.startswith(b"\xef\xbb\xbf")
    text = content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    assert text.count("\r\n") == len(rows)
    return rows[1:]


def button(opened: Visit, place: str, kind: str) -> Locator:
    return opened.page.locator(f"{place} button[data-save={kind}]")


def open_table(opened: Visit, place: str) -> Locator:
    opened.page.locator(f"{place} summary").click()
    return button(opened, place, "csv")


def added(opened: Visit, html: str) -> Locator:
    opened.page.evaluate(ADD, html)
    return opened.page.locator("#added button")


def test_the_csv_of_the_next_token_has_the_numbers_of_the_chart(
    visit: OpenVisit, tmp_path: Path
) -> None:
    opened = visit()
    opened.tab(NEXT)
    count = opened.drawn("#next-figure")
    opened.slide("top_k", 5)
    opened.wait_drawn("#next-figure", count)
    path = saved(opened, open_table(opened, "#next-figure"), tmp_path)
    assert path.name == "gpt-playground-next-figure.csv"
    rows = rows_of(path)
    kept, after, removed = (trace["x"] for trace in opened.traces("#next-figure"))
    before = [a if b is None else b for a, b in zip(kept, removed, strict=True)]
    assert None in kept
    assert [float(row[2]) for row in rows] == pytest.approx(before, rel=1e-12)
    assert [float(row[3]) for row in rows] == pytest.approx(after, rel=1e-12)
    assert [row[0] for row in rows] == opened.labels("#next-figure")


def test_a_token_that_looks_like_a_formula_does_not_become_one(
    visit: OpenVisit, tmp_path: Path
) -> None:
    opened = visit()
    tokens = ["=1+1", "+1", "-1", "@x", "＝1", 'a "b", c', "two\nlines", "'", "中文", "plain"]
    rows = [(token, cells.Cell("-1.0", -1.25)) for token in tokens]
    path = saved(opened, added(opened, fragments.table(["token", "logit"], rows)), tmp_path)
    assert path.name == "gpt-playground-added.csv"
    found = rows_of(path)
    assert [row[0] for row in found] == [f"'{each}" for each in tokens[:5]] + tokens[5:]
    assert {row[1] for row in found} == {"-1.25"}


def test_a_second_table_of_a_place_has_a_name_of_its_own(visit: OpenVisit, tmp_path: Path) -> None:
    opened = visit()
    buttons = added(opened, "".join(fragments.table(["a"], [[name]]) for name in "xy"))
    first, second = (saved(opened, each, tmp_path) for each in buttons.all())
    assert (first.name, rows_of(first)) == ("gpt-playground-added.csv", [["x"]])
    assert (second.name, rows_of(second)) == ("gpt-playground-added-2.csv", [["y"]])


def test_a_json_text_is_saved_letter_by_letter(visit: OpenVisit, tmp_path: Path) -> None:
    opened = visit()
    text = json.dumps({"text": "<b>\"'&\u2028 中文"}, ensure_ascii=False)
    path = saved(opened, added(opened, fragments.save_json("JSON", "run", text)), tmp_path)
    assert path.name == "gpt-playground-run.json"
    assert path.read_bytes() == text.encode()


def test_tables_of_the_lab_are_saved_too(visit: OpenVisit, tmp_path: Path) -> None:
    opened = visit()
    opened.tab(LAB)
    opened.type("search", "ing")
    opened.wait_text("#found", "ing")
    found = saved(opened, button(opened, "#found", "csv"), tmp_path)
    stages = saved(opened, button(opened, "#stages-figure", "csv"), tmp_path)
    assert [found.name, stages.name] == [
        "gpt-playground-found.csv",
        "gpt-playground-stages-figure.csv",
    ]
    assert len(rows_of(found)) == 8
    assert float(rows_of(stages)[0][1]) == 4097


def shown_size(opened: Visit, place: str) -> tuple[int, int]:
    box = opened.page.locator(f"{place} .main-svg").first.bounding_box()
    assert box is not None
    return round(2 * box["width"]), round(2 * box["height"])


def looked_at(path: Path) -> Any:
    """The pixels of a picture: rows, columns, red green blue."""
    with Image.open(path) as picture:
        assert picture.format == "PNG"
        assert picture.convert("RGBA").getextrema()[3] == (255, 255)
        return np.asarray(picture.convert("RGB"))


@pytest.mark.parametrize(
    ("theme", "width"), [("light", 1440), ("dark", 1440), ("dark", 390), ("light", 390)]
)
def test_every_figure_is_saved_as_it_is_shown_dark_on_white(
    visit: OpenVisit, screenshots: Path, theme: str, width: int
) -> None:
    opened = visit("zh" if theme == "dark" else "en", theme, width)
    folder = screenshots / f"saved-{theme}-{width}"
    for tab in (PARAMETERS, MASK, NEXT, LAB, GROWTH):
        opened.tab(tab)
        for place in FIGURES[tab]:
            path = saved(opened, button(opened, place, "png"), folder)
            assert path.name == f"gpt-playground-{place[1:]}.png"
            pixels = looked_at(path)
            size = pytest.approx(shown_size(opened, place), abs=1)  # a width may have a fraction
            assert pixels.shape[1::-1] == size
            dark = (pixels.max(axis=2) < 100).mean()
            assert (pixels[[0, 0, -1, -1], [0, -1, 0, -1]] == 255).all()  # the ground
            assert dark > 0.002, f"{path.name}: {dark:.2%} of it is text"
            assert (pixels.max(axis=2) - pixels.min(axis=2) > 60).mean() > 0.001  # and colour
        name = f"take-away-{tab}-{theme}-{width}.png"
        opened.page.screenshot(path=screenshots / name, full_page=True)
        assert opened.width() <= width


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_the_keyboard_saves_as_the_mouse_does(visit: OpenVisit, tmp_path: Path, key: str) -> None:
    opened = visit()
    picture = saved(opened, button(opened, "#parameters-figure", "png"), tmp_path, key)
    assert picture.suffix == ".png"
    table = saved(opened, open_table(opened, "#parameters-figure"), tmp_path, key)
    assert float(rows_of(table)[-1][1]) == 4_273_920


def test_where_there_is_no_figure_there_is_no_button(visit: OpenVisit) -> None:
    opened = visit()
    opened.tab(LAB)
    assert button(opened, "#stages-figure", "png").is_visible()
    assert button(opened, "#draws-figure", "png").is_hidden()
    opened.choose_preset("GPT-2 XL")
    opened.tab(NEXT)
    assert button(opened, "#next-figure", "png").is_hidden()


def test_saving_happens_once_and_asks_no_server(visit: OpenVisit, tmp_path: Path) -> None:
    opened = visit()
    opened.tab(NEXT)
    table = open_table(opened, "#next-figure")
    asked: list[str] = []
    files: list[object] = []
    opened.page.on("download", lambda file: files.append(file))
    opened.page.on("request", lambda request: asked.append(request.url))
    saved(opened, button(opened, "#next-figure", "png"), tmp_path)
    saved(opened, table, tmp_path)
    assert len(files) == 2
    assert [url for url in asked if url.startswith("http") and "heartbeat" not in url] == []
