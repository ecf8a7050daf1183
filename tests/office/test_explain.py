"""An explanation says the same as text, JSON and HTML, in both languages, and adds up again each time."""

from __future__ import annotations

import json
import re
import sqlite3
import string

import pytest
from selectolax.lexbor import LexborHTMLParser

from office.explain.words import ENGLISH, JAPANESE
from rating.reasons import REASONS
from tests.importer.invented import pairing, player, reading
from tests.office.test_desk import EVENT
from tests.office.workplace import HATA, LATE, MORI, NAMES, TANI, Workplace, small_federation


@pytest.fixture
def drafted(work: Workplace) -> Workplace:
    small_federation(work)
    work.store(EVENT)
    work.done("rate")
    return work


def test_both_languages_have_the_same_words_with_the_same_facts() -> None:
    def facts(text: str) -> set[str | None]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    assert ENGLISH.keys() == JAPANESE.keys()
    assert {k: facts(v) for k, v in ENGLISH.items()} == {k: facts(v) for k, v in JAPANESE.items()}


def test_every_reason_for_not_counting_has_its_words() -> None:
    assert set(REASONS) <= ENGLISH.keys()


def test_the_json_holds_every_figure_of_the_calculation(drafted: Workplace) -> None:
    # By hand, as in test_lists: Mori 1700 beats Hata 1500 (.76, +4.80) and Ono 1400 (.85, +3.00).
    doc = json.loads(drafted.done("explain", MORI, "--json").out)
    standard = next(part for part in doc["types"] if part["type"] == "standard")
    assert [(g["opponent"]["name"], g["d"], g["pd"], g["k"], g["c"]) for g in standard["games"]] == [
        ("Hata Rin", 200, 76, 20, 480),
        ("Ono Aki", 300, 85, 20, 300),
    ]
    assert standard["sum"] == {"change": 780, "rounded": 8, "article": "5(2)"}
    assert (standard["previous"], standard["rating"]) == (1700, 1708)
    assert standard["check"] == {"holds": True, "found": None}
    assert doc["previous_list"] == {"list": "2026-10-01", "version": 1}
    assert all(g["k_article"] == g["expected_article"] == "5(1)" for g in standard["games"])


@pytest.mark.parametrize(
    ("language", "wants"),
    [("en", ("Sum of 2 games: +7.80, rounded +8 (5(2))", "Checked")), ("ja", ("合計 +7.80", "検算済み"))],
)
def test_text_and_page_show_the_sum_in_both_languages(
    drafted: Workplace, language: str, wants: tuple[str, ...]
) -> None:
    text = drafted.done("explain", MORI, "--lang", language).out
    page = LexborHTMLParser(drafted.done("explain", MORI, "--lang", language, "--html").out)
    assert page.root is not None
    shown = re.sub(r"\s+", " ", page.root.text())
    for want in wants:
        assert want in text
        assert want in shown
    assert page.css_first("html").attributes["lang"] == language
    cells = [[c.text() for c in row.css("td")][:10] for row in page.css("tbody tr")]
    assert cells[0][2:] == ["Hata Rin", "1700", "1500", "200", "0.76 H", "1", "20", "+4.80"]


def test_the_page_needs_no_other_file_and_no_script(drafted: Workplace) -> None:
    page = LexborHTMLParser(drafted.done("explain", MORI, "--html").out)
    assert page.css("script, link, img, iframe") == []


def test_a_name_that_is_markup_stays_a_name(work: Workplace) -> None:
    small_federation(work)
    guest = "<script>alert(1)</script>"
    players = [player(1, NAMES[MORI], MORI), player(2, guest)]
    work.store(reading(players, [pairing(1, 1, 2, "1-0")]))
    work.resolve(work.the("member-unknown"), "--no-member")
    work.done("rate")
    page = work.done("explain", MORI, "--html").out
    assert "<script>" not in page
    assert guest in (LexborHTMLParser(page).root.text() if LexborHTMLParser(page).root else "")


def test_games_that_do_not_count_say_why_in_japanese(work: Workplace) -> None:
    small_federation(work)
    players = [player(1, NAMES[MORI], MORI), player(2, NAMES[LATE], LATE), player(3, NAMES[TANI], TANI)]
    work.store(reading(players, [pairing(1, 1, 2, "1-0"), pairing(2, 1, 3, "+--")]))
    work.done("rate")
    told = work.done("explain", MORI, "--lang", "ja").out
    assert "相手または本人がUR（5(1)）: Abe Late" in told
    assert "不戦勝・不戦敗（5(1)）" in told


def test_a_number_that_its_games_do_not_give_is_called_out(drafted: Workplace) -> None:
    connection = sqlite3.connect(drafted.database)
    connection.execute(
        "UPDATE list_rating SET rating = 1750 WHERE federation_id = ? AND version_id = 2", (HATA,)
    )
    connection.commit()
    connection.close()
    said = drafted.run("explain", HATA)
    assert said.code == 1
    assert "CHECK FAILED" in said.out
    page = LexborHTMLParser(drafted.run("explain", HATA, "--html").out)
    assert page.css_first("p.failed") is not None


def test_the_opening_list_is_shown_as_taken_over(drafted: Workplace) -> None:
    told = drafted.done("explain", MORI, "--list", "2026-10-01", "--lang", "ja").out
    assert "運用開始時に引き継いだ値" in told
    assert "1700" in told
    assert "1700" in drafted.done("explain", MORI, "--list", "2026-10-01", "--html").out
