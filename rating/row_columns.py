"""The rows of one type as columns: of a large office nine in ten say of their rating what stood before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import repeat
from operator import attrgetter, itemgetter
from typing import Any, overload

from rating.outcome import Row

NAMES = tuple(field.name for field in fields(Row))


class Rows(Sequence[Row]):
    """Rows by ID, like a tuple of them. `rest`: those of who is at rest, as columns by the names of `Row`
    and in the order of their IDs; they are made into rows when one is asked for. `moving`: everybody
    else's, in that order."""

    __slots__ = ("_all", "_ids", "_order", "_rest", "_told", "moving")

    def __init__(self, rest: Mapping[str, Sequence[Any]], moving: Sequence[Row]) -> None:
        self.moving = moving
        self._rest = rest
        ids = [*rest["id"], *(row.id for row in moving)]
        self._order: list[int] | None = None
        if moving:  # two runs, each in order
            self._order = sorted(range(len(ids)), key=ids.__getitem__)
            ids = list(map(ids.__getitem__, self._order))
        self._ids = ids
        self._all: list[Row] | None = None
        self._told: dict[str, Sequence[Any]] = {}

    def column(self, name: str) -> Sequence[Any]:
        """An attribute of every row."""
        if name == "id":
            return self._ids
        if self._order is None:
            return self._rest[name]
        if name not in self._told:
            told = [*self._rest[name], *map(attrgetter(name), self.moving)]
            self._told[name] = itemgetter(*self._order)(told) if len(told) > 1 else told
        return self._told[name]

    def __len__(self) -> int:
        return len(self._ids)

    @overload
    def __getitem__(self, at: int) -> Row: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Row]: ...
    def __getitem__(self, at: int | slice) -> Row | Sequence[Row]:
        if self._all is not None or isinstance(at, slice):
            return self._rows()[at]
        place = at if self._order is None else self._order[at]
        behind = place - len(self._rest["id"])
        if self._order is not None and behind >= 0:
            return self.moving[behind]
        return Row(**{name: self._rest[name][place] for name in NAMES})

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rows | tuple) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(tuple(self))

    def _rows(self) -> list[Row]:
        if self._all is None:
            cells = zip(*(self._rest[name] for name in NAMES), strict=True)
            rows = [*(Row(**dict(zip(NAMES, one, strict=True))) for one in cells), *self.moving]
            self._all = rows if self._order is None else list(map(rows.__getitem__, self._order))
        return self._all


def moving(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows of a list but for those of who is at rest: of members with a rating of the list before, whom
    neither a game nor anything else of the period concerns. Theirs are `rated`, without games or points."""
    return rows.moving if isinstance(rows, Rows) else rows


def column(rows: Sequence[Row], name: str) -> Sequence[Any]:
    """An attribute of every row of a list."""
    return rows.column(name) if isinstance(rows, Rows) else list(map(attrgetter(name), rows))


def at_rest(ids: Sequence[str], **told: Sequence[Any]) -> dict[str, Sequence[Any]]:
    """The columns of who is at rest; what is not told of a row is the same of each of them."""
    nothing = Row(
        id="", how="rated", previous_from="list", change=0, rating=0, games=0, period_games=0, peak=0
    )
    same = {name: list(repeat(getattr(nothing, name), len(ids))) for name in NAMES if name not in told}
    return same | {"id": ids, **told}
