"""Counts and shares as figures write them."""

import pytest

from playground.figures.formatting import format_count, format_share


@pytest.mark.parametrize(
    ("count", "written"),
    [
        (0, "0"),
        (768, "768"),
        (999, "999"),
        (1000, "1.00k"),
        (38_400, "38.4k"),
        (99_949, "99.9k"),
        (99_951, "100k"),
        (999_499, "999k"),
        (999_500, "1.00M"),
        (7_087_104, "7.09M"),
        (38_597_376, "38.6M"),
        (124_439_808, "124M"),
        (1_557_611_200, "1.56B"),
    ],
)
def test_counts_have_three_leading_digits(count: int, written: str) -> None:
    assert format_count(count) == written


@pytest.mark.parametrize(
    ("share", "written"),
    [
        (0.0, "0%"),
        (1e-9, "<0.01%"),
        (0.0001, "0.01%"),
        (0.0063, "0.63%"),
        (0.01, "1.0%"),
        (0.31017, "31.0%"),
        (0.9994, "99.9%"),
        (1.0, "100%"),
    ],
)
def test_shares_are_percentages(share: float, written: str) -> None:
    assert format_share(share) == written
