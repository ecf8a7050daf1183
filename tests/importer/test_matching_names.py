"""Which names agree, and by which rule."""

import re
from datetime import date
from itertools import product

import pytest

from importer.matching import Known, Register, Seen
from importer.matching.agreement import Rule, agreement
from importer.matching.spelling import roman, words_of


def member(name: str, number: int = 1, **more: object) -> Known:
    told = {"kanji": None, "fide_id": None, "federation": "JPN", "sex": None, **more}
    return Known(number, f"N{number:08d}", name, **told)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("printed", "known", "rule"),
    [
        ("Hoshikage, Naoki", "Hoshikage Naoki", Rule.SAME),
        ("NAOKI HOSHIKAGE", "Hoshikage Naoki", Rule.SAME),
        ("Sorensen Bjorn", "Sørensen Bjørn", Rule.SAME),
        ("Weiss Rene", "Weiß René", Rule.SAME),
        ("Lukasz Wojcik", "Wójcik Łukasz", Rule.SAME),
        ("O’Hara Ann", "O'Hara Ann", Rule.SAME),
        ("Lindqvist Mori Anna", "Lindqvist-Mori Anna", Rule.SAME),
        ("Mueller Juergen", "Müller Jürgen", Rule.SPELLING),
        ("Ohno Ren", "Ono Ren", Rule.SPELLING),
        ("Oono Ren", "Ohno Ren", Rule.SPELLING),
        ("Ouno Ren", "Ono Ren", Rule.SPELLING),
        ("Hata Shinnichi", "Hata Shin'ichi", Rule.SPELLING),
        ("Hata Jyun", "Hata Jun", Rule.SPELLING),
        ("Matumoto Takesi", "Matsumoto Takeshi", Rule.SPELLING),
        ("Huzita Titose", "Fujita Chitose", Rule.SPELLING),
        ("Zyozima Syota", "Jojima Shota", Rule.SPELLING),
        ("Homma Yuuki", "Honma Yuki", Rule.SPELLING),
        ("Kambe Itchi", "Kanbe Icchi", Rule.SPELLING),
        ("Yuhki Tohru", "Yuuki Toru", Rule.SPELLING),
        ("Simadu Zen", "Shimazu Zen", Rule.SPELLING),
        ("高橋 結衣", "髙橋 結衣", Rule.FORM),
        ("渡辺 淳", "渡邉 淳", Rule.FORM),
        ("斉藤 健一", "齋藤 健一", Rule.FORM),
        ("佐佐木 航", "佐々木 航", Rule.SPELLING),
        ("渡辺淳", "渡邊 淳", Rule.FORM),
        ("澁澤 榮一", "渋沢 栄一", Rule.FORM),
        ("林聰", "林 聡", Rule.FORM),
        ("広瀬 空", "廣瀨 空", Rule.FORM),
        ("橫山 姬", "横山 姫", Rule.FORM),
        ("柗嵜 昻", "松﨑 昂", Rule.FORM),
        ("舩檜 莊敎", "船桧 荘教", Rule.FORM),
        ("黃瀬 祿", "黄瀬 禄", Rule.FORM),
        ("O´Hara Ann", "O'Hara Ann", Rule.SAME),
        ("森、空", "森 空", Rule.SAME),
        ("Nguyen, Minh Anh", "Minh Anh Nguyen", Rule.SAME),
        ("Cruz, Ana de la", "de la Cruz Ana", Rule.SAME),
        ("Nguyen, Minh Anh", "Nguyen Anh Minh", Rule.ORDER),
        ("Kim, Jun-min", "Kim Min-jun", Rule.ORDER),
        ("Mueller, Juergen Karl", "Müller Karl Jürgen", Rule.ORDER),
        ("Hata Shuuhei", "Hata Shuhei", Rule.SPELLING),
        ("Kouhei Ohishi", "Ōishi Kohei", Rule.SPELLING),
        ("Sato Yuhi", "Sato Yui", None),
        ("Hata Shuhei", "Hata Shuei", None),
        ("Hata Shin ichi", "Hata Shinichi", Rule.DIVIDED),
        ("Vandenberg Anna", "van den Berg Anna", Rule.DIVIDED),
        ("Smith John", "Smith John Paul", Rule.MIDDLE_NAME),
        ("Smith John Paul", "Smith John", Rule.MIDDLE_NAME),
        ("Smith J.", "Smith John", Rule.INITIAL),
        ("Smith, John P", "Smith John Paul", Rule.INITIAL),
        ("Smith John Paul", "Smith J", Rule.INITIAL),
        ("Smith, J.P.", "Smith John Paul", Rule.INITIAL),
        ("J.P. Smith", "Smith John Paul", Rule.INITIAL),
        ("Smith John Paul", "Smith J.P.", Rule.INITIAL),
        ("Smith J. P.", "Smith J.P.", Rule.SPELLING),
        ("Smith, Bill", "Smith William", Rule.NICKNAME),
        ("Smith William", "Smith Billy", Rule.NICKNAME),
        ("Smith Bob J", "Smith Robert James", Rule.NICKNAME),
        ("Umino, Bartholomew Dav", "Umino Bartholomew David", Rule.CUT),
        ("J. Smith", "Smith John", Rule.INITIAL),
        ("John P. Smith", "Smith John Paul", Rule.INITIAL),
        ("Bill Smith", "Smith William", Rule.NICKNAME),
        ("Jose Garcia Lopez", "Garcia Lopez Jose Maria", Rule.MIDDLE_NAME),
        ("S. John", "Smith John", Rule.SURNAME),
        ("John S.", "Smith John", Rule.SURNAME),
        ("Quillmark Daniel", "Brambleford Daniel Q.", Rule.SURNAME),
        ("Barlow Christopher D.", "Christopher David", Rule.SURNAME),
        ("Barlow, Christopher D.", "Christopher David", Rule.SURNAME),
        ("Jones, Smith", "Smith J.", Rule.SURNAME),
        ("Jones Smith", "Smith J.", Rule.SURNAME),
        ("Smith John Paul", "John Paul", Rule.SURNAME),
        ("Smythe, Mary Ann", "O'Brien-Smythe Mary Ann", Rule.SURNAME),
        ("Paul John Smith", "Smith John", Rule.SURNAME),
    ],
)
def test_a_name_agrees_by_the_nearest_rule(printed, known, rule):
    assert agreement(printed, member(known)) is rule


