"""Long lists and long names in a real browser, on a screen and on paper."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.chromium import CHROMIUM, until
from tests.publication.test_site_browser import Site
from tests.publication.test_site_browser import site as site
from tests.publication.test_site_families import juniors_site
from tests.workplace import HATA, MORI, Workplace

pytestmark = pytest.mark.skipif(
    not CHROMIUM.exists(), reason="no /usr/bin/chromium: apt-get install chromium fonts-noto-cjk"
)


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


def test_what_only_leads_on_from_a_players_page_is_not_on_paper(site: Site) -> None:
    page = site.open("en/members/N10210411.html").page
    texts = ("Compare with other players", "What would my next games bring?", "The figures of this page")
    leads = [page.get_by_text(text) for text in texts]
    for one in leads:
        expect(one).to_be_visible()
    page.emulate_media(media="print")
    for one in leads:
        expect(one).not_to_be_visible()
    expect(page.get_by_role("heading", name="List by list")).to_be_visible()
    page.emulate_media(media="screen")
