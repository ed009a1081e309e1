"""Cells of a table that hold a number: what is shown, and the number that a CSV file gets."""

from typing import NamedTuple

from playground.figures.formatting import format_share


class Cell(NamedTuple):
    """text: what is shown; value: the number that it rounds."""

    text: str
    value: float

    def exact(self) -> str:
        """The number in as few digits as bring it back."""
        return repr(self.value if isinstance(self.value, int) else float(self.value))


def count(value: int) -> Cell:
    """A whole number: 38,597,376."""
    return Cell(f"{value:,}", value)


def number(value: int) -> Cell:
    """A whole number that names something, such as the id of a token: 50256."""
    return Cell(str(value), value)


def fixed(value: float, decimals: int) -> Cell:
    """A number in so many decimals: 1,024.3."""
    return Cell(f"{value:,.{decimals}f}", value)


def share(value: float) -> Cell:
    """A share from 0 to 1 in percent; a file gets the share, as the axes of the figures do."""
    return Cell(format_share(value), value)
