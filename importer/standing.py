"""Rows that stand until the office knows better: none is deleted, each keeps the time it was known."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeVar

from sqlmodel import Session

K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Done:
    """What an import did, by name; each change as name, column, and what stood and stands in it."""

    created: tuple[str, ...]
    changed: tuple[str, ...]
    unchanged: tuple[str, ...]
    changes: tuple[tuple[str, str, str, str], ...] = ()


class Standing(Protocol):
    """A row of a table of this kind; `known_until` None: it stands."""

    known_until: datetime | None


R = TypeVar("R", bound=Standing)


def restated(session: Session, held: Mapping[K, R], stated: Collection[K], now: datetime) -> list[K]:
    """Ends the rows, given by what each says, of what is not stated any more. What no row says yet."""
    for what, row in held.items():
        if what not in stated:
            row.known_until = now
            session.add(row)
    return [what for what in stated if what not in held]
