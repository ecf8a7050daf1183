"""Who a player is, as any list prints him: title, federation, IDs, ratings, sex, club.

Columns vary in choice and order and are known by heading. What a list does not print is None.
"""

import re
from functools import lru_cache

from selectolax.lexbor import LexborNode

from scraper.errors import OtherPageKind
from scraper.problems import place, problem
from scraper.records import Player, Problem
from scraper.tables import Row, Table
from scraper.values import half_points, name_as_printed, whole
from scraper.words import SEXES

TEXTS = {"federation": "FED", "national_id": "ID", "fide_id": "FideID", "club": "Club/City", "sex": "sex"}
RATINGS = {"rating": "Rtg", "rating_national": "RtgN", "rating_international": "RtgI"}
NO_ID = ("", "0")
"""An ID that is not known is printed 0 or left empty."""

HIGHEST_RATING = 3999
_SNR = re.compile(r"[?&]snr=(\d{1,5})(?:&|$)", re.ASCII)


class Columns:
    """Where a table has each fact: found once, used for every row."""

    __slots__ = ("federations", "name", "number", "ratings", "texts", "title")

    def __init__(self, table: Table, number: str | None) -> None:
        self.number = None if number is None else table.column(number)
        self.name = table.headings.index("Name")
        self.title = table.title_column(self.name)
        self.texts = [table.column(heading) for heading in TEXTS.values()]
        self.ratings = [(heading, table.column(heading)) for heading in RATINGS.values()]
        self.federations = TEXTS["federation"] in table.headings


def read_player(
    row: Row, columns: Columns, number: int, origin: str, problems: list[Problem]
) -> Player | None:
    """The player of a row; None, with a problem, without a name. A fact that cannot be read is named."""

    name = name_as_printed(row.text(columns.name))
    if not name:
        _unreadable(problems, origin, row, "Name", "an empty cell", "a name")
        return None
    text = row.text
    rating, national, international = [
        _rating(text(column), heading, row, origin, problems) if column is not None else None
        for heading, column in columns.ratings
    ]
    federation, national_id, fide_id, club, sex = [text(column) for column in columns.texts]
    if national_id in NO_ID:
        national_id = ""
    if fide_id in NO_ID:
        fide_id = ""
    elif whole(fide_id) is None:
        _unreadable(problems, origin, row, "FideID", fide_id, "a FIDE ID of digits")
        fide_id = ""
    if sex not in SEXES:
        _unreadable(problems, origin, row, "sex", sex, "w, M or empty")
    if not federation and not columns.federations:
        federation = row.federation or ""
    return Player(
        number,
        name,
        text(columns.title) or None,
        federation or None,
        national_id or None,
        fide_id or None,
        rating,
        national,
        international,
        SEXES.get(sex),
        club or None,
    )


def _rating(text: str, heading: str, row: Row, origin: str, problems: list[Problem]) -> int | None:
    value = whole(text)
    if text and (value is None or value > HIGHEST_RATING):
        _unreadable(problems, origin, row, heading, text, "a rating, or 0 for unrated")
        return None
    return value or None


def _unreadable(
    problems: list[Problem], origin: str, row: Row, heading: str, found: str, expected: str
) -> None:
    where = place(origin, table=1, row=row.number, column=heading)
    problems.append(problem("cell-unreadable", where, expected=expected, found=found))


def other_headings(table: Table, origin: str, expected: str, position: int = 1) -> OtherPageKind:
    """The refusal of a table under other headings."""
    where, found = place(origin, table=position), " | ".join(table.headings)
    return OtherPageKind(problem("headings-unknown", where, expected=expected, found=found))


def row_fits(row: Row, table: Table, origin: str, problems: list[Problem]) -> bool:
    """Whether a row has a cell under each heading; one that has not is named."""
    width = len(table.headings)
    if len(row.texts) == width:
        return True
    where, found = place(origin, table=1, row=row.number), f"{len(row.texts)} cells"
    problems.append(problem("row-width", where, expected=f"{width} cells", found=found))
    return False


def points_of(
    row: Row, column: int | None, origin: str, problems: list[Problem], heading: str = "Pts."
) -> int | None:
    """The printed points in half points; None, with a problem, where the column does not say them."""
    text = row.text(column)
    points = half_points(text)
    if column is not None and points is None:
        _unreadable(problems, origin, row, heading, text or "an empty cell", "points")
    return points


def linked_number(cell: LexborNode) -> int | None:
    """The starting number in the link of a name; gated pages and exports have no links."""
    link = cell.first_child
    while link is not None and link.tag != "a":
        link = link.next
    return _number_in(link.attributes.get("href") or "") if link is not None else None


@lru_cache(maxsize=8192)
def _number_in(href: str) -> int | None:
    """Each player has the same link in every round."""
    m = _SNR.search(href)
    return int(m[1]) if m else None
