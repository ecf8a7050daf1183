"""A mail read: who sent it, when it arrived, which tournaments and files it reports, what has to be asked."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from importer.files import GivenFile
from office.mail import headers
from office.mail.arrival import DATE, RECEIVED, Arrival, arrival
from office.mail.limits import refused
from office.mail.parts import Parts, Text, parsed, read_parts
from office.mail.text import unwrapped
from scraper.addresses import Address, find_addresses
from scraper.records import Problem

HARMLESS = ("address-not-a-tournament", "address-not-chess-results", "address-refused")
"""Links of signatures and footers: they report nothing, and are only noted."""


@dataclass(frozen=True, slots=True)
class Mail:
    """What a mail says. `addresses`: each tournament once, however often it is linked; `files`: each once;
    `problems` are for the officer, `noted` only told (links that are no tournaments). `message_id`,
    `references`: what a reply has to name. Without `arrived` it was refused: `problems` says why."""

    sha256: str
    sender: str = ""
    sender_name: str = ""
    subject: str = ""
    message_id: str | None = None
    references: tuple[str, ...] = ()
    arrived: Arrival | None = None
    addresses: tuple[Address, ...] = ()
    files: tuple[GivenFile, ...] = ()
    problems: tuple[Problem, ...] = ()
    noted: tuple[Problem, ...] = ()

    def without_files(self) -> "Mail":
        """The same without the bytes of its files, to be remembered while many are gone through."""
        return replace(self, files=())

    @property
    def reports(self) -> frozenset[str]:
        """What it reports, by names that are the same in every copy of it."""
        links = {f"tnr{a.tournament}" for a in self.addresses}
        return frozenset(links | {hashlib.sha256(f.data).hexdigest() for f in self.files})


def read_mail(
    raw: bytes, now: datetime, place: str = "the mail", order: Sequence[str] = (RECEIVED, DATE)
) -> Mail:
    """Reads the bytes of a mail; never raises. `place` names it in problems, `order` as for `arrival`."""
    sha256 = hashlib.sha256(raw).hexdigest()
    problem = refused(raw, place)
    if problem is not None:
        return Mail(sha256, problems=(problem,))
    try:
        message = parsed(raw.lstrip(b"\xef\xbb\xbf\r\n \t"))
        parts = read_parts(message)
    except RecursionError:
        remedy = "look at it in a mail program; ask the sender for a plain mail with the link"
        expected = "parts that do not stand in one another without end"
        return Mail(
            sha256,
            problems=(Problem("mail-too-many-parts", place, expected, "more than can be read", remedy),),
        )
    name, address = headers.sender(message)
    ids = headers.message_ids(message, "message-id")
    came = arrival(message, now, order)
    addresses, problems, noted = _links(parts)
    files = {hashlib.sha256(f.data).hexdigest(): f for f in reversed(parts.files)}
    return Mail(
        sha256,
        sender=address,
        sender_name=name,
        subject=headers.text(message, "subject"),
        message_id=ids[0] if ids else None,
        references=tuple(headers.message_ids(message, "references")),
        arrived=came,
        addresses=addresses,
        files=tuple(reversed(files.values())),
        problems=(*((came.problem,) if came.problem else ()), *parts.problems, *problems),
        noted=noted,
    )


def _links(parts: Parts) -> tuple[tuple[Address, ...], list[Problem], tuple[Problem, ...]]:
    """The tournaments of all texts in their order, what has to be asked about them, what is only noted."""
    tournaments: dict[int, Address] = {}
    refused: dict[str, Problem] = {}
    versions: dict[int, list[set[int]]] = {}
    differ: list[Problem] = []
    for text in parts.texts:
        here, not_read = _of_text(text)
        for address in here:
            tournaments.setdefault(address.tournament, address)
        for problem in not_read:
            refused.setdefault(problem.place, problem)
        differ += _words_and_targets(text)
        if text.alternative is not None:
            versions.setdefault(text.alternative, []).append({a.tournament for a in here})
    for sets in versions.values():
        named = [s for s in sets if s]
        if len(named) > 1 and any(s != named[0] for s in named) and not differ:
            differ.append(_disagree("the text and the HTML version", " / ".join(map(_numbers, named))))
    broken = [p for p in refused.values() if p.code not in HARMLESS and not _is_whole(p, tournaments)]
    noted = tuple(p for p in refused.values() if p.code in HARMLESS)
    return tuple(tournaments.values()), [*differ, *broken], noted


def _of_text(text: Text) -> tuple[list[Address], list[Problem]]:
    """The tournaments of one text: of HTML also those that only the targets of its links name."""
    sources = [text.text]
    if text.html is not None:
        sources += [unwrapped(a.href) for a in text.html.anchors]
    addresses: dict[int, Address] = {}
    problems: list[Problem] = []
    for source in sources:
        found = find_addresses(source)
        for address in found.addresses:
            addresses.setdefault(address.tournament, address)
        # A page that lists tournaments is a footer's link, not a report.
        problems += found.refused
        problems += [
            Problem(
                code="address-not-a-tournament",
                place=repr(listing.met),
                expected="a tournament",
                found=f"a {listing.what}",
                remedy="open the tournament itself and send its link",
            )
            for listing in found.lists
        ]
    return list(addresses.values()), problems


def _words_and_targets(text: Text) -> list[Problem]:
    """Links whose words show another tournament than they lead to: both are taken, and one is not meant."""
    problems = []
    for anchor in text.html.anchors if text.html is not None else ():
        shown = {a.tournament for a in find_addresses(unwrapped(anchor.words)).addresses}
        leads = {a.tournament for a in find_addresses(unwrapped(anchor.href)).addresses}
        if shown and leads and shown != leads:
            found = f"shows {_numbers(shown)}, leads to {_numbers(leads)}"
            problems.append(_disagree("a link of the mail", found))
    return list({p.found: p for p in problems}.values())


def _is_whole(broken: Problem, tournaments: dict[int, Address]) -> bool:
    """Whether an address broken by a line end stands whole elsewhere in the mail."""
    start = broken.place.strip("'\"").lower().rpartition("tnr")[2].lstrip("0")
    return start.isdigit() and any(str(number).startswith(start) for number in tournaments)


def _disagree(place: str, found: str) -> Problem:
    remedy = "ask the sender which is meant; the other: banzuke resolve E… --exclude"
    return Problem("mail-links-differ", place, "one tournament", found, remedy)


def _numbers(tournaments: set[int]) -> str:
    return ", ".join(str(t) for t in sorted(tournaments))


def with_place(problem: Problem, place: str) -> Problem:
    """The problem with the mail it is about before its place."""
    return replace(problem, place=f"{place}, {problem.place}")
