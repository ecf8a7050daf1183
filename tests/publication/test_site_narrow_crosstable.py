"""The crosstable of an event on phones, in a real browser."""

from __future__ import annotations

import pytest

from tests.chromium import CHROMIUM, until
from tests.publication.test_site_browser import Site
from tests.publication.test_site_browser import site as site
from tests.publication.test_site_narrow import OUTSIDE, upright

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not CHROMIUM.exists(), reason="no /usr/bin/chromium: apt-get install chromium fonts-noto-cjk"
    ),
]


def test_a_name_of_one_long_word_widens_no_crosstable_of_a_phone(site: Site) -> None:
    page = site.shown("en/events/chess-results-1499612.html", 360, 740)
    name = page.locator(".cross tbody th bdi").first
    name.evaluate("e => { e.textContent = 'Donaudampfschiff'.repeat(4) }")
    assert page.evaluate(OUTSIDE, ".cross") == []


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("event", ["1499501", "1499612"])
def test_a_phone_shows_every_round_of_a_crosstable(site: Site, lang: str, event: str) -> None:
    page = site.shown(f"{lang}/events/chess-results-{event}.html", 390, 844)
    rounds = page.locator("table.cross thead th.r").count()
    assert rounds > 3
    assert page.evaluate(OUTSIDE, "table.cross") == []
    assert upright(page)
    for row in page.locator("table.cross tr").all()[:5]:
        tops = row.locator(":scope > *").evaluate_all("all => all.map(e => [e.className, e.offsetTop])")
        lefts = row.locator(".r").evaluate_all(
            "all => all.map(e => Math.round(e.getBoundingClientRect().left))"
        )
        assert len(lefts) == rounds
        assert lefts[: min(8, rounds)] == sorted(set(lefts)), tops


@pytest.mark.parametrize("width", [320, 360, 390])
@pytest.mark.parametrize(("room", "number"), [("hundreds", "217"), ("thousands", "2008")])
def test_a_phone_keeps_opponents_of_many_figures_apart(
    site: Site, room: str, number: str, width: int
) -> None:
    page = site.shown("en/events/chess-results-1499612.html", width, 844)
    page.locator(".cross").evaluate("(e, room) => e.classList.add(room)", room)
    page.locator(".cross td.r").evaluate_all(f"all => all.forEach(e => {{ e.textContent = '{number}w½' }})")
    page.locator(".cross tbody td:first-child").evaluate_all(
        f"all => all.forEach(e => {{ e.textContent = '{number}' }})"
    )
    wider = "all => all.filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent)"
    assert page.locator(".cross td:is(.r, :first-child)").evaluate_all(wider) == []
    assert page.evaluate(OUTSIDE, ".cross") == []


def test_a_phone_lays_out_of_a_long_crosstable_what_is_in_sight(site: Site) -> None:
    """Of 300 players it needed four times as long for all of them."""
    page = site.shown("en/events/chess-results-1499612.html", 390, 844)
    page.locator(".cross tbody").evaluate(
        """body => {
          const first = body.firstElementChild;
          for (let n = 0; n < 300; n += 1) {
            body.append(Object.assign(first.cloneNode(true), { id: `p9${n}` }));
          }
        }"""
    )
    seen = "e => e.querySelector('td').checkVisibility({ contentVisibilityAuto: true })"
    last = page.locator("#p9299")
    assert page.locator(".cross tbody tr").first.evaluate(seen) is True and last.evaluate(seen) is False
    page.evaluate("location.hash = 'p9299'")
    until(page, "document.querySelector('#p9299 td').checkVisibility({ contentVisibilityAuto: true })")
    box = last.bounding_box()
    assert box is not None and 0 <= box["y"] < 844
