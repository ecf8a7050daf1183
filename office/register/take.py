"""The office's own files taken over: read first, without a transaction; then stored in one, or only shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import TYPE_CHECKING

from sqlmodel import Session, col, select

from importer.applications import apply_applications, read_applications
from importer.organizers import apply_organizers, read_organizers
from importer.organizers_people import NOBODY
from importer.tables import MemberRow
from office.families import require_organizers
from office.register.refused import refuse_strangers, unread_lines
from office.register.told import application_lines, counted, import_lines
from office.tables import ListRatingRow
from office.words import _, n_, p_
from office.words.formats import day, joined
from office.words.problems import said

if TYPE_CHECKING:
    from importer.families.family import Family
    from importer.given import GivenFile
    from importer.register_cells import Held
    from scraper.records import Problem


@dataclass(frozen=True, slots=True)
class Stored:
    """What was stored, or would be: in lines; `likely`: pairs of entries of the register that may be one
    person; `then`: what comes next, where the file says it; `cut`: whether people are left out who could be
    named."""

    lines: Sequence[str]
    likely: int = 0
    then: str = ""
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Ready:
    """A file that was read. `faults`: with any of them nothing of it may be stored; `store` enters it inside
    the caller's transaction, with the moment, and says what it did; `dry_run` words it as what would be."""

    file: str
    faults: Sequence[Problem]
    store: Callable[[Session, datetime, bool], Stored]


def register_file(
    given: GivenFile, encoding: str | None, family: Family, today: date, held: Mapping[str, Held]
) -> Ready:
    """The register; `today`: the day where the office is; `held`: `held_already`. `ImportRefused` where
    the file or its headings cannot be read."""
    from importer.register import examine_register
    from importer.register_apply import apply_register
    from office.register.doubles import doubles

    unread: list[str] = []
    named: set[str] = set()
    entries, faults = examine_register(
        given.data,
        given.name,
        encoding,
        family=family,
        today=today,
        held=held,
        unread=unread,
        named=named,
    )

    def store(session: Session, now: datetime, dry_run: bool) -> Stored:
        counts = apply_register(session, entries, now, source=given.name)
        others = tuple(number for number in counts.not_in_file if number not in named)
        counts = replace(counts, not_in_file=others)
        likely = sum(pair.likely for pair in doubles(session))
        lines = import_lines(counts, entries, given.name, dry_run=dry_run, junior_rule=family.juniors)
        return Stored([*lines, *unread_lines(unread)], likely)

    return Ready(given.name, faults, store)


def organizers_file(given: GivenFile, encoding: str | None) -> Ready:
    """The organizers (3(3)). `ImportRefused` with every fault; whom an ID names is looked up when it is
    stored."""
    unread: list[str] = []
    entries = read_organizers(given.data, given.name, encoding, unread)

    def store(session: Session, now: datetime, dry_run: bool) -> Stored:
        require_organizers(session, "banzuke organizers")
        refuse_strangers(session, entries, given.name)
        counts = apply_organizers(session, entries, now)
        head = n_("{n} organizer in {file}:", "{n} organizers in {file}:", len(entries), file=given.name)
        changes = [
            f"  {name}{p_('punctuation', ': ')}{said(column)} "
            + " → ".join(_("none") if cell == NOBODY else cell for cell in cells)
            for name, column, *cells in counts.changes
        ]
        told = joined((head, counted(counts, dry_run=dry_run)))
        return Stored([told, *changes, *unread_lines(unread)])

    return Ready(given.name, (), store)


def applications_file(given: GivenFile, encoding: str | None) -> Ready:
    """Applications for rated events (3(4)). `ImportRefused` with every fault."""
    unread: list[str] = []
    entries = read_applications(given.data, given.name, encoding, unread)

    def store(session: Session, now: datetime, dry_run: bool) -> Stored:
        require_organizers(session, "banzuke applications")
        counts = apply_applications(session, entries, now)
        lines = application_lines(session, counts, entries, dry_run=dry_run)
        return Stored([*lines, *unread_lines(unread)])

    return Ready(given.name, (), store)


def ratings_file(given: GivenFile, list_date: date) -> Ready:
    """Ratings of players who are rated elsewhere alone (QJ 3). It is read when it is stored: a line has to
    name somebody on the register. Refused where nobody counts by such a rating, and where the list is still
    to come: it would stand as the newest one over those that come before it."""
    from office.errors import refusal
    from office.families import day_here, require

    def store(session: Session, now: datetime, dry_run: bool) -> Stored:
        take = require(session, "banzuke members acf", lambda family: family.take_ratings)
        if list_date > (today := day_here(session, now)):
            remedy = "give the date that stands on the ACF list"
            raise refusal("day-to-come", "--list", f"a day not after {today}", str(list_date), remedy)
        done = take(session, given, list_date, now)
        told = counted(done, dry_run=dry_run)
        lines = [_("ACF list of {day}: {told}", day=day(list_date), told=told)]
        return Stored([*lines, *_young(session, (*done.created, *done.changed, *done.unchanged), list_date)])

    return Ready(given.name, (), store)


YOUNG = 20
"""Who is younger on 1 January can be meant for a junior; the oldest age class of juniors on the website."""


def _young(session: Session, ids: Sequence[str], list_date: date) -> Iterator[str]:
    """Who of these is young and has no rating here: he counts as an adult by such a list, for ever."""
    from office.lists.chain import latest_published

    last = latest_published(session)
    rated = select(ListRatingRow.federation_id).where(ListRatingRow.version_id == (last.id if last else None))
    query = select(MemberRow).where(col(MemberRow.born) > date(list_date.year - YOUNG, 1, 1))
    query = query.where(col(MemberRow.federation_id).not_in(rated)).order_by(col(MemberRow.federation_id))
    on_list = set(ids)
    if found := [member for member in session.exec(query) if member.federation_id in on_list]:
        yield n_(
            "{n} player under {years} who has no rating here counts as an adult by it, and gets none (QJ 3):",
            "{n} players under {years} who have no rating here count as adults by it, and get none (QJ 3):",
            len(found), years=YOUNG,
        )  # fmt: skip
        yield from (f"  {member.federation_id} {member.name}" for member in found[:SHOWN])
        if (more := len(found) - SHOWN) > 0:
            yield "  " + n_("and {n} more", "and {n} more", more)


SHOWN = 10
"""So many people of each finding about an opening list are named, unless everybody is asked for."""


def opening_files(
    given: GivenFile, list_date: date, beside: GivenFile | None, *, officer: str, everyone: bool
) -> Ready:
    """The last list from before this office; `beside`: what is kept of players without a full rating. It is
    read when it is stored: a line has to name somebody on the register. `everyone`: names everybody whom a
    finding is about."""
    from office.opening.take_over import take_over

    def store(session: Session, now: datetime, dry_run: bool) -> Stored:
        done = take_over(session, list_date, given, beside, officer=officer, now=now)
        facts = {"day": day(list_date), "what": done.counts}
        lines = [_("The list of {day} is taken over: {what}", **facts)]
        if dry_run:
            lines = [_("The list of {day} would be taken over: {what}", **facts)]
        for heading, people in done.told:
            shown = people if everyone else people[:SHOWN]
            more = " …" if len(shown) < len(people) else ""
            lines += [heading, f"  {_(', ').join(shown)}{more}"] if shown else [heading]
        cut = not everyone and any(len(people) > SHOWN for _heading, people in done.told)
        return Stored(lines, then=done.then, cut=cut)

    return Ready(given.name, (), store)
