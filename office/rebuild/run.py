"""The rebuild of an office: all published versions, oldest first; the events of each against the readings
they were frozen from, and these against the saved bytes; each entry of the journal against the one before."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session, SQLModel, select

from importer.kept_reader import kept
from importer.register_replay import register_faults
from importer.stored import frozen_record
from importer.tables import EventRow, ReadingRow
from office.chain.compare import chain_faults
from office.chain.noted import journal_head_faults
from office.chain.statements import head_faults, statement_faults
from office.errors import problem_of
from office.families import family_of
from office.journal.held import AGAIN, held_faults
from office.journal.note import WATCHED, head, state_of
from office.lists.chain import place_of, published
from office.lists.packing import unpacked
from office.lists.rows import rows_of
from office.place import Place
from office.poll.reread import reread
from office.rebuild.again import version_faults
from office.runs.inputs import PLAYED
from office.runs.trust import form_faults
from office.tables import ListVersionRow, VersionEventRow, whole
from office.undisturbed import undisturbed
from office.words import _, n_, p_
from office.words.formats import day
from scraper.archive import FileArchive
from scraper.records import EventRecord, Problem

AT_ONCE = 1_000


def journal_faults(session: Session) -> Iterator[Problem]:
    """Entries that are other than they were, gone or put in; settings, accounts, jobs and notices that are
    other than their newest entry."""
    whole()
    newest: dict[tuple[str, str], dict[str, Any]] = {}
    yield from _entries(session, newest)
    told = list(_against_newest(session, newest))
    yield from told
    places = {one.place for one in told}
    yield from (one for one in held_faults(session) if one.place not in places)


def _against_newest(session: Session, newest: dict[tuple[str, str], dict[str, Any]]) -> Iterator[Problem]:
    """What is watched of settings, accounts, jobs and kinds of notices, in words."""
    for kind, (key, _columns) in WATCHED.items():
        table = SQLModel.metadata.tables[kind]
        for row in session.connection().execute(sa.select(table).order_by(table.c[key])).mappings():
            told, now = newest.pop((kind, str(row[key])), {}), state_of(kind, dict(row))
            if told != now:
                expected, remedy = f"as in the journal: {_shown(told)}", AGAIN[kind]
                yield _fault(f"{kind} {row[key]}", expected, _shown(now), remedy)
    for (kind, subject), told in newest.items():
        if told and kind in WATCHED:
            yield _fault(f"{kind} {subject}", f"as in the journal: {_shown(told)}", "none", AGAIN[kind])


def _entries(session: Session, newest: dict[tuple[str, str], dict[str, Any]]) -> Iterator[Problem]:
    """Each entry held against the one before it. `newest` gets how each thing stands by its newest one."""
    journal, number, before = SQLModel.metadata.tables["journal"], 0, ""
    few = {"yield_per": AT_ONCE}
    query = sa.select(journal).order_by(journal.c.id)
    for row in session.connection().execute(query, execution_options=few).mappings():
        number += 1
        if row["id"] != number:
            yield _fault(f"journal, entry {number}", "an entry", "none")
            number = row["id"]
        elif row["head"] != head(before, dict(row)):
            found = f"{row['who']}, {row['kind']} {row['subject']}: {row['now']}"
            yield _fault(f"journal, entry {number}", "the entry as it was written", found)
        before = row["head"]
        with suppress(ValueError):  # it was named
            newest[row["kind"], row["subject"]] = json.loads(row["now"])


def _shown(state: dict[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in sorted(state.items())) or "none"


def _fault(place: str, expected: str, found: str, remedy: str = "") -> Problem:
    told = problem_of("journal-differs", place, expected[:300], found[:300])
    return replace(told, remedy=remedy or told.remedy)


def event_faults(session: Session, version: ListVersionRow) -> Iterator[Problem]:
    """Events of a version whose games are not those of the reading they name."""
    if version.how == "opening":
        return
    held = {row.event_key: row.reading_id for row in rows_of(session, VersionEventRow, version)}
    for event in unpacked(version.inputs)["events"]:
        place = f"{place_of(version)}, {event['key']}"
        row = session.get(ReadingRow, held.get(event["key"], 0))
        if row is None or row.fingerprint != event["reading"]:
            found = "none" if row is None else row.fingerprint
            yield _other(place, f"the frozen reading {event['reading']}", found)
            continue
        record, fingerprint = frozen_record(row)
        if fingerprint != row.fingerprint:
            yield _other(place, f"a reading with the fingerprint {row.fingerprint}", "another one")
        yield from _game_faults(place, event, record)


def _game_faults(place: str, event: dict[str, Any], record: EventRecord) -> Iterator[Problem]:
    """Every game of the run is a pairing of the reading with the same result, and none is left out."""
    read = {
        f"{event['key']} {p.round} {p.white} {p.black}": p.result.value if p.result else None
        for p in record.pairings
        if p.kind.value in PLAYED and p.black is not None
    }
    run = {game["ref"]: game["result"] for game in event["games"]}
    for ref in sorted(read.keys() | run.keys()):
        if ref in run and read.get(ref) == run[ref]:
            continue
        if ref not in run and event["excluded"] is not None:
            continue  # left out before anything of it could be placed
        yield _other(f"{place}, {ref}", f"{read.get(ref, 'no such game')} as read", f"{run.get(ref, 'none')}")


def byte_faults(session: Session, version: ListVersionRow, archive: FileArchive) -> Iterator[Problem]:
    """Readings of a version whose saved pages are missing, are not what they were, or say something else
    to the reader of the same version. What another reader makes of them is asked by `reread`."""
    home = family_of(session).home
    for held in rows_of(session, VersionEventRow, version):
        row = session.get(ReadingRow, held.reading_id)
        event = session.exec(select(EventRow).where(EventRow.key == held.event_key)).first()
        if row is None or event is None:
            missing = "no event" if event is None else "no reading"
            yield _other(f"{place_of(version)}, {held.event_key}", "the event with its reading", missing)
            continue
        again = reread(event, row, archive, home)
        place = f"{event.called} ({event.key})"
        if again.problem is not None:
            yield replace(again.problem, place=f"{place}, {again.problem.place}")
        elif again.differences and row.reader == again.reader:
            yield _other(place, "the pages as they were read", "; ".join(again.differences))


def _other(place: str, expected: str, found: str) -> Problem:
    remedy = "restore the archive or the database from a copy made before"
    return Problem("rebuild-differs", place, expected, found, remedy)


def kept_faults(session: Session, place: Place) -> Iterator[Problem]:
    """What of the database is other than it was made (triggers above all), rows that are other than the chain
    says, heads and signed statements that are known outside the database alone, members who are other than
    their facts, and settings and accounts that are other than the journal says."""
    yield from form_faults(session)
    yield from chain_faults(session)
    yield from head_faults(place, session)
    yield from journal_head_faults(place, session)
    yield from statement_faults(place, session)
    yield from register_faults(session)
    yield from journal_faults(session)


Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What a rebuild found: versions looked at, and every fault."""

    versions: int
    problems: tuple[Problem, ...]

    def line(self) -> str:
        """What is said where there is none."""
        return n_(
            "{n} published version: made again, the same byte for byte",
            "{n} published versions: all made again, the same byte for byte",
            self.versions,
        )


