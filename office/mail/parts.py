"""The parts of a mail: texts in which links may stand, files that may be reports, and what cannot be read."""

import base64
import binascii
import email
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from email.errors import InvalidBase64LengthDefect
from email.message import Message
from email.policy import compat32
from functools import partial
from typing import TYPE_CHECKING

from importer.files import PICTURES, unknown_file
from importer.given import GivenFile
from importer.kinds import is_report
from importer.other_programs import other_program
from office.errors import problem_of
from office.intake.pages import is_saved_page
from office.mail.headers import parameter, text, values
from office.mail.limits import DEEPEST, MOST_PARTS, is_mail
from office.mail.quoted import OWN, QUOTED, kinds
from office.mail.texts import Text, is_binary, page, plain, unfolded
from office.mail.tnef import SIGNATURE as TNEF
from office.mail.tnef import unpacked
from scraper.addresses import Address, find_addresses
from scraper.errors import PageError
from scraper.reading import tournament_on
from scraper.records import Problem, SavedPage

if TYPE_CHECKING:
    Mime = Message[str, str]
else:
    Mime = Message

NOT_REPORTS = frozenset(
    {
        *("application/pgp-signature", "application/pgp-keys"),
        *("application/pkcs7-signature", "application/x-pkcs7-signature"),
        *("text/calendar", "text/vcard", "text/x-vcard", "text/x-amp-html", "text/rfc822-headers"),
        *("message/delivery-status", "message/disposition-notification"),
    }
)
"""What mail programs attach by themselves."""

_PART_HEAD = re.compile(rb"^Content-(?:Transfer-Encoding|Disposition)[ \t]*:", re.IGNORECASE | re.MULTILINE)
"""What stands above a part that is a file."""

_SIGNED_DATA = bytes.fromhex("06092a864886f70d010702")
"""The object identifier of signed data (RFC 5652, 5.1), as which S/MIME says what it is."""

_ENCRYPTED = frozenset({"application/pgp-encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"})
_PICTURES = ("image/", "audio/", "video/", "font/")
_TEXTS = (".txt", ".text", ".log", ".md", ".url", ".webloc", ".csv", ".eml")
LITTLE = 20_000
"""A picture of fewer bytes that a mail shows and does not attach is a signature's logo."""


@dataclass(slots=True)
class Parts:
    """Everything found: texts and files in their order, and problems. `beside`: pictures and attached texts,
    any of which may be the report where nothing else of the mail is one, by name and what it is."""

    texts: list[Text] = field(default_factory=list)
    files: list[GivenFile] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    beside: list[tuple[str, str]] = field(default_factory=list)
    alternatives: int = 0


def parsed(raw: bytes) -> Mime:
    """The mail as `email` divides it; RecursionError where parts are nested beyond everything."""
    return email.message_from_bytes(raw, policy=compat32)


def read_parts(message: Mime, *, forwarded_own: bool) -> Parts:
    """Every part of a mail, also of the mails inside it. `forwarded_own`: as in `kinds` of lines (R67)."""
    found = Parts()
    waiting: list[tuple[Mime, int | None, int, str, bool]]
    waiting = [(message, None, 0, text(message, "subject"), by_itself(message))]
    parts = 0
    while waiting:
        part, alternative, level, subject, itself = waiting.pop()
        parts += 1
        if parts > MOST_PARTS or level > DEEPEST:
            expected = f"at most {MOST_PARTS} parts, {DEEPEST} in one another"
            met = f"{parts} parts, {level} in one another, and more"
            found.problems.append(problem_of("mail-too-many-parts", "the mail", expected, met))
            return found
        inside = _inner(part)
        if inside is not None:
            waiting.append((inside, None, level + 1, text(inside, "subject"), itself))
            continue
        if part.is_multipart():
            if part.get_content_type() == "multipart/alternative":
                found.alternatives += 1
                alternative = found.alternatives
            if part.get_content_type() == "multipart/encrypted":
                found.problems.append(_encrypted("an encrypted mail"))
                continue
            itself = itself or part.get_content_type() == "multipart/report"
            children = [c for c in part.get_payload() if isinstance(c, Message)]
            waiting += [(c, alternative, level + 1, subject, itself) for c in reversed(children)]
            continue
        told = _all_quoted if itself else partial(kinds, subject=subject, own=forwarded_own)
        _leaf(part, alternative, told, found)
    return found


def by_itself(message: Mime) -> bool:
    """Whether a program answered or returned a mail: it has no sender to whom it could come back, or says so
    (RFC 3834). What stands in it is of the mail that it answers."""
    said = "".join(values(message, "auto-submitted")[:1]).partition(";")[0].strip().lower()
    return said == "auto-replied" or any(v.strip() == "<>" for v in values(message, "return-path"))


def _all_quoted(lines: Sequence[str]) -> list[str]:
    return [QUOTED] * len(lines)


def file_name(part: Mime) -> str:
    """The name of an attached file, without folders; empty where it has none."""
    name = parameter(part, "content-disposition", "filename") or parameter(part, "content-type", "name") or ""
    name = re.split(r"[/\\]", name)[-1]
    return "".join(c for c in name if c.isprintable()).strip()[:200]


