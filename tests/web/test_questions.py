"""Questions at the desk: answered by plain forms (keys: test_keys.py), one by one and together, undone; two
officers at one question; the same decisions as at the command line."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from zoneinfo import ZoneInfo

import httpx
import pytest
from playwright.sync_api import Browser

import web.pages.questions
from office.accounts.roles import Role
from tests.office.test_bulk import GUESTS, with_guests
from tests.web.conftest import Client, Opener, Served, served
from tests.workplace import Workplace, small_federation

AMBIGUOUS, UNKNOWN, CONTROL, ROUND = 2, 3, 5, 6
"""The demonstration's four questions, by number."""


def sent(page: httpx.Response, choice: str, **more: str) -> dict[str, object]:
    """What the form of a question's page sends."""
    marks = [unescape(m) for m in re.findall(r'name="mark" value="([^"]+)"', page.text)]
    assert marks
    return {"mark": marks, "choice": choice, **more}


def answers(client: Client, number: int, choice: str, **more: str) -> httpx.Response:
    page = client.get(f"/questions/{number}")
    assert page.status_code == 200, page.text
    return client.post("/questions", sent(page, choice, **more))


def rulings(work: Workplace) -> list[tuple[str, ...]]:
    return work.rows("SELECT kind, value, who FROM ruling WHERE taken_back_at IS NULL ORDER BY id")


def test_after_an_answer_stands_the_question_after_it_and_undo_leads_back_to_it(demo_desk: Served) -> None:
    client = demo_desk.signed_in()
    assert "4 questions to decide" in client.get(f"/questions/{UNKNOWN}").text
    answer = answers(client, UNKNOWN, "--no-member")  # the one before it is left for later
    where = answer.headers["location"]
    assert where.startswith(f"/questions/{CONTROL}?done=")
    undone = client.post("/decisions/take-back", {"numbers": where.partition("=")[2]})
    assert undone.headers["location"].startswith(f"/questions/{UNKNOWN}?done=")
    answers(client, UNKNOWN, "--no-member")
    answers(client, CONTROL, "--accept")
    last = answers(client, ROUND, "--date 2026-10-18")
    assert last.headers["location"].startswith(f"/questions/{AMBIGUOUS}?done=")  # from the beginning again


def test_a_player_who_is_on_no_register_is_entered_by_the_name_of_the_question(demo_desk: Served) -> None:
    client = demo_desk.signed_in()
    (link,) = re.findall(r'href="(/members/new\?name=[^"]+)"', client.get(f"/questions/{UNKNOWN}").text)
    assert 'name="name" value="Quillmark Orin"' in client.get(unescape(link)).text  # no comma (4 Note 4)
    assert "/members/new" not in client.get(f"/questions/{AMBIGUOUS}").text


def test_among_all_questions_stands_what_a_report_lacks(work: Workplace, desk: Served) -> None:
    """“nothing” was found: it is the item looked for that says something."""
    small_federation(work)
    work.run("import", work.file(b"Round,White,Result,Black\n1,Mori Sora,1-0,Hata Rin\n", "games.csv"))
    problem = work.the("report-item-missing")
    assert problem.found == "nothing"
    assert f"expected: {problem.expected}" in desk.signed_in().get("/questions").text


def test_everything_is_answered_without_javascript(demo_desk: Served, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False, base_url=demo_desk.address)
    page = context.new_page()
    page.goto("/enter")
    page.fill("[name=code]", demo_desk.link("Officer One"))
    page.click("main button")
    page.goto(f"/questions/{ROUND}")
    page.click("text=the day it was played: 2026-10-18")
    assert ("round-date", "2026-10-18", "Officer One") in rulings(demo_desk.work)
    context.close()


@pytest.mark.parametrize(
    ("number", "choice", "more", "kind", "value"),
    [
        (AMBIGUOUS, "--match", {"value--match": "N10215754"}, "match", "N10215754"),
        (UNKNOWN, "--alias", {"value--alias": "n10215754"}, "alias", "N10215754"),
        (CONTROL, "--time-control", {"value--time-control": "45+15"}, "time-control", "45+15"),
        (ROUND, "--date 2026-10-17", {}, "round-date", "2026-10-17"),
    ],
)
def test_what_is_typed_is_what_is_decided(
    demo_desk: Served, number: int, choice: str, more: dict[str, str], kind: str, value: str
) -> None:
    client = demo_desk.signed_in()
    answer = answers(client, number, choice, reason="the organizer says so", **more)
    assert answer.status_code == 303, answer.text
    query = "SELECT kind, value, reason, who FROM ruling ORDER BY id DESC LIMIT 1"
    assert demo_desk.work.rows(query) == [(kind, value, "the organizer says so", "Officer One")]


