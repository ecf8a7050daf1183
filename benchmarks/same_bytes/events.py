"""Invented events, played out the same way every time."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from random import Random


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player as a report has him: `name` surname first; `strength` decides how he plays."""

    name: str
    strength: int
    id: str | None = None
    rating: int | None = None
    fide_id: str | None = None
    sex: str = ""


@dataclass(frozen=True, slots=True)
class Game:
    """Numbers of a round's players from 1; `black` None is a bye."""

    round: int
    white: int
    black: int | None
    result: str


@dataclass(frozen=True, slots=True)
class Event:
    """An event; `days` of its rounds."""

    name: str
    days: tuple[date, ...]
    entrants: tuple[Entrant, ...]
    games: tuple[Game, ...]
    control: str | None = "90 min + 30 sec"
    kind: str = ""
    organizer: str = ""
    dated: bool = True

    def changed(self, place: int, result: str) -> "Event":
        """The same event with another result of one game."""
        games = list(self.games)
        games[place] = replace(games[place], result=result)
        return replace(self, games=tuple(games))

    def played(self, place: int = 0) -> int:
        """The place of the n-th game that was won by White over the board."""
        return [n for n, game in enumerate(self.games) if game.result == "1-0"][place]


def event(
    chance: Random, name: str, days: Sequence[date], entrants: Iterable[Entrant], **more: object
) -> Event:
    """An event played out: a round for each day given; now and then a forfeit or an unrated game."""
    players = tuple(entrants)
    games: list[Game] = []
    met: set[frozenset[int]] = set()
    for number in range(1, len(days) + 1):
        left = sorted(range(1, len(players) + 1), key=lambda n: (-players[n - 1].strength, chance.random()))
        if number % 2 == 0:
            chance.shuffle(left)
        while left:
            white = left.pop(0)
            free = [n for n in left if frozenset((white, n)) not in met]
            if not free:
                games.append(Game(number, white, None, ""))
                continue
            black = free[0]
            left.remove(black)
            met.add(frozenset((white, black)))
            if chance.random() < 0.5:
                white, black = black, white
            games.append(Game(number, white, black, _result(chance, players[white - 1], players[black - 1])))
    return Event(name, tuple(days), players, tuple(games), **more)  # type: ignore[arg-type]


def _result(chance: Random, white: Entrant, black: Entrant) -> str:
    odd = chance.random()
    if odd < 0.03:
        return "+-" if odd < 0.02 else "-+"
    expected = 1 / (1 + 10 ** ((black.strength - white.strength) / 400))
    drawn = 0.2 if 0.1 < expected < 0.9 else 0
    thrown = chance.random()
    if thrown < drawn:
        return "="
    return "1-0" if chance.random() < expected else "0-1"
