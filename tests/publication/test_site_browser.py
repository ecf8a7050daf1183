"""The website in a real browser: searched, sorted, by keyboard, without scripts, on phones, in the dark."""

from __future__ import annotations

import http.server
import json
import re
import shutil
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag, urljoin, urlparse

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page, expect
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
from tests.publication.test_site_families import juniors_site
from tests.workplace import HATA, MORI, Workplace

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

pytestmark = pytest.mark.skipif(
    not CHROMIUM.exists(), reason="no /usr/bin/chromium: apt-get install chromium fonts-noto-cjk"
)


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

    def open(self, path: str, how: str = "file", **context: Any) -> Opened:
        page = self.browser.new_context(**{"viewport": {"width": 1200, "height": 900}, **context}).new_page()
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


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, browser: Browser, demonstration: Path) -> Iterator[Site]:
    office = tmp_path_factory.mktemp("demo") / "office"
    shutil.copytree(demonstration, office)
    engine = open_engine(Place(office))
    with transaction(engine) as session:
        session.connection().exec_driver_sql(
            f"UPDATE member SET kana = '{KANA}' WHERE federation_id = '{SOMEBODY}'"
        )
    root = tmp_path_factory.mktemp("root")
    (root / "a" / "base").mkdir(parents=True)
    folder = root / "a" / "base" / "path"
    with look(engine) as session:
        write_site(session, Target(folder), Place(root))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    addresses = {
        "file": folder.as_uri() + "/",
        "http": f"http://127.0.0.1:{server.server_port}/a/base/path/",
    }
    yield Site(folder, Place(office), browser, addresses)
    server.shutdown()
    server.server_close()


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
    tabs = {path: Opened(context.new_page()) for path in paths}
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
    page.context.close()


def test_an_article_within_the_words_of_a_cell_is_known_as_a_link(site: Site) -> None:
    page = site.open("en/members/N10210548.html").page
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
    assert page.locator("td .cite").count() > 0
    page.evaluate(AXE_SCRIPT)
    assert page.evaluate("axe.run({ runOnly: ['link-in-text-block'] })")["violations"] == []
    page.context.close()


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


def test_a_column_that_is_left_out_stays_out_when_the_list_is_sorted(
    site: Site, queensland: Workplace
) -> None:
    """Nobody has kanji or a K of his own on a Queensland list: neither is a column, nor an empty cell."""
    folder = juniors_site(queensland)
    page = site.browser.new_page()
    page.goto(f"file://{folder}/en/lists/2026-11-01/v1-qj.html")
    headings = page.locator("table.list thead th").all_inner_texts()
    assert headings == ["Rank", "Rating", "Name", "ID", "Change", "Rated games in all", "Games this period"]

    def rows() -> list[list[str]]:
        return [row.locator("th, td").all_inner_texts() for row in page.locator("table.list tbody tr").all()]

    before = rows()
    page.get_by_role("button", name="Name").click()
    until(page, "document.querySelector('table.list tbody th').innerText.startsWith('Able')")
    assert sorted(rows()) == sorted(before)
    assert {len(row) for row in rows()} == {len(headings)}
    page.close()


def test_a_name_of_two_hundred_letters_pushes_no_column_out_of_sight(site: Site, work: Workplace) -> None:
    long = "Mori " + "o" * 195
    work.register({"ID": MORI, "Name": long}, {"ID": HATA, "Name": "Hata Rin"})
    rows = [
        {"ID": MORI, "Name": long, "ST": 1700, "ST-G": 40},
        {"ID": HATA, "Name": "Hata Rin", "ST": 1500, "ST-G": 40},
    ]
    work.opening(rows)
    folder = work.folder.parent / "public"
    work.done("site", folder)
    page = site.browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(f"file://{folder}/en/lists/2026-10-01/v1-standard.html")
    scroll = page.locator(".sheet")
    assert scroll.evaluate("e => e.scrollWidth") == scroll.evaluate("e => e.clientWidth")
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.close()


