"""Every word of team events stands in the page that is named for it, and in the documentation."""

from __future__ import annotations

import re
from pathlib import Path

from scraper.pages.team_words import (
    BLACK_MARK,
    TEAM_ALONE,
    TEAM_ASKED,
    TEAM_HEADINGS,
    TEAM_KINDS,
    TEAMS_MENU,
    WHITE_MARK,
)
from tests.samples import samples

ROOT = Path(__file__).resolve().parents[2]


def body(page: str) -> str:
    return samples("chess-results", f"{page}.html").read_text("utf-8")


def test_a_heading_marked_seen_stands_in_its_page_and_the_others_in_a_menu() -> None:
    menu = body("portugal2026_team_board_pairings_r1")
    for heading in TEAM_HEADINGS:
        if m := re.fullmatch(r"seen: (\w+)", heading.seen):
            assert f"<h2>{heading.text}</h2>" in body(m[1]), heading.text
        else:
            assert heading.seen.startswith("menu")
            assert re.search(rf"art={heading.art}&amp;[^>]*>{heading.text}<", menu), heading.text


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


def test_every_heading_is_documented_and_asked_for_by_one_art() -> None:
    text = (ROOT / "docs" / "reading.md").read_text("utf-8")
    assert all(f"| {h.text} | {h.art}" in text for h in TEAM_HEADINGS)
    assert len(TEAM_ASKED) == len(TEAM_HEADINGS)
    assert set(TEAM_ASKED.values()) >= TEAM_KINDS