@pytest.mark.parametrize(
    ("printed", "known"),
    [
        ("Hoshikage Naoko", "Hoshikage Naoki"),
        ("Mori", "Mori Sora"),
        ("Smith", "Smith John"),
        ("S J", "Smith John"),
        ("Smith Kate", "Smith William"),
        ("Smith K", "Smith William"),
        ("John Paul", "Smith John Peter"),
        ("Umino, Bar", "Umino Bartholomew David"),
        ("Bartholomew David", "Umino Bartholomew Davidson"),
        ("Ono Ren", "Uno Ren"),
    ],
)
def test_a_name_that_is_only_alike_agrees_by_no_rule(printed, known):
    assert agreement(printed, member(known)) is None


def test_an_initial_stands_for_no_word_of_a_surname_that_the_register_tells():
    assert agreement("Garcia L.", member("Garcia Lopez Jose")) is Rule.INITIAL
    assert agreement("Garcia L.", member("Garcia Lopez Jose", surname="Garcia Lopez")) is Rule.SURNAME
    assert agreement("Garcia Lopez J.", member("Garcia Lopez Jose", surname="Garcia Lopez")) is Rule.INITIAL


def test_kanji_and_kana_of_the_register_are_names_of_the_member():
    ohno = member("Ohno Ren", kanji="大野 蓮", kana="オオノ レン")
    for printed in ("大野 蓮", "大野蓮", "大野　蓮", "オオノ レン", "おおのれん", "ｵｵﾉ ﾚﾝ"):
        assert agreement(printed, ohno) is Rule.SAME, printed


