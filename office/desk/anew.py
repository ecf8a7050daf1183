"""An event looked at anew: read, matched, placed, checked; what was found is kept."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from sqlmodel import Session

from importer.checks.report import stale_rulings
from importer.findings import Facts, Finding
from importer.review import review
from importer.rulings import CODES, GUEST_SINCE, Kind
from importer.tables import EventRow
from importer.view import EventView
from office.desk.asked import asked_of
from office.desk.desk import DeskEvent
from office.desk.looks import Looks
from office.desk.possible import early_report, hardly_possible, late_report, placed
from office.desk.sight import Sight
from office.lists.law import law_if_held
from office.tables import RereadRow
from scraper.records import EventRecord


def looked_anew(seen: Sight, event: EventRow, looks: Looks, record: EventRecord | None = None) -> DeskEvent:
    """An event that no published list holds, from its reading; `looks` keeps what is found. `record`: its
    reading, where it was stored just now."""
    reopened, published = event.key in seen.reopened, seen.published.get(event.key)
    facts, findings = review(
        seen.session,
        event,
        seen.beside.register,
        seen.rulings,
        seen.read_as,
        guests=seen.guests,
        checks=seen.family.checks,
        rows=looks.ahead.of(event),
        spans=seen.spans,
        changed=looks.players,
        record=record,
    )
    view = facts.view
    list_date, more = placed(facts, seen.last)
    findings += more
    law = law_if_held(list_date, seen.rulings) if list_date is not None else None
    if list_date is not None and law is not None:
        findings += late_report(facts, law, seen.switches)
        findings += asked_of(seen, facts, list_date, law)
    findings += early_report(facts)
    findings += hardly_possible(facts, seen)
    if {event.reading_id, event.newer_reading_id} & seen.reread:
        findings += reread_differs(seen.session, facts, published=False)
    view.consult()
    findings += stale_rulings(facts)
    findings, into = _put_into(view, list_date, findings)
    settled = _settled_whole(view, findings)
    asked = [p for p in view.players.values() if p.match in CODES or p.match_rule.startswith(GUEST_SINCE)]
    looked = DeskEvent(view, list_date, published, settled, reopened=reopened, into=into)
    looks.keep(looked, asked)
    return looked


def _put_into(
    view: EventView, list_date: date | None, findings: list[Finding]
) -> tuple[list[Finding], date | None]:
    """Answers the question of an event that came after its list, where it is put into a correction of that
    list (R16); and gives the date of the list."""
    ruling = view.taken_up()
    if ruling is None:
        return findings, None
    answered = [
        replace(f, settled_by=ruling.id) if f.code == "list-already-published" else f for f in findings
    ]
    return answered, list_date if ruling.kind == Kind.INTO else None


def _settled_whole(view: EventView, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """An excluded event asks nothing more: the exclusion answers everything."""
    excluded = view.excluded()
    if excluded is None:
        return tuple(findings)
    return tuple(
        f if f.settled_by is not None else replace(f, settled_by=excluded.id)
        for f in findings
        if f.code != "ruling-no-longer-fits"
    )


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
