"""Figures of awkward tokens, built as the page builds them."""

import math
from collections.abc import Callable, Sequence

import plotly.graph_objects as go
import pytest
import torch

from playground.analysis.attention import attention_map
from playground.analysis.beam import beam_points
from playground.analysis.growth import Growth, Measure
from playground.analysis.mask import causal_mask
from playground.analysis.next_token import NextToken, Row
from playground.analysis.parameters import breakdown
from playground.decoding.beam import BeamNode, BeamTree, Hypothesis
from playground.figures.attention import attention_figure
from playground.figures.beam import beam_figure
from playground.figures.growth import growth_figure
from playground.figures.mask import mask_figure
from playground.figures.next_token import next_token_figure
from playground.figures.parameters import parameters_figure
from playground.gpt.config import GPTConfig
from tests.figures.lab_figures import lab_figures

MARKUP = ("<b>", "a<br>b", "&amp;", "</", "␣the", "the", "⟨E4 BD⟩", "⟨E4 BD⟩")
"""Labels that plotly would read as markup, and two that are equal."""


@pytest.fixture(scope="session")
def markup_labels() -> tuple[str, ...]:
    return MARKUP


@pytest.fixture(scope="session")
def draw_parameters() -> Callable[[GPTConfig], go.Figure]:
    def draw(config: GPTConfig) -> go.Figure:
        found = breakdown(config)
        return parameters_figure(
            found,
            part_names={part.key: f"{part.key} <&>" for part in found.parts},
            count_title="count <&>",
            share_title="share <&>",
            shared_note="shared <&>",
            part_title="part <&>",
        )

    return draw


@pytest.fixture(scope="session")
def draw_mask() -> Callable[[Sequence[str]], go.Figure]:
    def draw(labels: Sequence[str]) -> go.Figure:
        return mask_figure(
            causal_mask(labels),
            query_title="query <&>",
            key_title="key <&>",
            allowed_name="allowed <&>",
            blocked_name="blocked <&>",
        )

    return draw


@pytest.fixture(scope="session")
def draw_attention() -> Callable[[Sequence[str]], go.Figure]:
    """Each token looks the more at a token the nearer it is: 1; 1/3 and 2/3; 1/6, 2/6, 3/6; ..."""

    def draw(labels: Sequence[str]) -> go.Figure:
        size = len(labels)
        weights = torch.arange(1.0, size + 1).repeat(size, 1).tril()  # (T, S)
        return attention_figure(
            attention_map(weights / weights.sum(dim=1, keepdim=True), labels),
            query_title="query <&>",
            key_title="key <&>",
            weight_title="weight <&>",
        )

    return draw


@pytest.fixture(scope="session")
def choice() -> Callable[..., NextToken]:
    """Builds a distribution with 1/2, 1/4, 1/8, ... before the filters, of which `kept` stay."""

    def build(labels: Sequence[str], kept: int) -> NextToken:
        before = [0.5 ** (place + 1) for place in range(len(labels))]
        mass = sum(before[:kept])
        after = [p / mass if place < kept else 0.0 for place, p in enumerate(before)]
        rows = [
            Row(10 * place, label, before[place], after[place])
            for place, label in enumerate(labels)
        ]
        return NextToken(tuple(rows), kept, mass, 2.0, 1.0, 2.5, math.log2(100), greedy=False)

    return build


@pytest.fixture(scope="session")
def draw_next_token() -> Callable[..., go.Figure]:
    def draw(data: NextToken, drawn_id: int | None = None) -> go.Figure:
        return next_token_figure(
            data,
            before_name="before <&>",
            after_name="after <&>",
            probability_title="probability <&>",
            token_title="token <&>",
            removed_name="removed <&>",
            drawn_id=drawn_id,
        )

    return draw


