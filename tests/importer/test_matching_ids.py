"""IDs that are not as they should be: read where they are certain, shown as such, asked about otherwise."""

import pytest

from importer.families.queensland import FAMILY as QUEENSLAND
from importer.families.queensland.matching import ExactRegister
from importer.matching import Known, Register, Seen


def known(number: int, name: str, federation_id: str, fide_id: str | None = None, **more: object) -> Known:
    return Known(number, federation_id, name, None, fide_id, "JPN", "m", **more)  # type: ignore[arg-type]


SORA = known(1, "Mori Sora", "N00215754", "7001234")
RIN = known(2, "Hata Rin", "N12345678")
KEN = known(3, "Tani Ken", "N55501234", "12345678")
AOI_ONE = known(4, "Kaze Aoi", "N77700012")
AOI_TWO = known(5, "Kaze Aoi", "N77700099")
OHNO = known(6, "Ohno Ren", "N88800012")
ONO = known(7, "Ono Ren", "N66600012")
EVERYBODY = [SORA, RIN, KEN, AOI_ONE, AOI_TWO, OHNO, ONO]
REGISTER = Register(EVERYBODY)


def match(name, national_id=None, fide_id=None, register=REGISTER, **more):
    told = {"federation": None, "sex": None, **more}
    return register.match(Seen(name, national_id, fide_id, **told))


@pytest.mark.parametrize(
    ("printed", "how"),
    [
        ("12345678", "without its letter"),
        ("n12345678", "with a small letter"),
        ("Ｎ１２３４５６７８", "in full-width signs"),
        ("１２３４５６７８", "without its letter and in full-width signs"),
    ],
)
def test_an_id_written_otherwise_is_read_and_shown_as_such(printed, how):
    found = match("Hata Rin", printed)
    assert (found.state, found.member) == ("matched", RIN)
    assert found.rule == f"federation ID (printed {printed}: {how}) and name"


@pytest.mark.parametrize(
    ("printed", "how"),
    [
        ("N 1234 5678", "with blanks or dashes in it"),
        ("N-12345678", "with blanks or dashes in it"),
        ("N1234−5678", "with blanks or dashes in it"),
        ("N12345678.0", "with “.0” behind"),
        ("12345678.0", "without its letter and with “.0” behind"),
        ("NCS N12345678", "with a word in front"),
        ("NCS12345678", "without its letter and with a word in front"),
        ("ID: N12345678", "with a word in front"),
        ("jcf-n12345678", "with a small letter and with a word in front"),
    ],
)
def test_what_stands_around_an_id_is_taken_off_and_shown(printed, how):
    found = match("Hata, R.", printed)
    assert (found.state, found.member) == ("matched", RIN)
    assert found.rule.startswith(f"federation ID (printed {printed}: {how}) and ")


def test_the_letter_o_in_an_id_is_a_zero():
    found = match("Mori Sora", "NOO215754")
    rule = "federation ID (printed NOO215754: with the letter O for a zero) and name"
    assert (found.member, found.rule) == (SORA, rule)
    assert match("Mori Sora", "NO0215754.0").member is SORA
    assert match("Mori Sora", "MOO215754").member is None


@pytest.mark.parametrize("printed", ["", " ", "-", "－", "0", "0.0", "00000000", ".", "−−"])
def test_what_says_no_id_is_none(printed):
    assert match("Hata Rin", printed).rule == "name, exact and unique"


@pytest.mark.parametrize(
    "printed", ["guest", "N", "非会員", "X12345678", "NN12345678", "12345678-0", "N1234567l"]
)
def test_what_is_no_id_and_not_nothing_is_asked_about(printed):
    assert match("Hata Rin", printed).state == "ambiguous"


@pytest.mark.parametrize(
    ("printed", "how"),
    [
        ("215754", "without its letter and without zeros in front"),
        ("0215754", "without its letter and without zeros in front"),
        ("N215754", "without zeros in front"),
        ("7001234", "the FIDE ID in the field of the federation ID"),
        ("07001234", "the FIDE ID in the field of the federation ID"),
        ("7001234.0", "the FIDE ID in the field of the federation ID"),
        ("215754.0", "without its letter and without zeros in front and with “.0” behind"),
    ],
)
def test_lost_zeros_and_a_fide_id_in_the_wrong_field_are_read_with_the_exact_name(printed, how):
    found = match("Sora Mori", printed)
    assert (found.state, found.member) == ("matched", SORA)
    assert found.rule.startswith(f"federation ID (printed {printed}: {how}) and ")


def test_eight_digits_that_are_one_members_id_and_anothers_fide_id_are_the_one_of_the_name():
    assert match("Hata Rin", "12345678").member is RIN
    assert match("Tani Ken", "12345678").member is KEN
    found = match("Mori Sora", "12345678")
    assert found.state == "ambiguous"
    assert found.member is None


