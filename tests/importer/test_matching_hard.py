"""Hard names, as organizers write them: who is taken, who is proposed first, and nobody falsely."""

from __future__ import annotations

from datetime import date

import pytest

from importer.matching import Known, Register, Seen

PEOPLE: dict[str, dict[str, object]] = {
    "Smith John Paul": {"federation": "ENG", "born": date(1970, 1, 1)},
    "Ono Shinichi": {"kanji": "小野 伸一", "kana": "おの しんいち", "sex": "m", "born": date(1980, 1, 1)},
    "Ohta Junichiro": {"kanji": "太田 純一郎", "kana": "おおた じゅんいちろう"},
    "Kato Shota": {"kanji": "加藤 翔太", "kana": "かとう しょうた"},
    "Inoue Ryoichi": {"kanji": "井上 良一", "kana": "いのうえ りょういち"},
    "Sugiyama Tsutomu": {"kanji": "杉山 勉", "kana": "すぎやま つとむ"},
    "Fujii Hajime": {"kanji": "藤井 肇", "kana": "ふじい はじめ"},
    "Watanabe Jun": {"kanji": "渡邊 淳", "kana": "わたなべ じゅん"},
    "Saito Kenichi": {"kanji": "齋藤 健一", "kana": "さいとう けんいち"},
    "Takahashi Yui": {"kanji": "髙橋 結衣", "kana": "たかはし ゆい"},
    "O'Brien-Smythe Mary Ann": {"federation": "IRL", "sex": "f"},
    "van der Berg Jan": {"federation": "NED"},
    "Barlow Christopher David": {"federation": "USA"},
    "Kim Min-jun": {"federation": "KOR"},
    "Truong Van An": {"federation": "VIE"},
    "Müller Jürgen": {"federation": "GER"},
    "Garcia Lopez Jose Maria": {"federation": "ESP"},
    "Johnson Robert": {"federation": "USA"},
    "Johnson Roberta": {"federation": "USA", "sex": "f"},
    "Kubo Kojiro": {"kanji": "久保 浩二郎", "kana": "くぼ こうじろう"},
    "Mori Sora": {"former_names": ("Hata Sora",)},
    "Li Wei": {"federation": "CHN"},
    "Wei Li": {"federation": "CHN", "born": date(2001, 1, 1)},
    "Ohki Dai": {"kanji": "大木 大", "kana": "おおき だい"},
    "Oki Dai": {"kanji": "沖 大", "kana": "おき だい"},
    "MacDonald Ian": {"federation": "SCO"},
    "Shimazu Zen": {"kanji": "島津 善", "kana": "しまづ ぜん"},
    "Oda Nana": {"kanji": "織田 奈々", "kana": "おだ なな"},
    "de la Cruz Ana": {"federation": "PHI"},
    "Tan Wei Ming": {"federation": "SGP"},
}
ID = {name: f"N{n:08d}" for n, name in enumerate(PEOPLE, start=1)}
NOTHING: dict[str, object] = {"kanji": None, "fide_id": None, "federation": "JPN", "sex": None}
REGISTER = Register(
    Known(n, ID[name], name, **{**NOTHING, **more})  # type: ignore[arg-type]
    for n, (name, more) in enumerate(PEOPLE.items(), start=1)
)


def match(name: str, number: str | None = None, **more: object):  # type: ignore[no-untyped-def]
    told = {"federation": None, "sex": None, **more}
    return REGISTER.match(Seen(name, number, None, **told))  # type: ignore[arg-type]


