"""Lists in a real browser: sorted by their headings, filtered, sent to others, ten thousand rows at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import text

from benchmarks.federation import JAPANESE, Federation, place_in
from cli.demo.run import LIST
from office.database.engine import look, sqlite
from office.place import Place
from publication.site.builder import build_site
from publication.site.pages_events import arrival_page
from publication.site.pages_figures import figure_pages
from publication.site.pages_home import home_page
from publication.site.pages_lists import list_pages
from publication.site.pages_members import index_pages
from publication.site.target import Target
from publication.site.whole import fixed_pages
from tests.chromium import until
from tests.depth import every
from tests.importer.invented import ALWAYS
from tests.publication.test_site_browser import CHROMIUM, Site, ids
from tests.publication.test_site_browser import site as site
from tests.workplace import HATA, MORI, ONO, TANI, Workplace

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not CHROMIUM.exists(), reason="no /usr/bin/chromium: apt-get install chromium fonts-noto-cjk"
    ),
]

TABLE = f"en/lists/{LIST}/v1-standard.html"
MEMBERS = 10_205
"""Of whom 10,000 have a rating."""


def sorted_by(page: Page, heading: str, state: str) -> None:
    """Presses a heading and waits until it says so and the rows are there."""
    page.get_by_role("button", name=heading, exact=True).click()
    column = page.get_by_role("columnheader", name=heading, exact=True)
    expect(column).to_have_attribute("aria-sort", state)
    page.locator(".found").filter(has_text="found").wait_for()


def column(page: Page, number: int) -> list[str]:
    return page.locator(f"table.list tbody tr > :nth-child({number})").all_inner_texts()


@pytest.mark.parametrize("how", every(["file", "http"], 2))
def test_headings_sort_both_ways_as_the_database_does(site: Site, how: str) -> None:
    version = "(SELECT id FROM list_version WHERE list_date = ?)"
    query = (
        "SELECT r.federation_id FROM list_rating r JOIN list_member m USING (version_id, federation_id)"
        f" WHERE r.version_id = {version} AND r.type = 'standard' ORDER BY "
    )
    page = site.open(TABLE, how).page
    rank = page.get_by_role("columnheader", name="Rank", exact=True)
    assert rank.get_attribute("aria-sort") == "ascending"
    base = "r.rating DESC, r.federation_id"
    for heading, first, column in (
        ("Name", "ascending", "m.name"),
        ("ID", "ascending", "r.federation_id"),
        ("Rated games in all", "descending", "r.games"),
        ("Games this period", "descending", "r.period_games"),
        ("Rating", "descending", "r.rating"),
    ):
        other = {"ascending": "descending", "descending": "ascending"}[first]
        for state in (first, other):
            sorted_by(page, heading, state)
            order = f"{column} {'ASC' if state == 'ascending' else 'DESC'}, {base}"
            assert ids(page) == [i for (i,) in site.rows(query + order, str(LIST))], (heading, state)
    assert page.locator("[aria-sort]").count() == 1
    page.get_by_role("button", name="Rank", exact=True).click()
    until(page, "!document.querySelector('.found').innerText && !location.search")
    assert ids(page) == [i for (i,) in site.rows(query + base, str(LIST))]


def test_who_has_no_change_comes_last_either_way(site: Site) -> None:
    page = site.open(TABLE).page
    for state in ("descending", "ascending"):
        sorted_by(page, "Change", state)
        changes = column(page, 6)
        known = [int(c.replace("−", "-").replace("+", "")) for c in changes if c]
        assert 0 < len(known) < len(changes)
        assert not any(changes[len(known) :])
        assert known == sorted(known, reverse=state == "descending")


@pytest.mark.parametrize("how", ["file", "http"])
def test_the_address_keeps_order_and_filters_on_the_way_back_and_to_the_other_type(
    site: Site, how: str
) -> None:
    page = site.open(TABLE, how).page
    page.get_by_label("Sex").select_option("f")
    sorted_by(page, "Change", "descending")
    sorted_by(page, "Change", "ascending")
    until(page, "location.search === '?sex=f&sort=-change'")
    shown = ids(page)
    page.locator("table.list tbody a").first.click()
    page.wait_for_url("**/members/*.html")
    page.go_back()
    page.locator(".found").filter(has_text=f"{len(shown)} found").wait_for()
    assert ids(page) == shown
    page.get_by_role("navigation", name="Rating lists").get_by_role("link", name="Rapid").click()
    page.wait_for_url("**/v1-rapid.html?sex=f&sort=-change")
    page.locator(".found").filter(has_text="found").wait_for()
    (women,) = site.rows(
        "SELECT count(*) FROM list_rating r JOIN list_version v ON v.id = r.version_id AND v.list_date = ?"
        " JOIN member p ON p.federation_id = r.federation_id WHERE r.type = 'rapid' AND p.sex = 'f'",
        str(LIST),
    )[0]
    assert len(ids(page)) == women
    page.get_by_role("button", name="Clear").click()
    until(page, "location.search === '?sort=-change'")
    expect(page.get_by_role("button", name="Clear")).not_to_be_visible()


def test_every_choice_says_how_many_it_leaves(site: Site) -> None:
    rows = site.rows(
        "SELECT p.sex, p.club, m.active FROM list_rating r"
        " JOIN list_version v ON v.id = r.version_id AND v.list_date = ?"
        " JOIN list_member m ON m.version_id = r.version_id AND m.federation_id = r.federation_id"
        " JOIN member p ON p.federation_id = r.federation_id WHERE r.type = 'standard'",
        str(LIST),
    )
    page = site.open(TABLE).page
    page.get_by_role("searchbox").focus()
    until(page, "document.querySelector('[name=club]').options.length > 1")
    page.get_by_label("active only").check()
    page.get_by_label("Sex").select_option("m")
    men = [r for r in rows if r[0] == "m" and r[2]]
    until(page, f"document.querySelector('[name=club]').options[0].text === 'all ({len(men)})'")
    for option in page.locator("[name=club] option").all()[1:]:
        club = option.get_attribute("value")
        assert option.inner_text() == f"{club} ({sum(r[1] == club for r in men)})"
    women = sum(r[0] == "f" and bool(r[2]) for r in rows)
    assert page.locator("[name=sex] option").all_inner_texts()[1:] == [
        f"men ({len(men)})",
        f"women ({women})",
    ]
    expect(page.locator("[name=federation]")).not_to_be_visible()  # all of one


def test_a_list_of_two_federations_is_filtered_by_them_and_by_ages(site: Site, work: Workplace) -> None:
    """An age class of juniors has the younger ones too, as its page has."""
    told = {MORI: "JPN,2009", HATA: "AUS,2013", TANI: "JPN,1960", ONO: ",1990"}
    rows = "".join(
        f'{i},Mori {n},{f}-06-01,"{ALWAYS}"\n' for n, (i, f) in zip("abcd", told.items(), strict=True)
    )
    work.done("members", "import", work.file(f"ID,Name,Federation,Birth,Memberships\n{rows}"))
    work.opening(
        {"ID": i, "Name": f"Mori {n}", "ST": 1500, "ST-G": 40} for n, i in zip("abcd", told, strict=True)
    )
    folder = work.folder.parent / "public"
    work.done("site", folder, "--ages")
    page = site.browser.new_page()
    page.goto(f"file://{folder}/en/lists/2026-10-01/v1-standard.html")
    page.get_by_role("searchbox").focus()
    until(page, "document.querySelector('[name=age]').options[6].text === 'under 18 (2)'")
    page.get_by_label("Age class").select_option("u18")
    page.locator(".found").filter(has_text="2 found").wait_for()
    assert sorted(ids(page)) == sorted([MORI, HATA])
    page.get_by_label("Age class").select_option("")
    page.get_by_label("Federation").select_option("JPN")
    page.locator(".found").filter(has_text="2 found").wait_for()
    assert sorted(ids(page)) == sorted([MORI, TANI])
    again = site.browser.new_page()
    until(page, "location.search === '?federation=JPN'")
    again.goto(page.url)
    again.locator(".found").filter(has_text="2 found").wait_for()
    expect(again.get_by_label("Federation")).to_have_value("JPN")
    page.close()
    again.close()


def test_headings_stay_in_sight(site: Site) -> None:
    for viewport in ({"width": 1280, "height": 500}, {"width": 390, "height": 500}):
        page = site.open(TABLE, viewport=viewport).page
        page.mouse.wheel(0, 1400)
        until(page, "scrollY > 1000")
        box = page.get_by_role("columnheader", name="Name", exact=True).bounding_box()
        assert box and abs(box["y"]) < 1


def test_who_has_no_rank_is_told_why_and_no_heading_breaks_a_day(site: Site) -> None:
    without = (
        "SELECT count(*) FROM list_rating r JOIN list_version v ON v.id = r.version_id AND v.list_date = ?"
    )
    without += (
        " JOIN list_member m USING (version_id, federation_id) WHERE r.type = 'standard' AND r.rank IS NULL"
    )
    assert (
        site.rows(f"{without} AND NOT m.member_on_day", str(LIST)) == site.rows(without, str(LIST)) != [(0,)]
    )
    page = site.open(TABLE).page
    page.get_by_text("–: no member on the day of the list, and therefore without a rank").wait_for()
    for width in (280, 320, 360, 390):
        page = site.open("ja/index.html", viewport={"width": width, "height": 700}).page
        lines = page.evaluate("document.querySelector('h1 .day').getClientRects().length")
        assert (lines, page.locator("h1 .day").inner_text()) == (1, "2026年11月1日"), width
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_figures_stay_beside_long_names(site: Site) -> None:
    page = site.open("en/index.html", viewport={"width": 320, "height": 700}).page
    lines = page.locator(".ranking .line").evaluate_all(
        "all => all.map(e => [e.firstElementChild, e.lastElementChild].map(c => c.getBoundingClientRect()))"
        ".map(([name, n]) => [n.top < name.top + 12, name.right <= n.left + 1])"
    )
    assert len(lines) > 20
    assert all(beside == [True, True] for beside in lines)


def test_without_scripts_headings_are_words_and_no_control_is_dead(site: Site) -> None:
    page = site.open(TABLE, java_script_enabled=False).page
    assert page.get_by_role("button").count() == 0
    expect(page.get_by_role("columnheader", name="Name", exact=True)).to_be_visible()
    page.get_by_role("navigation", name="Rating lists").get_by_role("link", name="Rapid").click()
    page.wait_for_url("**/v1-rapid.html")
    page.context.close()


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The home page, lists and names of 10,000 invented members, by the templates of every site."""
    folder = tmp_path_factory.mktemp("large")
    engine = sqlite(place_in(folder))
    federation = Federation(JAPANESE, MEMBERS)
    federation.founded(engine)
    federation.next_list(engine, 40)
    with engine.begin() as connection:
        connection.execute(text("UPDATE member SET kana = 'やまかわ たろう', club = 'Club ' || id % 5"))
    with look(engine) as session:
        parts = (list_pages, index_pages, arrival_page, home_page, figure_pages, fixed_pages)
        build_site(parts, session, Target(folder / "site"), Place(folder))
    yield folder / "site"
    engine.dispose()


