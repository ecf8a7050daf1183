"""Everything a list says, as rows of its tables, from the outcome of a run and the inputs it used.

No database is asked: the same outcome and inputs give the same rows, on whatever machine.
"""

import json
import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from office.families import family_named
from office.runs.inputs import Values, day_of
from office.tables import GameLineRow
from rating.edition import Edition
from rating.outcome import GameLine, Outcome, Row


def derived_rows(
    outcome: Outcome, inputs: Values, law: Edition
) -> list[tuple[type, Sequence[Mapping[str, Any]]]]:
    """The rows of a version by table, without its number."""
    return [(GameLineRow, _lines(outcome, inputs)), *family_named(law.family).rows(outcome, inputs, law)]


def last_played(outcome: Outcome, members: Mapping[str, Values]) -> dict[str, date | None]:
    """The day of everybody's last rated game, this list's among them; None where nobody knows."""
    last = {number: day_of(told["last_game"]) for number, told in members.items()}
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


def _lines(outcome: Outcome, inputs: Values) -> list[Values]:
    known = {m["id"]: m["name"] for m in inputs["members"]}
    events = {e["key"]: e for e in inputs["events"]}
    names = printed_names(inputs)
    colours: dict[tuple[str, int, int | None, str], bool] = {
        (event["key"], game["round"], game["board"], game[side]): game["colours"]
        for event in inputs["events"]
        for game in event["games"]
        for side in ("white", "black")
    }

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


def rating_values(row: Row, type_: str, ranks: Mapping[str, int]) -> Values:
    """What a row of a list stores of every rating."""
    told = {name: getattr(row, name) for name in RATING_FIELDS}
    return {"federation_id": row.id, "type": type_, "rank": ranks.get(row.id), **told}


RATING_FIELDS = (
    "previous", "previous_from", "change", "rounded", "rating", "games", "period_games", "peak", "how",
)  # fmt: skip
LINE_FIELDS = (
    "round", "board", "first_day", "last_day", "type", "result", "score", "rating", "rating_from",
    "opponent_rating", "opponent_rating_from", "counts", "for_initial", "d", "d_used", "column", "pd",
    "expected_article", "k", "k_reason", "k_article", "c",
)  # fmt: skip
