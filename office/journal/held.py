"""Settings, accounts with what lets them in, jobs and notices, held against the journal row by row: every
transaction that changes one of these tables writes an entry with the beginning of the SHA-256 of each row's
line, as it met the row and as it left it. Nothing of a row can be read from it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlmodel import Session, SQLModel, col, select

import office.clock
from office.chain.lines import encoded, short
from office.database.copy import plain
from office.errors import problem_of
from office.journal.note import HELD, JournalRow, entry, utc
from office.tables import whole
from scraper.records import Problem

TABLES: Mapping[str, tuple[str, frozenset[str]]] = {
    "setting": ("name", frozenset()),
    "account": ("name", frozenset({"second_used"})),
    "account_link": ("id", frozenset()),
    "account_session": ("id", frozenset({"seen_at"})),
    "job": (
        "name",
        frozenset({"due", "next_due", "late_since", "attempt", "holder", "place", "run_id", "beat"}),
    ),
    "notice_kind": ("name", frozenset()),
    "notice_recipient": ("id", frozenset()),
}
"""By table its key, and what is not held of it: what the program notes while nobody changes anything."""

AGAIN = {
    "setting": "see who can write the database; set it again: banzuke contact, officer, language or site",
    "account": "see who can write the database; set it again: banzuke account reset, role or revoke",
    "account_link": "see who can write the database; end it: banzuke account revoke NAME --keep",
    "account_session": "see who can write the database; end it: banzuke account revoke NAME --keep",
    "job": "see who can write the database; set it again: banzuke jobs change, on or off",
    "notice_kind": "see who can write the database; set it again: banzuke notices on or off",
    "notice_recipient": "see who can write the database; set it again: banzuke notices address, stop, allow",
}
"""By table what to do about a row that is other than the journal says."""
BACK = "see who can write the database; put the row back as a backup has it"
"""What to do about one that is gone and has a number, which no command gives it again."""

Lines = dict[str, str]
"""By its key, the beginning of the SHA-256 of each row's line. A column that is empty is not in it."""


def lines(connection: Connection, table: str) -> Lines:
    """The rows of a table as they stand."""
    key, free = TABLES[table]
    made = SQLModel.metadata.tables.get(table)
    columns = [c for c in (whole().tables[table] if made is None else made).columns if c.name not in free]
    return {
        str(row[key]): short(encoded([table, {name: plain(v) for name, v in row.items() if v is not None}]))
        for row in connection.execute(sa.select(*columns)).mappings()
    }


def note(session: Session, met: Mapping[str, Lines], *, first: bool) -> None:
    """Writes what a transaction changed. `met`: of the tables that it writes, the rows as it met them. The
    `first` such entry of an office has every row as it stands: what was before is not known."""
    connection = session.connection()
    told: dict[str, dict[str, tuple[str | None, str | None]]] = {}
    for table in TABLES if first else met:
        before, since = {} if first else met[table], lines(connection, table)
        other = sorted(key for key in before.keys() | since.keys() if before.get(key) != since.get(key))
        if other:
            told[table] = {key: (before.get(key), since.get(key)) for key in other}
    if told:
        entry(connection, HELD, "", told, office.clock.now())


def held_faults(session: Session) -> Iterator[Problem]:
    """Rows that are other than their newest entry says, gone, or put in. Nothing of an office that stored
    nothing since there are such entries."""
    known = {row: (one.id, since) for one, row, _met, since in _told(session)}
    connection = session.connection()
    now = {(table, key): line for table in TABLES for key, line in lines(connection, table).items()}
    for row in sorted(known.keys() | now.keys()) if known else ():
        number, line = known.get(row, (0, None))
        if now.get(row) != line:
            expected = f"the row as of entry {number} of the journal" if line else NO_ROW
            found = "none" if row not in now else "another one" if line else "one"
            remedy = BACK if row not in now and TABLES[row[0]][0] == "id" else AGAIN[row[0]]
            yield Problem("journal-differs", _place(connection, *row), expected, found, remedy)


def changed_past(session: Session) -> Iterator[Problem]:
    """Rows that were other than the entry before when the program itself changed them: since then they are as
    it left them, and nothing else tells of it."""
    known: dict[Row, tuple[int | None, str | None]] = {}
    for one, row, met, since in _told(session):
        number, line = known.get(row, (0, None))
        if met != line:
            expected = f"the row as of entry {number} of the journal" if line else NO_ROW
            found = f"another one on {utc(one.at):%Y-%m-%d %H:%M} UTC, when {one.who} changed it"
            yield problem_of("changed-past", " ".join(row), expected, found)
        known[row] = one.id, since


NO_ROW = "no such row, as of the journal"
Row = tuple[str, str]
"""A table and the key of a row."""


def _told(session: Session) -> Iterator[tuple[JournalRow, Row, str | None, str | None]]:
    """What the entries say, the oldest first: which row, how it was met, how it is since. One that cannot be
    read is named by its head."""
    query = select(JournalRow).where(JournalRow.kind == HELD).order_by(col(JournalRow.id))
    for one in session.exec(query):
        try:
            told = [((t, k), *line) for t, rows in json.loads(one.now).items() for k, line in rows.items()]
        except (ValueError, TypeError, AttributeError):
            continue
        yield from ((one, row, met, since) for row, met, since in told)


def _place(connection: Connection, table: str, key: str) -> str:
    """A row by its key, and whose it is where that is a number."""
    made, account = SQLModel.metadata.tables[table].c, SQLModel.metadata.tables["account"].c
    if "account_id" not in made:
        return f"{table} {key}"
    query = sa.select(account.name).where(account.id == made.account_id, made.id == int(key))
    return " of ".join((f"{table} {key}", *connection.execute(query).scalars()))