def test_a_long_list_that_is_sorted_shows_the_rest_when_asked(site: Site, work: Workplace) -> None:
    people = {f"N91{n:06d}": f"Mori {chr(97 + n // 26 % 26)}{chr(97 + n % 26)}" for n in range(1, 451)}
    work.register(*({"ID": i, "Name": n} for i, n in people.items()))
    work.opening({"ID": i, "Name": n, "ST": 1500, "ST-G": 40} for i, n in people.items())
    folder = work.folder.parent / "public"
    work.done("site", folder)
    page = site.browser.new_page()
    page.goto(f"file://{folder}/en/lists/2026-10-01/v1-standard.html")
    assert page.locator("table.list tbody tr").count() == 450
    more = page.get_by_role("button", name="more")
    expect(more).not_to_be_visible()
    page.get_by_role("button", name="Name").click()
    page.locator(".found", has_text="450 found").wait_for()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")  # on paper nothing can be pressed
    assert page.locator("table.list tbody tr").count() == 450
    expect(more).not_to_be_visible()
    page.get_by_role("button", name="Name").click()
    for shown, rest in (
        (100, "Show 100 more"),
        (200, "Show 100 more"),
        (300, "Show 100 more"),
        (400, "Show 50 more"),
    ):
        expect(page.locator("table.list tbody tr")).to_have_count(shown)
        assert more.inner_text() == rest
        more.focus()
        page.keyboard.press("Enter")
    until(page, "document.querySelectorAll('table.list tbody tr').length === 450")
    expect(more).not_to_be_visible()
    page.get_by_role("button", name="Rank").click()
    until(page, "!document.querySelector('.found').innerText")
    assert page.locator("table.list tbody tr").count() == 450
    page.close()


