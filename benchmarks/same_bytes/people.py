"""Invented people, the same ones every time, and how strong each really is."""

from dataclasses import dataclass, replace
from datetime import date
from random import Random

from benchmarks.same_bytes.events import Entrant

SYLLABLES = ("ka", "shi", "mo", "ri", "ta", "na", "ha", "yu", "ko", "se", "mi", "to", "ra", "no", "ki", "su")
KANJI = "山川田中森林石原高松竹梅花月星空海風光春夏秋冬青赤白黒金銀"
CLUBS = ("Kita Chess Club", "Minami Chess Club", "Chuo Chess Circle")


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
