"""A text and the other ways that it could have gone, as a tree of branches."""

from collections.abc import Sequence
from dataclasses import dataclass

from playground.decoding.generation import Step
from playground.ui.writing import Writing


@dataclass(frozen=True)
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

    def fork(self, place: int, step: Step) -> Branch:
        """A branch of the current one that has another token at `place`, still to be written on;
        it belongs to the tree, and is looked at, from now on."""
        old = self.branch.writing
        new = Writing(old.scene, old.seed, old.words)
        new.add((*old.steps[:place], step))
        by_hand = {place, *(each for each in self.branch.by_hand if each < place)}
        self.branches.append(Branch(new, self.current, place, frozenset(by_hand)))
        self.current = len(self.branches) - 1
        return self.branch

    def depth(self, number: int) -> int:
        """How many forks lie between a branch and the first text."""
        parent = self.branches[number].parent
        return 0 if parent is None else 1 + self.depth(parent)
