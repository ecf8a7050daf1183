"""Entries of the journal written: whenever a row of a watched table is stored, changed or deleted, in the
same transaction, by whichever way of the program."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection, event
from sqlmodel import Field, Session, SQLModel, select

import importer.tables  # noqa: F401  the naming convention
import office.clock
from importer.register_noted import taken
from office.database.beside import READING
from office.journal.acting import acting

CLEAR, HASHED = "clear", "hashed"
NOBODYS = frozenset({"contact"})
"""Settings whose value is kept as a hash: it can be somebody's address."""

WATCHED: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "setting": ("name", {"value": CLEAR}),
    "account": (
        "name",
        {"role": CLEAR, "closed_at": CLEAR, "made_by": CLEAR, "password": HASHED, "second": HASHED},
    ),
    "job": ("name", {"switched_on": CLEAR, "schedule": CLEAR, "words": HASHED}),
    "notice_kind": ("name", {"switched_on": CLEAR}),
}
"""By table: its key, and what of it is watched. Never a secret nor a password's hash in clear."""

TOLD: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "notice_recipient": (
        "id",
        {"officer": CLEAR, "member_id": HASHED, "language": CLEAR, "stopped_at": CLEAR},
    ),
}
"""The same of rows that may be older than such entries (office/journal/held.py holds them). Of an address its
number, which leads to nobody once it was erased."""

NOTED = {**WATCHED, **TOLD}

REGISTER, PUBLISHED = "register", "published"
"""The kinds of the entries that say who changed it, and who published a list."""
ROWS, HELD = "rows", "held"
"""Those that name rows, by table. Stored ones: each row's id and the beginning of its line's SHA-256.
Changed ones (office/journal/held.py): by each row's key that of before and that of since."""

NEWEST = "SELECT id, head FROM journal ORDER BY id DESC LIMIT 1"
"""The newest entry."""
_OFFICER = "SELECT value FROM setting WHERE name = 'officer'"
"""The office's officer: the command line asks nobody else."""


class JournalRow(SQLModel, table=True):
    """One change of a row that the chain does not cover. `id` counts from 1 without a gap; `kind`: its table,
    or a word of its own (`KINDS` of office/journal/changed.py); `subject`: its key; `now` (JSON): what of it
    is watched as it stands since, `{}` where it is gone: a value, or where that is nobody's business the
    beginning of its SHA-256; `head`: the SHA-256 over the head before and this entry. The database refuses
    any change."""

    __tablename__ = "journal"

    id: int | None = Field(default=None, primary_key=True)
    at: datetime
    who: str = Field(index=True)
    kind: str
    subject: str
    now: str
    why: str | None = None
    head: str


def watch(table: type[SQLModel]) -> None:
    """From here on every change of a row of this table that the program makes is in the journal."""
    for name, noted in (("after_insert", _changed), ("after_update", _changed), ("after_delete", _deleted)):
        event.listen(table, name, noted)


def state_of(kind: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """What of a row is watched, as an entry has it."""
    key, columns = NOTED[kind]
    hidden = kind == "setting" and row[key] in NOBODYS
    return {
        name: _hashed(row[name]) if hidden or how == HASHED else _plain(row[name])
        for name, how in columns.items()
        if row[name] is not None
    }


def entry(connection: Connection, kind: str, subject: str, now: Mapping[str, Any], told: datetime) -> None:
    """Writes one entry, whoever acts; none where nothing is stored."""
    if connection.get_execution_options().get(READING):
        return
    journal = SQLModel.metadata.tables[str(JournalRow.__tablename__)]
    officer = _OFFICER if "setting" in SQLModel.metadata.tables else "NULL"
    query = f"SELECT ({officer}), id, head FROM (SELECT 1) one LEFT JOIN ({NEWEST}) newest ON 1 = 1"
    office, number, before = connection.exec_driver_sql(query).one()
    who, why = acting()
    values = {
        "id": (number or 0) + 1,
        "at": told,
        "who": who or office or "banzuke",
        "kind": kind,
        "subject": subject,
        "now": json.dumps(now, ensure_ascii=False, sort_keys=True, separators=(",", ":")),
        "why": why or None,
    }
    connection.execute(sa.insert(journal), {**values, "head": head(before or "", values)})


def entry_of_change(
    session: Session, kind: str, subject: str, now: Mapping[str, Any], told: datetime
) -> None:
    """The same, where the newest entry of this says something else."""
    row = JournalRow
    before = select(row.now).where(row.kind == kind, row.subject == subject).order_by(sa.desc("id")).limit(1)
    newest = session.exec(before).first()
    if newest is None or json.loads(newest) != now:
        entry(session.connection(), kind, subject, now, told)


def write_register(session: Session) -> None:
    """Who changed the register in this transaction: an entry for each moment and source, with how many
    members it concerns. The values themselves stand in the register, which the chain covers."""
    for (moment, source), members in taken(session).items():
        entry(session.connection(), REGISTER, source, {"members": len(members)}, moment)


def head(before: str, values: Mapping[str, Any]) -> str:
    """The head of an entry that follows on this one."""
    names = ("id", "at", "who", "kind", "subject", "now", "why")
    told = json.dumps([_plain(values[name]) for name in names], separators=(",", ":"))
    return hashlib.sha256(f"{before}\n{told}".encode()).hexdigest()


def _changed(mapper: Any, connection: Connection, row: Any) -> None:
    kind = mapper.local_table.name
    key, columns = NOTED[kind]
    history = sa.inspect(row).attrs
    if not any(history[name].history.has_changes() for name in columns):
        return
    _note(connection, kind, row, state_of(kind, {name: getattr(row, name) for name in (key, *columns)}))


def _deleted(mapper: Any, connection: Connection, row: Any) -> None:
    _note(connection, mapper.local_table.name, row, {})


def _note(connection: Connection, kind: str, row: Any, now: Mapping[str, Any]) -> None:
    entry(connection, kind, str(getattr(row, NOTED[kind][0])), now, office.clock.now())


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return utc(value).isoformat(timespec="microseconds")
    return value.isoformat() if isinstance(value, date) else value


def utc(moment: datetime) -> datetime:
    """A stored moment with its zone."""
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)


def _hashed(value: Any) -> str:
    return "sha256:" + hashlib.sha256(str(value).encode()).hexdigest()[:16]
