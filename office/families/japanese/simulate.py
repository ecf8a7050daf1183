"""What a simulated list gives the next one: ratings, and the games of who is still unrated."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from office.runs.merged import joined
from rating.edition import Edition
from rating.interpretations import interpretations
from rating.outcome import Outcome
from rating.records import EarlierGame, Held, Member

Values = dict[str, Any]
Ratings = Mapping[str, Held]
Games = tuple[EarlierGame, ...]


def carried_on(members: Sequence[Member], inputs: Values, before: Outcome, law: Edition) -> list[Member]:
    """The members with what the simulated list before gave them. Of who was entered twice and merged since,
    what the other entry held is joined to it as then (R53)."""
    carried: dict[str, dict[str, Held]] = {}
    for type_, rows in before.lists.items():
        for row in rows:
            carried.setdefault(row.id, {})[type_] = Held(row.rating, row.games, row.peak, row.adopted)
    kept = before.earlier_games
    merged = {m["id"]: m["merged"] for m in inputs["members"] if "merged" in m}
    chosen = {k.lower(): v for k, v in inputs["interpretations"].items()}
    found = []
    for member in members:
        own = member.id
        ratings, games = carried.get(own, {}), tuple(kept.get(own, ()))
        others = [n for n in merged.get(own, ()) if n in carried or n in kept]
        if others:
            people = [
                _values(number, carried.get(number, {}), tuple(kept.get(number, ())))
                for number in (own, *others)
            ]
            (one,) = joined(people, dict.fromkeys(others, own), law, interpretations(**chosen))
            ratings = {
                type_: Held(row["rating"], row["games"], row["peak"], row["adopted"])
                for type_, row in one["ratings"].items()
            }
            games = tuple(item["game"] for item in one["earlier_games"])
        found.append(replace(member, ratings=ratings, earlier_games=games))
    return found


def _values(number: str, ratings: Ratings, games: Games) -> Values:
    """An entry as the inputs of a run hold it, as far as merging asks."""
    return {
        "id": number,
        "membership": [],
        "last_game": None,
        "ratings": {
            type_: {"rating": h.rating, "games": h.games, "peak": h.peak, "adopted": h.adopted}
            for type_, h in ratings.items()
        },
        "earlier_games": [{"type": g.type, "date": g.date.isoformat(), "game": g} for g in games],
    }
