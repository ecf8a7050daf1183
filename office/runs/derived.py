"""Everything a list says, as rows of its tables, from the outcome of a run and the inputs it used.

No database is asked: the same outcome and inputs give the same rows, on whatever machine.
"""

import json
import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from office.runs.columns import member_rows, rating_rows
from office.runs.earlier import Earlier
from office.runs.inputs import Values
from office.runs.queensland_rows import rows_by_table
from office.tables import EarlierGameRow, GameLineRow, ListMemberRow, ListRatingRow
from rating.edition import Edition
from rating.families import QUEENSLAND
from rating.outcome import GameLine, Outcome


def derived_rows(
    outcome: Outcome, inputs: Values, law: Edition
) -> list[tuple[type, Sequence[Mapping[str, Any]]]]:
    """The rows of a version by table, without its number."""
    lines: tuple[type, Sequence[Mapping[str, Any]]] = (GameLineRow, _lines(outcome, inputs))
    if law.family == QUEENSLAND:
        return [lines, *rows_by_table(outcome, inputs, law)]
    games = Earlier(outcome, inputs)
    return [
        lines,
        (ListMemberRow, member_rows(outcome, inputs)),
        (ListRatingRow, rating_rows(outcome, inputs, law, games)),
        (EarlierGameRow, _earlier(outcome, games)),
    ]


def _lines(outcome: Outcome, inputs: Values) -> list[Values]:
    known = {m["id"]: m["name"] for m in inputs["members"]}
    events = {e["key"]: e for e in inputs["events"]}
    names: dict[tuple[str, str], str] = {}
    colours: dict[tuple[str, int, int | None, str], bool] = {}
    for event in inputs["events"]:
        for game in event["games"]:
            for side in ("white", "black"):
                names[event["key"], game[side]] = game[f"{side}_name"]
                colours[event["key"], game["round"], game["board"], game[side]] = game["colours"]

    def name(line: GameLine, who: str) -> str:
        return known.get(who) or names[line.event, who]

    def told(line: GameLine, detail: str) -> str:
        """The engine's words with names for IDs; who is no member has no ID to show."""
        shown = {
            who: f"{name(line, who)} ({who})" if who in known else name(line, who)
            for who in (line.player, line.opponent)
        }
        # The longer first: one guest's place in the event, #1, begins another's, #14.
        pattern = "|".join(re.escape(who) for who in sorted(shown, key=len, reverse=True))
        return re.sub(pattern, lambda found: shown[found[0]], detail)

    return [
        {
            "federation_id": line.player if line.player in known else None,
            "player_name": name(line, line.player),
            "opponent_id": line.opponent if line.opponent in known else None,
            "opponent_name": name(line, line.opponent),
            "event_key": line.event,
            "event_name": events[line.event]["name"],
            "colour": line.colour if colours[line.event, line.round, line.board, line.player] else None,
            "reasons": json.dumps(
                [
                    {
                        "reason": r.reason,
                        "article": r.article,
                        "detail": told(line, r.detail),
                        "player": r.player if r.player in known else None,
                        "who": name(line, r.player) if r.player else None,
                        "day": r.day.isoformat() if r.day else None,
                    }
                    for r in line.reasons
                ],
                ensure_ascii=False,
            ),
            **{n: getattr(line, n) for n in LINE_FIELDS},
        }
        for line in outcome.lines
    ]


LINE_FIELDS = (
    "round",
    "board",
    "first_day",
    "last_day",
    "type",
    "result",
    "score",
    "rating",
    "rating_from",
    "opponent_rating",
    "opponent_rating_from",
    "counts",
    "for_initial",
    "d",
    "d_used",
    "column",
    "pd",
    "expected_article",
    "k",
    "k_reason",
    "k_article",
    "c",
)


def _earlier(outcome: Outcome, games: Earlier) -> list[Values]:
    return [
        {
            "federation_id": number,
            "type": g.type,
            "played_on": g.date,
            "opponent_rating": g.opponent_rating,
            "score": g.score,
            "source": told["source"],
            "event_key": told["event_key"],
            "round": told["round"],
            "opponent_id": told["opponent_id"],
            "opponent_name": told["opponent_name"],
            "list_date": told["list"] and date.fromisoformat(told["list"]),
        }
        for number, kept in outcome.earlier_games.items()
        for g in kept
        for told in (games.values(number, g),)
    ]
