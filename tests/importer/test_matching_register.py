"""The matching trial on a small register (`python -m benchmarks.matching_trial` is the long run): nobody is
taken for another, and what is certain is taken."""

from time import process_time

import pytest

from benchmarks.matching_trial import Trial
from importer.families.japanese import FAMILY
from importer.matching import Known, Register, Seen
from importer.matching.likeness import Slips
from importer.names import name_key
from tests.importer.people import people
from tests.importer.spellings import NAMES, SLIPS

WHOLE = ("as on the register", "comma", "given name first", "capitals", "kanji", "kana", "former name")
AROUND = ("title in front", "様, さん, 先生", "club in brackets")
SPELLED = ("another romanisation", "kanji in another form")


@pytest.fixture(scope="module")
def trial() -> Trial:
    return Trial(members=3000, tries=150)


@pytest.fixture(scope="module")
def names(trial):
    return dict(trial.names())


@pytest.mark.parametrize("what", list(NAMES))
def test_nobody_is_taken_for_another(names, what):
    by_id = names[what]
    assert [counted["wrong"] for counted in by_id.values()] == [0, 0, 0], by_id
    assert by_id["right ID"]["chance"] == 0
    assert sum(counted["chance"] for counted in by_id.values()) <= 2


@pytest.mark.parametrize("what", [*WHOLE, *AROUND, *SPELLED])
def test_a_right_id_with_the_name_in_any_whole_form_is_seldom_asked_about(names, what):
    counted = names[what]["right ID"]
    assert counted["right"] > 0
    another = 0.05 if what in SPELLED else 0  # whose name is that very spelling
    assert counted["asked"] <= counted["right"] * another, counted


@pytest.mark.parametrize("what", list(NAMES))
def test_a_relatives_id_is_never_taken_and_never_overruled(names, what):
    counted = names[what]["relative's ID"]
    assert counted["right"] == 0
    assert counted["asked"] > 0


@pytest.mark.parametrize("what", list(SLIPS))
def test_a_right_id_with_one_slip_in_the_name_is_mostly_taken(names, what):
    counted = names[what]["right ID"]
    assert counted["right"] >= counted["asked"] * 4, counted


@pytest.mark.parametrize("what", [*WHOLE[:6], *AROUND])
def test_a_whole_name_without_an_id_is_asked_about_where_it_is_several_members(names, what):
    counted = names[what]["no ID"]
    assert 0 < counted["asked"] < counted["right"] / 5, counted


@pytest.mark.parametrize("what", ["another romanisation", "initial", "cut short", *SLIPS, "two slips"])
def test_less_than_the_name_without_an_id_is_always_asked_about(names, what):
    counted = names[what]["no ID"]
    assert counted["right"] == 0
    if what in SLIPS:
        assert counted["first"] >= counted["asked"] * 0.6, counted


def test_every_id_that_is_his_but_for_what_stands_around_it_is_taken(trial):
    for what, counted in trial.ids():
        assert counted["wrong"] == counted["chance"] == 0, what
        if not what.startswith("one slip"):
            assert counted["right"] > 0, what
            assert counted["asked"] == 0, what


def test_guests_who_have_a_members_name_are_asked_about(trial):
    for what, counted in trial.guests():
        assert counted["asked"] > 0, what
        assert counted["wrong"] == counted["right"] == counted["chance"] == 0, what


def test_r61_taken_takes_a_brother_who_is_no_member(trial):
    """What the reading that is not followed would do."""
    loose = Register(trial.members, slips=Slips.TAKEN, home=FAMILY.home)
    assert trial.counted(trial.sibling, loose, guest=True)["wrong"] > 0


def test_strangers_are_taken_only_with_a_members_very_name(trial):
    taken = 0
    for person in people(2000, seed=7):
        told = person.federation, person.sex, person.born.year
        found = trial.register.match(Seen(person.name, None, None, *told))
        if found.member is not None:
            taken += 1
            assert name_key(found.member.name) == name_key(person.name)
            assert found.member.born.year == person.born.year
    assert 0 < taken <= 5


def test_a_name_of_a_thousand_words_is_nobodys_at_once() -> None:
    register = Register([Known(1, "N90000001", "Mori Sora", None, None, "JPN", None)])
    begun = process_time()
    for n in range(20):
        match = register.match(Seen(f"W{n} {'Mori Sora Aki ' * 330}", None, None, "JPN", None))
        assert match.state == "unknown"
    assert process_time() - begun < 1