@pytest.mark.parametrize(
    ("number", "choice", "more", "code"),
    [
        (AMBIGUOUS, "--match", {"value--match": "N99999999"}, "no-such-member"),
        (AMBIGUOUS, "--match", {}, "no-such-member"),
        (AMBIGUOUS, "--accept", {}, "decision-does-not-fit"),
        (AMBIGUOUS, "", {}, "decision-does-not-fit"),
        (AMBIGUOUS, "--drop-table", {}, "decision-does-not-fit"),
        (ROUND, "--date", {"value--date": "2026-13-01"}, "not-a-day"),
        (ROUND, "--date", {"value--date": "2026-12-01"}, "not-a-day"),
        (ROUND, "--days", {"value--days": "0001-01-01/9999-12-31"}, "not-a-day"),
        (ROUND, "--reported", {"value--reported": "0001-01-01"}, "not-a-day"),
        (ROUND, "--rating", {"value--rating": "x"}, "not-a-rating"),
        (ROUND, "--organizer", {"value--organizer": "perhaps"}, "decision-does-not-fit"),
        (ROUND, "--date 2026-10-17", {"reason": "x" * 5001}, "too-long"),
    ],
)
def test_what_is_no_answer_is_refused_and_nothing_is_stored(
    demo_desk: Served, number: int, choice: str, more: dict[str, str], code: str
) -> None:
    client, before = demo_desk.signed_in(), rulings(demo_desk.work)
    answer = answers(client, number, choice, **more)
    status = 404 if code == "no-such-member" else 422
    assert answer.status_code == status and code in answer.text, answer.text
    assert 'class="where">--' not in answer.text  # no option of a command
    assert rulings(demo_desk.work) == before


def test_an_answer_without_questions_is_refused(demo_desk: Served) -> None:
    client = demo_desk.signed_in()
    client.get(f"/questions/{ROUND}")
    for mark in ([], ["x"], [":"], ["-1:x"], ["9999999999:x"]):
        answer = client.post("/questions", {"mark": mark, "choice": "--accept"})
        assert answer.status_code == 422 and "nothing-chosen" in answer.text


def test_two_officers_at_one_question_and_nobodys_answer_is_overwritten_unseen(demo_desk: Served) -> None:
    one, two = demo_desk.signed_in("Officer One"), demo_desk.signed_in("Officer Two", language="ja")
    page_one, page_two = one.get(f"/questions/{AMBIGUOUS}"), two.get(f"/questions/{AMBIGUOUS}")
    assert one.post("/questions", sent(page_one, "--match N10215754")).status_code == 303
    refused = two.post("/questions", sent(page_two, "--match N10211644"))
    assert refused.status_code == 409
    assert "answered-meanwhile" in refused.text
    assert "照合 N10215754、Officer One" in unescape(refused.text)
    assert 'デスクでは：<a href="/questions">確認事項</a>' in refused.text
    now = two.get(f"/questions/{AMBIGUOUS}").text
    assert "（Officer One、" in now and "取り消す" in now
    assert ("match", "N10215754", "Officer One") in rulings(demo_desk.work)


def test_what_stood_beside_an_answer_is_kept_in_the_language_it_was_read_in(demo_desk: Served) -> None:
    client = demo_desk.signed_in(language="ja")
    page = client.get(f"/questions/{AMBIGUOUS}")
    assert client.post("/questions", sent(page, "--match N10215754")).status_code == 303
    ((reason,),) = demo_desk.work.rows("SELECT reason FROM ruling WHERE kind = 'match'")
    assert reason.startswith("確認事項の表示のとおり：Kazemichi Daichi：氏名が同じ")
    other = demo_desk.signed_in("Officer Two")
    for path in ("/settings/decisions", f"/questions/{AMBIGUOUS}"):
        assert "as the question shows it: Kazemichi Daichi：" in unescape(other.get(path).text)


def test_questions_and_refusals_are_headed_by_what_they_mean(demo_desk: Served) -> None:
    client = demo_desk.signed_in(language="ja")
    assert "対局した選手が会員名簿に見つかりません。</a> <code" in client.get("/questions").text
    assert "<h2>この番号の確認事項は現在ありません。 <code" in client.get("/questions/99").text


