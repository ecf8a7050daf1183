"""An office whose every job is on and does its work: the commands themselves, against real servers on
loopback, on a clock that a test sets."""

from __future__ import annotations

import email
import imaplib
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from email.policy import default
from pathlib import Path
from zoneinfo import ZoneInfo

from office.database.engine import look, sqlite_at
from office.families.japanese import FAMILY
from office.jobs.board import board
from office.opened import Office
from publication.site import upload
from scraper.clock import Clock
from tests.office.jobs.simulated import Ran, Time
from tests.office.mail.outgoing import Smtp, smtp_server
from tests.office.mail.server import PASSWORD, USER, ImapServer
from tests.office.mail.shapes import mail
from tests.office.test_fide import serving, single
from tests.publication.sftp import Server as Sftp
from tests.publication.site import LINK, connect, event, published
from tests.standin import faults
from tests.standin.model import Event
from tests.standin.server import Standin
from tests.workplace import Workplace

SYDNEY = ZoneInfo("Australia/Sydney")
"""Clocks go back from three on the first Sunday of April, and forward from two on that of October."""

CLUB, OFFICER = "club@example.jp", "officer@example.jp"
MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
KINDS = ("standard", "rapid", "blitz")
SECONDS = {
    "poll": 900, "inbox": 120, "rate": 60, "site": 240, "notices": 30, "fide": 180, "backup": 600,
    "retention": 10,
}  # fmt: skip
"""So long each command takes by the simulated clock."""


def here(year: int, month: int, day: int, hour: int = 0, minute: int = 0) -> datetime:
    """A moment by the office's clock."""
    return datetime(year, month, day, hour, minute, tzinfo=SYDNEY).astimezone(UTC)


@dataclass
class Carried(Time):
    """The clock, and workers that carry out the commands themselves, in this process. `met`: what one met
    that nobody foresaw."""

    work: Workplace = field(kw_only=True)
    met: list[BaseException] = field(default_factory=list)
    passed: float = 0.0

    def carry(self, words: Sequence[str], lock: int) -> Ran:
        """The command, at this moment; it takes its time by the clock alone."""
        self.passed, self.work.moment = 0.0, self.now
        try:
            said = self.work.run(*words)
        except BaseException as fault:  # a worker would tell of it and go on
            self.met.append(fault)
            raise
        ends = self.now + timedelta(seconds=SECONDS[words[0]])
        self.ran.append(Ran(words[0], self.now, ends, said.code, self, said=said.all))
        return self.ran[-1]


@dataclass
class Real(Carried):
    """The office, and the servers as they stand. `lists`: what FIDE answers, by path."""

    folder: Path = field(kw_only=True)
    standin: Standin = field(kw_only=True)
    imap: ImapServer = field(kw_only=True)
    smtp: Smtp = field(kw_only=True)
    sftp: Sftp = field(kw_only=True)
    lists: dict[str, tuple[int, bytes]] = field(kw_only=True)
    counted: int = 0
    mails: ExitStack = field(default_factory=ExitStack)
    """What the mail server runs in."""

    @property
    def clock(self) -> Clock:
        """The scraper's, which waits for nothing; each command begins at its moment."""

        def sleep(seconds: float) -> None:
            self.passed += seconds

        return Clock(lambda: self.now.timestamp() + self.passed, lambda: self.passed, sleep)

    def counts(self) -> dict[str, Counter[int]]:
        """How often each command ran since this was asked last, by its exit code."""
        found = {word: Counter[int]() for word in SECONDS}
        for one in self.ran[self.counted :]:
            found[one.word][one.answer] += 1
        self.counted = len(self.ran)
        return found

    def overdue(self) -> set[str]:
        with look(self.office.engine) as session:
            return {stands.kind.name for stands in board(session, self.now) if stands.overdue}

    def typed(self, *words: object) -> str:
        """What the officer types at this moment, and has to succeed."""
        self.passed, self.work.moment = 0.0, self.now
        return self.work.done(*words).all

    def published(self) -> None:
        """The officer decides what is asked, and publishes the list of the month."""
        self.passed, self.work.moment = 0.0, self.now
        for problem in self.work.problems():
            if problem.blocks:
                self.work.resolve(problem, "--accept")
        self.typed("rate")
        self.typed("publish")

    def reported(self, number: int) -> None:
        """The club's mail with the link of an event comes into the mailbox, where the server keeps it."""
        stamp = f"{self.now:%a, %d %b %Y %H:%M:%S} +0000".encode()
        told = {"received": stamp, "date": stamp, "message_id": b"<%d@example.jp>" % number}
        raw = mail(f"The results: {LINK.format(number)}\r\n", **told)
        (self.imap.folder / f"{number}.eml").write_bytes(raw)
        box = imaplib.IMAP4("127.0.0.1", self.imap.port)
        box.login(USER, PASSWORD)
        box.append("INBOX", "", imaplib.Time2Internaldate(self.now), raw)
        box.logout()

    def mails_are_taken(self) -> None:
        self.mails.enter_context(smtp_server(self.smtp))

    def shows(self, event: Event) -> None:
        """What Chess-Results has of an event from now on."""
        self.standin.events[event.number] = event

    def site_says_no(self) -> None:
        self.standin.faults["tnr"] = faults.status(403)

    def fide_is_away(self) -> None:
        self.lists.update(dict.fromkeys(self.lists, (503, b"")))

    def fide_has(self, year: int, month: int) -> None:
        """FIDE's lists are those of this month."""
        data = single(f"{MONTHS[month - 1]}{year % 100}", 2000 + month)
        self.lists.update({f"/{kind}.zip": (200, data) for kind in KINDS})

    def mailed(self) -> tuple[Counter[str], Counter[str]]:
        """The subjects of what the club got, and the lines of what the officer did."""
        subjects, lines = Counter[str](), Counter[str]()
        for to, raw in self.smtp.got:
            made = email.message_from_bytes(raw, policy=default)
            if to == CLUB:
                subjects[str(made["Subject"])] += 1
            else:
                text = str(made.get_content())  # type: ignore[attr-defined]
                lines.update(line.strip() for line in text.splitlines() if line.startswith("  - "))
        return subjects, lines


