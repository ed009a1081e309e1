"""Every error has a sentence in every language, or is meant to fall back to English."""

import ast
import json
import os
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from unittest.mock import patch

import pytest
import torch

import playground.errors
from playground.decoding.sampling import SamplingParams, distribution
from playground.errors import (
    AssetError,
    ConfigError,
    HubError,
    InputError,
    PlaygroundError,
    SamplingError,
)
from playground.gpt.presets import PRESETS
from playground.locales import LANGUAGES
from playground.locales.words import ErrorWords, Words
from playground.serving import hub_errors, real_weights
from playground.serving.engine.errors import engine_busy, engine_closed, engine_lost, told
from playground.serving.environment import hub_address
from playground.serving.limits import (
    check_choice,
    check_list,
    check_number,
    check_runnable,
    check_seed,
)
from playground.serving.models import too_little_memory
from playground.ui import branches, calls, mailboxes
from playground.ui.saying import say

PACKAGE = Path(__file__).resolve().parents[2] / "playground"
ERRORS = {name for name, value in vars(playground.errors).items() if isinstance(value, type)}
TRANSLATED = (
    {field.name for field in fields(ErrorWords)} | LANGUAGES["zh"].errors.by_code.keys()
) - {"asset", "tokenizer", "other", "either", "by_code"}
NEVER_ON_THE_PAGE = {
    "config_value": "limits and choices are checked before a config is built",
    "sampling_value": "limits are checked before the sampler",
    "no_token_left": "the page bans no token",
    "empty_prompt": "the page starts an empty prompt from the encoding's start id",
    "empty_history": "as above",
    "unknown_id": "a model and its encoding are chosen together",
    "unknown_encoding": "the page names encodings itself",
    "sequence_too_long": "prompts are cut to the context",
    "address_taken": "the page is already served",
    "environment_number": "as above",
    "no_text_file": "the page trains nothing",
    "text_too_short": "as above",
    "training_setting": "as above",
    "no_run": "as above",
    "text_not_unicode": "as above",
    "empty_text_file": "as above",
    "document_too_long": "as above",
    "not_a_link": "a link is answered in plain text",
    "no_moment": "the page trains nothing",
    "no_moments": "as above",
    "no_int8": "a choice of the command line",
    "no_temporary_folder": "the page is not served then",
}
"""Code -> why a visitor cannot meet it."""


def error_codes() -> dict[str, str]:
    """Code -> error class, for every error that any file of the package can raise."""
    found: dict[str, str] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        makers = dict(makers_of(tree)) | {name: name for name in ERRORS}
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                kind = makers.get(node.func.id)
                if kind and isinstance(node.args[0], ast.Constant):
                    found[str(node.args[0].value)] = kind
    return found


