"""`python -m tests.bench [page | training]`: speed as ratios against references of the same run."""

import sys

from tests.bench import slider_to_chart, training_step


def page() -> None:
    result = slider_to_chart.measure()
    print(
        f"slider to chart: {result['chart']:.0f} ms; event that does nothing: "
        f"{result['nothing']:.0f} ms; ratio {result['ratio']:.2f} (at most 2)"
    )


def training() -> None:
    reference = None
    for name, rate in training_step.measure():
        reference = reference or rate
        print(f"{name:40} {rate:7,.0f} tokens/s  ratio {rate / reference:.2f}", flush=True)


if __name__ == "__main__":
    {"page": page, "training": training}[sys.argv[1] if len(sys.argv) > 1 else "page"]()
