"""An office with three publications and a draft, on SQLite and on PostgreSQL, by the same commands: for tests
that change something in a transaction, look, and take it back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from sqlalchemy import Engine, text
from sqlmodel import Session

import office.clock
from cli.main import app
from cli.session import open_office
from importer.store import received
from office.chain.noted import noting
from office.desk.refresh import refresh
from office.intake.take_in import take_in
from office.journal.acting import acts
from office.place import Place
from office.rebuild.run import kept_faults
from scraper.records import EventRecord, Problem
from tests.depth import DATABASES as DATABASES
from tests.importer.invented import ALWAYS, csv_bytes, games_csv, list_csv
from tests.office.test_corrections import game
from tests.office.test_desk import EVENT
from tests.on_postgresql import server
from tests.workplace import HATA, MORI, NAMES, ONO, RATINGS, TANI

NEXT = datetime(2027, 1, 2, 1, tzinfo=UTC)
"""When the draft is made, and could be published."""

UNRATED = "N90000006"
PEOPLE = [
    (number, name, "Hata Sora; 畑 空" if number == MORI else None, "1980-05-05", ALWAYS)
    for number, name in {**NAMES, UNRATED: "Unrated Uma"}.items()
]


@dataclass
class Chained:
    """An office whose rows tests change."""

    folder: Path
    engine: Engine = field(init=False)

    def __post_init__(self) -> None:
        self.engine = open_office(self.folder).engine

    @property
    def place(self) -> Place:
        return Place(self.folder)

    @contextmanager
    def altered(
        self, *statements: str, triggers: bool = False, then: Callable[[Session], object] | None = None
    ) -> Iterator[Session]:
        """A session in which this was done: by somebody who puts the triggers away and back again, unless
        they are left (`triggers`). Nothing of it stays."""
        sqlite = self.engine.dialect.name == "sqlite"
        with Session(self.engine) as session:
            run = session.connection().exec_driver_sql
            put_back = []
            if not triggers and sqlite:
                run("PRAGMA defer_foreign_keys = ON")
                for name, sql in run("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all():
                    run(f"DROP TRIGGER {name}")
                    put_back.append(sql)
            elif not triggers:
                run("SET session_replication_role = replica")
                put_back.append("SET session_replication_role = origin")
            for statement in statements:
                assert session.execute(text(statement)).rowcount
            if then is not None:
                with noting(session):
                    then(session)
            for sql in put_back:
                run(sql)
            try:
                yield session
            finally:
                session.rollback()

    def faults(
        self, *statements: str, triggers: bool = False, then: Callable[[Session], object] | None = None
    ) -> list[Problem]:
        """What is named after this was done."""
        with self.altered(*statements, triggers=triggers, then=then) as session:
            return list(kept_faults(session, self.place))


def command(folder: Path, *words: str) -> None:
    """A command of the office, in this process. Who acted in the one before does not act in it."""
    acts()
    app(["--office", str(folder), *words], standalone_mode=False)


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """What is done at a fixed moment."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(office.clock, "now", lambda: moment)
        yield


def three_lists(folder: Path, *init: str) -> Chained:
    """The list taken over, one with games, one for which facts and a ruling came to their end; and a draft of
    the next."""
    files = folder.parent
    with at(datetime(2026, 11, 2, 1, tzinfo=UTC)):
        command(folder, "init", "--officer", "Tester", *init)
        register = files / "register.csv"
        register.write_bytes(csv_bytes(("ID", "Name", "Former names", "Birth", "Memberships"), PEOPLE))
        command(folder, "members", "import", str(register))
        opening, games = files / "opening.csv", files / "games.csv"
        rated = (
            {"ID": i, "Name": NAMES[i], "ST": r, "ST-G": 100, "ST-Peak": 1750} for i, r in RATINGS.items()
        )
        opening.write_bytes(list_csv(rated))
        games.write_bytes(games_csv([(UNRATED, "ST", "2026-05-09", 1500, "1", "May Open")]))
        taken = ("opening", "import", str(opening), "--games", str(games), "--list", "2026-10-01")
        command(folder, *taken)
        store(folder, EVENT)
        command(folder, "rule", "rating-gap", "500", "--reason", "few printed ratings are of this office")
        command(folder, "rate")
        command(folder, "publish", "--yes")
    with at(datetime(2026, 12, 2, 1, 2, 3, 456789, tzinfo=UTC)):
        command(folder, "members", "renew", MORI, "2015-04-01/2036-03-31")
        command(folder, "rule", "rating-gap", "400", "--reason", "more are")
        store(folder, game(1400002, date(2026, 11, 8), TANI, ONO, "1-0"), date(2026, 11, 9))
        command(folder, "rate")
        command(folder, "preview")
        command(folder, "publish", "--yes")
    with at(NEXT):
        store(folder, game(1400003, date(2026, 12, 6), MORI, HATA, "1-0"), date(2026, 12, 7))
        command(folder, "rate")
    return Chained(folder)


def store(folder: Path, record: EventRecord, arrived: date = date(2026, 10, 5)) -> None:
    """An event as an import stores it, from a reading made by hand."""
    moment = office.clock.now()
    with open_office(folder).writing() as session:
        reference = f"https://chess-results.com/tnr{record.source.tournament}.aspx"
        told = {"reference": reference, "text": None, "arrived_on": arrived, "day_stated": True}
        report = received(session, now=moment, **told)
        take_in(session, record, report, moment)
        report.state = "read"
        refresh(session)


@contextmanager
def both(folder: Path) -> Iterator[dict[str, Chained]]:
    """The office on both databases, by name."""
    with server() as address:
        yield {
            "sqlite": three_lists(folder / "embedded"),
            "postgresql": three_lists(folder / "served", "--database", address),
        }
