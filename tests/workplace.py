"""An office in a folder of its own, worked with by the commands an officer types."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import wraps
from hashlib import sha256
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine
from sqlmodel import select

import office.clock
from cli.main import main
from importer.store import Stored, received
from importer.tables import ProblemRow
from office.database import engine
from office.database.engine import look, transaction
from office.desk.refresh import refresh
from office.faults import FAULT
from office.intake.take_in import take_in
from office.place import Place
from office.words import speaking
from scraper.records import EventRecord
from tests import on_postgresql
from tests.importer.invented import games_csv, list_csv, register_csv

NOVEMBER = datetime(2026, 11, 2, 1, 0, tzinfo=UTC)
"""The present moment of these tests: the period of the list of November 2026 is over."""


@dataclass(frozen=True)
class Said:
    """What a command did: exit code, standard output, standard error."""

    code: int
    out: str
    err: str

    @property
    def all(self) -> str:
        return self.out + self.err

    def problem(self) -> dict[str, str]:
        """The one problem on standard error, by its parts."""
        (found,) = self.problems()
        return found

    def problems(self) -> list[dict[str, str]]:
        lines = self.err.splitlines()
        found = []
        for n, line in enumerate(lines):
            if line.startswith("    expected  "):
                code, _, place = lines[n - 1].partition(": ")
                parts = {"code": code, "place": place}
                told = [x for x in lines[n:] if not x.startswith(" " * 14)]  # lists go on below
                for word, text in zip(("expected", "found", "do"), told[:3], strict=True):
                    assert text.split()[0] == word
                    parts[word] = text.strip().removeprefix(word).strip()
                found.append(parts)
        return found


@dataclass
class Workplace:
    """One office and the fixed present in which its commands run. `shelf` keeps what is made once."""

    folder: Path
    shelf: Path
    capsys: pytest.CaptureFixture[str]
    monkeypatch: pytest.MonkeyPatch
    moment: datetime = NOVEMBER
    texts: int = field(default=0)
    asking: bool = False
    """Whether `publish` is left to ask; otherwise it gets its `--yes`, as from a script."""
    falling: bool = False
    """Whether a fault of the program is what is tested."""

    @property
    def place(self) -> Place:
        return Place(self.folder)

    @property
    def database(self) -> Path:
        """The file with the office; who asks for it tests what only SQLite has."""
        if self.served():
            pytest.skip("looks into the file of SQLite")
        return self.folder / "banzuke.sqlite"

    def served(self) -> bool:
        """Whether this is the run on PostgreSQL, and the office is there."""
        return on_postgresql.ON_POSTGRESQL and self.place.server() is not None

    def engine(self) -> Engine:
        return engine.open_engine(Place(self.folder))

    def run(self, *words: object) -> Said:
        """A command as `banzuke` runs it, in this process. What nobody foresaw fails the test."""
        self.monkeypatch.setattr(office.clock, "now", lambda: self.moment)
        if (words[:1] == ("publish",) or words[:2] == ("correction", "publish")) and not self.asking:
            words += ("--yes",)
        argv = ["banzuke", "--office", str(self.folder), *(str(w) for w in words)]
        self.monkeypatch.setattr(sys, "argv", argv)
        self.capsys.readouterr()
        try:
            with speaking("en"):  # a command chooses its language for the whole process
                main()
            code = 0
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 1
        out, err = self.capsys.readouterr()
        if code == FAULT and not self.falling:
            report = Path(err.splitlines()[-4].partition(": ")[2])
            raise AssertionError(report.read_text("utf-8"))
        return Said(code, out, err)

    def done(self, *words: object) -> Said:
        """A command that has to succeed."""
        said = self.run(*words)
        assert said.code == 0, said.all
        return said

    def file(self, data: bytes | str, name: str | None = None) -> Path:
        """A file to be given to a command."""
        self.texts += 1
        path = self.folder.parent / (name or f"file-{self.texts}.csv")
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return path

    def register(self, *members: Mapping[str, object]) -> Said:
        return self.done("members", "import", self.file(register_csv(members), "register.csv"))

    def opening(
        self,
        rows: Iterable[Mapping[str, object]],
        games: Iterable[Sequence[object]] = (),
        list_date: str = "2026-10-01",
    ) -> Said:
        files = [self.file(list_csv(rows), "opening.csv")]
        given = list(games)
        more = ("--games", self.file(games_csv(given), "games.csv")) if given else ()
        return self.done("opening", "import", *files, *more, "--list", list_date)

    def store(self, record: EventRecord, arrived: date = date(2026, 10, 5)) -> Stored:
        """An event as an import stores it, from a reading made by hand."""
        with transaction(self.engine()) as session:
            report = received(
                session,
                reference=f"https://chess-results.com/tnr{record.source.tournament}.aspx",
                text=None,
                arrived_on=arrived,
                day_stated=True,
                now=self.moment,
            )
            stored = take_in(session, record, report, self.moment)
            report.state = "read"
            refresh(session)
        return stored

    def problems(self, state: str = "open") -> list[ProblemRow]:
        """The numbered problems as they stand now."""
        with self.engine().connect() as connection:
            with transaction(connection) as session:
                refresh(session)
            with look(connection) as session:
                rows = session.exec(select(ProblemRow).where(ProblemRow.state == state)).all()
        return sorted(rows, key=lambda row: row.id or 0)

    def codes(self) -> list[str]:
        return sorted(p.code for p in self.problems())

    def resolve(self, target: object, *words: object, reason: str = "as the organizer says") -> Said:
        name = f"P{target.id}" if isinstance(target, ProblemRow) else target
        return self.done("resolve", name, *words, "--reason", reason)

    def the(self, code: str) -> ProblemRow:
        """The one open problem of this code."""
        (found,) = [p for p in self.problems() if p.code == code]
        return found

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Rows by plain SQL, past all of our own code."""
        return on_postgresql.read(self.place, query, values)

    def dump(self, *but: str) -> dict[str, list[tuple[Any, ...]]]:
        """Every row of every table, but of those named, of what is worked out from the others, and entries
        of the journal that name rows."""
        but = (*but, "look")
        own = {"journal": "WHERE kind NOT IN ('rows', 'held') "}
        if self.served():
            names = [t for t in on_postgresql.tables(self.place) if t not in but]
            return {t: sorted(self.rows(f"SELECT * FROM {t} {own.get(t, '')}"), key=repr) for t in names}
        with closing(sqlite3.connect(self.database)) as connection:
            tables = [t for (t,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            said = {t: f"SELECT * FROM {t} {own.get(t, '')}" for t in sorted(tables) if t not in but}
            return {t: sorted(connection.execute(query), key=repr) for t, query in said.items()}


def whole(database: Path, copy: Path) -> None:
    """A copy of a database in one file, with what its log holds."""
    source, target = sqlite3.connect(database), sqlite3.connect(copy)
    source.backup(target)
    source.close()
    target.close()


def once(make: Callable[..., object], beside: Sequence[str] = ()) -> Callable[..., Any]:
    """The office as `make(work, *words)` leaves it, with its moment: made by the first test that asks this of
    an office of these very bytes at this moment, copied for the others. Gives the workplace; `words` are
    values, and `make` does what it does by them and the office alone: a test that puts something else in the
    place of what `make` uses does not use it. `beside`: what it makes beside the office's folder, by name."""
    described = signature(make)

    @wraps(make)
    def copied(*words: object, **named: object) -> Workplace:
        work, *others = described.bind(*words, **named).arguments.values()
        assert isinstance(work, Workplace)
        elsewhere = not on_postgresql.ON_POSTGRESQL and work.place.server() is not None
        if elsewhere or on_postgresql.in_use(work.place):  # a database that is no file cannot be copied here
            make(*words, **named)
            return work
        about = (work.folder.name, make.__module__, make.__qualname__, others, work.moment)
        if served := work.served():
            data = [on_postgresql.digest(work.place)]
        else:
            data = [p.read_bytes() for p in sorted(work.folder.glob("banzuke.sqlite*"))]
        kept = work.shelf / sha256(b"".join((*data, repr(about).encode()))).hexdigest()
        moment = kept.with_suffix(".moment")
        there = [(work.folder.parent / name, kept.with_suffix(".beside") / name) for name in beside]
        assert not any(made.exists() for made, _ in there), "it is not made anew"
        if moment.exists():
            shutil.copytree(kept, work.folder, dirs_exist_ok=True)
            for made, copy in there:
                _copy(copy, made)
            work.moment = datetime.fromisoformat(moment.read_text())
        else:
            make(*words, **named)
            shutil.copytree(work.folder, kept, ignore=shutil.ignore_patterns("banzuke.sqlite*"))
            for made, copy in there:
                _copy(made, copy)
            if served:
                Place(kept).server()  # copied now, as it is
            else:
                whole(work.database, kept / "banzuke.sqlite")
            moment.write_text(work.moment.isoformat())
        return work

    return copied


def _copy(what: Path, to: Path) -> None:
    """A folder, or the link that leads to it, as it is."""
    if what.is_symlink():
        to.parent.mkdir(exist_ok=True)
        to.symlink_to(what.readlink())
    else:
        shutil.copytree(what, to, symlinks=True)


def empty_office(template: Path, folder: Path) -> None:
    """A fresh office: a copy of one that `banzuke init` made."""
    shutil.copytree(template, folder)


MORI, HATA, TANI, ONO, LATE = (f"N9000000{n}" for n in range(1, 6))
NAMES = {MORI: "Mori Sora", HATA: "Hata Rin", TANI: "Tani Ken", ONO: "Ono Aki", LATE: "Abe Late"}
RATINGS = {MORI: 1700, HATA: 1500, TANI: 1600, ONO: 1400}


@once
def small_federation(work: Workplace, **more: Mapping[str, object]) -> None:
    """Five members, four of them rated in standard with a hundred games; the last list is of October.

    `more`: other facts of the register, by the first word of a name in lower case."""
    work.register(*({"ID": i, "Name": n, **more.get(n.split()[0].lower(), {})} for i, n in NAMES.items()))
    work.opening(
        {"ID": i, "Name": NAMES[i], "ST": r, "ST-G": 100, "ST-Peak": 1750} for i, r in RATINGS.items()
    )


def tree(folder: Path) -> dict[str, bytes]:
    """Every file of a folder, by its path in it."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}
