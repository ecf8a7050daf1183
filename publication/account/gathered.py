"""Stored rows put together to accounts: those of some hundred members on the versions that are asked for."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Any

from office.lists.erased import Erased
from office.lists.event_names import EventNames
from office.tables import EarlierGameRow
from publication.account.events import NOTHING, Beside, Performance, Pool
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
from publication.exports.guests import hides

WHO = ("player", "id", "name")
"""What says of an opponent in an event who he is."""


@dataclass(slots=True)
class _Rows:
    """What is stored of a member on a version."""

    ratings: dict[str | None, Rating] = field(default_factory=dict)
    games: dict[str | None, list[Game]] = field(default_factory=dict)
    kept: list[KeptGame] = field(default_factory=list)
    joined: dict[str, tuple[int | None, int | None]] = field(default_factory=dict)
    beside: Beside = NOTHING


class Gathered:
    """The rows of a chunk of members on the versions `wanted`. `withheld` None: for the office itself.
    `places`: where who is `erased` was a guest; `names`: of events, for people."""

    def __init__(
        self,
        held: Mapping[int, ListVersion],
        wanted: Collection[int],
        withheld: frozenset[str] | None,
        erased: Erased | None,
        places: frozenset[str],
        names: EventNames,
    ) -> None:
        self._called = names.called
        self.held, self.wanted, self.public = held, wanted, withheld is not None
        self.hidden, self.erased = places if withheld is None else withheld | places, erased
        self.rows: dict[str, dict[int, _Rows]] = defaultdict(lambda: defaultdict(_Rows))
        self.origins: dict[tuple[str, str, int, str | None], tuple[Origin, date | None]] = {}
        self.kanji: dict[tuple[str, str, int, str | None], str | None] = {}

    def take_rating(self, row: Any) -> None:
        if row[1] in self.wanted:
            self.rows[row[0]][row[1]].ratings[row[2]] = Rating(*row[2:])

    def take_joined(self, row: Any, renamed: Collection[int]) -> None:
        """`renamed`: there a rating that the list before does not have goes on from another type's."""
        number, version_id, type_, rating, games = row
        if version_id in self.wanted and (rating is not None or version_id not in renamed):
            self.rows[number][version_id].joined[type_] = rating, games

    def without_rating(self) -> list[tuple[int, str, str]]:
        """Version, member and type where there are games or a merge and, so far, no rating."""
        return [
            (version, number, type_)
            for number, of in self.rows.items()
            for version, rows in of.items()
            for type_ in {*rows.games, *rows.joined}
            if type_ and type_ not in rows.ratings
        ]

    def take_line(self, row: Any) -> None:
        number, version_id = row[0], row[1]
        game = Game._make((*row[2:-1], () if row[-1] == "[]" else self._reasons(row[-1])))
        if (name := self._called(version_id, game.event_key, game.event_name)) != game.event_name:
            game = game._replace(event_name=name)
        if game.for_initial:
            source = game.opponent_rating_from or "assumed"
            version = self.held[version_id]
            origin, before = version.origin(source, game.opponent_taken_from), version.previous
            key = (number, game.event_key, game.round, game.opponent_id)
            self.origins[key] = origin, before[0] if before else None
            self.kanji[key] = game.opponent_kanji
        if version_id in self.wanted:
            who = self._instead(game.opponent_id, game.event_key, game.opponent_name)
            if who is not None:
                game = game._replace(opponent_id=who[0], opponent_name=who[0], opponent_kanji=None)
            self.rows[number][version_id].games.setdefault(game.type, []).append(game)

    def take_kept(self, row: EarlierGameRow) -> None:
        told = {name: getattr(row, name) for name in KeptGame._fields if hasattr(row, name)}
        told |= {"date": row.played_on.isoformat(), "list": row.list_date and row.list_date.isoformat()}
        kept = self._kept_game(row.federation_id, row.version_id, **told)
        self.rows[row.federation_id][row.version_id].kept.append(kept)

    def take_beside(self, number: str, version_id: int, beside: Beside) -> None:
        """Last: what a list left as it was is not told of, unless it hands something on to the next."""
        if version_id in self.rows.get(number, ()) or beside.performances:
            events = []
            for event in beside.events:
                told = [(m, self._instead(m.id, event.event_key, m.name)) for m in event.opponents]
                met = (m if who is None else m._replace(**dict.fromkeys(WHO, who[0])) for m, who in told)
                name = self._called(version_id, event.event_key, event.event_name)
                events.append(event._replace(event_name=name, opponents=tuple(met)))
            performed = tuple(self._performed(version_id, p) for p in beside.performances)
            beside = beside._replace(events=tuple(events), performances=performed)
            self.rows[number][version_id].beside = beside

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
            how = (
                self._initial(number, version.id, **json.loads(row.initial)) if row and row.initial else None
            )
            beside = rows.beside if row or not rows.ratings else NOTHING
            games = tuple(rows.games.get(type_, ()))
            yield Part(type_, row, games, how, beside, rows.joined.get(type_ or ""))

    def _instead(
        self, number: str | None, event_key: str | None, name: str | None
    ) -> tuple[str | None] | None:
        """What stands in the place of an opponent's ID and of his name; None where he is told as he is."""
        if hides(self.hidden, number, event_key, name):
            return (None,)
        return (number,) if self.erased and number in self.erased.ids else None

    def _reasons(self, told: str) -> tuple[Reason, ...]:
        reasons = json.loads(told)
        if self.public:
            return tuple(Reason(r["reason"], r["article"]) for r in reasons)
        return tuple(Reason(**self._unnamed(r)) for r in reasons)

    def _unnamed(self, reason: dict[str, Any]) -> dict[str, Any]:
        """The same without the name of who is erased."""
        if not self.erased or not self.erased.ids:
            return reason
        who = reason["player"] if reason["player"] in self.erased.ids else reason["who"]
        return {**reason, "who": who, "detail": self.erased.told(reason["detail"])}

    def _performed(self, version_id: int, p: Performance) -> Performance:
        return p._replace(source=self._called(version_id, p.event_key, p.source))

    def _initial(self, number: str, version_id: int, **told: Any) -> Initial | Pool:
        if "performances" in told:
            performed = (self._performed(version_id, Performance(**p)) for p in told["performances"])
            return Pool(tuple(performed), told["games_counted"])
        first, last = map(date.fromisoformat, told["window"])
        games = tuple(self._kept_game(number, version_id, **g) for g in told["games"])
        if self.public and told.get("decided"):
            told["decided"] = {**told["decided"], "reason": ""}
        return Initial(**{**told, "window": (first, last), "games": games, "ra": Fraction(*told["ra"])})

    def _kept_game(self, number: str, version_id: int, **g: Any) -> KeptGame:
        of = date.fromisoformat(g["list"]) if g["list"] else None
        key = (number, g["event_key"], g["round"], g["opponent_id"])
        if g["event_key"] is None:
            origin = Origin("list", None, of) if of else Origin("handed-over")
        else:
            origin, reckoned = self.origins.get(key) or (Origin("list" if of else "assumed", None, of), of)
            if of is not None and reckoned not in (None, of):
                origin = Origin("list", None, of)  # of another list than that of the game (R105)
            if of is None and origin.how != "assumed":
                origin = Origin("assumed")  # he has a rating to take over, and does not count as rated (R5)
        told = {name: g[name] for name in KeptGame._fields[:-2]}
        told |= {"date": date.fromisoformat(g["date"]), "list": of, "opponent_name": g["opponent_name"] or ""}
        told["source"] = self._called(version_id, g["event_key"], g["source"])
        who = self._instead(g["opponent_id"], g["event_key"], g["opponent_name"])
        if who is not None:
            told |= {"opponent_id": who[0], "opponent_name": who[0]}
            return KeptGame(**told, rating_from=origin)
        return KeptGame(**told, rating_from=origin, opponent_kanji=self.kanji.get(key))
