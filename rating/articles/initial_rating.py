"""The first rating of a UR player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Literal

from rating.calendar import add_months
from rating.citation import article
from rating.families.fide import EDITIONS as FIDE
from rating.interpretations import Interpretations
from rating.records import EarlierGame
from rating.steps import Initial, Period, Standing, Towards, UnratedGames

if TYPE_CHECKING:
    from rating.edition import Edition

MONTHS_OF_YEAR = 12
WON, LOST = 2, 0


@article("jcf-2024-10", "6(3)", reads=("initial_from_games", "initial_window_years"))
def first_rating(law: Edition, played: UnratedGames, switches: Interpretations) -> Initial | None:
    """The initial rating from the games against rated opponents of one type, None while UR.

    Only games of the years that end with the period (R63) count; at least one of them has to be new,
    they have to be enough (R64), and neither all won nor all lost.
    """
    in_order = sorted(played.all, key=game_order)
    for window in _windows(law, played, switches):
        games = _within(in_order, window)
        if not _within(played.new, window) or _all_won_or_lost(games):
            continue
        if _are_enough(law, played, window, switches):
            return _initial(law, games, window, switches)
    return None


@article("jcf-2024-10", "6(3)", reads=("initial_from_games", "initial_window_years"))
def games_of_years(law: Edition, played: UnratedGames, switches: Interpretations) -> Towards:
    """How many games of the years there are; of several windows that could be meant, in the fullest."""
    windows = _windows(law, played, switches)
    fullest = max(windows, key=lambda window: _count(played, window))
    count = _count(played, fullest)
    towards = _towards(law, _within(played.all, fullest), count)
    return replace(towards, outside=len(played.all) + len(played.elsewhere) - count)


def _windows(law: Edition, played: UnratedGames, switches: Interpretations) -> Sequence[Period]:
    """R63: the years that end with the period, or with any new game, the latest first."""
    days = sorted({game.date for game in played.new}, reverse=True) if switches.r63 == "any-game-day" else ()
    return [_years_until(law, day) for day in days or (played.period.last,)]


def _towards(law: Edition, games: Sequence[EarlierGame], count: int, *, won_too: bool = True) -> Towards:
    """All won, where that counts against him, or all lost, once so many games are enough."""
    needed = law.number("initial_from_games")
    against = _all_won_or_lost(games) if count >= needed else None
    return Towards(count, needed, None if against == "all-won" and not won_too else against)


def _within(games: Sequence[EarlierGame], window: Period) -> tuple[EarlierGame, ...]:
    return tuple(game for game in games if game.date in window)


def _count(played: UnratedGames, window: Period) -> int:
    """How many games of these days count towards those that it takes."""
    return len(_within((*played.all, *played.elsewhere), window))


def _years_until(law: Edition, last: date) -> Period:
    years = law.number("initial_window_years")
    return Period(add_months(last, -years * MONTHS_OF_YEAR) + timedelta(days=1), last)


def _are_enough(law: Edition, played: UnratedGames, window: Period, switches: Interpretations) -> bool:
    """Whether the games of these days are enough; R64: or those of others once were, all won or all lost."""
    enough = law.number("initial_from_games")
    if _count(played, window) >= enough or switches.r64 == "still-six":
        return _count(played, window) >= enough
    days = {game.date for game in (*played.all, *played.elsewhere)}
    once = [span for span in (_years_until(law, day) for day in days) if _count(played, span) >= enough]
    return any(_all_won_or_lost(_within(played.all, span)) for span in once if _within(played.all, span))


@article("ncs-2022-09", "6(3)")
@article("jcf-2024-10", "6(3)")
def of_type_or_of_all(_law: Edition, switches: Interpretations) -> bool:
    """Whether a UR player's games of all types are counted together (R117)."""
    return switches.r117 == "both-types"


@article("ncs-2022-09", "6(3)", reads=("initial_from_games",))
def first_rating_unless_nil(law: Edition, played: UnratedGames, switches: Interpretations) -> Initial | None:
    """The initial rating from all games of one type since ever, once they are enough and a new one is
    among them. Without half a point he stays UR (R8)."""
    games = tuple(sorted(played.all, key=game_order))
    count = len(games) + len(played.elsewhere)
    if not played.new or count < law.number("initial_from_games"):
        return None
    if _of_zero_score(games, switches) in ("still-unrated", "disregarded"):
        return None
    return _initial(law, games, _since_first(games, played.period), switches)


@article("ncs-2019-09", "2(4)", reads=("initial_from_games",))
def first_rating_unless_decided(
    law: Edition, played: UnratedGames, switches: Interpretations
) -> Initial | None:
    """The same over games against rated opponents; all won or all lost is for the officer to decide."""
    games = tuple(sorted(played.all, key=game_order))
    if not played.new or len(games) < law.number("initial_from_games") or _all_won_or_lost(games):
        return None
    return _initial(law, games, _since_first(games, played.period), switches)


@article("ncs-2022-09", "6(3)", reads=("initial_from_games",))
def games_since_ever(law: Edition, played: UnratedGames, switches: Interpretations) -> Towards:
    """How many games there are since ever."""
    return _towards(law, played.all, len(played.all) + len(played.elsewhere), won_too=False)


@article("ncs-2019-09", "2(4)", reads=("initial_from_games",))
def games_since_ever_or_decided(law: Edition, played: UnratedGames, switches: Interpretations) -> Towards:
    """The same where all won is as much in the way as all lost."""
    return _towards(law, played.all, len(played.all))


