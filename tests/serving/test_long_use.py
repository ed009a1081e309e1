"""A day of use leaves no memory behind: models that come and go, texts that are cancelled."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.serving.long_use import CHURN_BYTES, MODELS, STORE_BYTES, TEXTS

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]


def after_long_use(what: str) -> dict[str, int]:
    command = [sys.executable, "-X", "faulthandler", "-m", "tests.serving.long_use", what]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    result: dict[str, int] = json.loads(ended.stdout)
    return result


def test_two_hundred_models_leave_the_memory_as_it_was() -> None:
    result = after_long_use("models")
    assert result["done"] == MODELS
    assert 0.9 * STORE_BYTES < result["in_use"] <= STORE_BYTES
    assert result["after"] < 1.05 * result["before"], result


def test_a67_models_that_come_and_go_leave_the_store_its_size() -> None:
    result = after_long_use("churn")
    assert result["in_use"] <= CHURN_BYTES
    assert result["used"] <= CHURN_BYTES + 200_000_000, result


def test_five_hundred_cancelled_texts_leave_the_memory_as_it_was() -> None:
    result = after_long_use("texts")
    assert result["done"] == TEXTS
    assert result["cancelled"] >= TEXTS
    assert result["active"] == 0
    assert result["after"] < 1.05 * result["before"], result
