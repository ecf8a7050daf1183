"""The words of the site's pages, as data. English only, in this step.

Seen: in saved pages of shared/samples. Issue 3 adds languages and kinds of event beside these tables.
"""

from __future__ import annotations

import re
from enum import StrEnum

from scraper.records import System


class PageKind(StrEnum):
    """The views that are read, as `PageSource.kind` names them."""

    START_LIST = "start-list"
    PAIRINGS = "pairings"
    CROSSTABLE = "crosstable"
    NOT_PAIRED = "not-paired"
    BOARD_PAIRINGS = "board-pairings"
    TEAM_PAIRINGS = "team-pairings"
    TEAM_COMPOSITION = "team-composition"
    RANKING = "ranking"
    RANKING_CROSSTABLE = "ranking-crosstable"
    ALPHABETICAL = "alphabetical"
    SCHEDULE = "schedule"
    PLAYER_CARD = "player-card"
    OTHER = "other"


VIEWS: dict[str, PageKind] = {
    "Starting rank": PageKind.START_LIST,
    "Pairings/Results": PageKind.PAIRINGS,
    "Starting rank crosstable": PageKind.CROSSTABLE,
    "not paired": PageKind.NOT_PAIRED,
}
"""The view's heading (second h2) of individual Swiss events."""

ASKED: dict[str, PageKind] = {
    "0": PageKind.START_LIST,
    "1": PageKind.RANKING,
    "2": PageKind.PAIRINGS,
    "3": PageKind.ALPHABETICAL,
    "4": PageKind.RANKING_CROSSTABLE,
    "5": PageKind.CROSSTABLE,
    "9": PageKind.PLAYER_CARD,
    "14": PageKind.SCHEDULE,
    "40": PageKind.NOT_PAIRED,
}
"""What `art=` asks for, on individual events."""

NOT_NEEDED_ARTS = frozenset({"13", "24", "25", "79", "97"})
"""Statistics, overviews for a group or a federation, lists of all groups, descriptions: views whose headings
are not known in every case and from which nothing is taken."""

NOT_NEEDED: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(r"(?:Final Ranking|Rank|Ranking) after (?:Round )?\d+(?: Rounds?)?"),
        "a ranking list (art=1)",
    ),
    (
        re.compile(r"(?:Final )?Ranking crosstable after (?:Round )?\d+(?: Rounds?)?"),
        "a ranking crosstable (art=4)",
    ),
    (re.compile(r"Alphabetical list(?: all groups)?"), "an alphabetical list (art=3)"),
    (re.compile(r"Player info"), "a player card (art=9)"),
    (re.compile(r"Playing schedule"), "a playing schedule (art=14)"),
    (re.compile(r"(?:Total )?[Ss]tatistics?"), "statistics (art=13)"),
)
"""Headings of views that are known and not needed, with what they are."""

ROUND_ROBIN_OR_TEAMS = "Starting rank list of players"
"""Heading and menu entry of the start list where the event is a round robin or for teams."""

TEAM_VIEWS = re.compile(r"Team[ -].*|Board Pairings|Board list")
"""Headings of team events."""

TEAM_MENU = "Team pairings"
"""A label of the menu that only team events have."""

LISTS_MENU = "Lists"
PAIRINGS_MENU = "Board Pairings"

TOURNAMENT_TYPES: dict[str, System] = {
    "Swiss-System": System.SWISS,
    "Round robin": System.ROUND_ROBIN,
    "Swiss-System for teams": System.TEAM_SWISS,
    "Round robin for teams": System.TEAM_ROUND_ROBIN,
}
"""The details' "Tournament type". Three are seen; the last is reported, as Swiss-Manager's own list of types
has it ("Round Robin for Teams"). Other texts are a problem, never guessed."""

SYSTEM_NAMES: dict[System, str] = {
    System.SWISS: "an individual Swiss event",
    System.ROUND_ROBIN: "a round robin",
    System.DOUBLE_ROUND_ROBIN: "a double round robin",
    System.TEAM_SWISS: "a Swiss event for teams",
    System.TEAM_ROUND_ROBIN: "a round robin for teams",
}

TIME_CONTROL_KINDS: dict[str, str] = {"Standard": "standard", "Rapid": "rapid", "Blitz": "blitz"}
"""Stands in the label, `Time control (Standard)`, or before the text, `Blitz: 3min +2sec` (both seen)."""

SEXES: dict[str, str | None] = {"": None, "w": "f", "W": "f", "f": "f", "F": "f", "m": "m", "M": "m"}
"""The column `sex`: empty, w, W (bangkok2026_final_ranking) and M are seen."""

LAST_UPDATE = "Last update"
RECORD_NOT_FOUND = "Record not found"
SHOW_COMPLETE_LIST = "Show complete list"
POINTS_TIE_BREAK = re.compile(r"Tie Break([0-9]+): points \(game-points\)")
"""Under a crosstable without a column Pts.: the tie-break that is the points (seen: British)."""

ROUND_HEADING = re.compile(
    r"Round (?P<number>\d+)(?: on (?P<date>\d{4}/\d{1,2}/\d{1,2}))?(?: at (?P<time>\d{1,2}:\d\d))?",
    re.ASCII,
)
"""`Round 6 on 2026/08/06 at 14:30`; without a time where none is set (both seen)."""
