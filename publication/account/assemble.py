"""Stored rows put together to accounts, member by member."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from publication.account.events import NOTHING, Beside, EventAccount, Performance, Pool
from publication.account.model import (
    Account,
    Game,
    Initial,
    KeptGame,
    ListVersion,
    Origin,
    Part,
    Rating,
    Reason,
)

if TYPE_CHECKING:
    from office.tables import EarlierGameRow


@dataclass(slots=True)
class _Rows:
    """What is stored of a member on a version."""

    ratings: dict[str | None, Rating] = field(default_factory=dict)
    games: dict[str | None, list[Game]] = field(default_factory=dict)
    kept: list[KeptGame] = field(default_factory=list)
    beside: Beside = NOTHING


class Gathered:
    """The rows of a chunk of members on the versions `wanted`. `withheld` None: for the office itself."""

    def __init__(
        self, held: Mapping[int, ListVersion], wanted: Collection[int], withheld: frozenset[str] | None
    ) -> None:
        self.held, self.wanted, self.public = held, wanted, withheld is not None
        self.withheld = withheld or frozenset()
        self.rows: dict[str, dict[int, _Rows]] = {}
        self.origins: dict[tuple[str, str, int, str | None], Origin] = {}

    def _of(self, number: str, version_id: int) -> _Rows:
        mine = self.rows.setdefault(number, {})
        return mine.get(version_id) or mine.setdefault(version_id, _Rows())

    def take_rating(self, row: Any) -> None:
        if row[1] in self.wanted:
            self._of(row[0], row[1]).ratings[row[2]] = Rating(*row[2:])

    def take_line(self, row: Any) -> None:
        number, version_id = row[0], row[1]
        game = Game._make((*row[2:-1], () if row[-1] == "[]" else self._reasons(row[-1])))
        if game.for_initial:
            source = game.opponent_rating_from or "assumed"
            origin = self.held[version_id].origin(source, game.opponent_taken_from)
            self.origins[number, game.event_key, game.round, game.opponent_id] = origin
        if version_id in self.wanted:
            if game.opponent_id in self.withheld:
                game = game._replace(opponent_id=None, opponent_name=None)
            self._of(number, version_id).games.setdefault(game.type, []).append(game)

    def take_kept(self, row: EarlierGameRow) -> None:
        told = {name: getattr(row, name) for name in KeptGame._fields if hasattr(row, name)}
        told |= {"date": row.played_on.isoformat(), "list": row.list_date and row.list_date.isoformat()}
        self._of(row.federation_id, row.version_id).kept.append(self._kept_game(row.federation_id, **told))

    def take_beside(self, number: str, version_id: int, beside: Beside) -> None:
        """Last: what a list left as it was is not told of, unless it hands something on to the next."""
        if version_id in self.rows.get(number, ()) or beside.performances:
            events = tuple(self._event(event) for event in beside.events)
            self._of(number, version_id).beside = beside._replace(events=events)

    def accounts(self, number: str) -> list[Account]:
        """The accounts of one member, newest first."""
        mine = [(self.held[version], rows) for version, rows in self.rows.get(number, {}).items()]
        mine.sort(key=lambda item: (item[0].list_date, item[0].version), reverse=True)
        return [Account(number, v, tuple(self._parts(number, v, rows)), tuple(rows.kept)) for v, rows in mine]

    def _parts(self, number: str, version: ListVersion, rows: _Rows) -> Iterator[Part]:
        """A part for each rating and each type with games; of who has neither for what he hands on."""
        types = {*rows.ratings, *rows.games}
        if version.how == "opening":
            handed_on = version.types if rows.beside.performances else ()
            types |= {*(game.type for game in rows.kept), *handed_on}
        for type_ in sorted(types, key=lambda t: (t == "rapid", t or "")):
            row = rows.ratings.get(type_)
            how = self._initial(number, **json.loads(row.initial)) if row and row.initial else None
            beside = rows.beside if row or not rows.ratings else NOTHING
            yield Part(type_, row, tuple(rows.games.get(type_, ())), how, beside)

    def _reasons(self, told: str) -> tuple[Reason, ...]:
        reasons = json.loads(told)
        if self.public:
            return tuple(Reason(r["reason"], r["article"]) for r in reasons)
        return tuple(Reason(**r) for r in reasons)

    def _initial(self, number: str, **told: Any) -> Initial | Pool:
        if "performances" in told:
            return Pool(tuple(Performance(**p) for p in told["performances"]), told["games_counted"])
        first, last = map(date.fromisoformat, told["window"])
        games = tuple(self._kept_game(number, **g) for g in told["games"])
        return Initial(**{**told, "window": (first, last), "games": games, "ra": Fraction(*told["ra"])})

    def _kept_game(self, number: str, **g: Any) -> KeptGame:
        of = date.fromisoformat(g["list"]) if g["list"] else None
        key = (number, g["event_key"], g["round"], g["opponent_id"])
        if g["event_key"] is None:
            origin = Origin("list", None, of) if of else Origin("handed-over")
        else:
            origin = self.origins.get(key) or Origin("list" if of else "assumed", None, of)
        told = {name: g[name] for name in KeptGame._fields[:-1]}
        told |= {"date": date.fromisoformat(g["date"]), "list": of, "opponent_name": g["opponent_name"] or ""}
        if g["opponent_id"] in self.withheld:
            told |= {"opponent_id": None, "opponent_name": None}
        return KeptGame(**told, rating_from=origin)

    def _event(self, event: EventAccount) -> EventAccount:
        met = [m._replace(id=None, name=None) if m.id in self.withheld else m for m in event.opponents]
        return event._replace(opponents=tuple(met))
