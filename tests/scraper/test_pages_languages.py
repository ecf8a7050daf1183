"""Pages in Russian, Portuguese and German: words are data, each with its evidence."""

from __future__ import annotations

import re
from functools import cache
from html import unescape

import pytest

from scraper.errors import OtherLanguage
from scraper.languages import LANGUAGES, Language, language_of
from scraper.pages.crosstable import Crosstable
from scraper.pages.head import asked_of
from scraper.pages.pairings import RoundPage
from scraper.reading import read_event, read_page
from scraper.records import Kind, SavedPage
from scraper.values import clean
from scraper.words import PageKind
from tests.samples import samples, saved
from tests.scraper.edits import replaced, with_body
from tests.scraper.invented import Invented, page, table
from tests.scraper.plain import rows as printed_rows


@cache
def printed_text(name: str) -> str:
    from selectolax.lexbor import LexborHTMLParser

    tree = LexborHTMLParser(samples("chess-results", f"{name}.html").read_bytes())
    assert tree.body is not None
    return clean(tree.body.text(separator=" "))


AROUND = {
    **dict.fromkeys(("before the day", "before the time"), r"(?<!\w){} \d"),
    **dict.fromkeys(
        ("tie-break", "update", "round in the menu", "annotation", "behind a team"), r"(?<!\w){}"
    ),
    "between days": r"\d {} \d",
    "colour": r"(?<!\w)\d*{} ?[01½]",
}
"""What stands around a word in its page, where it is more than the end of the word."""


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda x: x.name)
def test_every_word_marked_seen_stands_in_the_page_that_is_named(language: Language) -> None:
    checked = 0
    for word in language.words:
        if not word.seen or word.what == "view of teams":  # these in test_team_words.py
            continue
        if word.what == "view":
            view = language.view(read_page(saved(word.seen)).head.view)
            assert view is not None and view[0] == word, word
        elif word.what == "column":
            assert word.printed in {t for row in printed_rows(word.seen) if row.heads for t in row.texts}, (
                word
            )
        else:
            printed = re.escape(word.printed.strip(" (")).replace(r"\{n\}", r"\d+")
            pattern = AROUND.get(word.what, r"(?<!\w){}(?!\w)").replace("{}", printed)
            assert re.search(pattern, printed_text(word.seen)), word
        checked += 1
    assert checked > 0


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda x: x.name)
def test_every_word_stands_once(language: Language) -> None:
    words = [(word.what, word.printed) for word in language.words]
    assert len(set(words)) == len(words)


def test_a_real_russian_round_of_2020_is_read() -> None:
    reading = read_page(saved("kids2020_r5_russian"))
    content = reading.content
    assert isinstance(content, RoundPage)
    assert (reading.head.language.name, reading.problems) == ("Russian", ())
    assert (content.number, str(content.date), content.time) == (5, "2020-01-07", "12:30")
    kinds = [r.token.kind for r in content.rows if r.token]
    assert (kinds.count(Kind.PENDING), kinds.count(Kind.NOT_PAIRED)) == (22, 6)
    assert (reading.head.rounds_paired, reading.head.round_count) == (5, 8)


def test_the_portuguese_ranking_says_what_the_english_one_says() -> None:
    english = read_page(saved("portimao2024_final_ranking_gated"))
    portuguese = read_page(saved("portimao2024_final_ranking_portuguese"))
    assert portuguese.head.language.name == "Portuguese"
    assert portuguese.problems == ()
    assert portuguese.content == english.content


GERMAN = "Die Seite wurde zuletzt aktualisiert am "


def german(view: str, content: str, art: int, menu: str | None = None) -> SavedPage:
    whole = page(view, content, query=f"lan=0&art={art}", lang="de", origin="de.html", menu=menu)
    return replaced(whole, "Last update ", GERMAN)


def test_a_german_round_and_crosstable_are_read_with_s_for_black() -> None:
    event = Invented()
    rows = event.rounds[2]
    rows[2][9], rows[3][9] = "spielfrei", "nicht ausgelost"
    columns = ["Bo.", "No.", "", "White", "Elo", "Pkt.", "Result", "Pkt.", "", "Black", "Elo", "No."]
    heading = "<h3>2. Runde am 08.08.2026 um 10:00 Uhr</h3>"
    round = german("Paarungen/Ergebnisse", heading + table(columns, rows), 2, menu="")
    reading = read_page(round)
    assert reading.problems == ()
    assert isinstance(reading.content, RoundPage)
    assert (reading.content.number, str(reading.content.date), reading.content.time) == (
        2,
        "2026-08-08",
        "10:00",
    )
    kinds = [r.token.kind for r in reading.content.rows if r.token]
    assert kinds == [Kind.GAME, Kind.GAME, Kind.BYE, Kind.HALF_BYE]

    by_number = {int(r[0]): r for r in event.crosstable}
    crossed = [
        [r[0], r[1], r[2], r[4], *(c.replace("b", "s") for c in r[5:8]), r[8], "0", "0"]
        for r in by_number.values()
    ]
    headings = ["Rg.", "", "Name", "Land", "1.Rd", "2.Rd", "3.Rd", "Pkt.", "Wtg1", "Rp"]
    content = read_page(german("Endtabelle nach 3 Runden", table(headings, crossed), 4)).content
    assert isinstance(content, Crosstable)
    assert content.by_rank
    assert content.rows[2].marks[3].text == "1b½"
    whole = [*event.pages("crosstable", "2"), round]
    assert [p.code for p in read_event(whole, minutes_at_60=lambda t: 120).problems] == []


