"""The website in a real browser: searched, sorted, by keyboard, without scripts, on phones, in the dark."""

from __future__ import annotations

import http.server
import json
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag, urljoin, urlparse

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page, ViewportSize, expect
from selectolax.lexbor import LexborHTMLParser

from cli.demo.run import LIST
from office.database.engine import look, open_engine, transaction
from office.place import Place
from publication.site.target import Target
from publication.site.whole import write_site
from tests.chromium import CHROMIUM, CONTRAST, WCAG, until
from tests.depth import LONG, every
from tests.on_postgresql import read
from tests.publication.test_site import Page as Parsed

KINDS = (
    "index.html",
    "lists/index.html",
    f"lists/{LIST}/index.html",
    f"lists/{LIST}/v1-standard.html",
    "members/index.html",
    "members/letter-k.html",
    "members/N10210411.html",
    "members/N10217946.html",
    "events/index.html",
    "events/chess-results-1499501.html",
    "top.html",
    "statistics.html",
    "compare.html",
    "top-women.html",
    "clubs/index.html",
    "calculator.html",
    "arrived.html",
    "corrections.html",
    "about.html",
    "downloads.html",
    "rules/jcf-2024-10.html",
)
EVERYWHERE = [f"{lang}/{kind}" for lang in ("ja", "en") for kind in KINDS]
"""Every kind of page in both languages."""

EITHER = EVERYWHERE if LONG else [f"{('ja', 'en')[at % 2]}/{kind}" for at, kind in enumerate(KINDS)]
"""Every kind of page; in the short run in one language or the other."""

WAYS = [("ja", "file"), ("ja", "http"), ("en", "file"), ("en", "http")]

SOMEBODY = "N10210411"
KANA = "あおつき かえで"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not CHROMIUM.exists(), reason="no /usr/bin/chromium: apt-get install chromium fonts-noto-cjk"
    ),
]


WINDOW: ViewportSize = {"width": 1200, "height": 900}


@dataclass
class Opened:
    """A page with everything it asked for and complained of."""

    page: Page
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def go(self, address: str) -> None:
        self.page.on("request", lambda r: self.requests.append(r.url))
        self.page.on("console", lambda m: self.complaints.append(m.text))
        self.page.on("pageerror", lambda e: self.complaints.append(str(e)))
        self.page.goto(address)


@dataclass
class Site:
    """The demonstration's website, served from files and, under a base path, over HTTP."""

    folder: Path
    office: Place
    browser: Browser
    addresses: dict[str, str]
    tab: Page | None = None
    page: Page | None = None

    def open(self, path: str, how: str = "file", viewport: ViewportSize = WINDOW, **context: Any) -> Opened:
        """The page in a window of its own kind, or else in one that every test has after the other: a new
        one takes longer than most of what is done in it, and the site keeps nothing in a browser."""
        if context:
            page = self.browser.new_context(viewport=viewport, **context).new_page()
        elif self.page is None or self.page.is_closed():
            page = self.page = self.browser.new_context(viewport=viewport).new_page()
        else:
            page = self.page
            page.goto("about:blank")
            page.set_viewport_size(viewport)
            page.emulate_media(media="null", color_scheme="null")
        opened = Opened(page)
        opened.go(self.addresses[how] + path)
        return opened

    def shown(self, path: str, width: int, height: int) -> Page:
        """The page in a window of this size: always the same window, for who only looks at it."""
        self.tab = self.tab or self.browser.new_page()
        self.tab.set_viewport_size({"width": width, "height": height})
        self.tab.goto(self.addresses["file"] + path)
        return self.tab

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        return read(self.office, query, values)


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@cache
def written(demonstration: Path) -> tuple[Path, Path]:
    """An office like the demonstration's, and the folder with its site some levels down: both to be looked
    at, by every file of tests."""
    office, root = demonstration.parent / "looked-at" / "office", demonstration.parent / "root"
    shutil.copytree(demonstration, office)
    engine = open_engine(Place(office))
    with transaction(engine) as session:
        session.connection().exec_driver_sql(
            f"UPDATE member SET kana = '{KANA}' WHERE federation_id = '{SOMEBODY}'"
        )
    (root / "a" / "base").mkdir(parents=True)
    with look(engine) as session:
        write_site(session, Target(root / "a" / "base" / "path"), Place(root))
    return office, root


