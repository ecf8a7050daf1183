"""What a run came to, in numbers that stand in its row beside the text report."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from office.runs.inputs import Values
from rating.outcome import GameLine, Outcome


@dataclass(frozen=True, slots=True)
class Game:
    """A game by White's line, and for how many of its two sides it counts: one, where R7 has a game against a
    UR player rated for his opponent alone."""

    line: GameLine
    sides: int


def games_of(outcome: Outcome) -> Iterator[Game]:
    """Each game once, in the order of the lines: a game has a line a side."""
    of_black = {
        (x.event, x.ref, x.round, x.board, x.opponent, x.player)
        for x in outcome.lines
        if x.colour == "black" and x.counts
    }
    for x in outcome.lines:
        if x.colour == "white":
            other = (x.event, x.ref, x.round, x.board, x.player, x.opponent) in of_black
            yield Game(x, x.counts + other)


def counts_of(outcome: Outcome, inputs: Values) -> str:
    """The counts of a run as JSON: `events` reported in the period, `games` that counted and `not_counted`,
    and by type of rating how many are `listed`, `played` a game that counted, and have their first rating on
    this list, from their games (`initial`) or taken over (`adopted`)."""
    games = [bool(game.sides) for game in games_of(outcome)]
    found = {
        "events": len(inputs["events"]),
        "games": sum(games),
        "not_counted": len(games) - sum(games),
        "types": {
            type_: {
                "listed": sum(row.listed for row in rows),
                "played": sum(row.period_games > 0 and row.how != "initial" for row in rows),
                "initial": sum(row.how == "initial" for row in rows),
                "adopted": sum(row.how == "adopted" for row in rows),
            }
            for type_, rows in outcome.lists.items()
        },
    }
    return json.dumps(found, sort_keys=True)