TAKEN = [
    ("小野伸一", "Ono Shinichi"),
    ("小野　伸一", "Ono Shinichi"),
    ("ｵﾉ ｼﾝｲﾁ", "Ono Shinichi"),
    ("太田純一郎", "Ohta Junichiro"),
    ("SMITH, John Paul", "Smith John Paul"),
    ("Smith, John-Paul", "Smith John Paul"),
    ("Berg, Jan van der", "van der Berg Jan"),
    ("Kim, Min Jun", "Kim Min-jun"),
    ("Trương Văn An", "Truong Van An"),
    ("An Truong Van", "Truong Van An"),
    ("Muller Jurgen", "Müller Jürgen"),
    ("Hata Sora", "Mori Sora"),
    ("沖 大", "Oki Dai"),
    ("大木大", "Ohki Dai"),
    ("Cruz, Ana de la", "de la Cruz Ana"),
    ("Wei Ming Tan", "Tan Wei Ming"),
    ("Tan\u200b Wei\u00a0Ming", "Tan Wei Ming"),
    ("渡辺 淳", "Watanabe Jun"),
    ("渡邉淳", "Watanabe Jun"),
    ("斉藤健一", "Saito Kenichi"),
    ("高橋 結衣", "Takahashi Yui"),
    ("FM Oda Nana", "Oda Nana"),
    ("Oda, FM Nana", "Oda Nana"),
    ("Dr. Smith, John Paul", "Smith John Paul"),
    ("小野伸一様", "Ono Shinichi"),
    ("小野　伸一　先生", "Ono Shinichi"),
    ("小野伸一氏", "Ono Shinichi"),
    ("小野 伸一 殿", "Ono Shinichi"),
    ("小野伸一選手", "Ono Shinichi"),
    ("Mr. Oda Nana", "Oda Nana"),
    ("おの しんいちさん", "Ono Shinichi"),
    ("織田奈々（風待クラブ）", "Oda Nana"),
    ("Mori Sora [Kazemachi CC]", "Mori Sora"),
]
ASKED = [
    ("Smith, J.P.", "Smith John Paul"),
    ("J. P. Smith", "Smith John Paul"),
    ("Smith John P.", "Smith John Paul"),
    ("Smith, Jon Paul", "Smith John Paul"),
    ("ŌNO Shin'ichi", "Ono Shinichi"),
    ("Ono Sinniti", "Ono Shinichi"),
    ("Ono, Shin-ichi", "Ono Shinichi"),
    ("Oota Jyunitirou", "Ohta Junichiro"),
    ("Ohta Jun-Ichiroh", "Ohta Junichiro"),
    ("Katoh Syouta", "Kato Shota"),
    ("Inouye Ryouichi", "Inoue Ryoichi"),
    ("Sugiyama Tutomu", "Sugiyama Tsutomu"),
    ("Huzii Hazime", "Fujii Hajime"),
    ("織田奈奈", "Oda Nana"),
    ("OBrien Smythe, Mary", "O'Brien-Smythe Mary Ann"),
    ("Smythe, Mary Ann", "O'Brien-Smythe Mary Ann"),
    ("Van Den Berg, Jan", "van der Berg Jan"),
    ("Vanderberg Jan", "van der Berg Jan"),
    ("Barlow, Christopher Dav", "Barlow Christopher David"),
    ("Barlow, Chris", "Barlow Christopher David"),
    ("Barlow, C. D.", "Barlow Christopher David"),
    ("Minjun Kim", "Kim Min-jun"),
    ("Truong An", "Truong Van An"),
    ("Mueller, Juergen", "Müller Jürgen"),
    ("Garcia Lopez, J.M.", "Garcia Lopez Jose Maria"),
    ("Johnson, Bob", "Johnson Robert"),
    ("Kubo Kohjiroh", "Kubo Kojiro"),
    ("Oki Dai", "Oki Dai"),
    ("Ohki Dai", "Ohki Dai"),
    ("Mac Donald, Ian", "MacDonald Ian"),
    ("McDonald Ian", "MacDonald Ian"),
    ("Simadu Zen", "Shimazu Zen"),
    ("Dela Cruz, Ana", "de la Cruz Ana"),
    ("Tan, W.M.", "Tan Wei Ming"),
    ("Tan Weiming", "Tan Wei Ming"),
]


