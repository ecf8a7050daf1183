"""Numbered problems as they are shown, and the next one with the lines that answer it."""

from collections.abc import Callable

from sqlmodel import Session

from cli.out import problem_lines
from importer.tables import ProblemRow
from office.desk.next import answer_lines, next_problem
from office.words import _


def numbered(row: ProblemRow) -> list[str]:
    """A numbered problem as it is shown."""
    mark = "" if row.state == "open" else " " + _("[settled by decision {id}]", id=row.ruling_id)
    mark += "" if row.blocks else " " + _("[for information]")
    lines = problem_lines(row, f"P{row.id} ")
    lines[0] += mark
    lines[3] = lines[3].replace("PROBLEM", f"P{row.id}")
    return lines


def with_answers(session: Session, row: ProblemRow) -> list[str]:
    """A numbered problem, and the command lines that answer it, the likeliest first."""
    return [*numbered(row), "  " + _("answers:"), *(f"    {x}" for x in answer_lines(session, row))]


def say_next(session: Session, say: Callable[[str], None], *, whatever: bool) -> None:
    """The next open question with its answers; with `whatever` also one that no list waits for."""
    row = next_problem(session)
    if row is None or not row.blocks:
        say(_("Nothing is left to decide: banzuke rate"))
    if row is not None and (row.blocks or whatever):
        say("\n".join(with_answers(session, row)))
    elif row is not None:
        say(_("Something is shown for information: banzuke problems"))
