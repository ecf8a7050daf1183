"""Every command that writes, with an office in which it has something to do; what each reads and writes.

What a command reads before it has the write lock can be out of date when it has it. So each command is run
once, and the tables are noted that it reads outside its writing transactions, and those that it writes. Two
commands can only meet where one reads outside what the other one writes: these run with the second one put
in before each writing transaction of the first (tests/office/test_pairs_of_writers.py). All else is read and
written alone: a writing transaction begins with the lock.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import Connection, Engine, event
from sqlmodel import SQLModel, select

import office.tables  # noqa: F401  fills the metadata
from cli.commands import COMMANDS, Group
from importer.tables import ReadingRow
from office.chain.noted import NOTED
from office.database.beside import READING
from office.database.engine import transaction
from office.tables import RereadRow
from tests.earlier_editions import NEW, of_2019
from tests.importer.invented import list_csv, register_csv
from tests.office import test_fees, test_merge
from tests.office.mail.shapes import TRF, mail
from tests.office.test_corrections import game
from tests.office.test_desk import EVENT
from tests.office.test_fide import fide
from tests.queensland import number, register
from tests.workplace import HATA, MORI, NAMES, ONO, RATINGS, TANI, Workplace, once

ROOT = Path(__file__).resolve().parents[2]
KEY = "chess-results:1499733"
CUP = "https://chess-results.com/tnr1499733.aspx"
REPLAY = ("--replay", ROOT / "cassettes" / "autumn-2026")
WHY = ("--reason", "so it is")
AGAIN = test_merge.AGAIN
ORGANIZERS = "Name,Kind,Valid\nInvented Chess Club,club,2015-04-01/\n"
APPLIED = (
    "Event,Organizer,First day,Last day,Applied,Type\n"
    "A,Invented Chess Club,2026-10-04,2026-10-04,2026-09-01,rapid\n"
)
APPLY = (
    *("--event", "Late Open", "--organizer", "Invented Chess Club", "--first", "2026-10-04"),
    *("--applied", "2026-10-02", "--type", "rapid"),
)


@once
def busy(work: Workplace) -> None:
    """A list that is published with its event, a draft of the next one; two entries of perhaps one person."""
    people = [{"ID": i, "Name": n} for i, n in NAMES.items()]
    work.register(*people, {"ID": AGAIN, "Name": NAMES[HATA]})
    rows = [{"ID": i, "Name": NAMES[i], "ST": r, "ST-G": 100, "ST-Peak": 1750} for i, r in RATINGS.items()]
    work.opening(rows)
    work.store(EVENT)
    work.done("rate")
    work.done("publish")
    work.done("organizers", "import", work.file(ORGANIZERS, "first.csv"))
    work.moment = datetime(2026, 12, 2, 1, tzinfo=UTC)
    work.store(game(1400002, date(2026, 11, 8), TANI, ONO, "1-0"), date(2026, 11, 9))
    assert work.run("inbox", work.file(mail("see https://bit.ly/2xyz"), "first.eml")).code == 3
    work.done("rate")
    work.done("preview")


@once
def begun(work: Workplace) -> None:
    """A register, and no list yet."""
    work.register(*({"ID": i, "Name": n} for i, n in NAMES.items()))


@once
def juniors(work: Workplace) -> None:
    """An office of Queensland."""
    register(work, {"ID": number(1), "Name": "Adams Amy", "Surname": "Adams", "Given": "Amy"})


@dataclass(frozen=True)
class Writer:
    """A command that writes: its words, with a folder in place of `{to}` and its file at the end; what is
    done before it, in what office; what it `writes`, and what it reads `outside` a writing transaction."""

    words: tuple[object, ...]
    before: tuple[tuple[object, ...], ...] = ()
    office: Callable[[Workplace], object] = busy
    file: Callable[[Workplace], Path] | None = None
    writes: str = ""
    outside: str = ""

    @property
    def touches(self) -> tuple[frozenset[str], frozenset[str]]:
        """The tables that it reads outside a writing transaction before its last one, and those it writes;
        of settings which one. Who writes what lists rest on has an entry in the journal."""
        writes = frozenset(self.writes.split(", ")) - {""}
        named = {"journal"} if writes & {kept.name for kept in NOTED} else frozenset()
        return frozenset(self.outside.split(", ")) - {""}, writes | named

    def made(self, work: Workplace) -> tuple[object, ...]:
        """Its words with its file, for the office as it is now."""
        to = work.folder.parent / "elsewhere"
        given = self.words + ((self.file(work),) if self.file else ())
        return tuple(to if word == "{to}" else word for word in given)


def text(data: str | bytes, name: str) -> Callable[[Workplace], Path]:
    return lambda work: work.file(data, name)


ADDRESSED = "journal, notice_recipient"
ACCOUNT = (("account", "add", "Officer"),)
OPEN = (("correction", "open", "E1", *WHY), ("resolve", "E1", "--exclude", *WHY))
RATED = [{"ID": MORI, "Name": NAMES[MORI], "ST": 1700, "ST-G": 100}]


def decisions(work: Workplace) -> Path:
    """What another office decided on the same register and readings."""
    folder = work.folder.with_name(f"another {work.folder.name}")
    shutil.copytree(work.folder, folder)
    file = work.folder / "decisions.json"
    other = replace(work, folder=folder)
    other.done("rule", "rating-gap", "450", *WHY)
    other.done("rulings", "export", file)
    return file


@once
def with_pages(work: Workplace) -> None:
    """An event more, of which there are pages."""
    busy(work)
    work.done("import", CUP, *REPLAY)


def read_otherwise(work: Workplace) -> None:
    """An older reader read a saved page otherwise; today's does not."""
    with_pages(work)
    with transaction(work.engine()) as session:
        reading = session.exec(select(ReadingRow.id).where(ReadingRow.event_key == KEY)).one()
        session.add(RereadRow(reading_id=reading, reader="0", read_at=work.moment, differences='["x"]'))


