"""Register facts as a public archive may carry them, and back to what the rating engine takes.

Instead of a birth date: for each year that matters whether the member was a junior in it. Instead of his
memberships: the days on which he played, or the list came out, and was a member. Instead of the day he
joined: whether that was before the period's end, before the list's date, or later. The outcome is the same,
down to the day on which a membership was missing.
"""

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Any

from rating.edition import Edition
from rating.interpretations import Interpretations

Values = dict[str, Any]

PRIVATE = ("born", "sex", "school", "level", "location")
"""Facts of a member that are in a run's inputs and in no public archive."""

JUNIOR_AGE = "k_junior_below_age"


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
    if member.get("joined") is not None:
        shown["joined"] = _joined(member["joined"], law, list_date)
    if "fide" in member:
        held = member["ratings"]
        shown["fide"] = {t: r for t, r in member["fide"].items() if t not in held}
    if "born" in member and JUNIOR_AGE in law.values:
        shown["junior"] = _junior(member["born"], days, law, switches)
    return shown


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


def _joined(joined: str, law: Edition, list_date: str) -> str:
    period_last = law.shapes.period(law, date.fromisoformat(list_date)).last.isoformat()
    for day in sorted((period_last, list_date)):
        if joined <= day:
            return day
    return (date.fromisoformat(list_date) + timedelta(days=1)).isoformat()


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
    if all(junior.values()):
        return date(max(young) - limit + 1, 7, 1).isoformat()
    return date(max(young) - limit, 7, 1).isoformat()
