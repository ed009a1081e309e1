"""Where the tokens of a beam search stand when they are drawn, so that no lines cross."""

from collections.abc import Sequence
from dataclasses import dataclass

from playground.decoding.beam import BeamTree


@dataclass(frozen=True)
class BeamPoint:
    """A token of the tree.

    parent           place of the token before it among the points; None: the prompt
    depth            1 for the first token after the prompt
    column           from 0, within its depth
    log_probability  of this token after those before it
    total            sum of the log-probabilities from the first token to this one
    score            their mean, by which texts are compared
    ended            whether no token may follow
    on_best          whether it is in the best text
    """

    label: str
    parent: int | None
    depth: int
    column: int
    log_probability: float
    total: float
    score: float
    ended: bool
    on_best: bool


@dataclass(frozen=True)
class BeamPoints:
    """points: in the order of the tree's nodes; columns: most at one depth; depth: the last one."""

    points: tuple[BeamPoint, ...]
    columns: int
    depth: int


def beam_points(tree: BeamTree, labels: Sequence[str]) -> BeamPoints:
    """labels: of each node. The best text stands in column 0, and the children of a token left of
    those of a token to its right."""
    columns = _columns(tree)
    points = tuple(
        BeamPoint(
            label,
            node.parent,
            node.depth,
            column,
            node.log_probability,
            node.total,
            node.score,
            node.ended is not None,
            place in tree.best.nodes,
        )
        for place, (node, label, column) in enumerate(zip(tree.nodes, labels, columns, strict=True))
    )
    return BeamPoints(points, 1 + max(columns), tree.nodes[-1].depth)


def _columns(tree: BeamTree) -> list[int]:
    columns = [0] * len(tree.nodes)
    for depth in range(1, tree.nodes[-1].depth + 1):
        places = [place for place, node in enumerate(tree.nodes) if node.depth == depth]
        for column, place in enumerate(sorted(places, key=lambda at: _order(tree, columns, at))):
            columns[place] = column
    return columns


def _order(tree: BeamTree, columns: Sequence[int], place: int) -> tuple[int, bool, int]:
    parent = tree.nodes[place].parent
    return 0 if parent is None else columns[parent], place not in tree.best.nodes, place
