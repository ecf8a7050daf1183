"""Who a player is, as any list prints him: title, federation, IDs, ratings, sex, club.

Columns vary in choice and order and are known by heading. What a list does not print is None.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Protocol, TypeVar

from selectolax.lexbor import LexborNode

from scraper.errors import OtherPageKind
from scraper.problems import Notes, place
from scraper.records import Player
from scraper.tables import Row, Table
from scraper.values import half_points, name_as_printed, whole
from scraper.words import SEXES

TEXTS = {"federation": "FED", "national_id": "ID", "fide_id": "FideID", "club": "Club/City", "sex": "sex"}
RATINGS = {"rating": "Rtg", "rating_national": "RtgN", "rating_international": "RtgI"}
NUMBERED, RANKED = ("No.", "Name"), ("Rk.", "Name")
"""Lists and crosstables are known by these, in either order of their rows; all others can be missing."""

NO_ID = ("", "0")
"""An ID that is not known is printed 0 or left empty."""

HIGHEST_RATING = 3999
_SNR = re.compile(r"[?&]snr=(\d{1,5})(?:&|$)", re.ASCII)
_LETTERS = re.compile(r"[A-Z]{3}")


class Columns:
    """Where a table has each fact: found once, used for every row."""

    __slots__ = ("federations", "name", "number", "ratings", "texts", "title")

    def __init__(self, table: Table, number: str | None) -> None:
        self.number = table.column(number)
        self.name = table.headings.index("Name")
        self.title = table.title_column(self.name)
        self.texts = [table.column(heading) for heading in TEXTS.values()]
        self.ratings = [(heading, table.column(heading)) for heading in RATINGS.values()]
        self.federations = TEXTS["federation"] in table.headings


def read_player(
    row: Row, columns: Columns, number: int, notes: Notes, *, lettered: bool = False
) -> Player | None:
    """The player of a row; None, with a problem, without a name. A fact that cannot be read is named; so is,
    where it has to be `lettered`, a federation that is no code of three letters."""
    name = name_as_printed(row.text(columns.name))
    if not name:
        unreadable(notes, row, "Name", "a name", "")
        return None
    text = row.text
    rating, national, international = [
        _rating(text(column), heading, row, notes) if column is not None else None
        for heading, column in columns.ratings
    ]
    federation, national_id, fide_id, club, sex = [text(column) for column in columns.texts]
    if national_id in NO_ID:
        national_id = ""
    if fide_id in NO_ID:
        fide_id = ""
    elif whole(fide_id) is None:
        unreadable(notes, row, "FideID", "a FIDE ID of digits", fide_id)
        fide_id = ""
    if lettered and federation and not _LETTERS.fullmatch(federation):
        unreadable(notes, row, "FED", "a code of three letters", federation)
        federation = ""
    if sex not in SEXES:
        unreadable(notes, row, "sex", "w, M or empty", sex)
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


def _rating(text: str, heading: str, row: Row, notes: Notes) -> int | None:
    value = whole(text)
    if text and (value is None or value > HIGHEST_RATING):
        unreadable(notes, row, heading, "a rating, or 0 for unrated", text)
        return None
    return value or None


def unreadable(notes: Notes, row: Row, column: str, expected: str, found: str) -> None:
    """A problem for a cell that does not say what its column says."""
    notes.met("cell-unreadable", expected, found or "an empty cell", **row.at(column))


def other_headings(table: Table, origin: str, expected: str, position: int = 1) -> OtherPageKind:
    """The refusal of a table under other headings."""
    where, found = place(origin, table=position), " | ".join(table.headings)
    return OtherPageKind.because("headings-unknown", where, expected, found)


def row_fits(row: Row, headings: tuple[str, ...], notes: Notes) -> bool:
    """Whether a row has a cell under each heading; one that has not is named."""
    width = len(headings)
    if len(row.texts) == width:
        return True
    notes.met("row-width", f"{width} cells", f"{len(row.texts)} cells", **row.at())
    return False


class Numbered(Protocol):
    """What a list says of one player, by his number."""

    @property
    def number(self) -> int: ...


N = TypeVar("N", bound=Numbered)


def by_number(table: Table, key: str, notes: Notes, read: Callable[[Row], N | None]) -> dict[int, N]:
    """What is read of every row, by the number in the column `key`; a row that does not fit the headings, or
    has the number of an earlier one, is left out and named."""
    rows: dict[int, N] = {}
    for row in table.rows:
        one = read(row) if row_fits(row, table.headings, notes) else None
        if one is not None and one.number in rows:
            notes.met("number-twice", "each number once", str(one.number), **row.at(key))
        elif one is not None:
            rows[one.number] = one
    return rows


def points_of(row: Row, column: int | None, notes: Notes, heading: str = "Pts.") -> int | None:
    """The printed points in half points; None, with a problem, where the column does not say them."""
    text = row.text(column)
    points = half_points(text)
    if column is not None and points is None:
        unreadable(notes, row, heading, "points", text)
    return points


def linked_number(cell: LexborNode) -> int | None:
    """The starting number in the link of a name; gated pages and exports have no links."""
    link = cell.first_child
    while link is not None and link.tag != "a":
        link = link.next
    return number_in(link.attributes.get("href") or "") if link is not None else None


@lru_cache(maxsize=8192)
def number_in(href: str) -> int | None:
    """The starting number in a player's link, which is the same in every round."""
    m = _SNR.search(href)
    return int(m[1]) if m else None