@contextmanager
def over_http(folder: Path) -> Iterator[str]:
    """The address at which a folder is served within the block."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="module")
def site(browser: Browser, demonstration: Path) -> Iterator[Site]:
    office, root = written(demonstration)
    folder = root / "a" / "base" / "path"
    with over_http(root) as address:
        addresses = {"file": folder.as_uri() + "/", "http": f"{address}a/base/path/"}
        yield Site(folder, Place(office), browser, addresses)


STANDS = """async () => {
  const body = document.querySelector("table.list tbody");
  for (let rows = -1; rows !== body.rows.length;) {
    rows = body.rows.length;
    await new Promise((done) => setTimeout(done, 10));
  }
}"""
"""Rows beyond forty are put in behind each other; then no more are."""


def ids(page: Page) -> list[str]:
    """The IDs of the rows of a list, once they stand."""
    page.evaluate(STANDS)
    return page.locator("table.list tbody tr td.id").all_inner_texts()


@pytest.mark.parametrize(("lang", "how"), every(WAYS, 4))
def test_somebody_is_found_by_any_of_his_names(site: Site, lang: str, how: str) -> None:
    page = site.open(f"{lang}/index.html", how).page
    link = page.locator(".results a", has_text="Aotsuki Kaede")
    for words in ("Aotsuki Kaede", "kaede aotsuki", "青月", "楓", "あおつき", "アオツキ", SOMEBODY):
        page.get_by_role("searchbox").fill("")
        link.wait_for(state="detached")
        page.get_by_role("searchbox").fill(words)
        link.wait_for()
    link.click()
    page.wait_for_url(f"**/{lang}/members/{SOMEBODY}.html")
    assert "Aotsuki Kaede" in page.locator("h1").inner_text()


@pytest.mark.parametrize("how", ["file", "http"])
def test_a_list_is_searched_sorted_and_filtered_as_the_database_has_it(site: Site, how: str) -> None:
    rows = site.rows(
        "SELECT r.federation_id, r.rating, r.previous, r.how, m.active, p.sex, p.club, r.previous_from"
        " FROM list_rating r"
        " JOIN list_version v ON v.id = r.version_id AND v.list_date = ?"
        " JOIN list_member m ON m.version_id = r.version_id AND m.federation_id = r.federation_id"
        " JOIN member p ON p.federation_id = r.federation_id"
        " WHERE r.type = 'standard' ORDER BY r.rating DESC, r.federation_id",
        str(LIST),
    )
    page = site.open(f"en/lists/{LIST}/v1-standard.html", how).page
    status = page.locator(".found")
    assert ids(page) == [r[0] for r in rows]

    page.get_by_role("button", name="Change").click()
    status.filter(has_text="found").wait_for()
    held = {r[0] for r in rows if r[2] is not None and r[3] != "initial" and r[7] == "list"}
    moved = {r[0]: r[1] - r[2] if r[0] in held else None for r in rows}
    changes = [moved[i] for i in ids(page)]
    assert sorted(changes, key=lambda c: -(10**6) if c is None else c, reverse=True) == changes
    assert len(changes) == len(rows)

    page.get_by_role("button", name="Rank").click()
    page.get_by_label("active only").check()
    status.filter(has_text=f"{sum(r[4] for r in rows)} found").wait_for()
    assert ids(page) == [r[0] for r in rows if r[4]]

    page.get_by_label("active only").uncheck()
    page.get_by_label("Sex").select_option("f")
    women = [r[0] for r in rows if r[5] == "f"]
    status.filter(has_text=f"{len(women)} found").wait_for()
    assert ids(page) == women
    page.get_by_label("Sex").select_option("")

    club = next(r[6] for r in rows if r[6])
    page.get_by_label("Club").focus()
    page.get_by_label("Club").select_option(club)
    of_club = [r[0] for r in rows if r[6] == club]
    status.filter(has_text=f"{len(of_club)} found").wait_for()
    assert ids(page) == of_club
    page.get_by_label("Club").select_option("")

    page.get_by_role("searchbox").fill("青月")
    status.filter(has_text="found").wait_for()
    assert SOMEBODY in ids(page)
    assert len(ids(page)) < len(rows)
    page.get_by_role("searchbox").fill("")
    until(page, "document.querySelector('.found').textContent === ''")
    assert ids(page) == [r[0] for r in rows]


def test_a_players_page_has_the_numbers_of_the_database(site: Site) -> None:
    page = site.open(f"en/lists/{LIST}/v1-standard.html").page
    page.get_by_role("link", name="Aotsuki Kaede").click()
    page.wait_for_url(f"**/{SOMEBODY}.html")
    version = "(SELECT id FROM list_version WHERE list_date = ?)"
    ratings = site.rows(
        f"SELECT type, rating FROM list_rating WHERE version_id = {version} AND federation_id = ?",
        str(LIST),
        SOMEBODY,
    )
    shown = page.locator(".big dd").all_inner_texts()
    assert shown == [str(rating) for _, rating in sorted(ratings, reverse=True)]
    lines = site.rows(
        f"SELECT c, opponent_rating, opponent_name FROM game_line WHERE version_id = {version}"
        " AND federation_id = ? AND counts",
        str(LIST),
        SOMEBODY,
    )
    for summary in page.locator("summary").all():
        summary.click()
    rows = [r.inner_text() for r in page.locator("details table tbody tr").all()]
    assert len(rows) == len(lines) > 5
    for c, opponent_rating, name in lines:
        sign = "−" if c < 0 else "+" if c else ""
        change = f"{sign}{abs(c) // 100}.{abs(c) % 100:02d}"
        assert any(change in r and str(opponent_rating) in r and name in r for r in rows), (change, name)


def test_everything_is_done_by_the_keyboard_alone(site: Site) -> None:
    page = site.open("en/index.html").page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.name") == "q"
    page.keyboard.type("aotsuki ka")
    page.locator(".results a").first.wait_for()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{SOMEBODY}.html")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.tagName") == "SUMMARY":
            break
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.parentElement.open") is True


@pytest.mark.parametrize(("lang", "how"), every(WAYS, 3))
def test_no_page_complains_and_none_asks_for_anything_outside(site: Site, how: str, lang: str) -> None:
    mine = [p for p in EVERYWHERE if p.startswith(lang)]
    paths = [*every(mine, 2, how == "http"), "index.html", "404.html"]
    context = site.browser.new_context()
    pages = [context.new_page() for _ in range(4)]  # whether one asks for more is waited for at all of them
    for n in range(0, len(paths), len(pages)):
        tabs = {path: Opened(page) for path, page in zip(paths[n:], pages, strict=False)}
        for path, tab in tabs.items():
            tab.go(site.addresses[how] + path)
            for box in tab.page.get_by_role("searchbox").all():
                box.fill("a")
                until(tab.page, "document.querySelector('.found').textContent !== ''")
        for path, tab in tabs.items():
            tab.page.wait_for_load_state("networkidle")
            assert not tab.complaints, (path, tab.complaints)
            assert all(url.startswith(site.addresses[how]) for url in tab.requests), tab.requests
    context.close()


@pytest.mark.parametrize("path", every([*EITHER, "index.html", "404.html"], 4))
def test_pages_are_accessible_in_the_light_and_in_the_dark(site: Site, path: str) -> None:
    page = site.open(path).page
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
    page.evaluate("document.querySelectorAll('[hidden]').forEach(e => { e.hidden = false })")
    page.evaluate(AXE_SCRIPT)
    for scheme, options in (("light", WCAG), ("dark", CONTRAST)):
        if scheme == "dark" and path.startswith("en/") and LONG:
            continue  # coloured as in Japanese: the next test
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found = page.evaluate(f"axe.run({json.dumps(options)})")["violations"]
        assert not found, [(scheme, v["id"], [n["html"][:200] for n in v["nodes"][:3]]) for v in found]


def test_an_article_within_the_words_of_a_cell_is_known_as_a_link(site: Site) -> None:
    page = site.open("en/members/N10210548.html").page
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
    assert page.locator("td .cite").count() > 0
    page.evaluate(AXE_SCRIPT)
    assert page.evaluate("axe.run({ runOnly: ['link-in-text-block'] })")["violations"] == []


WITHOUT_COLOUR = ("day", "cite")
"""What keeps a Japanese day on one line; links to articles, which sentences may put otherwise."""


@pytest.mark.parametrize("kind", KINDS)
def test_both_languages_are_coloured_alike(site: Site, kind: str) -> None:
    """The same kinds of elements stand in both; what rules ask for a language say nothing of colours."""

    def elements(lang: str) -> set[tuple[str | None, ...]]:
        tree = LexborHTMLParser((site.folder / lang / kind).read_text("utf-8"))
        return {
            (e.tag, e.attributes.get("class"), e.parent and e.parent.tag)  # type: ignore[misc]
            for e in tree.css("body, body *")
            if e.attributes.get("class") not in WITHOUT_COLOUR
        }

    assert elements("ja") == elements("en")
    (style,) = site.folder.rglob("*.css")
    rules = [rule for rule in style.read_text("utf-8").split("}") if ":lang(" in rule]
    assert rules
    assert not [rule for rule in rules if re.search(r"color|background|var\(--(?!font|roman|jap)|#", rule)]


def test_no_page_is_wider_than_the_screen(site: Site) -> None:
    page = site.browser.new_page()
    for path in every([*EITHER, "index.html", "404.html"], 2, 1):
        page.goto(site.addresses["file"] + path)
        for width in (320, 390, 1200):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)
    page.close()


def test_without_scripts_every_page_is_reached_by_links(site: Site) -> None:
    start = "index.html"
    base = "http://site/"
    seen, ahead = {base + start}, [base + start]
    while ahead:
        here = ahead.pop()
        text = (site.folder / unquote(urlparse(here).path.lstrip("/"))).read_text("utf-8")
        for link in Parsed(text).links:
            there = urldefrag(urljoin(here, link))[0].partition("?")[0]
            if there.startswith(base) and there.endswith(".html") and there not in seen:
                seen.add(there)
                ahead.append(there)
    every = {str(p.relative_to(site.folder)) for p in site.folder.rglob("*.html")}
    assert every - {url.removeprefix(base) for url in seen} == {"404.html"}
    members = site.rows("SELECT DISTINCT federation_id FROM list_member")
    events = site.rows("SELECT DISTINCT event_key FROM version_event")
    assert {f"en/members/{m}.html" for (m,) in members} <= every
    assert {f"ja/events/{e.replace(':', '-')}.html" for (e,) in events} <= every


@pytest.mark.parametrize("how", ["file", "http"])
def test_without_scripts_lists_are_whole_and_no_dead_form_is_shown(site: Site, how: str) -> None:
    page = site.open(f"ja/lists/{LIST}/v1-standard.html", how, java_script_enabled=False).page
    (count,) = site.rows(
        "SELECT count(*) FROM list_rating r JOIN list_version v ON v.id = r.version_id"
        " WHERE v.list_date = ? AND r.type = 'standard'",
        str(LIST),
    )[0]
    assert page.locator("table.list tbody tr").count() == count
    expect(page.locator("form.finder")).not_to_be_visible()
    page.locator("table.list tbody a").first.click()
    assert page.locator("h1").inner_text()


def test_the_form_for_corrections_is_filled_from_the_page_it_was_reached_from(site: Site) -> None:
    page = site.open(f"en/members/{SOMEBODY}.html").page
    page.get_by_role("link", name="Something wrong on this page?").click()
    expect(page.get_by_label("Your name and ID")).to_have_value(SOMEBODY)
    page = site.open("en/events/chess-results-1499501.html").page
    page.get_by_role("link", name="Something wrong on this page?").click()
    expect(page.get_by_label("Which list")).to_have_value(str(LIST))
