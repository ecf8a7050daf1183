"""The question that a reread left: today's reader reads a frozen reading's pages otherwise."""

import json
from collections.abc import Iterator

from sqlmodel import Session

from importer.checks import Facts
from importer.findings import Finding
from office.tables import RereadRow

SHOWN = 12
"""Differences that are named one by one; the rest is counted."""


def reread_differs(session: Session, facts: Facts, *, published: bool) -> Iterator[Finding]:
    """One finding for each reading of the event that did not stand when it was read again."""
    event = facts.view.event
    for which, reading_id in (("standing", event.reading_id), ("newer", event.newer_reading_id)):
        row = session.get(RereadRow, reading_id) if reading_id is not None else None
        if row is None:
            continue
        lines = json.loads(row.differences)
        more = f"; and {len(lines) - SHOWN} more" if len(lines) > SHOWN else ""
        yield facts.finding(
            "reread-differs",
            {"reading": which},
            f"the {which} reading",
            "the same from its saved pages, read again",
            f"by reader {row.reader}: " + "; ".join(lines[:SHOWN]) + more,
            "the published list stands; if the newer reader is right, a correction under 7(3)"
            if published
            else "banzuke import LINK --offline takes the newer reading; --accept keeps the frozen one",
            blocks=not published,
        )