@contextmanager
def at_work(work: Workplace, folder: Path, began: datetime, keep: int) -> Iterator[Real]:
    """The office in Sydney with every job on, and its servers. `keep`: so many backups."""
    with ExitStack() as stack:
        standin = stack.enter_context(Standin([event()]))
        imap = stack.enter_context(ImapServer(folder / "mails"))
        mails, smtp = stack.enter_context(ExitStack()), Smtp()
        mails.enter_context(smtp_server(smtp))
        lists: dict[str, tuple[int, bytes]] = {}
        address, _asked = stack.enter_context(serving(lists))
        sftp = Sftp(folder / "ssh")
        stack.callback(sftp.stop)
        patch = work.monkeypatch
        patch.setattr(type(FAMILY), "zone", SYDNEY)
        patch.setattr(upload, "_SSH", (*upload._SSH, *sftp.options))
        box = {"HOST": "127.0.0.1", "PORT": imap.port, "USER": USER, "PASSWORD": PASSWORD, "SECURITY": "none"}
        out = {"HOST": "127.0.0.1", "PORT": smtp.port, "SECURITY": "none", "SENDER": "rating@office.example"}
        for way, settings in (("IMAP", box), ("NOTICES", out)):
            for name, value in settings.items():
                patch.setenv(f"BANZUKE_{way}_{name}", str(value))
        # `backup` leads the engine of the commands to another file.
        office = Office(work.place, sqlite_at(lambda: work.database), lambda _: None)
        real = Real(
            office, began, zone=SYDNEY, work=work, folder=folder, standin=standin, imap=imap, smtp=smtp,
            sftp=sftp, lists=lists, mails=mails,
        )  # fmt: skip
        connect(patch, standin, real)
        published(work, standin)
        for path in work.folder.rglob("*"):
            path.chmod(path.stat().st_mode & 0o700)
        real.published()
        real.typed("site", folder / "site", "--address", "https://federation.example/")
        real.typed("notices", "on", "waiting", "read", "asked", "published")
        real.typed("notices", "address", OFFICER, "--officer", "--lang", "en")
        real.typed("notices", "address", CLUB, "--lang", "en")
        for job, words in (
            ("poll", ()), ("inbox", ()), ("preview", ()), ("notices", ()), ("retention", ()),
            ("fide", ("--address", address)),
            ("site", (f"--upload={sftp.address}", str(folder / "site"))),
            ("backup", (f"--keep={keep}", str(folder / "backups"))),
        ):  # fmt: skip
            real.on(job, words=shlex.join(words))
        yield real


def new_event(number: int, first: date) -> Event:
    """Three rounds on two days, under a number and name of its own."""
    made = event(number, name=f"Invented Open {number}")
    days = (first, first, first + timedelta(days=1))
    return replace(
        made,
        rounds=tuple(replace(r, day=day) for r, day in zip(made.rounds, days, strict=True)),
        first_day=first,
        last_day=days[-1],
        last_update=datetime(first.year, first.month, first.day, 15) + timedelta(days=1),  # noqa: DTZ001
    )
