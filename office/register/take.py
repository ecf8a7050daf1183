"""The office's own files taken over: read first, without a transaction; then stored in one, or only shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

from importer.given import GivenFile
from office.words import _, n_
from office.words.problems import said

if TYPE_CHECKING:
    from sqlmodel import Session

    from importer.families.family import Family
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


def register_file(given: GivenFile, encoding: str | None, family: Family) -> Ready:
    """The register. `ImportRefused` where the file or its headings cannot be read."""
    from importer.register import examine_register
    from importer.register_apply import apply_register
    from office.register.doubles import doubles
    from office.register.told import import_lines

    entries, faults = examine_register(given.data, given.name, encoding, family=family)

    def store(session: Session, now: datetime, dry_run: bool) -> Stored:
        counts = apply_register(session, entries, now, source=given.name)
        likely = sum(pair.likely for pair in doubles(session))
        lines = import_lines(counts, entries, given.name, dry_run=dry_run, junior_rule=family.juniors)
        return Stored(list(lines), likely)

    return Ready(given.name, faults, store)


def organizers_file(given: GivenFile, encoding: str | None) -> Ready:
    """The organizers (3(3)). `ImportRefused` with every fault."""
    from importer.organizers import apply_organizers, read_organizers
    from office.register.told import counted

    entries = read_organizers(given.data, given.name, encoding)

    def store(session: Session, now: datetime, dry_run: bool) -> Stored:
        counts = apply_organizers(session, entries, now)
        head = n_("{n} organizer in {file}:", "{n} organizers in {file}:", len(entries), file=given.name)
        changes = [f"  {said(change)}" for change in counts.changes]
        return Stored([f"{head} {counted(counts, dry_run=dry_run)}", *changes])

    return Ready(given.name, (), store)


def applications_file(given: GivenFile, encoding: str | None) -> Ready:
    """Applications for rated events (3(4)). `ImportRefused` with every fault."""
    from importer.applications import apply_applications, read_applications
    from office.register.told import application_lines

    entries = read_applications(given.data, given.name, encoding)

    def store(session: Session, now: datetime, dry_run: bool) -> Stored:
        counts = apply_applications(session, entries, now)
        return Stored(list(application_lines(session, counts, entries, dry_run=dry_run)))

    return Ready(given.name, (), store)


def ratings_file(given: GivenFile, list_date: date) -> Ready:
    """Ratings of players who are rated elsewhere alone (QJ 3). It is read when it is stored: a line has to
    name somebody on the register. Refused where nobody counts by such a rating."""
    from office.families import family_of, require
    from office.words.formats import day

    def store(session: Session, now: datetime, dry_run: bool) -> Stored:
        require(session, "banzuke members acf", lambda family: family.take_ratings)
        take = family_of(session).take_ratings
        assert take is not None
        counts = take(session, given, list_date, now)
        facts = {"new": counts.created, "changed": counts.changed, "same": counts.unchanged}
        told = (
            _("{new} would be new, {changed} would be changed, {same} unchanged", **facts)
            if dry_run
            else _("{new} new, {changed} changed, {same} unchanged", **facts)
        )
        return Stored([_("ACF list of {day}: {told}", day=day(list_date), told=told)])

    return Ready(given.name, (), store)


SHOWN = 10
"""So many people of each finding about an opening list are named, unless everybody is asked for."""


def opening_files(
    given: GivenFile, list_date: date, beside: GivenFile | None, *, officer: str, everyone: bool
) -> Ready:
    """The last list from before this office; `beside`: what is kept of players without a full rating. It is
    read when it is stored: a line has to name somebody on the register. `everyone`: names everybody whom a
    finding is about."""
    from office.opening.take_over import take_over
    from office.words.formats import day

    def store(session: Session, now: datetime, dry_run: bool) -> Stored:
        done = take_over(session, list_date, given, beside, officer=officer, now=now)
        facts = {"day": day(list_date), "what": done.counts}
        lines = [
            _("The list of {day} would be taken over: {what}", **facts)
            if dry_run
            else _("The list of {day} is taken over: {what}", **facts)
        ]
        for heading, people in done.told:
            lines.append(heading)
            shown = people if everyone else people[:SHOWN]
            if shown:
                lines.append("  " + ", ".join(shown) + (" …" if len(shown) < len(people) else ""))
        cut = not everyone and any(len(people) > SHOWN for _heading, people in done.told)
        return Stored(lines, then=done.then, cut=cut)

    return Ready(given.name, (), store)
