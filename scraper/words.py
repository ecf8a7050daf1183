"""What the site's pages are called and what they print in English wherever they stand, as data.

Seen: in saved pages of shared/samples. Words that a language changes are in scraper/languages.
`TEAM_…` is of team events.
"""

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

ROUND_ROBIN_OR_TEAMS = "Starting rank list of players"
"""Heading and menu entry of the start list where the event is a round robin or for teams."""

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

TIME_CONTROL_KINDS: dict[str, str] = {"Standard": "standard", "Rapid": "rapid", "Blitz": "blitz"}
"""Stands in the label, `Time control (Standard)`, or before the text, `Blitz: 3min +2sec` (both seen)."""

SEXES: dict[str, str | None] = {"": None, "w": "f", "W": "f", "f": "f", "F": "f", "m": "m", "M": "m"}
"""The column `sex`: empty, w, W (bangkok2026_final_ranking) and M are seen."""

LAST_UPDATE = "Last update"
RECORD_NOT_FOUND = "Record not found"
UNAVAILABLE = (
    "server is not available",
    "service unavailable",
    "temporarily unavailable",
    "server error",
    "runtime error",
    "laufzeitfehler",
)
"""What a page says on which the site does not work (reported), in small letters."""

_SHORT = 2_000
"""Letters of such a page, at most: it says little else."""


def unavailable(text: str) -> str | None:
    """The words by which a page with this text says that the site does not work; None for any other."""
    return next((w for w in UNAVAILABLE if w in text.lower()), None) if len(text) <= _SHORT else None


SHOW_COMPLETE_LIST = "Show complete list"

TEAM_KINDS = frozenset({PageKind.BOARD_PAIRINGS, PageKind.TEAM_PAIRINGS, PageKind.TEAM_COMPOSITION})
"""The kinds that only a team event has."""

TEAM_ASKED: dict[str, PageKind] = {
    "1": PageKind.TEAM_COMPOSITION,
    "2": PageKind.TEAM_PAIRINGS,
    "3": PageKind.BOARD_PAIRINGS,
    "8": PageKind.TEAM_COMPOSITION,
    "16": PageKind.START_LIST,
    "20": PageKind.TEAM_COMPOSITION,
}
"""What `art=` asks for on team events: 1, 2 and 3 mean other views than on individual events. 20 is reported,
the others are seen or stand in menus."""

TEAM_NOT_NEEDED: dict[str, str] = {
    "0": "a ranking of teams",
    "4": "the best players of each board",
    "9": "a player card",
    "13": "statistics",
    "14": "a playing schedule",
    "15": "an alphabetical list",
    "27": "statistics",
    "32": "the list of teams",
    "46": "a ranking of teams",
    "63": "a crosstable of teams",
    "73": "a ranking of teams",
    "79": "an alphabetical list",
    "81": "the best players of each board",
    "83": "a crosstable of teams",
}
"""Views of team events from which nothing is taken, whatever their headings are called: seen in menus."""

TEAM_OTHER: dict[str, str] = {
    "team-ranking": "a ranking of teams (art=0) or of the best players of each board (art=4)",
    "team-crosstable": "a crosstable of teams (art=63)",
    "team-list": "the list of teams (art=32)",
    "board-list": "the best players of each board (art=81)",
    "team-alphabetical": "an alphabetical list (art=15)",
    "alphabetical-of-all": "an alphabetical list (art=79)",
    "team-card": "a player card (art=9)",
    "team-schedule": "a playing schedule (art=14)",
    "team-statistics": "statistics (art=13)",
}
"""The same by what the table of words says of their headings."""

WHITE_MARK, BLACK_MARK = "FarbewT", "FarbesT"
"""Class of the little square before a name: w and s for the German weiss and schwarz.

Seen in all 48 boards of portugal2026_team_board_pairings_r1: the team named first has White on boards 1
and 3 of each match and Black on 2 and 4.
"""

TEAM_ALONE: dict[str, str] = {
    "bye": "seen: portugal2026_team_pairings_r1",
    "not paired": "reported: a round of an olympiad",
}
"""What stands for the second team where a team has no opponent, in English: it gives no game."""

TEAMS_MENU = "Team pairings"
"""A label of the menu that only team events have (seen)."""