def test_eight_digits_that_are_the_ids_of_two_members_of_one_name_are_asked_about():
    twin = known(8, "Hata Rin", "N99900001", "12345678")
    found = match("Hata Rin", "12345678", register=Register([RIN, twin]))
    assert (found.state, found.rule) == (
        "ambiguous",
        "the ID 12345678 can be read as that of several members of this name",
    )
    assert match("Hata Rin", "N12345678", register=Register([RIN, twin])).member is RIN


@pytest.mark.parametrize("printed", ["215754", "7001234"])
def test_an_id_read_otherwise_needs_the_exact_name(printed):
    found = match("Mori S", printed)
    assert (found.state, found.member) == ("ambiguous", None)


@pytest.mark.parametrize(
    ("printed", "how"),
    [
        ("N12345687", "two digits changed round"),
        ("N21345678", "two digits changed round"),
        ("N12345679", "one digit wrong"),
        ("12395678", "one digit wrong"),
    ],
)
def test_an_id_with_one_slip_is_the_member_whose_name_it_is(printed, how):
    found = match("Hata Rin", printed)
    assert (found.state, found.member) == ("matched", RIN)
    assert found.rule == f"federation ID (printed {printed}: {how}) and name"


def test_an_id_that_is_one_slip_from_both_ids_of_a_merged_member_is_his():
    twice = known(8, "Hata Rin", "N12345678", other_ids=("N12345675",), other_names=("Hata Rin",))
    found = match("Hata Rin", "N12345679", register=Register([SORA, twice]))
    assert (found.state, found.member) == ("matched", twice)


def test_r41_asked_leaves_the_slip_to_the_officer():
    found = match("Hata Rin", "N12345679", register=Register(EVERYBODY, repair=False))
    assert found.state == "ambiguous"
    assert found.candidates[0].federation_id == "N12345678"
    assert "one digit wrong" in found.candidates[0].why


@pytest.mark.parametrize("printed", ["N12345666", "N87654321", "N1234567", "N123456789", "M12345678"])
def test_an_id_with_more_than_one_slip_is_asked_about(printed):
    found = match("Hata Rin", printed)
    assert (found.state, found.member) == ("ambiguous", None)
    assert found.candidates[0].federation_id == "N12345678"


def test_a_slip_is_asked_about_where_another_has_the_name():
    found = match("Kaze Aoi", "N77700013")
    assert found.state == "ambiguous"
    assert {c.federation_id for c in found.candidates} == {"N77700012", "N77700099"}


def test_a_slip_is_asked_about_where_anothers_name_can_be_spelled_so():
    assert match("Ohno Ren", "N88800013").state == "ambiguous"


def test_a_slip_is_asked_about_where_something_speaks_against_it():
    assert match("Hata Rin", "N12345679", sex="f").state == "ambiguous"


def test_a_slip_is_asked_about_where_the_name_is_another_spelling():
    assert match("Hatta Rin", "N12345679").state != "matched"


def test_a_slip_that_is_somebody_elses_id_is_asked_about():
    found = match("Kaze Aoi", "N12345678")
    assert (found.state, found.member) == ("ambiguous", None)
    assert found.candidates[0].federation_id == "N12345678"


def test_two_ids_of_two_members_contradict_each_other():
    found = match("Hata Rin", "N12345678", fide_id="7001234")
    assert found.state == "ambiguous"
    assert [c.federation_id for c in found.candidates][:2] == ["N12345678", "N00215754"]


def test_the_id_of_an_entry_that_was_merged_is_the_members():
    merged = known(9, "Yuki Haru", "N99900001", other_ids=("N99900002",))
    found = Register([merged]).match(Seen("Yuki Haru", "N99900002", None, None, None))
    assert (found.state, found.member) == ("matched", merged)
    assert "merged into N99900001" in found.rule


@pytest.mark.parametrize("printed", ["N12345678", "ｎ12345678", "N 1234 5678"])
def test_whose_id_stands_in_the_place_of_the_name_is_offered_and_not_taken(printed):
    found = match(printed)
    assert (found.state, [c.federation_id for c in found.candidates]) == ("ambiguous", ["N12345678"])
    assert found.candidates[0].why == "holds this ID"
    assert match("N12345679").candidates == ()


def test_so_it_is_where_names_have_to_match_exactly():
    register = ExactRegister(
        [known(1, "Mori Sora", "Q000012")], QUEENSLAND.member_number, folded=False, home="AUS", rating_gap=500
    )
    assert [c.federation_id for c in match("Q12", register=register).candidates] == ["Q000012"]
