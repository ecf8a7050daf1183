"""Matches: an event of two players and nobody else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rating.citation import article
from rating.families.fide import EDITIONS as FIDE
from rating.interpretations import Interpretations
from rating.records import Event
from rating.results import FORFEITS, SCORES

if TYPE_CHECKING:
    from rating.edition import Edition

PLAYERS = 2


@article(FIDE, "6.1")
def two_players_alone(law: Edition, event: Event, switches: Interpretations) -> bool:
    """Whether an event is a match, which with an unrated player is not rated: one that is told to be of so
    many games, or by its players (R75)."""
    if event.match_games is not None:
        return True
    players = {player for game in event.games for player in (game.white, game.black)}
    return switches.r75 == "two-players" and len(event.games) > 1 and len(players) == PLAYERS


@article(FIDE, "6.2")
def round_that_wins(law: Edition, event: Event, switches: Interpretations) -> int | None:
    """The round with which one of the two has more than half of the points there are, after which no game is
    rated, with those by forfeit or without them (R112); None in an event that is not told to be a match of so
    many games, and before it is won."""
    if event.match_games is None:
        return None
    points = SCORES | dict.fromkeys(FORFEITS, (0, 0))
    if switches.r112 == "with-forfeits":
        points |= zip(FORFEITS, ((2, 0), (0, 2), (0, 0)), strict=True)
    halves: dict[str, int] = {}
    for game in sorted(event.games, key=lambda game: game.round):
        for player, score in zip((game.white, game.black), points[game.result], strict=True):
            halves[player] = halves.get(player, 0) + score
            if halves[player] > event.match_games:
                return game.round
    return None
