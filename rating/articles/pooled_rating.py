"""The first rating of an unrated player from the games of some months, as FIDE pools them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from rating.articles.begun_earlier import first_list_after
from rating.articles.initial_rating import LOST, game_order
from rating.calendar import add_months
from rating.citation import article
from rating.families.fide import EDITIONS as FIDE
from rating.interpretations import Interpretations
from rating.records import EarlierGame
from rating.steps import Initial, Period, Towards, UnratedGames

if TYPE_CHECKING:
    from rating.edition import Edition


@article(
    FIDE, "8.2.1", reads=("initial_from_games", "initial_window_months", "initial_maximum", "listed_from")
)
def first_rating_on_list(law: Edition, played: UnratedGames, switches: Interpretations) -> Initial | None:
    """The initial rating from the games against rated opponents of some months (R83), but for a first event
    without half a point, on a list with a new one or on any (R109). It is held to the highest there can be;
    one too low for the list is none yet."""
    window, games = _pooled(law, played, switches)
    new = switches.r109 == "any-list" or any(not game.assumed for game in played.new)
    if not new or len(games) < law.number("initial_from_games"):
        return None
    performance = law.shapes.performance(law, games, switches)
    rating = min(performance.pr, law.number("initial_maximum"))
    if rating < law.number("listed_from"):
        return None
    return Initial(window, games, performance, rating, floor_acted=False)


@article(FIDE, "8.2.1")
def first_event_of_all(_law: Edition, switches: Interpretations) -> bool:
    """Whether the first event of an unrated player is looked for among all his games, and his score in it is
    that of all of them: also those with other unrated players (R101)."""
    return switches.r101 == "all-games"


@article(FIDE, "7.1.4", reads=("initial_from_games", "initial_window_months"))
def games_of_months(law: Edition, played: UnratedGames, switches: Interpretations) -> Towards:
    """How many games of the months there are; enough of them can give a rating too low for the list."""
    window, games = _pooled(law, played, switches)
    needed = law.number("initial_from_games")
    outside = sum(game.date not in window for game in played.all if not game.assumed)
    return Towards(len(games), needed, "too-low" if len(games) >= needed else None, outside)


def _pooled(
    law: Edition, played: UnratedGames, switches: Interpretations
) -> tuple[Period, tuple[EarlierGame, ...]]:
    """The months and the games of them that are pooled: those against rated opponents."""
    games = sorted(without_zero_start(played.all), key=game_order)
    window = _months_until(law, [game for game in games if not game.assumed], played.period, switches)
    return window, tuple(game for game in games if game.date in window and not game.assumed)


def without_zero_start(games: Sequence[EarlierGame]) -> Sequence[EarlierGame]:
    """The games but for those of the first event, where nothing was scored in it (R101: against whom). An
    event that nobody knows is not known to be the first."""
    first = min(games, key=lambda game: (game.date, game.event or ""), default=None)
    if first is None or first.event is None:
        return games
    if any(game.score != LOST for game in games if game.event == first.event):
        return games
    return [game for game in games if game.event != first.event]


def _months_until(
    law: Edition, games: Sequence[EarlierGame], period: Period, switches: Interpretations
) -> Period:
    months, reading = law.number("initial_window_months"), switches.r83
    if reading == "newest-game" and games:
        newest = max(game.date for game in games)
        return Period(add_months(newest, -months) + timedelta(days=1), newest)
    oldest = add_months(first_list_after(law, period.last), 1 - months)
    if reading == "valid-lists":
        return Period(law.shapes.previous_list(law, oldest), period.last)
    # Periods begin on other days of a month, as the one before has 28 to 31 of them.
    return Period(law.shapes.period(law, oldest).first, period.last)
