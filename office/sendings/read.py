"""A sending read: its mails, files and links go the way of every report (office/intake, office/mail), told
step by step to whoever looks on. Cut off, it can be read again: what was stored is then known."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from functools import partial
from pathlib import Path
from typing import Any

from importer.given import GivenFile
from importer.rulings import Made
from importer.tables import MessageRow
from office.clock import Clock
from office.database.engine import look, transaction
from office.errors import OfficeError
from office.faults import problems_or_report
from office.intake.files import TakenFile, take_files
from office.intake.links import Link, Taken, links_in, refuse_many, take_links
from office.intake.refused import as_json
from office.intake.sources import client_for, is_report_file
from office.mail.answer import import_shown
from office.mail.inbox import Hears, look_through
from office.mail.keep import Kept, Shelf
from office.mail.limits import is_mail
from office.mail.read import read_mail
from office.mail.settings import mailbox_settings, secret
from office.mail.sources import Given
from office.mail.take import TakenMail
from office.opened import Office
from office.sendings.receive import Kind, State
from office.sendings.tables import SendingPartRow, SendingRow
from office.words import N_
from office.words.problems import ProblemLike
from rating.interpretations import interpretations
from scraper.archive import FileArchive
from scraper.fetch import Progress
from scraper.records import Problem

Tell = Callable[[str, str, Mapping[str, Any]], None]
"""Told of each step: what it is about (a later step about the same takes its place), a template of words, and
its facts."""

PAGES = N_("{event}: page {n} of {total}, {what}")
TAKEN, NOT_READ = N_("{event}: taken in"), N_("{event}: not read")
NEW_MAILS = N_("{mailbox}: new mails: {n}")
MAIL = N_("mail M{n}: {subject}")


@dataclass(slots=True)
class _Sorted:
    """What a sending holds, by the way it goes."""

    mails: list[Given] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    files: list[GivenFile] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


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

    def all(self) -> None:
        """Everything in it, in its order: mails, files, links."""
        if self.row.kind == Kind.QUOTED:
            self._quoted()
            return
        if self.row.kind == Kind.MAILBOX:
            mailbox = mailbox_settings(self.office.place, {}, os.environ)
            self._mails((), (mailbox, secret(mailbox)))
            return
        found = _sorted(self.office, self.row, self.clock)
        self.problems += found.problems
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
            row.state, row.problems = state, as_json([asdict(p) for p in self.problems])
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


def _sorted(office: Office, row: SendingRow, clock: Clock) -> _Sorted:
    """A sending's texts and files by the way they go. Only an officer's mails are believed as mails, with
    their day and sender; of anybody else's the links and files count, as of today and from him."""
    found = _Sorted()
    texts: list[tuple[str, str]] = []
    if row.text.strip():
        raw = row.text.encode("utf-8", "surrogateescape")
        if is_mail(raw):
            _mail(found, row, "the mail", raw, clock, texts)
        else:
            texts.append(("the text given", row.text))
    archive = FileArchive(office.place.archive)
    for name, sha256 in json.loads(row.files):
        data = archive.body(sha256)
        if is_report_file(name, data):
            found.files.append(GivenFile(name, data))
        elif is_mail(data):
            _mail(found, row, name, data, clock, texts)
        else:
            texts.append((name, data.decode("utf-8", "replace")))
    if texts:
        try:
            links, refused = links_in([text for _name, text in texts], [name for name, _text in texts])
        except OfficeError as error:
            links, refused = [], list(error.problems)
        known = {link.reference for link in found.links}
        found.links += [link for link in links if link.reference not in known]
        found.problems += refused
    return found


def _mail(
    found: _Sorted, row: SendingRow, name: str, raw: bytes, clock: Clock, texts: list[tuple[str, str]]
) -> None:
    mail = read_mail(raw, clock(), name)
    if not mail.reports and not mail.problems:
        texts.append((name, raw.decode("utf-8", "replace")))
    elif row.trusted:
        found.mails.append(Given(name, raw))
    else:
        found.links += [Link(address, "") for address in mail.addresses]
        found.files += mail.files
        found.problems += [p for p in mail.problems if p is not (mail.arrived and mail.arrived.problem)]