def test_questions_stand_on_pages_and_a_page_begins_where_it_did_when_its_first_is_answered(
    demo_desk: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In an office of 4,756 open questions all of them on one page took four seconds."""
    client = demo_desk.signed_in()

    def page(path: str) -> tuple[str, list[str]]:
        text = client.get(path).text
        return text, re.findall(r'<a href="/questions/(\d+)">P', text)

    whole, numbers = page("/questions")
    assert numbers[:4] == ["2", "3", "5", "6"] and len(numbers) > 4 and 'rel="next"' not in whole
    monkeypatch.setattr(web.pages.questions, "SHOWN", 3)
    first, shown = page("/questions")
    assert shown == numbers[:3] and "Answer one after the other" in first and "Only shown" not in first
    assert f'<a href="/questions?from=6" rel="next">{len(numbers) - 3} more questions</a>' in first
    assert f'<a href="/questions?from={numbers[4]}">' in first  # those that are only shown
    second, shown = page("/questions?from=6")
    assert shown == numbers[3:6] and "Answer one after the other" in second and "Only shown" in second
    answers(client, ROUND, "--date 2026-10-18")
    assert page("/questions?from=6")[1][0] == numbers[4]
    for past in ("999", "x", "-1", "9" * 30):
        assert page(f"/questions?from={past}")[1] == ["2", "3", "5"], past


def test_a_question_says_what_is_expected_and_what_taking_it_as_it_is_decides(demo_desk: Served) -> None:
    """The page calls the event rapid, and what is accepted is the minutes."""
    page = demo_desk.signed_in().get(f"/questions/{CONTROL}").text
    assert "expected: a time control that is rapid" in page
    assert "rate it by the minutes" in page and "take it as it is" not in page
    japanese = demo_desk.signed_in("Officer Two", language="ja").get("/events/3").text
    assert "60手到達時点の持ち時間による種類で算入する" in japanese


def test_a_question_leads_to_whoever_has_the_printed_name_on_the_register(demo_desk: Served) -> None:
    """It asks for an ID, and the report has none."""
    client = demo_desk.signed_in()
    leads = re.compile(r'<a href="(/members\?q=[^"]+)" target="_blank">([^<]*)</a>')
    ((path, words),) = leads.findall(client.get(f"/questions/{AMBIGUOUS}").text)
    assert words == "Look for “Kazemichi, Daichi” on the register, in another tab"
    page = client.get(unescape(path)).text
    assert "2 members found" in page and "N10211644" in page and "N10215754" in page
    assert len(leads.findall(client.get(f"/questions/{UNKNOWN}").text)) == 1
    for other in (CONTROL, ROUND):
        assert not leads.findall(client.get(f"/questions/{other}").text)


def test_a_question_that_asks_something_else_by_now_is_shown_again(demo_desk: Served) -> None:
    client = demo_desk.signed_in()
    page = client.get(f"/questions/{UNKNOWN}")
    mark = sent(page, "--no-member")
    forged = {**mark, "mark": [f"{UNKNOWN}:0123456789abcdef"]}
    refused = client.post("/questions", forged)
    assert refused.status_code == 409 and "question-changed" in refused.text
    assert client.post("/questions", mark).status_code == 303


def test_a_double_click_decides_once(demo_desk: Served) -> None:
    client = demo_desk.signed_in()
    form = sent(client.get(f"/questions/{UNKNOWN}"), "--no-member")
    first, second = client.post("/questions", form), client.post("/questions", form)
    assert (first.status_code, second.status_code) == (303, 303)
    assert rulings(demo_desk.work).count(("match", "no-member", "Officer One")) == 1
    assert demo_desk.work.rows(f"SELECT state FROM problem WHERE id = {UNKNOWN}") == [("settled",)]


def test_the_second_of_two_clicks_does_not_answer_the_question_after_it(
    demo_desk: Served, opened: Opener
) -> None:
    page = opened()
    page.goto(f"/questions/{AMBIGUOUS}")
    page.locator("[data-key~='2']").click()
    page.wait_for_url(f"**/questions/{UNKNOWN}?done=*")
    decided = rulings(demo_desk.work)
    box = page.locator("[data-key~='g']").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down(click_count=2)  # the browser counts on where the page is another
    page.mouse.up(click_count=2)
    page.wait_for_timeout(200)
    assert rulings(demo_desk.work) == decided
    with page.expect_navigation():
        page.mouse.down()
        page.mouse.up()
    assert len(rulings(demo_desk.work)) == len(decided) + 1


def test_an_answer_after_the_session_has_ended_is_not_taken_and_works_after_signing_in(
    demo_desk: Served,
) -> None:
    client = demo_desk.signed_in()
    form = sent(client.get(f"/questions/{UNKNOWN}"), "--no-member")
    demo_desk.work.moment += timedelta(days=15)
    ended = client.post("/questions", form)
    assert ended.status_code == 403 and "signed-out" in ended.text
    demo_desk.work.done("account", "reset", "Officer One")
    token = client.token
    client.get("/enter")
    link = demo_desk.work.done("account", "reset", "Officer One").out.partition("#")[2].split()[0]
    client.post("/enter", {"code": link})
    client.get("/settings")
    assert client.token == token  # forms that are open in other tabs stay good
    assert client.post("/questions", form).status_code == 303


def test_a_reader_sees_questions_and_answers_none(demo_desk: Served) -> None:
    reader = demo_desk.signed_in("Reader", Role.READER)
    page = reader.get(f"/questions/{UNKNOWN}")
    assert page.status_code == 200 and 'name="choice"' not in page.text
    forged = {"mark": f"{UNKNOWN}:x", "choice": "--no-member"}
    assert reader.post("/questions", forged).status_code == 403
    assert reader.post("/decisions/take-back", {"numbers": "1"}).status_code == 403
    reporter = demo_desk.signed_in("Reporter", Role.REPORTER)
    for path in ("/questions", "/questions/2", "/events", "/events/2", "/questions/next"):
        assert reporter.get(path).status_code == 403


def test_a_bare_answer_says_what_stood_beside_it(demo_desk: Served) -> None:
    client = demo_desk.signed_in()
    assert answers(client, AMBIGUOUS, "--match N10215754").status_code == 303
    ((reason,),) = demo_desk.work.rows("SELECT reason FROM ruling WHERE value = 'N10215754'")
    assert reason.startswith("as the question shows it: Kazemichi Daichi: has this name")


def test_many_questions_that_are_one_are_answered_together_but_for_those_that_are_not_ticked(
    work: Workplace,
) -> None:
    small_federation(work)
    work.store(with_guests())
    asked = "SELECT id FROM problem WHERE state = 'open' AND code = 'member-unknown' ORDER BY id"
    with served(work) as desk:
        client = desk.signed_in()
        page = client.get(client.get("/questions/next").headers["location"])
        assert "4 players of other federations, no likely member: all non-members?" in page.text
        form = sent(page, "--no-member")
        marks = [str(mark) for mark in list(form["mark"])]  # type: ignore[call-overload]
        assert [mark.partition(":")[0] for mark in marks] == ["1", "2", "3", "4"]
        answer = client.post("/questions", {**form, "mark": marks[:3]})
        assert answer.status_code == 303
        assert work.rows(asked) == [(4,), (5,)]
        where = answer.headers["location"]
        assert "3 decisions:" in client.get(where).text
        client.post("/decisions/take-back", {"numbers": where.partition("=")[2]})
        assert work.rows(asked) == [(n,) for n in range(1, len(GUESTS) + 2)]


def test_one_of_many_is_answered_by_itself_with_answers_of_its_own(work: Workplace) -> None:
    small_federation(work)
    work.store(with_guests())
    with served(work) as desk:
        client = desk.signed_in()
        together = client.get(client.get("/questions/next").headers["location"])
        links = re.findall(r'href="(/questions/(\d+)\?alone=1)"', together.text)
        assert [number for _link, number in links] == ["1", "2", "3", "4"]
        assert 'name="value--match"' not in together.text
        for link, number in links:
            page = client.get(link).text
            assert re.findall(r'name="mark" value="(\d+):', page) == [number]
            assert 'name="value--match"' in page


def test_a_decision_is_told_in_japanese_with_the_hour_of_the_office(demo_desk: Served) -> None:
    client = demo_desk.signed_in(language="ja")
    answers(client, ROUND, "--date 2026-10-18", reason="typed")
    page = unescape(client.get(f"/questions/{ROUND}").text)
    hour = demo_desk.work.moment.astimezone(ZoneInfo("Asia/Tokyo")).strftime(" %-H:%M、決定1）")
    assert "ラウンドの日付 2026-10-18：typed（Officer One、" in page and hour in page


def test_what_was_decided_here_is_what_the_command_line_shows(demo_desk: Served) -> None:
    client = demo_desk.signed_in()
    answers(client, UNKNOWN, "--no-member", reason="the organizer writes so")
    said = demo_desk.work.done("rulings").out
    assert "Officer One" in said and "the organizer writes so" in said
    demo_desk.work.done("resolve", f"P{ROUND}", "--date", "2026-10-18", "--reason", "typed")
    assert ": typed (Demo Officer, " in unescape(client.get(f"/questions/{ROUND}").text)
