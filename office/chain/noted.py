"""Rows of the ledger from one publication to the next. Every transaction writes into the journal which rows
it added and which it ended, each with the beginning of its line's SHA-256: what is changed, put in or taken
out past the program is found before a list rests on it. `journal.txt` in the office's folder knows the newest
entry of the journal: an older copy of the database put in its place is found by it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Set
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlmodel import Session, SQLModel, col, select

import office.clock
from office.chain.covered import Covered, Sums, readable
from office.chain.lines import Pointed, short, shorts
from office.chain.link import ENDED, Ledger, ended_lines, links
from office.chain.rows import LEDGER, Kept, ledger_lines
from office.database.beside import READING
from office.journal import held
from office.journal.note import HELD, ROWS, JournalRow, entry
from office.lists.columns import table_of
from office.place import Place
from scraper.records import Problem
from scraper.unfinished import put

NOTED: tuple[Kept, ...] = tuple(kept for kept in LEDGER if kept.table is not JournalRow)
_NAMES = {"UPDATE": 1, "DELETE": 2}
"""Which word of a statement names the table whose rows it changes, from 0."""
_ENDING = {kept.name: kept for kept in NOTED if kept.ends}
_NOTED = frozenset(kept.name for kept in NOTED)

NAME = "journal.txt"

BEGAN = "banzuke_began"
"""Where a session has how the ledger stood when its transaction began."""


@dataclass(frozen=True, slots=True)
class Began:
    """Of the tables to which the transaction adds rows the highest row before; of those that it updates, the
    rows that had ended; of those that are held against the journal and that it changes, every row."""

    last: dict[str, int] = field(default_factory=dict)
    ended: dict[str, Set[int]] = field(default_factory=dict)
    held: dict[str, held.Lines] = field(default_factory=dict)

    def own(self, table: str, row: int) -> bool:
        """Whether a row, or the end of one, is of this very transaction."""
        name = table.removesuffix(ENDED)
        return row > self.last.get(name, row) or (name != table and row not in self.ended.get(name, {row}))


@contextmanager
def noting(session: Session) -> Iterator[None]:
    """Within it a transaction is made, and its entry is written at the end."""
    connection = session.connection()
    if connection.get_execution_options().get(READING):
        yield
        return
    began = session.info[BEGAN] = Began()

    def before(asked: Connection, _cursor: object, statement: str, *_more: object) -> None:
        verb, *words = statement.split(None, 3)[:3]
        if verb == "SELECT":
            return  # who changes no such table pays for no look at it
        name = words[_NAMES.get(verb, 2) - 1].strip('"') if len(words) == 2 else ""
        if verb not in _NAMES:  # what cannot be told may add rows to any table
            added = {name} & _NOTED if name in SQLModel.metadata.tables else _NOTED
            if new := added - began.last.keys():
                began.last.update(_last(asked, new))
        if name in held.TABLES and name not in began.held:
            began.held[name] = held.lines(asked, name)
        kept = _ENDING.get(name) if verb == "UPDATE" else None
        if kept and kept.name not in began.ended:
            own = table_of(kept.table).c
            ended = sa.select(own.id).where(own[kept.ends[0]].is_not(None))
            began.ended[kept.name] = frozenset(asked.execute(ended).scalars())

    sa.event.listen(connection, "before_cursor_execute", before)
    try:
        yield
        if session.in_transaction():  # else it was rolled back within
            session.flush()
    finally:
        sa.event.remove(connection, "before_cursor_execute", before)
        del session.info[BEGAN]
    if session.in_transaction():
        _note(session, began)


def _note(session: Session, began: Began) -> None:
    pointed, met = Pointed(session), _entered(session)
    found: dict[str, dict[int, str]] = {}
    known = None if ROWS in met else covered(session)
    last = began.last if known is None else {kept.name: known.last(kept.name) for kept in NOTED}
    for kept in NOTED:
        rows, ends = found.setdefault(kept.name, {}), found.setdefault(kept.name + ENDED, {})
        after = last.get(kept.name)
        for lines in ledger_lines(session, kept, pointed, after=after) if after is not None else ():
            rows |= zip(lines.rows, shorts(lines.texts), strict=True)
            ends |= {row: short(end) for row, end in lines.ends.items()}
        ended = known.of(kept.name + ENDED) if known else began.ended.get(kept.name)
        if kept.ends and ended is not None:
            ends |= {row: short(end) for row, end in ended_lines(session, kept, pointed, ended).items()}
    told = {table: list(rows.items()) for table, rows in found.items() if rows}
    if told:
        entry(session.connection(), ROWS, "", told, office.clock.now())
    held.note(session, began.held, first=HELD not in met)


def _last(connection: Connection, names: Iterable[str]) -> dict[str, int]:
    """Of each of these tables the highest row. As text: to put it together takes longer than its answer."""
    query = " UNION ALL ".join(f"SELECT '{name}', coalesce(max(id), 0) FROM \"{name}\"" for name in names)
    return dict(connection.exec_driver_sql(query).all())


_MET = "banzuke_met"
"""Where a connection has that its database has an entry of each of `KINDS`: none is ever taken out."""
KINDS = (ROWS, HELD)
_ENTERED = " UNION ALL ".join(
    f"SELECT '{k}' WHERE EXISTS (SELECT 1 FROM journal WHERE kind = '{k}')" for k in KINDS
)


def _entered(session: Session) -> Set[str]:
    """Of which of `KINDS` the journal has an entry."""
    connection = session.connection()
    found: Set[str] | None = connection.info.get(_MET)
    if found is None:
        found = frozenset(connection.exec_driver_sql(_ENTERED).scalars())
        if len(found) == len(KINDS):
            connection.info[_MET] = found
    return found


def begun(session: Session) -> bool:
    """Whether the journal has such entries: an older office has none until it stores a row."""
    return ROWS in _entered(session)


def entries(session: Session, after: int) -> Iterator[tuple[int, Covered]]:
    """These entries by their numbers, those above `after`. One that cannot be read is a fault of the journal,
    which `rebuild` and `doctor` name by its head."""
    query = select(JournalRow.id, JournalRow.now).where(JournalRow.kind == ROWS, col(JournalRow.id) > after)
    for number, now in session.exec(query.order_by(col(JournalRow.id))):
        try:
            yield number or 0, {table: Sums.of(dict(rows)) for table, rows in json.loads(now).items()}
        except (ValueError, TypeError, AttributeError, OverflowError):
            continue


def covered(session: Session) -> Ledger:
    """What the links cover and these entries name. A link that cannot be read is a fault of the chain."""
    found = Ledger()
    for link in links(session):
        found.take(readable(link.ledger) or {})
    for _number, rows in entries(session, found.last(str(JournalRow.__tablename__))):
        found.take(rows)
    return found


def write_journal(place: Place, session: Session) -> None:
    """Writes number and head of the newest entry. Left alone where the file does not go with the database:
    then `journal_head_faults` says so."""
    path = place.folder / NAME
    written, of_file, newest = _heads(path, session)
    if newest and newest != written and of_file == written:
        put(path, f"{newest}\n".encode(), mode=0o600)


def journal_head_faults(place: Place, session: Session) -> Iterator[Problem]:
    """An entry that the file knows and the database does not have, or otherwise."""
    path = place.folder / NAME
    written, of_file, _newest = _heads(path, session)
    if of_file != written:
        remedy = "put back the newer copy of the database; where the older one is meant, remove this file"
        found = of_file or "no such entry"
        yield Problem("head-differs", str(path), f"entry {written} of the journal", found, remedy)


def _heads(path: Path, session: Session) -> tuple[str, str, str]:
    """Number and head of an entry as the file has it, of the same entry as the journal has it, and of the
    newest one; empty where there is none."""
    written = path.read_text("utf-8", "replace").strip() if path.is_file() else ""
    number = written.partition(" ")[0]
    known = int(number) if number.isdecimal() and len(number) < 10 else 0
    query = (
        f"SELECT id, head FROM journal WHERE id = {known} OR id = (SELECT max(id) FROM journal) ORDER BY id"
    )
    found = {one: f"{one} {head}" for one, head in session.connection().exec_driver_sql(query).all()}
    return written, found.get(known, ""), list(found.values())[-1] if found else ""
