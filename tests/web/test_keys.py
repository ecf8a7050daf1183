"""The keys of the desk: questions answered and undone by them, fields, pages and the help."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from office.accounts.roles import Role
from tests.web.conftest import Opener, Served
from tests.web.test_questions import AMBIGUOUS, CONTROL, ROUND, UNKNOWN, answers, rulings


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
