"""The last choice stays, however slow the browser is and in whatever order its listeners run."""

import pytest

from playground.locales import LANGUAGES
from tests.browser.conftest import OpenVisit
from tests.browser.visit import Visit

pytestmark = [pytest.mark.browser, pytest.mark.slow_browser]


def wait_for_address(opened: Visit, part: str) -> None:
    opened.page.wait_for_function("part => location.hash.includes(part)", arg=part)


@pytest.mark.parametrize(("language", "chosen"), [("zh", "en"), ("en", "zh")])
def test_a63_a_chosen_language_stays_when_the_page_is_loaded_again(
    visit: OpenVisit, language: str, chosen: str
) -> None:
    opened, words = visit(language), LANGUAGES[chosen]
    opened.change_language(words.name, words.page.title)
    wait_for_address(opened, f"language={chosen}")
    opened.page.reload()
    Visit(opened.page).wait_text("#title", words.page.title)
