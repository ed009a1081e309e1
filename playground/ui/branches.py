"""A text and the other ways that it could have gone, as a tree of branches."""

from collections.abc import Sequence
from dataclasses import dataclass

from playground.decoding.generation import Step
from playground.errors import InputError
from playground.ui.many_writings import stop_all
from playground.ui.writing import Writing

MOST_BRANCHES = 30


@dataclass(frozen=True, eq=False)
class Branch:
    """One whole text. parent: the branch that it left, and place: its first own token, from 0; None
    for the first text. by_hand: places whose tokens a person chose."""

    writing: Writing
    parent: int | None = None
    place: int | None = None
    by_hand: frozenset[int] = frozenset()

    @property
    def steps(self) -> Sequence[Step]:
        """All tokens, those that it shares with its parent included."""
        return self.writing.steps


@dataclass
class Tree:
    """The branches in the order in which they were written, and the one that is looked at.

    length: most tokens of each.
    """

    branches: list[Branch]
    length: int
    current: int = 0

    @property
    def branch(self) -> Branch:
        """The one that is looked at."""
        return self.branches[self.current]

    def fork(self, old: Branch, place: int, step: Step) -> bool:
        """Go to a branch of another one that has another token at `place`. Whether it is a new one,
        still to be written on: what was written already is looked at again, unless it is that
        branch itself. Raises InputError for too many."""
        steps = (*old.steps[:place], step)
        ids = tuple(each.id for each in steps)
        for number, branch in enumerate(self.branches):
            if branch is not old and branch.writing.ids[: place + 1] == ids:
                self.current = number
                return False
        if len(self.branches) == MOST_BRANCHES:
            raise too_many_branches()
        new = Writing(old.writing.scene, old.writing.seed, old.writing.words)
        new.add(steps)
        by_hand = {place, *(each for each in old.by_hand if each < place)}
        while old.parent is not None and old.place is not None and place <= old.place:
            old = self.branches[old.parent]  # whose tokens are the same up to there
        self.branches.append(Branch(new, self.branches.index(old), place, frozenset(by_hand)))
        self.current = len(self.branches) - 1
        return True

    def stop(self) -> None:
        """End what is still being written."""
        stop_all([branch.writing for branch in self.branches])

    def depth(self, number: int) -> int:
        """How many forks lie between a branch and the first text."""
        parent = self.branches[number].parent
        return 0 if parent is None else 1 + self.depth(parent)


def too_many_branches() -> InputError:
    """A tree that would grow on for ever."""
    return InputError(
        "too_many_branches",
        f"This text has {MOST_BRANCHES} branches, and more are not kept. Write a new text.",
        most=MOST_BRANCHES,
    )


def nothing_written() -> InputError:
    """There is no text to look into."""
    return InputError(
        "nothing_written",
        "Generate has written nothing yet. Press “Generate” in its tab first, or “Write a text” "
        "here.",
    )
