"""Amounts as people read them."""

import pytest

from playground.serving.units import format_bytes, format_operations


@pytest.mark.parametrize(
    ("size", "shown"),
    [
        (0, "0 B"),
        (768, "768 B"),
        (999, "999 B"),
        (1000, "1 kB"),
        (17_100_000, "17.1 MB"),
        (497_759_232, "498 MB"),
        (999_600, "1 MB"),
        (999.6, "1 kB"),
        (50_000, "50 kB"),
        (548_105_171, "548 MB"),
        (1_520_000_000, "1.52 GB"),
        (5.1e12, "5.1 TB"),
        (6_230_444_800, "6.23 GB"),
        (12 * 10**15, "12,000 TB"),
    ],
)
def test_bytes_have_units_of_a_thousand(size: float, shown: str) -> None:
    assert format_bytes(size) == shown


@pytest.mark.parametrize(
    ("operations", "shown"),
    [(9, "9"), (9_400_000, "9.4 M"), (302_000_000, "302 M"), (3_400_000_000, "3.4 G")],
)
def test_operations_have_units_of_a_thousand(operations: int, shown: str) -> None:
    assert format_operations(operations) == shown
