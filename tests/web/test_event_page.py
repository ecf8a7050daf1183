"""An event's page at the desk: its table as printed, and what is decided there."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import web.pages.questions
from office.desk.choices import OF_AN_EVENT
from office.desk.options import OPTIONS, decision_of
from tests.web.conftest import Opener, Served
from tests.web.test_questions import AMBIGUOUS, answers, rulings


def test_what_nothing_asks_for_is_decided_on_the_events_page(demo_desk: Served, opened: Opener) -> None:
    page = opened()
    page.goto("/events/1")
    page.get_by_text("Decide what nothing asks for").click()
    page.locator("[name=answer]").select_option("--match")
    page.locator("[name=value]").fill("N10210411")
    page.locator("[name=player]").fill("2")
    page.locator("form.stacked [name=reason]").last.fill("told by the organizer")
    page.get_by_role("button", name="Decide").click()
    page.wait_for_url("**/events/1?done=*")
    assert ("match", "N10210411", "Officer One") in rulings(demo_desk.work)
    page.get_by_role("button", name="Undo").click()
    page.wait_for_url("**/events/1?done=*")
    assert ("match", "N10210411", "Officer One") not in rulings(demo_desk.work)


def test_very_many_players_stand_on_several_pages_and_very_many_questions_in_their_list(
    demo_desk: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An event of 3,000 players and 600 questions was a page of 2.4 MB, which takes ten seconds."""
    client = demo_desk.signed_in()

    def page(path: str) -> tuple[str, list[str]]:
        text = client.get(path).text
        return text, re.findall(r'<tr[^>]*>\n<td class="n">(\d+)</td>', text)

    whole, numbers = page("/events/3")
    asked = re.findall(r'<p><a href="/questions/(\d+)"', whole)
    assert len(numbers) > 8 and len(asked) > 1
    assert 'class="pages"' not in whole and 'rel="next"' not in whole
    monkeypatch.setattr("office.desk.lengths.ROWS", 4)
    monkeypatch.setattr(web.pages.questions, "ANSWERED", 1)
    found: list[str] = []
    first, shown = page("/events/3")
    for path in re.findall(r'<li><a href="(/events/3[^"]*)#players"', first):
        one, shown = page(path)
        assert len(shown) <= 4 and f'"{path}#players" aria-current="page">{shown[0]}–{shown[-1]}<' in one
        found += shown
    assert found == numbers
    assert page(f"/events/3?from={numbers[5]}")[1] == numbers[4:8]  # wherever it begins by now
    for past in ("0", "x", "-1", "99999"):
        assert page(f"/events/3?from={past}")[1] == numbers[:4], past
    assert re.findall(r'<p><a href="/questions/(\d+)"', first) == asked[:1]
    more = len(asked) - 1
    told = f"{more} more question{'s' if more > 1 else ''}</a>"
    assert f'<a href="/questions?from={asked[1]}" rel="next">{told}' in first


def test_an_event_leads_to_its_page_at_chess_results(demo_desk: Served) -> None:
    client, there = demo_desk.signed_in(), 0
    for number, key in demo_desk.work.rows("SELECT id, key FROM event"):
        source, _colon, name = key.partition(":")
        links = re.findall(r'href="(https?://[^"]+)"', client.get(f"/events/{number}").text)
        expected = [f"https://chess-results.com/tnr{name}.aspx"] if source == "chess-results" else []
        assert links == expected, key
        there += bool(expected)
    assert there > 1


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ({"answer": "--exclude", "reason": ""}, "ruling-incomplete"),
        ({"answer": "", "reason": "x"}, "decision-does-not-fit"),
        ({"answer": "--match", "value": "N10210411", "player": "two", "reason": "x"}, "not-a-number"),
        ({"answer": "--exclude", "board": "3", "reason": "x"}, "decision-does-not-fit"),
        ({"answer": "--date", "value": "2026-09-19", "round": "99", "reason": "x"}, "decision-does-not-fit"),
    ],
)
def test_what_is_no_decision_on_an_event_is_refused(
    demo_desk: Served, form: dict[str, str], code: str
) -> None:
    client = demo_desk.signed_in()
    client.get("/events/1")
    before = rulings(demo_desk.work)
    answer = client.post("/events/1/decide", form)
    assert answer.status_code == 422 and code in answer.text
    assert rulings(demo_desk.work) == before


def test_every_decision_on_an_event_is_an_answer_that_there_is() -> None:
    of_questions = {"--accept", "--leave-out", "--name", "--rating", "--authorised"}
    assert {answer.split()[0] for answer in OF_AN_EVENT} == set(OPTIONS) - of_questions
    assert all(decision_of(*answer.split()) for answer in OF_AN_EVENT if " " in answer)


def test_an_event_offers_no_decision_that_its_edition_makes_no_use_of(demo_desk: Served) -> None:
    page = demo_desk.signed_in().get("/events/1").text
    assert '<option value="--time-control">' in page and '<option value="--form meeting">' in page
    assert all(f'value="--{of}' not in page for of in ("class", "fee", "fide-official", "not-regional"))


def test_an_event_is_called_by_what_is_typed_to_the_question(demo_desk: Served) -> None:
    client, work = demo_desk.signed_in(), demo_desk.work
    games = "Round,White,Result,Black\n1,Benihara Shun,1-0,Nijihara Chihiro\n"
    work.run("import", work.file(games, "spring.csv"))
    asked = work.the("event-name-missing").id
    assert "call it by the name of its file" in client.get(f"/questions/{asked}").text
    assert answers(client, asked, "--name", **{"value--name": "秋季リーグ"}).status_code == 303
    assert work.rows("SELECT name FROM event WHERE key LIKE 'report:%'") == [("秋季リーグ",)]


def test_an_event_shows_the_table_as_printed_and_whom_each_is_taken_for(demo_desk: Served) -> None:
    client = demo_desk.signed_in()
    page = client.get("/events/2").text
    text = " ".join(re.sub("<[^>]+>", " ", page).split())
    # Player 1 of the recorded page: won but for a draw in the last round.
    assert (
        "1 Aotsuki, Kaede N10210411 N10210411 Aotsuki Kaede federation ID and name"
        " 6w 1 8b 1 10w 1 7b 1 9b 1 12w ½ 5½" in text
    )
    assert "9b -" in text and "5w +" in text  # the forfeit of round 3
    assert f'href="/questions/{AMBIGUOUS}"' in page
    assert re.search(rf"<summary>P{AMBIGUOUS} [^<]*<span class=\"dim\">player \d+ <bdi>[^<]+</bdi>", page)
    assert client.get("/events/99").status_code == 404
    assert client.get("/events/x").status_code == 404
    assert "Koyo Weekend Cup 2026" in client.get("/events").text


def test_questions_are_answered_on_their_events_page_and_it_stays_open(
    demo_desk: Served, opened: Opener
) -> None:
    page = opened()
    page.goto("/events/2")
    page.get_by_role("button", name="the member: N10215754").click()
    page.wait_for_url("**/events/2?done=*")
    expect(page.get_by_text("(Officer One, ").first).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    page.wait_for_url("**/events/2?done=*")
    expect(page.get_by_text("Taken back:")).to_be_visible()
