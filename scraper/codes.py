"""Every problem the reading of pages can name: what it means and what to do about it.

docs/problems.md is generated from `CODES`; `scraper.problems.problem` refuses a code that is not
listed here, so that nothing undocumented can be emitted.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of problem: its `meaning` in one line, and the `remedy` told where none is nearer."""

    meaning: str
    remedy: str


# Pages that are refused (the problem of a PageError).
NOT_HTML = "not-html"
NO_TOURNAMENT = "no-tournament"
RECORD_NOT_FOUND = "record-not-found"
SEARCH_NAMES_NONE = "search-names-none"
SEARCH_NAMES_ONE = "search-names-one"
SEARCH_NAMES_SEVERAL = "search-names-several"
PAGE_TRUNCATED = "page-truncated"
PAGE_TOO_LARGE = "page-too-large"
OTHER_LANGUAGE = "other-language"
OLD_LAYOUT = "old-layout"
VIEW_NOT_NEEDED = "view-not-needed"
VIEW_UNKNOWN = "view-unknown"
OTHER_TOURNAMENT = "other-tournament"
TABLE_MISSING = "table-missing"
TABLE_TWICE = "table-twice"
HEADINGS_UNKNOWN = "headings-unknown"
TABLE_EMPTY = "table-empty"
EXPORT_UNREADABLE = "export-unreadable"

# One page.
OTHER_VIEW = "other-view"
OTHER_ROUND = "other-round"
ROUND_NOT_STATED = "round-not-stated"
ROUND_NOT_PAIRED = "round-not-paired"
LIST_TRUNCATED = "list-truncated"
BYTES_NOT_UTF8 = "bytes-not-utf8"
LAST_UPDATE_UNREADABLE = "last-update-unreadable"
CELL_UNREADABLE = "cell-unreadable"
ROW_WIDTH = "row-width"
RESULT_UNKNOWN = "result-unknown"
NUMBER_TWICE = "number-twice"
DETAIL_UNREADABLE = "detail-unreadable"
TOURNAMENT_TYPE_UNKNOWN = "tournament-type-unknown"
WORD_UNKNOWN = "word-unknown"

# The event, from all its pages.
DETAILS_MISSING = "details-missing"
START_LIST_MISSING = "start-list-missing"
ROUND_PAGE_MISSING = "round-page-missing"
ROUND_WITHOUT_DATE = "round-without-date"
ROUND_COUNT_DISAGREES = "round-count-disagrees"
ROUND_BEYOND_LAST = "round-beyond-last"
RESULT_PENDING = "result-pending"
TIME_CONTROL_MISSING = "time-control-missing"
TIME_CONTROL_UNREADABLE = "time-control-unreadable"
PLAYER_UNKNOWN = "player-unknown"
PLAYER_AMBIGUOUS = "player-ambiguous"
PLAYER_TWICE = "player-twice"
PLAYER_MISSING = "player-missing"
PLAYERS_DISAGREE = "players-disagree"
NAME_DISAGREES = "name-disagrees"
CROSSTABLE_DISAGREES = "crosstable-disagrees"
CROSSTABLE_NOT_MIRRORED = "crosstable-not-mirrored"
POINTS_DISAGREE = "points-disagree"
NOT_PAIRED_DISAGREES = "not-paired-disagrees"
HALF_BYE_OR_NOT_PAIRED = "half-bye-or-not-paired"

# Team events.
ROUND_TWICE = "round-twice"
COLOURS_UNCLEAR = "colours-unclear"
TEAM_NUMBERS_MISSING = "team-numbers-missing"
TEAM_UNKNOWN = "team-unknown"
COMPOSITION_MISSING = "composition-missing"
COMPOSITION_DISAGREES = "composition-disagrees"
MATCH_SCORE_DISAGREES = "match-score-disagrees"
MATCHES_DISAGREE = "matches-disagree"
BOARDS_NOT_NUMBERED = "boards-not-numbered"
LINE_UP_NOT_PUBLISHED = "line-up-not-published"
ROUND_UNKNOWN = "round-unknown"
GRID_DISAGREES = "grid-disagrees"
GRID_NOT_MIRRORED = "grid-not-mirrored"
PLAYER_DISAGREES = "player-disagrees"
CARD_DISAGREES = "card-disagrees"
SCHEDULE_DISAGREES = "schedule-disagrees"

_AGAIN = "Fetch the page again; if it stays so, ask the organizer to upload the tournament anew."
_ORGANIZER = "Ask the organizer what is right, and record a ruling."

