"""Which round a table of a team event shows: its heading row says it, else the address it was asked by."""

from collections.abc import Iterable

from scraper.errors import OtherPageKind
from scraper.pages.head import Head
from scraper.pages.round_heading import EXPECTED, RoundHeading, unread_heading
from scraper.pages.team_lines import Line
from scraper.problems import problem
from scraper.records import Problem
from scraper.values import whole


def round_asked(head: Head, origin: str, problems: list[Problem]) -> RoundHeading | None:
    """The round of the address where the table names none, with a problem; None if neither tells it."""
    number = whole(head.asked.get("rd", ""))
    found = f"none; the address asks for round {number}" if number else "none"
    problems.append(problem("round-not-stated", origin, expected=EXPECTED, found=found))
    return RoundHeading(number) if number else None


def starts_once(
    heading: RoundHeading, before: Iterable[int], line: Line, origin: str, problems: list[Problem]
) -> None:
    """OtherPageKind for a page that names one round twice: its rows could belong to either. A day or time
    that cannot be read is a problem."""
    if heading.number in before:
        where = line.where(origin, round=heading.number)
        found = f"{line.texts[0]}, again"
        raise OtherPageKind(problem("round-twice", where, expected="each round once", found=found))
    problems += unread_heading(heading, origin)
