"""The whole work of an officer in a browser, from the first start over a real mailbox to the corrected list,
in both languages and on both databases: nothing of it is done at a command line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import text

from office.database.engine import look
from office.words import catalogue
from tests.depth import LONG, every
from tests.office.mail.server import PASSWORD, USER, ImapServer
from tests.on_postgresql import made_database
from tests.web.conftest import REPLAY, Served, served
from tests.workplace import Workplace
from web.serve import first_link

DATA = files("cli.demo") / "data"
WAYS = [("ja", "postgresql"), ("en", "sqlite"), ("en", "postgresql"), ("ja", "sqlite")]
"""The short run has the first; the set-up in English on SQLite is in test_setup.py."""
LOCALES = {"en": "en-GB", "ja": "ja-JP"}
TIMEOUT = 30_000
PUBLISHED = "SELECT version, published_by FROM list_version WHERE how = 'run' AND state = 'published'"
EVENT = "SELECT id FROM event WHERE key IN (SELECT event_key FROM problem WHERE code = 'member-ambiguous')"


@contextmanager
def first_desk(
    work: Workplace, mailbox: ImapServer, on: str, request: pytest.FixtureRequest
) -> Iterator[Served]:
    """The desk of an office that was made a moment ago, and that knows its mailbox."""
    folder = work.folder.with_name("new")
    folder.mkdir()
    work = replace(work, folder=folder, moment=datetime(2026, 11, 2, 1, tzinfo=UTC))
    where = ()
    if on == "postgresql":
        where = ("--database", made_database(request.getfixturevalue("cluster"), "journey", None))
    work.done("init", "--officer", "Head", *where)
    settings = folder / "banzuke.toml"
    before = settings.read_text("utf-8") if settings.exists() else ""
    inbox = f'[inbox]\nhost = "127.0.0.1"\nport = {mailbox.port}\nuser = "{USER}"\nsecurity = "none"\n'
    settings.write_text(before + inbox, "utf-8")
    work.monkeypatch.setenv("BANZUKE_IMAP_PASSWORD", PASSWORD)
    with served(work, replay=REPLAY) as made:
        yield made


class Officer:
    """Who sits at the desk: finds what a page says in her language, by role and name as a reader hears it."""

    def __init__(self, page: Page, language: str) -> None:
        self.page, self.language = page, language
        page.set_default_timeout(TIMEOUT)

    def said(self, words: str) -> str:
        """A text of the product in her language."""
        told = catalogue(self.language).gettext(words)
        assert self.language == "en" or told != words, words
        return told

    def presses(self, words: str, at: int = 0) -> None:
        """A button."""
        self.page.get_by_role("button", name=self.said(words), exact=True).nth(at).click()

    def follows(self, words: str) -> None:
        """A link."""
        with self.page.expect_navigation():
            self.page.get_by_role("link", name=self.said(words), exact=True).first.click()

    def types(self, key: str) -> None:
        """A key that leads on."""
        with self.page.expect_navigation():
            self.page.keyboard.press(key)

    def fills(self, words: str, value: str) -> None:
        """A field by its label."""
        self.page.get_by_label(self.said(words)).first.fill(value)


def rows(desk: Served, query: str) -> list[tuple[Any, ...]]:
    with look(desk.work.engine()) as session:
        return [tuple(row) for row in session.execute(text(query))]


def set_up(officer: Officer) -> None:
    """Register and opening list, each looked at before it is stored."""
    page = officer.page
    page.goto("/")
    officer.follows("Set up the office")
    page.locator("form[action='/take/register'] input[type=file]").set_input_files(str(DATA / "register.csv"))
    officer.presses("Show what would be stored")
    officer.presses("Store this")
    officer.fills("The date of the list", "2026-10-01")
    form = page.locator("form[action='/take/opening']")
    form.locator("input[type=file]:not([name=beside])").set_input_files(str(DATA / "opening.csv"))
    form.locator("input[name=beside]").set_input_files(str(DATA / "opening-games.csv"))
    form.locator("button").click()
    officer.presses("Store this")


def mailbox_read(officer: Officer, desk: Served) -> None:
    """What the mailbox holds, read to its end."""
    officer.presses("Look into the mailbox")
    officer.page.wait_for_url("**/reports/1")
    for _ in range(600):
        if rows(desk, "SELECT state FROM sending") not in ([("waits",)], [("reading",)]):
            break
        officer.page.wait_for_timeout(100)
    officer.page.get_by_role("link", name=re.compile("^M1")).click()
    expect(officer.page.locator("main")).to_contain_text("Koyo Weekend Cup 2026")


def published(officer: Officer) -> None:
    """The next list, worked out, looked at and published."""
    page = officer.page
    page.goto("/")
    officer.types("l")
    officer.presses("Work it out")
    officer.follows("Publish …")
    page.get_by_label(officer.said("I have checked it. Publish it; it cannot be undone.")).check()
    page.locator("form[action='/lists/next/publish'] button").click()
    page.wait_for_url("**/lists/*?done=published")


def corrected(officer: Officer, event: int) -> None:
    """An event of it taken up, one decision taken back and made anew, the corrected list published."""
    page = officer.page
    page.goto(f"/events/{event}")
    officer.follows("Take it up for a correction …")
    page.locator("input[name=reason]").fill("the club named the other player")
    officer.presses("Take it up")
    page.goto(f"/events/{event}")
    decision = page.locator("#decisions ~ ul li").filter(has_text="N10215754")
    with page.expect_navigation():
        decision.get_by_role("button").click()
    page.locator("#questions details.question p a").first.click()
    page.wait_for_url(re.compile(r"/questions/\d+"))
    officer.types("1")
    page.goto("/corrections")
    officer.follows("Publish the correction …")
    for alarm in page.locator("input[name=alarm]").all():
        alarm.check()
    page.locator("form[action='/corrections/publish'] input[name=reason]").fill("taken for another player")
    page.locator("input[name=sure]").check()
    page.locator("form[action='/corrections/publish'] button").click()
    page.wait_for_url("**/corrections?done=published")


@pytest.mark.parametrize(("language", "on"), every(WAYS, len(WAYS)))
@pytest.mark.slow
def test_from_the_first_start_to_the_corrected_list(
    work: Workplace, browser: Browser, language: str, on: str, request: pytest.FixtureRequest, tmp_path: Any
) -> None:
    letter = (DATA / "email.txt").read_bytes()
    with (
        ImapServer(tmp_path / "mailbox", letter) as mailbox,
        first_desk(work, mailbox, on, request) as desk,
        browser.new_context(base_url=desk.address, locale=LOCALES[language]) as context,
    ):
        complaints: list[str] = []
        officer = Officer(context.new_page(), language)
        officer.page.on("pageerror", lambda e: complaints.append(str(e)))
        officer.page.goto(f"/enter#{first_link(desk.office, None)}")
        officer.page.wait_for_url("**/settings")
        set_up(officer)
        mailbox_read(officer, desk)
        officer.page.goto("/")
        officer.types("n")
        for key in ("2", "g", "2", "2"):
            officer.types(key)
        published(officer)
        assert rows(desk, PUBLISHED) == [(1, "Head")]
        (event,) = rows(desk, EVENT)[0]
        corrected(officer, event)
        assert rows(desk, f"{PUBLISHED} ORDER BY version") == [(1, "Head"), (2, "Head")]
        match = "SELECT value FROM ruling WHERE kind = 'match' AND taken_back_at IS NULL ORDER BY id DESC"
        assert rows(desk, match)[0] != ("N10215754",)
        assert complaints == []
        assert desk.work.run("doctor").code == 0
        if LONG:
            assert desk.work.run("rebuild", "--no-pages").code == 0
