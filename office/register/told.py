"""The register in words: what an import did or would do, applications, what FIDE's list suggests."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from sqlmodel import Session, select

from importer.applications import ApplicationCounts, ApplicationEntry, application_among, applications
from importer.fide_list import Suggestion
from importer.matching import Known
from importer.organizers import organizer_on
from importer.register_apply import Counts
from importer.register_cells import Entry
from importer.tables import EventRow
from office.register.doubles import Double
from office.register.labels import label
from office.words import _, n_
from office.words.formats import month
from scraper.records import Problem

MOST = 20
"""So many changed members are shown in full after an import; a dry run shows all."""


def import_lines(
    counts: Counts, entries: Sequence[Entry], file: str, *, dry_run: bool, junior_rule: bool
) -> Iterator[str]:
    """The import, a line each: how many, who is created, what changes, what is not known of whom."""
    head = n_("{n} member in {file}:", "{n} members in {file}:", len(entries), file=file)
    yield f"{head} {counted(counts, dry_run=dry_run)}"
    if dry_run:
        names = {e.federation_id: str(e.facts["name"]) for e in entries}
        for number in counts.created:
            yield f"  {number} {names[number]}: " + _("new")
    yield from change_lines(counts, whole=dry_run)
    if counts.not_in_file:
        yield _("On the register, but not in the file; left as they are: {n}", n=len(counts.not_in_file))
        yield from (f"  {number}" for number in counts.not_in_file)
    if counts.without_birth_date and junior_rule:
        n = len(counts.without_birth_date)
        yield _("Without a birth date, so the junior rule is not applied (5(1), R3): {n}", n=n)
        yield from (f"  {number}" for number in counts.without_birth_date)
    if counts.same_fide_id:
        n = len(counts.same_fide_id)
        yield _("FIDE IDs that several members have, who may be one person: {n}", n=n)
        yield from (f"  {fide_id}: {', '.join(ids)}" for fide_id, ids in counts.same_fide_id)


def change_lines(counts: Counts, *, whole: bool) -> Iterator[str]:
    """Each change of a known member: field, what it was, what it is."""
    by_member = defaultdict(list)
    for change in counts.changes:
        by_member[change.federation_id].append(change)
    for number in list(by_member)[: None if whole else MOST]:
        for change in by_member[number]:
            yield f"  {number} {label(change.field)}: {_shown(change.old)} → {_shown(change.new)}"
    left = 0 if whole else len(by_member) - MOST
    if left > 0:
        yield "  " + _("and {n} more; for each field: banzuke members show ID", n=left)


def refused_lines(faults: Sequence[Problem]) -> Iterator[str]:
    """The lines of a file that cannot be taken; why, each fault says by itself."""
    places = {f.place.partition(", column ")[0] for f in faults}
    yield n_(
        "{n} line is wrong; nothing of the file is taken until it is corrected:",
        "{n} lines are wrong; nothing of the file is taken until they are corrected:",
        len(places),
    )
    yield from (f"  {place}" for place in sorted(places, key=_natural))


def _natural(text: str) -> list[tuple[int, str]]:
    return [(int(part) if part.isdigit() else -1, part) for part in re.split(r"(\d+)", text)]


def application_lines(
    session: Session, counts: ApplicationCounts, entries: Sequence[ApplicationEntry], *, dry_run: bool
) -> Iterator[str]:
    """What became of applications, and which came from nobody who is registered on the event's first day."""
    yield n_("{n} application:", "{n} applications:", len(entries)) + f" {counted(counts, dry_run=dry_run)}"
    for entry in entries:
        if organizer_on(session, entry.organizer, entry.first_day) is None:
            yield "  " + _(
                "{event}: “{organizer}” is not registered on {day} (3(3))",
                event=entry.event_name,
                organizer=entry.organizer,
                day=entry.first_day,
            )


def all_applications(session: Session) -> Iterator[str]:
    """Every application, a line each, with the stored event it is for."""
    events: dict[int, str] = {}
    standing = applications(session)
    for event in session.exec(select(EventRow)) if standing else ():
        mine = application_among(standing, event)
        if mine is not None:
            events[mine.id or 0] = f"E{event.id}"
    for row in standing:
        days = (
            str(row.first_day)
            if row.first_day == row.last_day
            else _("{first} to {last}", first=row.first_day, last=row.last_day)
        )
        said = {True: _("announced as rated"), False: _("not announced as rated")}
        announced = said[row.announced] if row.announced is not None else None
        told = _("applied on {day}", day=row.applied_on)
        details = ", ".join(filter(None, (told, row.type, row.form, announced)))
        stored = events.get(row.id or 0) or _("no event yet")
        yield f"{row.event_name}, {row.organizer}, {days}: {details}; {stored}"


def suggestion_lines(of: date, found: Sequence[Suggestion]) -> Iterator[str]:
    """Suggestions by what they are: what could be filled, what differs, who is not on the list."""
    titles = {
        "fill": _("Could be filled: {n}"),
        "differs": _("Different: {n}"),
        "missing": _("FIDE ID not on the list: {n}"),
    }
    yield n_(
        "By FIDE's list of {month}: {n} suggestion",
        "By FIDE's list of {month}: {n} suggestions",
        len(found),
        month=month(of),
    )
    for kind, title in titles.items():
        mine = [s for s in found if s.kind == kind]
        if mine:
            yield title.format(n=len(mine))
        for one in mine:
            ours = _("{value} here, ", value=one.ours) if one.ours else ""
            yield f"  {one.federation_id} {one.name}: {one.field}: {ours}{one.theirs}"


def counted(counts: Any, *, dry_run: bool) -> str:
    """How many are new, changed and the same after an import, or would be."""
    facts = {"new": len(counts.created), "changed": len(counts.changed), "same": len(counts.unchanged)}
    if dry_run:
        return _("{new} would be new, {changed} would be changed, {same} unchanged", **facts)
    return _("{new} new, {changed} changed, {same} unchanged", **facts)


def _shown(text: str) -> str:
    return f"“{text}”" if text else _("nothing")


def double_lines(pair: Double, until: Mapping[int, date]) -> Iterator[str]:
    """Two entries that may be one person, a line each; what speaks for it, and what against it."""
    for member in (pair.one, pair.other):
        yield member_line(member, until.get(member.member_id))
    yield "    " + _("for: {reasons}", reasons="; ".join(pair.speaks_for))
    if pair.speaks_against:
        yield "    " + _("against: {reasons}", reasons="; ".join(pair.speaks_against))


def member_line(member: Known, until: date | None, by: Sequence[str] = ()) -> str:
    """A member in a line: what tells him from others; `by`: other names by which he was found."""
    told = [" ".join(filter(None, (member.name, member.kanji))), *by]
    if member.born:
        told.append(_("born {year}", year=member.born.year))
    if member.club:
        told.append(member.club)
    if member.fide_id:
        told.append(_("FIDE ID {id}", id=member.fide_id))
    if member.other_ids:
        told.append(_("also entered as {ids}", ids=", ".join(member.other_ids)))
    told.append(_("member until {day}", day=until) if until else _("no membership"))
    return f"{member.federation_id} {', '.join(told)}"
