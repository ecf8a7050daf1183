"""Names of a report form that are not written as asked (Note 4; 2022 4(3)), and what a form leaves empty."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from importer.checks.asked import names_not_as_asked
from scraper.records import EventRecord, Source
from tests.earlier_editions import event, of_2019, of_2022
from tests.importer.invented import player, reading
from tests.importer.swiss_perfect import files as swiss_perfect
from tests.office.mail.shapes import PLAIN, attached, whole
from tests.office.mail.test_reply import drafted
from tests.office.test_files import PEOPLE, REPORTED, form
from tests.workplace import HATA, MORI, TANI, Workplace, small_federation

CODE = "name-not-as-asked"
HINT = "The office may ask for this too"
OTHERWISE = ((1, "Mori, Sora", MORI, ""), (2, "秦 凛", HATA, ""), (3, "Táni Kén", TANI, ""), PEOPLE[3])


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("Mori Sora", False),
        ("Ōno Łukasz Þór Müller-O'Neil Jr.", False),
        ("Kaʻiulani Ｍｏｒｉ", False),
        ("Mori, Sora", True),
        ("Mori，Sora", True),
        ("森 空", True),
        ("モリ ソラ", True),
        ("Mori ソラ", True),
        ("Иванов Иван", True),
        ("BYE", False),
        ("不戦勝", False),
        ("", False),
    ],
)
def test_only_commas_and_letters_that_are_not_roman_are_asked_about(name: str, asked: bool) -> None:
    record = reading([player(1, name)], [])
    assert names_not_as_asked(replace(record, source=Source("form"))) == ([f"1 {name}"] if asked else [])
    for site in ("trf", "swiss-perfect", "chess-results.com"):
        assert names_not_as_asked(replace(record, source=Source(site))) == []


def test_the_names_of_a_form_are_one_question_that_no_list_waits_for(work: Workplace) -> None:
    small_federation(work)
    work.done("import", work.file(form(players=OTHERWISE), "report.xlsx"), *REPORTED)
    question = work.the(CODE)
    assert question.found == "1 Mori, Sora; 2 秦 凛"
    assert "without a comma (Note 4)" in question.expected
    assert "姓・名の順、コンマなしの氏名（注4）" in work.done("--lang", "ja", "problems").out
    assert not question.blocks
    work.resolve(question, "--accept", reason="told the organizer")
    assert CODE not in work.codes()


def with_commas(number: int, day: date) -> EventRecord:
    """An event of a form whose names all have a comma."""
    record = event(number, day, [(MORI, HATA, "1-0")])
    players = tuple(replace(p, name=p.name.replace(" ", ", ", 1)) for p in record.players)
    return replace(record, players=players, source=Source("form"))


def test_the_edition_of_2022_asks_it_under_its_own_article(work: Workplace) -> None:
    of_2022(work)
    work.store(with_commas(1220001, date(2022, 9, 4)), date(2022, 9, 5))
    assert work.the(CODE).expected.endswith("(4(3))")


def test_nothing_is_asked_where_no_article_says_so(work: Workplace) -> None:
    of_2019(work)
    work.store(with_commas(1190001, date(2019, 9, 4)), date(2019, 9, 5))
    assert CODE not in work.codes()


def test_the_reply_asks_for_the_names_in_both_languages(work: Workplace) -> None:
    small_federation(work)
    raw = whole(b"mixed", PLAIN, attached(b'filename="report.xlsx"', form(players=OTHERWISE)))
    work.done("inbox", work.file(raw, "report.eml"))
    text = drafted(work).get_content()
    assert "without a comma: 1 Mori, Sora; 2 秦 凛." in text
    assert "コンマを入れずに記入してください：1 Mori, Sora、2 秦 凛" in text


def test_a_form_is_looked_at_before_it_is_sent(work: Workplace) -> None:
    said = work.run("read", work.file(form(players=OTHERWISE), "report.xlsx"), "--check")
    assert said.code == 3
    assert f"1. {CODE}: sheet of players, column Name" in said.out
    assert "1 Mori, Sora; 2 秦 凛" in said.out


def test_who_reported_and_who_ran_it_are_hints_where_the_form_leaves_them_empty(work: Workplace) -> None:
    small_federation(work)
    said = work.done("read", work.file(form(), "report.xlsx"), "--check").out
    assert "The office would ask nothing" in said and HINT in said
    assert "reporter-unknown: sheet of the event, item Reported by" in said
    assert "run-by-unknown: sheet of the event, item Run by" in said
    told = form(reporter="Mori Sora", reporter_id=MORI, run_by_id=TANI)
    said = work.done("read", work.file(told, "told.xlsx"), "--check").out
    assert HINT not in said and "reporter-unknown" not in said and "run-by-unknown" not in said


def test_of_other_files_nobody_asks_who_reports(work: Workplace) -> None:
    given = [work.file(f.data, f.name) for f in swiss_perfect()]
    said = work.run("read", *given, "--check").out
    assert HINT in said  # for another item
    assert "reporter-unknown" not in said and "run-by-unknown" not in said
