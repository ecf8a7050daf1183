"""A whole history from stored events to stored, explained lists, against reading and inserting the same rows.

    python -m benchmarks history [--family queensland] [--members N] [--games N] [--lists N] [--postgresql]

Two offices are made alike. In one each list is made and published by the product; in the other the driver's
bulk calls read what the list is made from and insert the very rows it came to. List by list in turn, so that
both see the same machine. Then the history is rebuilt, against unpacking and reckoning its inputs and
reading its rows alone, and simulated, against the first of these. The events are stored and looked at, as an
import does both, before anything is measured: `rate` takes that look where it is proven, `publish` looks at
all of them anew; what the desk takes is told apart too. `ratio_stored` is that of a list made, explained and
stored, without what its publication costs.
"""

import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from sqlalchemy import Engine
from sqlmodel import col, select

import office.desk.refresh
import office.runs.publish
import office.runs.rate
from benchmarks.federation import GAMES_IN_EVENT, KINDRED, Federation, noon, place_in, published, rated
from benchmarks.timing import Clock, keep, options
from office.chain.statements import write_heads
from office.database.engine import look, postgresql, sqlite, transaction
from office.lists.law import law_of_version
from office.lists.packing import unpacked
from office.place import Place
from office.rebuild.run import rebuild
from office.runs.rate import reckon
from office.simulate.run import Rules, simulate
from office.tables import ListVersionRow

Rows = Sequence[Sequence[Any]]

READ_WHOLE = ("member", "register_fact", "membership", "acf_rating", "ruling")
OF_EVENTS = ("event_round", "event_player", "pairing")
OF_VERSION = (
    *("list_member", "list_rating", "game_line", "earlier_game", "event_line", "event_rating"),
    *("event_performance", "version_event", "publication", "chain_link"),
)
AT_ONCE = 1_000
"""Rows that are read one after the other, where none is kept."""
CARRIED = ("list_member", "list_rating", "earlier_game", "event_rating", "event_performance")


