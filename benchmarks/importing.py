"""An event of 200 players and nine rounds, from its saved pages to the stored event with its questions,
against reading the same pages and inserting the same rows with the driver's bulk calls.

`python -m benchmarks.importing [MEMBERS]`: in an office of so many members, 2,000 unless said, of whom others
play in each event. Both keep nothing of what they did before; ours also keeps the pages, finds the members,
asks everything that the office asks, and compares the event with the others of its month. Processor time,
that of the process which reads what was received included.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from shutil import copy

from sqlmodel import col, select

from benchmarks.growth import measured
from benchmarks.history import Bare
from benchmarks.month_data import entrant, event, fetched, founded, rating
from benchmarks.timing import Ratio, compare, processor
from importer.files import GivenFile
from importer.kept_reader import kept, kept_process
from importer.tables import EventRow
from office.database.engine import open_engine, sqlite, transaction
from office.database.migrate import upgrade
from office.intake.files import take_files
from office.intake.take_in import Came
from office.opened import Office
from office.place import Place
from rating.time_control import minutes_at_60
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


def offices(folder: Path, members: int) -> tuple[Place, Callable[[], Sequence[SavedPage]]]:
    """An office with a register, a list and some events, and what imports one more into it each time."""
    place = Place(folder / "office")
    founded(partial(measured, place.folder), folder, people(members))
    engine, ready = open_engine(place), fetched(folder, events(members))[1]
    Office(place, engine, print)  # from here on each transaction writes its entry in the journal

    def take() -> Sequence[SavedPage]:
        pages = ready.pop(0)
        given = [GivenFile(page.origin, page.body) for page in pages]
        taken = take_files(
            engine, given, Came(date(2026, 10, 10)), archive=place.archive, clock=lambda: NOW, by_hand=True
        )
        assert [t.stored is not None for t in taken] == [True], taken
        return pages

    for _ in range(OTHERS):
        take()
    return place, take


def spent() -> float:
    """Seconds of the processor, those of the process included that is kept to read what was received."""
    kept_one = kept_process()
    return processor() + (time.clock_gettime(~kept_one << 3 | 2) if kept_one else 0)  # clock_getcpuclockid(3)


def measure(members: int = 2000) -> Ratio:
    """Imports, each of one more event, against reading it and inserting its rows into as many tables."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        place, take = offices(folder, members)
        of = take()
        engine = open_engine(place)
        with transaction(engine) as session:
            event = session.exec(select(EventRow).order_by(col(EventRow.id).desc())).first()
            assert event is not None
            asked = {t: f"SELECT * FROM {t} WHERE {which.format(event)}" for t, which in MADE.items()}
            rows = {t: session.connection().exec_driver_sql(asked[t]).all() for t in asked}
        upgrade(sqlite(folder / "empty.sqlite"))
        bare = [Bare(sqlite(copy(folder / "empty.sqlite", folder / f"{n}.sqlite"))) for n in range(TIMED + 1)]
        for one in bare:
            for (trigger,) in one.rows("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
                one.driver.execute(f"DROP TRIGGER {trigger}")
            one.driver.execute("PRAGMA foreign_keys = OFF")

        def floor() -> None:
            read_event(of, minutes_at_60=minutes_at_60)
            one = bare.pop()
            one.driver.execute("BEGIN IMMEDIATE")
            for table, told in rows.items():
                one.put(table, told)
            one.end()

        with kept():  # as the desk that is open
            return compare(
                f"one event of {PLAYERS} players and {ROUNDS} rounds into an office of {members:,} members"
                " / reading it, and its rows inserted",
                take,
                floor,
                rounds=TIMED,
                clock=spent,
            )


if __name__ == "__main__":
    sys.stdout.write(f"{measure(*map(int, sys.argv[1:2]))}\n")
