"""Unrated players' games against rated opponents: what is stored of each, from run to run (6(3))."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from sqlmodel import Session

from office.lists.columns import read_columns
from office.tables import EarlierGameRow

if TYPE_CHECKING:
    from office.runs.merged import Values
    from office.tables import ListVersionRow
    from rating.outcome import Outcome
    from rating.records import EarlierGame
    from rating.steps import Performance

KEPT = ("opponent_rating", "score", "source", "event_key", "round", "opponent_id", "opponent_name")
FACTS = (*KEPT[2:], "list")


def kept_games(session: Session, version: ListVersionRow) -> dict[str, list[Values]]:
    """The stored games of a version as inputs of the next run, by player and in the order of their days;
    `ref` is the key of each there."""
    names = ("federation_id", "type", "played_on", "list_date", *KEPT)
    columns = read_columns(session, EarlierGameRow, version.id, names)
    found: dict[str, list[Values]] = defaultdict(list)
    by_day = sorted(zip(*columns.values(), strict=True), key=lambda row: row[2])
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