def test_the_letter_of_another_language_is_no_colour() -> None:
    event = Invented()
    event.crosstable[0][6] = "6s1"
    reading = read_page(event.crosstable_page())
    assert [p.code for p in reading.problems] == ["result-unknown"]


def test_a_word_that_is_in_no_table_is_named() -> None:
    reading = read_page(
        german(
            "Paarungen/Ergebnisse",
            "<h3>1. Runde</h3>"
            + table(
                ["Weißes", "White", "Pkt.", "Result", "Pkt.", "Black"], [["1", "A,", "0", "1 - 0", "0", "B,"]]
            ),
            2,
            menu="",
        )
    )
    assert [(p.code, p.found) for p in reading.problems] == [("word-unknown", "'Weißes'")]
    assert "https://chess-results.com/tnr990001.aspx?lan=1&art=2 " in reading.problems[0].remedy
    details = {"Федерация": "Russia ( RUS )", "Дата(ы)": "2026/04/24 по 2026/04/25", "Судья": "y"}
    content = table(["Ном.", "Имя"], [["1", "A,"]])
    russian = replaced(
        page("Стартовый список", content, query="lan=11&art=0", lang="ru", details=details),
        "Last update ",
        "Последнее обновление",
    )
    reading = read_page(russian)
    assert [(p.code, p.found) for p in reading.problems] == [("word-unknown", "'Судья'")]
    assert reading.details is not None
    assert (str(reading.details.first_day), str(reading.details.last_day)) == ("2026-04-24", "2026-04-25")


def test_a_crosstable_is_refused_where_the_letters_of_the_colours_are_not_known() -> None:
    event = Invented()
    portuguese = replaced(event.crosstable_page(), 'lang="en"', 'lang="pt"')
    portuguese = replaced(portuguese, "Last update ", "Última Atualização")
    with pytest.raises(OtherLanguage) as caught:
        read_page(portuguese)
    assert "lan=1" in caught.value.problem.remedy


def test_a_view_without_known_words_in_its_language_is_refused_with_its_address_in_english() -> None:
    with pytest.raises(OtherLanguage) as caught:
        read_page(german("Spieltermine", table(["Rd.", "Datum", "Zeit"], [["1", "08.08.2026", "10:00"]]), 14))
    problem = caught.value.problem
    assert (problem.code, problem.found) == ("other-language", '"Spieltermine", in German')
    assert "https://chess-results.com/tnr990001.aspx?lan=1&art=14 " in problem.remedy


def test_headings_without_known_words_in_their_language_are_refused_with_the_address_in_english() -> None:
    with pytest.raises(OtherLanguage) as caught:
        read_page(german("Startrangliste", table(["Nummer", "Spieler"], [["1", "A,"]]), 0))
    problem = caught.value.problem
    assert "Nummer | Spieler, in German" in problem.found
    assert "https://chess-results.com/tnr990001.aspx?lan=1&art=0 " in problem.remedy


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("kids2020_r5_russian", "tnr502281.aspx?lan=1&art=2&rd=5"),
        ("kids2020_player_card_russian", "tnr502281.aspx?lan=1&art=9"),
        ("kids2020_schedule", "tnr502281.aspx?lan=1&art=14"),
        ("portimao2024_final_ranking_portuguese", "tnr865223.aspx?lan=1&art=1&turdet=YES"),
        ("league668636_art3_german_transcribed", "tnr668636.aspx?lan=1&art=3&zeilen=99999&turdet=YES"),
    ],
)
def test_a_real_page_in_a_language_that_is_not_known_names_its_address_in_english(
    name: str, address: str
) -> None:
    """As a page of an unknown language would be: the language is told by the update line and `lang`."""
    page = saved(name)
    body = re.sub(rb'<html(?: lang="\w\w")?', b'<html lang="ja"', page.body, count=1)
    with pytest.raises(OtherLanguage) as caught:
        read_page(with_body(page, body))
    problem = caught.value.problem
    assert problem.code == "other-language"
    assert f"Open https://chess-results.com/{address}" in problem.remedy
    assert "organizer" not in problem.remedy
    asked = asked_of(problem.remedy.split()[1])
    assert asked.pop("lan") == "1"
    form = re.search(rb'<form[^>]*action="([^"]*)"', page.body)
    assert form is not None
    printed = asked_of(unescape(form[1].decode()))
    assert {k: v for k, v in printed.items() if k not in ("lan", "SNode")} == asked


def test_a_group_behind_a_heading_is_no_other_view() -> None:
    german_language = next(x for x in LANGUAGES if x.name == "German")
    view = german_language.team_view("Teamauslosung - Open")
    assert view is not None and view[0].kind == PageKind.TEAM_PAIRINGS
    event = Invented()
    page = replaced(event.round_page(1), "<h2>Pairings/Results", "<h2>Pairings/Results - Open")
    assert read_page(page).content == read_page(event.round_page(1)).content


def test_a_language_is_known_by_its_update_line_and_must_not_contradict_the_attribute() -> None:
    russian = next(x for x in LANGUAGES if x.name == "Russian")
    assert language_of("Последнее обновление01.01.2020 10:00:00", "") is russian
    assert language_of("", "ru") is russian
    assert language_of("Последнее обновление01.01.2020 10:00:00", "en") is None
    assert language_of("Ultimo aggiornamento 01.01.2020 10:00:00", "") is None
