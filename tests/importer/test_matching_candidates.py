"""Who could be meant: the index finds whom a look at every member finds, in the same order."""

from collections.abc import Iterable
from datetime import date

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from importer.matching import Known, Register, Seen
from importer.matching.candidates import against
from importer.matching.likeness import MOST, Pieces, Postings, farthest
from tests.depth import deep
from tests.importer.every_member import EveryMember

PARTS = """
ono ohno oono ōno mori moori morri sora solar jun jyun shin ichi shinichi shin'ichi honma homma bill william
will billy smith smyth müller mueller muller s j jo christopher davidson david dav o ö
大野 小野 大 野 蓮 れん おおの レン オーノ ß 1
"""
WORDS = st.one_of(st.sampled_from(PARTS.split()), st.text("aeiounkst", min_size=1, max_size=9))
NAMES = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
MEMBERS = st.lists(
    st.tuples(NAMES, st.none() | NAMES, st.none() | NAMES, st.sampled_from(["m", "f", None])), max_size=12
)


def seen(name: str, **more: object) -> Seen:
    told = {"national_id": None, "fide_id": None, "federation": None, "sex": None, **more}
    return Seen(name, **told)  # type: ignore[arg-type]


def register(entries) -> list[Known]:
    return [
        Known(n, f"N{n:08d}", name, kanji, None, None, sex, kana=kana)
        for n, (name, kanji, kana, sex) in enumerate(entries, start=1)
    ]


@settings(max_examples=deep(600, 150))
@given(MEMBERS, NAMES)
@example([("Umino Bartholomew David", None, None, None)], "Umino, Bartholomew Dav")
@example([("Smith William", None, None, None)], "Smith Bill")
@example([("O Jun", None, None, None)], "Oh Jyun")
@example([("Smith J", None, None, None)], "John Smith")
def test_the_index_finds_whom_a_look_at_every_member_finds(entries, name):
    members = register(entries)
    known, everybody = Register(members), EveryMember(members)
    for printed in (name, *(kana or roman for roman, _, kana, _ in entries[:2])):
        found = [c.federation_id for c in known.candidates(seen(printed, sex="m"))]
        assert found[:5] == everybody.ranked(seen(printed, sex="m"))[:5]


def edited(text: str, edits: Iterable[tuple[str, int, str]]) -> str:
    """The text with letters put in, taken out and replaced."""
    for way, place, letter in edits:
        at = place % (len(text) + 1)
        text = text[:at] + ("" if way == "out" else letter) + text[at + (way != "in") :]
    return text


EDITS = st.lists(
    st.tuples(st.sampled_from(("in", "out", "instead")), st.integers(0, 20), st.sampled_from("abc")),
    max_size=4,
)


@settings(max_examples=deep(300, 75))
@given(st.lists(st.text("abc", max_size=18), max_size=30), EDITS, st.integers(1, MOST))
def test_the_pieces_miss_nobody(texts, edits, letters):
    pieces = Pieces(set(texts), letters)
    for text in (edited(text, edits) for text in texts):
        near = {t for t in texts if farthest(t) >= letters and Levenshtein.distance(text, t) <= letters}
        assert pieces.near(text) == near


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 9))))
def test_postings_hold_every_value_once(pairs):
    postings = Postings([k for k, _ in pairs], [n for _, n in pairs])
    for key in "abcd":
        held = postings.get(key)
        assert sorted(held) == sorted({n for k, n in pairs if k == key})


def people(*names: str, **more: object) -> list[Known]:
    return [Known(n, f"N{n:08d}", name, None, None, "JPN", "m", **more) for n, name in enumerate(names, 1)]  # type: ignore[arg-type]


def listed(members: list[Known], name: str, **more: object) -> list[str]:
    return [c.federation_id[-1] for c in Register(members).match(seen(name, **more)).candidates]


def test_the_nearest_rule_comes_first():
    members = people("Smith William Roy", "Smith W", "Smyth Bill", "Smith Will", "Smith Bill Roy")
    assert listed(members, "Bill Smith") == ["5", "1", "4"]
    assert listed(members, "Smith William") == ["1", "2", "4", "5"]


def test_who_has_something_against_him_comes_after_who_has_nothing():
    young, old = people("Mori Sora", "Mori Sora")
    young = Known(1, "N00000001", "Mori Sora", None, None, "JPN", "m", date(2010, 1, 1), ratings=(1100,))
    old = Known(2, "N00000002", "Mori Sora", None, None, "JPN", "m", date(1960, 1, 1), ratings=(2100,))
    assert listed([young, old], "Mori Sora", born=1960) == ["2", "1"]
    assert listed([young, old], "Mori Sora", rating=2050) == ["2", "1"]
    told = Register([young, old]).match(seen("Mori Sora", rating=2050)).candidates[1]
    assert told.against == ("the rating is 2050 and the member's is 1100",)


@pytest.mark.parametrize(
    ("held", "told"),
    [
        (None, ()),
        (date(2010, 5, 6), ()),
        (date(2010, 5, 7), ("the birth date is another day of that year",)),
        (date(2009, 5, 6), ("the year of birth is 2010 and the member's is 2009",)),
    ],
)
def test_a_printed_day_of_birth_is_held_against_the_one_of_the_register(held, told):
    member = Known(1, "N00000001", "Mori Sora", None, None, None, None, held)
    assert against(seen("Mori Sora", born=2010, born_on=date(2010, 5, 6)), member) == told


def test_the_rating_gap_can_be_set():
    member = Known(1, "N00000001", "Mori Sora", None, None, None, None, ratings=(1500, 1900))
    assert Register([member]).match(seen("Mori Sora", rating=2400)).member is member
    assert Register([member], rating_gap=499).match(seen("Mori Sora", rating=2400)).state == "ambiguous"


def test_likeness_is_asked_only_where_no_rule_finds_anybody():
    members = people("Hata Ren", "Hata Rem")
    assert listed(members, "Hata R") == ["1", "2"]
    assert listed(members, "Hata Rex") == ["1", "2"]
    assert Register(members).match(seen("Hata Rex")).state == "unknown"


def test_of_names_as_near_the_longer_one_is_more_alike():
    """One letter of eight is other, or one of nine: by Levenshtein's distance 88 and 89 of 100."""
    found = Register(people("Mori Sore", "Mori Saora")).match(seen("Mori Sora"))
    assert [(c.federation_id[-1], c.likeness) for c in found.candidates] == [("2", 89), ("1", 88)]


def test_only_the_nearest_are_proposed():
    assert listed(people("Hoshikage Naoki", "Hoshikaze Naomi"), "Hoshikage Naoko") == ["1"]


@pytest.mark.parametrize(
    ("name", "far"),
    [
        ("abc", 0),
        ("abcd", 1),
        ("abcdefg", 1),
        ("abcdefgh", 2),
        ("abcdefghijklmn", 3),
        ("大野", 0),
        ("大野蓮", 1),
    ],
)
def test_how_many_letters_may_differ_hangs_on_the_length(name, far):
    assert farthest(name) == far


def test_a_kanji_that_differs_is_proposed():
    member = Known(1, "N00000001", "Watari Ken", "渡 健太", None, None, None)
    found = Register([member]).match(seen("渡 建太"))
    assert (found.state, [c.federation_id for c in found.candidates]) == ("unknown", ["N00000001"])


def test_at_most_five_are_listed_but_everybody_of_the_very_name():
    assert len(listed(people(*[f"Hata Ren {x}" for x in "abcdefgh"]), "Hata Ren")) == 5
    assert len(listed(people(*["Hata Ren"] * 7), "Hata Ren")) == 7