@undisturbed()
def rebuild(session: Session, place: Place, tell: Tell, *, pages: bool) -> Rebuilt:
    """Derives every published version again and compares; then everything they rest on with the chain.
    `pages`: the saved pages too, each read anew."""
    archive = FileArchive(place.archive)
    versions = published(session)
    with kept():
        found = _versions_faults(session, versions, archive if pages else None, tell)
    named = _("what every list rests on")
    mine = list(kept_faults(session, place))
    told = n_("{n} fault", "{n} faults", len(mine)) if mine else _("as it was published")
    tell(f"{named}{p_('punctuation', ': ')}{told}")
    return Rebuilt(len(versions), (*found, *mine))


def _versions_faults(
    session: Session, versions: Sequence[ListVersionRow], archive: FileArchive | None, tell: Tell
) -> list[Problem]:
    """Every fault of each version, which are told one after the other."""
    found: list[Problem] = []
    for version in versions:
        mine = list(version_faults(session, version))
        if not mine:  # inputs that are not what they were say nothing of readings
            mine += event_faults(session, version)
        if archive is not None:
            mine += byte_faults(session, version, archive)
        named = _("list of {day}, version {version}", day=day(version.list_date), version=version.version)
        count = n_("{n} fault", "{n} faults", len(mine))
        told = count if mine else _("the same, byte for byte")
        tell(f"{named}{p_('punctuation', ': ')}{told}")
        found += mine
        session.expire_all()
    return found