@pytest.fixture(scope="session")
def draw_growth() -> Callable[..., go.Figure]:
    """Four measures, of which those at steps 0, 2 and 8 are moments."""
    steps = (0, 2, 4, 8)
    curve = tuple(
        Measure(step, 100 * step, 4 - at / 2, 2 - at / 4) for at, step in enumerate(steps)
    )
    data = Growth(curve, (curve[0], curve[1], curve[3]))

    def draw(step: int) -> go.Figure:
        return growth_figure(
            data,
            current=next(each for each in data.moments if each.step == step),
            even_loss=4.2,
            step_title="step <&>",
            loss_title="loss <&>",
            even_name="even <&>",
            tokens_name="tokens <&>",
        )

    return draw


def search_of(width: int, depth: int) -> BeamTree:
    """`width` tokens a depth, each the child of the one of half its rank, and the lower half ends
    at each second depth; the best text is that of the last token."""
    nodes: list[BeamNode] = []
    for at in range(1, depth + 1):
        for rank in range(width):
            parent = len(nodes) - width + rank // 2 - rank if at > 1 else None
            before = 0.0 if parent is None else nodes[parent].total
            step = -0.5 * (rank + 1)
            ends = at == depth or (at % 2 == 0 and rank > width // 2)
            nodes.append(BeamNode(rank, parent, at, step, before + step, "stop" if ends else None))
    path = [len(nodes) - 1]
    while (parent := nodes[path[0]].parent) is not None:
        path.insert(0, parent)
    ids = tuple(nodes[place].id for place in path)
    best = Hypothesis(ids, tuple(path), nodes[-1].total, nodes[-1].score, "stop")
    return BeamTree(tuple(nodes), (best,))


@pytest.fixture(scope="session")
def draw_beam() -> Callable[..., go.Figure]:
    """Draws a tree of `width` tokens a depth, which carry `labels` again and again."""

    def draw(labels: Sequence[str], width: int, depth: int) -> go.Figure:
        tree = search_of(width, depth)
        return beam_figure(
            beam_points(tree, [labels[n % len(labels)] for n in range(len(tree.nodes))]),
            depth_title="depth <&>",
            beam_title="beam <&>",
            probability_name="probability <&>",
            log_probability_name="logarithm <&>",
            total_name="sum <&>",
            score_name="mean <&>",
        )

    return draw


@pytest.fixture(scope="session")
def all_figures(
    draw_parameters: Callable[[GPTConfig], go.Figure],
    draw_mask: Callable[[Sequence[str]], go.Figure],
    draw_attention: Callable[[Sequence[str]], go.Figure],
    choice: Callable[..., NextToken],
    draw_next_token: Callable[..., go.Figure],
    draw_growth: Callable[..., go.Figure],
    draw_beam: Callable[..., go.Figure],
) -> dict[str, go.Figure]:
    """Every figure in its plain and in its extreme forms."""
    one, many = MARKUP[:1], MARKUP * 8
    return {
        "parameters tied": draw_parameters(GPTConfig()),
        "parameters untied": draw_parameters(
            GPTConfig(65, 8, d_model=8, num_heads=2, num_layers=1, weight_tying=False)
        ),
        "mask": draw_mask(MARKUP),
        "mask of one token": draw_mask(one),
        "mask of 64 tokens": draw_mask(many),
        "attention": draw_attention(MARKUP),
        "attention of one token": draw_attention(one),
        "attention of 64 tokens": draw_attention(many),
        "next token": draw_next_token(choice(MARKUP, kept=3), drawn_id=10),
        "next token, all kept": draw_next_token(choice(MARKUP, kept=8)),
        "next token, one kept": draw_next_token(choice(MARKUP * 2, kept=1)),
        "growth, untrained": draw_growth(0),
        "growth, trained": draw_growth(8),
        "beam": draw_beam(MARKUP, width=3, depth=4),
        "beam of one token": draw_beam(one, width=1, depth=1),
        "beam of 120 tokens": draw_beam(MARKUP, width=10, depth=12),
        **lab_figures(),
    }
