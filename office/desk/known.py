"""What the office knows beside its events, read when an event has to be looked at anew; while several are
stored one after the other, once."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlmodel import Session

from importer.known import known_members
from importer.matching import Register
from importer.rulings import Rulings
from office.desk.asked import Known, known
from office.families.family import Family
from office.tables import ListRatingRow, ListVersionRow
from rating.interpretations import Interpretations


@dataclass(frozen=True, slots=True)
class Beside:
    """`held`: the ratings on the last list by member; `about`: organizers, applications and the register."""

    register: Register
    held: Mapping[int, Sequence[int]]
    about: Known


@dataclass(frozen=True, slots=True)
class Asking:
    """For whom and how an office is looked at."""

    session: Session
    family: Family
    rulings: Rulings
    last: ListVersionRow | None
    switches: Interpretations
    gap: int


_kept: ContextVar[list[tuple[Any, Register]] | None] = ContextVar("kept", default=None)


@contextmanager
def register_kept() -> Iterator[None]:
    """While several events of one office are stored one after the other, the register is built once, as long
    as nothing in it changes."""
    before = _kept.set([])
    try:
        yield
    finally:
        _kept.reset(before)


def beside(asking: Asking, state: tuple[Any, ...]) -> Beside:
    """What is known now. `state` as office/desk/sight.py gives it."""
    switches = asking.switches.as_dict()
    hangs_on = (state, asking.last.id if asking.last else None, switches, asking.gap, asking.family.name)
    kept = _kept.get()
    if kept and kept[0][0] == hangs_on:
        register = kept[0][1]
    else:
        members = known_members(asking.session, _ratings(asking.session, asking.last))
        register = asking.family.register(members, switches, asking.gap)
        if kept is not None:
            kept[:] = [(hangs_on, register)]
    held = {member.member_id: member.ratings for member in register.members if member.ratings}
    return Beside(register, held, known(asking.session, asking.last, register, asking.rulings))


def _ratings(session: Session, last: ListVersionRow | None) -> dict[str, list[int]]:
    """Every member's ratings on the last published list, of whatever type: what lies far off speaks
    against a match."""
    found: dict[str, list[int]] = defaultdict(list)
    if last is not None:
        table = ListRatingRow.__table__.c  # type: ignore[attr-defined]
        query = select(table.federation_id, table.rating).where(table.version_id == last.id)
        session.flush()
        for number, rating in session.connection().execute(query).all():
            found[number].append(rating)
    return found
