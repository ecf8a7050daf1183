"""Players who are compared, and who is found, in a real browser."""

from __future__ import annotations

import json
import re

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from tests.chromium import CHROMIUM, WCAG
from tests.publication.test_site_browser import Site
from tests.publication.test_site_browser import site as site

pytestmark = pytest.mark.skipif(
    not CHROMIUM.exists(), reason="no /usr/bin/chromium: apt-get install chromium fonts-noto-cjk"
)


@pytest.mark.slow
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
    away = page.get_by_role("button", name=re.compile("^Take .* away$"))
    page.emulate_media(media="print")
    assert away.count() == 0  # on paper nothing can be pressed
    page.emulate_media(media="null")
    away.last.click()
    page.wait_for_url(f"**/compare.html?with={one}")
    page.go_back()
    page.wait_for_url(f"**/compare.html?with={one},{other}")
    assert opened.complaints == []
    page = site.open(f"ja/compare.html?with={one},{other}", "http").page
    page.get_by_text("レーティングの推移：スタンダード").wait_for()
    page = site.open("en/compare.html?with=N99999999", "http").page
    page.locator(".compared .notice").wait_for()


@pytest.mark.parametrize(("lang", "told"), [("en", "opened from a folder"), ("ja", "フォルダーから")])
def test_a_folder_says_that_nobody_is_compared_there(site: Site, lang: str, told: str) -> None:
    opened = site.open(f"{lang}/compare.html?with=N10210137")
    opened.page.locator(".compared .notice", has_text=told).wait_for()
    assert not opened.page.get_by_role("searchbox").is_visible() and not opened.complaints


def test_who_is_compared_is_known_however_the_ids_are_written(site: Site) -> None:
    """In full width, with a small letter, without it, with a blank; and taken away again."""
    ((one,), (other,)) = site.rows("SELECT federation_id FROM member ORDER BY federation_id LIMIT 2")
    wide = "".join(chr(ord(sign) + 0xFEE0) for sign in one)
    page = site.open(f"en/compare.html?with={wide}、{other.lower()}", "http").page
    page.locator("table.side-by-side").nth(1).wait_for()
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