def test_the_first_page_of_a_long_list_says_on_paper_that_more_follow(
    site: Site, work: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The links to the others are not printed; filtered, all are on the one page."""
    monkeypatch.setattr("publication.site.held.PAGE_ROWS", 5)
    people = {f"N91{n:06d}": f"Mori {chr(97 + n)}" for n in range(1, 13)}
    work.register(*({"ID": i, "Name": n} for i, n in people.items()))
    work.opening({"ID": i, "Name": n, "ST": 1500, "ST-G": 40} for i, n in people.items())
    folder = work.folder.parent / "public"
    work.done("site", folder)
    page = site.browser.new_page()
    page.goto(f"file://{folder}/ja/lists/2026-10-01/v1-standard.html")
    told = page.locator(".on-paper", has_text="1 / 3 ページ")
    expect(told).not_to_be_visible()
    page.emulate_media(media="print")
    expect(told).to_be_visible()
    page.emulate_media(media="screen")
    page.get_by_role("searchbox").fill("mori")
    page.locator(".found", has_text="12").wait_for()
    page.emulate_media(media="print")
    expect(told).not_to_be_visible()
    page.close()


def test_a_list_that_is_filtered_says_by_what_on_paper(site: Site) -> None:
    """A club prints its own: without a word it would be taken for the whole list."""
    page = site.open("en/lists/2026-11-01/v1-standard.html?club=Koyo+Chess+Club").page
    page.locator(".found", has_text="found").wait_for()
    page.emulate_media(media="print")
    assert page.locator(".finder label:visible").count() == 1
    assert page.locator(".finder select[name=club]").evaluate("e => e.value") == "Koyo Chess Club"
    expect(page.locator(".found")).to_be_visible()
    expect(page.get_by_role("button", name="Clear")).not_to_be_visible()
    page.emulate_media(media="screen")
    page.get_by_role("button", name="Clear").click()
    until(page, "!document.querySelector('.found').innerText")
    page.emulate_media(media="print")
    expect(page.locator(".finder")).not_to_be_visible()


def test_players_are_compared_by_their_own_figures(site: Site) -> None:
    """Two who met: chosen by name, kept in the address, taken away again."""
    one, other, won, drawn, lost = site.rows(
        "SELECT g.federation_id, g.opponent_id, count(*) FILTER (WHERE score = 2),"
        " count(*) FILTER (WHERE score = 1), count(*) FILTER (WHERE score = 0)"
        " FROM game_line g WHERE g.counts AND g.opponent_id IS NOT NULL GROUP BY 1, 2"
        " ORDER BY count(*) DESC, 1, 2 LIMIT 1"
    )[0]
    ((name,),) = site.rows("SELECT name FROM member WHERE federation_id = ?", other)
    opened = site.open(f"en/compare.html?with={one}", "http")
    page = opened.page
    page.get_by_text("Add somebody to compare with.").wait_for()
    page.get_by_role("searchbox").fill(name)
    page.locator(".offered button", has_text=other).click()
    page.wait_for_url(f"**/compare.html?with={one},{other}")
    met = page.locator("table.side-by-side").last
    met.wait_for()
    page.locator("table.side-by-side").nth(1).wait_for()
    halves = [2 * won + drawn, 2 * lost + drawn]
    told = [f"{n // 2 or ('' if n % 2 else 0)}{'½' if n % 2 else ''}" for n in halves]
    cells = met.locator("tbody td").all_inner_texts()
    assert cells == ["", f"{told[0]} : {told[1]}", f"{told[1]} : {told[0]}", ""]
    ((rating,),) = site.rows(
        "SELECT rating FROM list_rating WHERE federation_id = ? AND type = 'standard'"
        " ORDER BY version_id DESC LIMIT 1",
        other,
    )
    figures = page.locator("table.side-by-side").first.locator("tbody tr").first
    assert figures.locator("td").last.inner_text() == str(rating)
    page.evaluate(AXE_SCRIPT)
    found = page.evaluate(f"axe.run({json.dumps(WCAG)})")["violations"]
    assert not found, [(v["id"], [n["html"][:200] for n in v["nodes"][:3]]) for v in found]
    page.get_by_role("button", name=re.compile("^Take .* away$")).last.click()
    page.wait_for_url(f"**/compare.html?with={one}")
    page.go_back()
    page.wait_for_url(f"**/compare.html?with={one},{other}")
    assert opened.complaints == []
    page = site.open(f"ja/compare.html?with={one},{other}", "http").page
    page.get_by_text("レーティングの推移：スタンダード").wait_for()
    page = site.open("en/compare.html?with=N99999999", "http").page
    page.locator(".compared .notice").wait_for()


def test_who_is_compared_is_known_however_the_ids_are_written(site: Site) -> None:
    """In full width, with a small letter, without it, with a blank; and taken away again."""
    ((one,), (other,)) = site.rows("SELECT federation_id FROM member ORDER BY federation_id LIMIT 2")
    wide = "".join(chr(ord(sign) + 0xFEE0) for sign in one)
    page = site.open(f"en/compare.html?with={wide}、{other.lower()}", "http").page
    assert page.locator("table.side-by-side").first.locator("thead a").count() == 2
    page = site.open(f"en/compare.html?with=%20{one[1:]},%20{other[1:]}", "http").page
    page.locator("table.side-by-side").nth(1).wait_for()
    page.get_by_role("button", name=re.compile("^Take .* away$")).last.click()
    page.wait_for_url(f"**/compare.html?with={one}")
    page.get_by_text("Add somebody to compare with.").wait_for()


def test_who_is_found_has_ratings_with_the_words_for_them(site: Site) -> None:
    """One rating alone could be either."""
    page = site.open("ja/index.html?q=N10217946").page
    page.locator(".results li").wait_for()
    assert "薄雲 楓 ラピッド 1573 N10217946" in page.locator(".results li").inner_text()
    page = site.open("en/members/index.html?q=N10210137").page
    assert "Standard 2381 / Rapid 2305" in page.locator(".results li").inner_text()


def test_compared_players_have_the_same_games_against_each_other(site: Site) -> None:
    """A game that counted towards a first rating, and for nobody else."""
    one, other = site.rows(
        "SELECT federation_id, opponent_id FROM game_line WHERE for_initial AND opponent_rating IS NOT NULL"
        " AND rating IS NULL AND federation_id IS NOT NULL AND opponent_id IS NOT NULL ORDER BY id LIMIT 1"
    )[0]
    page = site.open(f"en/compare.html?with={one},{other}", "http").page
    page.locator("table.side-by-side").nth(1).wait_for()
    met = page.locator("table.side-by-side").last.locator("tbody td")
    _, there, back, _ = met.all_inner_texts()
    assert there != "–"
    assert there.split(" : ") == back.split(" : ")[::-1]
    page.close()
