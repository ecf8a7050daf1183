"""Every page of the desk in a real browser: usable with a screen reader, on a telephone, in the dark, in both
languages; nothing is loaded from elsewhere."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from office.accounts.roles import Role
from publication.design.styles import stylesheet
from tests.chromium import ADVISED
from tests.depth import every
from tests.publication.test_site_browser import CONTRAST, WCAG
from tests.publication.test_site_narrow import BROKEN, HEADINGS, OUTSIDE, PARTED
from tests.web.conftest import Opener, Served

pytestmark = pytest.mark.slow

PAGES = (
    *("/", "/reports", "/organizers", "/questions", "/questions/2", "/questions/6", "/events", "/events/2"),
    *("/members?q=N102", "/members/new", "/members/N10210411", "/lists", "/lists/next", "/lists/1"),
    *("/members/N10210411/correct", "/members/N10210411/erase", "/members/duplicates?all=1"),
    *("/members/merge?gone=N10210411&into=N10210548", "/members/lapsed", "/members/organizers"),
    *("/members/applications", "/members/fees", "/take/register", "/take/opening", "/setup"),
    *(
        "/lists/next/members/N10210548",
        "/settings",
        "/settings/notices",
        "/settings/notices/read",
        "/settings/journal",
        "/settings/jobs",
        "/settings/rules",
        "/members/fide",
        "/settings/jobs/site",
        "/settings/decisions",
        "/office",
        "/office/settings",
        "/office/retention?mails=90",
        "/lists/whatif?member=N10210411&score=win&against=1850",
        "/lists/simulate",
        "/lists/assess",
        "/reports/read",
        "/site",
        "/corrections",
        "/lists/1/files",
        "/lists/1/announcement",
        "/nowhere",
    ),
)
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "locale": "ja-JP"}


def violations(page: Any, rules: dict[str, Any]) -> list[str]:
    """What axe finds. Its script is run by the debugger: the page's own policy keeps scripts out."""
    session = page.context.new_cdp_session(page)

    def run(script: str) -> Any:
        told = session.send(
            "Runtime.evaluate", {"expression": script, "awaitPromise": True, "returnByValue": True}
        )
        assert "exceptionDetails" not in told, told
        return told["result"].get("value")

    run(f"{AXE_SCRIPT}; undefined")
    found = run(f"axe.run(document, {json.dumps(rules)}).then((told) => told.violations)")
    session.detach()
    return [f"{v['id']}: {n['html'][:120]}" for v in found for n in v["nodes"]]


@pytest.mark.parametrize(("more", "start"), [({}, 0), (PHONE, 1)], ids=["desktop", "phone in Japanese"])
def test_no_page_has_a_fault_of_accessibility(
    demo_desk: Served, opened: Opener, more: dict[str, Any], start: int
) -> None:
    """The short run has every second page, at one of both."""
    page = opened("Head", Role.ADMINISTRATOR, **more)
    found = {}
    for path in every(PAGES[:-1], 4, 2 * start):
        page.goto(path)
        found[path] = violations(page, ADVISED)
    assert not {path: faults for path, faults in found.items() if faults}
    assert len(found) > 6


def test_the_way_in_has_none_either(demo_desk: Served, opened: Opener) -> None:
    page = opened()
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/sign-in")
    assert violations(page, WCAG) == []
    page.goto("/enter")
    assert violations(page, WCAG) == []


def test_colours_in_the_dark_are_readable(demo_desk: Served, opened: Opener) -> None:
    page = opened("Head", Role.ADMINISTRATOR, color_scheme="dark")
    for path in every(PAGES[:-1], 4, 1):
        page.goto(path)
        assert violations(page, CONTRAST) == []


def test_no_page_is_wider_than_a_telephone(demo_desk: Served, opened: Opener) -> None:
    page = opened("Head", Role.ADMINISTRATOR, **PHONE)
    for path in PAGES[:-1]:
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path


