"""An event of 200 players and nine rounds, from its saved pages to the stored event with its questions,
against reading the same pages and inserting the same rows with the driver's bulk calls.

`python -m benchmarks.importing [MEMBERS]`: in an office of so many members, 2,000 unless said, of whom others
play in each event. Both keep nothing of what they did before; ours also keeps the pages, finds the members,
asks everything that the office asks, and compares the event with the others of its month. Processor time,
that of the process which reads what was received included.
"""

import sqlite3
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, date, datetime
from itertools import count
from pathlib import Path
from random import Random

from sqlmodel import select

from benchmarks.timing import Ratio, compare, processor
from importer.files import GivenFile
from importer.tables import EventRow
from office.database.engine import open_engine, sqlite, transaction
from office.database.migrate import upgrade
from office.intake.files import take_files
from office.intake.take_in import Came
from office.place import Place
from rating.time_control import minutes_at_60
from scraper.reading import read_event
from scraper.records import SavedPage
from tests.scraper.invented import DETAILS, START_COLUMNS, page, table

PLAYERS, ROUNDS, OTHERS = 200, 9, 10
"""Of one event; and how many such events of twenty players the month holds already."""
ROUND_COLUMNS = ["Bo.", "No.", "", "White", "Rtg", "Pts.", "Result", "Pts.", "", "Black", "Rtg", "No."]
NOW = datetime(2026, 10, 20, tzinfo=UTC)
MADE = ("reading", "event", "event_round", "event_player", "pairing", "problem", "look")
"""Tables that an import fills."""


def pages(number: int, players: int, rounds: int, chance: Random, first: int = 1) -> list[SavedPage]:
    """An event as the site prints it, in which everybody has a game in each round, with colours in turn.
    `first`: the member who has starting number 1."""
    numbers = list(range(1, players + 1))
    names = {n: f"Invented{n + first - 1:05}, Player" for n in numbers}
    points = dict.fromkeys(numbers, 0)
    crossed: dict[int, list[str]] = {n: [] for n in numbers}
    details = DETAILS | {"Number of rounds": str(rounds), "Date": "2026/10/01 to 2026/10/09"}
    menu = _menu(rounds)
    name = f"An Invented Open {number}"

    def made(view: str, content: str, query: str, **more: object) -> SavedPage:
        told = {"tournament": 990000 + number, "name": name, "menu": menu, **more}
        return page(view, content, query=query, origin=f"{number}-{query}.html", **told)  # type: ignore[arg-type]

    start = [
        [str(n), "", names[n], f"N{n + first - 1:08}", "", "JPN", str(2400 - n), "", ""] for n in numbers
    ]
    found = [made("Starting rank", table(START_COLUMNS, start), "lan=1&art=0", details=details)]
    for round_number in range(1, rounds + 1):
        order = sorted(numbers, key=lambda n: (-points[n], chance.random()))
        before, rows = dict(points), []
        for board, (one, other) in enumerate(zip(order[::2], order[1::2], strict=True), 1):
            result = chance.choice(("1 - 0", "0 - 1", "½ - ½"))
            for who, against, colour, at in ((one, other, "w", 0), (other, one, "b", 1)):
                points[who] += {"1": 2, "0": 0, "½": 1}[result.split(" - ")[at]]
                crossed[who].append(f"{against:3}{colour}{result.split(' - ')[at]}")
            white = [str(board), str(one), "", names[one], str(2400 - one), _half(before[one])]
            black = [_half(before[other]), "", names[other], str(2400 - other), str(other)]
            rows.append([*white, result, *black])
        heading = f"<h3>Round {round_number} on 2026/10/{round_number:02} at 10:00</h3>"
        content = heading + table(ROUND_COLUMNS, rows)
        found.append(made("Pairings/Results", content, f"lan=1&art=2&rd={round_number}"))
    columns = ["No.", "", "Name", "Rtg", "FED"]
    heads = [*columns, *(f"{n}.Rd" for n in range(1, rounds + 1)), "Pts.", "Rk.", "TB1"]
    cross = []
    for n in numbers:
        printed = [str(n), "", names[n].replace(",", ""), str(2400 - n), "JPN"]
        cross.append([*printed, *crossed[n], _half(points[n]), str(n), "0"])
    return [*found, made("Starting rank crosstable", table(heads, cross), "lan=1&art=5")]


def _half(points: int) -> str:
    return f"{points // 2 or (0 if points % 2 == 0 else '')}{'½' if points % 2 else ''}"


