"""The texts of a run against those of lone runs: none may be another's, none may be wrong."""

from collections.abc import Sequence
from dataclasses import replace

from tests.load.lone import Wanted, texts_together
from tests.load.plan import Plan, prompt_of
from tests.load.record import Record
from tests.near_ties import Difference

ALONE_AT_ONCE = {"story"}
"""Presets that are quick enough to run each text alone; of others only those that differ when they
are computed together are."""


def with_text(records: Sequence[Record]) -> list[Record]:
    """Those of which a reader saw a token."""
    return [record for record in records if record.is_text and record.tokens]


def wanted_by(record: Record, plan: Plan) -> Wanted:
    """What was asked for; where it was not served to its end, as far as it was seen."""
    tokens = plan.tokens if record.outcome == "served" else record.tokens
    return Wanted(plan.preset, prompt_of(record.student), int(record.action.value), tokens)


def differences(records: Sequence[Record], plan: Plan) -> list[Difference]:
    """All texts that are not those of their lone runs."""
    seen = with_text(records)
    if plan.preset not in ALONE_AT_ONCE and seen:
        together = texts_together([wanted_by(record, plan) for record in seen])
        seen = [r for r, text in zip(seen, together, strict=True) if not _agrees(r, text)]
    return [found for record in seen if (found := _difference(record, plan))]


def wrong_texts(records: Sequence[Record], plan: Plan) -> list[str]:
    """Those that no near tie explains."""
    return [each.sentence for each in differences(records, plan) if not each.is_tie]


def _agrees(record: Record, text: str) -> bool:
    """A text that was not served to its end may lack a character that is not whole."""
    return record.text == text if record.outcome == "served" else text.startswith(record.text)


def _difference(record: Record, plan: Plan) -> Difference | None:
    wanted = wanted_by(record, plan)
    if _agrees(record, wanted.lone_text()):
        return None
    found = wanted.difference(record.text)
    return replace(
        found, sentence=f"student {record.student}, seed {wanted.seed}: {found.sentence}"
    )
