"""Rows of the ledger from one publication to the next. Every transaction writes into the journal which rows
it added and which it ended, each with the beginning of its line's SHA-256: what is changed, put in or taken
out past the program is found before a list rests on it. `journal.txt` in the office's folder knows the newest
entry of the journal: an older copy of the database put in its place is found by it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import sqlalchemy as sa
from sqlmodel import Session, col, select

import office.clock
from office.chain.link import ENDED, Covered, Ledger, ended_lines, links, unpacked
from office.chain.rows import LEDGER, Kept, Pointed, ledger_lines, short
from office.database.engine import READING
from office.journal.note import JournalRow, entry
from office.lists.columns import table_of
from office.place import Place
from scraper.records import Problem
from scraper.unfinished import put

ROWS = "rows"
"""The kind of these entries: `now` has by table each row's id and the beginning of its line's SHA-256."""

NOTED: tuple[Kept, ...] = tuple(kept for kept in LEDGER if kept.table is not JournalRow)

NAME = "journal.txt"

BEGAN = "banzuke_began"
"""Where a session has how the tables stood when its transaction began."""

Stands = Mapping[str, tuple[int, int]]
"""By table its highest row, and how many of its rows have ended."""


@contextmanager
def noting(session: Session) -> Iterator[None]:
    """Within it a transaction is made, and its entry is written at the end."""
    if session.connection().get_execution_options().get(READING):
        yield
        return
    before = session.info[BEGAN] = _stands(session)
    yield
    del session.info[BEGAN]
    if not session.in_transaction():  # it was rolled back within
        return
    session.flush()
    now = _stands(session)
    if now == before:
        return
    newest, known, pointed, found = None, Ledger(), Pointed(session), Covered()
    if not begun(session):
        newest = known = covered(session)
    for kept in (kept for kept in NOTED if newest or now[kept.name] != before[kept.name]):
        after = newest.last(kept.name) if newest else before[kept.name][0]
        fresh = ledger_lines(session, kept, pointed, after=after)
        found[kept.name] = {row: short(line.text) for row, line in fresh}
        if kept.ends and (newest or now[kept.name][1] != before[kept.name][1]):
            known = known if known.rows else covered(session)
            ended = ended_lines(session, kept, pointed, known.rows.get(kept.name + ENDED, {}))
            found[kept.name + ENDED] = {row: short(line) for row, line in ended}
    told = {table: list(rows.items()) for table, rows in found.items() if rows}
    if told:
        entry(session.connection(), ROWS, "", told, office.clock.now())


def _stands(session: Session) -> Stands:
    queries = []
    for kept in NOTED:
        own = table_of(kept.table).c
        ended = sa.func.count(own[kept.ends[0]]) if kept.ends else sa.literal(0)
        queries.append(sa.select(sa.literal(kept.name), sa.func.coalesce(sa.func.max(own.id), 0), ended))
    return {name: (last, ended) for name, last, ended in session.connection().execute(sa.union_all(*queries))}


def begun(session: Session) -> bool:
    """Whether the journal has such entries: an older office has none until it stores a row."""
    return session.exec(select(JournalRow.id).where(JournalRow.kind == ROWS).limit(1)).first() is not None


def entries(session: Session, after: int = 0) -> Iterator[tuple[int, Covered]]:
    """These entries by their numbers, those above `after`. One that cannot be read is a fault of the journal,
    which `rebuild` and `doctor` name by its head."""
    query = select(JournalRow.id, JournalRow.now).where(JournalRow.kind == ROWS, col(JournalRow.id) > after)
    for number, now in session.exec(query.order_by(col(JournalRow.id))):
        try:
            yield number or 0, {table: dict(rows) for table, rows in json.loads(now).items()}
        except (ValueError, TypeError, AttributeError):
            continue


def covered(session: Session) -> Ledger:
    """What the links cover and these entries name."""
    found = Ledger()
    for link in links(session):
        found.take(unpacked(link.ledger))
    for _number, rows in entries(session, found.last(str(JournalRow.__tablename__))):
        found.take(rows)
    return found


def write_journal(place: Place, session: Session) -> None:
    """Writes number and head of the newest entry. Left alone where the file does not go with the database:
    then `journal_head_faults` says so."""
    newest = session.exec(select(JournalRow.id, JournalRow.head).order_by(col(JournalRow.id).desc())).first()
    if newest and not any(journal_head_faults(place, session)):
        path, told = place.folder / NAME, "{} {}\n".format(*newest).encode()
        if not path.is_file() or path.read_bytes() != told:
            put(path, told, mode=0o600)


def journal_head_faults(place: Place, session: Session) -> Iterator[Problem]:
    """An entry that the file knows and the database does not have, or otherwise."""
    path = place.folder / NAME
    written = path.read_text("utf-8", "replace").strip() if path.is_file() else ""
    number = written.partition(" ")[0]
    row = session.get(JournalRow, int(number)) if number.isdecimal() and len(number) < 10 else None
    found = f"{row.id} {row.head}" if row else "no such entry"
    if written and found != written:
        remedy = "put back the newer copy of the database; where the older one is meant, remove this file"
        yield Problem("head-differs", str(path), f"entry {written} of the journal", found, remedy)
