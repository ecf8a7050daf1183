"""Lines that are slow or break off: what the website says, and keeps, while the names have not come."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.chromium import CHROMIUM, until
from tests.publication.test_site_browser import LIST, SOMEBODY, Site
from tests.publication.test_site_browser import site as site

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not CHROMIUM.exists(), reason="no /usr/bin/chromium")]


def late(page: Page) -> list[Route]:
    """The names that a page asks for: they come when they are let."""
    held: list[Route] = []
    page.route("**/people.js", lambda route: held.append(route))
    return held


def comes(page: Page, held: list[Route]) -> None:
    for _ in range(600):
        if held:
            break
        page.wait_for_timeout(50)
    held.pop().continue_()


def test_what_is_typed_before_the_names_come_stays_beside_what_the_address_chose(site: Site) -> None:
    ((club,),) = site.rows("SELECT club FROM member WHERE federation_id = ?", SOMEBODY)
    page = site.browser.new_page()
    held = late(page)
    path = f"lists/{LIST}/v1-standard.html?club={club}&sex=f"
    page.goto(f"{site.addresses['http']}en/{path}", wait_until="domcontentloaded")
    page.get_by_role("searchbox").fill("a")
    page.wait_for_timeout(500)  # the address follows
    comes(page, held)
    expect(page.get_by_label("Club")).to_have_value(club)
    expect(page.get_by_label("Sex")).to_have_value("f")
    expect(page.get_by_role("searchbox")).to_have_value("a")
    until(page, "location.search.includes('club=') && location.search.includes('q=a')")
    page.close()


def test_nobody_is_said_to_be_unknown_before_the_names_come(site: Site) -> None:
    page = site.browser.new_page()
    held = late(page)
    page.goto(f"{site.addresses['http']}en/compare.html", wait_until="domcontentloaded")
    page.get_by_role("searchbox").fill("aotsuki")
    assert page.locator(".found").inner_text() == ""
    comes(page, held)
    page.locator(".offered button", has_text=SOMEBODY).wait_for()
    page.close()


@pytest.mark.parametrize("path", [f"lists/{LIST}/v1-standard.html", "index.html", "compare.html"])
def test_names_that_did_not_come_are_asked_for_again_with_the_next_letter(site: Site, path: str) -> None:
    page = site.browser.new_page()
    held = late(page)
    page.goto(f"{site.addresses['http']}en/{path}", wait_until="domcontentloaded")
    box = page.get_by_role("searchbox")
    box.click()
    for _ in range(600):
        box.press("a")
        if held:
            break
        page.wait_for_timeout(50)
    held.pop().abort()
    page.unroute("**/people.js")
    page.locator(".found").filter(has_text="The names did not come.").wait_for()
    box.fill("aotsuki")
    page.locator("a, button", has_text="Aotsuki Kaede").first.wait_for()
    page.locator(".found").filter(has_text="found").wait_for()
    page.close()