def test_what_stands_small_beside_a_name_keeps_within_a_telephone(demo_desk: Served, opened: Opener) -> None:
    page = opened("Head", Role.ADMINISTRATOR, **PHONE)
    page.goto("/members/N10210411")
    page.locator("li > .dim").first.evaluate("e => { e.textContent = '会長兼事務局長 '.repeat(9) }")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_on_paper_no_table_is_cut_off_and_nothing_is_to_be_pressed(demo_desk: Served, opened: Opener) -> None:
    page = opened("Head", Role.ADMINISTRATOR)
    page.goto("/events/2")
    page.emulate_media(media="print")
    assert page.locator(".scroll").first.evaluate("e => getComputedStyle(e).overflowX") == "visible"
    closed = page.locator("details:not([open]) input:not([type=hidden])")
    assert closed.count() and not any(one.is_visible() for one in closed.all())
    pressed = page.locator("nav a, button, .button")
    assert pressed.count() > 5 and not any(one.is_visible() for one in pressed.all())


@pytest.mark.parametrize("told", ["by the stylesheet", "by the script"])
def test_a_telephones_menu_begins_at_the_page_one_is_on(opened: Opener, demo_desk: Served, told: str) -> None:
    page = opened("Head", Role.ADMINISTRATOR, **PHONE)
    if told == "by the script":  # in a browser that knows nothing of this
        page.add_init_script("CSS.supports = () => false")
        plain = re.sub(r"scroll-initial-target:[^}]*", "", stylesheet())
        page.route("**/site.css*", lambda route: route.fulfill(body=plain, content_type="text/css"))
    for path in ("/members", "/settings", "/settings#accounts", "/"):
        page.goto(path)
        here = page.locator(".top nav [aria-current]").bounding_box()
        assert here is not None and 0 <= here["x"] <= 360 - here["width"], path
    assert page.evaluate("document.querySelector('.top nav ul').scrollLeft") == 0


@pytest.mark.parametrize("path", ["/events/2", "/lists/next?all=1", "/lists/1?all=1"])
@pytest.mark.parametrize("locale", ["ja-JP", "en-GB"])
def test_no_name_is_broken_within_a_word_on_a_telephone(
    demo_desk: Served, opened: Opener, path: str, locale: str
) -> None:
    page = opened("Head", Role.ADMINISTRATOR, **{**PHONE, "locale": locale})
    page.goto(path)
    names = page.locator("tbody th bdi")
    assert "Wakabayama" in "".join(names.all_inner_texts())
    assert names.evaluate_all(BROKEN) == []


@pytest.mark.parametrize("width", [320, 360, 390])
def test_no_japanese_heading_or_button_breaks_a_day_or_a_word(
    published_desk: Served, opened: Opener, width: int
) -> None:
    page = opened("Head", Role.ADMINISTRATOR, **{**PHONE, "viewport": {"width": width, "height": 740}})
    pages = ("/", "/lists/2", "/lists/2/files", "/lists/2/members/N10210548", "/events/3")
    for path in (*pages, "/members/N10210411", "/members/duplicates?all=1", "/setup"):
        page.goto(path)
        assert page.evaluate(PARTED, f"{HEADINGS}, summary, button, .button") == [], path
    page.goto("/lists")
    lines = """all => all.map((e) => {
      const range = document.createRange();
      range.selectNodeContents(e);
      return range.getClientRects().length;
    })"""
    assert page.locator("tbody td:nth-child(3)").evaluate_all(lines) == [1, 1]


def test_what_a_field_asks_for_and_every_column_of_the_lists_is_seen_whole(
    published_desk: Served, opened: Opener
) -> None:
    page = opened("Head", Role.ADMINISTRATOR)
    page.goto("/lists")
    assert page.locator(".scroll").evaluate("e => e.scrollWidth - e.clientWidth") <= 0
    today = published_desk.work.moment.date().isoformat()
    client = published_desk.signed_in()
    client.post("/corrections/events/3/open", {"reported": today, "reason": "a result is wrong"})
    client.post("/decisions/take-back", {"numbers": "3", "reason": "seen again"})
    page.goto("/questions/next")
    field = page.locator(".choices input[placeholder*='45+30']")
    wide = """e => {
      const pen = document.createElement("canvas").getContext("2d"), style = getComputedStyle(e);
      pen.font = style.font;
      const text = pen.measureText(e.placeholder).width;
      return e.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - text;
    }"""
    assert field.evaluate(wide) >= 0


