"""Amounts as people read them; the same in every language."""


def format_bytes(size_bytes: float) -> str:
    """Bytes in units of 1,000: 768 B, 17.1 MB, 6.23 GB."""
    return _scaled(size_bytes, ("B", "kB", "MB", "GB", "TB"))


def format_operations(operations: int) -> str:
    """Operations in units of 1,000: 9.4 M, 302 M, 3.4 G."""
    return _scaled(operations, ("", "k", "M", "G", "T"))


def _scaled(amount: float, units: tuple[str, ...]) -> str:
    """Three digits; what they would round up to the next unit is given in that."""
    place = 0
    while amount >= 999.5 and place < len(units) - 1:
        amount /= 1000
        place += 1
    digits = f"{amount:.3g}" if place and amount < 999.5 else f"{amount:,.0f}"
    return f"{digits} {units[place]}".rstrip()
