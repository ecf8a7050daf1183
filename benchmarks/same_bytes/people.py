"""Invented people, how strong each really is, and their events: the same every time."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from random import Random

SYLLABLES = ("ka", "shi", "mo", "ri", "ta", "na", "ha", "yu", "ko", "se", "mi", "to", "ra", "no", "ki", "su")
KANJI = "山川田中森林石原高松竹梅花月星空海風光春夏秋冬青赤白黒金銀"
CLUBS = ("Kita Chess Club", "Minami Chess Club", "Chuo Chess Circle")


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


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on a register."""

    id: str
    name: str
    kanji: str
    born: date
    sex: str
    club: str
    strength: int

    def entrant(self, **more: object) -> Entrant:
        """Him in a report that names his ID."""
        one = Entrant(self.name, self.strength, self.id, sex="w" if self.sex == "f" else "m")
        return replace(one, **more)  # type: ignore[arg-type]


def people(chance: Random, count: int, number: str, youngest: int, oldest: int) -> list[Person]:
    """So many persons with names that are all different; `number` is the pattern of an ID."""
    names: dict[str, None] = {}
    while len(names) < count:
        surname, given = ("".join(chance.choices(SYLLABLES, k=k)).title() for k in (3, 2))
        names[f"{surname} {given}"] = None
    return [
        Person(
            number.format(n),
            name,
            "".join(chance.choices(KANJI, k=2)) + " " + "".join(chance.choices(KANJI, k=2)),
            date(chance.randint(youngest, oldest), chance.randint(1, 12), chance.randint(1, 28)),
            chance.choice("mmf"),
            chance.choice(CLUBS),
            round(chance.gauss(1550, 280)),
        )
        for n, name in enumerate(names, 1)
    ]


def month(first: date, n: int) -> date:
    """The 1st of the month `n` months after the month of a day."""
    months = first.year * 12 + first.month - 1 + n
    return date(months // 12, months % 12 + 1, 1)
