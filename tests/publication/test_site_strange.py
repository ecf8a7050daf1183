"""Strange input on the site: long names, one letter, writing from right to left, 300 rounds, nobody."""

from __future__ import annotations

import os
import shutil
import subprocess
from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright
from selectolax.lexbor import LexborHTMLParser

from tests.chromium import CHROMIUM, FLAGS, until
from tests.importer.invented import ALWAYS, csv_bytes, pairing, player, reading
from tests.publication.test_site import Page, site_of
from tests.publication.test_site_html import faults
from tests.workplace import HATA, MORI, Workplace, once

ROUNDS = 300
LONG = "Wolfeschlegelsteinhausen-Bergerdorff Hubert Blaine Aurelian A"
ONE = "O"
TURNED = "\u202eirom \u200fSora\u202c"
STRANGE = {
    MORI: LONG,
    HATA: ONE,
    "N90000011": TURNED,
    "N90000012": "寿限無寿限無五劫の擦り切れ海砂利水魚の水行末",
}


@pytest.fixture
@once
def strange(work: Workplace) -> Workplace:
    """Four rated members with such names; the first two have met three hundred times in one event."""
    assert len(LONG) > 60
    work.register(*({"ID": i, "Name": name} for i, name in STRANGE.items()))
    stored = dict(work.rows("SELECT federation_id, name FROM member"))
    work.opening({"ID": i, "Name": name, "ST": 1500, "ST-G": 100} for i, name in stored.items())
    games = [pairing(n, 1 + n % 2, 2 - n % 2, "1/2-1/2", 1) for n in range(1, ROUNDS + 1)]
    players = (player(1, LONG, MORI), player(2, ONE, HATA))
    days = dict.fromkeys(range(1, ROUNDS + 1), date(2026, 10, 3))
    work.store(reading(players, games, number=1499300, days=days, name=LONG * 2))
    for problem in work.problems():
        if problem.blocks:
            work.resolve(problem, "--accept")
    work.done("rate")
    alarms = [("--accept-alarm", f"games-many:{i}:standard") for i in (MORI, HATA)]
    work.done("publish", *(word for pair in alarms for word in pair), "--reason", "a match of 300 games")
    return work


def test_every_page_is_valid_and_every_link_leads_somewhere(strange: Workplace) -> None:
    site = site_of(strange, "--address", "https://example.org/r/")
    pages = list(site.rglob("*.html"))
    assert len(pages) > 40
    for file in pages:
        assert not list(faults(file)), file
        text = file.read_text("utf-8")
        assert not {"\u202e", "\u202c", "\u200f"} & set(text), file
        for link in Page(text).links:
            if file.name != "404.html" and not link.startswith(("http", "mailto:", "webcal:", "#")):
                assert (file.parent / link.partition("#")[0].partition("?")[0]).is_file(), (file, link)


def test_a_match_of_three_hundred_games_is_told_game_by_game(strange: Workplace) -> None:
    site = site_of(strange)
    for lang in ("en", "ja"):
        page = LexborHTMLParser((site / lang / f"members/{MORI}.html").read_text("utf-8"))
        assert len([row for row in page.css(".entry tbody tr") if len(row.css("td")) > 5]) == ROUNDS
        event = LexborHTMLParser((site / lang / "events/chess-results-1499300.html").read_text("utf-8"))
        assert len(event.css("table.cross thead th.r")) == ROUNDS


@pytest.mark.skipif(not CHROMIUM.exists(), reason="no /usr/bin/chromium")
@pytest.mark.slow
def test_no_page_is_wider_than_a_phone(strange: Workplace) -> None:
    site = site_of(strange)
    paths = (
        *(f"members/{number}.html" for number in STRANGE), "events/chess-results-1499300.html", "index.html",
        "lists/2026-11-01/v1-standard.html", "top.html", "arrived.html", "downloads.html",
        "events/index.html",
    )  # fmt: skip
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": 390, "height": 844})
        wide = []
        for path in [f"{lang}/{path}" for lang in ("en", "ja") for path in paths]:
            page.goto(f"{site.as_uri()}/{path}")
            if page.evaluate("document.documentElement.scrollWidth") > 390:
                wide.append(path)
        browser.close()
    assert not wide


