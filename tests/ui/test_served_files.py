"""What the app gives out besides the page; what it does not, in tests/abuse."""

import httpx

from playground import app
from playground.figures.browser import PLOTLY_JS, PLOTLY_JS_FOLDER
from playground.serving.models import ModelStore

ROOT = app.STYLE.parents[1]


def test_a41_the_page_draws_with_the_plotly_of_plotly_py(served: tuple[str, ModelStore]) -> None:
    answer = httpx.get(f"{served[0]}/plotly/{PLOTLY_JS}", trust_env=False)
    assert answer.status_code == 200
    assert answer.content == (PLOTLY_JS_FOLDER / PLOTLY_JS).read_bytes()


def test_the_page_names_no_other_host_and_no_folder_of_this_machine(
    served: tuple[str, ModelStore],
) -> None:
    config = httpx.get(f"{served[0]}/config", trust_env=False)
    assert str(ROOT) not in config.text
    assert not config.json()["analytics_enabled"]
    assert all(each["api_visibility"] == "private" for each in config.json()["dependencies"])
