"""The list "not paired", art=40: only players who missed a round, with a mark for each round missed."""

from dataclasses import dataclass

from scraper.pages.crosstable import round_columns
from scraper.pages.facts import row_fits, unreadable
from scraper.pages.tokens import MARK_TOKENS
from scraper.problems import Notes
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

    missed: tuple[MissedRound, ...] = ()


def read_not_paired(table: Table, notes: Notes) -> NotPaired:
    """The marks; a cell that cannot be read is left out and named."""
    missed: list[MissedRound] = []
    rounds = round_columns(table.headings)
    sno, name_column = (table.headings.index(h) for h in HEADINGS)
    for row in table.rows:
        if not row_fits(row, table.headings, notes):
            continue
        number = whole(row.text(sno))
        if not number:
            unreadable(notes, row, "SNo", "a starting number", row.text(sno))
            continue
        name = name_as_printed(row.text(name_column))
        for round, column in rounds.items():
            mark = row.text(column)
            if mark in MARK_TOKENS:
                missed.append(MissedRound(row.number, number, name, round, mark))
            elif mark:
                at = row.at(table.headings[column], round)
                notes.met("result-unknown", " or ".join(MARK_TOKENS), repr(mark), **at)
    return NotPaired(tuple(missed))
