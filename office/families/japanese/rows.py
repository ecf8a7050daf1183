"""The outcome of a run of the Japanese lists as rows of the tables, with what is printed beside a rating: K,
ranks, membership and activity (R18, R23)."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from office.families.japanese.earlier import KEPT, Earlier, performance_values
from office.lists.law import known_as
from office.runs.derived import last_played, rating_values
from office.runs.inputs import Values, day_of
from office.runs.ranks import shared_ranks
from office.tables import EarlierGameRow, ListMemberRow, ListRatingRow
from rating.steps import KFacts, Standing

if TYPE_CHECKING:
    from rating.edition import Edition
    from rating.outcome import Outcome, Row


def rows(
    outcome: Outcome, inputs: Values, law: Edition
) -> Iterable[tuple[type, Sequence[Mapping[str, Any]]]]:
    games = Earlier(outcome, inputs)
    yield ListMemberRow, _members(outcome, inputs)
    yield ListRatingRow, _ratings(outcome, inputs, law, games)
    yield EarlierGameRow, _earlier(outcome, games)


def _members(outcome: Outcome, inputs: Values) -> list[Values]:
    """Everyone with a rating of any type on the list, with his membership and activity on its date."""
    members = {m["id"]: m for m in inputs["members"]}
    on_list = sorted({row.id for rows in outcome.lists.values() for row in rows})
    last, day = last_played(outcome, members), outcome.list_date
    return [
        {
            "federation_id": number,
            "name": members[number]["name"],
            "kanji": members[number]["kanji"],
            "member_on_day": is_member(members[number], day),
            "active": (played := last[number]) is not None and year_before(day) <= played < day,
            "last_game": last[number],
        }
        for number in on_list
    ]


def _ratings(outcome: Outcome, inputs: Values, law: Edition, games: Earlier) -> list[Values]:
    """Every row of every type, with the K and the rank that the list prints."""
    members = {m["id"]: m for m in inputs["members"]}
    everyone = outcome.interpretations.r18 == "everyone-ranked"
    standings: dict[str, dict[str, Standing]] = defaultdict(dict)
    for type_, rows in outcome.lists.items():
        for r in rows:
            standings[r.id][type_] = Standing("list", r.rating, r.games, r.peak, r.adopted)
    found = []
    for type_, rows in outcome.lists.items():
        ranked = [r for r in rows if everyone or is_member(members[r.id], outcome.list_date)]
        ranks = shared_ranks({row.id: row.rating for row in ranked})
        for row in rows:
            before = _before(members[row.id], type_, law)
            found.append(
                rating_values(row, type_, ranks)
                | {
                    "taken_from": row.taken_from,
                    "floored": row.floor_acted,
                    "peak_assumed": bool(before and before["peak_assumed"]),
                    "adopted": row.adopted,
                    "k": _printed_k(outcome, law, members[row.id], type_, standings[row.id]),
                    "initial": _initial(row, games, _decided(row, members[row.id], type_)),
                    "adjusted": row.adjusted if row.adjustment_reference is not None else None,
                    "adjustment_reference": row.adjustment_reference,
                    "decided": (_decided(row, members[row.id], type_) or {}).get("rating"),
                    "marks": " ".join(row.marks) or None,
                }
            )
    return found


def is_member(member: Values, day: date) -> bool:
    """Whether a membership is valid on the day; its first and last day count."""
    return any(a <= day.isoformat() <= b for a, b in member["membership"])


def year_before(day: date) -> date:
    """The same day a year earlier; list dates are firsts of months, so it always exists."""
    return day.replace(year=day.year - 1)


def _printed_k(
    outcome: Outcome, law: Edition, member: Values, type_: str, standings: dict[str, Standing]
) -> int:
    """R23: the K of a game played on the list's date, by this very list (or, switched, by the one before)."""
    if outcome.interpretations.r23 == "this-period":
        standings = standings | {
            t: Standing("list", held["rating"], held["games"], held["peak"], held["adopted"])
            for t, held in member["ratings"].items()
        }
    facts = KFacts(
        standing=standings[type_],
        all_types=tuple(standings.values()),
        born=day_of(member["born"]),
        day=outcome.list_date,
        list_date=outcome.list_date,
    )
    return law.shapes.k_factor(law, facts, outcome.interpretations).k


def _before(member: Values, type_: str, law: Edition) -> Values | None:
    """What the list before held of this type, under this name or the one it was carried over from (R13)."""
    held: Values = member["ratings"]
    return next((held[name] for name in known_as(type_, law) if name in held), None)


def _decided(row: Row, member: Values, type_: str) -> Values | None:
    """The first rating as the officer decided it, with the reason, where the list is made with it."""
    if row.initial is None or not row.initial.decided:
        return None
    decided: Values = member["decided"][type_]
    return decided


def _initial(row: Row, games: Earlier, decided: Values | None) -> str | None:
    """How an initial rating came about, as JSON: what `explain` shows."""
    if row.initial is None:
        return None
    return json.dumps(
        {
            "window": [row.initial.window.first.isoformat(), row.initial.window.last.isoformat()],
            "games": [games.values(row.id, g) for g in row.initial.games],
            **performance_values(row.initial.performance),
            "floor_acted": row.initial.floor_acted,
            **({"decided": decided} if decided else {}),
        },
        ensure_ascii=False,
    )


def _earlier(outcome: Outcome, games: Earlier) -> list[Values]:
    return [
        {name: told[name] for name in ("type", *KEPT)}
        | {"federation_id": number, "played_on": g.date, "list_date": day_of(told["list"])}
        for number, kept in outcome.earlier_games.items()
        for g in kept
        for told in (games.values(number, g),)
    ]
