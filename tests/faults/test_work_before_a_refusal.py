"""A72: what is refused is refused at once, however large the numbers are that come in."""

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

from playground.__main__ import main
from playground.errors import AssetError, ConfigError, InputError
from playground.gpt.checkpoint import load_model, save_model
from playground.gpt.config import GPTConfig, head_choices
from playground.gpt.gpt2_folder import load_gpt2_folder
from playground.gpt.model import GPTModel
from playground.serving.limits import check_list, check_seed
from tests.faults.doors import LinkDoor, PageDoor

SECONDS = 10
"""Far above what a sentence takes on a slow machine, far below what counting up to 10^10 takes."""
SENTENCE = 400
"""Characters of a sentence besides the path of a file."""
NINES = "9" * 100_000
SMALL = GPTConfig(vocab_size=97, context_length=16, d_model=32, num_heads=4, num_layers=2)
GPT2 = {"vocab_size": 97, "n_positions": 16, "n_embd": 32, "n_head": 4, "n_layer": 2}
HUGE = (2**40, 10**10, 10**30, 10**4000 + 1)
PRIME = 2**61 - 1


@contextmanager
def at_once() -> Iterator[None]:
    def too_late(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"no answer in {SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, too_late)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("d_model", [*HUGE, PRIME])
@pytest.mark.parametrize("num_heads", [7, 10**9 + 7])
def test_a72_heads_that_do_not_divide_a_huge_width_get_a_sentence_at_once(
    d_model: int, num_heads: int
) -> None:
    with at_once(), pytest.raises(ConfigError) as caught:
        GPTConfig(d_model=d_model + (d_model % num_heads == 0), num_heads=num_heads)
    assert caught.value.code == "heads_do_not_divide"
    assert len(str(caught.value)) < SENTENCE
    assert "cannot be split over" in str(caught.value)


def test_a72_heads_are_the_nearest_divisors_as_if_all_were_tried() -> None:
    for d_model in (*range(1, 200), 768, 1600, 65536, 30030, 9973):
        divisors = [n for n in range(1, d_model + 1) if d_model % n == 0]
        for num_heads in (1, 7, 12, 48, 1000):
            nearest = sorted(divisors, key=lambda n: (abs(n - num_heads), n))
            assert head_choices(d_model, num_heads) == sorted(nearest[:2])
            assert head_choices(d_model, num_heads, d_model) == divisors
    assert head_choices(10**10, 7) == [5, 8]
    assert all(10**30 % heads == 0 for heads in head_choices(10**30, 7))


@pytest.mark.parametrize(
    "changes",
    [
        {"d_model": 10**10, "num_heads": 7},
        {"d_model": 10**4000, "num_heads": 7},
        *({name: number} for name in ("d_model", "num_heads", "vocab_size") for number in HUGE),
        *({name: number} for name in ("num_layers", "mlp_expansion") for number in HUGE),
        *({"context_length": number} for number in HUGE),
        *({"context_length": number, "position": "sinusoidal"} for number in (10**6, *HUGE)),
        {"weight_tying": "x" * 900_000},
        {"x" * 900_000: 1},
        {"d_model": list(range(100_000))},
    ],
    ids=lambda changes: str(changes)[:40],
)
def test_a72_a_config_of_ours_is_refused_at_once(
    changes: dict[str, object], tmp_path: Path
) -> None:
    save_model(GPTModel(SMALL, seed=0), tmp_path)
    path = tmp_path / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))
    with at_once(), pytest.raises(AssetError) as caught:
        load_model(tmp_path)
    assert str(tmp_path) in str(caught.value)
    assert len(str(caught.value)) < SENTENCE + 2 * len(str(tmp_path))


@pytest.mark.parametrize(
    "changes",
    [
        {"n_embd": 10**10, "n_head": 7},
        {"n_embd": 65_521, "n_head": 7},
        *({name: number} for name in GPT2 for number in (*HUGE, NINES, [1] * 100_000)),
        {"n_inner": 10**4000},
        {"tie_word_embeddings": "x" * 900_000},
        {"n_layer": 1000, "n_embd": 1 << 16, "n_head": 1 << 16},
        {"activation_function": "x" * 900_000},
    ],
    ids=lambda changes: str(changes)[:40],
)
def test_a72_a_config_of_gpt2_is_refused_at_once(
    changes: dict[str, object], tmp_path: Path
) -> None:
    save_model(GPTModel(SMALL, seed=0), tmp_path)
    (tmp_path / "config.json").write_text(json.dumps(GPT2 | changes))
    with at_once(), pytest.raises(AssetError) as caught:
        load_gpt2_folder(tmp_path)
    assert len(str(caught.value)) < SENTENCE + 2 * len(str(tmp_path))


def test_a72_a_config_as_long_as_weights_is_not_read(tmp_path: Path) -> None:
    save_model(GPTModel(SMALL, seed=0), tmp_path)
    with (tmp_path / "config.json").open("wb") as file:
        file.write(b"{")
        file.truncate(10 * 2**30)  # takes no room on the disk
    with at_once(), pytest.raises(AssetError, match="longer than 1,000,000 bytes") as caught:
        load_model(tmp_path)
    assert caught.value.code == "config_damaged"


def test_a72_long_numbers_and_lists_are_refused_at_once() -> None:
    for typed in (NINES, f"0.{NINES}1e{NINES}", "1, " * 100_000, "x" * 100_000, ", " * 100_000):
        with at_once(), pytest.raises(InputError) as caught:
            check_list("temperature", typed, 6)
        assert len(str(caught.value)) < SENTENCE
    for seed in (NINES, 10**4000, "x" * 100_000):
        with at_once(), pytest.raises(InputError) as caught:
            check_seed(seed)
        assert len(str(caught.value)) < SENTENCE


@pytest.mark.parametrize(
    "flag", ["--seed", "--tokens", "--temperature", "--top-k", "--top-p", "--repetition-penalty"]
)
def test_a72_the_command_line_refuses_a_long_number_at_once(
    flag: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with at_once():
        assert main(["generate", f"{flag}={NINES}"]) == 2
    assert len(capsys.readouterr().err) < SENTENCE


@pytest.mark.parametrize("kind", [PageDoor, LinkDoor])
def test_a72_page_and_link_refuse_huge_sizes_at_once(
    address: str, kind: type[PageDoor] | type[LinkDoor]
) -> None:
    door = kind(address)
    with at_once():
        for given in (10**10, 10**300, "9" * 20_000):
            sentence = door.give("d_model", given)
            assert "d_model" in sentence
            assert len(sentence) < SENTENCE
    door.is_well()