def makers_of(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Functions that pass their first parameter, `code`, on to an error class."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.args.args and node.args.args[0].arg == "code":
            for call in ast.walk(node):
                name = getattr(call.func, "id", "") if isinstance(call, ast.Call) else ""
                if name in ERRORS:
                    yield node.name, name


CODES = error_codes()


def test_the_codes_are_found() -> None:
    assert {"heads_do_not_divide", "not_a_number", "weights_shape", "asset_empty"} <= CODES.keys()
    assert len(CODES) > 25


def test_every_code_is_translated_or_meant_to_fall_back() -> None:
    fall_back = {code for code, kind in CODES.items() if kind == "AssetError"}
    assert CODES.keys() - fall_back - TRANSLATED == NEVER_ON_THE_PAGE.keys()


def test_every_translated_code_is_raised_somewhere() -> None:
    assert TRANSLATED - CODES.keys() == set()


def weights_errors() -> list[PlaygroundError]:
    """One error of each kind that the real weights can cause."""
    asked = hub_errors.Request("a/b", "hub.example", Path("cache"), "FOLDER/gpt2-small")
    preset = PRESETS["gpt2-small"]
    return [
        hub_errors.offline(asked),
        hub_errors.unreachable(asked, "no route"),
        hub_errors.no_answer(asked, 10),
        hub_errors.silent(asked, 10, 1000, 2000),
        hub_errors.slow(asked, 100, 50_000, 1000, 2000),
        hub_errors.too_long(asked, 1800, 1000, 2000),
        hub_errors.cut(asked, 1000, 2000),
        hub_errors.wrong_file(asked, "it is a web page"),
        hub_errors.no_repository(asked),
        hub_errors.refused(asked, 403),
        hub_errors.no_file(asked, "model.safetensors"),
        hub_errors.too_often(asked),
        hub_errors.trouble(asked, 503),
        hub_errors.not_the_hub(asked, "status 302"),
        hub_errors.unwritable(asked, "disk full"),
        hub_errors.failed(asked, "a reason"),
        real_weights.too_little_memory(preset, 10**9),
        real_weights.too_little_disk(preset, Path("cache"), 10**9),
        real_weights.busy("gpt2-small", "gpt2-medium"),
        real_weights.gone(preset),
        real_weights.none_published(PRESETS["demo"]),
    ]


def call_errors() -> list[PlaygroundError]:
    """One error of each kind that a call which no page makes can cause."""
    call = {"fn_index": 0, "data": [], "session_hash": "a"}
    file = {"path": "", "meta": {}}
    bad = [{"fn_index": 9}, {"session_hash": "/"}, {"data": [1, 2]}, {"data": [file]}]
    found = [calls.no_call(), calls.too_long(), mailboxes.unread(32), mailboxes.crowd()]
    found += [branches.nothing_written(), branches.too_many_branches()]
    for change in bad:
        with pytest.raises(PlaygroundError) as caught:
            calls.read_call(json.dumps({**call, **change}).encode(), {0: 1})
        found.append(caught.value)
    return found


def endpoint_errors() -> list[PlaygroundError]:
    """One error of each kind that HF_ENDPOINT can cause."""
    found: list[PlaygroundError] = []
    for given in ("hf-mirror.com", "htp://hf-mirror.com"):
        with patch.dict(os.environ, HF_ENDPOINT=given), pytest.raises(HubError) as caught:
            hub_address()
        found.append(caught.value)
    return found


def test_errors_that_speak_english_themselves_are_said_in_both_languages() -> None:
    engine = [engine_busy(41), engine_lost(), engine_closed(), told(RuntimeError("a bug"))]
    with pytest.raises(SamplingError) as damaged:
        distribution(torch.tensor([1, float("nan")]), SamplingParams())
    errors = [
        *weights_errors(),
        *engine,
        too_little_memory(2 * 10**9, 10**9),
        damaged.value,
        *call_errors(),
        *endpoint_errors(),
    ]
    assert {error.code for error in errors} == LANGUAGES["zh"].errors.by_code.keys()
    for error in errors:
        assert say(error, LANGUAGES["en"]) == str(error)
        chinese = say(error, LANGUAGES["zh"])
        assert re.search("[\u4e00-\u9fff]", chinese)
        for name in re.findall(r"{(\w+)}", LANGUAGES["zh"].errors.by_code[error.code]):
            if name not in ("preset", "loading"):
                assert str(error.values[name]) in chinese


def raised() -> list[PlaygroundError]:
    """One error of each kind that a visitor can cause, as the checks raise it."""
    found = []
    for check, arguments in (
        (check_number, ("d_model", None)),
        (check_number, ("top_k", 0.5)),
        (check_number, ("temperature", 99)),
        (check_choice, ("position", "rope", ("learned", "sinusoidal"))),
        (check_seed, ("abc",)),
        (check_number, ("top_k", "0,7")),
        (check_list, ("temperature", "", 6)),
        (check_list, ("temperature", "0,7", 6)),
        (check_list, ("top_k", "1 2 3", 2)),
        (check_runnable, (10**9, True)),
    ):
        with pytest.raises(PlaygroundError) as caught:
            check(*arguments)
        found.append(caught.value)
    return found


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=list(LANGUAGES))
def test_a_sentence_has_all_its_gaps_filled(words: Words) -> None:
    for error in raised():
        sentence = say(error, words)
        assert "{" not in sentence
        assert "}" not in sentence
        assert len(sentence) > 20


def test_a_sentence_calls_a_control_as_the_page_does() -> None:
    with pytest.raises(InputError) as caught:
        check_number("num_layers", 10_000)
    assert say(caught.value, LANGUAGES["en"]) == (
        "Layers: 10000 is out of range. Give a number from 1 to 48."
    )
    assert say(caught.value, LANGUAGES["zh"]) == "层数：10000 超出范围。请输入 1 到 48 之间的数。"
    with pytest.raises(InputError) as caught:
        check_seed("abc")
    assert say(caught.value, LANGUAGES["zh"]).startswith("随机种子：'abc' 不是数。")


def test_alternatives_are_joined_in_the_language() -> None:
    error = ConfigError(
        "heads_do_not_divide", "", d_model=768, num_heads=7, heads=[6, 8], widths=[763, 770]
    )
    assert say(error, LANGUAGES["en"]).startswith(
        "d_model 768 cannot be split over 7 heads. Try 6 or 8 heads, or d_model 763 or 770."
    )
    assert say(error, LANGUAGES["zh"]).startswith(
        "d_model 768 不能平分给 7 个注意力头。请试 6 或 8 个头，或者 d_model 763 或 770。"
    )
    single = ConfigError("odd_width", "", given=9, widths=[8])
    assert "Try 8." in say(single, LANGUAGES["en"])


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=list(LANGUAGES))
def test_an_error_without_translation_is_said_in_english(words: Words) -> None:
    assert say(InputError("news", "Something {new} happened."), words) == (
        "Something {new} happened."
    )
    asset = say(AssetError("asset_empty", "story/config.json is empty; copy it again."), words)
    assert "story/config.json is empty; copy it again." in asset


def test_braces_in_what_was_given_are_only_shown() -> None:
    with pytest.raises(InputError) as caught:
        check_seed("{name} {0} {")
    for words in LANGUAGES.values():
        assert "'{name} {0} {'" in say(caught.value, words)
