"""A run's inputs as a public archive carries them, and back to what the rating engine takes.

Instead of a birth date: for each year that matters whether the member was a junior in it. Instead of his
memberships: the days on which he played, or the list came out, and was a member. Instead of the day he
joined: whether that was before the period's end, before the list's date, or later, and where the reading asks
for it (R118), whether it was before the edition came into force. The outcome is the same, down to the day on
which a membership was missing. Who is withheld has a number.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Any

from rating.edition import Edition
from rating.interpretations import Interpretations

Values = dict[str, Any]

PRIVATE = ("born", "sex", "school", "level", "location")
"""Facts of a member that are in a run's inputs and in no public archive."""

JUNIOR_AGE = "k_junior_below_age"

WORDS = "by the office"
"""What stands for the office's own words, which can name people."""


def public_inputs(inputs: Values, law: Edition, switches: Interpretations) -> Values:
    """The inputs with derived facts in the place of personal ones; the list that comes out is the same."""
    played: dict[str, set[tuple[str, str]]] = {}
    for event in inputs["events"]:
        for game in event["games"]:
            for side in ("white", "black"):
                played.setdefault(game[side], set()).add(tuple(game["days"]))
    members = [
        public_facts(m, played.get(m["id"], ()), law, switches, inputs["list"]) for m in inputs["members"]
    ]
    return {**inputs, "members": members}


def without_words(inputs: Values) -> Values:
    """The inputs without what the office wrote in its own words: why a game, an event or an organizer was
    left out, why a rating was decided."""
    return {
        **inputs,
        "events": [
            _unworded(event) | {"games": [_unworded(game) for game in event["games"]]}
            for event in inputs["events"]
        ],
        "members": [
            member
            if "decided" not in member
            else {**member, "decided": {t: {**r, "reason": WORDS} for t, r in member["decided"].items()}}
            for member in inputs["members"]
        ],
    }


def _unworded(one: Values) -> Values:
    why = ("excluded", "organizer_refused")
    return {name: WORDS if name in why and told is not None else told for name, told in one.items()}


def engine_inputs(shown: Values, law: Edition) -> Values:
    """Public inputs as a run takes them."""
    return {**shown, "members": [engine_facts(m, law) for m in shown["members"]]}


def withheld(values: Any, numbers: Mapping[str, str]) -> Any:
    """The same with a number in the place of every withheld member's ID, and no name beside it. Who has the
    same name is somebody else and keeps it; an ID inside other words is a number too."""
    if isinstance(values, list):
        return [withheld(v, numbers) for v in values]
    if isinstance(values, str):
        for hidden, number in numbers.items():
            if hidden in values:  # a guest's place ends in a number, and is no part of a longer one
                values = re.sub(re.escape(hidden) + "(?![0-9])", number, values)
    if not isinstance(values, dict):
        return values
    shown = {withheld(k, numbers): withheld(v, numbers) for k, v in values.items()}
    for who, names in (
        ("id", ("name", "kanji", "surname", "given")),
        ("white", ("white_name",)),
        ("black", ("black_name",)),
        ("opponent_id", ("opponent_name",)),
        ("federation_id", ("name", "kanji", "player_name")),
    ):
        if values.get(who) in numbers:
            for name in names:
                if shown.get(name) is not None:
                    shown[name] = numbers[values[who]]
    return shown


def public_facts(
    member: Mapping[str, Any],
    games: Iterable[tuple[str, str]],
    law: Edition,
    switches: Interpretations,
    list_date: str,
) -> Values:
    """The member with derived facts in place of private ones. `games`: first and last day of each game."""
    days = sorted({*games, (list_date, list_date)})
    shown = {name: value for name, value in member.items() if name not in PRIVATE}
    if "membership" in member:
        shown["membership"] = _covered(member["membership"], days)
    if "fide" in member:
        held = member["ratings"]
        shown["fide"] = {t: r for t, r in member["fide"].items() if t not in held}
    if (joined := _joined(shown, member)) is not None:
        listed = date.fromisoformat(list_date)
        ends = [law.shapes.period(law, listed).last, listed]
        if switches.r118 == "joined-since" and law.has("fide") and law.in_force_from is not None:
            ends.append(law.in_force_from - timedelta(days=1))
        later = (listed + timedelta(days=1)).isoformat()
        shown["joined"] = next((day for day in sorted(map(str, ends)) if joined <= day), later)
    if "born" in member and JUNIOR_AGE in law.values:
        shown["junior"] = _junior(member["born"], days, law, switches)
    return shown


def _joined(shown: Mapping[str, Any], member: Mapping[str, Any]) -> str | None:
    """The day of joining; where nobody says it and a FIDE rating hangs on it (6(1)), that on which the first
    membership began."""
    if member.get("joined") is None and shown.get("fide"):
        return min((first for first, _last in member["membership"]), default=None)
    joined: str | None = member.get("joined")
    return joined


def engine_facts(member: Mapping[str, Any], law: Edition) -> Values:
    """The member as a run's inputs have him: with a birth date that makes him a junior in the same years."""
    shown = {name: value for name, value in member.items() if name != "junior"}
    if "junior" in member:
        shown["born"] = _born(member["junior"], law)
    for name in PRIVATE:
        shown.setdefault(name, None)
    return shown


def _covered(membership: Iterable[Iterable[str]], days: Iterable[tuple[str, str]]) -> list[list[str]]:
    """What of each stretch of days the memberships cover."""
    found = set()
    for first, last in days:
        for start, end in membership:
            a, b = max(first, start), min(last, end)
            if a <= b:
                found.add((a, b))
    return [list(span) for span in sorted(found)]


def _junior(
    born: str | None, days: Iterable[tuple[str, str]], law: Edition, switches: Interpretations
) -> dict[str, bool] | None:
    """For each year in which he played or a list came out: whether a junior by K on its 1 January."""
    if born is None:
        return None
    birth = date.fromisoformat(born)
    if switches.r22 == "day-before":
        birth -= timedelta(days=1)
    limit = law.number(JUNIOR_AGE)
    years = sorted({int(day[:4]) for span in days for day in span})
    return {
        str(y): y - birth.year - ((birth.month, birth.day) > (1, 1)) < limit
        for y in range(years[0], years[-1] + 1)
    }


def _born(junior: Mapping[str, bool] | None, law: Edition) -> str | None:
    """A birth date in the middle of the year in which he must be born for these answers."""
    if junior is None:
        return None
    limit = law.number(JUNIOR_AGE)
    young = [int(y) for y, is_junior in junior.items() if is_junior]
    if not young:
        return date(min(int(y) for y in junior) - limit - 10, 7, 1).isoformat()
    return date(max(young) - limit, 7, 1).isoformat()