def test_kana_are_read_as_written_and_kanji_are_not_read_at_all():
    assert agreement("オオノ レン", member("Ohno Ren")) is Rule.SPELLING
    assert agreement("オーノ レン", member("Ono Ren")) is Rule.SPELLING
    assert agreement("大野 蓮", member("Ohno Ren")) is None
    assert agreement("Oono Ren", member("Irregular Ren", kana="おおの れん")) is Rule.SPELLING


def test_a_former_name_and_another_spelling_of_the_register_are_told_apart():
    known = member("Tsuki Aoi", former_names=("Hata Aoi",), other_names=("Tsuki Blue",))
    assert agreement("Aoi Hata", known) is Rule.FORMER_NAME
    assert agreement("Tsuki Blue", known) is Rule.OTHER_NAME


def test_a_former_name_that_one_member_has_is_the_member():
    found = Register([member("Tsuki Aoi", former_names=("Hata Aoi",))]).match(
        Seen("Hata Aoi", None, None, "JPN", None)
    )
    assert (found.state, found.rule) == ("matched", "former name, exact and unique")


def test_a_name_one_member_has_and_another_had_is_asked_about():
    both = Register([member("Tsuki Aoi", former_names=("Hata Aoi",)), member("Hata Aoi", 2)])
    found = both.match(Seen("Hata Aoi", None, None, None, None))
    assert [(c.federation_id, c.why.split(",")[0]) for c in found.candidates] == [
        ("N00000002", "has this name"),
        ("N00000001", "had this name"),
    ]


@pytest.mark.parametrize(
    ("kana", "letters"),
    [
        ("しんいち", "shinichi"),
        ("おおの", "oono"),
        ("まっちゃ", "maccha"),
        ("じゅん", "jun"),
        ("おーの", "ono"),
    ],
)
def test_kana_in_roman_letters(kana, letters):
    assert roman(kana) == letters


def test_many_names_are_brought_together_as_one_is():
    from importer.matching.spelling import spelled
    from importer.names import folded

    names = ["Ōno Jun'ichi", "オオノ ジュン", "大野 純", "Müller\nAnna", "", "Fujita Chie"]
    assert [tuple(t.split()) for t in spelled(folded(names))] == [words_of(n)[1] for n in names]


def test_long_vowels_are_read_here_as_on_a_page():
    from importer.matching.spelling import _LONG_O_HERE, spellings

    on_a_page = re.compile(spellings().long[0][0])
    for letters in product("oouhan ", repeat=6):
        text = "".join(letters)
        assert _LONG_O_HERE.sub("o", text) == on_a_page.sub("o", text), text


def test_a_name_with_its_words_in_any_place_is_found_among_names_of_more_words():
    cruz = member("Cruz Maria Elena")
    register = Register([cruz, member("Cruzmaria Elena", 2), member("Cruz", 3)])
    for printed, found in (
        ("Maria Elena Cruz", ["N00000001"]),
        ("Maria Cruz Elena", []),
        ("Cruz", ["N00000003"]),
        ("", []),
    ):
        assert [m.federation_id for m in register.named(printed)] == found, printed
    rules = {m.federation_id: rule for rule, m in register.index.agreeing("Elena Cruz")}
    assert rules == {"N00000001": Rule.MIDDLE_NAME}


def test_what_is_longer_than_any_name_takes_no_pair_of_words_with_it():
    """Of ten thousand words they would be fifty million."""
    cruz = member("Cruz Maria Elena")
    register = Register([cruz, member(" ".join(f"w{n}" for n in range(10_000)), 2)])
    found = register.match(Seen("Cruz M", None, None, None, None))
    assert [c.federation_id for c in found.candidates] == ["N00000001"]