@pytest.mark.parametrize(("printed", "who"), TAKEN)
def test_the_very_name_is_taken_however_it_is_written(printed, who):
    assert match(printed).member.federation_id == ID[who]


@pytest.mark.parametrize(("printed", "who"), ASKED)
def test_another_form_of_the_name_is_asked_about_and_the_right_one_stands_first(printed, who):
    found = match(printed)
    assert found.member is None
    assert found.candidates[0].federation_id == ID[who]


@pytest.mark.parametrize(
    "printed", ["Smith, J.P.", "Smith Bill", "Li, Wei", "Johnson, Rob", "Uehara Sora", "Mori"]
)
def test_nobody_else_is_taken_by_a_name_alone(printed):
    assert match(printed).member is None


@pytest.mark.parametrize(
    ("printed", "whose", "taken"),
    [
        ("Smith, J.P.", "Smith John Paul", True),
        ("渡辺 淳", "Watanabe Jun", True),
        ("高橋 結衣", "Takahashi Yui", True),
        ("Ohno S.", "Ono Shinichi", True),
        ("Wei Li", "Li Wei", True),  # the same words, and the ID says which of the two
        ("Oki Dai", "Ohki Dai", False),  # the very name of another
        ("Smith", "Smith John Paul", False),
        ("S. John", "Smith John Paul", False),
        ("Sora", "Mori Sora", False),
        ("Johnson Robert", "Johnson Roberta", False),
    ],
)
def test_an_id_is_taken_with_any_form_of_its_holders_name_and_with_no_other(printed, whose, taken):
    found = match(printed, ID[whose])
    assert (found.member is not None) is taken
    if taken:
        assert found.member.federation_id == ID[whose]


def test_what_speaks_against_him_is_asked_about_also_with_the_very_name():
    assert match("小野 伸一", sex="f").member is None
    assert match("小野 伸一", sex="m").member is not None
    assert match("Smith John Paul", born=2001).member is None


@pytest.mark.parametrize("printed", ["N.N.", "BYE", "No-Player", "不戦勝", "", "-"])
def test_placeholders_are_nobody(printed):
    found = match(printed)
    assert (found.state, found.candidates) == ("unknown", ())


@pytest.mark.parametrize("printed", ["Im Yoon", "IM YOON AH", "王昭君", "李君"])
def test_a_name_that_looks_like_a_title_stays_a_name(printed):
    korean = Known(1, "N00000001", "Yoon Ah", "王昭", None, "JPN", None)
    assert Register([korean]).match(Seen(printed, None, None, None, None)).member is None


def test_a_member_whose_name_ends_like_an_address_is_found_by_it():
    wang = Known(1, "N00000001", "Wang Zhaojun", "王 昭 君", None, "JPN", None)
    assert Register([wang]).match(Seen("王 昭 君", None, None, None, None)).member is wang


@pytest.mark.parametrize(("opens", "ends"), ["()", "[]", "<>"])
def test_brackets_by_which_a_register_tells_namesakes_apart_are_part_of_the_name(opens, ends):
    names = (f"Liu Yutong{opens}Sz{ends}", f"Liu Yutong{opens}Sh{ends}", "Liu Shutong")
    one, other, third = (
        Known(n, f"N{n:08d}", name, None, None, "CHN", None) for n, name in enumerate(names, 1)
    )
    register = Register([one, other, third])

    def found(name: str, number: str | None):  # type: ignore[no-untyped-def]
        return register.match(Seen(name, number, None, "CHN", None))

    assert found(f"Liu, Yutong{opens}Sz{ends}", None).member is one
    asked = found("Liu Yutong", None)
    assert [c.federation_id for c in asked.candidates] == ["N00000001", "N00000002"]
    assert found("Liu Yutong", "N00000001").member is None
    assert found("Liu Shu-tong", "N00000003").member is third
    assert found(f"Liu Yutong {opens}Sz{ends}", "N00000003").member is None
    assert found(f"Liiu Yutong{opens}Sz{ends}", "N00000003").member is None
