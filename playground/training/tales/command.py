"""`python -m playground train tales`: stories on standard output, as `train run --text` reads."""

import argparse

from playground.text.encoding import END_OF_TEXT
from playground.training.tales.measure import repeated_share
from playground.training.tales.teller import tell


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `train tales`."""
    parser.add_argument("--count", type=int, default=1, metavar="N", help="stories; default: 1")
    parser.add_argument("--first-seed", type=int, default=0, metavar="S", help="default: 0")
    parser.add_argument("--measure", action="store_true", help="print figures, not the stories")
    parser.set_defaults(handler=_tales)


def _tales(arguments: argparse.Namespace) -> None:
    seeds = range(arguments.first_seed, arguments.first_seed + arguments.count)
    if not arguments.measure:
        for seed in seeds:
            print(tell(seed), END_OF_TEXT, sep="\n")
        return
    stories = [tell(seed) for seed in seeds]
    words = [len(story.split()) for story in stories]
    print(f"stories: {len(stories)}, all different: {len(set(stories)) == len(stories)}")
    print(f"words: {sum(words)}, of a story {min(words)} to {max(words)}")
    print(f"runs of eight words that occur more than once: {repeated_share(stories):.1%}")