def _menu(rounds: int) -> str:
    links = ", ".join(f"<a>Rd.{n}{f'/{rounds}' if n == rounds else ''}</a>" for n in range(1, rounds + 1))
    lists = "Starting rank, Alphabetical list"
    return (
        f'<table><tr valign="top"><td class="CRnowrap b">Lists</td><td class="CR">{lists}</td></tr>'
        f'<tr valign="top"><td class="CRnowrap b">Board Pairings</td><td class="CR">{links}</td></tr></table>'
    )


def given(of: list[SavedPage]) -> list[GivenFile]:
    """The pages as files that an officer gives."""
    return [GivenFile(p.origin, p.body) for p in of]


def first_of(number: int, members: int) -> int:
    """The first of the members who play in an event."""
    return 1 + number * PLAYERS % (members - PLAYERS)


def offices(folder: Path, members: int) -> tuple[Place, Callable[[], int]]:
    """An office with a register, a list and some events, and what imports one more into it each time."""
    from benchmarks.growth import OPENING, REGISTER, measured
    from benchmarks.same_bytes.reports import table as csv

    files, place = folder / "files", Place(folder / "office")
    files.mkdir(parents=True)
    register = [
        {"ID": f"N{n:08}", "Name": f"Invented{n:05} Player", "Birth": "1980-01-01", "Sex": "m",
         "Federation": "JPN", "Club": "", "Memberships": "2020-04-01/2030-03-31"}
        for n in range(1, members + 1)
    ]  # fmt: skip
    figures = {"ST": 1800, "ST-G": 40, "RP": "", "RP-G": ""}
    rated = [{"ID": r["ID"], "Name": r["Name"], **figures} for r in register]
    (files / "register.csv").write_text(csv(REGISTER, register))
    (files / "opening.csv").write_text(csv(("ID", "Name", "ST", "RP", "ST-G", "RP-G"), rated))
    measured(place.folder, "init", "--name", "Invented Federation", "--officer", "Invented Officer")
    measured(place.folder, "members", "import", files / "register.csv")
    measured(place.folder, "opening", "import", files / "opening.csv", "--list", OPENING)
    engine, numbers = open_engine(place), count(1)

    def made(players: int) -> tuple[int, list[GivenFile]]:
        number = next(numbers)
        return number, given(pages(number, players, ROUNDS, Random(number), first_of(number, members)))

    ready = [made(20) for _ in range(OTHERS)] + [made(PLAYERS) for _ in range(8)]

    def take() -> int:
        number, of = ready.pop(0)
        taken = take_files(
            engine, of, Came(date(2026, 10, 10)), archive=place.archive, clock=lambda: NOW, by_hand=True
        )
        assert [t.stored is not None for t in taken] == [True], taken
        return number

    for _ in range(OTHERS):
        take()
    return place, take


def measure(members: int = 2000) -> Ratio:
    """Imports, each of one more event, against reading it and inserting its rows into as many tables."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        place, take = offices(folder, members)
        number = take()
        engine = open_engine(place)
        with transaction(engine) as session:
            event = session.exec(select(EventRow).where(EventRow.tournament == 990000 + number)).one()
            rows = {t: session.connection().exec_driver_sql(_rows_of(t, event)).all() for t in MADE}
        of = pages(number, PLAYERS, ROUNDS, Random(number), first_of(number, members))
        bare = sqlite3.connect(folder / "bare.sqlite", isolation_level=None)
        bare.execute("PRAGMA journal_mode = WAL")
        upgrade(sqlite(folder / "bare.sqlite"))
        for (trigger,) in bare.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            bare.execute(f"DROP TRIGGER {trigger}")
        bare.execute("PRAGMA foreign_keys = OFF")

        def floor() -> None:
            read_event(of, minutes_at_60=minutes_at_60)
            for table_name in rows:
                bare.execute(f"DELETE FROM {table_name}")
            bare.execute("BEGIN IMMEDIATE")
            for table_name, told in rows.items():
                marks = ", ".join("?" * len(told[0])) if told else ""
                bare.executemany(f"INSERT INTO {table_name} VALUES ({marks})", told) if told else None
            bare.execute("COMMIT")

        return compare(
            f"one event of {PLAYERS} players and {ROUNDS} rounds into an office of {members:,} members"
            " / reading it, and its rows inserted",
            take,
            floor,
            rounds=5,
            clock=processor,
        )


def _rows_of(table_name: str, event: EventRow) -> str:
    if table_name in ("event", "reading"):
        number = event.id if table_name == "event" else event.reading_id
        return f"SELECT * FROM {table_name} WHERE id = {number}"
    if table_name == "problem":
        return f"SELECT * FROM problem WHERE event_key = '{event.key}'"
    return f"SELECT * FROM {table_name} WHERE event_id = {event.id}"


if __name__ == "__main__":
    sys.stdout.write(measure(*map(int, sys.argv[1:2])).line() + "\n")
