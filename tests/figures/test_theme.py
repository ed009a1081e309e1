"""Labels are shown letter by letter; colours stand out on a light and on a dark page."""

import json

import plotly.graph_objects as go
import pytest

from playground.figures import theme

PAGES = {"light": "#ffffff", "dark": "#0b0f19"}


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("colour", ["ACCENT", "GREY"])
def test_data_colours_have_contrast_on_both_pages(colour: str, page: str) -> None:
    assert contrast(getattr(theme, colour), PAGES[page]) >= 3


def test_every_colour_of_the_colorway_has_contrast_on_both_pages() -> None:
    for colour in theme.TEMPLATE.layout.colorway:
        assert all(contrast(colour, page) >= 3 for page in PAGES.values()), colour


def test_hover_text_has_contrast_on_its_own_ground() -> None:
    label = theme.TEMPLATE.layout.hoverlabel
    assert contrast(label.font.color, label.bgcolor) >= 7


def contrast(one: str, other: str) -> float:
    """WCAG 2.2 contrast ratio of two colours, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(
    ("label", "written"),
    [
        ("<b>", "&lt;b&gt;"),
        ("a<br>b", "a&lt;br&gt;b"),
        ("&amp;", "&amp;amp;"),
        ("</", "&lt;/"),
        ("\"'", "\"'"),
        ("", ""),
    ],
)
def test_a40_markup_is_written_as_entities(label: str, written: str) -> None:
    assert theme.plain(label) == written
    assert theme.short(label) == written


def test_long_labels_are_cut_before_they_are_escaped() -> None:
    assert theme.short("a" * 14) == "a" * 14
    assert theme.short("a" * 15) == "a" * 13 + "…"
    assert theme.short("<" * 15) == "&lt;" * 13 + "…"


def test_a_chinese_character_takes_two_columns() -> None:
    assert theme.short("床前明月光疑是") == "床前明月光疑是"
    assert theme.short("床前明月光疑是地") == "床前明月光疑…"


def test_the_font_list_names_chinese_fonts_and_nothing_to_fetch() -> None:
    font = theme.TEMPLATE.layout.font.family
    assert "PingFang SC" in font
    assert "Microsoft YaHei" in font
    assert "Noto Sans CJK SC" in font
    assert font.endswith("sans-serif")


def test_number_like_labels_stay_labels() -> None:
    assert theme.TEMPLATE.layout.autotypenumbers == "strict"


def test_the_template_is_small_and_all_figures_have_it(all_figures: dict[str, go.Figure]) -> None:
    assert len(theme.TEMPLATE.to_plotly_json()["layout"]) < 15
    assert len(json.dumps(theme.TEMPLATE.to_plotly_json())) < 2000  # plotly's own takes 6.5 kB
    for name, figure in all_figures.items():
        assert figure.layout.template == theme.TEMPLATE, name
