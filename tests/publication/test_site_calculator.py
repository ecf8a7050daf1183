"""The website's calculator in a real browser: its arithmetic beside the article functions, numbers worked by
hand from the articles, and the page by keyboard, from an address, and without scripts."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page, expect

from publication.site.pages_rules import choices, rules
from rating.edition import Edition
from rating.editions import load
from rating.interpretations import Interpretations
from tests.chromium import CHROMIUM, WCAG
from tests.depth import every
from tests.earlier_editions import event as of_ncs
from tests.earlier_editions import of_2019, of_2022
from tests.office.test_decisions import ARRIVED, SEPTEMBER
from tests.publication.test_site import november_site, shown, site_of
from tests.publication.test_site_families import juniors_site
from tests.workplace import HATA, MORI, Workplace

pytestmark = [pytest.mark.skipif(not CHROMIUM.exists(), reason="no /usr/bin/chromium"), pytest.mark.slow]

EDITIONS = ("jcf-2024-10", "ncs-2022-09", "ncs-2019-09")
SWITCHES = (
    Interpretations(),
    Interpretations(r1="half-up"),
    Interpretations(r2="game-by-game"),
    Interpretations(r68="seven-hundred"),
)
CASES = 60
"""For each edition and each way of reading it: 720 in all."""


@pytest.fixture
def folder(work: Workplace) -> Path:
    return november_site(work)


def opened(browser: Browser, folder: Path, path: str, **context: Any) -> Page:
    """A page of a site in a folder; what it complains of fails the test that looks at `complaints`."""
    page = browser.new_context(**{"viewport": {"width": 390, "height": 800}, **context}).new_page()
    page.goto(f"{folder.as_uri()}/{path}")
    return page


def by_the_articles(
    law: Edition, switches: Interpretations, own: int, k: int, games: list[list[int]]
) -> dict[str, Any]:
    """The same as the script says, by the functions that the engine calls."""
    shapes = law.shapes
    if games and (held := shapes.k_limit(law, k, len(games), switches)) is not None:
        k = held
    expected = [shapes.expected_score(law, own, opponent, shapes.types(law)[0]) for opponent, _ in games]
    changes = [shapes.change(law, score, e.pd, k) for (_, score), e in zip(games, expected, strict=True)]
    rounded = shapes.rounding(law, changes, switches)
    rating = shapes.floor(law, own + rounded)
    return {
        "k": k,
        "lines": [(e.d, e.d_used, e.column, e.pd, c) for e, c in zip(expected, changes, strict=True)],
        "total": sum(changes),
        "rounded": rounded,
        "rating": rating,
        "floored": rating != own + rounded,
    }


def test_the_script_reckons_as_the_article_functions_do(browser: Browser, folder: Path) -> None:
    page = opened(browser, folder, "en/calculator.html")
    chance = random.Random(20261122)
    seen: set[str] = set()
    for edition in EDITIONS:
        law = load(edition)
        values = [law.number(f"k_{reason}") for reason in ("top", "new", "junior", "usual")]
        for switches in SWITCHES:
            cases: list[tuple[int, int, list[list[int]]]] = []
            for _ in range(CASES):
                own = chance.choice([chance.randrange(1, 3000), law.number("floor") + chance.randrange(30)])
                games = [
                    [max(1, own + chance.randrange(-800, 800)), chance.randrange(3)]
                    for _ in range(chance.choice([1, 1, 2, 5, 9, 18, 40]))
                ]
                cases.append((max(1, own), chance.choice(values), games))
            told = page.evaluate(
                "([rules, cases]) => cases.map((one) => banzukeCalculator.reckon(rules, ...one))",
                [rules(law, switches), cases],
            )
            for (own, k, games), found in zip(cases, told, strict=True):
                found["lines"] = [
                    tuple(x[n] for n in ("d", "used", "column", "pd", "c")) for x in found["lines"]
                ]
                assert found == by_the_articles(law, switches, own, k, games), (edition, switches, own, k)
                seen |= {"floor"} if found["floored"] else set()
                seen |= {"half"} if abs(found["total"]) % 100 == 50 and found["total"] < 0 else set()
                seen |= {"limit"} if found["k"] != k else set()
                seen |= {"400"} if any(d != used for d, used, *_ in found["lines"]) else set()
    assert seen == {"floor", "half", "limit", "400"}  # the cases ask for all of it


def test_the_page_has_the_numbers_of_its_lists_edition(browser: Browser, folder: Path) -> None:
    page = opened(browser, folder, "en/calculator.html")
    told = page.evaluate("banzukeCalculator.rules")
    assert told.pop("articles")["5(2)"] == "rules/jcf-2024-10.html#a-5-2"
    assert told == rules(load("jcf-2024-10"), Interpretations())


@pytest.mark.parametrize(
    ("query", "lines", "said"),
    [
        # 5(1), 5(2): D 200 for both; L .24 and a win: .76 × 20; H .76 and a loss: -.76 × 20.
        (
            "rating=1700&k=20&game=1900-2&game=1500-0",
            ["D 200, PD 0.24, K 20, change +15.20", "D 200, PD 0.76, K 20, change −15.20"],
            ["New rating 1700", "1700 0.00, rounded 0 (5(2))"],
        ),
        # D 450 counts as 400: L .08; a win: .92 × 20 = 18.40.
        (
            "rating=1700&k=20&game=2150-2",
            ["D 450, which counts as 400 (5(1)), PD 0.08, K 20, change +18.40"],
            ["New rating 1718", "1700 +18.40, rounded +18 (5(2))"],
        ),
        # D 33: L .45; a loss: -.45 × 10 = -4.50, which is -5 (R1: halves away from zero).
        (
            "rating=2400&k=10&game=2433-0",
            ["D 33, PD 0.45, K 10, change −4.50"],
            ["New rating 2395", "2400 −4.50, rounded −5 (5(2))"],
        ),
        # D 5: H .51; a loss: -.51 × 40 = -20.40, and 5(3): no rating is below 1000.
        (
            "rating=1005&k=40&games=28&game=1000-0",
            ["D 5, PD 0.51, K 40, change −20.40"],
            [
                "New rating 1000",
                "1005 −20.40, rounded −20 (5(2))",
                "Raised to 1000, the lowest rating (5(3)).",
                "Rated games after these: 29",
            ],
        ),
    ],
)
def test_worked_numbers(
    browser: Browser, folder: Path, query: str, lines: list[str], said: list[str]
) -> None:
    page = opened(browser, folder, f"en/calculator.html?{query}")
    assert page.locator("p.line").all_inner_texts() == lines
    assert page.locator("[role=status] p").all_inner_texts() == said


def test_from_a_players_page_by_the_keyboard_alone(browser: Browser, folder: Path, work: Workplace) -> None:
    ((rating, k, games),) = work.rows(
        "SELECT rating, k, games FROM list_rating WHERE version_id = 2 AND type = 'standard'"
        " AND federation_id = ?",
        MORI,
    )
    page = opened(browser, folder, f"en/members/{MORI}.html")

    def tab_to(script: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate(f"(e => {script})(document.activeElement)"):
                return
        raise AssertionError(script)

    tab_to("(e.getAttribute('href') || '').includes('calculator.html?')")
    page.keyboard.press("Enter")
    page.wait_for_url("**/en/calculator.html?*")
    expect(page.get_by_label("Your rating on the newest list")).to_have_value(str(rating))
    expect(page.get_by_label("Your K (5(1))")).to_have_value(str(k))
    expect(page.get_by_label("Your rated games so far")).to_have_value(str(games))
    status = page.get_by_role("status")
    assert status.inner_text() == "Enter the rating of an opponent."
    tab_to("e.hasAttribute('data-opponent')")
    page.keyboard.type(str(rating))
    page.keyboard.press("Tab")
    page.keyboard.type("drawn")
    assert f"New rating {rating}\n" in status.inner_text()  # D 0: .50 each
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')") == "#d-0"
    tab_to("e.hasAttribute('data-add')")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.hasAttribute('data-opponent')")
    page.keyboard.type(str(rating))
    assert f"New rating {rating + k // 2}\n" in status.inner_text()  # a win: .50 × K
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    tab_to("e.hasAttribute('data-link')")
    before = status.inner_text()
    page.keyboard.press("Enter")
    page.wait_for_url("**game=*")
    assert page.get_by_role("status").inner_text() == before
    page.get_by_label("Opponent's rating").last.fill("1500")
    page.locator(".speech").click()  # what was typed is there in the other language too
    page.wait_for_url("**/ja/calculator.html?*game=1500-*")


def test_what_is_no_rating_is_said_and_nothing_is_worked_out(browser: Browser, folder: Path) -> None:
    page = opened(browser, folder, "en/calculator.html?rating=abc&k=17&game=x&game=1500-2")
    status = page.get_by_role("status")
    assert status.inner_text() == "Enter your rating: a whole number from 1 to 3999."
    expect(page.get_by_label("Your K")).to_have_value("20")
    rating = page.get_by_label("Your rating on the newest list")
    for wrong in ("0", "4000", "15.5", "-3", "1e3"):
        rating.fill(wrong)
        assert rating.get_attribute("aria-invalid") == "true", wrong
        assert "New rating" not in status.inner_text()
    rating.fill("１５００")  # as a Japanese keyboard writes it
    wrong = "Not a rating: a whole number from 1 to 3999"
    assert status.inner_text() == wrong  # the game of the address that is none stands there
    assert page.locator("p.line").all_inner_texts() == [wrong, ""]
    opponents = page.get_by_label("Opponent's rating")
    opponents.nth(0).fill("")
    assert "New rating 1510" in status.inner_text()
    opponents.nth(1).fill("UR")
    assert status.inner_text() == wrong
    assert page.locator("p.line").all_inner_texts() == ["", wrong]


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_filled_page_is_accessible_on_a_phone_in_the_light_and_in_the_dark(
    browser: Browser, folder: Path, lang: str
) -> None:
    query = "rating=1005&k=40&games=28&game=1500-0&game=1000-0&game=x"
    for scheme in every(("light", "dark"), 2, lang == "en"):
        page = opened(browser, folder, f"{lang}/calculator.html?{query}", color_scheme=scheme)
        page.evaluate(AXE_SCRIPT)
        for wrong in (True, False):
            if not wrong:
                page.locator("[data-opponent]").nth(2).fill("1000")
            assert page.locator("[aria-invalid]").count() == wrong
            assert page.locator(".sum .new").count() != wrong
            assert not page.evaluate(f"axe.run({json.dumps(WCAG)})")["violations"]
            assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_few_games_give_their_k_and_a_game_can_be_removed(browser: Browser, folder: Path) -> None:
    page = opened(browser, folder, "en/calculator.html?rating=1500&k=20&game=1500-2&game=1500-0")
    assert "New rating 1500" in page.get_by_role("status").inner_text()
    page.get_by_role("button", name="Remove this game").nth(1).click()
    assert page.evaluate("document.activeElement.hasAttribute('data-opponent')")
    assert "New rating 1510" in page.get_by_role("status").inner_text()
    expect(page.get_by_role("button", name="Remove this game")).not_to_be_visible()
    page.get_by_label("Your rated games so far").fill("29")
    expect(page.get_by_label("Your K")).to_have_value("40")
    assert "New rating 1520" in page.get_by_role("status").inner_text()
    page.get_by_label("Your K").select_option("10")
    page.get_by_label("Your rated games so far").fill("12")
    expect(page.get_by_label("Your K")).to_have_value("10")  # who was once rated 2400


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_without_scripts_the_arithmetic_is_explained_with_the_table(
    browser: Browser, folder: Path, lang: str
) -> None:
    page = opened(browser, folder, f"{lang}/calculator.html", java_script_enabled=False)
    expect(page.locator("form")).not_to_be_visible()
    said = page.locator("main").inner_text()
    assert ("試算にはJavaScriptが必要です" if lang == "ja" else "The calculator needs JavaScript") in said
    for cited in ("5(1)", "5(2)", "5(3)"):
        assert cited in said
    assert page.locator("#table-1 ~ .scroll tbody tr").count() == 51
    assert page.locator("#d-198").inner_text().split() == ["198–206", "0.76", "0.24"]
    assert page.locator("#d-736").inner_text().split()[-2:] == ["1.00", "0.00"]


def test_ks_stand_in_the_order_in_which_they_are_asked() -> None:
    law = load("jcf-2024-10")
    assert choices(law, Interpretations(), "en") == [
        {"k": 10, "why": "once rated 2400 or more"},
        {"k": 40, "why": "fewer than 30 rated games or under 19 and never rated 2000"},
        {"k": 20, "why": "the usual K"},
    ]
    read_otherwise = Interpretations(r4="forty-first")
    assert [c["k"] for c in choices(law, read_otherwise, "ja")] == [40, 10, 20]
    assert rules(law, read_otherwise)["kBeforeNew"] is None


def test_the_edition_of_2019_rounds_halves_up(browser: Browser, work: Workplace) -> None:
    of_2019(work)
    work.store(of_ncs(1190001, SEPTEMBER, [(MORI, HATA, "1-0")]), ARRIVED)
    work.done("rate")
    work.done("publish")
    folder = site_of(work)
    page = opened(browser, folder, "en/calculator.html?rating=2400&k=10&game=2433-0")
    # -4.50 makes 2395.50, which is rounded to 2396.
    assert "2400 −4.50, rounded −4 (4(5))" in page.get_by_role("status").inner_text()
    assert "halves up" in page.locator("main").inner_text()


def test_the_limit_of_a_difference_is_cited_by_its_own_article(browser: Browser, work: Workplace) -> None:
    of_2022(work)
    work.done("rate")
    work.done("publish")
    page = opened(browser, site_of(work), "en/calculator.html?rating=1500&k=20&game=2000-0")
    said = page.locator("main").inner_text()
    assert "which counts as 400 (5(4))" in said
    assert "A difference above 400 counts as 400 (5(4))." in said
    assert page.get_by_role("link", name="5(4)").count() == 2


def test_where_lists_are_reckoned_event_by_event_there_is_no_calculator(queensland: Workplace) -> None:
    folder = juniors_site(queensland)
    assert not list(folder.glob("*/calculator.html"))
    assert not [p for p in folder.rglob("*.html") if "calculator.html" in p.read_text("utf-8")]


def test_before_the_first_list_the_page_says_that_it_waits(work: Workplace) -> None:
    of_2019(work)
    folder = site_of(work)
    assert "There is no list yet that this office worked out" in shown(folder / "en/calculator.html")
    assert "calculator.html?" not in (folder / f"en/members/{MORI}.html").read_text("utf-8")
