"""One slip in a name whose ID is right (R61): taken where it can be nobody else, and shown."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from importer.matching import Known, Register, Seen
from importer.matching.agreement import rotations
from importer.matching.likeness import Slips, alphabet, may_be_one_slip, swapped
from importer.matching.spelling import words_of
from tests.depth import deep


def known(number: int, name: str, **more: object) -> Known:
    told = {"kanji": None, "fide_id": f"700{number}", "federation": "JPN", "sex": "m", **more}
    return Known(number, f"N9000000{number}", name, **told)  # type: ignore[arg-type]


SHOJI = known(1, "Hoshikage Shoji", kanji="星影 昭二", kana="ほしかげ しょうじ")
YUTA = known(2, "Tsukimi Yuta")
AKI = known(3, "Tsukimi Aki")
YUTO = known(4, "Kazemachi Yuto")
LI = known(5, "Li An", federation="CHN")
EVERYBODY = [SHOJI, YUTA, AKI, YUTO, LI]
REGISTER = Register(EVERYBODY)


def match(name, whose, register=REGISTER, **more):
    told = {"fide_id": None, "federation": None, "sex": None, **more}
    return register.match(Seen(name, whose.federation_id, **told))


@pytest.mark.parametrize(
    "printed",
    [
        "Hoshikage Shji",  # missing
        "Hoshikage Shojji",  # doubled
        "Hoshikage Shooki",  # replaced, beside another romanisation
        "Hoshikage Sohji",  # swapped
        "Hoshikaeg, Shoji",
        "SHOJI HOSHIKAG",
        "Ohshikage Shoji",
        "Hosikage Shouki",
        "ほしかげ しょじう",
        "FM Hoshikage Shojo",
    ],
)
def test_one_slip_beside_the_right_id_is_the_member(printed):
    found = match(printed, SHOJI)
    assert (found.state, found.member) == ("matched", SHOJI)
    assert found.rule == "federation ID and name but for one slip: Hoshikage Shoji"


def test_so_it_is_beside_the_fide_id():
    found = REGISTER.match(Seen("Hoshikage Shojii", None, "7001", None, None))
    assert (found.member, found.rule) == (SHOJI, "FIDE ID and name in another spelling")
    found = REGISTER.match(Seen("Hoshikage Shoki", None, "7001", None, None))
    assert found.rule == "FIDE ID and name but for one slip: Hoshikage Shoji"


@pytest.mark.parametrize(
    "printed", ["Hoshikage Shk", "Hoshikag Shok", "Hoshikage", "Hoshikaze Shokai", "星影 昭一", "Shoji Ho"]
)
def test_more_than_one_slip_or_another_kanji_is_asked_about(printed):
    assert match(printed, SHOJI).member is None


def test_a_slip_that_makes_a_name_which_others_bear_is_asked_about():
    """Tsukimi Yuto can be Yuta's brother, who is no member and was given his ID."""
    assert match("Tsukimi Yuto", YUTA).member is None
    assert match("Tsukimi Yuto", YUTA, Register(EVERYBODY, slips=Slips.TAKEN)).member is YUTA
    assert match("Tsukimi Yuti", YUTA).member is YUTA
    assert match("Tsukimi Yuti", YUTA, Register(EVERYBODY, slips=Slips.ASKED)).member is None


def test_a_slip_that_makes_a_surname_which_others_bear_is_taken():
    """R61 keeps from the holder of the ID only whose given name the slip would have made."""
    assert match("Tsukima Yuta", YUTA, Register([*EVERYBODY, known(6, "Tsukima Ren")])).member is YUTA


@pytest.mark.parametrize("other", ["Tsukimi Yuto", "Tsukimi Yuti", "Tsukimi Yutik", "Tsukimi Yutti"])
def test_a_slip_is_asked_about_where_another_member_is_as_near(other):
    register = Register([*EVERYBODY, known(6, other)])
    found = match("Tsukimi Yuti", YUTA, register)
    assert found.member is None
    assert {"N90000002", "N90000006"} <= {c.federation_id for c in found.candidates}


def test_a_slip_is_asked_about_where_another_member_can_be_written_so():
    assert match("Tsukimi Yuti", YUTA, Register([*EVERYBODY, known(6, "Tsukimi Yuti Ren")])).member is None


@pytest.mark.parametrize(
    "more", [{"sex": "f"}, {"fide_id": "7999"}, {"federation": "KOR"}, {"fide_id": "7004"}]
)
def test_a_slip_is_asked_about_where_something_speaks_against_it(more):
    assert match("Tsukimi Yuti", YUTA, **more).member is None


@pytest.mark.parametrize("name", ["Tsukimi Akki", "Tsukimi Ak"])
def test_a_relatives_id_with_a_slip_in_the_own_name_is_asked_about(name):
    assert match(name, YUTA).member is None


WORDS = st.text("abs", min_size=1, max_size=7)
NAMES = st.tuples(WORDS, WORDS).map(" ".join)


def slips(name: str, at: int, letter: str) -> tuple[str, ...]:
    """A letter missing, doubled, changed round with the next, replaced."""
    head, tail = name[:at], name[at + 1 :]
    return (
        head + tail,
        head + name[at] * 2 + tail,
        head + tail[:1] + name[at] + tail[1:],
        head + letter + tail,
    )


@settings(max_examples=deep(300, 75))
@given(st.lists(NAMES, min_size=1, max_size=12), NAMES, st.integers(1, 9), st.sampled_from("abs"))
def test_who_is_one_slip_away_is_found_as_by_a_look_at_every_member(names, another, at, letter):
    register = Register(
        Known(n, f"N{n:08d}", name, None, None, None, None) for n, name in enumerate(names, 1)
    )
    longest = max(names, key=len)
    for printed in (another, *slips(longest, at % len(longest), letter)):
        near = [
            m
            for m in register.members
            for ours, known in zip(words_of(printed), words_of(m.name), strict=True)
            for form in rotations(ours)
            if alphabet(form) and len("".join(known)) > 3 and OSA.distance(form, "".join(known)) == 1
        ]
        found = register.index.one_slip_away(printed)
        assert set(near) <= set(found)
        assert all(may_be_one_slip(printed, m) for m in found)


@pytest.mark.parametrize(
    ("text", "mended"),
    [("mori", True), ("mor", False), ("もりそら", True), ("森そらら", False), ("森空", False)],
)
def test_a_short_name_and_one_with_kanji_is_not_mended(text, mended):
    assert (alphabet(text) is not None) is mended
    assert swapped("abc") == ["bac", "acb"]
