"""Unrated players' games against rated opponents: what is stored of each, from run to run (6(3))."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from office.runs.merged import Values
    from office.tables import EarlierGameRow
    from rating.outcome import Outcome
    from rating.records import EarlierGame


def kept_values(row: EarlierGameRow, ref: str) -> Values:
    """A stored game as an input of the next run; `ref` is its key there."""
    return {
        "ref": ref,
        "type": row.type,
        "date": row.played_on.isoformat(),
        "opponent_rating": row.opponent_rating,
        "score": row.score,
        "source": row.source,
        "event_key": row.event_key,
        "round": row.round,
        "opponent_id": row.opponent_id,
        "opponent_name": row.opponent_name,
        "list": row.list_date.isoformat() if row.list_date else None,
    }


def is_assumed(game: Values) -> bool:
    """Whether the opponent was UR too, so that his rating is what the text assumes (2022 6(4)): a game of
    an event of this office has the list of the opponent's rating, unless there was none."""
    return game["event_key"] is not None and game["list"] is None


class Earlier:
    """The games of a run by player and key: those it was given and those it brought."""

    def __init__(self, outcome: Outcome, inputs: Values) -> None:
        known = {m["id"]: m["name"] for m in inputs["members"]}
        events = {e["key"]: e["name"] for e in inputs["events"]}
        self._facts: dict[tuple[str, str | None], Values] = {
            (m["id"], g["ref"]): g for m in inputs["members"] for g in m["earlier_games"]
        }
        for line in outcome.lines:
            if line.for_initial:
                self._facts[line.player, line.ref] = {
                    "source": events[line.event],
                    "event_key": line.event,
                    "round": line.round,
                    "opponent_id": line.opponent,
                    "opponent_name": known[line.opponent],
                    "list": outcome.previous_list.isoformat()
                    if line.enters_at == line.opponent_rating
                    else None,
                }

    def values(self, player: str, game: EarlierGame) -> Values:
        """All that is stored of a game."""
        facts = self._facts[player, game.ref]
        names = ("source", "event_key", "round", "opponent_id", "opponent_name", "list")
        return {
            "type": game.type,
            "date": game.date.isoformat(),
            "opponent_rating": game.opponent_rating,
            "score": game.score,
            **{n: facts[n] for n in names},
        }
