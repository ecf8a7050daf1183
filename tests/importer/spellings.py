"""How organizers write the members of `people`: names in many forms, names and IDs gone wrong.

A name or an ID is altered by itself (`NAMES`, `IDS`; None where the alteration does not apply), and who is
behind each player is known, so that a wrong acceptance shows.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from importer.matching import Known, Seen
from tests.importer.people import Person

Altered = Callable[[Person, random.Random], str | None]
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


def seen(person: Person, name: str, number: str | None = None) -> Seen:
    """A player printed with this name, ID and his federation, as Chess-Results has him."""
    return Seen(name, number, None, person.federation, None)


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
FORMS = ("髙高", "齋斎", "齋斉", "﨑崎", "島嶋", "沢澤", "淵渕", "条條", "藤籐")
"""Kanji of `people` that keyboards or families write otherwise; the last pair is two kanji and no form."""


def respelled(person: Person, dice: random.Random) -> str | None:
    """The Roman name in another romanisation; None for a foreigner."""
    if person.kana is None:
        return None
    name = person.name.casefold()
    fitting = [(a, b) for a, b in (*LONG_VOWELS, *KUNREI, *NASAL[:4]) if a in name]
    for one, other in dice.sample(fitting, min(len(fitting), 2)):
        name = name.replace(one, other, 1)
    return name.title() if name != person.name.casefold() else None


def other_form(person: Person, dice: random.Random) -> str | None:
    """The kanji name with one kanji in another form."""
    fitting = [pair for pair in FORMS[:-1] if person.kanji and pair[0] in person.kanji]
    return person.kanji.replace(*dice.choice(fitting)) if fitting and person.kanji else None


def _slip(kind: str) -> Altered:
    """The Roman name with one letter of one word (not its first) missing, doubled, swapped or replaced."""

    def altered(person: Person, dice: random.Random) -> str | None:
        name = person.name
        places = [n for n in range(1, len(name)) if name[n].isalpha() and name[n - 1].isalpha()]
        place = dice.choice(places)
        head, letter, tail = name[:place], name[place], name[place + 1 :]
        if kind == "missing":
            return head + tail
        if kind == "doubled":
            return head + letter * 2 + tail
        if kind == "swapped":
            made = head + tail[:1] + letter + tail[1:]
            return made if tail[:1].isalpha() and tail[0] != letter else None
        return head + dice.choice([c for c in "abcdefghijklmnopqrstuvwxyz" if c != letter.lower()]) + tail

    return altered


SLIPS = {f"letter {kind}": _slip(kind) for kind in ("missing", "doubled", "swapped", "replaced")}


def misspelled(person: Person, dice: random.Random) -> str:
    """One slip of any kind."""
    while (name := dice.choice(list(SLIPS.values()))(person, dice)) is None:
        pass
    return name


def slipped(number: str, dice: random.Random) -> str:
    """One digit wrong, or two neighbours changed round."""
    place = dice.randrange(1, len(number) - 1)
    head, digit, tail = number[:place], number[place], number[place + 1 :]
    return dice.choice((head + dice.choice("0123456789") + tail, head + tail[0] + digit + tail[1:]))


BRACKETS = ("({})", "[{}]", "（{}）", "({}")
"""Around a club; a name cut short by a page may lack the last one."""


def _wide(text: str) -> str:
    return "".join(chr(ord(c) + 0xFEE0) for c in text)


NAMES: dict[str, Altered] = {
    "as on the register": lambda p, d: p.name,
    "comma": lambda p, d: f"{p.surname}, {p.given}",
    "given name first": lambda p, d: f"{p.given} {p.surname}",
    "capitals": lambda p, d: f"{p.surname.upper()} {p.given}",
    "kanji": lambda p, d: p.kanji,
    "kana": lambda p, d: p.kana,
    "kanji in another form": other_form,
    "title in front": lambda p, d: f"{d.choice(('FM', 'WIM', 'CM', 'Dr.', 'Mr.'))} {p.name}",
    "様, さん, 先生": lambda p, d: p.kanji and p.kanji + d.choice(("様", "さん", " 先生")),
    "club in brackets": lambda p, d: f"{p.name} {d.choice(BRACKETS).format(p.club)}" if p.club else None,
    "another romanisation": respelled,
    "former name": lambda p, d: p.former,
    "initial": lambda p, d: f"{p.surname}, {p.given[0]}.",
    "initial in front": lambda p, d: f"{p.given[0]}. {p.surname}",
    "cut short": lambda p, d: p.name[:15] if len(p.name) > 15 else None,
    **SLIPS,
    "two slips": lambda p, d: misspelled(p, d)[::-1].replace("a", "e", 1).replace("o", "i", 1)[::-1],
}
"""How a name may stand in a report."""

IDS: dict[str, Altered] = {
    "without the N": lambda p, d: p.federation_id[1:],
    "full-width signs": lambda p, d: _wide(p.federation_id),
    "blank": lambda p, d: f"N {p.federation_id[1:5]} {p.federation_id[5:]}",
    "dash": lambda p, d: f"N-{p.federation_id[1:]}",
    "`.0`": lambda p, d: f"{p.federation_id[1:]}.0",
    "letter O": lambda p, d: p.federation_id.replace("0", "O") if "0" in p.federation_id else None,
    "`NCS `": lambda p, d: f"NCS {p.federation_id}",
    "FIDE ID in its place": lambda p, d: p.fide_id,
    "one slip": lambda p, d: slipped(p.federation_id, d),
}
"""How his ID may stand there."""


def ways() -> dict[str, Way]:
    """Whole lines of a usual event: name and ID, as benchmarks/matching.py mixes them."""
    own: Altered = lambda p, d: p.federation_id  # noqa: E731
    same = NAMES["as on the register"]
    return {
        "as on the register": _way(same, own),
        "given name first": _way(NAMES["given name first"], own),
        "without the N": _way(same, IDS["without the N"]),
        "another romanisation": _way(respelled, own),
        "as on the register, no ID": _way(same, None),
        "misspelled": _way(misspelled, own),
        "slip in the ID": _way(same, IDS["one slip"]),
        "misspelled, no ID": _way(misspelled, None),
    }


def _way(name: Altered, number: Altered | None) -> Way:
    def way(person: Person, dice: random.Random) -> Seen | None:
        printed, told = name(person, dice), number and number(person, dice)
        return None if printed is None or (number and told is None) else seen(person, printed, told)

    return way
