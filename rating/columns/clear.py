"""In which games nothing about the event, the day or the result stands against counting them."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date

from rating.field import Field
from rating.game_lines import sides_of
from rating.outcome import GameLine
from rating.records import Event, Game, Member
from rating.steps import Standing

RATING, GAMES = 1500, 100

Clear = Callable[[Event, Game], GameLine | None]


def nothing_against_the_event(field: Field) -> Clear:
    """Asks the article functions about a game of two players against whom nothing can be said: rated
    for ever, members for ever. What then still stands against it concerns all such games of the event.

    The answer is that game from White's side, of whatever event is alike; None where it does not count, or
    where the officer left this very game out. Events that are alike, days and results are asked about once.
    """
    standing = Standing("list", RATING, GAMES, RATING)
    everything = dict.fromkeys(field.law.shapes.types(field.law), standing)
    white, black = (Member(id, membership=((date.min, date.max),)) for id in ("white", "black"))
    ideal = replace(
        field,
        members={white.id: white, black.id: black},
        standings=replace(
            field.standings, by_member={white.id: everything, black.id: everything}, taken_from={}
        ),
    )
    asked: dict[tuple[Event, str, date, date], GameLine | None] = {}
    alike: dict[str, Event] = {}

    def clear(event: Event, game: Game) -> GameLine | None:
        if game.excluded or event.id in field.then or event.id in field.matches:
            return None  # who meets whom under which list, and in which round, is asked game by game
        if event.id not in alike:
            # What an event is called, and who pays for it, decides about no game.
            alike[event.id] = replace(event, id="", games=(), organizer=None, periodic=False)
        key = (alike[event.id], game.result, game.first_day, game.last_day)
        if key not in asked:
            asked[key] = _line(ideal, event, replace(game, white=white.id, black=black.id))
        return asked[key]

    return clear


def _line(ideal: Field, event: Event, game: Game) -> GameLine | None:
    white, black = (side.line for side in sides_of(ideal, event, game, []))
    return white if white.counts and black.counts else None
