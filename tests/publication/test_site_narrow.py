"""The website on phones and on paper, in a real browser: what is asked for most is seen at once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.chromium import CHROMIUM
from tests.office.test_corrections import four_lists
from tests.office.test_queensland import DORA
from tests.publication.test_site import site_of
from tests.publication.test_site_again import Office
from tests.publication.test_site_browser import SOMEBODY, Site
from tests.publication.test_site_browser import site as site
from tests.publication.test_site_families import juniors_site
from tests.workplace import MORI, Workplace

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not CHROMIUM.exists(), reason="no /usr/bin/chromium: apt-get install chromium fonts-noto-cjk"
    ),
]

NEWCOMER = "N10217946"
"""With six games behind a first rating."""
LONG_NAMES = "N10210548"
"""Who played somebody with a long name, and whose games have every column."""
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}}
OUTSIDE = """
    (table) => [...document.querySelectorAll(table + ' :is(th, td)')].filter((e) => {
      const cell = e.getBoundingClientRect(), text = document.createRange();
      text.selectNodeContents(e);
      const end = text.getBoundingClientRect();
      if (!e.innerText.trim()) return false;
      return cell.width === 0 || cell.left < 0 || cell.right > innerWidth
        || end.left < cell.left - 1 || end.right > cell.right + 1;
    }).map((e) => e.innerText)
"""
"""The cells of tables that are not whole on the screen, or reach into the next."""

BROKEN = """
    all => all.flatMap((e) => {
      const text = document.createTreeWalker(e, NodeFilter.SHOW_TEXT).nextNode();
      if (!text) return [];
      const words = /[A-Za-z]+,?|レーティング|ラウンド|リスト|対局数|ドロー|算入局数/g;
      return [...text.data.matchAll(words)].filter((word) => {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        return new Set([...range.getClientRects()].map((line) => line.top)).size > 1;
      }).map((word) => word[0]);
    })
"""
"""Words that stand on two lines."""

PARTED = """
    (where) => [...document.querySelectorAll(where)].flatMap((e) => {
      const found = [], texts = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const words = /\\d+年\\d+月\\d+日|第\\d+版|番号|決定|確認|統合/g;
        for (const one of texts.currentNode.data.matchAll(words)) {
          const range = document.createRange();
          range.setStart(texts.currentNode, one.index);
          range.setEnd(texts.currentNode, one.index + one[0].length);
          const tops = [...range.getClientRects()].map((line) => Math.round(line.top));
          if (new Set(tops).size > 1) found.push(e.innerText);
        }
      }
      return found;
    })
