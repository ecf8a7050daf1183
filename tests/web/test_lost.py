"""A connection lost in the middle of publishing, and the browser's back button: nothing is lost or doubled,
and the page says what happened."""

from __future__ import annotations

import socket
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from urllib.parse import urlencode, urlparse

import pytest
from playwright.sync_api import Browser

from tests.office.test_publication import drafted, state
from tests.web.conftest import Client, Served, served
from tests.web.test_lists import shown
from tests.workplace import Workplace


@pytest.fixture
def desk(work: Workplace) -> Iterator[Served]:
    drafted(work)
    with served(work) as made:
        yield made


def sent(client: Client, form: dict[str, str], *, whole: bool) -> None:
    """A form handed to the desk by hand, after which the line is cut: nobody waits for the answer."""
    at = urlparse(client.address)
    body = urlencode({"token": client.token, **form}).encode()
    cookies = "; ".join(f"{name}={value}" for name, value in client.http.cookies.items())
    head = (
        f"POST /lists/next/publish HTTP/1.1\r\nHost: {at.netloc}\r\nOrigin: http://{at.netloc}\r\n"
        f"Cookie: {cookies}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    ).encode()
    with socket.create_connection((at.hostname or "", at.port or 0)) as line:
        line.sendall(head + (body if whole else body[: len(body) // 2]))
        time.sleep(0.5)


def test_a_line_cut_while_a_list_is_published_leaves_one_list_and_a_page_that_says_so(desk: Served) -> None:
    client = desk.signed_in()
    form = {"shown": shown(client), "sure": "yes"}
    with closing(sqlite3.connect(desk.work.database)) as another:
        another.execute("BEGIN IMMEDIATE")  # another one is writing: the desk has the form, and waits
        sent(client, form, whole=True)
        assert state(desk.work) == "draft"
    for _ in range(300):
        if state(desk.work) == "published":
            break
        time.sleep(0.1)
    assert state(desk.work) == "published"
    again = client.post("/lists/next/publish", form)  # she cannot know, and presses once more
    assert (again.status_code, again.headers["location"]) == (303, "/lists/2?done=published")
    assert desk.work.rows("SELECT count(*) FROM list_version WHERE list_date = '2026-11-01'") == [(1,)]
    assert {p["code"] for p in desk.work.run("doctor").problems()} <= {"open-to-others", "no-saved-pages"}


def test_a_line_cut_before_the_form_was_whole_publishes_nothing(desk: Served) -> None:
    client = desk.signed_in()
    form = {"shown": shown(client), "sure": "yes"}
    before = desk.work.dump("account_session")
    sent(client, form, whole=False)
    time.sleep(1)
    assert desk.work.dump("account_session") == before
    assert client.post("/lists/next/publish", form).status_code == 303
    assert state(desk.work) == "published"


def test_going_back_to_the_form_doubles_nothing_and_says_so(desk: Served, browser: Browser) -> None:
    page = browser.new_context(base_url=desk.address, locale="en-GB").new_page()
    page.goto(f"/enter#{desk.link('Officer One')}")
    page.wait_for_url("**/settings")
    page.goto("/lists/next/publish")
    page.locator("input[name=sure]").check()
    page.locator("form[action$='/publish'] button").click()
    page.wait_for_url("**/lists/2?done=published")
    page.go_back()
    page.wait_for_load_state()
    assert page.locator("form[action$='/publish']").count() == 0
    assert "list of 1 December 2026" in page.locator("main").inner_text()
    assert desk.work.rows("SELECT count(*) FROM list_version WHERE list_date = '2026-11-01'") == [(1,)]
    page.context.close()