def test_a_name_with_a_mark_on_it_stands_among_those_without(work: Workplace) -> None:
    names = ["Oba Rin", "Ōno Yūki", "Østby Liv", "Otani Ken"]  # by code point Ōno and Østby come last
    members = {f"N900000{n}": name for n, name in enumerate(names[::-1], 21)}
    work.register(*({"ID": i, "Name": name} for i, name in members.items()))
    work.opening({"ID": i, "Name": name, "ST": 1500, "ST-G": 100} for i, name in members.items())
    site = site_of(work)
    page = LexborHTMLParser((site / "en/members/letter-o.html").read_text("utf-8"))
    assert [name.text() for name in page.css(".names a")] == names
    assert not (site / "en/members/letter-other.html").exists()


@pytest.mark.skipif(not CHROMIUM.exists(), reason="no /usr/bin/chromium")
def test_a_list_sorted_by_name_has_names_with_marks_where_they_are_looked_for(
    work: Workplace, browser: Browser
) -> None:
    names = ["Oba Rin", "Ōno Yūki", "Otani Ken", "Zama Aki"]
    clubs = ["京都", "青森", "石川", "大阪"]  # in the order of JIS; by code point 京, 大, 石, 青
    members = {f"N900000{n}": name for n, name in enumerate(names[::-1], 21)}
    rows = [(i, name, club, ALWAYS) for (i, name), club in zip(members.items(), clubs[::-1], strict=True)]
    work.done("members", "import", work.file(csv_bytes(("ID", "Name", "Club", "Memberships"), rows)))
    work.opening({"ID": i, "Name": name, "ST": 1500, "ST-G": 100} for i, name in members.items())
    page = browser.new_page()
    page.goto(f"{site_of(work).as_uri()}/ja/lists/2026-10-01/v1-standard.html?sort=name")
    page.locator(".found").filter(has_text="4").wait_for()
    assert page.locator(".list tbody th").all_inner_texts() == names
    page.get_by_role("searchbox").focus()
    until(page, "document.querySelector('[name=club]').options.length > 1")
    told = page.locator("[name=club] option").all_inner_texts()[1:]
    page.close()
    assert [club.partition(" ")[0] for club in told] == clubs


def test_a_list_of_nobody_is_a_site_all_the_same(work: Workplace) -> None:
    work.opening([])
    site = site_of(work)
    assert len(list(site.rglob("*.html"))) > 20
    assert not {str(p): found for p in site.rglob("*.html") if (found := list(faults(p)))}


def test_before_the_first_list_no_page_is_empty(work: Workplace) -> None:
    site = site_of(work)
    for page in ("index", "top", "statistics", "lists/index", "members/index"):
        text = (site / f"en/{page}.html").read_text("utf-8")
        assert "No list has been published yet." in text
        assert 'type="search"' not in text  # there is nobody to be found


def checker() -> list[str] | None:
    """How the Nu checker of the W3C is called here: its own command, or the archive that VNU_JAR names."""
    if command := shutil.which("vnu"):
        return [command]
    archive = os.environ.get("VNU_JAR")
    return ["java", "-jar", archive] if archive and shutil.which("java") else None


@pytest.mark.skipif(checker() is None, reason="no vnu: npm install vnu-jar, VNU_JAR=…/vnu.jar")
def test_the_checker_of_the_w3c_finds_no_error(strange: Workplace) -> None:
    site: Path = site_of(strange)
    command = [*(checker() or ()), "--skip-non-html", *(str(p) for p in site.rglob("*.html"))]
    said = subprocess.run(command, check=False, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr[:2000]
