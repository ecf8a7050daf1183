"""Every problem the reading of pages can name; what each means and what to do about it, says codes.toml.

`scraper.problems.problem` refuses a code that is not listed there, so that nothing undocumented can be
emitted. What can go wrong between an address and its saved page stands in fetch_codes.toml.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple


class Code(NamedTuple):
    """One kind of problem: its `meaning` in one line, and the `remedy` told where none is nearer."""

    meaning: str
    remedy: str


def _listed(name: str) -> dict[str, Code]:
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    return {code: Code(**told) for code, told in tomllib.loads(text).items()}


CODES = _listed("codes.toml")
FETCH_CODES = _listed("fetch_codes.toml")


def remedy(code: str) -> str:
    """What the reader of a problem can do; a KeyError for a code that is not listed."""
    return (CODES | FETCH_CODES)[code].remedy


# Pages that are refused (the problem of a PageError).
NOT_HTML = "not-html"
WEB_ARCHIVE = "web-archive"
SITE_UNAVAILABLE = "site-unavailable"
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
EVENT_RUNNING = "event-running"
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
FORFEIT_WITHOUT_OPPONENT = "forfeit-without-opponent"

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
