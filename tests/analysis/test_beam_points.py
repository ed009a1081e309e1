"""Where the tokens of a beam search stand."""

from playground.analysis.beam import beam_points
from playground.decoding.beam import BeamNode, BeamTree, Hypothesis


def test_the_best_text_comes_first_and_children_stand_as_their_parents_do() -> None:
    nodes = (
        BeamNode(10, None, 1, -0.5, -0.5, None),
        BeamNode(11, None, 1, -1.0, -1.0, None),
        BeamNode(12, None, 1, -2.0, -2.0, "stop"),
        BeamNode(13, 0, 2, -1.0, -1.5, "length"),
        BeamNode(14, 1, 2, -0.7, -1.7, "length"),
        BeamNode(15, 1, 2, -0.8, -1.8, "length"),
    )
    best = Hypothesis((11, 15), (1, 5), -1.8, -0.9, "length")
    data = beam_points(BeamTree(nodes, (best,)), list("abcdef"))
    assert (data.columns, data.depth) == (3, 2)
    assert [point.column for point in data.points] == [1, 0, 2, 2, 1, 0]
    assert [point.on_best for point in data.points] == [False, True, False, False, False, True]
    assert [point.ended for point in data.points] == [False, False, True, True, True, True]
    last = data.points[5]
    assert (last.label, last.parent, last.depth) == ("f", 1, 2)
    assert (last.log_probability, last.total, last.score) == (-0.8, -1.8, -0.9)
