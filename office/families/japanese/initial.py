"""What is stored of an initial rating: its games and its performance. Who explains a list needs no more of
what makes one."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from rating.records import EarlierGame

if TYPE_CHECKING:
    from office.runs.inputs import Values
    from rating.steps import Performance


def is_assumed(game: Values) -> bool:
    """Whether the opponent was UR too, so that his rating is what the text assumes (2022 6(4)): a game of
    an event of this office has the list of the opponent's rating, unless there was none."""
    return game["event_key"] is not None and game["list"] is None


def game_kept(told: Values) -> EarlierGame:
    """A game of an unrated player as a run takes it."""
    return EarlierGame(
        type=told["type"],
        date=date.fromisoformat(told["date"]),
        opponent_rating=told["opponent_rating"],
        score=told["score"],
        ref=told["ref"],
        assumed=is_assumed(told),
        event=told["event_key"] or told["source"],
        opponent=told["opponent_id"],
    )


def performance_values(performance: Performance) -> Values:
    """What is stored of a performance, the exact mean `ra` as a fraction."""
    ra = performance.ra
    told = {"score": performance.score, "ra": [ra.numerator, ra.denominator]}
    return told | {"p": performance.p, "dp": performance.dp, "pr": performance.pr}
