"""The row of a player who gets his first rating."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rating.edition import Edition
from rating.interpretations import Interpretations
from rating.outcome import Row
from rating.records import EarlierGame
from rating.steps import Initial, Period, Standing


def first_row(
    law: Edition,
    player: str,
    standing: Standing,
    new: Sequence[EarlierGame],
    period: Period,
    switches: Interpretations,
    decided: int | None = None,
) -> Row | None:
    """The first rating by the games, or as the officer decided it where that is asked of him; None
    while the player stays UR."""
    initial = law.shapes.initial(law, standing.earlier, new, period, switches)
    if initial is None and decided is not None:
        initial = _decided(law, (*standing.earlier, *new), period, switches, decided)
    if initial is None:
        return None
    games = standing.games + len(new)
    return Row(
        id=player,
        how="initial",
        floor_acted=initial.floor_acted,
        rating=initial.rating,
        games=games,
        period_games=len(new),
        peak=initial.rating,
        initial=initial,
        marks=law.shapes.marks(law, "initial", games, False, switches) or (),
    )


def _decided(
    law: Edition, games: tuple[EarlierGame, ...], period: Period, switches: Interpretations, decided: int
) -> Initial | None:
    if law.shapes.decision(law, games) is None:
        return None
    rating = law.shapes.floor(law, decided)
    window = Period(min(game.date for game in games), period.last)
    found = Initial(window, games, law.shapes.performance(law, games, switches), rating, floor_acted=False)
    return replace(found, floor_acted=rating != decided, decided=True)