"""
"""Where a Japanese day, the number of a version or one of these words stands on two lines."""


HEADINGS = ":is(h1, h2, h3, th)"


def upright(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_phone_shows_the_figures_of_a_players_games_without_moving_the_page(site: Site, lang: str) -> None:
    page = site.shown(f"{lang}/members/{SOMEBODY}.html", 390, 844)
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
    assert page.locator(".entry table").first.locator("thead th").count() >= 11
    assert page.locator(".entry tbody tr").count() > 5
    assert page.evaluate(OUTSIDE, ".entry") == []
    assert upright(page)
    row = page.locator(".entry table").first.locator("thead th, tbody tr:first-child td")
    lefts = row.evaluate_all("all => all.map(e => Math.round(e.getBoundingClientRect().left))")
    half = len(lefts) // 2
    assert lefts[:half] == lefts[half:]  # each figure under its heading
    lines = page.locator(".entry h3").evaluate_all(
        "all => all.map(e => +getComputedStyle(e).lineHeight.slice(0, -2))"
    )
    assert min(lines) >= 24  # a finger's room between the list and the edition
    tall = page.locator(".entry h3 .dim").evaluate_all("all => all.map(e => e.offsetHeight)")
    assert tall and min(tall) >= 24


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_phone_shows_where_a_first_rating_comes_from_without_moving_the_table(
    site: Site, lang: str
) -> None:
    page = site.shown(f"{lang}/members/{NEWCOMER}.html", 360, 740)
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
    for columns in (6, 7):  # games that do not count, and those behind the rating
        rows = page.locator(f".entry tbody tr:has(> :nth-child({columns}):last-child)")
        if columns == 6:
            page.evaluate("""() => {
              const table = document.querySelector('.entry table').cloneNode(true);
              for (const row of table.rows) {
                row.children[3].remove();
                row.children[3].textContent = row.children[4].textContent;  // a score
              }
              document.querySelector('.entry').append(table);
            }""")
        assert rows.count() > 3
    assert page.evaluate(OUTSIDE, ".entry") == []
    assert page.locator(".entry tbody td:not(:has(*))").evaluate_all(BROKEN) == []
    assert upright(page)
    name = page.locator(".entry tbody td:nth-child(3) bdi").first
    name.evaluate("e => { e.textContent = 'Donaudampfschiff'.repeat(4) }")
    assert page.evaluate(OUTSIDE, ".entry") == []


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_phone_shows_the_games_of_a_list_that_is_reckoned_event_by_event(
    queensland: Workplace, browser: Browser, lang: str
) -> None:
    page = browser.new_page(viewport={"width": 360, "height": 740})
    page.goto((juniors_site(queensland) / f"{lang}/members/{DORA}.html").as_uri())
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
    assert page.locator(".entry thead th").count() >= 4 + 7
    assert page.evaluate(OUTSIDE, ".entry") == []
    assert page.locator(".entry thead th").evaluate_all(BROKEN) == []
    assert upright(page)
    page.close()


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("width", [650, 770, 850, 930, 1024, 1090])
def test_a_tablet_shows_the_figures_of_a_players_games_without_moving_the_table(
    site: Site, lang: str, width: int
) -> None:
    """−8 for −8.40 would be read as another number."""
    page = site.shown(f"{lang}/members/{SOMEBODY}.html", width, 900)
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
    assert page.locator(".entry tbody tr:has(> :nth-child(11))").count() > 3
    assert page.evaluate(OUTSIDE, ".entry") == []
    assert upright(page)


@pytest.mark.parametrize("path", ["lists/2026-11-01/v1-standard.html", "lists/2026-10-01/v1-rapid.html"])
@pytest.mark.parametrize("width", [320, 360, 390, 650])
def test_no_heading_of_a_list_reaches_out_of_its_column(site: Site, path: str, width: int) -> None:
    page = site.shown(f"en/{path}", width, 800)
    wide = page.locator(".list thead button:visible").evaluate_all(
        "all => all.map(e => e.scrollWidth - e.clientWidth)"
    )
    assert len(wide) > 3 and max(wide) <= 0


@pytest.mark.parametrize("width", [360, 390])
def test_no_name_in_kanji_is_broken_but_at_its_space_on_a_telephone(site: Site, width: int) -> None:
    """All are of the club whose players have names long enough."""
    page = site.shown("en/clubs/club-tsukimi-chess-circle.html", width, 800)
    names = page.locator("tbody th bdi.dim")
    assert names.count() > 5
    broken = names.evaluate_all(
        """all => all.filter((e) => {
          const text = e.firstChild, range = document.createRange();
          return [...text.data.matchAll(/[^ ]+/g)].some((part) => {
            range.setStart(text, part.index);
            range.setEnd(text, part.index + part[0].length);
            return new Set([...range.getClientRects()].map((line) => line.top)).size > 1;
          });
        }).map((e) => e.textContent)"""
    )
    assert broken == []


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("width", [650, 768, 930, 1000, 1280])
def test_no_name_of_a_list_is_broken_within_a_word_between_a_phone_and_a_screen(
    site: Site, lang: str, width: int
) -> None:
    page = site.shown(f"{lang}/lists/2026-11-01/v1-standard.html", width, 800)
    names = page.locator(".list tbody th bdi")
    assert names.count() > 20
    assert (
        names.evaluate_all("all => all.filter(e => e.getClientRects().length > 2).map(e => e.innerText)")
        == []
    )
    wide = names.evaluate_all("all => all.map(e => e.closest('th').getBoundingClientRect().width)")
    assert min(wide) >= 130
    assert upright(page)


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("path", ["lists/2026-11-01/v1-standard.html", "events/chess-results-1499612.html"])
def test_the_narrowest_phone_breaks_no_name_within_a_word(site: Site, lang: str, path: str) -> None:
    page = site.shown(f"{lang}/{path}", 360, 740)
    names = page.locator(":is(.list, .cross) tbody th bdi:first-child")
    assert "Wakabayama" in "".join(names.all_inner_texts())
    assert names.evaluate_all(BROKEN) == []
    assert page.evaluate(OUTSIDE, ".cross") == []
    assert upright(page)


def test_a_club_of_a_long_name_widens_no_results_of_a_search(site: Site) -> None:
    page = site.shown("en/members/index.html", 360, 740)
    page.get_by_role("searchbox").fill("Kaede")
    club = page.locator("li > .dim bdi").first
    club.evaluate("e => { e.textContent = 'Chess Club of the Eastern Provinces '.repeat(3) }")
    assert upright(page)


def test_a_players_record_fits_on_the_narrowest_phone(site: Site) -> None:
    page = site.shown(f"en/members/{SOMEBODY}.html", 320, 740)
    numbers = page.locator(".record tbody tr").first.locator(".n")
    numbers.evaluate_all("all => all.forEach((e) => { e.textContent = '123' })")
    numbers.last.evaluate("e => { e.textContent = '−130.80' }")
    assert upright(page)


@pytest.mark.parametrize("width", [1024, 1100, 1280])
def test_a_players_record_keeps_clear_of_the_opponents_beside_it(site: Site, width: int) -> None:
    page = site.shown(f"en/members/{SOMEBODY}.html", width, 740)
    numbers = page.locator(".record tbody tr").first.locator(".n")
    numbers.evaluate_all("all => all.forEach((e) => { e.textContent = '315' })")
    numbers.last.evaluate("e => { e.textContent = '−392.00' }")
    wide = page.locator(".record").evaluate("e => [e.offsetWidth, e.parentElement.offsetWidth]")
    assert wide[0] <= wide[1]


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_phones_menu_begins_at_the_page_one_is_on(site: Site, lang: str) -> None:
    page = site.shown(f"{lang}/statistics.html", 360, 740)
    here = page.locator(".top nav [aria-current]").bounding_box()
    assert here is not None and 0 <= here["x"] <= 360 - here["width"]


@pytest.mark.parametrize("path", ["events/chess-results-1499612.html", "top.html"])
@pytest.mark.parametrize("width", [320, 360])
def test_no_japanese_heading_breaks_a_day_or_the_word_for_a_number(site: Site, path: str, width: int) -> None:
    page = site.shown(f"ja/{path}", width, 740)
    assert page.evaluate(PARTED, HEADINGS) == []


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_state_of_a_report_is_seen_beside_its_long_address(site: Site, lang: str) -> None:
    page = site.shown(f"{lang}/arrived.html", 360, 740)
    address = "https://chess-results.com/tnr1499501.aspx?lan=1&art=0&turdet=YES"
    page.locator("[data-report] bdi").first.evaluate("(e, text) => { e.textContent = text }", address)
    assert page.evaluate(OUTSIDE, "table") == []
    name = "Invented International Championship"
    page.locator("[data-report] bdi").first.evaluate("(e, text) => { e.textContent = text }", name)
    assert page.evaluate(OUTSIDE, "table") == []
    assert page.locator("[data-report] bdi").evaluate_all(BROKEN) == []


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_no_day_of_an_event_stands_on_two_lines(site: Site, lang: str) -> None:
    page = site.shown(f"{lang}/events/index.html", 320, 740)
    days = page.locator(".played td span")
    assert days.count() >= 3
    assert set(days.evaluate_all("all => all.map(e => e.getClientRects().length)")) == {1}
    assert upright(page)


@pytest.mark.parametrize("width", [320, 360, 390])
def test_no_word_of_a_japanese_heading_stands_on_two_lines(site: Site, width: int) -> None:
    event = "events/chess-results-1499501.html"
    for path in ("lists/2026-11-01/v1-standard.html", f"members/{SOMEBODY}.html", event):
        page = site.shown(f"ja/{path}", width, 800)
        page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
        headings = page.locator("thead th:visible")
        assert any("レーティング" in text for text in headings.all_inner_texts())
        assert headings.evaluate_all(BROKEN) == []
        assert upright(page)


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("width", [320, 360])
def test_no_name_of_a_player_or_event_breaks_within_a_word(site: Site, lang: str, width: int) -> None:
    for path in ("lists/2026-11-01/v1-standard.html", f"members/{SOMEBODY}.html", "arrived.html"):
        page = site.shown(f"{lang}/{path}", width, 800)
        names = page.locator("table:is(.list, .tally, :has([data-report])) tbody bdi:visible")
        assert names.count() > 2
        assert names.evaluate_all(BROKEN) == []
        assert page.evaluate(OUTSIDE, "table:has([data-report])") == []
        assert upright(page)


@pytest.mark.parametrize(("lang", "name"), [("ja", "若葉山 駿"), ("en", "Wakabayama Shun")])
def test_no_name_breaks_within_a_word_on_paper(site: Site, lang: str, name: str) -> None:
    """718 dots: a page of A4 as browsers print it."""
    page = site.shown(f"{lang}/members/{LONG_NAMES}.html", 718, 1000)
    page.emulate_media(media="print")
    names = page.locator(".entry td bdi")
    assert name in names.all_inner_texts()
    assert names.evaluate_all(BROKEN) == []
    assert upright(page)
    page.emulate_media(media="null")


def test_no_change_is_cut_in_the_middle_on_a_tablet(site: Site) -> None:
    """+26 for +26.60 would be read as another number."""
    for language in ("ja", "en"):
        page = site.shown(f"{language}/events/chess-results-1499501.html", 768, 1024)
        assert page.locator(".scroll:has(> .cross)").evaluate("e => e.scrollWidth - e.clientWidth") <= 0


def test_the_lines_of_a_badge_keep_within_a_phone(work: Workplace, browser: Browser) -> None:
    four_lists(work, 1)
    page = browser.new_page(**PHONE)
    page.goto((site_of(work, "--address", "https://ratings.example/") / f"ja/members/{MORI}.html").as_uri())
    page.locator(".share summary").click()
    assert page.locator(".share pre").is_visible()
    assert upright(page)
    page.emulate_media(media="print")
    assert not page.locator(".share").is_visible()
    page.close()


@pytest.mark.parametrize("width", [320, 390])
def test_what_a_correction_changed_keeps_within_a_phone(
    work: Workplace, browser: Browser, width: int
) -> None:
    office = Office(work, 0)
    office.new_list()
    office.taken_up()
    office.correction()
    page = browser.new_page(viewport={"width": width, "height": 740})
    page.goto((site_of(work) / "en/lists/2026-11-01/index.html").as_uri())
    page.locator(".moved th bdi").first.evaluate("e => { e.textContent = 'Wakabayama Yoshitaka' }")
    page.locator(".moved td.n").nth(1).evaluate("e => { e.textContent = 'no longer on it' }")
    assert page.locator(".moved th bdi").evaluate_all(BROKEN) == []
    assert page.evaluate(OUTSIDE, ".moved") == []
    assert upright(page)
    page.close()


def test_the_page_of_an_explanation_fits_a_phone_and_is_whole_on_paper(
    work: Workplace, browser: Browser
) -> None:
    Office(work, 0).new_list()
    page = browser.new_page(viewport={"width": 360, "height": 740})
    page.set_content(work.done("explain", MORI, "--html").out)
    page.locator("h1").evaluate("e => { e.textContent = 'Donaudampfschiff'.repeat(4) }")
    assert upright(page)
    page.emulate_media(media="print")
    assert page.locator(".scroll").first.evaluate("e => getComputedStyle(e).overflowX") == "visible"
    page.close()


def test_paper_is_white_though_the_screen_is_dark(site: Site) -> None:
    page = site.shown("en/index.html", 718, 1000)
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
    page.emulate_media(media="null", color_scheme="null")


def sheets(page: Page) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))


def test_a_player_of_two_years_fits_on_few_sheets(site: Site) -> None:
    """Twenty-four lists with games in each; what is closed on the screen stays away from the paper, and what
    the reader opened is printed."""
    page = site.open(f"en/members/{SOMEBODY}.html").page
    page.evaluate("""() => {
      const entry = document.querySelector('.entry');
      for (const details of entry.querySelectorAll('details')) details.open = false;
      while (document.querySelectorAll('.entry').length < 24) entry.after(entry.cloneNode(true));
      document.querySelector('.entry details').open = true;
    }""")
    assert page.locator(".entry").count() == 24
    few = sheets(page)
    assert few <= 5, few
    page.evaluate("document.querySelectorAll('.entry details').forEach(d => { d.open = true })")
    assert sheets(page) > few


@pytest.mark.parametrize("width", [360, 850, 1000, 1100])
def test_a_day_beside_an_event_stands_on_one_line(site: Site, width: int) -> None:
    page = site.shown(f"ja/members/{SOMEBODY}.html", width, 900)
    assert page.locator("main .dim", has_text="月").count() > 2
    assert page.evaluate(PARTED, "main .dim") == []
