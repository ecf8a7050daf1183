"""Members who were entered twice: what the list before holds under several IDs, as one member's (R53)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from office.lists.law import carried_over
from rating.edition import Edition
from rating.interpretations import Interpretations
from rating.records import EarlierGame

Values = dict[str, Any]
Kept = Callable[[Values], Sequence[EarlierGame]]
"""The games kept of an unrated entry, as the rating engine takes them."""

JOINING = ("joined", "fide")
"""The facts of first joining: these of the entry that joined first (6(1))."""


def joined(
    members: Sequence[Values], into: Mapping[str, str], law: Edition, switches: Interpretations, kept_of: Kept
) -> list[Values]:
    """The members of a run, each once. `into`: by the ID of a merged entry, the ID of who is kept."""
    others: dict[str, list[Values]] = {}
    for member in members:
        if member["id"] in into:
            others.setdefault(into[member["id"]], []).append(member)
    return [
        _one(member, others[member["id"]], law, switches, kept_of) if member["id"] in others else member
        for member in members
        if member["id"] not in into
    ]


def _one(
    kept: Values, others: Sequence[Values], law: Edition, switches: Interpretations, kept_of: Kept
) -> Values:
    told = dict(kept)
    for other in others:
        for name, value in other.items():
            if told.get(name) in (None, ""):
                told[name] = value
    first = min((kept, *others), key=lambda m: (m.get("joined") is None, m.get("joined") or ""))
    told |= {name: first[name] for name in JOINING if name in first}
    everyone = (kept, *others)
    for name in ("membership", "acf", "previous_period"):
        if name in kept:
            once: list[Any] = []
            for item in (item for m in everyone for item in m[name]):
                if item not in once:
                    once.append(item)
            # In the order of what it says; a mapping keeps its place.
            told[name] = once if any(isinstance(item, dict) for item in once) else sorted(once)
    if "earlier_games" in kept and switches.r53 != "own-alone":
        games = [game for m in everyone for game in m["earlier_games"]]
        told["earlier_games"] = sorted(games, key=lambda game: game["date"])
    played = (kept,) if switches.r53 == "own-alone" else everyone
    days = [m["last_game"] for m in played if m["last_game"] is not None]
    told["last_game"] = max(days, default=None)
    decided = {type_: rating for m in reversed(everyone) for type_, rating in m.get("decided", {}).items()}
    if decided:
        told["decided"] = decided
    told["ratings"] = _ratings(kept, others, law, switches, kept_of)
    return told | {"merged": sorted(m["id"] for m in others)}


def _ratings(
    kept: Values, others: Sequence[Values], law: Edition, switches: Interpretations, kept_of: Kept
) -> Values:
    """R53: which of several ratings of one person his next one starts from, and with how many games."""
    if switches.r53 == "own-alone":
        found: Values = kept["ratings"]
        return found
    everyone = (kept, *others)
    types = {type_ for m in everyone for type_ in m["ratings"]}
    return {type_: _rating(type_, kept, everyone, law, switches, kept_of) for type_ in sorted(types)}


def _rating(
    type_: str,
    kept: Values,
    everyone: Sequence[Values],
    law: Edition,
    switches: Interpretations,
    kept_of: Kept,
) -> Values:
    held = [m["ratings"][type_] for m in everyone if type_ in m["ratings"]]
    most = max(held, key=lambda row: row["games"])  # the first of equals: the kept member's own
    own = type_ in kept["ratings"] and switches.r53 == "own"
    row: Values = kept["ratings"][type_] if own else most
    unrated = (m for m in everyone if type_ not in m["ratings"] and m.get("earlier_games"))
    towards = sum(_counted(kept_of(m), type_, law, switches) for m in unrated)
    games = sum(r["games"] for r in held) + towards
    return row | {"games": games, "peak": max(r["peak"] for r in held)}


def _counted(games: Sequence[EarlierGame], type_: str, law: Edition, switches: Interpretations) -> int:
    """How many games an unrated entry brings, as the edition counts them towards those of K."""
    into = carried_over(law)
    of_type = [game for game in games if into.get(game.type, game.type) == into.get(type_, type_)]
    return law.shapes.games_of_unrated(law, law.shapes.earlier(law, of_type, switches), switches)
