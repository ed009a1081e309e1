"""Beam search, a contrast to sampling: the few likeliest beginnings are followed side by side.

Nothing is drawn at random. Ids, scores and end equal those of Hugging Face transformers with
`num_beams=width`, `length_penalty=1.0` and `early_stopping=False`. Knows no text and no page.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from math import log
from typing import NamedTuple

from torch import Tensor

from playground.decoding.checks import checked_whole
from playground.decoding.generation import StopReason
from playground.decoding.model_batch import ModelBatch
from playground.decoding.model_source import ModelSource, require_known
from playground.decoding.sampling import SamplingParams, filtered

WIDEST = 5
"""Most beams."""
LONGEST = 2**63 - 1
"""Tokens."""


@dataclass(frozen=True)
class BeamNode:
    """A token that was in a beam.

    parent           place of the token before it among the nodes of the tree; None: the prompt
    depth            1 for the first token after the prompt
    log_probability  of this token after those before it
    total            sum of the log-probabilities from the first token to this one
    ended            why no token may follow: "stop" at the end of the text, "length" at the limit,
                     None: others may
    """

    id: int
    parent: int | None
    depth: int
    log_probability: float
    total: float
    ended: StopReason | None

    @property
    def score(self) -> float:
        """The mean log-probability of the tokens up to here, by which texts of different lengths
        are compared."""
        return self.total / self.depth


@dataclass(frozen=True)
class Hypothesis:
    """A text of the tree.

    ids    its tokens without the prompt; an end-of-text id is the last of them
    nodes  their places in the tree
    """

    ids: tuple[int, ...]
    nodes: tuple[int, ...]
    total: float
    score: float
    ended: StopReason | None


@dataclass(frozen=True)
class BeamTree:
    """What a search has found so far.

    nodes       every token that was in a beam or ended a text, by rising depth, those of one depth
                by falling total; at most 2 * width a depth
    hypotheses  the best `width` texts of those that have ended and those that still grow, by
                falling score
    """

    nodes: tuple[BeamNode, ...]
    hypotheses: tuple[Hypothesis, ...]

    @property
    def best(self) -> Hypothesis:
        """The text with the highest score."""
        return self.hypotheses[0]

    @property
    def finished(self) -> bool:
        """Whether the best texts have all ended, which ends the search."""
        return all(each.ended for each in self.hypotheses)


def beam_search(
    source: ModelSource,
    prompt_ids: Sequence[int],
    *,
    width: int,
    max_new_tokens: int,
    end_of_text: int | None = None,
) -> Iterator[BeamTree]:
    """A tree for each depth, each holding the one before it; the last one is finished.

    width           1..5 beams; 1 is greedy
    max_new_tokens  at least 1; no text is longer, end of text included
    end_of_text     id that ends a text when generated; None lets all texts go on

    Whoever leaves the loop stops the search; nothing runs between two trees. Settings are checked
    at the call. Raises SamplingError for one out of range and for damaged logits, InputError for an
    empty prompt and for an id that the model does not have.
    """
    width = checked_whole("width", width, 1, WIDEST, f"a whole number from 1 to {WIDEST}")
    allowed = "a whole number of at least 1"
    most = checked_whole("max_new_tokens", max_new_tokens, 1, LONGEST, allowed)
    require_known(prompt_ids, source.model.config.vocab_size)
    return _Search(source, prompt_ids, width, most, end_of_text).trees()


class _Beam(NamedTuple):
    """A text that grows: the slot that has read it, its last node, and all ids from the prompt."""

    slot: int
    node: int | None
    ids: list[int]


class _Candidate(NamedTuple):
    """A token that may follow a beam."""

    total: float
    log_probability: float
    id: int
    beam: _Beam


class _Search:
    """One search while it runs."""

    def __init__(
        self,
        source: ModelSource,
        prompt_ids: Sequence[int],
        width: int,
        most: int,
        end_of_text: int | None,
    ) -> None:
        self._vocab_size = source.vocab_size
        self._width = width
        self._most = most
        self._end_of_text = end_of_text
        self._batch = ModelBatch(source, width)
        self._batch.join(0)
        self._beams = [_Beam(0, None, list(prompt_ids))]
        self._nodes: list[BeamNode] = []
        self._ended: list[int] = []

    def trees(self) -> Iterator[BeamTree]:
        for depth in range(1, self._most + 1):
            growing = self._grow(self._candidates(), depth)
            tree = self._tree([node for _, node in growing])
            yield tree
            if tree.finished:
                return
            self._beams = self._follow(growing)

    def _candidates(self) -> list[_Candidate]:
        """The likeliest, equals by rising beam and id: twice as many as there are beams, so that
        enough are left when some end the text."""
        logits = self._logits()
        found = [each for beam in self._beams for each in self._after(beam, logits[beam.slot])]
        return sorted(found, key=lambda each: -each.total)[: 2 * self._width]

    def _logits(self) -> dict[Hashable, Tensor]:
        """Logits (V,) by slot; windows that have slid are read in several calls."""
        logits: dict[Hashable, Tensor] = {}
        while len(logits) < len(self._beams):
            unread = [beam for beam in self._beams if beam.slot not in logits]
            logits |= self._batch.next_logits({beam.slot: beam.ids for beam in unread})
        return logits

    def _after(self, beam: _Beam, logits: Tensor) -> Iterator[_Candidate]:
        ranking = filtered(logits, SamplingParams(), vocab_size=self._vocab_size).ranking
        head = ranking.head(min(2 * self._width, self._vocab_size))
        before = 0.0 if beam.node is None else self._nodes[beam.node].total
        for token_id, share in zip(head.ids.tolist(), head.shares.tolist(), strict=True):
            if share:
                yield _Candidate(before + log(share), log(share), token_id, beam)

    def _grow(self, candidates: Sequence[_Candidate], depth: int) -> list[tuple[_Beam, int]]:
        """Add a depth of nodes; returns those that may be followed, each with its parent's beam.

        Only what is among the first `width` may end a text.
        """
        growing: list[tuple[_Beam, int]] = []
        for rank, each in enumerate(candidates):
            ended = self._reason(each.id, depth)
            if ended and rank < self._width:
                self._ended.append(self._add(each, depth, ended))
            elif not ended and len(growing) < self._width:
                growing.append((each.beam, self._add(each, depth, None)))
        return growing

    def _add(self, new: _Candidate, depth: int, ended: StopReason | None) -> int:
        """The place of a new node."""
        node = BeamNode(new.id, new.beam.node, depth, new.log_probability, new.total, ended)
        self._nodes.append(node)
        return len(self._nodes) - 1

    def _reason(self, token_id: int, depth: int) -> StopReason | None:
        if token_id == self._end_of_text:
            return "stop"
        return "length" if depth == self._most else None

    def _tree(self, growing: Sequence[int]) -> BeamTree:
        texts = sorted([*self._ended, *growing], key=lambda place: -self._nodes[place].score)
        return BeamTree(tuple(self._nodes), tuple(map(self._text, texts[: self._width])))

    def _text(self, place: int) -> Hypothesis:
        last = self._nodes[place]
        path: list[int] = []
        at: int | None = place
        while at is not None:
            path.insert(0, at)
            at = self._nodes[at].parent
        ids = tuple(self._nodes[each].id for each in path)
        return Hypothesis(ids, tuple(path), last.total, last.score, last.ended)

    def _follow(self, growing: Sequence[tuple[_Beam, int]]) -> list[_Beam]:
        """The beams of the next depth: the first child goes on in its parent's slot, others get
        a copy of it."""
        kept = {beam.slot for beam, _ in growing}
        for beam in self._beams:
            if beam.slot not in kept:
                self._batch.release(beam.slot)
        free = [slot for slot in range(self._width) if slot not in kept]
        beams: list[_Beam] = []
        for beam, node in growing:
            slot = beam.slot
            if any(slot == other.slot for other in beams):
                slot = free.pop(0)
                self._batch.fork(beam.slot, slot)
            beams.append(_Beam(slot, node, [*beam.ids, self._nodes[node].id]))
        return beams
