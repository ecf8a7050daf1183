"""The words of team events, as data: headings of views, headings of columns, words for a team alone.

"Seen" names a saved page of shared/samples, "menu" an entry of the menu on those pages; "reported" is
what other readers of the site tell.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from scraper.words import PageKind


@dataclass(frozen=True, slots=True)
class Heading:
    """One view of team events: its heading (second h2), the `art` that asks for it, where it was met."""

    text: str
    kind: PageKind
    art: str
    seen: str


TEAM_HEADINGS: tuple[Heading, ...] = (
    Heading("Board Pairings", PageKind.BOARD_PAIRINGS, "3", "seen: portugal2026_team_board_pairings_r1"),
    Heading("Team pairings", PageKind.TEAM_PAIRINGS, "2", "seen: portugal2026_team_pairings_r1"),
    Heading(
        "Team-Composition with round-results",
        PageKind.TEAM_COMPOSITION,
        "1",
        "seen: portugal2026_team_standings",
    ),
    Heading(
        "Team-Composition without round-results",
        PageKind.TEAM_COMPOSITION,
        "8",
        "menu; the heading is reported",
    ),
    Heading("Starting rank list of players", PageKind.START_LIST, "16", "menu; its columns are reported"),
)
"""The views that are read."""

TEAM_NOT_NEEDED: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(r"(?:Final Ranking|Rank|Ranking) after (?:Round )?\d+(?: Rounds?)?"),
        "a ranking of teams (art=0) or of the best players of each board (art=4)",
    ),
    (
        re.compile(r"(?:Final )?Ranking crosstable after (?:Round )?\d+(?: Rounds?)?"),
        "a crosstable of teams (art=63)",
    ),
    (re.compile(r"Team[ -]Starting rank"), "the list of teams (art=32)"),
    (re.compile(r"Board list"), "the best players of each board (art=81)"),
    (re.compile(r"Alphabetical list(?: all groups)?"), "an alphabetical list (art=15)"),
    (re.compile(r"Player info"), "a player card (art=9)"),
    (re.compile(r"Playing schedule"), "a playing schedule (art=14)"),
    (re.compile(r"(?:Total )?[Ss]tatistics?"), "statistics (art=13)"),
)
"""Headings of views that are known and not needed; the first is seen (art=4), the others stand in menus."""

TEAM_KINDS = frozenset({PageKind.BOARD_PAIRINGS, PageKind.TEAM_PAIRINGS, PageKind.TEAM_COMPOSITION})
"""The kinds that only a team event has."""

TEAM_ASKED: dict[str, PageKind] = {h.art: h.kind for h in TEAM_HEADINGS}
"""What `art=` asks for on team events: 1, 2 and 3 mean other views than on individual events."""

WHITE_MARK, BLACK_MARK = "FarbewT", "FarbesT"
"""Class of the little square before a name: w and s for the German weiss and schwarz.

Seen in all 48 boards of portugal2026_team_board_pairings_r1: the team named first has White on boards 1
and 3 of each match and Black on 2 and 4.
"""

TEAM_ALONE: dict[str, str] = {
    "bye": "seen: portugal2026_team_pairings_r1",
    "not paired": "reported: a round of an olympiad",
}
"""What stands for the second team where a team has no opponent: it gives no game."""

TEAMS_MENU = "Team pairings"
"""A label of the menu that only team events have (seen)."""
