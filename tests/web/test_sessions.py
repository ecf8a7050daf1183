"""Sessions: when one ends, who ends it, and two of them side by side."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Browser

from office.accounts.sessions import IDLE, STAYS
from tests.web.conftest import PASSWORD, Served, served
from tests.web.test_coming_in import signs_in, with_password

pytestmark = pytest.mark.usefixtures("cheap_passwords")


def test_a_session_ends_when_nothing_is_asked_and_after_two_weeks_whatever_is(desk: Served) -> None:
    client = desk.signed_in()
    desk.work.moment += IDLE
    assert client.get("/settings").status_code == 303
    began = desk.work.moment
    client = desk.signed_in("Officer Two")
    while desk.work.moment < began + STAYS - IDLE:
        desk.work.moment += IDLE - timedelta(minutes=1)
        assert client.get("/settings").status_code == 200
    desk.work.moment = began + STAYS
    assert client.get("/settings").status_code == 303


def test_sessions_are_ended_by_their_owner_by_a_new_password_and_by_the_administrator(desk: Served) -> None:
    here = with_password(desk)
    status, there = signs_in(desk)
    assert status == 303
    (number,) = re.findall(r"/settings/sessions/(\d+)/end", here.get("/settings").text)
    here.post(f"/settings/sessions/{number}/end")
    assert (there.get("/settings").status_code, here.get("/settings").status_code) == (303, 200)
    _status, there = signs_in(desk)
    here.post("/settings/password", {"old": PASSWORD, "new": PASSWORD * 2, "again": PASSWORD * 2})
    assert (there.get("/settings").status_code, here.get("/settings").status_code) == (303, 200)
    desk.work.done("account", "revoke", "Officer One", "--keep")
    assert here.get("/settings").status_code == 303
    assert signs_in(desk, password=PASSWORD * 2)[0] == 303
    desk.work.done("account", "revoke", "Officer One")
    assert signs_in(desk, password=PASSWORD * 2)[0] == 403


def test_nobody_ends_the_session_of_another(desk: Served) -> None:
    desk.signed_in()
    other = desk.signed_in("Officer Two")
    assert other.post("/settings/sessions/1/end").status_code == 404
    assert desk.work.rows("SELECT count(*) FROM account_session WHERE revoked_at IS NULL") == [(2,)]


def test_signing_out_ends_the_session_itself(desk: Served) -> None:
    client = desk.signed_in()
    cookie = client.http.cookies[desk.cookie]
    assert client.post("/sign-out").headers["location"] == "/sign-in"
    again = desk.client(cookies={desk.cookie: cookie})
    assert again.get("/settings").status_code == 303


def test_who_comes_in_at_one_desk_of_a_machine_stays_in_at_the_other(desk: Served, browser: Browser) -> None:
    """Invented data beside the office's own, say; browsers tell hosts apart, not ports."""
    page = browser.new_context().new_page()
    with served(desk.work) as other:
        page.goto(f"{desk.address}enter#{desk.link('Officer One')}")
        page.wait_for_url("**/settings")
        page.goto(f"{other.address}enter#{desk.link('Officer Two')}")
        page.wait_for_url("**/settings")
        for at, name in ((desk, "Officer One"), (other, "Officer Two")):
            page.goto(at.address)
            assert page.locator(".me span").inner_text() == name
        page.get_by_role("button", name="Sign out").click()
        page.wait_for_url("**/sign-in")
        page.goto(desk.address)
        assert page.locator(".me span").inner_text() == "Officer One"
    page.context.close()


def test_a_link_over_an_open_session_asks_before_it_takes_its_place(desk: Served, browser: Browser) -> None:
    """Whoever follows a link that is another's would go on deciding under that name."""
    page = browser.new_context(base_url=desk.address).new_page()
    page.goto(f"/enter#{desk.link('Officer One')}")
    page.wait_for_url("**/settings")
    page.goto(f"/enter#{desk.link('Officer Two')}")
    page.get_by_text("Officer One is signed in in this browser").wait_for()
    page.wait_for_timeout(300)
    assert page.url.endswith("/enter")
    page.keyboard.press("Enter")
    page.wait_for_url("**/settings")
    assert page.locator("header .me span").inner_text() == "Officer Two"
    page.context.close()
