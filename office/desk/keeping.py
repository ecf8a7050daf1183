"""What stands from one event to the next while events are stored, or looked at at the desk, and the
state of the register that it hangs on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from sqlalchemy import Pool, text
from sqlmodel import Session

if TYPE_CHECKING:
    from rating.interpretations import Interpretations

ENDED = ("member_name", "membership", "organizer_name", "organizer_span", "organizer_person", "application")
"""Tables whose rows are added and ended, and never changed otherwise."""


def register_state(session: Session) -> tuple[Any, ...]:
    """Another one after any change of the register, of organizers and of applications. Every change of a
    member is a fact that is added. Asked without the mapped tables: building them takes longer.

    How many rows of `ENDED` there are, and how many have ended, every row has to be asked for; while the
    register is kept, only after a transaction that ended one: the journal names those."""
    asked, held = session.connection().exec_driver_sql, None if _anew.get() else kept(session)
    counts = None if held is None else held.counts
    facts, journal, *rows = map(tuple, asked(_LAST if counts else _COUNTS))
    # A copy of before that was put back and went on may have as many facts: not of the same moment.
    last, newest = [facts[1], *(row[1] for row in rows)], facts[-1]
    if held is not None and counts is not None and (held.last != last or _some_ended(session, held.newest)):
        counts, rows = None, [*map(tuple, asked(_COUNTS))][2:]
    counts = counts or [row[:-1] for row in rows]
    if held is not None:
        held.counts, held.last, held.newest = counts, last, journal[1]
    organizers = asked("SELECT id, name, kind FROM organizer").all()
    return (*sorted([facts[:-1], *counts]), *sorted(map(tuple, organizers)), newest)


FACTS = "register_fact"


def _of_each(told: str) -> str:
    """A query of the newest fact and entry of the journal, and of the highest row of each of `ENDED` with
    what else is told of these."""
    since = f"(SELECT known_since FROM {FACTS} ORDER BY id DESC LIMIT 1)"
    tables = [f"SELECT '{name}', max(id), {told}, NULL FROM {name}" for name in ENDED]
    newest = [
        f"SELECT '{FACTS}', max(id), 0, 0, {since} FROM {FACTS}",
        "SELECT 'journal', max(id), 0, 0, NULL FROM journal",
    ]
    return " UNION ALL ".join([*newest, *tables])


_LAST, _COUNTS = _of_each("0, 0"), _of_each("count(*), count(known_until)")


def _some_ended(session: Session, after: int | None) -> bool:
    from office.chain.noted import BEGAN
    from office.journal.note import ROWS

    began = session.info.get(BEGAN)
    if began is not None and not began.ended.keys().isdisjoint(ENDED):
        return True  # by this very transaction, which has no entry yet
    query = text("SELECT now FROM journal WHERE id > :after AND kind = :kind")
    told = session.execute(query, {"after": after or 0, "kind": ROWS}).scalars()
    return any(f'"{name} ended"' in rows for rows in told for name in ENDED)


@dataclass(slots=True)
class Kept:
    """What stands while events are stored. `beside`: what that hangs on which is beside them, the newest
    entry of the journal then with its head, and that itself (`Beside` of office/desk/sight.py); `seen`: by
    which connection the office was seen (`untouched`), and how (`Sight`). Of `register_state` the `counts`,
    the `last` numbers, and the `newest` entry of the journal when these were asked for."""

    beside: tuple[Any, tuple[int, str], Any] | None = None
    seen: tuple[Any, Any] | None = None
    counts: Sequence[tuple[Any, ...]] | None = None
    last: Sequence[int | None] | None = None
    newest: int | None = None


def untouched(session: Session, switches: Interpretations) -> tuple[Any, ...] | None:
    """Another one when another connection has stored anything; None where the database does not say, and
    where all else is seen anew."""
    connection = session.connection()
    if connection.dialect.name != "sqlite" or _anew.get():
        return None
    raw: Any = connection.connection.dbapi_connection
    return raw, raw.execute("PRAGMA data_version").fetchone()[0], switches


MOST_KEPT = 50_000
"""Members of a register that is kept beyond one import; of a larger one the memory is worth more."""

_keeping: ContextVar[bool] = ContextVar("keeping", default=False)
_anew: ContextVar[bool] = ContextVar("anew", default=False)
_of_office: WeakKeyDictionary[Pool, Kept] = WeakKeyDictionary()
"""By the connections of its engine, which those who look and those who store have in common."""


def kept(session: Session) -> Kept | None:
    """What is kept of the office of a session; None where `register_kept` does not hold."""
    return _of_office.setdefault(session.get_bind().engine.pool, Kept()) if _keeping.get() else None


@contextmanager
def register_kept(*, anew: bool = False) -> Iterator[None]:
    """While events are stored, register and organizers are those with which this process stored the last one
    of this office, as long as nothing in them changes; so they are for whoever looks on events at the desk or
    decides about them, who sees all else `anew`. No list believes it: it is made of what is read anew."""
    if not anew:
        for held in list(_of_office.values()):
            held.counts = None
    before, decided = _keeping.set(True), _anew.set(anew)
    try:
        yield
    finally:
        _keeping.reset(before)
        _anew.reset(decided)
        for pool, held in list(_of_office.items()):
            if not anew:
                held.seen = None
            if held.beside is not None and len(held.beside[-1].register.members) > MOST_KEPT:
                _of_office.pop(pool, None)
