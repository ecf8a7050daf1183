"""What a simulated list gives the next one: ratings, and the games of who is still unrated."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from office.runs.merged import joined
from rating.edition import Edition
from rating.interpretations import interpretations
from rating.records import EarlierGame, Held

Values = dict[str, Any]
Ratings = Mapping[str, Held]
Games = tuple[EarlierGame, ...]


def held_by(
    inputs: Values, carried: Mapping[str, Ratings], kept: Mapping[str, Games], law: Edition
) -> dict[str, tuple[Ratings, Games]]:
    """By member of a list's frozen inputs, his ratings and earlier games of the simulated list before. Of
    who was entered twice and merged since, what the other entry held is joined to it as then (R53)."""
    found = {}
    for member in inputs["members"]:
        own = member["id"]
        others = [n for n in member.get("merged", ()) if n in carried or n in kept]
        if not others:
            found[own] = (carried.get(own, {}), kept.get(own, ()))
            continue
        people = [_values(number, carried.get(number, {}), kept.get(number, ())) for number in (own, *others)]
        chosen = {k.lower(): v for k, v in inputs["interpretations"].items()}
        (one,) = joined(people, dict.fromkeys(others, own), law, interpretations(**chosen))
        ratings = {
            type_: Held(row["rating"], row["games"], row["peak"], row["adopted"])
            for type_, row in one["ratings"].items()
        }
        found[own] = (ratings, tuple(item["game"] for item in one["earlier_games"]))
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
        "earlier_games": [{"type": g.type, "date": _text(g.date), "game": g} for g in games],
    }


def _text(day: date) -> str:
    return day.isoformat()
