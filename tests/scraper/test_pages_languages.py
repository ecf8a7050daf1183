"""Pages in Russian, Portuguese and German: words are data, each with its evidence."""

from __future__ import annotations

import pytest

from scraper.errors import OtherLanguage, OtherPageKind
from scraper.languages import LANGUAGES, Language, language_of
from scraper.pages.crosstable import Crosstable
from scraper.pages.pairings import RoundPage
from scraper.reading import read_event, read_page
from scraper.records import Kind, SavedPage
from scraper.values import clean
from tests.samples import samples, saved
from tests.scraper.edits import replaced
from tests.scraper.invented import Invented, page, table


def printed_text(name: str) -> str:
    from selectolax.lexbor import LexborHTMLParser

    tree = LexborHTMLParser(samples("chess-results", f"{name}.html").read_bytes())
    assert tree.body is not None
    return clean(tree.body.text(separator=" "))


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda x: x.name)
def test_every_word_marked_seen_stands_in_the_page_that_is_named(language: Language) -> None:
    words = [
        *(language.update, language.tie_break, *language.columns, *language.labels, *language.card),
        *(*language.menu, *language.alone, *language.dates),
        *(w for w in (language.menu_round, language.annotation) if w is not None),
    ]
    checked = 0
    for word in words:
        if word.seen is not None:
            assert word.printed in printed_text(word.seen), word
            checked += 1
    for view in language.views:
        if view.seen is not None:
            assert language.view(read_page(saved(view.seen)).head.view) is not None, view
            checked += 1
    assert checked > 0 or language.name == "German"


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
    round = german(
        "Spielerpaarungen", f"<h3>2. Runde am 08.08.2026 um 10:00</h3>{table(columns, rows)}", 2, menu=""
    )
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
            "Spielerpaarungen",
            "<h3>1. Runde</h3>"
            + table(
                ["Weißes", "White", "Pkt.", "Result", "Pkt.", "Black"], [["1", "A,", "0", "1 - 0", "0", "B,"]]
            ),
            2,
            menu="",
        )
    )
    assert [(p.code, p.found) for p in reading.problems] == [("word-unknown", "'Weißes'")]
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


def test_a_view_without_known_words_in_its_language_is_refused() -> None:
    with pytest.raises(OtherPageKind) as caught:
        read_page(german("Startrangliste", table(["Nr.", "Name"], [["1", "A,"]]), 0))
    assert caught.value.problem.code == "view-unknown"


def test_a_language_is_known_by_its_update_line_and_must_not_contradict_the_attribute() -> None:
    russian = next(x for x in LANGUAGES if x.name == "Russian")
    assert language_of("Последнее обновление01.01.2020 10:00:00", "") is russian
    assert language_of("", "ru") is russian
    assert language_of("Последнее обновление01.01.2020 10:00:00", "en") is None
    assert language_of("Ultimo aggiornamento 01.01.2020 10:00:00", "") is None
