"""What is printed beside a rating on the list: K, ranks, membership and activity (R18, R23)."""

import json
from collections.abc import Mapping
from datetime import date

from office.runs.earlier import Earlier
from office.runs.inputs import Values
from rating.edition import Edition
from rating.outcome import Outcome, Row
from rating.steps import KFacts, Standing


def member_rows(outcome: Outcome, inputs: Values) -> list[Values]:
    """Everyone with a rating of any type on the list, with his membership and activity on its date."""
    members = {m["id"]: m for m in inputs["members"]}
    on_list = sorted({row.id for rows in outcome.lists.values() for row in rows})
    last = {m["id"]: m["last_game"] and date.fromisoformat(m["last_game"]) for m in inputs["members"]}
    for line in outcome.lines:
        if line.counts:
            last[line.player] = max(line.last_day, last[line.player] or line.last_day)
    day = outcome.list_date
    return [
        {
            "federation_id": number,
            "name": members[number]["name"],
            "kanji": members[number]["kanji"],
            "member_on_day": is_member(members[number], day),
            "active": last[number] is not None and year_before(day) <= last[number] < day,
            "last_game": last[number],
        }
        for number in on_list
    ]


def rating_rows(outcome: Outcome, inputs: Values, law: Edition, games: Earlier) -> list[Values]:
    """Every row of every type, with the K and the rank that the list prints."""
    members = {m["id"]: m for m in inputs["members"]}
    everyone = outcome.interpretations.r18 == "everyone-ranked"
    found = []
    for type_, rows in outcome.lists.items():
        ranked = [r for r in rows if everyone or is_member(members[r.id], outcome.list_date)]
        ranks = _ranks(ranked)
        for row in rows:
            before = _before(members[row.id], type_, law)
            found.append(
                {
                    "federation_id": row.id,
                    "type": type_,
                    "previous": row.previous,
                    "previous_from": row.previous_from,
                    "taken_from": row.taken_from,
                    "change": row.change,
                    "rounded": row.rounded,
                    "floored": row.floor_acted,
                    "rating": row.rating,
                    "games": row.games,
                    "period_games": row.period_games,
                    "peak": row.peak,
                    "peak_assumed": bool(before and before["peak_assumed"]),
                    "adopted": row.adopted,
                    "how": row.how,
                    "k": _printed_k(outcome, law, members[row.id], type_, row),
                    "rank": ranks.get(row.id),
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


def _ranks(rows: list[Row]) -> Mapping[str, int]:
    """1, 2, 2, 4: who has the same rating shares the place."""
    ordered = sorted(rows, key=lambda r: -r.rating)
    ranks: dict[str, int] = {}
    for place, row in enumerate(ordered, start=1):
        shared = place > 1 and ordered[place - 2].rating == row.rating
        ranks[row.id] = ranks[ordered[place - 2].id] if shared else place
    return ranks


def _printed_k(outcome: Outcome, law: Edition, member: Values, type_: str, row: Row) -> int:
    """R23: the K of a game played on the list's date, by this very list (or, switched, by the one before)."""
    standings = {
        t: Standing("list", r.rating, r.games, r.peak, r.adopted)
        for t, rows in outcome.lists.items()
        for r in rows
        if r.id == row.id
    }
    if outcome.interpretations.r23 == "this-period":
        for t, held in member["ratings"].items():
            standings[t] = Standing("list", held["rating"], held["games"], held["peak"], held["adopted"])
    facts = KFacts(
        standing=standings[type_],
        all_types=tuple(standings.values()),
        born=member["born"] and date.fromisoformat(member["born"]),
        day=outcome.list_date,
        list_date=outcome.list_date,
    )
    return law.shapes.k_factor(law, facts, outcome.interpretations).k


def _before(member: Values, type_: str, law: Edition) -> Values | None:
    """What the list before held of this type, under this name or the one it was carried over from (R13)."""
    carried = law.shapes.carried_over(law) or {}
    names = (type_, *(old for old, new in carried.items() if new == type_))
    found: Values | None = next((member["ratings"][n] for n in names if n in member["ratings"]), None)
    return found


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
    performance = row.initial.performance
    return json.dumps(
        {
            "window": [row.initial.window.first.isoformat(), row.initial.window.last.isoformat()],
            "games": [games.values(row.id, g) for g in row.initial.games],
            "score": performance.score,
            "ra": [performance.ra.numerator, performance.ra.denominator],
            "p": performance.p,
            "dp": performance.dp,
            "pr": performance.pr,
            "floor_acted": row.initial.floor_acted,
            **({"decided": decided} if decided else {}),
        },
        ensure_ascii=False,
    )
