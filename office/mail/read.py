"""A mail read: who sent it, when it arrived, which tournaments and files it reports, what has to be asked;
and what mail servers say of mails that came back (message/delivery-status, RFC 3464)."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from email.message import Message

from importer.apart import Budget, TooMuch, apart
from importer.faults import Unforeseen, fault
from importer.given import GivenFile
from office.errors import problem_of
from office.mail import headers
from office.mail.arrival import DATE, RECEIVED, SEEN, Arrival, arrival
from office.mail.for_people import asks_for_correction, only_for_people, wants_none
from office.mail.limits import refused
from office.mail.links import links_of
from office.mail.parts import Mime, by_itself, parsed, read_parts
from office.mail.quoted import QUOTED, said, subject_kind
from office.mail.texts import Text
from scraper.addresses import Address
from scraper.records import Problem

STATUS = "message/delivery-status"
MOST = 50
"""So many parts of it, and identifiers in them, are looked at."""

LONGEST_SHOWN = 20_000
"""So many signs of its text are shown."""

OURS = re.compile(r"<([0-9a-f]{32})@[^<>\s]+>")
"""As notices have them (office/notices/send.py)."""


@dataclass(frozen=True, slots=True)
class Returned:
    """What a server says of mails that the office may have sent: their identifiers; whether it has `failed`
    for good (else it is late, or was delivered), and its words."""

    numbers: tuple[str, ...]
    failed: bool
    said: str


@dataclass(frozen=True, slots=True)
class Mail:
    """What a mail says. `addresses`: each tournament once, however often it is linked; `shown`: those that it
    only quotes, or that sign it; `files`: each once; `problems` are for the officer, `noted` only told (links
    that are no tournaments). `reply_to`: name and address to which its sender wants answers, where he says
    so; `message_id`, `references`: what a reply has to name. Without `arrived` it was refused: `problems`
    says why. `returned`: what it says of mails that did not arrive; `answers`: identifiers of notices that it
    may answer; `named`: of every mail that a person answers with it; `wants_none`: it says “stop”. `text`:
    what a person reads of it, as far as it is shown; `words`: the same as mails are compared (`said`)."""

    sha256: str
    sender: str = ""
    sender_name: str = ""
    reply_to: tuple[str, str] | None = None
    subject: str = ""
    message_id: str | None = None
    references: tuple[str, ...] = ()
    arrived: Arrival | None = None
    addresses: tuple[Address, ...] = ()
    shown: tuple[Address, ...] = ()
    files: tuple[GivenFile, ...] = ()
    problems: tuple[Problem, ...] = ()
    noted: tuple[Problem, ...] = ()
    returned: Returned | None = None
    answers: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    wants_none: bool = False
    text: str = ""
    words: str = ""

    @property
    def reports(self) -> frozenset[str]:
        """What it reports, by names that are the same in every copy of it."""
        links = {f"tnr{a.tournament}" for a in self.addresses}
        return frozenset(links | {hashlib.sha256(f.data).hexdigest() for f in self.files})

    @property
    def says(self) -> frozenset[str]:
        """The same with what a person has to look at."""
        asked = {p.place for p in self.problems if p is not (self.arrived and self.arrived.problem)}
        return self.reports | asked


def read_mail(
    raw: bytes,
    now: datetime,
    place: str,
    order: Sequence[str] = (RECEIVED, DATE),
    *,
    forwarded_own: bool = True,
    budget: Budget | None = None,
) -> Mail:
    """Reads the bytes of a mail, apart; never raises: what cannot be read in `budget`, or at all, waits with
    a problem for a person to look at. `place` names it in problems, `order` as for `arrival`;
    `forwarded_own`: what it forwards counts as its sender's own words (R67)."""
    try:
        return apart(budget, mail_of, raw, now, place, order, forwarded_own=forwarded_own)
    except TooMuch as error:
        problem = error.problem(place)
    except Unforeseen as error:
        problem = fault(error, place)
    return Mail(hashlib.sha256(raw).hexdigest(), arrived=Arrival(now, SEEN), problems=(problem,))


