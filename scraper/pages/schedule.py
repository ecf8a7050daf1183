"""The playing schedule, art=14: day and time of every round; a day that is not set is printed `unknown`."""

from dataclasses import dataclass

from scraper.pages.round_heading import time_of_day
from scraper.problems import place, problem
from scraper.records import Problem, Round
from scraper.tables import Table
from scraper.values import day, whole

HEADINGS = ("Rd.", "Date", "Time")
NOT_SET = ("unknown", "")


@dataclass(frozen=True, slots=True)
class Schedule:
    """The rounds in the order of the page, with the row each stands in."""

    rounds: tuple[tuple[int, Round], ...]


def read_schedule(table: Table, origin: str) -> tuple[Schedule, list[Problem]]:
    """The schedule; a cell that cannot be read is named and taken as not set."""
    problems: list[Problem] = []
    rounds: list[tuple[int, Round]] = []
    number_column, day_column, time_column = (table.column(h) for h in HEADINGS)

    def unreadable(row: int, column: str, expected: str, found: str) -> None:
        where = place(origin, table=1, row=row, column=column)
        problems.append(problem("cell-unreadable", where, expected=expected, found=found or "an empty cell"))

    for row in table.rows:
        number = whole(row.text(number_column))
        if not number:
            unreadable(row.number, "Rd.", "the number of a round", row.text(number_column))
            continue
        printed, time = row.text(day_column), row.text(time_column)
        on = day(printed)
        if on is None and printed not in NOT_SET:
            unreadable(row.number, "Date", "a day, as in 2026/08/01, or unknown", printed)
        at = time_of_day(time)
        if time and at is None:
            unreadable(row.number, "Time", "a time, as in 14:30", time)
        rounds.append((row.number, Round(number, on, at)))
    return Schedule(tuple(rounds)), problems
