"""Organizers without an account in a browser: what they send, see come, and find again."""

from __future__ import annotations

import re
import threading
from html import unescape
from typing import Any

import pytest
from playwright.sync_api import Browser

from office.accounts.roles import Role
from scraper.client import Client as Site
from tests.publication.test_site_browser import WCAG
from tests.web.conftest import Opener, Served
from tests.web.test_lists import text
from tests.web.test_look import violations
from tests.web.test_organizers import CUP, WHO
from tests.workplace import Workplace

pytestmark = pytest.mark.slow


def test_an_organizer_checks_then_reports_in_a_browser_and_finds_it_again(
    let_in: Served, opened: Opener
) -> None:
    page = opened()
    page.goto("/organizers")
    assert violations(page, WCAG) == []
    page.get_by_label("The link of your event").fill(CUP)
    page.get_by_role("button", name="Check it").click()
    page.get_by_role("heading", name="Koyo Weekend Cup 2026").wait_for()
    page.get_by_text("nothing is reported").wait_for()
    checked = page.locator("code.lines").inner_text()
    page.get_by_role("link", name="For organizers").click()
    page.get_by_label("The link of your event").fill(CUP)
    page.get_by_label("Your name").fill(WHO["name"])
    page.get_by_label("Your e-mail").fill(WHO["mail"])
    page.get_by_role("button", name="Report it").click()
    page.get_by_role("heading", name="Koyo Weekend Cup 2026").wait_for()
    assert "nothing is reported" not in page.locator("main").inner_text()
    link = page.locator("code.lines").inner_text()
    page.goto("/settings")
    page.goto(link)
    page.get_by_role("heading", name="Koyo Weekend Cup 2026").wait_for()
    assert "#" not in page.url
    page.goto(checked)  # in the same tab: the address is the same but for what stands behind the #
    page.get_by_text("nothing is reported").wait_for()
    assert "#" not in page.url


def test_enter_in_the_fields_of_a_report_reports(let_in: Served, work: Workplace, opened: Opener) -> None:
    """It pressed the form's first button, which only checks; the sender had a link all the same."""
    page = opened()
    page.goto("/organizers")
    page.get_by_label("The link of your event").fill(CUP)
    page.get_by_label("Your name").fill(WHO["name"])
    page.get_by_label("Your e-mail").fill(WHO["mail"])
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Koyo Weekend Cup 2026").wait_for()
    assert work.rows("SELECT kind FROM sending") == [("given",)]


SITES_FORM = {
    "place": "en/lists/2026-11-01.html",
    "lang": "ja",
    "list": "2026-11-01",
    "member": "N10211644",
    "wrong": "1506 <b>",
    "right": "1516",
    "name": "A Player",
    "mail": "player@example.jp",
}


def test_a_doubt_from_the_websites_page_is_shown_filled_in_and_kept_only_when_sent_from_here(
    let_in: Served, work: Workplace
) -> None:
    client = let_in.client()
    answer = client.http.post("/doubt", data=SITES_FORM, headers={"origin": "https://site.example"})
    assert answer.status_code == 200 and '<html lang="ja">' in answer.text
    assert 'value="N10211644"' in answer.text and "1506 &lt;b&gt;" in answer.text
    assert work.rows("SELECT count(*) FROM sending") == [(0,)]
    forged = client.http.post("/doubt/send", data=SITES_FORM, headers={"origin": "https://site.example"})
    assert forged.status_code == 403
    page = client.get("/doubt").text
    assert 'name="lang" value="en"' in page and 'name="lang" value="ja"' in answer.text
    (code,) = re.findall(r'name="code" value="([^"]+)"', page)
    refused = client.post("/doubt/send", {**SITES_FORM, "code": code, "right": ""})
    assert refused.status_code == 422 and '<html lang="ja">' in refused.text
    for language, called in (("en", "what is printed"), ("ja", "表示されている内容")):
        too_long = {**SITES_FORM, "lang": language, "code": code, "wrong": "1" * 5001}
        assert f'<p class="where">{called}</p>' in client.post("/doubt/send", too_long).text
    shown = unescape(client.post("/doubt/send", {**SITES_FORM, "code": code}).text)
    assert '<html lang="ja">' in shown and "正しい内容：1516" in shown
    client.post("/doubt/send", {**SITES_FORM, "code": code})
    assert (
        client.post("/doubt/send", {**SITES_FORM, "code": ""}).status_code == 403
    )  # a link that one guesses
    assert work.rows("SELECT kind, state FROM sending") == [("doubt", "waits")]
    officer = let_in.signed_in()
    assert "A number is doubted" in officer.get("/reports").text
    assert "1516" in officer.get("/reports/1").text
    for path in ("/reports", "/reports/1"):  # it is no report from which nothing was taken
        assert "Nothing" not in text(officer.get(path)), path
    assert let_in.signed_in("Reader", Role.READER).post("/reports/1/dealt-with").status_code == 403
    assert officer.post("/reports/1/dealt-with").status_code == 303
    assert "A number is doubted" not in officer.get("/reports").text
    assert "dealt with" in client.post("/sent", {"code": code}).text


