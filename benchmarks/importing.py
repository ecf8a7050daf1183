"""An event of 200 players and nine rounds, from its saved pages to the stored event with its questions,
against reading the same pages and inserting the same rows with the driver's bulk calls.

`python -m benchmarks.importing [MEMBERS]`: in an office of so many members, 2,000 unless said, of whom others
play in each event. Twice: of pages that the fetcher saved, which both take from the archive (as `banzuke
import LINK --offline`), and of pages that a person brings, which ours first puts into it. Neither side keeps
anything of an event before; ours also finds the members, asks everything that the office asks, and compares
the event with the others of its month. Processor time, that of the process which reads what was received
included.
"""

import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from shutil import copy, copytree
from typing import Self

from sqlalchemy import Engine
from sqlmodel import col, select

from benchmarks.growth import measured
from benchmarks.history import Bare
from benchmarks.month_data import entrant, event, fetched, founded, rating
from benchmarks.timing import Ratio, compare, processor
from importer.given import GivenFile
from importer.kept_reader import kept, kept_process
from importer.tables import EventRow
from office.database.engine import open_engine, sqlite, transaction
from office.database.migrate import upgrade
from office.intake.files import take_files
from office.intake.links import Link, take_links
from office.intake.sources import client_for
from office.intake.take_in import Came
from office.opened import Office
from office.place import Place
from rating.time_control import minutes_at_60
from scraper.addresses import read_address
from scraper.archive import FileArchive
from scraper.reading import read_event
from scraper.records import SavedPage
from tests.importer.people import people
from tests.standin.model import Event

PLAYERS, ROUNDS, OTHERS = 200, 9, 10
"""Of one event; and how many such events of twenty players the month holds already."""
TIMED = 5
"""Rounds that are timed; the floor has an empty database for each."""
NOW = datetime(2026, 10, 20, tzinfo=UTC)
MADE = {
    "reading": "id = {0.reading_id}", "event": "id = {0.id}",
    **dict.fromkeys(("event_round", "event_player", "pairing"), "event_id = {0.id}"),
    "problem": "event_key = '{0.key}'", "look": "event_id = {0.id}",
}  # fmt: skip
"""Tables that an import fills, and which of their rows are an event's."""


def events(members: int) -> list[Event]:
    """Those that the month holds already, then some of 200 players; each of other members, who all
    have a game in each round."""
    days = [(date(2026, 10, 1 + n), "10:00") for n in range(ROUNDS)]
    sizes = [20] * OTHERS + [PLAYERS] * 8
    everybody, found = people(members), []
    for number, size in enumerate(sizes):
        first = number * PLAYERS % (members - PLAYERS)
        rows = [entrant(everybody[n], rating(n)) for n in range(first, first + size)]
        found.append(event(number, rows, days))
    return found


@dataclass(slots=True)
class Work:
    """An office with a register, a list and some events; the pages of the others, which are in its archive
    where they are `saved`."""

    place: Place
    engine: Engine
    pages: list[list[SavedPage]]
    saved: bool

    @classmethod
    def begun(cls, folder: Path, members: int, *, saved: bool) -> Self:
        """With the events that the month holds already."""
        place = Place(folder / "office")
        founded(partial(measured, place.folder), folder, people(members))
        pages = fetched(folder, events(members))[1]
        if saved:
            copytree(folder / "pages", place.archive, dirs_exist_ok=True)
        engine = open_engine(place)
        Office(place, engine, print)  # from here on each transaction writes its entry in the journal
        work = cls(place, engine, pages, saved)
        for _ in range(OTHERS):
            work.take()
        return work

    def take(self) -> Sequence[SavedPage]:
        """Imports one more event; its pages."""
        pages, came = self.pages.pop(0), Came(date(2026, 10, 10))
        if self.saved:
            link = Link(read_address(str(pages[0].address)), "")
            with client_for(self.place.archive, None, print, offline=True) as client:
                taken = take_links(
                    self.engine, client, [link], came, clock=lambda: NOW, progress=lambda _: _silent
                )
        else:
            given = [GivenFile(page.origin, page.body) for page in pages]
            taken = take_files(
                self.engine, given, came, archive=self.place.archive, clock=lambda: NOW, by_hand=True
            )
        assert [t.stored is not None for t in taken] == [True], taken
        return pages


def _silent(_done: int, _total: int | None, _text: str) -> None:
    pass


def spent() -> float:
    """Seconds of the processor, those of the process included that is kept to read what was received."""
    kept_one = kept_process()
    return processor() + (time.clock_gettime(~kept_one << 3 | 2) if kept_one else 0)  # clock_getcpuclockid(3)


def measure(members: int = 2000, *, saved: bool = True) -> Ratio:
    """Imports, each of one more event, against reading it and inserting its rows into as many tables."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        work = Work.begun(folder, members, saved=saved)
        of = work.take()
        with transaction(open_engine(work.place)) as session:
            event = session.exec(select(EventRow).order_by(col(EventRow.id).desc())).first()
            assert event is not None
            asked = {t: f"SELECT * FROM {t} WHERE {which.format(event)}" for t, which in MADE.items()}
            rows = {t: session.connection().exec_driver_sql(asked[t]).all() for t in asked}
        upgrade(sqlite(folder / "empty.sqlite"))
        bare = [
            Bare(sqlite(Path(copy(folder / "empty.sqlite", folder / f"{n}.sqlite"))))
            for n in range(TIMED + 1)
        ]
        for one in bare:
            for (trigger,) in one.rows("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
                one.driver.execute(f"DROP TRIGGER {trigger}")
            one.driver.execute("PRAGMA foreign_keys = OFF")

        def floor() -> None:
            archive = FileArchive(work.place.archive)
            pages = [replace(page, body=archive.body(page.sha256)) for page in of] if saved else of
            read_event(pages, minutes_at_60=minutes_at_60)
            one = bare.pop()
            one.driver.execute("BEGIN IMMEDIATE")
            for table, told in rows.items():
                one.put(table, told)
            one.end()

        with kept():  # as the desk that is open
            return compare(
                f"one event of {PLAYERS} players and {ROUNDS} rounds into an office of {members:,} members,"
                f" {'from saved pages' if saved else 'of pages by hand'} / reading it, and its rows inserted",
                work.take,
                floor,
                rounds=TIMED,
                clock=spent,
            )


if __name__ == "__main__":
    for saved in (True, False):
        sys.stdout.write(f"{measure(*map(int, sys.argv[1:2]), saved=saved)}\n")