def mail_of(
    raw: bytes,
    now: datetime,
    place: str = "the mail",
    order: Sequence[str] = (RECEIVED, DATE),
    *,
    forwarded_own: bool = True,
) -> Mail:
    """The same in this process and without bounds."""
    sha256 = hashlib.sha256(raw).hexdigest()
    problem = refused(raw, place)
    if problem is not None:
        return Mail(sha256, problems=(problem,))
    try:
        message = parsed(raw.lstrip(b"\xef\xbb\xbf\r\n \t"))
        parts = read_parts(message, forwarded_own=forwarded_own)
    except RecursionError:
        expected, found = "parts that do not stand in one another without end", "more than can be read"
        return Mail(sha256, problems=(problem_of("mail-too-many-parts", place, expected, found),))
    name, address = headers.writer(message)
    reply_to = headers.answered(message, headers.list_addresses(message))
    ids = headers.message_ids(message, "message-id")
    came = arrival(message, now, order)
    files = {hashlib.sha256(f.data).hexdigest(): f for f in reversed(parts.files)}
    subject = headers.text(message, "subject")
    itself = by_itself(message)
    doubts: tuple[Problem, ...] = ()
    if not itself and asks_for_correction(parts):
        parts.texts = [replace(one, kinds=(QUOTED,) * len(one.lines)) for one in parts.texts]
        expected, found = "a mail that is a report", "the website's form for corrections"
        doubts = (problem_of("mail-asks-correction", "the text of the mail", expected, found),)
    quoted = QUOTED if itself or doubts else subject_kind(subject, own=forwarded_own)
    told = Text((subject,), (quoted,))
    links = links_of([*parts.texts, told], files=bool(files))
    first, beside = _first(parts.texts), (f"[{name}]" for name, _told in parts.beside)
    unread = only_for_people(parts, alone=not files and not links.addresses)
    return Mail(
        sha256,
        sender=address,
        sender_name=name,
        reply_to=reply_to if reply_to[1] else None,
        subject=subject,
        message_id=ids[0] if ids else None,
        references=tuple(headers.message_ids(message, "references")),
        arrived=came,
        addresses=links.addresses,
        shown=links.shown,
        files=tuple(reversed(files.values())),
        problems=(
            *((came.problem,) if came.problem else ()),
            *doubts,
            *parts.problems,
            *unread,
            *links.problems,
        ),
        noted=links.noted,
        returned=returned(message),
        answers=_copied(parts.texts) if itself else _answered(message),
        named=() if itself else _named(message),
        wants_none=not itself and wants_none(subject, parts),
        text="\n\n".join(filter(None, ("\n".join(t.lines).strip() for t in first)))[:LONGEST_SHOWN],
        words="".join((*(said(t.lines, t.kinds) for t in first), *beside))[:LONGEST_SHOWN],
    )


def _first(texts: Sequence[Text]) -> list[Text]:
    """The texts of a mail; of several versions of one the first."""
    met: set[int | None] = set()
    found = []
    for one in texts:
        if one.alternative is None or one.alternative not in met:
            found.append(one)
        met.add(one.alternative)
    return found


def returned(message: Mime) -> Returned | None:
    """What a mail says of others that did not arrive; None where it is no such mail."""
    parts = [part for _n, part in zip(range(MOST), message.walk(), strict=False)]
    status = [part for part in parts if part.get_content_type() == STATUS]
    if not status:
        return None
    named = [part for part in parts if part is not message]
    for part in parts:
        if part.get_content_type() in ("text/rfc822-headers", "message/global-headers"):
            payload = part.get_payload(decode=True)
            if isinstance(payload, bytes):
                named.append(parsed(payload[: headers.LONGEST]))
    ids = [i for part in named for i in headers.message_ids(part, "message-id")]
    numbers = tuple(dict.fromkeys((*_ours(ids), *_answered(message))))
    payloads = [held for part in status if isinstance(held := part.get_payload(), list)]
    blocks = [b for payload in payloads for b in payload if isinstance(b, Message)]
    failed = [b for b in blocks if headers.text(b, "action").lower() == "failed"]
    told = (failed or blocks)[:1]
    said = " ".join(headers.text(one, name) for one in told for name in ("status", "diagnostic-code"))
    return Returned(numbers, bool(failed), headers.one_line(said)[:300])


def _answered(message: Mime) -> tuple[str, ...]:
    """The identifiers of notices that a mail may answer."""
    return _ours([i for name in ("in-reply-to", "references") for i in headers.message_ids(message, name)])


def _named(message: Mime) -> tuple[str, ...]:
    """The identifiers of the mails that a mail answers; of a long exchange the last."""
    before = headers.message_ids(message, "references")[-MOST:]
    return tuple(dict.fromkeys((*headers.message_ids(message, "in-reply-to")[:MOST], *before)))


def _copied(texts: Sequence[Text]) -> tuple[str, ...]:
    """The identifiers of notices that a server of before RFC 3464 wrote into the text with which it returned
    them."""
    return _ours([one for text in texts for one in _COPIED.findall("\n".join(text.lines))])


_COPIED = re.compile(r"^[> ]*Message-ID:\s*(<[^<>\s]{1,990}>)", re.IGNORECASE | re.MULTILINE)


def _ours(ids: Sequence[str]) -> tuple[str, ...]:
    return tuple(found[1] for one in ids[:MOST] if (found := OURS.fullmatch(one)))
