"""Which list an event is for, and whether its report came too late or too early for its days."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from importer.rulings import fingerprint, subject_text
from office.lists.law import following, law_of, list_taking
from office.tables import ListVersionRow
from rating.edition import Edition
from rating.errors import EditionError
from rating.interpretations import Interpretations

if TYPE_CHECKING:
    from importer.checks import Facts
    from importer.findings import Finding
    from importer.view import EventView


def placed(facts: Facts, last: ListVersionRow | None) -> tuple[date | None, list[Finding]]:
    """The list an event is for, after every deferral; a finding where that list is published already."""
    view = facts.view
    reported = view.reported_on()
    if reported is None:
        return None, []
    try:
        list_date = list_taking(reported, view.rulings)
    except EditionError as error:
        problem = error.problems[0]
        remedy = "banzuke resolve PROBLEM --reported YYYY-MM-DD, or --exclude"
        return None, [facts.finding("no-edition", {}, "report day", problem.expected, str(reported), remedy)]
    deferred = {r.subject for r in view.deferrals()}
    while subject_text(deferral_subject(list_date)) in deferred:
        list_date = following(list_date, view.rulings)
    if last is not None and list_date <= last.list_date:
        finding = facts.finding(
            "list-already-published",
            deferral_subject(list_date),
            "report day",
            f"a day after the period of the last published list, {last.list_date}",
            f"reported on {reported}, so for the list of {list_date}",
            "banzuke resolve PROBLEM --defer puts it into the next list; --exclude leaves it out",
        )
        return list_date, [finding]
    return list_date, []


def deferral_subject(list_date: date) -> dict[str, str | int | None]:
    """What a deferral is about: the list the event is kept out of."""
    return {"list": list_date.isoformat()}


def deferral_facts() -> str:
    """A deferral stands whatever becomes of the event meanwhile."""
    return fingerprint("deferred")


def late_report(facts: Facts, list_date: date | None, switches: Interpretations) -> list[Finding]:
    """Reported after the deadline: not rated unless the officer accepts it; where the edition only asks for
    a day (2019 3(1)), a problem shown."""
    view = facts.view
    reported, last_day = view.reported_on(), view.event.last_day
    if list_date is None or reported is None or last_day is None:
        return []
    try:
        law = law_of(list_date, view.rulings)
    except EditionError:
        return []  # already a finding of its own
    if not law.has("report_deadline"):
        return []
    sanction = law.has("late")
    deadline = _missed(view, law, reported, last_day, switches)
    if deadline is None:
        return []
    accepted = view.accepted_late()
    return [
        facts.finding(
            "late-report",
            {},
            "report day",
            f"a report by {deadline} ({law.article_of_role('report_deadline')})",
            f"reported on {reported}; last day {last_day}",
            "banzuke resolve PROBLEM --accept-late rates it; --accept leaves it unrated as late"
            if sanction
            else "its games are rated; --exclude refuses the report",
            blocks=sanction,
            settled_by=accepted.id if accepted else None,
        )
    ]


def _missed(
    view: EventView, law: Edition, reported: date, last_day: date, switches: Interpretations
) -> date | None:
    """The first deadline that was missed: of the event, or of one of its games (2022 3(6))."""
    if not law.has("late"):
        deadline = law.shapes.report_deadline(law, last_day)
        return deadline if reported > deadline else None
    days = {view.days(number) for number in {p.round for p in view.pairings}} | {(last_day, last_day)}
    found = (law.shapes.late(law, reported, last_day, d, switches) for d in days if d is not None)
    return min((deadline for deadline in found if deadline is not None), default=None)


def early_report(facts: Facts) -> list[Finding]:
    """A report day before the event's last day: hardly right, but the officer's to say."""
    view = facts.view
    reported, last_day = view.reported_on(), view.event.last_day
    if reported is None or last_day is None or reported >= last_day:
        return []
    return [
        facts.finding(
            "reported-before-end",
            {},
            "report day",
            f"a day from the last day of the event on, {last_day}",
            f"reported on {reported}",
            "banzuke resolve PROBLEM --reported YYYY-MM-DD; without an answer the day stands",
            blocks=False,
        )
    ]