@pytest.mark.parametrize("locale", ["ja-JP", "en-GB"])
@pytest.mark.parametrize("width", [360, 768])
def test_the_games_of_an_account_are_seen_without_moving_their_table(
    demo_desk: Served, opened: Opener, locale: str, width: int
) -> None:
    page = opened("Head", Role.ADMINISTRATOR, viewport={"width": width, "height": 740}, locale=locale)
    page.goto("/lists/next/members/N10210548")
    assert page.locator("tbody tr:has(> :nth-child(11))").count() > 3
    assert page.evaluate(OUTSIDE, ".entry") == []
    wide = page.locator(".entry .scroll").evaluate_all("all => all.map(e => e.scrollWidth - e.clientWidth)")
    assert max(wide) <= 0


def test_the_name_of_the_office_stands_on_one_line_beside_the_way_out(
    demo_desk: Served, opened: Opener
) -> None:
    page = opened("Head", Role.ADMINISTRATOR, **PHONE)
    name = page.locator(".site span")
    name.evaluate("e => { e.firstChild.data = '見本国チェス連盟部 '; }")
    small = page.locator(".site small").bounding_box()
    whole = name.bounding_box()
    assert small is not None and whole is not None
    assert whole["height"] - small["height"] < 40


def test_the_printed_name_stays_in_sight_while_the_rounds_are_moved(
    demo_desk: Served, opened: Opener
) -> None:
    page = opened("Head", Role.ADMINISTRATOR, viewport={"width": 768, "height": 1024})
    page.goto("/events/2")
    scroll = page.locator(".scroll:has(> .taken)")
    moved = scroll.evaluate("e => { e.scrollLeft = e.scrollWidth; return e.scrollLeft; }")
    edge, names = scroll.bounding_box(), page.locator(".taken th[scope=row]")
    assert moved > 50 and edge is not None and names.count() > 10
    assert set(names.evaluate_all("all => all.map(e => e.getBoundingClientRect().left)")) == {edge["x"]}
    grounds = "e => [e, e.parentElement].map((one) => getComputedStyle(one).backgroundColor)"
    name, row = page.locator(".taken tr.waits th").first.evaluate(grounds)
    assert name == row


@pytest.mark.parametrize(
    ("entry", "paths"),
    [
        ("/", ["/", "/today"]),
        ("/reports", ["/reports/read", "/organizers"]),
        ("/members", ["/members/fees", "/take/register"]),
        ("/lists", ["/lists/next", "/corrections"]),
        ("/settings", ["/settings/jobs", "/office", "/office/settings", "/setup", "/site"]),
    ],
)
def test_the_menu_marks_the_page_one_is_on(demo_desk: Served, entry: str, paths: list[str]) -> None:
    client = demo_desk.signed_in("Head", Role.ADMINISTRATOR)
    for path in paths:
        marked = re.findall('<a href="([^"]*)" aria-current="page"', client.get(path).text)
        assert marked == [entry], path


def test_the_form_of_a_correction_has_no_fault_either(published_desk: Served, opened: Opener) -> None:
    page = opened("Head", Role.ADMINISTRATOR, **PHONE)
    for path in ("/corrections", "/corrections/events/1"):
        page.goto(path)
        assert violations(page, WCAG) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path


def test_nothing_is_asked_for_elsewhere(demo_desk: Served, opened: Opener) -> None:
    page = opened("Head", Role.ADMINISTRATOR)
    asked: list[str] = []
    page.on("request", lambda r: asked.append(r.url))
    for path in every(PAGES[:-1], 2):
        page.goto(path)
    assert asked and not [url for url in asked if not url.startswith(demo_desk.address)]


def test_japanese_pages_have_no_english_left_but_names_and_codes(demo_desk: Served) -> None:
    client = demo_desk.signed_in("Head", Role.ADMINISTRATOR, language="ja")
    for path in PAGES:
        text = client.get(path).text
        assert '<html lang="ja">' in text
        for english in (
            "Sign out",
            "Questions",
            "Settings",
            "expected",
            "Decisions",
            "Undo",
            "the member",
            " ambiguous",
            "Birth:",
        ):
            assert english not in text.replace("E2", ""), (path, english)
