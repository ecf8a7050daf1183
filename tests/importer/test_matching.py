"""Which member a player is: three answers, and never a guess."""

import pytest

from importer.matching import Known, Register, Seen

SORA = Known(1, "N90000001", "Mori Sora", "森 空", "7001", "JPN", "m")
RIN = Known(2, "N90000002", "Hata Rin", "羽田 凛", None, "JPN", "f")
KEN_ELDER = Known(3, "N90000003", "Tani Ken", "谷 健", "7003", "JPN", "m")
KEN_YOUNGER = Known(4, "N90000004", "Tani Ken", "谷 賢", None, "JPN", "m")
LI = Known(5, "N90000005", "Li An", None, None, "CHN", None)
REGISTER = Register([SORA, RIN, KEN_ELDER, KEN_YOUNGER, LI], home="JPN")


def match(name, national_id=None, fide_id=None, federation=None, sex=None):
    return REGISTER.match(Seen(name, national_id, fide_id, federation, sex))


def test_id_and_name_that_agree_are_the_member():
    found = match("Mori, Sora", "N90000001")
    assert (found.state, found.member, found.rule) == ("matched", SORA, "federation ID and name")


def test_the_id_with_the_kanji_name_is_the_member():
    assert match("森 空", "N90000001").member is SORA


def test_an_id_under_another_name_is_ambiguous_and_names_both():
    found = match("Hata Rin", "N90000001")
    assert (found.state, found.member) == ("ambiguous", None)
    assert [(c.federation_id, c.why.split(",")[0]) for c in found.candidates] == [
        ("N90000001", "holds this ID"),
        ("N90000002", "has this name"),
    ]


def test_an_id_far_from_the_members_is_ambiguous_with_the_member_of_the_name():
    found = match("Mori Sora", "N91110009")
    assert found.state == "ambiguous"
    assert found.rule == "no member has the ID N91110009"
    assert [c.federation_id for c in found.candidates] == ["N90000001"]


def test_a_wrong_digit_and_two_members_of_the_name_are_asked_about():
    found = match("Tani Ken", "N90000005")
    assert found.state == "ambiguous"
    assert [c.federation_id for c in found.candidates] == ["N90000005", "N90000003", "N90000004"]


def test_an_id_on_no_register_with_a_name_on_none_is_unknown():
    found = match("Nobody Known", "N99999999")
    assert (found.state, found.candidates) == ("unknown", ())


def test_an_id_that_is_none_does_not_fall_back_to_the_name():
    assert match("Mori Sora", "7002").state == "ambiguous"


def test_a_wrong_id_is_not_overruled_by_the_fide_id():
    assert match("Mori Sora", "N90000002", fide_id="7001").state == "ambiguous"


def test_fide_id_and_name_that_agree_are_the_member():
    found = match("Tani, Ken", fide_id="7003")
    assert (found.state, found.member) == ("matched", KEN_ELDER)


def test_a_fide_id_under_another_name_is_ambiguous():
    found = match("Hata Rin", fide_id="7001")
    assert found.state == "ambiguous"
    assert [c.federation_id for c in found.candidates] == ["N90000001", "N90000002"]


def test_two_members_of_one_fide_id_are_ambiguous_even_with_the_name():
    twins = Register([SORA, Known(9, "N90000009", "Mori Sora", None, "7001", None, None)])
    found = twins.match(Seen("Mori Sora", None, "7001", None, None))
    assert (found.state, len(found.candidates)) == ("ambiguous", 2)


def test_a_name_alone_that_one_member_has_is_the_member():
    found = match("rin hata")
    assert (found.state, found.member, found.rule) == ("matched", RIN, "name, exact and unique")


def test_a_name_that_two_members_have_is_ambiguous_with_both():
    found = match("Tani Ken")
    assert found.state == "ambiguous"
    assert [c.federation_id for c in found.candidates] == ["N90000003", "N90000004"]


def test_candidates_of_one_name_are_told_apart():
    told = [c.why for c in match("Tani Ken").candidates]
    assert told == ["has this name, 谷 健", "has this name, 谷 賢"]


def test_an_unknown_fide_id_leaves_the_decision_to_the_name():
    assert match("Hata Rin", fide_id="7999").member is RIN


@pytest.mark.parametrize(
    ("seen", "word"),
    [
        ({"fide_id": "7999"}, "the FIDE ID is 7999 and the member's is 7001"),
        ({"federation": "KOR"}, "the federation is KOR"),
        ({"sex": "f"}, "the sex is f"),
    ],
)
def test_a_name_that_something_speaks_against_is_ambiguous(seen, word):
    found = match("Mori Sora", **seen)
    assert found.state == "ambiguous"
    assert word in found.rule
    assert [c.federation_id for c in found.candidates] == ["N90000001"]


