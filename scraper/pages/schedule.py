"""The playing schedule, art=14: day and time of every round; a day that is not set is printed `unknown`."""

from dataclasses import dataclass

from scraper.pages.facts import unreadable
from scraper.pages.round_heading import time_of_day
from scraper.problems import Notes
from scraper.records import Round
from scraper.tables import Table
from scraper.values import day, whole

HEADINGS = ("Rd.", "Date", "Time")
NOT_SET = ("unknown", "")


@dataclass(frozen=True, slots=True)
class Schedule:
    """The rounds in the order of the page, with the row each stands in."""

    rounds: tuple[tuple[int, Round], ...]


def read_schedule(table: Table, notes: Notes) -> Schedule:
    """The schedule; a cell that cannot be read is named and taken as not set."""
    rounds: list[tuple[int, Round]] = []
    number_column, day_column, time_column = (table.column(h) for h in HEADINGS)
    for row in table.rows:
        number = whole(row.text(number_column))
        if not number:
            unreadable(notes, row, "Rd.", "the number of a round", row.text(number_column))
            continue
        printed, time = row.text(day_column), row.text(time_column)
        on = day(printed)
        if on is None and printed not in NOT_SET:
            unreadable(notes, row, "Date", "a day, as in 2026/08/01, or unknown", printed)
        at = time_of_day(time)
        if time and at is None:
            unreadable(notes, row, "Time", "a time, as in 14:30", time)
        rounds.append((row.number, Round(number, on, at)))
    return Schedule(tuple(rounds))