class Bare:
    """The floor: a connection of the driver, SQLite's or psycopg, used as its manual says for many rows."""

    def __init__(self, engine: Engine) -> None:
        self._held: Any = engine.raw_connection()  # it closes the driver's connection when it is forgotten
        self.driver = cast(Any, self._held.driver_connection)
        self.served = engine.dialect.name == "postgresql"
        if not self.served:
            self.driver.execute("PRAGMA foreign_keys = ON")

    def rows(self, query: str, *values: object) -> Rows:
        """All rows of a query."""
        cursor = self.driver.cursor()
        cursor.execute(query.replace("?", "%s") if self.served else query, values)
        found: Rows = cursor.fetchall()
        return found

    def read(self, query: str, *values: object) -> int:
        """The same, some after the others and none kept, here or by the driver; how many there are."""
        cursor, count = self.driver.cursor(name="read") if self.served else self.driver.cursor(), 0
        cursor.execute(query.replace("?", "%s") if self.served else query, values)
        while some := cursor.fetchmany(AT_ONCE):
            count += len(some)
        cursor.close()
        return count

    def put(self, table: str, rows: Rows) -> None:
        """Rows with all their columns: `COPY`, or `executemany`."""
        if not rows:
            return
        cursor = self.driver.cursor()
        if not self.served:
            cursor.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)
            return
        with cursor.copy(f"COPY {table} FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)

    def made(self, version: int) -> Mapping[str, Rows]:
        """Every row that a version came to, its own first."""
        own = {"list_version": self.rows("SELECT * FROM list_version WHERE id = ?", version)}
        told = {t: self.rows(f"SELECT * FROM {t} WHERE version_id = ?", version) for t in OF_VERSION}
        self.end()
        return own | told

    def floor(self, before: int, first_event: int, made: Mapping[str, Rows]) -> int:
        """Reads what a list is made from and stores what it came to, in one transaction; how many rows."""
        if not self.served:
            self.driver.execute("BEGIN IMMEDIATE")
        count = sum(len(self.rows(f"SELECT * FROM {table}")) for table in READ_WHOLE)
        for table in CARRIED:
            count += len(self.rows(f"SELECT * FROM {table} WHERE version_id = ?", before))
        for table in OF_EVENTS:
            count += len(self.rows(f"SELECT * FROM {table} WHERE event_id >= ?", first_event))
        query = "SELECT r.* FROM event e JOIN {} r ON {} WHERE e.id >= ?"
        count += len(self.rows(query.format("reading", "r.id = e.reading_id"), first_event))
        cursor = self.driver.cursor()
        cursor.execute("SELECT * FROM list_version LIMIT 0")
        columns = [name for name, *_ in cursor.description]
        state, own = columns.index("state"), list(made["list_version"][0])
        own[state] = "draft"
        self.put("list_version", [own])
        for table, rows in made.items():
            if table != "list_version":
                self.put(table, rows)
                count += len(rows)
        publish = "UPDATE list_version SET state = 'published' WHERE id = ?"
        cursor.execute(publish.replace("?", "%s") if self.served else publish, (own[columns.index("id")],))
        self.end()
        return count + 1

    def end(self) -> None:
        """The transaction is stored."""
        if self.served or self.driver.in_transaction:
            self.driver.commit()


def measured(
    family: str, members: int, games: int, lists: int, ours: Engine, floor: Engine, place: Place, clock: Clock
) -> None:
    """Makes both offices and works through all lists; what it took is in the clock."""
    people = Federation(KINDRED[family], members)
    for engine in (ours, floor):
        people.founded(engine)
    with look(ours) as session:
        write_heads(place, session)
    bare, source = Bare(floor), Bare(ours)
    looked = clock.counted("desk", office.desk.refresh.refresh)
    for asking in (office.runs.rate, office.runs.publish):
        setattr(asking, "refresh", looked)  # noqa: B010  it is a name that the module imports
    for n in range(1, lists + 1):
        events, first_event = people.reported(n, games // lists), people.events
        for engine in (ours, floor):
            events.store(engine)
        with transaction(ours) as session:
            office.desk.refresh.refresh(session)
        moment = noon(people.list_date(n))
        with clock.of("rate"):
            rated(ours, moment)
        with clock.of("publish"):
            version = published(ours, moment)
        with look(ours) as session:
            write_heads(place, session)
        made = source.made(version)
        with clock.of("floor"):
            bare.floor(version - 1, first_event - len(events.records) + 1, made)
        del made  # the most memory is to be that of the office, not of what the floor stores
        sys.stderr.write(f"\r{n} of {lists}: " + "  ".join(f"{k} {v[-1]:.2f}" for k, v in clock.took.items()))
    sys.stderr.write("\n")
    with clock.of("rebuild"), look(ours) as session:
        found = rebuild(session, place, lambda _text: None, pages=False)
    if found.problems:
        raise SystemExit(f"the history is not what was published: {found.problems[0]}")
    with clock.of("simulate"), look(ours) as session:
        simulate(session, Rules(), first=None, last=None)
    with look(ours) as session:
        query = select(ListVersionRow.id).where(ListVersionRow.how == "run")
        for number in session.exec(query.order_by(col(ListVersionRow.id))).all():
            stored = session.get_one(ListVersionRow, number)
            with clock.of("reckoning"):
                reckon(unpacked(stored.inputs), *law_of_version(stored))
            session.expire_all()
            with clock.of("reading"):
                for table in OF_VERSION:
                    source.read(f"SELECT * FROM {table} WHERE version_id = ?", number)
    with clock.of("reading"):
        for table in (*READ_WHOLE, *OF_EVENTS, "reading"):
            source.read(f"SELECT * FROM {table}")
        source.end()


def told(clock: Clock, lists: int) -> dict[str, Any]:
    """The sums, and the ratios with the spread over the lists."""
    took = clock.took
    both = [a + b for a, b in zip(took["rate"], took["publish"], strict=True)]
    desk = [a + b for a, b in zip(took["desk"][::2], took["desk"][1::2], strict=True)]
    ratios = [a / b for a, b in zip(both, took["floor"], strict=True)]
    apart = [(a - d) / b for a, d, b in zip(both, desk, took["floor"], strict=True)]
    stored = [a / b for a, b in zip(took["rate"], took["floor"], strict=True)]
    tenth = max(lists // 10, 1)
    sums = {what: round(sum(mine), 3) for what, mine in took.items()}
    alone = sums["reckoning"] + sums["reading"]
    spread = {
        "ratio": [round(f(ratios), 2) for f in (statistics.median, min, max)],
        "ratio_stored": [round(f(stored), 2) for f in (statistics.median, min, max)],
        "ratio_without_the_desk": [round(f(apart), 2) for f in (statistics.median, min, max)],
        "first_and_last_list": [round(sum(x) / tenth, 3) for x in (both[:tenth], both[-tenth:])],
        "rebuild_over_reckoning_and_reading": round(sums["rebuild"] / alone, 2),
        "simulate_over_reckoning": round(sums["simulate"] / sums["reckoning"], 2),
    }
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return {"seconds": sums, **spread, "peak_mb": peak}


def main(words: list[str] | None = None) -> int:
    """Runs it and prints ours, floor, ratio and spread; keeps them as JSON."""
    parser = options("history", members=4000, games=600_000, lists=60)
    parser.add_argument("--family", choices=sorted(KINDRED), default="japanese")
    parser.add_argument("--postgresql", action="store_true", help="a server of its own, by the wall's clock")
    given = parser.parse_args(words)
    size = (given.family, given.members, given.games, given.lists)
    if given.games // given.lists < GAMES_IN_EVENT:
        parser.error(f"at least {GAMES_IN_EVENT} games a list")
    with tempfile.TemporaryDirectory(prefix="banzuke-") as folder:
        place = Place(Path(folder) / "ours")
        place.folder.mkdir()
        if not given.postgresql:
            clock = Clock(time.process_time)
            engines = [sqlite(place_in(Path(folder) / name)) for name in ("ours", "floor")]
            measured(*size, engines[0], engines[1], place, clock)
        else:
            clock = Clock(time.perf_counter)
            from tests.on_postgresql import made_database, server

            with server(waits=True) as address:
                ours, bare = (postgresql(made_database(address, name, None)) for name in ("ours", "bare"))
                measured(*size, ours, bare, place, clock)
    found = {"family": given.family, "database": "postgresql" if given.postgresql else "sqlite"}
    found |= {name: getattr(given, name) for name in ("members", "games", "lists")} | told(clock, given.lists)
    keep(given.json, found, shown=True)
    return 0