def loaded(page: Page, address: str) -> dict[str, int]:
    """The bytes of everything a page asks for at once, by its name."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    page.wait_for_load_state("networkidle")
    return {url.rpartition("/")[2]: Path(url.removeprefix("file://")).stat().st_size for url in asked}


def test_pages_are_light(site: Site, large: Path) -> None:
    for lang in ("ja", "en"):
        page = site.browser.new_page()
        home = loaded(page, f"file://{large}/{lang}/index.html")
        assert {"index.html", "site.css", "site.js", "icon.svg"} <= home.keys()
        assert sum(home.values()) <= 60_000, home
        page.close()
        page = site.browser.new_page()
        table = loaded(page, f"file://{large}/{lang}/lists/2026-12-01/v1-standard.html")
        assert sum(table.values()) <= 300_000, table
        assert not [name for name in table if name.startswith(("people", "2026"))]  # only for who searches
        page.close()


NAMES_SORTED = """setTimeout(() => {
  const names = [...Array(10000).keys()].map((n) => `${(n * 7919) % 10007}`);
  names.sort(new Intl.Collator("en").compare);
})"""
"""A thirteenth of a tenth of a second on the machine that the limit was set on."""


def test_ten_thousand_rows_are_sorted_and_filtered_without_a_stutter(site: Site, large: Path) -> None:
    """What the page works for each step, in time of the processor: others may use the machine. On a slow one
    measured by what it takes to sort so many names."""
    page = site.browser.new_page()
    page.goto(f"file://{large}/en/lists/2026-12-01/v1-standard.html")
    session: Any = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    parts = ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")

    def worked() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return 1000 * sum(m["value"] for m in metrics if m["name"] in parts)

    def took(act: str) -> float:
        before = worked()
        page.evaluate(
            "(act) => new Promise((done) => { eval(act); requestAnimationFrame(() => setTimeout(done)); })",
            act,
        )
        found = worked() - before
        page.wait_for_timeout(200)
        return found

    def press(name: str) -> str:
        return f"document.querySelector('[data-sort={name}] button').click()"

    def choose(name: str, value: str) -> str:
        field = f"document.querySelector('[name={name}]')"
        return f"{field}.value = '{value}'; {field}.dispatchEvent(new Event('input', {{bubbles: true}}))"

    page.get_by_role("searchbox").focus()
    until(page, "document.querySelector('[name=club]').options.length > 1")
    page.wait_for_timeout(300)
    acts = [
        *(press(name) for name in ("name", "change", "games", "rating", "id", "k", "rank")),
        choose("sex", "f"), choose("club", "Club 1"), choose("club", ""), choose("q", "ka"),
        choose("q", "やまかわ"), choose("q", ""), choose("sex", ""),
    ]  # fmt: skip
    rounds = [[took(act) for act in acts] for _ in range(2)]  # a stutter of ours comes each time
    times = dict(zip(acts, map(min, *rounds), strict=True))
    plain = min(took(NAMES_SORTED) for _ in range(3))
    assert max(times.values()) <= max(100, 13 * plain), (times, plain)
    (found,) = re.findall(r"^[\d,]+", page.locator("[name=sex] option").first.inner_text()[5:])
    assert found == "10,000"
    page.close()
