"""Mails among what is given to `banzuke import`: read as `banzuke inbox` reads them."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from pathlib import Path

from importer.files import GivenFile
from office.intake.links import Link
from office.mail.arrival import RECEIVED
from office.mail.limits import refused
from office.mail.read import Mail, read_mail, with_place
from scraper.records import Problem

_WEB_PAGE = re.compile(rb"^Snapshot-Content-Location:", re.IGNORECASE | re.MULTILINE)


@dataclass(slots=True)
class Pasted:
    """What was given, with the links of each mail in place of its text. `days`: for the links of mails that
    a server dated on their arrival, by their reference; `files`: attached ones with their day and sender;
    `senders`: of links, by their reference; `problems` are for the officer, `noted` only told."""

    texts: list[tuple[str, str]] = field(default_factory=list)
    days: dict[str, date] = field(default_factory=dict)
    files: list[tuple[GivenFile, date | None, str | None]] = field(default_factory=list)
    senders: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    noted: list[Problem] = field(default_factory=list)
    _whole: dict[str, str] = field(default_factory=dict)

    def as_it_was(self, link: Link) -> Link:
        """The link with the whole text that it was found in."""
        return replace(link, text=self._whole.get(link.text, link.text))


def mails_among(given: Sequence[tuple[str, str]], now: datetime, here: Callable[[datetime], date]) -> Pasted:
    """Reads the mails among texts, each with the name it was given as: a file's name, or its own text.
    `here`: the day of a moment where the office is."""
    found = Pasted()
    for name, text in given:
        mail = _mail(name, text, now)
        readable = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        if mail is None or (not mail.reports and not mail.problems):
            found.texts.append((name if name != text else readable, readable))
            continue
        _add(found, mail, "the mail" if name in ("-", text) else name, readable, here)
    return found


def _mail(name: str, text: str, now: datetime) -> Mail | None:
    raw = _bytes(name, text)
    problem = refused(raw, name)
    if problem is not None and problem.code == "mail-too-large":
        return Mail("", problems=(problem,))
    if problem is not None or _WEB_PAGE.search(raw[:4000]):
        return None
    return read_mail(raw, now, name)


def _bytes(name: str, text: str) -> bytes:
    if name != text and name != "-":
        return Path(name).read_bytes()
    return text.lstrip("\ufeff").encode("utf-8", "surrogateescape")


def _add(found: Pasted, mail: Mail, name: str, text: str, here: Callable[[datetime], date]) -> None:
    arrived = mail.arrived
    day = here(arrived.moment) if arrived is not None and arrived.by == RECEIVED else None
    links = [Link(address, text) for address in mail.addresses]
    if links:
        only = "\n".join(a.url for a in mail.addresses)
        found.texts.append((name, only))
        found._whole[only] = text
    for link in links:
        if day is not None:
            found.days.setdefault(link.reference, day)
        if mail.sender:
            found.senders.setdefault(link.reference, mail.sender)
    found.files += [(file, day, mail.sender or None) for file in mail.files]
    found.problems += [
        with_place(p, name) for p in mail.problems if p is not (arrived.problem if arrived else None)
    ]
    found.noted += mail.noted
