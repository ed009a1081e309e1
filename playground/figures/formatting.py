"""Numbers as a figure writes them; the same in every language."""


def format_count(count: int) -> str:
    """A count in at most three leading digits: 768, 38.6M, 1.56B."""
    for size, unit in ((10**9, "B"), (10**6, "M"), (10**3, "k")):
        if count >= size * 0.9995:
            value = count / size
            decimals = 2 if value < 9.995 else 1 if value < 99.95 else 0
            return f"{value:.{decimals}f}{unit}"
    return str(count)


def format_share(share: float) -> str:
    """A share from 0 to 1 in percent: 100%, 31.0%, 0.05%, <0.01%, 0%."""
    percent = 100 * share
    if percent == 0:
        return "0%"
    if percent < 0.01:
        return "<0.01%"
    decimals = 0 if percent >= 99.95 else 1 if percent >= 1 else 2
    return f"{percent:.{decimals}f}%"
