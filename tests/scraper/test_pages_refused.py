"""What is not a page this reader takes: refused by name, with what was met and what would be accepted."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest

from scraper import page as page_module
from scraper.errors import (
    NotATournamentPage,
    OtherLanguage,
    OtherPageKind,
    OtherTournament,
    PageError,
    PageTooLarge,
    ScraperError,
    TruncatedPage,
)
from scraper.reading import read_event, read_page
from scraper.records import SavedPage
from tests.samples import saved, saved_all
from tests.scraper.edits import with_body
from tests.scraper.invented import DETAILS, Invented, page, table


def raw(body: bytes) -> SavedPage:
    return SavedPage(body, "saved.html", hashlib.sha256(body).hexdigest())


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "not-html"),
        (b"PK\x03\x04 a damaged xlsx", "export-unreadable"),
        (b"just some text", "not-html"),
        (b"<html><body>Record not found</body></html>", "record-not-found"),
        (b"<html><title>News</title><body><h2>One</h2><p>two</p></body></html>", "no-tournament"),
        (b"<html><form action='./tnr12.aspx' id='form1'></form></html>", "no-tournament"),
        (b"<html></html>", "not-html"),
    ],
)
def test_what_is_no_page_of_a_tournament_is_refused_by_name(body: bytes, code: str) -> None:
    with pytest.raises(NotATournamentPage) as caught:
        read_page(raw(body))
    assert caught.value.problem.code == code


@pytest.mark.parametrize("body", [b"\x89just\nsome text", b"bplist00\x89just\nsome text"])
def test_what_is_no_page_is_shown_as_text(body: bytes) -> None:
    with pytest.raises(NotATournamentPage) as caught:
        read_page(raw(body))
    found = caught.value.problem.found
    assert found.endswith("\ufffdjust some text”") and found.startswith(f"{len(body)} bytes that begin “")


def test_a_page_cut_anywhere_is_refused_as_truncated() -> None:
    whole = Invented().round_page(1)
    start = whole.body.index(b"<table Class")
    for end in range(start, len(whole.body) - len(b"</html>\n"), 37):
        with pytest.raises(TruncatedPage):
            read_page(with_body(whole, whole.body[:end]))


def test_a_list_cut_within_the_page_is_refused_as_truncated() -> None:
    whole = Invented().round_page(1)
    cut = whole.body.index(b"</tr>", whole.body.index(b"CRs1") + 900)
    with pytest.raises(TruncatedPage) as caught:
        read_page(with_body(whole, whole.body[:cut] + b"</body></html>"))
    assert "within a table" in caught.value.problem.found


def test_a_list_with_headings_only_is_not_an_empty_event() -> None:
    with pytest.raises(TruncatedPage) as caught:
        read_page(page("Starting rank", table(["No.", "Name"], [])))
    assert caught.value.problem.code == "table-empty"


def test_a_start_list_without_a_table_is_refused() -> None:
    with pytest.raises(OtherPageKind) as caught:
        read_page(page("Starting rank"))
    assert caught.value.problem.code == "table-missing"


def test_several_rounds_on_one_page_are_refused() -> None:
    event = Invented()
    one = event.round_page(1)
    start, end = one.body.index(b"<table Class"), one.body.rindex(b"</table>") + 8
    twice = one.body[:end] + one.body[start:end] + one.body[end:]
    with pytest.raises(OtherPageKind) as caught:
        read_page(with_body(one, twice))
    assert caught.value.problem.code == "table-twice"


def test_other_headings_are_refused() -> None:
    with pytest.raises(OtherPageKind) as caught:
        read_page(page("Pairings/Results", table(["Bo.", "Home", "Result", "Guest"], [["1", "a", "1", "b"]])))
    assert caught.value.problem.code == "headings-unknown"
    assert "Home" in caught.value.problem.found


def test_pairings_without_points_are_not_taken_for_a_swiss_round() -> None:
    content = table(["Bo.", "White", "Result", "Black"], [["1", "A, A", "1 - 0", "B, B"]])
    with pytest.raises(OtherPageKind) as caught:
        read_page(page("Pairings/Results", content))
    assert caught.value.problem.code == "headings-unknown"


def test_a_view_that_is_not_known_is_refused_by_its_heading() -> None:
    with pytest.raises(OtherPageKind) as caught:
        read_page(page("Something new", table(["No.", "Name"], [["1", "A"]])))
    problem = caught.value.problem
    assert problem.code == "view-unknown"
    assert "Something new" in problem.found
    assert "Starting rank, " in problem.expected and "Final Ranking after N Rounds" in problem.expected
    assert not set("\\?|{}[]^$") & set(problem.expected)


def test_an_unknown_tournament_type_is_a_problem_and_no_system() -> None:
    event = Invented()
    event.details = DETAILS | {"Tournament type": "Scheveningen"}
    record = read_event(event.pages(), minutes_at_60=lambda text: 120)
    assert [(p.code, p.found) for p in record.problems] == [("tournament-type-unknown", "Scheveningen")]
    assert record.system is None


def test_a_page_of_another_tournament_than_its_address_is_refused() -> None:
    with pytest.raises(OtherTournament) as caught:
        read_page(replace(Invented().start_page(), address="https://s1.chess-results.com/Tnr7.aspx?lan=1"))
    assert caught.value.problem.found == "tournament 990001"
    assert "tournament 7" in caught.value.problem.expected


@pytest.mark.parametrize(
    ("lang", "updated"),
    [
        ("es", "Última actualización 09.08.2026 18:00:00"),
        ("fr", ""),
        ("de", "Last update 09.08.2026 18:00:00"),
        ("ja", "最終更新日時 09.08.2026 18:00:00"),
        ("ar", "آخر تحديث 09.08.2026 18:00:00"),
        ("vi", "Cập nhật ngày: 09.08.2026 18:00:00"),
    ],
)
def test_a_page_in_another_language_is_refused_with_the_way_out(lang: str, updated: str) -> None:
    start = Invented().start_page()
    body = start.body.replace(b'lang="en"', f'lang="{lang}"'.encode())
    body = body.replace(b"Last update 09.08.2026 18:00:00", updated.encode())
    with pytest.raises(OtherLanguage) as caught:
        read_page(with_body(start, body))
    assert caught.value.problem.code == "other-language"
    remedy = caught.value.problem.remedy
    assert remedy.startswith(
        "Open https://chess-results.com/tnr990001.aspx?lan=1&art=0 (the same view in English)"
    )
    assert f'lang="{lang}"' in caught.value.problem.found


@pytest.mark.parametrize("updated", ["Last update 09.08.2026 18:00:00", "最終更新日時 09.08.2026 18:00:00"])
def test_a_page_that_the_browser_translated_is_refused_with_what_to_save_instead(updated: str) -> None:
    """Chrome marks the page so (reported; no sample has it): the same address would be saved again."""
    start = Invented().start_page()
    body = start.body.replace(b'lang="en"', b'lang="ja" class="translated-ltr"')
    body = body.replace(b"Last update 09.08.2026 18:00:00", updated.encode())
    with pytest.raises(OtherLanguage) as caught:
        read_page(with_body(start, body))
    problem = caught.value.problem
    assert (problem.code, problem.found) == ("other-language", 'one that a browser translated, lang="ja"')
    assert "show the original" in problem.remedy


def test_another_layout_than_the_two_known_ones_is_refused() -> None:
    with pytest.raises(OtherPageKind) as caught:
        read_page(page("Starting rank", table(["No.", "Name"], [["1", "A,"]]), form="form2"))
    assert caught.value.problem.code == "old-layout"


def test_pages_of_two_tournaments_are_refused_naming_both() -> None:
    with pytest.raises(OtherTournament) as caught:
        read_event([*saved_all("arad2026"), saved("bangkok2026_r4_gated")], minutes_at_60=lambda text: 1)
    assert "1342553" in caught.value.problem.found + caught.value.problem.expected
    assert "1476156" in caught.value.problem.found + caught.value.problem.expected


def test_another_view_than_the_address_asks_for_is_a_problem() -> None:
    event = Invented()
    asked = replace(event.start_page(), address="https://chess-results.com/tnr990001.aspx?lan=1&art=2&rd=1")
    assert [p.code for p in read_page(asked).problems] == ["other-view"]


@pytest.mark.parametrize(
    ("view", "query"),
    [
        ("Statistics", "lan=1&art=13"),
        ("Alphabetical list all groups", "lan=1&art=79"),
        ("A heading nobody has saved", "lan=1&art=25&fedb=JPN"),
    ],
)
def test_a_view_that_is_not_needed_is_known_and_left_out(view: str, query: str) -> None:
    other = page(view, table(["Fed", "Number"], [["JPN", "6"]]), query=query, origin="other.html")
    assert read_page(other).head.tournament == 990001
    record = read_event([*Invented().pages(), other], minutes_at_60=lambda text: 120)
    assert record == read_event(Invented().pages(), minutes_at_60=lambda text: 120)


def test_a_page_that_cannot_be_read_is_a_problem_of_the_event_as_long_as_another_can() -> None:
    event = Invented()
    cut = event.round_page(3)
    pages = [*event.pages("3"), with_body(cut, cut.body[:-200])]
    record = read_event(pages, minutes_at_60=lambda text: 120)
    assert [p.code for p in record.problems] == ["page-truncated", "round-page-missing"]
    with pytest.raises(TruncatedPage):
        read_event(pages[-1:], minutes_at_60=lambda text: 120)


def test_no_pages_at_all_are_refused() -> None:
    with pytest.raises(NotATournamentPage):
        read_event([], minutes_at_60=lambda text: 120)


def test_more_than_the_limits_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    players = [[str(n), f"Player, {n}"] for n in range(1, 2002)]
    with pytest.raises(PageTooLarge) as caught:
        read_page(page("Starting rank", table(["No.", "Name"], players)))
    assert caught.value.problem.found == "2001 players"
    with pytest.raises(PageTooLarge) as caught:
        read_page(page("Pairings/Results", "<h3>Round 51 on 2026/08/09</h3>"))
    assert caught.value.problem.found == "51 rounds"
    menu = '<table><tr><td class="CRnowrap b">Board Pairings</td><td>Rd.1/200</td></tr></table>'
    with pytest.raises(PageTooLarge) as caught:
        read_page(page("Pairings/Results", menu=menu))
    assert caught.value.problem.found == "200 rounds"
    with pytest.raises(PageTooLarge) as caught:
        read_page(raw(b"<html>" + b" " * 20_000_000 + b"</html>"))
    assert "bytes" in caught.value.problem.found
    monkeypatch.setattr(page_module, "MOST_BYTES", 100)
    with pytest.raises(PageTooLarge):
        read_page(Invented().start_page())


def test_every_refusal_is_a_scraper_error_with_one_problem() -> None:
    for error in (
        NotATournamentPage,
        OtherLanguage,
        OtherPageKind,
        OtherTournament,
        PageTooLarge,
        TruncatedPage,
    ):
        assert issubclass(error, PageError)
        assert issubclass(error, ScraperError)
