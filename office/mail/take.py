"""From kept mails to stored events: all reports of a mail, or the mail waits and is taken again.

Each report is its own transactions (office/intake), and the mail counts as taken when all were gone
through: after a kill the next run takes what is left of it, in the same rows.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from sqlalchemy import Engine
from sqlmodel import Session, col, select

from importer.apart import Budget
from importer.tables import MessageRow, ReportRow
from office.clock import Clock
from office.database.engine import look, transaction
from office.intake.files import TakenFile, take_files
from office.intake.links import AT_ONCE, Link, Taken, take_links
from office.mail.keep import NOTHING, TAKEN, WAITS, Shelf, as_json
from office.mail.read import Mail
from office.place import Place
from scraper.archive import ArchiveError
from scraper.client import Client
from scraper.fetch import Progress
from scraper.records import Problem

PASSING = frozenset(
    {
        "blocked-by-site",
        "connection-failed",
        "daily-budget",
        "no-network",
        "offline",
        "refused-by-site",
        "server-error",
        "timed-out",
        "too-many-requests",
    }
)
"""What stopped a link but may not stop it the next time: the mail waits for it."""

PATIENCE = timedelta(days=7)
"""So long after it was seen a mail waits for a site that does not answer; its report stays on the desk."""


@dataclass(frozen=True, slots=True)
class TakenMail:
    """What became of a mail. `already`: references of its reports that an earlier, cut-off run had stored;
    `again`: earlier mails or imports that brought the same, in words; `left`: links that were not asked for;
    `waits`: it is taken again by the next run."""

    row: MessageRow
    mail: Mail
    links: tuple[Taken, ...] = ()
    files: tuple[TakenFile, ...] = ()
    already: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    left: int = 0
    problems: tuple[Problem, ...] = ()
    waits: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """Everything taken; `left`: mails that wait because more tournaments than allowed would have been asked
    for, or because the site stopped the run."""

    mails: tuple[TakenMail, ...]
    left: int


def take_waiting(
    engine: Engine,
    place: Place,
    shelf: Shelf,
    client: Client,
    *,
    clock: Clock,
    every: bool,
    progress: Callable[[Link], Progress],
    tell: Callable[[TakenMail], None],
) -> Run:
    """Takes every mail that waits, in the order in which they arrived. `every`: also more than ten
    tournaments in one run; `tell` hears of each mail as it is done."""
    with look(engine) as session:
        waiting = session.exec(
            select(MessageRow)
            .where(MessageRow.state == WAITS)
            .order_by(col(MessageRow.arrived_at), col(MessageRow.id))
        ).all()
    done: list[TakenMail] = []
    asked = 0
    for number, row in enumerate(waiting):
        budget = Budget()
        try:
            mail = shelf.mail(row, budget)
        except ArchiveError as error:  # its bytes are gone: it waits for them, the others do not
            taken = TakenMail(row, Mail(row.sha256 or ""), problems=(error.problem,), waits=True)
            tell(taken)
            done.append(taken)
            continue
        with look(engine) as session:
            links, already = _links(session, row, mail)
        many = _many(row, links) if not every else None
        if many is not None:
            taken = TakenMail(row, mail, problems=(many,), waits=True)
        elif not every and asked + len(links) > AT_ONCE:
            return Run(tuple(done), len(waiting) - number)
        else:
            by_link = take_links(
                engine, client, links, reported=row.arrived_on, clock=clock, progress=progress, message=row.id
            )
            by_file = take_files(
                engine,
                mail.files,
                archive=place.archive,
                reported=row.arrived_on,
                clock=clock,
                message=row.id,
                every=every,
                budget=budget,
            )
            taken = _taken(engine, row, mail, by_link, by_file, len(links) - len(by_link), already, clock)
            asked += len(links)
        tell(taken)
        done.append(replace(taken, mail=mail.without_files()))
        if taken.left or (taken.links and taken.links[-1].ends_run):
            return Run(tuple(done), len(waiting) - number - 1)
    return Run(tuple(done), 0)


def _taken(
    engine: Engine,
    row: MessageRow,
    mail: Mail,
    by_link: Sequence[Taken],
    by_file: Sequence[TakenFile],
    left: int,
    already: Sequence[str],
    clock: Clock,
) -> TakenMail:
    """The mail's row as it is when its reports were taken. One that could be read when it came and cannot be
    any more waits for a person, as if nothing were in it."""
    waits = bool(left) or any(t.problem and t.problem.code in PASSING for t in by_link)
    waits = waits and clock() < row.seen_at + PATIENCE
    with transaction(engine) as session:
        stored = session.get_one(MessageRow, row.id)
        stored.state = WAITS if waits else TAKEN if mail.reports else NOTHING
        stored.problems = as_json((*mail.problems, *mail.noted))
        session.add(stored)
        again = _again(session, row, [(t.link.reference, t.link.words) for t in by_link])
        kept = [(session.get_one(ReportRow, t.report_id).reference, ", ".join(t.names)) for t in by_file]
        again += _again(session, row, kept)
    return TakenMail(
        stored, mail, tuple(by_link), tuple(by_file), tuple(already), tuple(again), left, mail.problems, waits
    )


def _links(session: Session, row: MessageRow, mail: Mail) -> tuple[list[Link], list[str]]:
    """The links of a mail that are still to be taken, and the references of those that were."""
    rows = session.exec(select(ReportRow).where(ReportRow.message_id == row.id, ReportRow.state == "read"))
    done = {r.reference for r in rows}
    links = [Link(address, "") for address in mail.addresses]
    return [k for k in links if k.reference not in done], [k.reference for k in links if k.reference in done]


def _again(session: Session, row: MessageRow, reports: Sequence[tuple[str, str]]) -> list[str]:
    """What of a mail came before: by which mail, or given by hand, and when. `reports`: references, words."""
    found = []
    for reference, words in reports:
        before = session.exec(
            select(ReportRow)
            .where(ReportRow.reference == reference)
            .where(col(ReportRow.message_id).is_distinct_from(row.id))
            .order_by(col(ReportRow.arrived_on), col(ReportRow.id))
        ).first()
        if before is not None:
            by = f"with mail M{before.message_id}" if before.message_id else "by an import"
            found.append(f"{words} came before, {by}, on {before.arrived_on}")
    return found


def _many(row: MessageRow, links: Sequence[Link]) -> Problem | None:
    if len(links) <= AT_ONCE:
        return None
    numbers = ", ".join(link.words.removeprefix("tournament ") for link in links)
    found = f"{len(links)}: {numbers}; nothing was fetched"
    remedy = "banzuke inbox --all takes them; or import those that were reported"
    return Problem("many-links", f"M{row.id}", f"at most {AT_ONCE} tournaments at once", found, remedy)
