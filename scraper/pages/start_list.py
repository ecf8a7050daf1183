"""The starting rank, art=0: every player with number, IDs and ratings.

Columns vary in choice and order and are known by heading. Lists are cut at 150 rows unless the
address says `zeilen=99999`; a cut list ends with the link "Show complete list".
"""

from __future__ import annotations

from dataclasses import dataclass

from scraper.codes import CELL_UNREADABLE, NUMBER_TWICE, ROW_WIDTH
from scraper.problems import place, problem
from scraper.records import Player, Problem
from scraper.tables import Row, Table
from scraper.values import name_as_printed, whole
from scraper.words import SEXES

HEADINGS = ("No.", "Name")
"""The list is known by these; all others can be missing."""

TEXTS = {"federation": "FED", "national_id": "ID", "fide_id": "FideID", "club": "Club/City", "sex": "sex"}
RATINGS = {"rating": "Rtg", "rating_national": "RtgN", "rating_international": "RtgI"}
NO_ID = ("", "0")
"""An ID that is not known is printed 0 or left empty."""


@dataclass(frozen=True, slots=True)
class StartList:
    """The players in the order of the page. `rows` are the rows the page has, read or not."""

    players: tuple[Player, ...]
    rows: int


def read_start_list(table: Table, origin: str) -> tuple[StartList, list[Problem]]:
    """Players of a start list; a row that cannot be read is left out and named."""
    problems: list[Problem] = []
    players: list[Player] = []
    columns = {h: table.column(h) for h in (*HEADINGS, *TEXTS.values(), *RATINGS.values())}
    title = table.title_column(columns["Name"] or 0)
    seen: set[int] = set()
    for row in table.rows:
        if len(row.cells) != len(table.headings):
            problems.append(
                problem(
                    ROW_WIDTH,
                    place(origin, table=1, row=row.number),
                    expected=f"{len(table.headings)} cells",
                    found=f"{len(row.cells)} cells",
                )
            )
            continue
        player = _player(row, columns, title, origin, problems)
        if player is None:
            continue
        if player.number in seen:
            problems.append(
                problem(
                    NUMBER_TWICE,
                    place(origin, table=1, row=row.number, column="No."),
                    expected="each number once",
                    found=str(player.number),
                )
            )
            continue
        seen.add(player.number)
        players.append(player)
    return StartList(tuple(players), len(table.rows)), problems


def _player(
    row: Row, columns: dict[str, int | None], title: int | None, origin: str, problems: list[Problem]
) -> Player | None:
    def unreadable(column: str, expected: str) -> None:
        where = place(origin, table=1, row=row.number, column=column)
        found = row.text(columns[column]) or "an empty cell"
        problems.append(problem(CELL_UNREADABLE, where, expected=expected, found=found))

    number = whole(row.text(columns["No."]))
    name = name_as_printed(row.text(columns["Name"]))
    if not number:
        unreadable("No.", "a starting number")
    if not name:
        unreadable("Name", "a name")
    if not number or not name:
        return None
    ratings: dict[str, int | None] = {}
    for field, heading in RATINGS.items():
        text = row.text(columns[heading])
        value = whole(text)
        if text and (value is None or value > 3999):
            unreadable(heading, "a rating, or 0 for unrated")
            value = None
        ratings[field] = value or None
    texts = {field: row.text(columns[heading]) for field, heading in TEXTS.items()}
    for field, heading in (("national_id", "ID"), ("fide_id", "FideID")):
        if texts[field] in NO_ID:
            texts[field] = ""
        elif field == "fide_id" and whole(texts[field]) is None:
            unreadable(heading, "a FIDE ID of digits")
            texts[field] = ""
    if texts["sex"] not in SEXES:
        unreadable("sex", "w, M or empty")
    return Player(
        number=number,
        name=name,
        title=row.text(title) or None,
        federation=texts["federation"] or None,
        national_id=texts["national_id"] or None,
        fide_id=texts["fide_id"] or None,
        rating=ratings["rating"],
        rating_national=ratings["rating_national"],
        rating_international=ratings["rating_international"],
        sex=SEXES.get(texts["sex"]),
        club=texts["club"] or None,
    )
