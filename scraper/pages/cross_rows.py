"""The rows of a crosstable, one for each player, whether its columns are rounds or players."""

from collections.abc import Callable, Container
from dataclasses import dataclass
from typing import Generic, TypeVar

from scraper.pages.facts import by_number, linked_number, points_of, unreadable
from scraper.problems import Notes
from scraper.tables import Row, Table
from scraper.values import name_as_printed, whole

M = TypeVar("M")


@dataclass(slots=True)
class CrossRow(Generic[M]):
    """One player: what his cells say by round or opponent (one that says nothing is not there), points in
    half points.

    `number` is the starting number, or the rank in a crosstable by rank; there `linked` is the starting
    number in the link of his name. Nothing changes a row; it is not frozen since a frozen one takes four
    times as long to make.
    """

    row: int
    number: int
    name: str
    title: str | None
    federation: str | None
    rating: int | None
    marks: dict[int, M]
    points: int | None
    linked: int | None = None


def read_cross_rows(
    table: Table,
    notes: Notes,
    marks: Callable[[Row, int], dict[int, M]],
    *,
    by_rank: bool,
    points: int | None,
    numbers: Container[int] | None,
    a_number: str,
    a_name: str,
) -> dict[int, CrossRow[M]]:
    """The rows by their number, which has to be one of `numbers`, if there are such; one that cannot be read
    is left out and named.

    `marks` reads the cells of a player's row, `points` is the column of the points; `a_number` and `a_name`
    say in words what has to stand in the columns of the number and the name.
    """
    key = "Rk." if by_rank else "No."
    key_column, name_column = table.headings.index(key), table.headings.index("Name")
    title, rating, federation = table.title_column(name_column), table.column("Rtg"), table.column("FED")
    heading = "" if points is None else table.headings[points]

    def read(row: Row) -> CrossRow[M] | None:
        printed = row.texts[key_column]
        # A shared rank is blank; the cells go on counting rows.
        number = row.number if by_rank and not printed else whole(printed)
        name = name_as_printed(row.texts[name_column])
        right = (numbers is None or number in numbers) and (not by_rank or number == row.number)
        if not number or not name or not right:
            if name:
                unreadable(notes, row, key, a_number, printed)
            else:
                unreadable(notes, row, "Name", a_name, row.texts[name_column])
            return None
        return CrossRow(
            row.number,
            number,
            name,
            row.text(title) or None,
            row.text(federation) or row.federation,
            whole(row.text(rating)) or None,
            marks(row, number),
            points_of(row, points, notes, heading),
            linked_number(row.cells[name_column]) if by_rank else None,
        )

    return by_number(table, key, notes, read)