def content(part: Mime) -> bytes:
    """The bytes of a part, its transfer encoding undone; what cannot be undone stays as it is. A text that
    was cut off, or behind which a list wrote in plain words, is undone as far as it goes."""
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        return b""
    uneven = any(isinstance(defect, InvalidBase64LengthDefect) for defect in part.defects)
    if uneven and part.get_content_maintype() == "text" and not file_name(part):
        signs = re.sub(rb"[^A-Za-z0-9+/]", b"", payload)
        return base64.b64decode(signs[: len(signs) // 4 * 4])
    return payload


def _inner(part: Mime) -> Mime | None:
    """A mail attached to the mail; also one that was encoded against the rules, or given as a file."""
    kind = part.get_content_type()
    if kind in ("message/rfc822", "message/global"):
        payload = part.get_payload()
        if isinstance(payload, list) and payload and isinstance(payload[0], Message):
            inner = payload[0]
            coded = "".join(values(part, "content-transfer-encoding")).strip().lower()
            if coded == "base64" and not inner.keys() and isinstance(inner.get_payload(), str):
                try:
                    return parsed(base64.b64decode(str(inner.get_payload())))
                except (binascii.Error, ValueError):
                    return inner
            return inner
    if not part.is_multipart() and file_name(part).lower().endswith(".eml") and is_mail(content(part)):
        return parsed(content(part))
    return None


def _leaf(
    part: Mime, alternative: int | None, told: Callable[[Sequence[str]], list[str]], found: Parts
) -> None:
    kind = part.get_content_type()
    name = file_name(part)
    data = content(part)
    shown = name or kind, f"{kind}, {len(data)} bytes"
    if kind in NOT_REPORTS and not is_report(data):  # which some mail programs call so, too
        if kind == "text/calendar" and find_addresses(unfolded(part, data)).addresses:
            found.beside.append(shown)
        return
    attached = "".join(values(part, "content-disposition")).strip().lower().startswith("attachment")
    if kind.startswith(_PICTURES) and not is_report(data):
        if (attached or len(data) >= LITTLE) and not kind.startswith("font/"):
            found.beside.append(shown)
        return
    if not data.strip() and not (name and attached):
        return
    if kind in _ENCRYPTED or name.lower() == "smime.p7m":
        _sealed(part, data, name or kind, found)
    elif data.startswith(TNEF) or kind == "application/ms-tnef" or name.lower() == "winmail.dat":
        _winmail(data, name or kind, found)
    elif is_report(data) and (name or attached or not kind.startswith("text/")):
        if told is _all_quoted:
            found.beside.append(shown)
        else:
            found.files.append(GivenFile(name or f"file {len(found.files) + 1}", data))
    elif (name or attached) and other_program(name, data) is not None:
        found.problems.append(unknown_file(name or kind, data))
    elif (name or attached) and (told_page := _tournament_of(data)) is not None:
        found.texts.append(Text((told_page,), (OWN,)))
    elif kind == "text/html" or name.lower().endswith((".html", ".htm")):
        found.texts.append(page(part, data, told, alternative))
        if name or attached or (b"data:image/" in data and len(data) >= LITTLE):
            found.beside.append(shown)
    elif (kind.startswith(("text/", "multipart/")) or name.lower().endswith(_TEXTS)) and not (
        (name or attached) and is_binary(part, data)
    ):
        if kind.startswith("multipart/") and _PART_HEAD.search(data):
            told_whole = "parts that cannot be told apart (the mail names no boundary, or another one)"
            found.problems.append(unknown(name or "the mail", f"{told_whole}, {len(data)} bytes"))
        lines = plain(part, data).split("\n")
        found.texts.append(Text(tuple(lines), tuple(told(lines)), None, alternative))
        if name or attached:
            found.beside.append(shown)
    else:
        found.problems.append(unknown(name or "a file without a name", f"{kind}, {len(data)} bytes"))


def _tournament_of(data: bytes) -> str | None:
    """The link for which a saved page of Chess-Results stands: that of its own tournament alone, though it
    links many others; None for every other file."""
    if not is_saved_page(data):
        return None
    try:
        return Address(tournament_on(SavedPage(data, "", ""))).url
    except PageError:
        return None


def _sealed(part: Mime, data: bytes, name: str, found: Parts) -> None:
    """S/MIME in one piece and PGP: what is only signed hides its text from this program, but not from a mail
    program; certificates alone hide nothing."""
    kind = (parameter(part, "content-type", "smime-type") or "").lower()
    if kind == "certs-only":
        return
    if _SIGNED_DATA not in data[:40]:
        found.problems.append(_encrypted(name))
        return
    told = "one that is signed so that its text is packed with the signature (opaque S/MIME)"
    found.problems.append(problem_of("mail-signed", name, "a mail that can be read", told))


def _winmail(data: bytes, name: str, found: Parts) -> None:
    """What Outlook packed into one file; a mail without anything in it, or a damaged one, is named."""
    files = unpacked(data)
    for file in files or ():
        if is_report(file.data):
            found.files.append(file)
            continue
        shown = f"{name}/{file.name}", f"{len(file.data)} bytes"
        if file.name.casefold().endswith(PICTURES):
            found.beside.append(shown)
        else:
            found.problems.append(unknown(*shown))
    if not files:
        expected = "files that any program can open"
        how = "damaged or with no file" if files is None else "no file in it"
        told = "Outlook's own packing (TNEF), " + how
        found.problems.append(problem_of("mail-winmail", name, expected, told))


def unknown(place: str, told: str) -> Problem:
    """A part that nothing can read: which, and what it is."""
    expected = "the form, Swiss Perfect, TRF, a zip of these, or text with the link"
    return problem_of("mail-file-unknown", place, expected, told)


def _encrypted(place: str) -> Problem:
    return problem_of("mail-encrypted", place, "a mail that can be read", "one that is encrypted")
