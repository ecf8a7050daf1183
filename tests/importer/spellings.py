"""How organizers write the members of `people`: known spellings, misspellings, IDs gone wrong.

Each way takes a person and gives the player as a source would have him, or None where the way does not
apply. `ways()` names them all; who is behind each player is known, so that a wrong acceptance shows.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from importer.matching import Known, Seen
from tests.importer.people import Person

Way = Callable[[Person, random.Random], Seen | None]


def known(number: int, person: Person) -> Known:
    """The person as a member of the register."""
    return Known(
        number,
        person.federation_id,
        person.name,
        person.kanji,
        person.fide_id,
        person.federation,
        person.sex,
        person.born,
        person.club,
        person.kana,
        (),
        (person.former,) if person.former else (),
    )


def seen(person: Person, name: str, number: str | None = None, *, facts: bool = False) -> Seen:
    """A player printed with this name and ID; `facts`: with federation, sex and year of birth."""
    if not facts:
        return Seen(name, number, None, None, None)
    return Seen(name, number, None, person.federation, person.sex, person.born.year)


LONG_VOWELS = (("ou", "oh"), ("oo", "oh"), ("o", "oh"), ("o", "ou"), ("o", "oo"), ("u", "uu"))
KUNREI = (
    ("shi", "si"),
    ("chi", "ti"),
    ("tsu", "tu"),
    ("fu", "hu"),
    ("ji", "zi"),
    ("ju", "jyu"),
    ("sho", "syo"),
)
NASAL = (("nm", "mm"), ("mb", "nb"), ("mp", "np"), ("nb", "mb"), ("n", "n'"))


def respelled(person: Person, dice: random.Random) -> str | None:
    """The Roman name in another romanisation; None for a foreigner."""
    if person.kana is None:
        return None
    name = person.name.casefold()
    fitting = [(a, b) for a, b in (*LONG_VOWELS, *KUNREI, *NASAL[:4]) if a in name]
    for one, other in dice.sample(fitting, min(len(fitting), 2)):
        name = name.replace(one, other, 1)
    return name.title() if name != person.name.casefold() else None


def misspelled(person: Person, dice: random.Random) -> str:
    """One letter wrong, lost, doubled, or two changed round."""
    name = person.name
    place = dice.randrange(1, len(name) - 1)
    head, letter, tail = name[:place], name[place], name[place + 1 :]
    return dice.choice(
        (
            head + dice.choice("aeioukstnr") + tail,
            head + tail,
            head + letter * 2 + tail,
            head + tail[0] + letter + tail[1:],
        )
    )


def slipped(number: str, dice: random.Random) -> str:
    """One digit wrong, or two neighbours changed round."""
    place = dice.randrange(1, len(number) - 1)
    head, digit, tail = number[:place], number[place], number[place + 1 :]
    return dice.choice((head + dice.choice("0123456789") + tail, head + tail[0] + digit + tail[1:]))


def _wide(text: str) -> str:
    return "".join(chr(ord(c) + 0xFEE0) for c in text)


def ways() -> dict[str, Way]:
    """Every way by its name; those that end in “no ID” print none."""
    return {
        "as on the register": lambda p, d: seen(p, p.name, p.federation_id),
        "comma": lambda p, d: seen(p, f"{p.surname}, {p.given}", p.federation_id),
        "given name first": lambda p, d: seen(p, f"{p.given} {p.surname}", p.federation_id),
        "capitals": lambda p, d: seen(p, f"{p.surname.upper()} {p.given}", p.federation_id),
        "another romanisation": lambda p, d: _with(respelled(p, d), p, p.federation_id),
        "initial": lambda p, d: seen(p, f"{p.surname}, {p.given[0]}.", p.federation_id),
        "kanji": lambda p, d: _with(p.kanji, p, p.federation_id),
        "kana": lambda p, d: _with(p.kana, p, p.federation_id),
        "former name": lambda p, d: _with(p.former, p, p.federation_id),
        "cut short": lambda p, d: seen(p, p.name[:15], p.federation_id) if len(p.name) > 15 else None,
        "misspelled": lambda p, d: seen(p, misspelled(p, d), p.federation_id),
        "without the N": lambda p, d: seen(p, p.name, p.federation_id[1:]),
        "full-width ID": lambda p, d: seen(p, p.name, _wide(p.federation_id)),
        "FIDE ID in its place": lambda p, d: seen(p, p.name, p.fide_id) if p.fide_id else None,
        "slip in the ID": lambda p, d: seen(p, p.name, slipped(p.federation_id, d)),
        "slip in ID and name": lambda p, d: seen(p, misspelled(p, d), slipped(p.federation_id, d)),
        "FIDE ID": lambda p, d: Seen(p.name, None, p.fide_id, p.federation, p.sex) if p.fide_id else None,
        "as on the register, no ID": lambda p, d: seen(p, p.name, facts=True),
        "given name first, no ID": lambda p, d: seen(p, f"{p.given}, {p.surname}", facts=True),
        "another romanisation, no ID": lambda p, d: _with(respelled(p, d), p, None),
        "kanji, no ID": lambda p, d: _with(p.kanji, p, None),
        "misspelled, no ID": lambda p, d: seen(p, misspelled(p, d), facts=True),
        "initial, no ID": lambda p, d: seen(p, f"{p.surname} {p.given[0]}", facts=True),
    }


def _with(name: str | None, person: Person, number: str | None) -> Seen | None:
    return None if name is None else seen(person, name, number, facts=number is None)