def test_a_name_in_kana_is_the_same_without_its_blank():
    """Brought together, `satou uno` and `satouuno` are two."""
    found = Register([member("Sato Uno", kana="さとう うの")]).named("さとううの")
    assert [m.federation_id for m in found] == ["N00000001"]


def test_a_name_alone_is_asked_about_where_another_can_be_spelled_so():
    ono, ohno = member("Ono Ren", 1), member("Ohno Ren", 2)
    seen = Seen("Ono Ren", None, None, None, None)
    found = Register([ono, ohno]).match(seen)
    assert (found.state, found.rule) == ("ambiguous", "another member's name can be spelled like this one")
    assert [(c.federation_id, c.why) for c in found.candidates] == [
        ("N00000001", "has this name"),
        ("N00000002", "has this name in another spelling"),
    ]
    assert Register([ono, ohno], ask_of_spellings=False).match(seen).member is ono


@pytest.mark.parametrize(
    ("printed", "other", "why"),
    [
        ("Kim Junho", "Kim Jun-ho", "has this name, divided otherwise into words"),
        ("Jun-ho Kim", "Kim Junho", "has this name, divided otherwise into words"),
        ("イトウジュン", "Ito Jun", "has this name, divided otherwise into words"),
        ("イトウ ジュン", "Ito Jun", "has this name in another spelling"),
    ],
)
def test_a_name_alone_is_asked_about_where_another_is_the_same_divided_otherwise(printed, other, why):
    one, another = member(printed, 1), member(other, 2)
    found = Register([one, another]).match(Seen(printed, None, None, None, None))
    assert (found.state, found.rule) == ("ambiguous", "another member's name can be spelled like this one")
    assert [(c.federation_id, c.why) for c in found.candidates] == [
        ("N00000001", "has this name"),
        ("N00000002", why),
    ]


def test_another_spelling_is_taken_only_with_the_id():
    register = Register([member("Ohno Ren", fide_id="7001")])
    assert register.match(Seen("Ono Ren", None, None, None, None)).state == "ambiguous"
    found = register.match(Seen("Ono Ren", "N00000001", None, None, None))
    assert (found.state, found.rule) == ("matched", "federation ID and name in another spelling")
    found = register.match(Seen("Ono Ren", None, "7001", None, None))
    assert (found.state, found.rule) == ("matched", "FIDE ID and name in another spelling")


def test_an_id_with_another_spelling_is_asked_about_where_somebody_has_the_very_name():
    register = Register([member("Ohno Ren", 1), member("Ono Ren", 2)])
    found = register.match(Seen("Ono Ren", "N00000001", None, None, None))
    assert found.state == "ambiguous"
    assert [c.federation_id for c in found.candidates] == ["N00000001", "N00000002"]


@pytest.mark.parametrize(
    ("seen", "word"),
    [
        ({"sex": "f"}, "the sex is f"),
        ({"born": 1990}, "the year of birth is 1990 and the member's is 2001"),
        ({"rating": 2400}, "the rating is 2400 and the member's is 1300"),
        ({"fide_id": "7999"}, "the FIDE ID is 7999"),
    ],
)
def test_an_id_with_another_spelling_is_asked_about_where_something_speaks_against_it(seen, word):
    from datetime import date

    known = member("Ohno Ren", fide_id="7001", sex="m", born=date(2001, 1, 1), ratings=(1200, 1300))
    told = {"fide_id": None, "federation": None, "sex": None, **seen}
    found = Register([known]).match(Seen("Ono Ren", "N00000001", **told))
    assert found.state == "ambiguous"
    assert word in found.rule
    assert word in found.candidates[0].against[0]
    assert Register([known]).match(Seen("Ohno Ren", "N00000001", **told)).member is known


