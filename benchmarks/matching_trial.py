"""The matching trial: members and guests as organizers write them, and what becomes of each.

`python -m benchmarks.matching_trial [MEMBERS] [TRIES]`, 4,000 and 1,000 without numbers, prints for every
alteration how often the right member was taken, how often the officer is asked, and how often somebody else
was taken: with the right ID, with the ID of a relative, without an ID; then IDs gone wrong, and guests. The
register is invented (tests/importer/people.py): brothers and sisters, members of one name, foreign members.
`chance` are names that an alteration turned into the taken member's very name, or brought within one letter
of it and farther from their own: no program can tell.
"""

import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from rapidfuzz.distance import OSA

from importer.families.japanese import FAMILY
from importer.matching import Register, Seen
from importer.names import name_key
from tests.importer.people import Person, people
from tests.importer.spellings import IDS, NAMES, known, misspelled, seen

MEMBERS, TRIES = 4000, 1000
Printed = Callable[[Person, random.Random], Seen | None]


def _with_id(alter: Any, person: Person, dice: random.Random) -> Seen | None:
    number = alter(person, dice)
    return number and seen(person, person.name, number)


class Trial:
    """A register, and who is behind every name."""

    def __init__(self, members: int = MEMBERS, tries: int = TRIES) -> None:
        self.everybody = people(members)
        self.tries = tries
        self.members = [known(n, person) for n, person in enumerate(self.everybody, start=1)]
        self.register = Register(self.members, home=FAMILY.home)
        self.without_federations = Register(
            (m._replace(federation=None) for m in self.members), home=FAMILY.home
        )
        self._given = sorted({p.given for p in self.everybody})
        self._families: dict[str, list[Person]] = defaultdict(list)
        for person in self.everybody:
            self._families[person.surname].append(person)

    def relative(self, person: Person, dice: random.Random) -> Person | None:
        """Somebody else of his surname, one with his initial before others; None where there is nobody."""
        family = [p for p in self._families[person.surname] if p.name != person.name]
        alike = [p for p in family if p.given[0] == person.given[0]]
        return dice.choice(alike or family) if family else None

    def counted(
        self, printed: Printed, register: Register | None = None, *, guest: bool = False
    ) -> Counter[str]:
        """How a way of printing ends: `right`, `asked`, `first` (asked, and the right one stands first),
        `chance`, `wrong`. Of guests nobody is right."""
        dice, found = random.Random(2026), Counter[str]()
        for person in dice.sample(self.everybody, len(self.everybody)):
            player = printed(person, dice)
            if player is None:
                continue
            found["tries"] += 1
            if found["tries"] > self.tries:
                break
            answer = (register or self.register).match(player)
            if answer.member is None:
                found["asked"] += 1
                first = answer.candidates[0].federation_id if answer.candidates else None
                found["first"] += first == person.federation_id
            elif answer.member.federation_id == person.federation_id and not guest:
                found["right"] += 1
            elif not guest and nearer(player.name, answer.member.name, person.name):
                found["chance"] += 1
            else:
                found["wrong"] += 1
        return found

    def names(self) -> Iterator[tuple[str, dict[str, Counter[str]]]]:
        """Every way of writing a name, with the right ID, with a relative's, and without one."""
        whose = {"right ID": "own", "relative's ID": "relative", "no ID": "none"}
        for what, alter in NAMES.items():
            ways = {told: partial(self._printed, alter, of) for told, of in whose.items()}
            yield what, {told: self.counted(printed) for told, printed in ways.items()}

    def _printed(self, alter: Any, whose: str, person: Person, dice: random.Random) -> Seen | None:
        name = alter(person, dice)
        other = person if whose == "own" else self.relative(person, dice)
        if name is None or other is None:
            return None
        return seen(person, name, None if whose == "none" else other.federation_id)

    def ids(self) -> Iterator[tuple[str, Counter[str]]]:
        """Every way of writing an ID, with the name as it is on the register; and one slip in each."""
        for what, alter in IDS.items():
            yield what, self.counted(partial(_with_id, alter))
        yield (
            "one slip, and one in the name",
            self.counted(lambda p, d: seen(p, misspelled(p, d), IDS["one slip"](p, d))),
        )

    def guests(self) -> Iterator[tuple[str, Counter[str]]]:
        """Who is on no register and has a member's name, or a name close to it: nobody is to be taken."""

        def abroad(person: Person, dice: random.Random) -> Seen:
            other = dice.choice([f for f in ("USA", "KOR", "GER") if f != person.federation])
            return Seen(person.name, None, None, other, None)

        def nowhere(person: Person, _: random.Random) -> Seen:
            return Seen(person.name, None, None, "", None)

        without = "the same, the register without federations"
        for what, printed in (
            ("a member's name, another federation", abroad),
            ("a member's name, no federation, others have one", nowhere),
        ):
            yield what, self.counted(printed, guest=True)
            yield without, self.counted(printed, self.without_federations, guest=True)
        yield "a brother or sister, with a member's ID", self.counted(self.sibling, guest=True)

    def sibling(self, person: Person, dice: random.Random) -> Seen | None:
        """The name of a brother or sister who is no member: a given name that others bear, one slip away."""
        near = [p for p in self._given if one_letter(p, person.given)]
        name = f"{person.surname} {dice.choice(near)}" if near else None
        if name is None or any(p.name == name for p in self._families[person.surname]):
            return None
        return seen(person, name, person.federation_id)


def nearer(printed: str, taken: str, own: str) -> bool:
    """Whether a printed name lies within one letter of the taken one's, and is farther from its own."""
    one, other = (OSA.distance(name_key(printed), name_key(name)) for name in (taken, own))
    return one <= 1 and one < other


def one_letter(one: str, other: str) -> bool:
    """Whether two given names differ by one letter in one place: Yuta, Yuto."""
    return len(one) == len(other) and sum(a != b for a, b in zip(one, other, strict=True)) == 1


def told(counted: Counter[str]) -> str:
    """Right, asked and wrong, and where any is, the chance."""
    chance = f" ({counted['chance']} chance)" if counted["chance"] else ""
    return f"{counted['right']:5} {counted['asked']:5} {counted['wrong']:5}{chance}"


def report(trial: Trial) -> Iterator[str]:
    """The trial in lines."""
    wrong = 0
    yield f"{len(trial.everybody)} members, up to {trial.tries} tries each: right, asked, wrong"
    for what, by_id in trial.names():
        wrong += sum(c["wrong"] for c in by_id.values())
        yield f"{what:24}" + " | ".join(f"{which} {told(c)}" for which, c in by_id.items())
    for title, found in (("ID", trial.ids()), ("guest", trial.guests())):
        for what, counted in found:
            wrong += counted["wrong"]
            yield f"{title}: {what:48} {told(counted)}"
    yield f"wrong: {wrong}"


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    line = ""
    for line in report(Trial(*numbers)):
        print(line)
    sys.exit(line != "wrong: 0")
