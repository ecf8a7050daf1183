"""Questions at the desk: answered by keyboard and by plain forms, one by one and together, undone; two
officers at one question; the same decisions as at the command line."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from zoneinfo import ZoneInfo

import httpx
import pytest
from playwright.sync_api import Browser, expect

from office.accounts.roles import Role
from office.desk.choices import OF_AN_EVENT, OPTIONS, decision_of
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


def test_the_four_questions_of_the_demo_are_answered_by_keyboard(demo_desk: Served, opened: Opener) -> None:
    page = opened("Officer One")
    page.goto("/")
    expect(page.get_by_text("4 questions to decide")).to_be_visible()
    with page.expect_navigation():
        page.keyboard.press("n")
    for key in ("2", "g", "2", "2"):  # after each answer stands the next question
        page.wait_for_url(re.compile(r"/questions/\d+"))
        with page.expect_navigation():
            page.keyboard.press(key)
    assert page.url.startswith(f"{demo_desk.address}?done=")
    expect(page.get_by_text("Nothing is left to decide")).to_be_visible()
    assert rulings(demo_desk.work) == [
        *demo_desk.work.rows("SELECT kind, value, who FROM ruling WHERE kind = 'edition'"),
        ("match", "N10215754", "Officer One"),
        ("match", "no-member", "Officer One"),
        ("accept", None, "Officer One"),
        ("round-date", "2026-10-18", "Officer One"),
    ]
    assert "Nothing is left to decide" in demo_desk.work.done("problems").err


def test_an_answer_is_undone_by_one_key_and_asked_again(demo_desk: Served, opened: Opener) -> None:
    page = opened()
    page.goto(f"/questions/{UNKNOWN}")
    with page.expect_navigation():
        page.keyboard.press("g")
    assert ("match", "no-member", "Officer One") in rulings(demo_desk.work)
    with page.expect_navigation():
        page.keyboard.press("u")
    assert ("match", "no-member", "Officer One") not in rulings(demo_desk.work)
    expect(page.get_by_text("Taken back:")).to_be_visible()
    assert demo_desk.work.rows(f"SELECT state FROM problem WHERE id = {UNKNOWN}") == [("open",)]


def test_a_key_leads_into_the_field_of_an_answer_and_enter_gives_it(
    demo_desk: Served, opened: Opener
) -> None:
    page = opened()
    page.goto(f"/questions/{UNKNOWN}")
    page.keyboard.press("1")
    page.keyboard.type("N10210411")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert ("match", "N10210411", "Officer One") in rulings(demo_desk.work)


def test_the_enter_that_ends_a_conversion_into_kanji_gives_no_answer(
    demo_desk: Served, opened: Opener
) -> None:
    page = opened()
    page.goto(f"/questions/{UNKNOWN}")
    page.keyboard.press("1")
    keyboard = page.context.new_cdp_session(page)
    written = {"text": "くいる", "selectionStart": 3, "selectionEnd": 3}
    keyboard.send("Input.imeSetComposition", written)
    keyboard.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", "key": "Enter"})
    page.wait_for_timeout(300)
    expect(page).to_have_url(re.compile(f"/questions/{UNKNOWN}$"))
    assert page.locator(".choices input").first.input_value() == "くいる"


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


def test_the_last_answer_is_undone_on_today_too(demo_desk: Served, opened: Opener) -> None:
    client = demo_desk.signed_in("Officer Two")
    for number, choice in ((AMBIGUOUS, "--no-member"), (CONTROL, "--accept"), (ROUND, "--date 2026-10-18")):
        answers(client, number, choice)
    page = opened()
    page.goto("/questions/next")
    page.keyboard.press("g")
    page.wait_for_url(f"{demo_desk.address}?done=*")
    page.keyboard.press("u")
    page.wait_for_url(f"**/questions/{UNKNOWN}?done=*")


def test_keys_do_nothing_while_somebody_types(demo_desk: Served, opened: Opener) -> None:
    page = opened()
    page.goto(f"/questions/{UNKNOWN}")
    before = rulings(demo_desk.work)
    page.keyboard.press("r")
    page.keyboard.type("gang of 1 and 2 undone?")
    expect(page.locator("[name=reason]")).to_have_value("gang of 1 and 2 undone?")
    page.keyboard.press("Enter")  # no answer is the one that is meant
    page.wait_for_timeout(300)
    assert rulings(demo_desk.work) == before


def test_keys_lead_to_the_pages_and_into_their_fields(demo_desk: Served, opened: Opener) -> None:
    page = opened()
    leads = {"i": "reports", "q": "questions", "m": "members", "l": "lists/next", "t": ""}
    for key, path in leads.items():
        page.keyboard.press(key)
        page.wait_for_url(demo_desk.address + path)
    page.keyboard.press("i")
    page.wait_for_url("**/reports")
    page.keyboard.press("i")
    page.keyboard.type("no link at all: q m l")
    expect(page.locator("textarea")).to_have_value("no link at all: q m l")
    page.goto("/members")
    page.keyboard.press("m")
    page.keyboard.type("mt")
    expect(page.locator("[type=search]")).to_have_value("mt")


def test_the_help_is_opened_and_closed_by_keys(demo_desk: Served, opened: Opener) -> None:
    page = opened()
    page.goto("/")
    page.keyboard.press("?")
    expect(page.locator("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).not_to_be_visible()


def test_who_may_not_see_a_page_has_no_key_to_it(demo_desk: Served, opened: Opener) -> None:
    page = opened("Reporter One", Role.REPORTER)
    page.keyboard.press("?")
    keys = page.locator("dialog kbd").all_inner_texts()
    assert keys == ["t", "i", "?"]
    page.keyboard.press("?")
    for key in ("n", "q", "m", "l"):
        page.keyboard.press(key)
    with page.expect_navigation():
        page.keyboard.press("i")
    assert page.url.endswith("/reports")


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


def test_questions_and_refusals_are_headed_by_what_they_mean(demo_desk: Served) -> None:
    client = demo_desk.signed_in(language="ja")
    assert "対局した選手が会員名簿に見つかりません。</a> <code" in client.get("/questions").text
    assert "<h2>この番号の確認事項は現在ありません。 <code" in client.get("/questions/99").text


def test_a_question_says_what_is_expected_and_what_taking_it_as_it_is_decides(demo_desk: Served) -> None:
    """The page calls the event rapid, and what is accepted is the minutes."""
    page = demo_desk.signed_in().get(f"/questions/{CONTROL}").text
    assert "expected: a time control that is rapid" in page
    assert "rate it by the minutes" in page and "take it as it is" not in page
    japanese = demo_desk.signed_in("Officer Two", language="ja").get("/events/3").text
    assert "60手到達時点の持ち時間による種類で算入する" in japanese


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


def test_a_bare_answer_says_what_stood_beside_it(demo_desk: Served) -> None:
    client = demo_desk.signed_in()
    assert answers(client, AMBIGUOUS, "--match N10215754").status_code == 303
    ((reason,),) = demo_desk.work.rows("SELECT reason FROM ruling WHERE value = 'N10215754'")
    assert reason.startswith("as the question shows it: Kazemichi Daichi: has this name")


def test_an_event_is_called_by_what_is_typed_to_the_question(demo_desk: Served) -> None:
    client, work = demo_desk.signed_in(), demo_desk.work
    games = "Round,White,Result,Black\n1,Benihara Shun,1-0,Nijihara Chihiro\n"
    work.run("import", work.file(games, "spring.csv"))
    asked = work.the("event-name-missing").id
    assert "call it by the name of its file" in client.get(f"/questions/{asked}").text
    assert answers(client, asked, "--name", **{"value--name": "秋季リーグ"}).status_code == 303
    assert work.rows("SELECT name FROM event WHERE key LIKE 'report:%'") == [("秋季リーグ",)]


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
