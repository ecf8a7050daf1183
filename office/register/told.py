"""The register in words: what an import did or would do, applications, what FIDE's list suggests, members and
entries that may be one of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from sqlmodel import Session, select

from importer.applications import Applied, application_among, applications
from importer.tables import EventRow
from office.rules.payers import by_name, registered_on
from office.words import N_, _, n_, p_
from office.words.formats import day, days, joined, month
from office.words.problems import said

if TYPE_CHECKING:
    from importer.applications import ApplicationEntry
    from importer.families.family import Family
    from importer.fide_list.store import Suggestion
    from importer.matching import Known
    from importer.register_apply import Counts
    from importer.register_cells import Entry
    from importer.standing import Done
    from office.register.doubles import Double


MOST = 20
"""So many changed members are shown in full after an import, and so many of others that an import names by
their IDs alone; a dry run shows all."""


def import_lines(
    counts: Counts, entries: Sequence[Entry], file: str, *, dry_run: bool, junior_rule: bool
) -> Iterator[str]:
    """The import, a line each: how many, who is created, what changes, what is not known of whom."""
    facts, colon = {"file": file, "told": counted(counts, dry_run=dry_run)}, p_("punctuation", ": ")
    yield n_("{n} member in {file}: {told}", "{n} members in {file}: {told}", len(entries), **facts)
    if dry_run:
        names = {e.federation_id: str(e.facts["name"]) for e in entries}
        for number in counts.created:
            yield f"  {number} {names[number]}{colon}" + _("new")
    yield from change_lines(counts, whole=dry_run)
    undated = counts.without_birth_date if junior_rule else ()
    twice = [f"{fide_id}{colon}{_(', ').join(ids)}" for fide_id, ids in counts.same_fide_id]
    passed_on = _names_passed_on(counts)
    for heading, who in (
        (
            N_("With a name that another member had until now; look whether names slid against the IDs: {n}"),
            passed_on,
        ),
        (
            N_("Withheld, but on the website and in files until site and export make them anew: {n}"),
            counts.newly_withheld,
        ),
        (N_("On the register, but not in the file; left as they are: {n}"), counts.not_in_file),
        (N_("Without a birth date, so the junior rule is not applied (5(1), R3): {n}"), undated),
        (N_("FIDE IDs that several members have, who may be one person: {n}"), twice),
    ):
        if who:
            long = who is counts.not_in_file or who is passed_on
            shown = who[:MOST] if long and not dry_run else who
            yield from (_(heading, n=len(who)), *(f"  {one}" for one in shown))
            if left := len(who) - len(shown):
                yield "  " + _("and {n} more; all of them: --dry-run", n=left)


def _names_passed_on(counts: Counts) -> Sequence[str]:
    """Who gets the name that another member had, as where one column of a sheet was sorted alone."""
    names = [change for change in counts.changes if change.field == "Name"]
    before = {change.old for change in names}
    return [change.federation_id for change in names if change.new in before]


def change_lines(counts: Counts, *, whole: bool) -> Iterator[str]:
    """Each change of a known member: field, what it was, what it is."""
    from office.register.member import CODES, HEADINGS, in_words

    coded = {HEADINGS[field]: field for field in CODES}
    by_member = defaultdict(list)
    for change in counts.changes:
        by_member[change.federation_id].append(change)
    for number in list(by_member)[: None if whole else MOST]:
        for change in by_member[number]:
            field = coded.get(change.field, "")
            old, new = (_shown(in_words(field, value) or "") for value in (change.old, change.new))
            told = f"{old} → {new}"
            yield f"  {number} {_(change.field)}{p_('punctuation', ': ')}{told}"
    left = 0 if whole else len(by_member) - MOST
    if left > 0:
        yield "  " + _("and {n} more; for each field: banzuke members show ID", n=left)


def application_lines(
    session: Session, counts: Done, entries: Sequence[ApplicationEntry], *, dry_run: bool
) -> Iterator[str]:
    """What became of applications, and which came from nobody who is registered on the event's first day."""
    head = n_("{n} application:", "{n} applications:", len(entries))
    yield joined((head, counted(counts, dry_run=dry_run)))
    known = by_name(session)
    for entry in entries:
        if not registered_on(known, entry.organizer, entry.first_day):
            facts = {"event": entry.event_name, "organizer": entry.organizer, "day": day(entry.first_day)}
            yield "  " + _("{event}: “{organizer}” is not registered on {day} (3(3))", **facts)


