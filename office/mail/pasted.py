"""Mails that are read before anything of them is kept: those among what is given to `banzuke import`, and
what handed in files would bring. They are read as `banzuke inbox` reads them."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from sqlmodel import Session, col, select

from importer.given import GivenFile
from importer.tables import MessageRow
from office.errors import refusal
from office.intake.links import Link
from office.mail.arrival import RECEIVED
from office.mail.limits import refused
from office.mail.read import Mail, read_mail
from office.mail.sources import MBOX, Given, mails_in
from office.mail.waiting import ELSEWHERE, HIDDEN, ONLY_QUOTED, SEEN
from scraper.records import Problem

_WEB_PAGE = re.compile(rb"^Snapshot-Content-Location:", re.IGNORECASE | re.MULTILINE)


@dataclass(slots=True)
class Pasted:
    """What was given: `texts` with what they are called, and the links of mails in place of these. `days`:
    for the links of mails that a server dated on their arrival, by their reference; `files`: attached ones
    with their day and sender; `senders`: of links, by their reference; `mails` without files: what each is
    called, its sender and the references of its links; `problems` are for the officer, `noted` only told."""

    texts: list[tuple[str, str] | Link] = field(default_factory=list)
    days: dict[str, date] = field(default_factory=dict)
    files: list[tuple[GivenFile, date | None, str | None]] = field(default_factory=list)
    senders: dict[str, str] = field(default_factory=dict)
    mails: list[tuple[str, str, list[str]]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    noted: list[Problem] = field(default_factory=list)


def mails_among(given: Sequence[tuple[str, str]], now: datetime, here: Callable[[datetime], date]) -> Pasted:
    """Reads the mails among texts, each with the name it was given as: a file's name, or its own text.
    `here`: the day of a moment where the office is."""
    found = Pasted()
    for name, text in given:
        mail = _mail(name, text, now)
        readable = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        if mail is None or (not mail.reports and not _of_reports(mail)):
            found.texts.append((name if name != text else "the text given", readable))
            continue
        _add(found, mail, "the mail" if name in ("-", text) else name, readable, here)
    return found


def _mail(name: str, text: str, now: datetime) -> Mail | None:
    if name not in (text, "-"):
        raw = Path(name).read_bytes()
    else:
        raw = text.lstrip("\ufeff").encode("utf-8", "surrogateescape")
    problem = refused(raw, name)
    if problem is not None and problem.code == "mail-too-large":
        return Mail("", problems=(problem,))
    if problem is not None or _WEB_PAGE.search(raw[:4000]):
        return None
    return read_mail(raw, now, name)


def _add(found: Pasted, mail: Mail, name: str, text: str, here: Callable[[datetime], date]) -> None:
    arrived = mail.arrived
    day = here(arrived.moment) if arrived is not None and arrived.by == RECEIVED else None
    links = [Link(address, text) for address in mail.addresses]
    found.texts += links
    for link in links:
        if day is not None:
            found.days.setdefault(link.reference, day)
        if mail.sender:
            found.senders.setdefault(link.reference, mail.sender)
    if links and not mail.files:
        found.mails.append((name, mail.sender, [link.reference for link in links]))
    found.files += [(file, day, mail.sender or None) for file in mail.files]
    told = [replace(p, place=f"{name}, {p.place}") for p in _of_reports(mail)]
    found.problems += map(_without_number, told)
    found.noted += map(_without_number, mail.noted)


def _of_reports(mail: Mail) -> list[Problem]:
    """Its problems, but for a doubt about its day: that alone is none of what it reports."""
    doubt = mail.arrived.problem if mail.arrived else None
    return [problem for problem in mail.problems if problem is not doubt]


def _without_number(problem: Problem) -> Problem:
    """A mail that is not kept has no number by which something could be imported from it."""
    if problem.code not in (HIDDEN, ELSEWHERE, ONLY_QUOTED, SEEN):
        return problem
    remedy = "look where it leads; if it is a tournament that was reported: banzuke import LINK"
    return replace(problem, remedy=remedy)


MOST = 200
"""So many mails are looked at in one go; `banzuke inbox` takes any number."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A mail that was read: as it came, what it says, the day on which it arrived where the office is, and
    whether the office has it already."""

    given: Given
    mail: Mail
    day: str
    known: bool


def mails_of(files: Sequence[GivenFile]) -> list[Given]:
    """Every mail of files as a mail program saves them: `.eml`, or mbox with many. Refused beyond `MOST`."""
    found: list[Given] = []
    for file in files:
        if not file.data.startswith(MBOX):
            found.append(Given(file.name, file.data))
            continue
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "mbox"
            path.write_bytes(file.data)
            for number, one in enumerate(mails_in([str(path)]), start=1):
                found.append(Given(f"{file.name}, mail {number}", one.raw, one.problem))
                if len(found) > MOST:
                    break
    if len(found) > MOST:
        raise refusal("too-many-mails", "what was sent", f"at most {MOST} mails", "more of them")
    return found


def looked_at(session: Session, given: Iterable[Given], now: datetime, zone: ZoneInfo) -> list[Seen]:
    """Each mail as the office would read it (apart, within its bounds), the ones that came first in front."""
    kept = set(session.exec(select(MessageRow.sha256).where(col(MessageRow.sha256).is_not(None))))
    found = []
    for one in given:
        doubt = one.problem
        mail = Mail("", problems=(doubt,)) if doubt else read_mail(one.raw, now, one.origin)
        moment = mail.arrived.moment if mail.arrived else now
        found.append((moment, Seen(one, mail, str(moment.astimezone(zone).date()), mail.sha256 in kept)))
    return [seen for _moment, seen in sorted(found, key=lambda pair: pair[0])]
