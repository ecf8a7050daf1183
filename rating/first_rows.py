"""The row of a player who gets his first rating."""

from collections.abc import Sequence

from rating.field import Field
from rating.outcome import Row
from rating.records import EarlierGame
from rating.steps import Initial, Period, Standing


def first_row(
    field: Field,
    player: str,
    standing: Standing,
    new: Sequence[EarlierGame],
    period: Period,
    decided: int | None,
) -> Row | None:
    """The first rating by the games, or as the officer decided it where that is asked of him; None
    while the player stays UR."""
    law, switches = field.law, field.switches
    initial = law.shapes.initial(law, standing.earlier, new, period, switches)
    if initial is None and decided is not None:
        initial = _decided(field, (*standing.earlier, *new), period, decided)
    if initial is None:
        return None
    games = law.shapes.games_of_unrated(law, (*standing.earlier, *new), switches)
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


def _decided(field: Field, games: tuple[EarlierGame, ...], period: Period, decided: int) -> Initial | None:
    law = field.law
    if law.shapes.decision(law, games) is None:
        return None
    rating = law.shapes.floor(law, decided)
    window = Period(min(game.date for game in games), period.last)
    worked = law.shapes.performance(law, games, field.switches)
    return Initial(window, games, worked, rating, floor_acted=rating != decided, decided=True)