@article("ncs-2019-09", "2(4)", reads=("initial_from_games",))
def all_won_or_all_lost(law: Edition, games: Sequence[EarlierGame]) -> str | None:
    """Why the officer has to decide the initial rating, None where he has not."""
    if len(games) < law.number("initial_from_games"):
        return None
    return _all_won_or_lost(games)


@article("ncs-2019-09", "2(4)")
def asked_with_new_game_or_always(
    law: Edition, earlier: Sequence[EarlierGame], new: Sequence[EarlierGame], switches: Interpretations
) -> str | None:
    """Why a list asks the officer to decide the initial rating of who stays UR on it, None where it does not:
    on each with a new game, or on each (R106)."""
    if not new and switches.r106 == "new-game":
        return None
    return law.shapes.decision(law, (*earlier, *new))


@article(FIDE, "8.2.2")
@article("ncs-2019-09", "2(4)")
@article("jcf-2024-10", "6(3)")
def rated_opponents_only(
    law: Edition, opponent: Standing, player: Standing, switches: Interpretations
) -> int | None:
    """The rating at which an opponent enters a UR player's initial rating, None where he does not."""
    return opponent.rating if law.shapes.counts_as_rated(law, opponent, player, switches) else None


@article("ncs-2019-09", "2(4)")
@article("jcf-2024-10", "6(3)")
def earlier_against_rated(
    _law: Edition, games: Sequence[EarlierGame], switches: Interpretations
) -> tuple[EarlierGame, ...]:
    """Which games kept from lists before stay with a UR player: those against rated opponents, whatever an
    earlier edition assumed of the others."""
    return tuple(game for game in games if not game.assumed)


@article(FIDE, "8.2.1")
def earlier_for_first_event(
    law: Edition, games: Sequence[EarlierGame], switches: Interpretations
) -> tuple[EarlierGame, ...]:
    """The same where the others can be asked for who scored in his first event (R101)."""
    return tuple(game for game in games if not game.assumed or law.shapes.with_unrated(law, switches))


@article("ncs-2022-09", "6(4)", reads=("initial_from_games",))
def earlier_against_anyone(
    law: Edition, games: Sequence[EarlierGame], switches: Interpretations
) -> tuple[EarlierGame, ...]:
    """The same where UR opponents enter: all of them; or none, where a score of zero in as many games as an
    initial rating asks for is disregarded (R8)."""
    enough = len(games) >= law.number("initial_from_games")
    return () if enough and _of_zero_score(games, switches) == "disregarded" else tuple(games)


@article("ncs-2022-09", "6(4)", reads=("unrated_opponent",))
def unrated_opponents_too(
    law: Edition, opponent: Standing, player: Standing, switches: Interpretations
) -> int | None:
    """The same where a UR opponent enters at a rating the text assumes."""
    if law.shapes.counts_as_rated(law, opponent, player, switches):
        return opponent.rating
    return law.number("unrated_opponent")


@article("ncs-2019-09", "2(4)")
@article("ncs-2022-09", "6(4)")
@article("jcf-2024-10", "6(4)")
def as_reckoned_or_of_list_before(
    law: Edition, player: Standing, opponents: Mapping[str | None, Standing], switches: Interpretations
) -> tuple[EarlierGame, ...] | None:
    """The games kept of a UR player with each opponent at the rating of the list before, where he has one
    there; None where all enter as they were reckoned (R105). `opponents`: who they are, by ID."""
    if switches.r105 == "of-each-game":
        return None
    found = []
    for game in player.earlier:
        opponent = opponents[game.opponent]
        rating = None if opponent.rating is None else law.shapes.entering(law, opponent, player, switches)
        if rating is not None:
            game = replace(game, opponent_rating=rating, assumed=rating != opponent.rating)
        found.append(game)
    return tuple(found)


@article(FIDE, "7.1.4")
@article("ncs-2019-09", "2(4)")
@article("ncs-2022-09", "6(3)")
@article("jcf-2024-10", "6(3)")
def day_for_window(_law: Edition, first_day: date, last_day: date, switches: Interpretations) -> date:
    """The day under which a UR player's game is kept where it has no day of its own (R20)."""
    return first_day if switches.r20 == "first-day" else last_day


def _of_zero_score(games: Sequence[EarlierGame], switches: Interpretations) -> str | None:
    """What becomes of these games where nothing was scored in them (R8); None where something was."""
    return switches.r8 if all(game.score == LOST for game in games) else None


def _since_first(games: Sequence[EarlierGame], period: Period) -> Period:
    return Period(min(game.date for game in games), period.last)


def _initial(
    law: Edition, games: tuple[EarlierGame, ...], window: Period, switches: Interpretations
) -> Initial:
    performance = law.shapes.performance(law, games, switches)
    rating = law.shapes.floor(law, performance.pr)
    return Initial(window, games, performance, rating, floor_acted=rating != performance.pr)


def _all_won_or_lost(games: Sequence[EarlierGame]) -> Literal["all-won", "all-lost"] | None:
    if all(game.score == WON for game in games):
        return "all-won"
    return "all-lost" if all(game.score == LOST for game in games) else None


def game_order(game: EarlierGame) -> tuple[str, date, int, int, str]:
    """A fixed order for games that are kept: type, date, opponent, score, the caller's key."""
    return (game.type, game.date, game.opponent_rating, game.score, game.ref or "")
