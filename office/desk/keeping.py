"""What stands from one event to the next while events are stored, and the state of the register that it hangs
on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from sqlalchemy import Engine, text
from sqlmodel import Session

if TYPE_CHECKING:
    from rating.interpretations import Interpretations

ENDED = ("member_name", "membership", "organizer_name", "organizer_span", "organizer_person", "application")
"""Tables whose rows are added and ended, and never changed otherwise."""


def register_state(session: Session) -> tuple[Any, ...]:
    """Another one after any change of the register, of organizers and of applications. Every change of a
    member is a fact that is added. Asked without the mapped tables: building them takes longer."""
    asked = session.connection().exec_driver_sql
    last: dict[str, int | None] = dict(map(tuple, asked(_LAST)))
    organizers = asked("SELECT id, name, kind FROM organizer").all()
    # A copy of before that was put back and went on may have as many facts: not of the same moment.
    newest = asked("SELECT known_since FROM register_fact ORDER BY id DESC LIMIT 1").scalar()
    rows = sorted([(FACTS, last[FACTS], 0, 0), *_ended(session, last, last.pop("journal"))])
    return (*rows, *sorted(map(tuple, organizers)), newest)


FACTS = "register_fact"
_LAST = " UNION ALL ".join(f"SELECT '{name}', max(id) FROM {name}" for name in (FACTS, *ENDED, "journal"))
_COUNTS = " UNION ALL ".join(
    f"SELECT '{name}', max(id), count(*), count(known_until) FROM {name}" for name in ENDED
)


def _ended(session: Session, last: dict[str, int | None], newest: int | None) -> Sequence[tuple[Any, ...]]:
    """How many rows each of these tables has, and how many have ended. Every row has to be asked for that;
    while the register is kept, only after a transaction that ended one: the journal, with this `newest`
    entry, names those."""
    held = kept(session)
    if held is None:
        return list(map(tuple, session.connection().exec_driver_sql(_COUNTS).all()))
    if held.counts is None or held.last != last or _some_ended(session, held.newest):
        held.counts, held.last = list(map(tuple, session.connection().exec_driver_sql(_COUNTS).all())), last
    held.newest = newest
    return held.counts


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
    """What stands while events are stored: what that hangs on which is beside them, the newest entry of the
    journal then, with its head, and itself (`Beside` of office/desk/sight.py); the office as it was `seen`
    (`Sight`) and by whom; the counts of `register_state`,
    and the newest entry of the journal when these were asked for."""

    beside: tuple[Any, tuple[int, str], Any] | None = None
    seen: tuple[Any, Any] | None = None
    counts: Sequence[tuple[Any, ...]] | None = None
    last: dict[str, int | None] | None = None
    newest: int | None = None


def untouched(session: Session, switches: Interpretations) -> tuple[Any, ...] | None:
    """Another one when another connection has stored anything; None where the database does not say."""
    connection = session.connection()
    if connection.dialect.name != "sqlite":
        return None
    raw: Any = connection.connection.dbapi_connection
    return raw, raw.execute("PRAGMA data_version").fetchone()[0], switches


MOST_KEPT = 50_000
"""Members of a register that is kept beyond one import; of a larger one the memory is worth more."""

_keeping: ContextVar[bool] = ContextVar("keeping", default=False)
_of_office: WeakKeyDictionary[Engine, Kept] = WeakKeyDictionary()


def kept(session: Session) -> Kept | None:
    """What is kept of the office of a session; None where no event is stored."""
    return _of_office.setdefault(session.get_bind().engine, Kept()) if _keeping.get() else None


@contextmanager
def register_kept() -> Iterator[None]:
    """While events are stored, register and organizers are those with which this process stored the last one
    of this office, as long as nothing in them changes. Nobody else believes it: a list is made of what is
    read anew."""
    for held in list(_of_office.values()):
        held.counts = None
    before = _keeping.set(True)
    try:
        yield
    finally:
        _keeping.reset(before)
        for engine, held in list(_of_office.items()):
            held.seen = None
            if held.beside is not None and len(held.beside[-1].register.members) > MOST_KEPT:
                _of_office.pop(engine, None)
