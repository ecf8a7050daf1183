"""The outcome of a list that is reckoned event by event as rows of the tables.

Who is on no register was an opponent like everyone and has lines in his events, but no row on the list.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from office.families.queensland.inputs import PERFORMED
from office.lists.columns import Columns
from office.runs.derived import columns_told, last_played, printed_names, rating_values
from office.runs.inputs import Values
from office.runs.ranks import shared_ranks
from office.tables import EventLineRow, EventPerformanceRow, EventRatingRow, ListMemberRow, ListRatingRow
from rating.edition import Edition
from rating.outcome import EventLine, Outcome, Row

NEW = ("new", "provisional")
"""Standings of who comes by a rating from performances (QJ 2)."""

LINE_FIELDS = (
    "time_class", "standing", "rating", "games", "score", "p", "dp", "performance", "d", "percentage", "k",
    "change",
)  # fmt: skip


_MET = (
    '{"round": %s, "board": %s, "days": [%s, %s], "player": %s, "id": %s, "name": %s, "standing": %s,'
    ' "score": %s, "result": %s, "rating": %s, "counted": %s}'
)
"""An opponent as JSON: there are as many as sides of games, and a few words in them."""


class _Words(dict[Any, str]):
    """Values as JSON, each that differs told once."""

    def __missing__(self, value: Any) -> str:
        plain = value.isoformat() if isinstance(value, date) else value
        told = self[value] = json.dumps(plain, ensure_ascii=False)
        return told


def rows(
    outcome: Outcome, inputs: Values, law: Edition
) -> Iterable[tuple[type, Sequence[Mapping[str, Any]] | Columns]]:
    members = {m["id"]: m for m in inputs["members"]}
    mine = [row for rows in outcome.lists.values() for row in rows if row.id in members]
    (type_,) = outcome.lists
    yield ListMemberRow, _members(outcome, mine, members, law)
    yield ListRatingRow, _ratings(outcome, mine, members, type_, inputs)
    yield (
        EventRatingRow,
        [
            {
                "federation_id": row.id,
                "type": type_,
                "provisional": row.provisional,
                "listed": row.listed,
                "gained": None
                if None in (row.previous, row.rounded)
                else (row.previous or 0) + (row.rounded or 0),
                "capped": row.capped,
            }
            for row in mine
        ],
    )
    yield EventLineRow, _lines(outcome, inputs, law)
    yield EventPerformanceRow, _performances(outcome, inputs, members)


def _members(
    outcome: Outcome, rows: Sequence[Row], members: Mapping[str, Values], law: Edition
) -> list[Mapping[str, Any]]:
    last = last_played(outcome, members)
    return [
        {
            "federation_id": row.id,
            "name": members[row.id]["name"],
            "kanji": None,
            "member_on_day": True,  # nothing is asked of a player (Players 1)
            "active": law.queensland.active(law, last[row.id], outcome.list_date, outcome.interpretations),
            "last_game": last[row.id],
        }
        for row in rows
    ]


def _ratings(
    outcome: Outcome, rows: Sequence[Row], members: Mapping[str, Values], type_: str, inputs: Values
) -> list[Mapping[str, Any]]:
    ranks = shared_ranks({row.id: row.rating for row in rows if row.listed})
    mine: dict[str, list[EventLine]] = {}
    for line in outcome.event_lines:
        mine.setdefault(line.player, []).append(line)
    names = {e["key"]: e["name"] for e in inputs["events"]}
    return [
        rating_values(row, type_, ranks)
        | {"initial": _pool(row, members[row.id], mine.get(row.id, ()), names)}
        for row in rows
    ]


def _pool(row: Row, member: Values, lines: Sequence[EventLine], names: Mapping[str, str]) -> str | None:
    """How a rating came about from the performances of two periods, as JSON."""
    if row.pool is None:
        return None
    before = [{**{n: p[n] for n in PERFORMED}, "period": "before"} for p in member["previous_period"]]
    now = [{**_performed(line, names), "period": "this"} for line in lines]
    told = {"performances": [*before, *now], "games_counted": row.pool.games}
    return json.dumps(told, ensure_ascii=False)


def _lines(outcome: Outcome, inputs: Values, law: Edition) -> Columns:
    known = {m["id"]: m["name"] for m in inputs["members"]}
    events = {e["key"]: e for e in inputs["events"]}
    names = printed_names(inputs)
    lines = {(line.event, line.player): line for line in outcome.event_lines}
    met: dict[tuple[str, str], list[str]] = {}
    words = _Words()
    for game in outcome.lines:
        mine = lines.get((game.event, game.player))
        if not game.counts or mine is None:
            continue
        theirs = lines[game.event, game.opponent]
        own, opponent = _strength(mine, mine), _strength(theirs, mine)
        met.setdefault((game.event, game.player), []).append(
            _MET
            % (
                words[game.round],
                words[game.board],
                words[game.first_day],
                words[game.last_day],
                words[game.opponent],
                words[game.opponent if game.opponent in known else None],
                words[known.get(game.opponent) or names[game.event, game.opponent]],
                words[theirs.standing],
                words[game.score],
                words[game.result],
                words[opponent],
                words[law.queensland.held_opponent(law, own, opponent)],
            )
        )
    event_lines = outcome.event_lines
    told = columns_told(event_lines, ("event", "player", "average", "table", *LINE_FIELDS))
    keys, players, averages = told.pop("event"), told["player"], told.pop("average")
    people = zip(keys, players, strict=True)
    return told | {
        "federation_id": [who if who in known else None for who in players],
        "player_name": [known.get(who) or names[key, who] for key, who in people],
        "event_key": keys,
        "event_name": [events[key]["name"] for key in keys],
        "class_assumed": [events[key]["time_class"] is None for key in keys],
        "average_numerator": [average.numerator for average in averages],
        "average_denominator": [average.denominator for average in averages],
        "table_percentage": told.pop("table"),
        "estimates": [str(list(line.estimates)) for line in event_lines],
        "opponents": [f"[{', '.join(met[line.event, line.player])}]" for line in event_lines],
    }


def _strength(line: EventLine, for_whom: EventLine) -> int:
    """What a player counted with in the reckoning of another, or of himself: an estimated player's last
    cycle was worked from the estimates of the one before (QJ 4a)."""
    if for_whom.estimates and line.estimates:
        return line.estimates[-2]
    return line.rating


def _performances(outcome: Outcome, inputs: Values, members: Mapping[str, Values]) -> list[Mapping[str, Any]]:
    names = {e["key"]: e["name"] for e in inputs["events"]}
    return [
        {"federation_id": line.player, **_performed(line, names)}
        for line in outcome.event_lines
        if line.standing in NEW and line.player in members
    ]


def _performed(line: EventLine, names: Mapping[str, str]) -> Mapping[str, Any]:
    told = line.performance, line.games, line.time_class, names[line.event], line.event
    return dict(zip(PERFORMED, told, strict=True))