EVENT_ROWS = "event, event_player, event_round, pairing, problem, reading, report"
WITHOUT_ROUNDS = "event, event_player, problem, reading, report"
LIST_ROWS = (
    "earlier_game, event_line, event_performance, event_rating, game_line, list_member, list_rating,"
    " list_version, publication, version_event"
)
CORRECTED_ROWS = (
    "chain_link, game_line, list_member, list_rating, list_version, publication, ruling, version_event"
)
WRITERS: dict[str, Writer] = {
    "import": Writer(("import", CUP, *REPLAY), writes=EVENT_ROWS),
    "import FILE": Writer(("import",), file=text(TRF, "rapid.trf"), writes=WITHOUT_ROUNDS),
    "resolve": Writer(("resolve", "E2", "--reported", "2026-11-10", *WHY), writes="ruling"),
    "rate": Writer(
        ("rate",),
        writes=LIST_ROWS,
    ),
    "preview": Writer(("preview", "--alarm-games", "7", *WHY), writes="journal, setting alarm-games"),
    "publish": Writer(("publish",), writes="chain_link, journal, list_version"),
    "site": Writer(
        ("site", "{to}", "--address", "https://federation.example/"), writes="journal, setting site-address"
    ),
    "poll": Writer(
        ("poll", *REPLAY),
        office=with_pages,
        writes="poll",
        outside="event, poll, reading, ruling",
    ),
    "budget": Writer(("budget", "500"), writes="journal"),
    "reread": Writer(("reread",), office=read_otherwise, writes="reread", outside="event, reading, reread"),
    "language": Writer(("language", "en"), writes="journal, setting language"),
    "officer": Writer(
        ("officer", "Officer Two"), writes="journal, setting officer", outside="setting officer"
    ),
    "contact": Writer(("contact", "office@federation.example"), writes="journal, setting contact"),
    "members import": Writer(
        ("members", "import"),
        file=text(register_csv([{"ID": "N90000050", "Name": "New Member"}]), "r.csv"),
        writes="journal, member, membership, register_fact",
        outside="fide_rating, member",
    ),
    "members add": Writer(
        ("members", "add", "N90000051", "Newer Member", "2026-04-01/2027-03-31"),
        writes="journal, member, membership, register_fact",
    ),
    "members renew": Writer(
        ("members", "renew", MORI, "2015-04-01/2036-03-31"), writes="journal, membership"
    ),
    "members merge": Writer(
        ("members", "merge", AGAIN, "--into", HATA, *WHY), writes="journal, member, register_fact, ruling"
    ),
    "members erase": Writer(
        ("members", "erase", MORI, "--yes", *WHY),
        office=begun,
        outside="member",
        writes="journal, member, member_name, organizer_person, register_fact, ruling",
    ),
    "members apart": Writer(("members", "apart", AGAIN, HATA, *WHY), writes="ruling"),
    "members acf": Writer(
        ("members", "acf", "--list", "2026-09-01"),
        office=juniors,
        file=text(f"ID,Name,ACF\n{number(1)},Adams Amy,1500\n", "acf.csv"),
        writes="acf_rating, journal, register_fact",
    ),
    "organizers import": Writer(
        ("organizers", "import"),
        file=text(ORGANIZERS.replace("2015-04-01/", "2016-04-01/"), "o.csv"),
        writes="organizer_span",
    ),
    "applications import": Writer(
        ("applications", "import"), file=text(APPLIED, "a.csv"), writes="application"
    ),
    "applications add": Writer(("applications", "add", *APPLY), writes="application"),
    "fide import": Writer(
        ("fide", "import", "--month", "2026-10"), file=fide, writes="fide_list, fide_player", outside="member"
    ),
    "correction open": Writer(("correction", "open", "E1", *WHY), writes="problem, ruling"),
    "correction close": Writer(
        ("correction", "close", "E1", *WHY), before=OPEN[:1], writes="event_player, ruling"
    ),
    "correction publish": Writer(
        ("correction", "publish", *WHY),
        before=OPEN,
        writes=CORRECTED_ROWS,
    ),
    "rule adjustment": Writer(
        ("rule", "adjustment", MORI, "--points=7", "--reference", "Board 3", *WHY), writes="ruling"
    ),
    "rule outside": Writer(("rule", "outside", NEW, "--jca", "1500", *WHY), office=of_2019, writes="ruling"),
    "rule fees": Writer(
        ("rule", "fees", test_fees.CLUB, "--list", "2022-10-01", "--paid", "2022-09-29", *WHY),
        office=test_fees.of_two_meetings,
        writes="problem, ruling",
    ),
    "rule person": Writer(
        ("rule", "person", "Invented Chess Club", TANI, "--as", "in-charge", *WHY), writes="problem, ruling"
    ),
    "rule rating-gap": Writer(("rule", "rating-gap", "400", *WHY), writes="ruling"),
    "rule known": Writer(("rule", "known", "applications", *WHY), writes="ruling"),
    "opening import": Writer(
        ("opening", "import", "--list", "2026-10-01"),
        office=begun,
        file=text(list_csv(RATED), "opening.csv"),
        writes="chain_link, journal, list_member, list_rating, list_version",
    ),
    "inbox take": Writer(
        ("inbox",), file=text(mail("see https://bit.ly/3abc"), "second.eml"), writes="message"
    ),
    "inbox import": Writer(
        ("inbox", "import", "M1", CUP, *WHY, *REPLAY),
        writes=EVENT_ROWS + ", message, ruling",
        outside="message",
    ),
    "retention": Writer(
        ("retention", "--sender", "nobody@example.jp", "--yes"), writes="account_link, account_session"
    ),
    "inbox close": Writer(("inbox", "close", "M1", *WHY), writes="ruling"),
    "rulings import": Writer(("rulings", "import"), file=decisions, writes="ruling"),
    "jobs on": Writer(("jobs", "on", "poll"), writes="job, journal"),
    "jobs off": Writer(("jobs", "off", "poll"), before=(("jobs", "on", "poll"),), writes="job, journal"),
    "jobs change": Writer(("jobs", "change", "poll", "--schedule", "0 6 * * *"), writes="job, journal"),
    "notices on": Writer(("notices", "on", "waiting"), writes="journal, notice_kind"),
    "notices off": Writer(
        ("notices", "off", "waiting"), before=(("notices", "on", "waiting"),), writes="journal, notice_kind"
    ),
    "notices address": Writer(("notices", "address", "a@example.jp", "--officer"), writes=ADDRESSED),
    "notices stop": Writer(("notices", "stop", "a@example.jp"), writes=ADDRESSED),
    "notices allow": Writer(("notices", "allow", "a@example.jp"), writes=ADDRESSED),
    "account add": Writer(("account", "add", "Second Officer"), writes="account, account_link, journal"),
    "account role": Writer(
        ("account", "role", "Officer", "reader"), before=ACCOUNT, writes="account, journal"
    ),
    "account revoke": Writer(
        ("account", "revoke", "Officer"), before=ACCOUNT, writes="account, account_link, journal"
    ),
    "account token": Writer(
        ("account", "token", "Officer", "club program"), before=ACCOUNT, writes="account_session, journal"
    ),
    "account reset": Writer(("account", "reset", "Officer"), before=ACCOUNT, writes="account_link, journal"),
}
"""By name of the command; `import FILE` is another way through it."""