@pytest.mark.parametrize("written", ["Ōno Ren", "Ôno Ren", "O\u0302no Ren"])
def test_a_marked_long_vowel_is_another_name_unless_the_id_says_who_it_is(written):
    register = Register([member("Ono Ren")])
    found = register.match(Seen(written, None, None, None, None))
    assert found.state == "ambiguous"
    assert "long vowel" in found.rule
    assert register.match(Seen(written, "N00000001", None, None, None)).state == "matched"
    assert Register([member("Ōno Ren")]).match(Seen(written, None, None, None, None)).state == "matched"


def test_another_order_of_three_words_is_taken_with_the_id_and_asked_without() -> None:
    register = Register([member("Kim Min-jun")])
    with_id = register.match(Seen("Kim, Jun-min", "N00000001", None, None, None))
    assert with_id.state == "matched"
    assert with_id.rule == "federation ID and name with its words in another order: Kim Min-jun"
    without = register.match(Seen("Kim, Jun-min", None, None, None, None))
    assert (without.state, [c.why for c in without.candidates]) == (
        "ambiguous",
        ["has this name with its words in another order"],
    )


def test_who_was_born_in_the_printed_year_stands_before_whose_year_nobody_knows() -> None:
    twins = [member("Abe Ai", 1), member("Abe Ai", 2, born=date(2001, 5, 5))]
    found = Register(twins).match(Seen("Abe Ai", None, None, None, None, 2001))
    assert [c.federation_id for c in found.candidates] == ["N00000002", "N00000001"]


@pytest.mark.parametrize(
    "printed", ["Hata (Mori) Sora", "Sora Hata (Mori)", "羽田（森）空", "Hata Sora [Mori]"]
)
def test_who_is_printed_with_a_surname_of_before_in_brackets_is_proposed(printed: str) -> None:
    found = Register([member("Mori Sora", kanji="森 空")]).match(Seen(printed, None, None, None, None))
    assert (found.state, [c.why for c in found.candidates]) == (
        "ambiguous",
        ["has this name with the surname in brackets, 森 空"],
    )


def test_a_surname_in_brackets_is_asked_about_where_another_member_has_the_name_without_it() -> None:
    hata, mori = member("Hata Sora", 1), member("Mori Sora", 2, former_names=("Hata Sora",))
    for register in (Register([hata, member("Mori Sora", 2)]), Register([hata, mori])):
        found = register.match(Seen("Hata (Mori) Sora", None, None, None, None))
        assert (found.state, found.rule) == ("ambiguous", "2 members have this name and no ID is given")
        assert {c.federation_id for c in found.candidates} == {"N00000001", "N00000002"}
    register = Register([hata, member("Mori Sora", 2)])
    assert register.match(Seen("Hata (Mori) Sora", "N00000001", None, None, None)).member is hata
    assert Register([mori]).match(Seen("Hata (Mori) Sora", None, None, None, None)).member is mori
    assert register.match(Seen("Hata Sora (Koyo)", None, None, None, None)).member is hata


def test_a_club_in_brackets_makes_nobody_a_candidate() -> None:
    found = Register([member("Mori Sora")]).match(Seen("Hata Rin (Koyo)", None, None, None, None))
    assert found.candidates == ()


def test_initials_written_together_on_the_register_are_read_apart() -> None:
    register = Register([member("Smith J.P.")])
    found = register.match(Seen("Smith John Peter", None, None, None, None))
    assert [c.why for c in found.candidates] == ["has this name but for an initial"]
    assert register.match(Seen("Smith John Quentin", None, None, None, None)).candidates == ()


@pytest.mark.parametrize(
    ("printed", "told"),
    [("Umino Bartholom", ["has a name that begins so"]), ("Umino Bartholo", [])],  # 15 signs and 14
)
def test_a_beginning_of_fifteen_signs_makes_a_candidate(printed: str, told: list[str]) -> None:
    register = Register([member("Umino Bartholomew Augustine")])
    found = register.match(Seen(printed, None, None, None, None))
    assert [c.why for c in found.candidates] == told