CODES: dict[str, Code] = {
    NOT_HTML: Code(
        "The bytes are not an HTML page.", "Give a page saved from Chess-Results, or its address."
    ),
    NO_TOURNAMENT: Code(
        "A page without the heading of a tournament.", "Check the tournament number in the address."
    ),
    RECORD_NOT_FOUND: Code(
        "Chess-Results says that there is no such tournament.", "Check the tournament number in the address."
    ),
    SEARCH_NAMES_NONE: Code(
        "A page that lists tournaments (a search, a federation, the start page), and names none.",
        "Open the tournament itself and give its address. A search's result is the answer to its form, and a "
        "link to the search leads to the form without it; or save the page with the result, and give that.",
    ),
    SEARCH_NAMES_ONE: Code(
        "A page that lists one tournament, where a page of the tournament itself was to be read.",
        "Give the tournament's own address.",
    ),
    SEARCH_NAMES_SEVERAL: Code(
        "A page that lists several tournaments, or does not make certain that there is only one.",
        "Open the one that is meant and give its own address, such as https://chess-results.com/tnr1234567.aspx.",
    ),
    PAGE_TRUNCATED: Code("The page ends before its end.", "Fetch or save the page again, whole."),
    PAGE_TOO_LARGE: Code(
        "More bytes, players or rounds than the reader takes.",
        "Check that this is the page of one event; raise the limit only if it really is.",
    ),
    OTHER_LANGUAGE: Code(
        "A page of Chess-Results in a language that is not read, or whose words for this view are not known.",
        "Open it with lan=1 (English).",
    ),
    OLD_LAYOUT: Code(
        "A page in a layout that is neither that of 2019/20 nor that of 2026.", "Fetch the page anew."
    ),
    VIEW_NOT_NEEDED: Code(
        "A view of the event from which nothing is taken; the event behind it is known.",
        "Leave it out; give the start list, the rounds and the starting rank crosstable.",
    ),
    VIEW_UNKNOWN: Code(
        "A view of the event that the reader does not know.",
        "Give the start list (art=0), rounds (art=2), starting rank crosstable (art=5), not paired (art=40).",
    ),
    OTHER_TOURNAMENT: Code(
        "The page belongs to another tournament.", "Give the pages of one tournament at a time."
    ),
    TABLE_MISSING: Code("The view has no table.", _AGAIN),
    TABLE_TWICE: Code(
        "The view has more tables than it should.", "Fetch one round at a time (rd=1 and so on, not rd=0)."
    ),
    HEADINGS_UNKNOWN: Code("The table lacks a heading by which it is known.", _AGAIN),
    TABLE_EMPTY: Code("The table has headings but no rows.", _AGAIN),
    EXPORT_UNREADABLE: Code(
        "An Excel file that is damaged or no export of Chess-Results.",
        "Export the view again (Excel and Print: Export to Excel), or save the page itself.",
    ),
    OTHER_VIEW: Code(
        "The page shows another view than its address asks for.",
        "Nothing, if the view is wanted; otherwise fetch the address again.",
    ),
    OTHER_ROUND: Code(
        "The page shows another round than its address asks for.",
        "Fetch the round again; beyond the last round the site serves another one.",
    ),
    ROUND_NOT_STATED: Code(
        "The page does not say which round it is; the number was taken from its address.",
        "Compare one game with the crosstable, or give the crosstable as well.",
    ),
    ROUND_NOT_PAIRED: Code("A round has no pairings yet.", "Fetch the round again after it was paired."),
    LIST_TRUNCATED: Code(
        "The list was cut at 150 rows, or leaves out players of teams who never played.",
        "Fetch the page with zeilen=99999 in its address.",
    ),
    BYTES_NOT_UTF8: Code("Bytes that are no UTF-8 text.", "Fetch or save the page again."),
    LAST_UPDATE_UNREADABLE: Code('The page states no "Last update" that can be read.', _AGAIN),
    CELL_UNREADABLE: Code("A cell that does not hold what its column says.", _AGAIN),
    ROW_WIDTH: Code("A row whose cells do not fit the headings; it was left out.", _AGAIN),
    RESULT_UNKNOWN: Code(
        "A result token that is not in the table of docs/reading.md; it was not taken as any result.",
        _ORGANIZER,
    ),
    NUMBER_TWICE: Code("A starting number that stands twice in a list.", _AGAIN),
    DETAIL_UNREADABLE: Code("A row of the details table that cannot be read.", _ORGANIZER),
    TOURNAMENT_TYPE_UNKNOWN: Code("A tournament type that is not known.", _ORGANIZER),
    WORD_UNKNOWN: Code(
        "A heading or label that is in no table of words; nothing was taken from it.",
        "Open the page with lan=1 (English); an English word has to be added to scraper/languages.",
    ),
    DETAILS_MISSING: Code(
        "No page shows the tournament's details.", "Give a page with turdet=YES in its address."
    ),
    START_LIST_MISSING: Code(
        "No start list was given; players are as the other views name them.",
        "Give the start list (art=0&zeilen=99999).",
    ),
    ROUND_PAGE_MISSING: Code(
        "No page of a round was given; without it there are no boards, and without a crosstable no games.",
        "Give the page of the round (art=2&rd=N).",
    ),
    ROUND_WITHOUT_DATE: Code("A round states no date.", _ORGANIZER),
    ROUND_COUNT_DISAGREES: Code("The pages do not agree on the number of rounds.", _AGAIN),
    ROUND_BEYOND_LAST: Code("A round beyond the number of rounds.", _ORGANIZER),
    RESULT_PENDING: Code(
        "Pairings without a result.", "Fetch the round again when play is over and the results are uploaded."
    ),
    TIME_CONTROL_MISSING: Code("The time control is not stated.", _ORGANIZER),
    TIME_CONTROL_UNREADABLE: Code(
        "The time control's text cannot be reckoned for sixty moves.",
        "Record a ruling with the minutes one player has for sixty moves.",
    ),
    PLAYER_UNKNOWN: Code(
        "A row names a player who is not in the start list.", "Fetch the start list and the page again."
    ),
    PLAYER_AMBIGUOUS: Code(
        "A row names a player by a name that several players have, and without a number.",
        "Give the page with its links (not gated), or the crosstable.",
    ),
    PLAYER_TWICE: Code("A player stands twice in one round.", _AGAIN),
    PLAYER_MISSING: Code("A player of the event is nowhere in a round.", _AGAIN),
    PLAYERS_DISAGREE: Code("Two views do not have the same players.", "Fetch both pages again."),
    NAME_DISAGREES: Code(
        "Two views give one starting number to different names.",
        "Fetch all pages again: late entries renumber an event.",
    ),
    CROSSTABLE_DISAGREES: Code(
        "The crosstable and the page of a round contradict each other; the round's page was taken.",
        "Fetch both pages again; if they still differ, ask the organizer.",
    ),
    CROSSTABLE_NOT_MIRRORED: Code(
        "A cell of the crosstable is not answered by the opponent's cell; no game was taken from it.",
        _AGAIN,
    ),
    POINTS_DISAGREE: Code(
        "The printed points are not the sum of the results.",
        "Fetch all pages again; if they still differ, ask the organizer.",
    ),
    NOT_PAIRED_DISAGREES: Code('The list "not paired" contradicts the page of a round.', "Fetch both again."),
    HALF_BYE_OR_NOT_PAIRED: Code(
        'Only the list "not paired" names the player in the round; its mark does not tell a half-point bye '
        "from not being paired.",
        "Give the crosstable.",
    ),
    ROUND_UNKNOWN: Code(
        "Only the grid of a round robin tells these games: no rounds, days, boards or colours. Each stands "
        "in the round of its leg, 1 or 2.",
        "Give the page of pairings (art=2); it has all rounds.",
    ),
    GRID_DISAGREES: Code(
        "The grid of a round robin and the rounds contradict each other; the rounds were taken.",
        "Fetch both pages again; if they still differ, ask the organizer.",
    ),
    GRID_NOT_MIRRORED: Code(
        "A cell of a round robin's grid is not answered by the opponent's cell; no game was taken from it.",
        _AGAIN,
    ),
    PLAYER_DISAGREES: Code(
        "Two views print another rating, ID, federation, sex or title of one player; the start list stands.",
        "Fetch both pages again; if they still differ, ask the organizer.",
    ),
    CARD_DISAGREES: Code(
        "A player's card contradicts the rounds; the rounds were taken.",
        "Fetch both pages again; if they still differ, ask the organizer.",
    ),
    SCHEDULE_DISAGREES: Code(
        "The playing schedule and a round's page give different days or times; the page's were taken.",
        _ORGANIZER,
    ),
    ROUND_TWICE: Code("A page names one round twice.", _AGAIN),
    COLOURS_UNCLEAR: Code(
        "The marks beside two players do not give one of them White; the game is kept without colours.",
        _AGAIN,
    ),
    TEAM_NUMBERS_MISSING: Code(
        "Players of a team event are named without their starting numbers, as on a gated page; who cannot be "
        "told by his name and team is left out.",
        'Save the page after "Show tournament details", or give the list of players (art=16&zeilen=99999).',
    ),
    TEAM_UNKNOWN: Code(
        "A match names a team that the composition of the teams does not have.", "Fetch both pages again."
    ),
    COMPOSITION_MISSING: Code(
        "No composition of the teams was given; players are as the boards name them, and nothing checks "
        "their results.",
        "Give the composition with results (art=1).",
    ),
    COMPOSITION_DISAGREES: Code(
        "The composition of the teams and the boards of a round contradict each other; the boards stand.",
        "Fetch both pages again; if they still differ, ask the organizer.",
    ),
    MATCH_SCORE_DISAGREES: Code(
        "The results of a match's boards do not add up to its score.",
        "Fetch the page again; if it stays so, ask the organizer which result is wrong, or for a penalty.",
    ),
    MATCHES_DISAGREE: Code(
        "The team pairings and the board pairings of a round do not have the same matches or scores.",
        "Fetch both pages again; if they still differ, ask the organizer.",
    ),
    BOARDS_NOT_NUMBERED: Code(
        "The boards of a match are not numbered from 1 without a gap, or not by the match's own number.",
        _AGAIN,
    ),
    LINE_UP_NOT_PUBLISHED: Code(
        "Boards of a round that the site does not list yet: it fills them with each team's first players; "
        "they were left out.",
        "Fetch the round again when the menu of the event lists its board pairings.",
    ),
}
