"""The outcome of a run of the Japanese lists as rows of the tables, with what is printed beside a rating: K,
ranks, membership and activity (R18, R23); unrated players' games, stored from run to run (6(3))."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from sqlmodel import Session

from office.lists.columns import read_rows
from office.lists.law import known_as
from office.runs.derived import last_played, rating_values
from office.runs.inputs import Values, day_of
from office.runs.ranks import shared_ranks
from office.tables import EarlierGameRow, ListMemberRow, ListRatingRow
from rating.steps import KFacts, Standing

if TYPE_CHECKING:
    from office.tables import ListVersionRow
    from rating.edition import Edition
    from rating.outcome import Outcome, Row
    from rating.records import EarlierGame
    from rating.steps import Performance


KEPT = ("opponent_rating", "score", "source", "event_key", "round", "opponent_id", "opponent_name")
FACTS = (*KEPT[2:], "list")


def kept_games(session: Session, version: ListVersionRow) -> dict[str, list[Values]]:
    """The stored games of a version as inputs of the next run, by player and in the order of their days;
    `ref` is the key of each there."""
    names = ("federation_id", "type", "played_on", "list_date", *KEPT)
    rows = read_rows(session, EarlierGameRow, version.id, names)
    found: dict[str, list[Values]] = defaultdict(list)
    by_day = sorted(rows, key=lambda row: row[2])
    for number, type_, day, list_date, *cells in by_day:
        mine = found[number]
        game = {"ref": f"kept {number} {len(mine)}", "type": type_, "date": day.isoformat()}
        game |= zip(KEPT, cells, strict=True)
        mine.append(game | {"list": list_date.isoformat() if list_date else None})
    return found


def is_assumed(game: Values) -> bool:
    """Whether the opponent was UR too, so that his rating is what the text assumes (2022 6(4)): a game of
    an event of this office has the list of the opponent's rating, unless there was none."""
    return game["event_key"] is not None and game["list"] is None


def performance_values(performance: Performance) -> Values:
    """What is stored of a performance, the exact mean `ra` as a fraction."""
    ra = performance.ra
    told = {"score": performance.score, "ra": [ra.numerator, ra.denominator]}
    return told | {"p": performance.p, "dp": performance.dp, "pr": performance.pr}


class Earlier:
    """The games of a run by player and key: those it was given and those it brought."""

    def __init__(self, outcome: Outcome, inputs: Values) -> None:
        known = {m["id"]: m["name"] for m in inputs["members"]}
        events = {e["key"]: e["name"] for e in inputs["events"]}
        self._facts: dict[tuple[str, str | None], Values] = {
            (m["id"], g["ref"]): g for m in inputs["members"] for g in m["earlier_games"]
        }
        previous = outcome.previous_list.isoformat()
        for line in outcome.lines:
            if line.for_initial:
                cells = (events[line.event], line.event, line.round, line.opponent, known[line.opponent])
                of_list = previous if line.enters_at == line.opponent_rating else None
                self._facts[line.player, line.ref] = dict(zip(FACTS, (*cells, of_list), strict=True))

    def values(self, player: str, game: EarlierGame) -> Values:
        """All that is stored of a game."""
        facts = self._facts[player, game.ref]
        told: Values = {"type": game.type, "date": game.date.isoformat()}
        told |= {"opponent_rating": game.opponent_rating, "score": game.score}
        return told | {name: facts[name] for name in FACTS}


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
