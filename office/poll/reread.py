"""Frozen readings against today's reader: the kept pages read again, compared, and never silently changed.

A list is rebuilt from its frozen readings, whatever a newer reader makes of the same bytes. Where it makes
something other of them, the officer hears of it: for an event that no list holds yet, importing the link
again takes the newer reading; under a published list it is a correction (7(3)) or a fault of the reader.
"""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from sqlmodel import Session, col, select

from importer.differences import differences
from importer.files import read_files
from importer.given import GivenFile
from importer.kept_reader import kept
from importer.keys import event_key, is_named
from importer.tables import EventRow, ReadingRow
from office.desk.refresh import refresh
from office.errors import problem_of, refusal
from office.families import family_of
from office.opened import Office
from office.place import Place
from office.tables import RereadRow
from office.words import _, n_
from office.words.formats import joined
from rating.time_control import minutes_at_60
from scraper.archive import FileArchive
from scraper.errors import ScraperError
from scraper.reading import read_by_hand, read_event
from scraper.records import READER_VERSION, EventRecord, Problem, SavedPage


@dataclass(frozen=True, slots=True)
class Reread:
    """One frozen reading read anew. `differences` is empty where it stands; `problem`: why its pages cannot
    be had (an archive that is not whole). `reader`: what reads it today, with its version; of a file that is
    refused without it."""

    event: EventRow
    reading: ReadingRow
    differences: tuple[str, ...] = ()
    problem: Problem | None = None
    reader: str = field(default_factory=lambda: READER_VERSION)


@dataclass(frozen=True, slots=True)
class Found:
    """Every reading that was read anew."""

    readings: tuple[Reread, ...]

    @property
    def different(self) -> int:
        """How many are read otherwise by now."""
        return sum(bool(one.differences) for one in self.readings)

    @property
    def missing(self) -> int:
        """How many could not be read."""
        return sum(one.problem is not None for one in self.readings)

    def line(self) -> str:
        """The counts in words."""
        same = len(self.readings) - self.different - self.missing
        counts = {"same": same, "different": self.different, "missing": self.missing}
        read = n_("{n} reading read again:", "{n} readings read again:", len(self.readings))
        told = _("{same} as before, {different} different, {missing} not read", **counts)
        return joined((read, told))


def chosen(session: Session, names: Sequence[str]) -> list[EventRow]:
    """The events named (`E3`, a tournament number or a key), all of them where none is named."""
    events = list(session.exec(select(EventRow).order_by(col(EventRow.id))))
    if not names:
        return events
    found = []
    for name in names:
        fits = [event for event in events if is_named(event, name)]
        if not fits:
            remedy = "name an event (E3, or its tournament number); see: banzuke events"
            raise refusal("no-such-event", name, "an event", "none of this name", remedy)
        found += fits
    return found


def reread(event: EventRow, reading: ReadingRow, archive: FileArchive, home: str) -> Reread:
    """The kept pages of one reading, by their SHA-256, read by today's reader; of files also the national
    lines of the federation `home`."""
    frozen = EventRecord.from_dict(json.loads(reading.record))
    if not frozen.source.pages:
        expected, found = "the pages a reading was made of", "a reading without pages"
        return Reread(event, reading, problem=problem_of("no-saved-pages", event.key, expected, found))
    try:
        pages = [
            SavedPage(archive.body(s.sha256), s.origin, s.sha256, address=s.address, fetched_at=s.fetched_at)
            for s in frozen.source.pages
        ]
    except ScraperError as error:
        return Reread(event, reading, problem=error.problem)
    if event.tournament is None:
        return _reread_files(event, reading, frozen, pages, home)
    try:
        again = read_by_hand if frozen.source.by_hand else read_event
        today = again(pages, minutes_at_60=minutes_at_60)
    except ScraperError as error:
        problem = error.problem
        refused = f"the pages are refused: {problem.code}: expected {problem.expected}, found {problem.found}"
        return Reread(event, reading, (refused,))
    return Reread(event, reading, what_differs(frozen, today))


def _reread_files(
    event: EventRow, reading: ReadingRow, frozen: EventRecord, pages: Sequence[SavedPage], home: str
) -> Reread:
    """A report that came as files: of a zip with several events, the one of the same name."""
    files = list(dict.fromkeys(GivenFile(page.origin, page.body) for page in pages))
    again = read_files(files, minutes_at_60, home=home)
    records = [r.record for r in again if r.record is not None]
    same = [r for r in records if event_key(r) == event.key]
    if same:
        return Reread(event, reading, what_differs(frozen, same[0]), reader=same[0].source.reader)
    problems = [p for r in again for p in r.problems]
    refused = [f"the file is refused: {p.code}: expected {p.expected}, found {p.found}" for p in problems]
    reader = next((r.reader for r in again if r.reader), "")
    return Reread(event, reading, tuple(refused) or ("the file holds another event",), reader=reader)


def what_differs(frozen: EventRecord, today: EventRecord) -> tuple[str, ...]:
    """A line for each thing that is other: games, players and event as between two imports, then the
    problems that only one of the two readers names."""
    lines = list(differences(frozen, today))
    if frozen.last_update != today.last_update:
        lines.append(f"last update {frozen.last_update or 'none'} → {today.last_update or 'none'}")
    # What is to be done about a problem can be worded anew without anything being read otherwise.
    then, now = (
        Counter((p.code, p.place, p.expected, p.found) for p in one.problems) for one in (frozen, today)
    )
    for word, problems in (("no longer found", then - now), ("now found", now - then)):
        lines += [f"{word}: {code}, {place}: {found}" for code, place, _expected, found in problems]
    return tuple(lines)


def label(one: Reread) -> str:
    """Which reading of which event."""
    return _(
        "E{id} {name}, reading {reading}", id=one.event.id, name=one.event.called, reading=one.reading.id
    )


def look_again(session: Session, place: Place, events: Sequence[str], tell: Callable[[str], None]) -> Found:
    """The readings of these events, of all where none is named, read by today's reader. Stores nothing."""
    archive, found = FileArchive(place.archive), []
    home = family_of(session).home
    with kept():
        for event in chosen(session, events):
            ids = [i for i in (event.reading_id, event.newer_reading_id) if i is not None]  # it waits
            for reading in (session.get_one(ReadingRow, i) for i in ids):
                one = reread(event, reading, archive, home)
                tell(label(one))
                found.append(one)
    return Found(tuple(found))


def keep(office: Office, found: Found, now: datetime) -> None:
    """Keeps what was found, for the desk to ask about: a difference, or that one noted before is gone; a
    reading that stands asks nothing."""
    read = [(one, one.reading.id or 0) for one in found.readings if one.problem is None]
    with office.reading() as session:
        if not any(one.differences or session.get(RereadRow, number) for one, number in read):
            return
    with office.writing() as session:
        for one, number in read:
            row = session.get(RereadRow, number)
            if one.differences:
                row = row or RereadRow(reading_id=number, reader="", read_at=now, differences="[]")
                row.reader, row.read_at = one.reader, now
                row.differences = json.dumps(one.differences, ensure_ascii=False)
                session.add(row)
            elif row is not None:
                session.delete(row)
        refresh(session)
