"""How a sentence comes to the page over HTTP, and goes. What is refused: tests/faults."""

from collections.abc import Callable

from playground.serving.models import ModelStore
from tests.ui.api_visitor import ApiVisitor
from tests.ui.reading import plain_text, view_of, words_of_view

NewVisitor = Callable[[], ApiVisitor]


def notice(someone: ApiVisitor) -> str:
    return plain_text(someone.shown("notice"))


def test_a42_a_whole_float_is_taken(visitor: NewVisitor) -> None:
    someone = visitor()
    someone.fire("top_k", "change", top_k=50.0)
    assert notice(someone) == ""
    assert words_of_view(someone.shown("next-figure")).startswith("Tokens left in the draw50of")


def test_a_sentence_goes_away_when_the_value_is_good_again(visitor: NewVisitor) -> None:
    someone = visitor()
    someone.fire("temperature", "change", temperature=99)
    assert notice(someone)
    someone.fire("temperature", "change", temperature=1)
    assert notice(someone) == ""


def test_a_slider_that_moves_before_the_page_has_opened_harms_nothing(
    served: tuple[str, ModelStore], no_traceback: None
) -> None:
    early = ApiVisitor(served[0])
    early.fire("temperature", "change", temperature=1)
    early.fire("layer", "input", layer=2)
    early.open()
    early.fire("temperature", "change", temperature=1)
    assert view_of(early.shown("next-figure"))["figure"]["data"]
    early.http.close()
