"""A sending read: its mails, files and links go the way of every report (office/intake, office/mail), told
step by step to whoever looks on. Cut off, it can be read again: what was stored is then known."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, fields
from functools import partial
from pathlib import Path
from typing import Any

from importer.given import GivenFile
from importer.rulings import Made
from importer.tables import MessageRow
from office.clock import Clock
from office.database.engine import look, transaction
from office.families import day_here
from office.faults import problems_or_report
from office.intake.files import TakenFile, take_files
from office.intake.links import Link, Taken, refuse_many, take_links
from office.intake.refused import as_json
from office.intake.sources import client_for
from office.mail.answer import import_shown
from office.mail.inbox import Hears, look_through
from office.mail.keep import Kept, Shelf
from office.mail.settings import mailbox_settings, secret
from office.mail.sources import Given
from office.mail.take import TakenMail
from office.opened import Office
from office.sendings.check import records_of, would_be_told
from office.sendings.receive import Kind, State
from office.sendings.sort import Sorted, sort
from office.sendings.tables import SendingPartRow, SendingRow
from office.words import N_
from office.words.problems import ProblemLike
from rating.interpretations import interpretations
from rating.time_control import minutes_at_60
from scraper.addresses import ListAddress
from scraper.errors import ScraperError
from scraper.fetch import Progress, event_behind, fetch_event
from scraper.reading import read_event
from scraper.records import Problem

Tell = Callable[[str, str, Mapping[str, Any]], None]
"""Told of each step: what it is about (a later step about the same takes its place), a template of words, and
its facts."""

PAGES = N_("{event}: page {n} of {total}, {what}")
TAKEN, NOT_READ = N_("{event}: taken in"), N_("{event}: not read")
NEW_MAILS = N_("{mailbox}: new mails: {n}")
MAIL = N_("mail M{n}: {subject}")


def read(office: Office, number: int, *, replay: Path | None, clock: Clock, tell: Tell) -> None:
    """Reads a sending that waits; nothing where another is at it already. What stops it is kept with it."""
    with transaction(office.engine) as session:
        row = session.get_one(SendingRow, number)
        if row.state != State.WAITS:
            return
        row.state = State.READING
        session.add(row)
    work = _Work(office, row, replay, clock, tell)
    try:
        work.all()
    except Exception as error:  # noqa: BLE001  nobody waits for it: it is kept, and shown as anything else
        problems, _code = problems_or_report(error, office.place.folder, ["serve", "sending"])
        work.problems += [_kept(one) for one in problems]
        work.finished(State.STOPPED)
    else:
        work.finished(State.READ)


def _kept(problem: ProblemLike) -> Problem:
    return Problem(**{f.name: getattr(problem, f.name) for f in fields(Problem)})


class _Work:
    """One sending being read."""

    def __init__(
        self, office: Office, row: SendingRow, replay: Path | None, clock: Clock, tell: Tell
    ) -> None:
        self.office, self.row, self.replay, self.clock, self.tell = office, row, replay, clock, tell
        self.problems: list[Problem] = []
        self.checked: list[dict[str, Any]] = []

    def all(self) -> None:
        """Everything in it, in its order: mails, files, links."""
        if self.row.kind == Kind.QUOTED:
            self._quoted()
            return
        if self.row.kind == Kind.MAILBOX:
            mailbox = mailbox_settings(self.office.place, {}, os.environ)
            self._mails((), (mailbox, secret(mailbox)))
            return
        found = sort(self.office, self.row, self.clock)
        self.problems += found.problems
        if self.row.kind == Kind.CHECK:
            self._check(found)
            return
        if found.mails:
            self._mails(found.mails, None)
        if found.files:
            self._files(found.files)
        if found.links:
            self._links(found.links)

    def finished(self, state: State) -> None:
        """Keeps how it ended."""
        with transaction(self.office.engine) as session:
            row = session.get_one(SendingRow, self.row.id)
            kept = [{"told": event} for event in self.checked] + [asdict(p) for p in self.problems]
            row.state, row.problems = state, as_json(kept)
            session.add(row)

    def _mails(self, given: Sequence[Given], opening: Any) -> None:
        hears = Hears(
            self._kept,
            lambda name, n: self.tell("mailbox", NEW_MAILS, {"mailbox": name, "n": n}),
            self._mail_taken,
            self._notice,
            self._progress,
        )
        clock, replay = self.clock, self.replay
        look_through(
            self.office,
            lambda: given,
            opening,
            hears,
            clock=clock,
            switches=interpretations(),
            replay=replay,
        )

    def _files(self, files: Sequence[GivenFile]) -> None:
        files_taken = take_files(
            self.office.engine,
            files,
            archive=self.office.place.archive,
            reported=self.row.reported_on,
            clock=self.clock,
            reporter=self.row.reporter,
            by_hand=self.row.trusted,
        )
        for one in files_taken:
            self._taken(", ".join(one.names), one)

    def _links(self, links: Sequence[Link]) -> None:
        refuse_many(links)
        with client_for(
            self.office.place.archive, self.replay, self._notice, contact=self.office.contact
        ) as client:
            for one in take_links(
                self.office.engine,
                client,
                links,
                reported=self.row.reported_on,
                clock=self.clock,
                progress=self._progress,
                reporter=self.row.reporter,
            ):
                self._taken(one.link.words, one)

    def _check(self, found: Sorted) -> None:
        """Nothing is stored but pages and files."""
        refuse_many(found.links)
        records, problems = records_of(found.files) if found.files else ([], [])
        self.problems += problems
        with client_for(
            self.office.place.archive, self.replay, self._notice, contact=self.office.contact
        ) as client:
            for link in found.links:
                try:
                    address = link.address
                    event = event_behind(address, client) if isinstance(address, ListAddress) else address
                    pages = fetch_event(event, client, progress=self._progress(link))
                    records.append(read_event(pages, minutes_at_60=minutes_at_60))
                except ScraperError as error:
                    self.problems.append(error.problem)
        now = self.clock()
        for record in records:
            with self.office.reading() as session:
                told = would_be_told(session, record, now=now, today=day_here(session, now))
            if isinstance(told, Problem):
                self.problems.append(told)
            else:
                self.checked.append(told)

    def _quoted(self) -> None:
        with look(self.office.engine) as session:
            mail = session.get_one(MessageRow, self.row.message_id)
        kept = Shelf(self.office.place, self.office.engine, self.clock, ()).mail(mail)
        with client_for(
            self.office.place.archive, self.replay, self._notice, contact=self.office.contact
        ) as client:
            made = Made("", self.row.sender, self.clock())
            given = self.row.text.split()
            clock = self.clock
            for one in import_shown(
                self.office.engine,
                client,
                mail,
                kept,
                given,
                made=made,
                clock=clock,
                progress=self._progress,
            ):
                self._taken(one.link.words, one)

    def _taken(self, name: str, one: Taken | TakenFile) -> None:
        self.tell(name, TAKEN if one.stored is not None else NOT_READ, {"event": name})
        self._part(report_id=one.report_id)
        if isinstance(one, TakenFile) and one.stored is not None:
            self.problems += one.problems

    def _kept(self, kept: Kept) -> None:
        if kept.row is None:
            self.problems += kept.mail.problems
            return
        self.tell(f"M{kept.row.id}", MAIL, {"n": kept.row.id, "subject": kept.row.subject})
        self._part(message_id=kept.row.id)

    def _mail_taken(self, taken: TakenMail) -> None:
        named = [(link.link.words, link.stored) for link in taken.links]
        named += [(", ".join(file.names), file.stored) for file in taken.files]
        for name, stored in named:
            self.tell(name, TAKEN if stored is not None else NOT_READ, {"event": name})

    def _part(self, *, report_id: int | None = None, message_id: int | None = None) -> None:
        with transaction(self.office.engine) as session:
            number = self.row.id or 0
            session.add(SendingPartRow(sending_id=number, report_id=report_id, message_id=message_id))

    def _notice(self, text: str) -> None:
        self.tell(text, "{what}", {"what": text})

    def _progress(self, link: Link) -> Progress:
        return partial(self._page, link.words)

    def _page(self, event: str, done: int, total: int | None, what: str) -> None:
        facts = {"event": event, "n": done, "total": total or "?", "what": what}
        self.tell(event, PAGES, facts)