BARE: dict[str, str] = {
    "init": "makes the office: until it ends there is none that another command could open",
    "key": "writes files beside the database, and with --new an entry of the journal while it alone writes",
    "database copy": "copies every row while it alone writes, and has nothing to read before (test_move)",
    "restore": "makes the office, as `init` does",
    "work": "takes and gives back jobs in transactions of its own; each is another of these commands",
    "jobs run": "as `work` does, one job",
    "notices send": "notes each in a transaction of its own, which looks again whether it was told",
    "fide fetch": "stores each list as `fide import` does, and asks a server for it before",
    "serve": "opens the desk in the browser; what is done there begins transactions of its own",
    "shell": "runs the others, each line by itself",
    "migrate": "changes no row of an office at the newest form; of an older one no other command is taken",
}
READERS = frozenset(
    {
        *("status", "problems", "events", "read", "form", "lists", "explain", "whatif", "simulate", "assess"),
        *("announce", "bundle", "verify", "demo", "drift", "fees", "rebuild", "calculate"),
        *("backup", "doctor", "journal"),
        *("export list", "export games", "export members", "export trf", "members export", "members show"),
        *("members everything", "members newcomers", "opening split", "settings", "install"),
        *("members search", "members lapsed", "members duplicates", "organizers list", "applications list"),
        *("account list", "account tokens", "jobs log"),
        *("notices preview", "notices sent", "notices text", "notices people"),
        *("fide suggest", "correction list", "correction preview", "inbox list", "inbox reply"),
        *("rulings export",),
    }
)


