"""What is wider than the page: crosstables of many rounds on tablets, screens and paper; plots with many bars
on phones."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page

from publication.design.styles import stylesheet, unbroken
from publication.site.graph import bars
from tests.chromium import CHROMIUM
from tests.publication.test_site_browser import SOMEBODY, Site
from tests.publication.test_site_browser import site as site
from tests.publication.test_site_narrow import OUTSIDE, upright

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not CHROMIUM.exists(), reason="no /usr/bin/chromium: apt-get install chromium fonts-noto-cjk"
    ),
]

EVENT = "events/chess-results-1499612.html"
A4 = 718
"""Dots of a page as browsers print it."""
ROUNDS = """
    (wanted) => {
      for (const row of document.querySelectorAll('.cross tr')) {
        const of = row.querySelectorAll('.r');
        for (let n = of.length; n < wanted; n += 1) {
          const more = of[n % of.length].cloneNode(true);
          if (more.localName === 'th') more.textContent = `R${n + 1}`;
          row.insertBefore(more, [...row.querySelectorAll('.r')].at(-1).nextSibling);
        }
      }
    }
"""
"""Makes an event of so many rounds."""

TALL = "all => all.map(e => getComputedStyle(e).fontSize)"


def of_rounds(site: Site, lang: str, count: int, width: int) -> Page:
    page = site.shown(f"{lang}/{EVENT}", width, 900)
    page.evaluate(ROUNDS, count)
    assert page.locator(".cross thead .r").count() == count
    return page


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("rounds", [9, 11, 13, 29, 300])
def test_every_round_and_figure_of_a_crosstable_is_on_paper(site: Site, lang: str, rounds: int) -> None:
    page = of_rounds(site, lang, rounds, A4)
    page.emulate_media(media="print")
    assert page.evaluate(OUTSIDE, ".cross") == []
    assert upright(page)
    page.emulate_media(media="null")


def test_on_paper_each_round_stands_under_its_number(site: Site) -> None:
    page = of_rounds(site, "en", 29, A4)
    page.emulate_media(media="print")
    lefts = "row => [...row.querySelectorAll('.r')].map(e => Math.round(e.getBoundingClientRect().left))"
    head, *rows = page.locator(".cross tr").evaluate_all(f"rows => rows.map({lefts})")
    assert len(rows) > 5 and {tuple(row) for row in rows} == {tuple(head)}
    assert head[:20] == sorted(set(head))
    page.emulate_media(media="null")


@pytest.mark.parametrize("width", [768, 1280])
def test_who_plays_stays_in_sight_while_the_rounds_are_moved(site: Site, width: int) -> None:
    page = of_rounds(site, "en", 29, width)
    scroll = page.locator(".scroll:has(> .cross)")
    edge = scroll.bounding_box()
    assert edge is not None
    wide = scroll.evaluate("e => { e.scrollLeft = e.scrollWidth; return e.scrollLeft; }")
    assert wide > 200
    row = page.locator(".cross tbody tr").nth(3)
    number, name = row.locator("> *").nth(0).bounding_box(), row.locator("> th").bounding_box()
    assert number is not None and name is not None
    assert round(number["x"]) == round(edge["x"])
    assert name["x"] >= number["x"] + number["width"] - 1
    for at in (number, name):  # and nothing shines through
        shown = page.evaluate(
            "([x, y]) => document.elementFromPoint(x, y).closest('th, td').cellIndex",
            [at["x"] + at["width"] / 2, at["y"] + at["height"] / 2],
        )
        assert shown in (0, 1)


def test_what_the_figures_of_compared_players_are_stays_in_sight_on_a_phone(site: Site) -> None:
    four = "?with=N10210411,N10210548,N10210137,N10210685"
    page = site.open(f"en/compare.html{four}", "http", {"width": 360, "height": 740}).page
    page.locator(".side-by-side").first.wait_for()
    scroll = page.locator(".scroll:has(.side-by-side)").first
    moved = scroll.evaluate("e => { e.scrollLeft = e.scrollWidth; return e.scrollLeft; }")
    edge, labels = scroll.bounding_box(), page.locator(".side-by-side").first.locator("tbody th")
    assert moved > 20 and edge is not None and labels.count() > 5
    assert set(labels.evaluate_all("all => all.map(e => e.getBoundingClientRect().left)")) == {edge["x"]}


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("width", [320, 360])
def test_a_change_of_two_figures_is_whole_on_the_narrowest_phones(site: Site, lang: str, width: int) -> None:
    """+12.8 for +12.80 would be read as another number."""
    page = site.shown(f"{lang}/members/{SOMEBODY}.html", width, 740)
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
    change = page.locator(".entry tbody tr:has(> :nth-child(11)) > .n:nth-last-child(2)")
    assert change.count() > 3
    change.evaluate_all("all => all.forEach((e) => { e.textContent = '−12.80' })")
    assert page.evaluate(OUTSIDE, ".entry") == []
    assert upright(page)


@pytest.mark.parametrize("count", [9, 12, 14, 17, 18, 24])
@pytest.mark.parametrize("highest", [9, 99, 412, 4120])
def test_no_figures_of_a_plot_run_into_each_other_on_a_phone(
    browser: Browser, count: int, highest: int
) -> None:
    """A bar of each hundred points, all of them about equally high."""
    values = [(str(1000 + 100 * n), highest) for n in range(count)]
    page = browser.new_page(viewport={"width": 360, "height": 740})
    drawn = f'<svg class="graph" viewBox="0 0 640 240">{bars(values)}</svg>'
    page.set_content(f"<style>{stylesheet()}</style><main>{drawn}</main>")
    boxes = page.locator("text").evaluate_all(
        "all => all.map(e => e.getBoundingClientRect()).map(b => [b.left, b.right, Math.round(b.top)])"
    )
    lines: dict[int, list[tuple[float, float]]] = {}
    for left, right, top in boxes:
        lines.setdefault(top, []).append((left, right))
    for line in lines.values():
        line.sort()
        assert all(one[1] + 2 <= other[0] for one, other in pairwise(line)), line
    assert any(len(line) > 3 for line in lines.values())
    page.close()


@pytest.mark.parametrize("width", [320, 360, 390, 768])
def test_the_number_of_an_event_is_not_parted(browser: Browser, width: int) -> None:
    """As browsers part Japanese into phrases, the sign before the number stood on a line of its own."""
    page = browser.new_page(viewport={"width": width, "height": 740})
    for name in ("第58回全日本見本チェス選手権大会 兼 国際大会代表選考会", "第十二回見本オープン"):
        page.set_content(
            f'<html lang="ja"><style>{stylesheet()}</style><main><h1><bdi>{unbroken(name)}</bdi></h1>'
            f'<table><tr data-report><th scope="row"><bdi>{unbroken(name)}</bdi></th><td>–</td></table>'
        )
        assert page.locator(".day").evaluate_all("all => all.map(e => e.getClientRects().length)") == [1, 1]
        assert page.evaluate("document.querySelector('h1').innerText") == name
        assert len({*page.locator("h1, h1 .day").evaluate_all(TALL)}) == 1  # letters of the same size
        assert len({*page.locator("th, th .day").evaluate_all(TALL)}) == 1
    page.close()
