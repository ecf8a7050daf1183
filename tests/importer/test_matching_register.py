"""A register of 5,000 invented members, written in every way: nobody is taken for another."""

import random
from collections import Counter

import pytest

from importer.matching import Register, Seen
from importer.matching.agreement import Rule, agreement
from importer.names import name_key
from tests.importer.people import Person, people
from tests.importer.spellings import known, ways

EACH = 400


@pytest.fixture(scope="module")
def everybody() -> list[Person]:
    return people(5000)


@pytest.fixture(scope="module")
def register(everybody: list[Person]) -> Register:
    return Register(known(n, person) for n, person in enumerate(everybody, start=1))


def tally(everybody, register, way, number):
    """How a way of writing ends for `EACH` people: `taken`, `asked`, `found` (asked, and the right one
    stands first), `chance` (the letters of another member's very name, which no program can tell) and
    `wrong`."""
    dice, counted = random.Random(number), Counter()
    for person in dice.sample(everybody, EACH):
        player = way(person, dice)
        if player is None:
            continue
        found = register.match(player)
        if found.member is None:
            counted["asked"] += 1
            counted["found"] += bool(
                found.candidates and found.candidates[0].federation_id == person.federation_id
            )
        elif found.member.federation_id == person.federation_id:
            counted["taken"] += 1
        elif player.national_id is None and name_key(player.name) != name_key(person.name):
            counted["chance"] += agreement(player.name, found.member) is Rule.SAME
            counted["wrong"] += agreement(player.name, found.member) is not Rule.SAME
        else:
            counted["wrong"] += 1
    return counted


@pytest.mark.parametrize("named", list(ways()))
def test_nobody_is_taken_for_another(everybody, register, named):
    counted = tally(everybody, register, ways()[named], list(ways()).index(named))
    assert counted["wrong"] == 0, counted
    assert counted["chance"] <= 2 if named == "misspelled, no ID" else counted["chance"] == 0, counted


CERTAIN = ("as on the register", "comma", "given name first", "capitals", "kanji", "kana", "without the N")


@pytest.mark.parametrize("named", [*CERTAIN, "full-width ID", "FIDE ID", "FIDE ID in its place"])
def test_a_whole_id_with_the_very_name_is_never_asked_about(everybody, register, named):
    counted = tally(everybody, register, ways()[named], 99)
    assert counted["asked"] == 0
    assert counted["taken"] > EACH / 4


@pytest.mark.parametrize("named", ["another romanisation", "initial", "cut short", "former name"])
def test_a_whole_id_with_the_name_in_another_form_is_seldom_asked_about(everybody, register, named):
    counted = tally(everybody, register, ways()[named], 98)
    assert counted["asked"] <= counted["taken"] * 0.05, counted


@pytest.mark.parametrize("named", ["misspelled", "slip in ID and name", "misspelled, no ID"])
def test_who_is_asked_about_mostly_stands_first(everybody, register, named):
    counted = tally(everybody, register, ways()[named], 97)
    assert counted["found"] >= counted["asked"] * 0.6, counted


def test_the_id_of_another_person_is_never_taken(everybody, register):
    dice = random.Random(3)
    for _ in range(EACH):
        one, other = dice.sample(everybody, 2)
        found = register.match(Seen(one.name, other.federation_id, None, None, None))
        if name_key(one.name) != name_key(other.name):
            assert found.member is None, (one, other, found.rule)
            assert {one.federation_id, other.federation_id} <= {c.federation_id for c in found.candidates}


def test_strangers_are_taken_only_with_a_members_very_name(register):
    taken = 0
    for person in people(2000, seed=7):
        found = register.match(Seen(person.name, None, None, person.federation, person.sex, person.born.year))
        if found.member is not None:
            taken += 1
            assert name_key(found.member.name) == name_key(person.name)
            assert found.member.born.year == person.born.year
    assert taken <= 5


def share(everybody, register) -> list[str]:
    """What the officer is asked about, a line for each way of writing."""
    lines = []
    for n, (named, way) in enumerate(ways().items()):
        counted = tally(everybody, register, way, n)
        whole = counted["asked"] + counted["taken"] + counted["chance"] + counted["wrong"]
        first = f", the right one first in {counted['found']}" if counted["asked"] else ""
        lines.append(f"{named}: {counted['asked']} of {whole} asked{first}; wrong {counted['wrong']}")
    return lines
