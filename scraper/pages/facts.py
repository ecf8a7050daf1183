"""Who a player is, as any list prints him: title, federation, IDs, ratings, sex, club.

Columns vary in choice and order and are known by heading. What a list does not print is None.
"""

from __future__ import annotations

import re

from selectolax.lexbor import LexborNode

from scraper.codes import CELL_UNREADABLE
from scraper.problems import place, problem
from scraper.records import Player, Problem
from scraper.tables import Row, Table
from scraper.values import name_as_printed, whole
from scraper.words import SEXES

TEXTS = {"federation": "FED", "national_id": "ID", "fide_id": "FideID", "club": "Club/City", "sex": "sex"}
RATINGS = {"rating": "Rtg", "rating_national": "RtgN", "rating_international": "RtgI"}
NO_ID = ("", "0")
"""An ID that is not known is printed 0 or left empty."""

HIGHEST_RATING = 3999
_SNR = re.compile(r"[?&]snr=(\d{1,5})(?:&|$)", re.ASCII)


class Columns:
    """Where a table has each fact: found once, used for every row."""

    __slots__ = ("name", "number", "ratings", "texts", "title")

    def __init__(self, table: Table, number: str | None) -> None:
        self.number = None if number is None else table.column(number)
        self.name = table.headings.index("Name")
        self.title = table.title_column(self.name)
        self.texts = {field: table.column(heading) for field, heading in TEXTS.items()}
        self.ratings = [(field, heading, table.column(heading)) for field, heading in RATINGS.items()]


def read_player(
    row: Row, columns: Columns, number: int, origin: str, problems: list[Problem]
) -> Player | None:
    """The player of a row; None, with a problem, without a name. A fact that cannot be read is named."""

    def unreadable(heading: str, found: str, expected: str) -> None:
        where = place(origin, table=1, row=row.number, column=heading)
        problems.append(problem(CELL_UNREADABLE, where, expected=expected, found=found))

    name = name_as_printed(row.text(columns.name))
    if not name:
        unreadable("Name", "an empty cell", "a name")
        return None
    ratings: dict[str, int | None] = {}
    for field, heading, column in columns.ratings:
        text = row.text(column)
        value = whole(text)
        if text and (value is None or value > HIGHEST_RATING):
            unreadable(heading, text, "a rating, or 0 for unrated")
            value = None
        ratings[field] = value or None
    texts = {field: row.text(column) for field, column in columns.texts.items()}
    for field in ("national_id", "fide_id"):
        if texts[field] in NO_ID:
            texts[field] = ""
        elif field == "fide_id" and whole(texts[field]) is None:
            unreadable("FideID", texts[field], "a FIDE ID of digits")
            texts[field] = ""
    if texts["sex"] not in SEXES:
        unreadable("sex", texts["sex"], "w, M or empty")
    federation = texts["federation"] or (row.federation if columns.texts["federation"] is None else None)
    return Player(
        number=number,
        name=name,
        title=row.text(columns.title) or None,
        federation=federation or None,
        national_id=texts["national_id"] or None,
        fide_id=texts["fide_id"] or None,
        rating=ratings["rating"],
        rating_national=ratings["rating_national"],
        rating_international=ratings["rating_international"],
        sex=SEXES.get(texts["sex"]),
        club=texts["club"] or None,
    )


def linked_number(cell: LexborNode) -> int | None:
    """The starting number in the link of a name; gated pages and exports have no links."""
    link = cell.first_child
    while link is not None and link.tag != "a":
        link = link.next
    href = (link.attributes.get("href") or "") if link is not None else ""
    at = href.find("snr=", 1)  # nearly always the number ends the address: no pattern
    if at < 1:
        return None
    last = href[at + 4 :]
    if href[at - 1] in "?&" and len(last) <= 5 and last.isascii() and last.isdigit():
        return int(last)
    m = _SNR.search(href, at - 1)
    return int(m[1]) if m else None