def held(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """What pages wait for before they are fetched."""
    get, on = Site.get, threading.Event()

    def waited(self: Site, address: str, **more: Any) -> Any:
        on.wait(30)
        return get(self, address, **more)

    monkeypatch.setattr(Site, "get", waited)
    return on


def test_the_page_of_a_report_that_is_being_read_goes_on_without_being_loaded_again(
    let_in: Served, opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The keyboard stays where it stands, and what is new is said by what screen readers listen to."""
    on = held(monkeypatch)
    page = opened()
    page.goto("/organizers")
    page.get_by_label("The link of your event").fill(CUP)
    page.get_by_role("button", name="Check it").click()
    page.get_by_role("button", name="Look again").focus()
    page.evaluate("window.sameAsBefore = true")
    with page.expect_response("**/sent"):
        pass
    assert page.evaluate("document.activeElement.textContent") == "Look again"
    link = page.get_by_text("/sent#").inner_text()
    on.set()
    page.get_by_role("heading", name="Koyo Weekend Cup 2026").wait_for()
    assert page.evaluate("window.sameAsBefore") is True
    assert page.get_by_text("/sent#").inner_text() == link
    assert page.evaluate("document.activeElement.id") == "state"
    assert page.locator("#state[role=status]").inner_text().endswith(": read")
    assert page.get_by_role("button", name="Look again").count() == 0
    assert violations(page, WCAG) == []


def test_a_desk_that_says_no_for_good_is_not_asked_on_as_if_the_line_were_lost(
    let_in: Served, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    on = held(monkeypatch)
    page = browser.new_context(base_url=let_in.address, locale="en-GB").new_page()
    page.goto("/organizers")
    page.get_by_label("The link of your event").fill(CUP)
    page.get_by_role("button", name="Check it").click()
    page.get_by_role("button", name="Look again").wait_for()
    try:
        with page.expect_navigation() as told:
            page.context.clear_cookies()
    finally:
        on.set()
    assert told.value.status == 403
    assert "form-out-of-date" in page.locator("main").inner_text()
    assert page.locator("[data-again]").count() == 0
    page.context.close()


def test_without_scripts_it_is_looked_at_again_by_its_button(
    let_in: Served, opened: Opener, browser: Browser
) -> None:
    page = browser.new_context(base_url=let_in.address, java_script_enabled=False).new_page()
    page.goto("/organizers")
    page.get_by_label("The link of your event").fill(CUP)
    with page.expect_navigation():
        page.get_by_role("button", name="Check it").click()
    for _ in range(100):
        if page.get_by_role("heading", name="Koyo Weekend Cup 2026").count():
            break
        with page.expect_navigation():  # a click alone returns before all of the page is there
            page.get_by_role("button", name="Look again").click()
    assert page.get_by_role("heading", name="Koyo Weekend Cup 2026").count() == 1
    page.context.close()


def test_a_doubt_from_the_websites_page_leaves_the_forms_of_open_pages_as_they_are(
    let_in: Served, work: Workplace, opened: Opener
) -> None:
    """The browser sends no cookie along from another site's page, and took a new one from the answer."""
    page = opened()
    page.get_by_label("The pages are in").select_option("ja")
    site = page.context.new_page()
    inside = '<input name="right" value="1516"><button>Doubt</button>'
    form = f'<form method="post" action="{let_in.address}doubt">{inside}</form>'
    site.route("http://site.example/", lambda route: route.fulfill(body=form, content_type="text/html"))
    site.goto("http://site.example/")
    site.get_by_role("button", name="Doubt").click()
    site.get_by_label("what is printed").fill("1506")
    site.get_by_label("Your name").fill(WHO["name"])
    site.get_by_label("Your e-mail").fill(WHO["mail"])
    site.get_by_role("button", name="Send it to the office").click()
    site.get_by_text("Keep this link").wait_for()
    assert work.rows("SELECT kind FROM sending") == [("doubt",)]
    page.get_by_role("button", name="Set", exact=True).first.click()
    page.get_by_role("heading", name="設定").wait_for()
