"""Every word of team events stands in the page that is named for it, and in the documentation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scraper.languages import LANGUAGES, Language
from scraper.words import (
    BLACK_MARK,
    TEAM_ALONE,
    TEAM_ASKED,
    TEAM_KINDS,
    TEAM_NOT_NEEDED,
    TEAMS_MENU,
    WHITE_MARK,
    PageKind,
)
from tests.samples import samples

ROOT = Path(__file__).resolve().parents[2]
MENUS = ("portugal2026_team_board_pairings_r1", "league1479341_art3_german_transcribed")


def body(page: str) -> str:
    return samples("chess-results", f"{page}.html").read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda x: x.name)
def test_a_view_of_teams_marked_seen_heads_the_page_that_is_named(language: Language) -> None:
    for view in language.team_views:
        if view.seen:
            heading = view.printed.replace("{n}", r"\d+")
            assert re.search(f"<h2>{heading}</h2>", body(view.seen)), view


@pytest.mark.parametrize("page", MENUS)
def test_what_a_menu_of_teams_names_is_read_or_known_as_not_needed(page: str) -> None:
    links = re.findall(r'class="CRdb" href="[^"]*art=(\d+)[^"]*">([^<]+)<', body(page))
    assert len(links) > 5
    for art, text in links:
        view = next((v for x in LANGUAGES if (v := x.team_view(text))), None)
        if view is not None and view[0].kind in TEAM_KINDS:
            assert TEAM_ASKED[art] == view[0].kind, text
        else:
            assert art in TEAM_NOT_NEEDED or TEAM_ASKED[art] == PageKind.START_LIST, (art, text)


def test_a_word_for_a_team_alone_stands_in_its_page() -> None:
    for word, where in TEAM_ALONE.items():
        if m := re.fullmatch(r"seen: (\w+)", where):
            assert f">{word}<" in body(m[1])
        else:
            assert where.startswith("reported")


def test_the_marks_of_colour_and_the_menu_are_those_of_the_page() -> None:
    page = body("portugal2026_team_board_pairings_r1")
    assert page.count(f'class="{WHITE_MARK}"') == page.count(f'class="{BLACK_MARK}"') == 48
    assert f'b">{TEAMS_MENU}<' in page


def test_every_kind_of_team_page_is_asked_for_by_an_art_and_documented() -> None:
    assert set(TEAM_ASKED.values()) >= TEAM_KINDS
    assert not TEAM_ASKED.keys() & TEAM_NOT_NEEDED.keys()
    text = (ROOT / "docs" / "reading.md").read_text("utf-8").partition("\n## Team events\n")[2]
    told = re.findall(r"^\| [^|]+ \| (\d+)(?:, `rd=N`)? \|", text, re.MULTILINE)
    assert set(told) == TEAM_ASKED.keys()
