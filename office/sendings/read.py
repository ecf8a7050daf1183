"""A sending read: its mails, files and links go the way of every report (office/intake, office/mail), told
step by step to whoever looks on. Cut off, it can be read again: what was stored is then known."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, astuple, replace
from pathlib import Path
from typing import Any

from sqlmodel import col, func, select

from importer.apart import Budget
from importer.files import read_files
from importer.given import GivenFile
from importer.rulings import Made
from importer.tables import EventRow, MessageRow
from office.clock import Clock
from office.database.engine import look, transaction
from office.errors import OfficeError
from office.families import day_here, family_of
from office.faults import problems_or_report
from office.house import fact
from office.intake.files import take_files
from office.intake.links import Link, links_in, refuse_many, take_links
from office.intake.refused import as_json
from office.intake.sources import fetched, is_report_file, office_client
from office.intake.take_in import Came, Taken, if_taken
from office.mail.keep import Kept, Shelf
from office.mail.limits import is_mail
from office.mail.read import read_mail
from office.mail.settings import mailbox_settings, secret
from office.mail.sources import Given
from office.mail.take import Hears, TakenMail, import_shown, look_through
from office.mail.to_sender import event_told, reckoned_without
from office.opened import Office
from office.sendings.receive import Kind, State
from office.sendings.tables import SendingPartRow, SendingRow
from office.words import N_, SETTING, speaking
from rating.interpretations import interpretations
from rating.time_control import minutes_at_60
from scraper.archive import FileArchive
from scraper.client import Client
from scraper.errors import ScraperError
from scraper.fetch import Progress
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
    work = _Work(office, row, replay, clock, tell)
    try:
        work.all()
    except Exception as error:  # noqa: BLE001  nobody waits for it: it is kept, and shown as anything else
        problems, _code = problems_or_report(error, office.place.folder, ["serve", "sending"])
        work.problems += [Problem(*astuple(one)) for one in problems]
        work.finished(State.STOPPED)
    else:
        work.finished(State.STOPPED if work.left else State.READ)


class _Work:
    """One sending being read."""

    def __init__(
        self, office: Office, row: SendingRow, replay: Path | None, clock: Clock, tell: Tell
    ) -> None:
        self.office, self.row, self.replay, self.clock, self.tell = office, row, replay, clock, tell
        self.mails: list[Given] = []
        self.links: list[Link] = []
        self.files: list[GivenFile] = []
        self.problems: list[Problem] = []
        self.subjects: dict[str, str] = {}
        self.checked: list[dict[str, Any]] = []
        self.mails_told: set[int | None] = set()
        self.left = False
        # A stranger's files have together what a mail's have: else a few hold up everybody else's for hours.
        self.budget = Budget() if row.account_id is None else None

    def all(self) -> None:
        """Everything in it, in its order: mails, files, links."""
        if self.row.kind == Kind.QUOTED:
            self._quoted()
            return
        if self.row.kind == Kind.MAILBOX:
            mailbox = mailbox_settings(self.office.place, {}, os.environ)
            self._mails((), (mailbox, secret(mailbox)))
            return
        if self.row.kind == Kind.LEFT:
            self._mails((), None)
            return
        self._sort()
        if self.row.kind == Kind.CHECK:
            self._check()
            return
        if self.mails:
            self._mails(self.mails, None)
        if self.files:
            self._files()
        if self.links:
            self._links()

    def _sort(self) -> None:
        """Its texts and files by the way they go. Only an officer's mails are believed as mails, with their
        day and sender; of anybody else's the links and files count, as of today and from him."""
        texts: list[tuple[str, str]] = []
        if self.row.text.strip():
            raw = self.row.text.encode("utf-8", "surrogateescape")
            if not is_mail(raw):
                texts.append(("the text given", self.row.text))
            elif not self._is_sorted("the mail", raw):
                texts.append(("the mail", raw.decode("utf-8", "replace")))
        archive = FileArchive(self.office.place.archive)
        for name, sha256 in json.loads(self.row.files):
            data = archive.body(sha256)
            if is_report_file(name, data):
                self.files.append(GivenFile(name, data))
            elif not (is_mail(data) and self._is_sorted(name, data)):
                texts.append((name, data.decode("utf-8", "replace")))
        if texts:
            try:
                links, refused = links_in(texts)
            except OfficeError as error:
                links, refused = [], list(error.problems)
            known = {link.reference for link in self.links}
            self.links += [link for link in links if link.reference not in known]
            self.problems += [self._by_subject(problem) for problem in refused]

    def _by_subject(self, problem: Problem) -> Problem:
        """A mail in which nothing was found is told by its subject: how it begins is for mail programs."""
        subject = self.subjects.get(problem.place)
        return replace(problem, found=f"“{subject}”") if problem.code == "no-link" and subject else problem

    def _is_sorted(self, name: str, raw: bytes) -> bool:
        """Whether a mail says anything that goes its way."""
        mail = read_mail(raw, self.clock(), name, budget=self.budget)
        doubt = mail.arrived and mail.arrived.problem  # about its day alone: none of what it reports
        problems = [p for p in mail.problems if p is not doubt]
        if not mail.reports and not problems:
            self.subjects[name] = mail.subject or ""
            return False
        if self.row.trusted:
            self.mails.append(Given(name, raw))
        else:
            self.links += [Link(address, "") for address in mail.addresses]
            self.files += mail.files
            self.problems += problems
        return True

    def finished(self, state: State) -> None:
        """Keeps how it ended."""
        with transaction(self.office.engine) as session:
            row = session.get_one(SendingRow, self.row.id)
            kept = [{"told": event} for event in self.checked] + [asdict(p) for p in self.problems]
            row.state, row.problems = state, as_json(kept)

    def _client(self) -> AbstractContextManager[Client]:
        """Of who has no account: with at most half of the day's requests, so that strangers' links do not
        keep the office from its own."""
        half = self.row.account_id is None
        return office_client(self.office, self.replay, self._notice, half=half)

    def _mails(self, given: Sequence[Given], opening: Any) -> None:
        def mailbox(name: str, n: int) -> None:
            self.tell("mailbox", NEW_MAILS, {"mailbox": name, "n": n})

        hears = Hears(self._kept, mailbox, self._mail_taken, self._notice, self._progress)
        switches, replay = interpretations(), self.replay
        look_through(
            self.office, lambda: given, opening, hears, clock=self.clock, switches=switches, replay=replay
        )

    def _files(self) -> None:
        archive, by_hand = self.office.place.archive, self.row.trusted
        came, clock, budget = self._came(), self.clock, self.budget
        for one in take_files(
            self.office.engine, self.files, came,
            archive=archive, clock=clock, by_hand=by_hand, budget=budget,
        ):  # fmt: skip
            self._taken(one)

    def _came(self) -> Came:
        """As of the day it was handed in, however late it is read."""
        with look(self.office.engine) as session:
            day = day_here(session, self.row.received_at)
        return Came(self.row.reported_on, reporter=self.row.reporter, kept=day)

    def _links(self) -> None:
        refuse_many(self.links)
        with self._client() as client:
            came, clock = self._came(), self.clock
            links, progress = self.links, self._progress
            taken = take_links(self.office.engine, client, links, came, clock=clock, progress=progress)
        for one in taken:
            self._taken(one)
        if taken[-1].ends_run:
            self._leave(links[len(taken) :], taken[-1].problems[0])

    def _leave(self, links: Sequence[Link], problem: Problem) -> None:
        """What stopped a link would stop those after it too, which were not asked for and are named. All are
        asked for when the sending is read again."""
        self.left = True
        if links:
            self.problems.append(replace(problem, place=", ".join(link.reference for link in links)))

    def _check(self) -> None:
        """What the office would ask of an event before it is reported, in its organizer's words: he reads
        what he sent, never whom the register knows. Nothing is stored but pages and files."""
        refuse_many(self.links)
        with look(self.office.engine) as session:
            home = family_of(session).home
        readings = (
            read_files(self.files, minutes_at_60, self.budget, home=home, every=False) if self.files else []
        )
        records = [reading.record for reading in readings if reading.record is not None]
        self.problems += [problem for reading in readings for problem in reading.problems]
        with self._client() as client:
            for number, link in enumerate(self.links, 1):
                try:
                    records.append(fetched(link.address, client, self._progress(link)))
                except ScraperError as error:
                    self.problems.append(error.problem)
                    if getattr(error, "ends_run", False):
                        self._leave(self.links[number:], error.problem)
                        break
        now = self.clock()
        for record in records:
            with self.office.reading() as session:
                last = session.exec(select(func.max(col(EventRow.id)))).one() or 0
                told = if_taken(session, record, now=now, today=day_here(session, now))
                if isinstance(told, Problem):
                    self.problems.append(told)
                else:
                    facts = event_told(session, told, reckoned_without(session))
                    if (told.view.event.id or 0) > last:  # it is not stored: the number will be another's
                        facts["number"] = ""
                    self.checked.append(facts)

    def _quoted(self) -> None:
        with look(self.office.engine) as session:
            mail = session.get_one(MessageRow, self.row.message_id)
            spoken = fact(session, SETTING)  # the reason is kept in the office's language
        kept = Shelf(self.office.place, self.office.engine, self.clock, ()).mail(mail)
        with self._client() as client, speaking(spoken):
            made, given = Made("", self.row.sender, self.clock()), self.row.text.split()
            for one in import_shown(
                self.office, client, mail, kept, given,
                made=made, clock=self.clock, progress=self._progress,
            ):  # fmt: skip
                self._taken(one)

    def _taken(self, one: Taken) -> None:
        self._told(one)
        self._part(report_id=one.report_id)
        if one.stored is not None:
            self.problems += one.problems

    def _told(self, one: Taken) -> None:
        self.tell(one.name, TAKEN if one.stored is not None else NOT_READ, {"event": one.name})

    def _kept(self, kept: Kept) -> None:
        if kept.row is None:
            self.problems += kept.mail.problems
            return
        self.mails_told.add(kept.row.id)
        self.tell(f"M{kept.row.id}", MAIL, {"n": kept.row.id, "subject": kept.row.subject})
        self._part(message_id=kept.row.id)

    def _mail_taken(self, taken: TakenMail) -> None:
        if taken.row.id not in self.mails_told:  # it was kept by an earlier run
            self._part(message_id=taken.row.id)
        for one in taken.reports:
            self._told(one)

    def _part(self, *, report_id: int | None = None, message_id: int | None = None) -> None:
        with transaction(self.office.engine) as session:
            number = self.row.id or 0
            session.add(SendingPartRow(sending_id=number, report_id=report_id, message_id=message_id))

    def _notice(self, text: str) -> None:
        self.tell(text, "{what}", {"what": text})

    def _progress(self, link: Link) -> Progress:
        def page(done: int, total: int | None, what: str) -> None:
            facts = {"event": link.words, "n": done, "total": total or "?", "what": what}
            self.tell(link.words, PAGES, facts)

        return page
