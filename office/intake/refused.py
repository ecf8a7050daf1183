"""Refused reports and the ones that came for them: which file is the correction of which.

A refused form keeps what it says it is (`Says`). A report that is read later, did not arrive before it, and
is that event, with the same players and of no other type, is its correction; the refused one then waits no
more (state `replaced`). Everything else stays until the officer closes it: two groups of a festival may have
one name and one day.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, fields, replace
from functools import cache
from typing import Any

from sqlalchemy import Select, bindparam
from sqlalchemy import select as columns
from sqlmodel import Session, select

from importer.arrived import arrived_before
from importer.errors import ImportRefused, Says
from importer.faults import fault, of_the_report
from importer.keys import shared
from importer.tables import EventPlayerRow, EventRow, ReportRow
from importer.view import REPLACED
from scraper.errors import ScraperError
from scraper.records import Problem

MOST = 200
"""So many problems of a report are kept; a form with more is not corrected by a list of them."""

LONGEST_PLACE = 500
"""Letters of what a fault of the program was met in."""

PASSING = frozenset(
    {
        *("blocked-by-site", "certificate-refused", "connection-failed", "daily-budget", "no-network"),
        *("not-of-the-site", "offline", "refused-by-site", "server-error", "site-unavailable"),
        *("timed-out", "too-many-requests"),
    }
)
"""What stopped a link but may not stop it the next time: the mail waits for it."""


def stopped(error: Exception, place: str) -> Sequence[Problem]:
    """Why a report could not be taken in. Raises what is not about this report alone."""
    if isinstance(error, ScraperError):
        return (error.problem,)
    if isinstance(error, ImportRefused):
        return error.problems
    if not of_the_report(error):
        raise error
    return (fault(error, place[:LONGEST_PLACE]),)


def as_stored(problems: Sequence[Problem], says: Says | None) -> str:
    """Why a report was refused, and what it says it is, for its row: the first problem, which says how many
    more there are, and under `all` every one where there are several."""
    first, more = problems[0], {}
    if len(problems) > 1:
        first = replace(first, found=f"{first.found}; and {len(problems) - 1} more")
        more["all"] = [asdict(p) for p in problems[:MOST]]
    return as_json(asdict(first) | more | ({"says": asdict(says)} if says else {}))


def as_json(told: object) -> str:
    """JSON that every database stores: half a surrogate pair, which no encoding has, is told as such."""
    return json.dumps(told, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()


def problems_of(report: ReportRow) -> list[Problem]:
    """Why a report was refused, everything; only of one that was."""
    told = json.loads(report.problem or "{}")
    return [
        Problem(**{field.name: one[field.name] for field in fields(Problem)})
        for one in told.get("all", [told])
    ]


def says_of(report: ReportRow) -> Says | None:
    """Which event a refused report says it is."""
    told = json.loads(report.problem or "{}").get("says")
    return Says(told["event_key"], tuple(told["players"]), told.get("kind")) if told else None


def replaced_by(session: Session, report: ReportRow, event: EventRow) -> list[ReportRow]:
    """The refused reports that this one, read as this event, is the correction of: they wait no more. The
    same file again, refused again, is a report of its own."""
    session.flush()
    found = []
    for number in session.connection().execute(_before(), {"number": report.id}).scalars().all():
        old = session.get_one(ReportRow, number)
        says = says_of(old)
        if says is not None and _is_of(session, event, says) and not arrived_before(session, report, old):
            old.state = REPLACED
            session.add(old)
            found.append(old)
    return found


@cache
def _before() -> Select[Any]:
    own = ReportRow.__table__.c  # type: ignore[attr-defined]
    return columns(own.id).where(own.state == "failed", own.id < bindparam("number")).order_by(own.id)


def _is_of(session: Session, event: EventRow, says: Says) -> bool:
    """Whether a refused report is of this event: a club's standard and its rapid games can have one name, day
    and players."""
    if says.event_key != event.key or len({says.kind, event.printed_kind} - {None}) > 1:
        return False
    names = session.exec(select(EventPlayerRow.name).where(EventPlayerRow.event_id == event.id)).all()
    common, smaller = shared(names, says.players)
    return smaller > 0 and common * 2 >= smaller
