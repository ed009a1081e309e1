"""`python tests/bench`: speed as ratios against references measured in the same run."""

from slider_to_chart import measure

if __name__ == "__main__":
    result = measure()
    print(
        f"slider to chart: {result['chart']:.0f} ms; event that does nothing: "
        f"{result['nothing']:.0f} ms; ratio {result['ratio']:.2f} (at most 2)"
    )
