"""What was handed in, sorted by the way it goes: mails, files, links."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from importer.given import GivenFile
from office.clock import Clock
from office.errors import OfficeError
from office.intake.links import Link, links_in
from office.intake.sources import is_report_file
from office.mail.limits import is_mail
from office.mail.read import read_mail
from office.mail.sources import Given
from office.opened import Office
from office.sendings.tables import SendingRow
from scraper.archive import FileArchive
from scraper.records import Problem


@dataclass(slots=True)
class Sorted:
    """What a sending holds, by the way it goes."""

    mails: list[Given] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    files: list[GivenFile] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def sort(office: Office, row: SendingRow, clock: Clock) -> Sorted:
    """A sending's texts and files by the way they go. Only an officer's mails are believed as mails, with
    their day and sender; of anybody else's the links and files count, as of today and from him."""
    found = Sorted()
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
    found: Sorted, row: SendingRow, name: str, raw: bytes, clock: Clock, texts: list[tuple[str, str]]
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
