"""Numbered problems as they are shown, and the next one with the lines that answer it."""

from collections.abc import Callable, Sequence

from sqlmodel import Session, select

from cli.out import problem_lines
from importer.findings import within
from importer.rulings import CODES
from importer.tables import EventRow, ProblemRow
from office.desk.groups import LISTED, Group, open_questions
from office.words import _, p_
from office.words.problems import shown, where


def numbered(session: Session, row: ProblemRow) -> list[str]:
    """A numbered problem as it is shown; what to do is said so that it can be typed."""
    mark = "" if row.state == "open" else " " + _("[settled by decision {id}]", id=row.ruling_id)
    lines = problem_lines(row, f"P{row.id} ")
    lines[0] += mark + _shown(row)
    lines[3] = lines[3].replace("PROBLEM", f"P{row.id}")
    if " EVENT" in lines[3] and row.event_key is not None:
        number = session.exec(select(EventRow.id).where(EventRow.key == row.event_key)).one()
        lines[3] = lines[3].replace(" EVENT", f" E{number}")
    return lines


def together(session: Session, group: Group) -> list[str]:
    """A question as it is shown: one problem whole, several in a few lines."""
    row = group.first
    if len(group.rows) == 1:
        return numbered(session, row)
    event = session.exec(select(EventRow).where(EventRow.key == row.event_key)).one()
    lines = [f"{group.target} {row.code}: {event.called} ({event.key}){_shown(row)}", f"    {group.asked}"]
    for one in group.rows[:LISTED]:
        told = shown(one)
        found = told.found.partition("\n")[0] if one.code in CODES.values() else ""
        place = where(within(one.place, event.key))
        lines.append("      " + p_("punctuation", ": ").join(filter(None, (f"P{one.id} {place}", found))))
    rest = len(group.rows) - LISTED
    if rest > 0:
        command = f"banzuke problems E{event.id} --code {row.code}"
        lines.append("      " + _("and {n} more: {command}", n=rest, command=command))
    return lines


def with_answers(session: Session, group: Group) -> list[str]:
    """A question, and the command lines that answer it, the likeliest first."""
    from office.desk.choices import answer_lines

    lines = together(session, group)
    return [*lines, "  " + _("answers:"), *(f"    {x}" for x in answer_lines(session, group))]


def say_next(
    session: Session, say: Callable[[str], None], then: str, *, whatever: bool
) -> Sequence[ProblemRow]:
    """Shows the next open question with its answers; with `whatever` also one that no list waits for. Gives
    what was shown. `then`: what comes when nothing is left."""
    group = next(iter(open_questions(session)), None)
    if group is None or not group.first.blocks:
        say(_("Nothing is left to decide: {step}", step=then))
    if group is not None and (group.first.blocks or whatever):
        say("\n".join(with_answers(session, group)))
        return group.rows
    if group is not None:
        say(_("Something is shown for information: banzuke problems"))
    return ()


def _shown(row: ProblemRow) -> str:
    return "" if row.blocks else " " + _("[for information]")
