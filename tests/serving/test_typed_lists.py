"""Lists of numbers as people type them."""

import math

import pytest

from playground.errors import InputError
from playground.serving.limits import check_list, check_number


def refusal(name: str, value: object, most: int = 6) -> InputError:
    with pytest.raises(InputError) as caught:
        check_list(name, value, most)
    return caught.value


@pytest.mark.parametrize(
    "typed",
    [
        "0.2, 0.7, 1.2",
        "0.2,0.7,1.2",
        "0.2 0.7 1.2",
        "  0.2\t0.7\n1.2  ",
        "0.2，0.7，1.2",
        "0.2、0.7、1.2",
        "0.2；0.7;1.2",
        ",, 0.2,,0.7 ， ,1.2,",
        "0.2\u30000.7\u00a01.2",
        "0.20, .7, 12e-1",
        "０．２，０．７，１．２",
    ],
)
def test_commas_of_all_kinds_and_spaces_stand_between_numbers(typed: str) -> None:
    assert check_list("temperature", typed, 3) == (0.2, 0.7, 1.2)


def test_whole_numbers_are_int_and_keep_the_order_in_which_they_are_typed() -> None:
    found = check_list("top_k", "40, 1, 10.0, 0", 6)
    assert found == (40, 1, 10, 0)
    assert {type(number) for number in found} == {int}
    assert type(check_list("temperature", "1", 6)[0]) is float


@pytest.mark.parametrize("typed", ["1, 1, 5, 1.0, 5", "1 5"])
def test_a_number_that_is_typed_twice_comes_once(typed: str) -> None:
    assert check_list("top_k", typed, 5) == (1, 5)


@pytest.mark.parametrize("typed", [None, "", "   ", ",", " ，、; \n"])
def test_a71_at_least_one_number_is_needed(typed: object) -> None:
    error = refusal("top_k", typed)
    assert error.code == "list_empty"
    assert str(error) == "top_k is empty; give 1 to 6 values, with commas between."


def test_no_more_than_most() -> None:
    assert len(check_list("top_k", "1,2,3,4,5,6", 6)) == 6
    error = refusal("top_k", "1,2,3,4,5,6,7")
    assert (error.code, error.values["given"], error.values["most"]) == ("list_length", 7, 6)
    assert refusal("top_k", "1," * 100_000).values["given"] == 100_000


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("nan", "not_a_number"),
        ("NaN", "not_a_number"),
        ("inf", "out_of_range"),
        ("-Infinity", "out_of_range"),
        ("1e400", "out_of_range"),
        ("-1", "out_of_range"),
        ("201", "out_of_range"),
        ("9" * 100_000, "out_of_range"),
        ("1.5", "not_whole"),
        ("one", "not_a_number"),
        ("1/2", "not_a_number"),
        ("0x10", "not_a_number"),
        ("²", "not_a_number"),
        ("<b>", "not_a_number"),
        ("\ud800", "not_a_number"),
        ("x" * 100_000, "not_a_number"),
    ],
)
def test_one_bad_number_among_good_ones_is_refused(typed: str, code: str) -> None:
    error = refusal("top_k", f"1, {typed}, 5")
    assert error.code == code
    assert str(error).startswith("top_k: ")
    assert len(str(error).encode()) < 200
    assert str(error).endswith("give a whole number from 0 to 200.")


@pytest.mark.parametrize("given", [True, False, [1, 2], [], {"a": 1}, {}, b"1", 1j, math.nan])
def test_what_is_no_text_and_no_number_is_refused(given: object) -> None:
    assert refusal("top_k", given).code == "not_a_number"


def test_a_lone_number_is_a_list_of_one() -> None:
    assert check_list("top_k", 7, 6) == (7,)
    assert check_list("top_k", 0, 6) == (0,)
    assert check_list("temperature", 0.5, 6) == (0.5,)


@pytest.mark.parametrize(
    ("name", "typed", "numbers"),
    [
        ("temperature", "0,2; 1,2", (0.2, 1.2)),
        ("temperature", "0,2;1,2", (0.2, 1.2)),
        ("temperature", "0,2 ；0,7； 1", (0.2, 0.7, 1.0)),
        ("temperature", " 0,25;1 ", (0.25, 1.0)),
        ("temperature", "0.2,0.7", (0.2, 0.7)),
        ("temperature", "1,0.5", (1.0, 0.5)),
        ("temperature", "0.125,1", (0.125, 1.0)),
        ("temperature", "0, 1, 2", (0.0, 1.0, 2.0)),
        ("temperature", "0，1", (0.0, 1.0)),
        ("top_k", "1,5,40", (1, 5, 40)),
        ("top_k", "0; 40; 100", (0, 40, 100)),
        ("top_k", "40, 100, 200", (40, 100, 200)),
        ("top_k", "40 100 200", (40, 100, 200)),
    ],
)
def test_a46_a_list_is_what_was_typed(name: str, typed: str, numbers: tuple[float, ...]) -> None:
    assert check_list(name, typed, 6) == numbers


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("temperature", "0,2"),
        ("temperature", "0,7"),
        ("temperature", "1,2"),
        ("temperature", "0,2,0,7"),
        ("temperature", "0,2 1,2"),
        ("temperature", "0,2, 1,2"),
        ("temperature", "0,2; 0.7"),
        ("temperature", "0,1,0.5"),
        ("temperature", "1.000,1"),
        ("temperature", "1 000"),
        ("top_k", "1,000"),
        ("top_k", "1 000"),
        ("top_k", "1\u202f000"),
        ("top_k", "1.000"),
        ("top_k", "1,200"),
        ("top_k", "1, 1,050"),
        ("top_k", "1,000; 40"),
    ],
)
def test_a46_what_can_be_read_in_two_ways_is_not_guessed(name: str, typed: str) -> None:
    error = refusal(name, typed)
    assert error.code == "unclear_number"
    assert "Write a decimal point (0.7)" in str(error)


def test_a46_a_lone_number_with_a_comma_is_not_guessed_either() -> None:
    for name, given in (("temperature", "0,7"), ("top_k", "1,000"), ("seed", "1,5")):
        with pytest.raises(InputError, match="can be read in two ways"):
            check_number(name, given)
    assert refusal("top_k", "2,5; 10").code == "not_whole"
