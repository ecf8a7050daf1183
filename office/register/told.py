"""The register in words: what an import did or would do, applications, what FIDE's list suggests."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date

from sqlmodel import Session, select

from importer.applications import ApplicationCounts, ApplicationEntry, application_for, applications
from importer.fide_list import Suggestion
from importer.organizers import organizer_on
from importer.register_apply import Counts
from importer.register_cells import Entry
from importer.tables import EventRow
from scraper.records import Problem

MOST = 20
"""So many changed members are shown in full after an import; a dry run shows all."""


def import_lines(
    counts: Counts, entries: Sequence[Entry], file: str, *, dry_run: bool, junior_rule: bool
) -> Iterator[str]:
    """The import, a line each: how many, who is created, what changes, what is not known of whom."""
    would = "would be " if dry_run else ""
    yield (
        f"{len(entries)} members in {file}: {len(counts.created)} {would}created,"
        f" {len(counts.changed)} {would}changed, {len(counts.unchanged)} unchanged"
    )
    if dry_run:
        names = {e.federation_id: str(e.facts["name"]) for e in entries}
        for number in counts.created:
            yield f"  {number} {names[number]}: created"
    yield from change_lines(counts, whole=dry_run)
    if counts.not_in_file:
        yield f"Known, but not in the file, and left as they are: {len(counts.not_in_file)}"
        yield from (f"  {number}" for number in counts.not_in_file)
    if counts.without_birth_date and junior_rule:
        yield (
            f"Without a birth date, so no junior rule for them (5(1), R3): {len(counts.without_birth_date)}"
        )
        yield from (f"  {number}" for number in counts.without_birth_date)
    if counts.same_fide_id:
        yield f"Several members with one FIDE ID, who may be one person: {len(counts.same_fide_id)}"
        yield from (f"  {fide_id}: {', '.join(ids)}" for fide_id, ids in counts.same_fide_id)


def change_lines(counts: Counts, *, whole: bool) -> Iterator[str]:
    """Each change of a known member: field, what it was, what it is."""
    by_member = defaultdict(list)
    for change in counts.changes:
        by_member[change.federation_id].append(change)
    for number in list(by_member)[: None if whole else MOST]:
        for change in by_member[number]:
            yield f"  {number} {change.field}: {_shown(change.old)} → {_shown(change.new)}"
    left = 0 if whole else len(by_member) - MOST
    if left > 0:
        yield f"  and {left} more, each field of which is on record: banzuke members show ID"


def refused_lines(faults: Sequence[Problem]) -> Iterator[str]:
    """The lines of a file that cannot be taken; why, each fault says by itself."""
    places = {f.place.partition(", column ")[0] for f in faults}
    yield f"Refused, and nothing of the file is taken until it is corrected: {len(places)} lines"
    yield from (f"  {place}" for place in sorted(places, key=_natural))


def _natural(text: str) -> list[tuple[int, str]]:
    return [(int(part) if part.isdigit() else -1, part) for part in re.split(r"(\d+)", text)]


def application_lines(
    session: Session, counts: ApplicationCounts, entries: Sequence[ApplicationEntry], *, dry_run: bool
) -> Iterator[str]:
    """What became of applications, and which came from nobody who is registered on the event's first day."""
    would = "would be " if dry_run else ""
    yield (
        f"{len(entries)} applications: {len(counts.created)} {would}created,"
        f" {len(counts.changed)} {would}changed, {len(counts.unchanged)} unchanged"
    )
    for entry in entries:
        if organizer_on(session, entry.organizer, entry.first_day) is None:
            yield f"  {entry.event_name}: “{entry.organizer}” is not registered on {entry.first_day} (3(3))"


def all_applications(session: Session) -> Iterator[str]:
    """Every application, a line each, with the stored event it is for."""
    events: dict[int, str] = {}
    for event in session.exec(select(EventRow)):
        mine = application_for(session, event)
        if mine is not None:
            events[mine.id or 0] = f"E{event.id}"
    for row in applications(session):
        days = str(row.first_day) if row.first_day == row.last_day else f"{row.first_day} to {row.last_day}"
        announced = {None: "", True: ", announced as rated", False: ", not announced as rated"}[row.announced]
        yield (
            f"{row.event_name}, {row.organizer}, {days}: applied {row.applied_on}, {row.type}"
            f"{f', {row.form}' if row.form else ''}{announced}; {events.get(row.id or 0, 'no event yet')}"
        )


def suggestion_lines(month: date, found: Sequence[Suggestion]) -> Iterator[str]:
    """Suggestions by what they are: what could be filled, what differs, who is not on the list."""
    titles = {"fill": "Could be filled", "differs": "Differs", "missing": "FIDE ID not on the list"}
    yield f"By FIDE's list of {month:%Y-%m}: {len(found)} suggestions"
    for kind, title in titles.items():
        mine = [s for s in found if s.kind == kind]
        if mine:
            yield f"{title}: {len(mine)}"
        for one in mine:
            ours = f"{one.ours} here, " if one.ours else ""
            yield f"  {one.federation_id} {one.name}: {one.field}: {ours}{one.theirs}"


def _shown(text: str) -> str:
    return f"“{text}”" if text else "nothing"
