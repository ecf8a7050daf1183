"""Reports that arrived are filtered, and a correction goes to the desk where one runs."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from selectolax.lexbor import LexborHTMLParser

from tests.chromium import CHROMIUM
from tests.office.test_corrections import game
from tests.office.test_desk import EVENT
from tests.publication.test_site import november, site_of
from tests.workplace import HATA, MORI, Workplace

pytestmark = pytest.mark.slow

needs_browser = pytest.mark.skipif(not CHROMIUM.exists(), reason="no /usr/bin/chromium")


def names(page: Page) -> list[str]:
    return [row.inner_text() for row in page.locator("tbody tr:visible th").all()]


@needs_browser
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_reports_are_filtered_and_the_address_keeps_it(browser: Browser, work: Workplace, lang: str) -> None:
    november(work)
    work.store(game(1499777, date(2026, 10, 28), MORI, HATA, "1-0"), arrived=date(2026, 11, 1))
    site = site_of(work)
    page = browser.new_page()
    page.goto(f"{(site / lang / 'arrived.html').as_uri()}")
    everything = names(page)
    assert len(everything) == 2
    page.locator("select[name=state]").select_option("rated")
    assert names(page) == [EVENT.name]
    assert page.url.endswith("?state=rated")
    page.reload()
    assert names(page) == [EVENT.name]
    page.locator("select[name=state]").select_option("")
    page.locator("input[name=q]").fill("no such event")
    assert names(page) == []
    page.wait_for_url("**/*?q=no+such+event")
    page.goto(f"{(site / lang / 'arrived.html').as_uri()}?month=2026-10&state=nonsense#content")
    assert names(page) == [EVENT.name]
    page.locator(".speech").click()
    page.wait_for_url(
        f"**/{'ja' if lang == 'en' else 'en'}/arrived.html?month=2026-10&state=nonsense#content"
    )
    assert names(page) == [EVENT.name]
    without = browser.new_context(java_script_enabled=False).new_page()
    without.goto((site / lang / "arrived.html").as_uri())
    assert names(without) == everything
    expect(without.locator("form")).not_to_be_visible()


def test_where_neither_a_desk_nor_a_mail_takes_corrections_a_browser_without_javascript_is_told_so(
    work: Workplace,
) -> None:
    november(work)
    for lang, word in (("en", "write the same to the rating office"), ("ja", "書いてレーティング部に")):
        page = LexborHTMLParser((site_of(work) / lang / "corrections.html").read_text("utf-8"))
        (told,) = page.css("form.correction noscript")
        assert word in told.html
    page = LexborHTMLParser((site_of(work, "--mail", "r@example.org") / "en/corrections.html").read_text())
    assert not page.css("noscript")


def test_without_a_desk_a_correction_is_a_mail_and_with_one_plain_fields(work: Workplace) -> None:
    november(work)
    form = LexborHTMLParser((site_of(work, "--mail", "r@example.org") / "en/corrections.html").read_text())
    assert form.css_first("form").attributes["action"] == "mailto:r@example.org"
    site = site_of(work, "--desk", "https://desk.example.org/")
    for lang in ("en", "ja"):
        page = LexborHTMLParser((site / lang / "corrections.html").read_text("utf-8"))
        (form,) = page.css("form")
        assert form.attributes["action"] == "https://desk.example.org/doubt"
        assert form.attributes["method"] == "post"
        assert "enctype" not in form.attributes
        assert {f.attributes["name"] for f in form.css("input, textarea")} == {
            "place", "lang", "list", "event", "round", "member", "opponent", "wrong", "right", "proof",
            "name", "mail",
        }  # fmt: skip
        documented = Path("docs/site.md").read_text("utf-8")
        assert all(f"`{f.attributes['name']}`" in documented for f in form.css("input, textarea"))
    site_of(work, "--desk", "")
    assert "mailto:" in (site / "en/corrections.html").read_text()


@pytest.mark.parametrize("desk", ["desk.example.org", "javascript:alert(1)", 'https://x"onload=', "ftp://x/"])
def test_a_desk_that_is_no_address_is_refused(work: Workplace, desk: str) -> None:
    said = work.run("site", work.folder.parent / "public", "--desk", desk)
    assert said.code != 0
    assert said.problem()["expected"] == "an address, https://…/"


@needs_browser
def test_the_form_says_from_which_page_it_comes(browser: Browser, work: Workplace) -> None:
    november(work)
    site = site_of(work, "--desk", "https://desk.example.org/")
    page = browser.new_page()
    sent: list[str] = []

    def serve(route: Route) -> None:
        path = route.request.url
        if path.startswith("https://desk."):
            sent.append(route.request.post_data)
            route.fulfill(body="thank you")
        else:
            route.fulfill(path=site / path.removeprefix("https://site.example.org/").partition("?")[0])

    page.route("**/*", serve)
    page.goto("https://site.example.org/en/top.html")
    (member,) = {n for (n,) in work.rows("SELECT federation_id FROM list_rating ORDER BY 1 LIMIT 1")}
    page.goto(f"https://site.example.org/en/members/{member}.html")
    page.get_by_role("link", name="Something wrong on this page?").click()
    expect(page.get_by_label("Whose rating (ID)")).to_have_value(member)
    for label in ("Which event (name, or its link on Chess-Results)", "What is printed", "What is right"):
        page.get_by_label(label).fill("x")
    page.get_by_label("Your name").fill("森")
    page.get_by_label("Your e-mail address, for the answer").fill("m@example.org")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("thank you")).to_be_visible()
    assert len(sent) == 1
    assert f"place=https%3A%2F%2Fsite.example.org%2Fen%2Fmembers%2F{member}.html" in sent[0]
    assert "name=%E6%A3%AE" in sent[0]
