"""Amounts as the page writes them; the same in every language."""


def format_bytes(size_bytes: int) -> str:
    """Bytes in units of 1,000: 768 B, 17.1 MB, 6.23 GB."""
    return _scaled(size_bytes, 1000, ("B", "kB", "MB", "GB", "TB"))


def format_operations(operations: int) -> str:
    """Operations in units of 1,000: 9.4 M, 302 M, 3.4 G."""
    return _scaled(operations, 1000, ("", "k", "M", "G", "T"))


def _scaled(amount: float, base: int, units: tuple[str, ...]) -> str:
    place = 0
    while amount >= base and place < len(units) - 1:
        amount /= base
        place += 1
    digits = f"{amount:.3g}" if place and amount < 999.5 else f"{amount:,.0f}"
    return f"{digits} {units[place]}".rstrip()
