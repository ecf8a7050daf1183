"""What team events have in every language, as data: the values of `art`, the marks of colours, the menu.

Their headings and words are in scraper/languages.
"""

from scraper.words import PageKind

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
