"""What the buttons that save take away stands in the page: exact numbers and JSON texts."""

import base64
import json
import math
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import numpy as np
import pytest

from playground.analysis.growth import growth
from playground.gpt.presets import PRESETS
from playground.ui import cells, fragments
from playground.ui.page import GROWTH, LAB, Page
from playground.ui.scene import read_scene
from tests.ui.reading import cells_of, tags_of, value_of, view_of

Values = Callable[..., dict[str, Any]]


def numbers(table: str, column: int) -> list[float]:
    """The exact numbers of a column."""
    return [float(value) for _, value in (row[column] for row in cells_of(table)) if value]


def shown(page: Page, values: Values, tab: str) -> dict[Any, Any]:
    at = values("story", top_k=3, search="-")
    return page.show(tab, {**at, "shown": read_scene(at)})


@pytest.mark.parametrize(
    ("cell", "text", "exact"),
    [
        (cells.share(1 / 3), "33.3%", "0.3333333333333333"),
        (cells.share(1e-9), "<0.01%", "1e-09"),
        (cells.share(np.float64(0.1)), "10.0%", "0.1"),
        (cells.fixed(-1234.56789, 2), "-1,234.57", "-1234.56789"),
        (cells.fixed(-math.inf, 1), "-inf", "-inf"),
        (cells.count(4_273_920), "4,273,920", "4273920"),
        (cells.number(50256), "50256", "50256"),
    ],
)
def test_a_cell_shows_a_rounded_number_and_holds_the_exact_one(
    cell: cells.Cell, text: str, exact: str
) -> None:
    table = fragments.table(["a", "b"], [[cell, "plain"]])
    assert cells_of(table) == [[(text, exact), ("plain", None)]]


def test_a_table_has_one_button_that_the_keyboard_reaches() -> None:
    table = fragments.table(["a"], [["x"]])
    assert tags_of(table).count("button") == 1
    assert '<button type="button" class="save" data-save="csv">' in table


@pytest.mark.parametrize("text", ['{"a": "\\"<&\\u2028"}', "'\">x", "中文\n"])
def test_a_json_text_arrives_letter_by_letter(text: str) -> None:
    found: list[dict[str, str | None]] = []

    class Button(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found.append(dict(attrs))

    Button().feed(fragments.save_json("JSON", "run", text))
    assert [each["data-json"] for each in found] == [text]
    assert found[0]["type"] == "button"
    assert (found[0]["data-save"], found[0]["data-name"]) == ("json", "run")


def test_the_table_of_the_next_token_holds_the_numbers_of_the_bars(
    page: Page, values: Values
) -> None:
    view = view_of(page.draw(values("story", top_k=3))[page.next.view])
    kept, after, removed = (trace["x"] for trace in view["figure"]["data"])
    before = [a if b is None else b for a, b in zip(kept, removed, strict=True)]
    assert None in kept
    assert numbers(view["table"], 2) == before
    assert numbers(view["table"], 3) == after


def test_the_table_of_the_parameters_holds_every_count(page: Page, values: Values) -> None:
    at = values("story")
    view = view_of(page.draw(at)[page.parameters.view])
    counts = numbers(view["table"], 1)
    assert counts == [*(part.count for part in read_scene(at).breakdown.parts), sum(counts[:-1])]
    assert math.isclose(sum(numbers(view["table"], 2)), 2)


def test_the_table_of_the_attention_holds_the_last_row_of_the_map(
    page: Page, values: Values
) -> None:
    view = view_of(page.draw(values("story"))[page.mask.attention])
    drawn = view["figure"]["data"][0]["z"]
    assert drawn["dtype"] == "f4"
    last = np.frombuffer(base64.b64decode(drawn["bdata"]), np.float32).tolist()
    weights = numbers(view["table"], 1)
    assert weights == last[-len(weights) :]
    assert sum(weights) == pytest.approx(1, abs=1e-6)


def test_the_table_of_the_growth_holds_the_curve(page: Page, values: Values) -> None:
    view = view_of(shown(page, values, GROWTH)[page.growth.view])
    curve = growth(PRESETS["story"]).curve
    assert numbers(view["table"], 0) == [each.step for each in curve]
    assert numbers(view["table"], 2) == view["figure"]["data"][0]["y"]


def test_no_number_of_the_page_is_left_without_its_exact_value(page: Page, values: Values) -> None:
    drawn = page.draw(values("story"))
    lab = shown(page, values, LAB)
    at = values("story", draw_count="100")
    draws = page.lab.draws.run({**at, "shown": read_scene(at)})
    tables = [
        view_of(drawn[page.parameters.view])["table"],
        view_of(drawn[page.mask.attention])["table"],
        view_of(drawn[page.next.view])["table"],
        view_of(shown(page, values, GROWTH)[page.growth.view])["table"],
        view_of(lab[page.lab.stages.figure])["above"],
        value_of(lab[page.lab.stages.found]),
        view_of(draws[page.lab.draws.figure])["table"],
    ]
    for table in tables:
        rows = [row for row in cells_of(table) if row]
        assert rows
        for text, value in (cell for row in rows for cell in row[1:]):
            rounded = text.strip("<%").replace(",", "")
            if rounded.lstrip("-").replace(".", "").isdigit():
                assert value is not None, text
                json.loads(value)
