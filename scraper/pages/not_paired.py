"""The list "not paired", art=40: only players who missed a round, with a mark for each round missed."""

from dataclasses import dataclass

from scraper.pages.crosstable import ROUND_COLUMN
from scraper.pages.facts import row_fits
from scraper.pages.tokens import MARK_TOKENS
from scraper.problems import place, problem
from scraper.records import Problem
from scraper.tables import Table
from scraper.values import name_as_printed, whole

HEADINGS = ("SNo", "Name")


@dataclass(frozen=True, slots=True)
class MissedRound:
    """One mark (a key of `MARK_TOKENS`) of player `number` in `round`."""

    row: int
    number: int
    name: str
    round: int
    mark: str


@dataclass(frozen=True, slots=True)
class NotPaired:
    """All marks, in the order of the page."""

    missed: tuple[MissedRound, ...]


def read_not_paired(table: Table, origin: str) -> tuple[NotPaired, list[Problem]]:
    """The marks; a cell that cannot be read is left out and named."""
    problems: list[Problem] = []
    missed: list[MissedRound] = []
    rounds = {int(m[1]): i for i, h in enumerate(table.headings) if (m := ROUND_COLUMN.fullmatch(h))}
    sno, name_column = (table.headings.index(h) for h in HEADINGS)
    for row in table.rows:
        if not row_fits(row, table, origin, problems):
            continue
        number = whole(row.text(sno))
        name = name_as_printed(row.text(name_column))
        if not number:
            where = place(origin, table=1, row=row.number, column="SNo")
            found = row.text(sno) or "an empty cell"
            problems.append(problem("cell-unreadable", where, expected="a starting number", found=found))
            continue
        for round, column in rounds.items():
            mark = row.text(column)
            if mark in MARK_TOKENS:
                missed.append(MissedRound(row.number, number, name, round, mark))
            elif mark:
                where = place(origin, round=round, table=1, row=row.number, column=table.headings[column])
                problems.append(
                    problem("result-unknown", where, expected=" or ".join(MARK_TOKENS), found=repr(mark))
                )
    return NotPaired(tuple(missed)), problems
