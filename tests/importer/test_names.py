"""Names made comparable: what agrees, and what must not."""

import pytest

from importer.names import is_person, name_key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Hoshikage, Naoki", "Hoshikage Naoki"),
        ("HOSHIKAGE NAOKI", "Hoshikage Naoki"),
        ("Naoki Hoshikage", "Hoshikage Naoki"),
        ("Ｈｏｓｈｉｋａｇｅ　Ｎａｏｋｉ", "Hoshikage Naoki"),
        ("Ōgawa Jun'ichi", "Ogawa Junichi"),
        ("Lindqvist-Mori Anna", "Lindqvist Mori Anna"),
        ("Müller  Jürgen", "Muller Jurgen"),
        ("星影　直樹", "星影 直樹"),
        ("ﾎｼｶｹﾞ ﾅｵｷ", "ホシカゲ ナオキ"),
        ("Mori, A.", "Mori A"),
        ("Mori\u200b Ann\u00ada\ufeff", "Mori Anna"),
        ("\u200eMori\u00a0Anna", "Mori Anna"),
        ("辻\U000e0100 直樹", "辻 直樹"),
    ],
)
def test_the_same_name_written_otherwise_agrees(one, other):
    assert name_key(one) == name_key(other) != ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Hoshikage Naoki", "Hoshikage Naoko"),
        ("Hoshikage Naoki", "Hoshikage N"),
        ("Hoshikage Naoki", "Hoshikage"),
        ("Ohno Ren", "Ono Ren"),
        ("ハタ レン", "バタ レン"),
        ("Mori Mori Ken", "Mori Ken"),
    ],
)
def test_a_name_that_is_only_alike_does_not_agree(one, other):
    assert name_key(one) != name_key(other)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "BYE",
        "bye",
        "No Player",
        "Player, no",
        "not paired",
        "spielfrei",
        "-",
        "N.N.",
        "不戦勝",
        "12",
    ],
)
def test_who_sits_nowhere_is_no_person(text):
    assert not is_person(text)


def test_a_surname_that_holds_a_placeholder_is_a_person():
    assert is_person("Byers Ann")
    assert is_person("Dummyson Bo")
