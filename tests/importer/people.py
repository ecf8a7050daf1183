"""A register of invented members, the same for the same seed: Japanese and foreign, with kanji, kana and
Roman names, former names, FIDE IDs and clubs. Names are put together from parts; nobody in it exists.

`people(5000, seed=1)` gives persons; `row(person)` a line of a register file by heading. Of all members
7 % share their Roman name with another, some with the same kanji too, some born in the same year; 8 % are
the brother or sister of another, of his surname and club, most of them with his initial.
"""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from tests.importer.people_parts import (
    CLUBS,
    FEDERATIONS,
    FOREIGN_MEN,
    FOREIGN_MIDDLE,
    FOREIGN_SURNAMES,
    FOREIGN_WOMEN,
    HEADS,
    MEN,
    TAILS,
    WOMEN,
    Part,
)

SHARING = 0.07
SIBLINGS = 0.08
FOREIGN = 0.15
WITH_FIDE_ID = 0.45


@dataclass(frozen=True, slots=True)
class Person:
    """One invented member. `surname` and `given` are the two parts of `name`, in Roman letters as on the
    register (no long vowels); `kana` is whole, in katakana: every other spelling follows from it."""

    federation_id: str
    surname: str
    given: str
    kanji: str | None
    kana: str | None
    born: date
    sex: str
    federation: str
    fide_id: str | None
    club: str | None
    former: str | None = None

    @property
    def name(self) -> str:
        return f"{self.surname} {self.given}"


def people(count: int, seed: int = 1) -> list[Person]:
    """`count` invented members in the order of their IDs."""
    dice = random.Random(seed)
    ids = sorted(dice.sample(range(10_000_000, 99_999_999), count))
    fide_ids = dice.sample(range(70_000_000, 79_999_999), count)
    twice = round(count * SHARING / 2)
    seen: set[str] = set()
    made: list[Person] = []
    while len(made) < count - twice:
        foreign = dice.random() < FOREIGN
        person = _foreigner(dice) if foreign else _japanese(dice)
        if made and dice.random() < SIBLINGS:
            person = _sibling(dice, dice.choice(made))
        if person.name not in seen:
            seen.add(person.name)
            made.append(person)
    for person in dice.sample(made, twice):
        made.append(_namesake(dice, person))
    dice.shuffle(made)
    return [
        replace(
            person,
            federation_id=f"N{number:08d}",
            fide_id=str(fide) if dice.random() < WITH_FIDE_ID else None,
        )
        for person, number, fide in zip(made, ids, fide_ids, strict=True)
    ]


HEADINGS = (
    "ID",
    "Name",
    "Surname",
    "Given",
    "Kanji",
    "Kana",
    "Former names",
    "Birth",
    "Sex",
    "Federation",
    "FIDE ID",
    "Club",
    "Joined",
    "Memberships",
)


def row(person: Person) -> dict[str, str]:
    """A line of a register file, by heading."""
    return {
        "ID": person.federation_id,
        "Name": person.name,
        "Surname": person.surname,
        "Given": person.given,
        "Kanji": person.kanji or "",
        "Kana": person.kana or "",
        "Former names": person.former or "",
        "Birth": person.born.isoformat(),
        "Sex": person.sex,
        "Federation": person.federation,
        "FIDE ID": person.fide_id or "",
        "Club": person.club or "",
        "Joined": "2020-04-01",
        "Memberships": "2025-04-01/2026-03-31; 2026-04-01/2027-03-31",
    }


def register_file(members: Iterable[Person]) -> bytes:
    """The whole register as a file that `banzuke members import` takes."""
    text = io.StringIO()
    writer = csv.DictWriter(text, HEADINGS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(row(person) for person in members)
    return text.getvalue().encode()


def _japanese(dice: random.Random) -> Person:
    surname = _surname(dice)
    sex = dice.choice("mmmmf")
    given = dice.choice(MEN if sex == "m" else WOMEN)
    former = None
    if sex == "f" and dice.random() < 0.1:
        former = f"{_surname(dice).roman.capitalize()} {given.roman.capitalize()}"
    return Person(
        federation_id="",
        surname=surname.roman.capitalize(),
        given=given.roman.capitalize(),
        kanji=f"{surname.kanji[0]} {dice.choice(given.kanji)}",
        kana=f"{surname.kana} {given.kana}",
        born=_born(dice),
        sex=sex,
        federation="JPN",
        fide_id=None,
        club=dice.choice(CLUBS),
        former=former,
    )


def _surname(dice: random.Random) -> Part:
    head, tail = dice.choice(HEADS), dice.choice(TAILS)
    return Part((head.kanji[0] + tail.kanji[0],), head.kana + tail.kana, head.roman + tail.roman)


def _foreigner(dice: random.Random) -> Person:
    sex = dice.choice("mmmmf")
    given = dice.choice(FOREIGN_MEN if sex == "m" else FOREIGN_WOMEN)
    if dice.random() < 0.35:
        given = f"{given} {dice.choice(FOREIGN_MIDDLE)}"
    surname = dice.choice(FOREIGN_SURNAMES)
    if dice.random() < 0.15:
        surname = f"{surname}-{dice.choice(FOREIGN_SURNAMES)}"
    return Person(
        federation_id="",
        surname=surname,
        given=given,
        kanji=None,
        kana=None,
        born=_born(dice),
        sex=sex,
        federation=dice.choice(FEDERATIONS),
        fide_id=None,
        club=dice.choice(CLUBS),
    )


def _sibling(dice: random.Random, person: Person) -> Person:
    """A brother or sister: surname and club the same, born within eight years, and in most cases a given
    name that begins alike."""
    sex = dice.choice("mf")
    born = person.born + timedelta(days=dice.randrange(300, 8 * 365))
    alike = person.given[:1] if dice.random() < 0.7 else ""
    more = replace(person, sex=sex, born=born, former=None)
    if person.kanji is None or person.kana is None:
        names = FOREIGN_MEN if sex == "m" else FOREIGN_WOMEN
        return replace(more, given=dice.choice([n for n in names if n.startswith(alike)] or names))
    parts = MEN if sex == "m" else WOMEN
    given = dice.choice([p for p in parts if p.roman.startswith(alike.lower())] or parts)
    kanji, kana = person.kanji.split()[0], person.kana.split()[0]
    return replace(
        more,
        given=given.roman.capitalize(),
        kanji=f"{kanji} {dice.choice(given.kanji)}",
        kana=f"{kana} {given.kana}",
    )


def _namesake(dice: random.Random, person: Person) -> Person:
    """Another person of the same Roman name: half of them written the same, one in six born in that year."""
    kanji = person.kanji
    if kanji is not None and dice.random() < 0.5:
        surname, _, given = kanji.partition(" ")
        roman = person.given.casefold()
        known: Sequence[Part] = [p for p in (*MEN, *WOMEN) if p.roman == roman]
        others = [k for part in known for k in part.kanji if k != given]
        kanji = f"{surname} {dice.choice(others)}" if others else kanji
    born = _born(dice)
    if dice.random() < 1 / 6:
        born = born.replace(year=person.born.year, day=min(born.day, 28))
    return replace(person, kanji=kanji, born=born, club=dice.choice(CLUBS), former=None)


def _born(dice: random.Random) -> date:
    return date(1940, 1, 1) + timedelta(days=dice.randrange(78 * 365))