def all_applications(session: Session) -> Iterator[str]:
    """Every application, a line each, with the stored event it is for."""
    events: dict[int, str] = {}
    standing, known = applications(session), by_name(session)
    applied = Applied.of(standing)
    for event in session.exec(select(EventRow)) if standing else ():
        mine = application_among(applied, event, known)
        if mine is not None:
            events[mine.id or 0] = f"E{event.id}"
    for row in standing:
        on = days(row.first_day, row.last_day)
        ways = {True: _("announced as rated"), False: _("not announced as rated")}
        announced = ways[row.announced] if row.announced is not None else None
        told = _("applied on {day}", day=day(row.applied_on))
        details = _(", ").join(filter(None, (told, said(row.type or ""), said(row.form or ""), announced)))
        stored = events.get(row.id or 0) or _("no event yet")
        head = _(", ").join((row.event_name, row.organizer, on))
        yield f"{head}{p_('punctuation', ': ')}{details}{p_('problem', '; ')}{stored}"


def suggestion_lines(of: date, found: Sequence[Suggestion]) -> Iterator[str]:
    """Suggestions by what they are: what could be filled, what differs, who is not on the list."""
    yield n_(
        "By FIDE's list of {month}: {n} suggestion",
        "By FIDE's list of {month}: {n} suggestions",
        len(found),
        month=month(of),
    )
    for kind, title in (
        ("fill", N_("Could be filled: {n}")),
        ("differs", N_("Different: {n}")),
        ("missing", N_("FIDE ID not on the list: {n}")),
    ):
        mine = [s for s in found if s.kind == kind]
        if mine:
            yield _(title, n=len(mine))
        for one in mine:
            ours, theirs = map(said, (one.ours, one.theirs))
            here = _("{value} here, ", value=ours) if ours else ""
            yield p_("punctuation", ": ").join(
                (f"  {one.federation_id} {one.name}", _(one.field), f"{here}{theirs}")
            )


def counted(counts: Any, *, dry_run: bool) -> str:
    """How many are new, changed and the same after an import, or would be."""
    facts = {"new": len(counts.created), "changed": len(counts.changed), "same": len(counts.unchanged)}
    if dry_run:
        return _("{new} would be new, {changed} would be changed, {same} unchanged", **facts)
    return _("{new} new, {changed} changed, {same} unchanged", **facts)


def _shown(text: str) -> str:
    return p_("problem", "“{text}”", text=text) if text else _("nothing")


def double_lines(pair: Double, until: Mapping[int, date], family: Family) -> Iterator[str]:
    """Two entries that may be one person, a line each; what speaks for it, and what against it."""
    for member in (pair.one, pair.other):
        yield member_line(member, until.get(member.member_id), family)
    yield "    " + _("for: {reasons}", reasons=p_("problem", "; ").join(pair.speaks_for))
    if pair.speaks_against:
        yield "    " + _("against: {reasons}", reasons=p_("problem", "; ").join(pair.speaks_against))


def member_line(member: Known, until: date | None, family: Family, by: Sequence[str] = ()) -> str:
    """A member in a line: what tells him from others; `by`: other names by which he was found. That he has no
    membership is said where the family asks for one."""
    lacking = _("no membership") if family.memberships else None
    told = [
        " ".join(filter(None, (member.name, member.kanji))),
        *by,
        _("born {year}", year=member.born.year) if member.born else None,
        member.club,
        _("FIDE ID {id}", id=member.fide_id) if member.fide_id else None,
        _("also entered as {ids}", ids=_(", ").join(member.other_ids)) if member.other_ids else None,
        _("member until {day}", day=day(until)) if until else lacking,
    ]
    return f"{member.federation_id} {_(', ').join(filter(None, told))}"