def test_what_one_side_does_not_say_speaks_against_nothing():
    assert match("Li An", federation="CHN", sex="m").member is LI


@pytest.mark.parametrize("name", ["BYE", "", "No Player"])
def test_a_placeholder_is_nobody_even_with_an_id(name):
    found = match(name, "N90000001")
    assert (found.state, found.candidates) == ("unknown", ())


@pytest.mark.parametrize("name", ["Mori Sorb", "Hata Rim", "Morisora K"])
def test_nobody_is_taken_for_likeness(name):
    found = match(name)
    assert (found.state, found.member) == ("unknown", None)
    assert [c.likeness is not None for c in found.candidates] == [True]


@pytest.mark.parametrize("name", ["Mori S", "Mori Soraa", "Morisora", "Mori Sora Ken"])
def test_nobody_is_taken_for_a_rule_that_needs_an_id(name):
    found = match(name)
    assert (found.state, found.member) == ("ambiguous", None)
    assert [(c.federation_id, c.likeness) for c in found.candidates] == [("N90000001", None)]


@pytest.mark.parametrize("name", ["Mori", "Sora", "Unheard Of"])
def test_a_name_that_no_member_is_near_has_no_candidates(name):
    found = match(name)
    assert (found.state, found.candidates) == ("unknown", ())


SAKI = Known(6, "N90000006", "Mori Saki", "森 咲", "7006", "JPN", "f")
NO_FEDERATION = Known(7, "N90000007", "Kage Nao", None, None, None, "f")


@pytest.mark.parametrize("printed", ["Mori S.", "S. Mori", "MORI, S"])
def test_an_initial_with_the_id_of_one_of_two_siblings_is_asked_about(printed):
    both = Register([SORA, SAKI, RIN])
    for seen in (Seen(printed, "N90000001", None, None, None), Seen(printed, None, "7001", None, None)):
        found = both.match(seen)
        assert found.state == "ambiguous"
        assert {c.federation_id for c in found.candidates} == {"N90000001", "N90000006"}
        assert Register([SORA, RIN]).match(seen).member is SORA


def test_less_than_a_name_is_asked_about_where_another_member_is_one_slip_away():
    short, whole = (
        Known(n, f"N9000000{n}", t, None, None, None, None) for n, t in ((1, "Li An"), (2, "Li An Van"))
    )
    seen = Seen("Li An Vcn", "N90000001", None, None, None)
    assert Register([short]).match(seen).member is short
    found = Register([short, whole]).match(seen)
    assert [c.federation_id for c in found.candidates] == ["N90000001", "N90000002"]


@pytest.mark.parametrize("printed", ["S. Sora", "M. Sora", "Sora M."])
def test_an_initial_stands_for_no_surname_even_with_the_id(printed):
    assert match(printed, "N90000001").member is None


def test_a_printed_surname_that_is_another_is_never_left_out():
    known = Known(1, "N90000001", "Brambleford Daniel Q.", None, None, "ENG", None)
    assert Register([known]).match(Seen("Quillmark Daniel", "N90000001", None, "ENG", None)).member is None
    assert Register([known]).match(Seen("Brambleford D. Q.", "N90000001", None, "ENG", None)).member is known


@pytest.mark.parametrize(
    ("federation", "taken"), [(None, True), ("JPN", True), ("", False), ("USA", False), ("FID", False)]
)
def test_a_federation_that_the_register_lacks_is_the_offices_own(federation, taken):
    """None: the page prints nobody's; empty: it prints others' and not his."""
    register = Register([NO_FEDERATION, LI], home="JPN")
    found = register.match(Seen("Kage Nao", None, None, federation, None))
    assert (found.member is NO_FEDERATION) is taken
    if not taken:
        assert [c.federation_id for c in found.candidates] == ["N90000007"]
    assert register.match(Seen("Kage Nao", "N90000007", None, federation, None)).member is NO_FEDERATION
    assert Register([NO_FEDERATION]).match(Seen("Kage Nao", None, None, federation, None)).member


def test_a_member_of_another_federation_is_taken_with_it_and_asked_about_without():
    assert match("Li An", federation="CHN").member is LI
    assert match("Li An", federation="").member is None
    assert match("Li An", federation="JPN").member is None
