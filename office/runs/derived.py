"""Everything a list says, as rows of its tables, from the outcome of a run and the inputs it used.

No database is asked: the same outcome and inputs give the same rows, on whatever machine.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import cache
from operator import attrgetter
from typing import Any

from office.families import family_named
from office.lists.columns import Column, Columns, columns_of, each_once
from office.runs.inputs import Values, day_of
from office.tables import GameLineRow
from rating.edition import Edition
from rating.outcome import GameLine, Outcome, Row
from rating.row_columns import Rows


def derived_tables(outcome: Outcome, inputs: Values, law: Edition) -> dict[type, Columns]:
    """The rows of a version by table, as columns, without its number."""
    made = family_named(law.family).rows(outcome, inputs, law)
    lines = columns_of(GameLineRow, _lines(outcome, inputs))
    return {GameLineRow: lines} | {table: columns_of(table, rows) for table, rows in made}


def last_played(outcome: Outcome, members: Mapping[str, Values]) -> dict[str, date | None]:
    """The day of everybody's last rated game, this list's among them; None where nobody knows."""
    days = each_once((told["last_game"] for told in members.values()), day_of)
    last: dict[str, date | None] = dict(zip(members, days, strict=True))
    for line in outcome.lines:
        if line.counts:
            last[line.player] = max(line.last_day, last.get(line.player) or line.last_day)
    return last


def printed_names(inputs: Values) -> dict[tuple[str, str], str]:
    """The names of players as events print them, by event and player."""
    return {
        (event["key"], game[side]): game[f"{side}_name"]
        for event in inputs["events"]
        for game in event["games"]
        for side in ("white", "black")
    }


def _lines(outcome: Outcome, inputs: Values) -> Columns:
    known = {m["id"]: m["name"] for m in inputs["members"]}
    events = {e["key"]: e["name"] for e in inputs["events"]}
    printed = cache(lambda: printed_names(inputs))  # of most lists every player is known
    colourless = {
        (event["key"], game["round"], game["board"], game[side])
        for event in inputs["events"]
        for game in event["games"]
        if not game["colours"]
        for side in ("white", "black")
    }
    lines = outcome.lines
    told: dict[str, Column] = columns_told(lines, LINE_FIELDS)
    keys, players, opponents = columns_told(lines, ("event", "player", "opponent")).values()

    def shown(people: Column) -> list[str]:
        """Who they are, by the register or as the event prints them."""
        return [known.get(who) or printed()[key, who] for key, who in zip(keys, people, strict=True)]

    told["federation_id"] = [who if who in known else None for who in players]
    told["player_name"] = shown(players)
    told["opponent_id"] = [who if who in known else None for who in opponents]
    told["opponent_name"] = shown(opponents)
    told["event_key"], told["event_name"] = keys, [events[key] for key in keys]
    if colourless:
        places = zip(keys, told["round"], told["board"], players, strict=True)
        pairs = zip(places, told["colour"], strict=True)
        told["colour"] = [None if place in colourless else colour for place, colour in pairs]
    told["reasons"] = [_reasons(line, known, printed) if line.reasons else NO_REASONS for line in lines]
    return told


def columns_told(rows: Sequence[Any], names: Sequence[str]) -> dict[str, Column]:
    """These attributes of rows as columns."""
    if isinstance(rows, Rows):
        return {name: rows.column(name) for name in names}
    told = zip(*map(attrgetter(*names), rows), strict=True) if rows else ((),) * len(names)
    return dict(zip(names, told, strict=True))


def _reasons(
    line: GameLine, known: Mapping[str, str], printed: Callable[[], Mapping[tuple[str, str], str]]
) -> str:
    """Why a line does not count, as JSON: the engine's words with names for IDs; who is no member has no ID
    to show."""

    def name(who: str) -> str:
        return known.get(who) or printed()[line.event, who]

    shown = {
        who: f"{name(who)} ({who})" if who in known else name(who) for who in (line.player, line.opponent)
    }
    # The longer first: one guest's place in the event, #1, begins another's, #14.
    longer, *shorter = sorted(shown, key=len, reverse=True)

    def told(detail: str) -> str:
        parts = detail.split(longer)
        for other in shorter:
            parts = [part.replace(other, shown[other]) for part in parts]
        return shown[longer].join(parts)

    return json.dumps(
        [
            {
                "reason": r.reason,
                "article": r.article,
                "detail": told(r.detail),
                "player": r.player if r.player in known else None,
                "who": name(r.player) if r.player else None,
                "day": r.day.isoformat() if r.day else None,
            }
            for r in line.reasons
        ],
        ensure_ascii=False,
    )


NO_REASONS = "[]"


def rating_values(row: Row, type_: str, ranks: Mapping[str, int]) -> Values:
    """What a row of a list stores of every rating."""
    told = {name: getattr(row, name) for name in RATING_FIELDS}
    return {"federation_id": row.id, "type": type_, "rank": ranks.get(row.id), **told}


RATING_FIELDS = (
    "previous", "previous_from", "change", "rounded", "rating", "games", "period_games", "peak", "how",
)  # fmt: skip
LINE_FIELDS = (
    "colour", "round", "board", "first_day", "last_day", "type", "result", "score", "rating", "rating_from",
    "opponent_rating", "opponent_rating_from", "counts", "for_initial", "d", "d_used", "column", "pd",
    "expected_article", "k", "k_reason", "k_article", "c",
)  # fmt: skip