def commands() -> set[str]:
    """Every command there is, by name."""
    groups = {name: one.commands for name, one in COMMANDS.items() if isinstance(one, Group)}
    words = {f"{name} {word}" for name, commands in groups.items() for word in commands}
    return (set(COMMANDS) - set(groups)) | words


TABLES = re.compile(r'(?<![\w."])(?:main\.)?"?(\w+)"?')
CHANGES = re.compile(r"\s*(INSERT|UPDATE|DELETE|REPLACE)\b", re.IGNORECASE)


@dataclass
class Noted:
    """What a command did: tables it read before its last writing transaction, outside of one; tables it
    wrote; and how many writing transactions it began."""

    outside: set[str] = field(default_factory=set)
    written: set[str] = field(default_factory=set)
    begun: int = 0
    pending: set[str] = field(default_factory=set)


def is_reading(connection: Connection) -> bool:
    return bool(connection.get_execution_options().get(READING))


@contextmanager
def noting() -> Iterator[Noted]:
    """What is done meanwhile, by every engine."""
    noted, known = Noted(), set(SQLModel.metadata.tables)

    def begin(connection: Connection) -> None:
        if not is_reading(connection):
            noted.begun += 1
            noted.outside |= noted.pending

    def execute(
        connection: Connection, _cursor: object, statement: str, given: object, *_more: object
    ) -> None:
        named = _with_settings(known & set(TABLES.findall(statement)), given)
        if is_reading(connection):
            noted.pending |= named
        elif change := CHANGES.match(statement):
            words = TABLES.findall(statement[change.end() :])
            table = next(w for w in words if w.lower() not in ("or", "replace", "into", "from"))
            noted.written |= _with_settings(known & {table}, given)

    copy = psycopg.Cursor.copy

    def copied(cursor: Any, statement: Any, *given: Any, **more: Any) -> Any:
        noted.written |= known & set(TABLES.findall(statement))  # rows that go past SQLAlchemy
        return copy(cursor, statement, *given, **more)

    event.listen(Engine, "begin", begin)
    event.listen(Engine, "before_cursor_execute", execute)
    psycopg.Cursor.copy = copied  # type: ignore[method-assign]
    try:
        yield noted
    finally:
        psycopg.Cursor.copy = copy  # type: ignore[method-assign]
        event.remove(Engine, "begin", begin)
        event.remove(Engine, "before_cursor_execute", execute)


def _with_settings(tables: set[str], given: object) -> set[str]:
    """The same with each setting that is asked for or written as a table of its own."""
    if "setting" not in tables:
        return tables
    rows = given if isinstance(given, list) else [given]
    values = (v for row in rows for v in (row.values() if isinstance(row, Mapping) else row))
    names = {value for value in values if isinstance(value, str)}
    return tables - {"setting"} | {f"setting {name}" for name in names or ("*",)}


@contextmanager
def put_in(at: int, then: Callable[[], object]) -> Iterator[None]:
    """Does something just before the writing transaction of this number begins; once."""
    count = 0

    def begin(connection: Connection) -> None:
        nonlocal count
        if not is_reading(connection):
            count += 1
            if count == at:
                then()

    event.listen(Engine, "begin", begin)
    try:
        yield
    finally:
        event.remove(Engine, "begin", begin)
