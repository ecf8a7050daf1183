"""What no mail to a rating office is: too large, nested or divided without end. Told from the bytes alone,
before anything parses them."""

import re
from itertools import islice

from office.errors import problem_of
from scraper.records import Problem

LARGEST = 30_000_000
"""Bytes of a mail; what mail servers carry is mostly less."""

MOST_PARTS = 500
DEEPEST = 20
MOST_HEADERS = 100_000
"""Bytes of the headers at the top."""

_HEADER = re.compile(rb"(?:\A|\n)(?:[!-9;-~]{1,60}:[^\n]*|From [^\n]*)\r?(?:\n|\Z)")
_BOUNDARY = re.compile(rb"^--[^\s-]", re.MULTILINE)
_OPENING = re.compile(rb"^content-type:\s*(?:multipart/|message/)", re.MULTILINE | re.IGNORECASE)
KNOWN = re.compile(
    rb"^(?:from|to|subject|date|received|message-id|return-path|delivered-to|mime-version|content-type"
    rb"|x-[a-z0-9\-]+):",
    re.IGNORECASE | re.MULTILINE,
)
"""Headers of which every mail has one."""
_OF_PROGRAMS = re.compile(
    rb"^(?:received|message-id|return-path|mime-version):", re.IGNORECASE | re.MULTILINE
)
"""Headers that programs write, and nobody who types a text."""
_REPORTED = re.compile(
    rb"^(?!subject:)[!-9;-~]{1,60}:[^\n]*chess-results\.com/\S*tnr\d", re.IGNORECASE | re.MULTILINE
)
"""A tournament where headers stand: a text with lines such as `Date: …` and `Standard: LINK`."""


def too_large(size: int, place: str) -> Problem | None:
    """Refuses a mail by its size, before its bytes are looked at or even fetched."""
    if size <= LARGEST:
        return None
    expected = f"at most {LARGEST // 1_000_000} MB"
    return problem_of("mail-too-large", place, expected, f"{size / 1_000_000:.1f} MB")


def is_mail(raw: bytes) -> bool:
    """Whether bytes begin as a mail does and can be parsed as one, whatever stands in it."""
    return refused(raw, "") is None


def refused(raw: bytes, place: str) -> Problem | None:
    """Why these bytes are not parsed; None for a mail that can be."""
    large = too_large(len(raw), place)
    if large is not None:
        return large
    head = raw.lstrip(b"\xef\xbb\xbf\r\n \t")[:MOST_HEADERS]
    if not raw.strip():
        return problem_of("mail-empty", place, "a mail", "an empty file")
    top = re.split(rb"\r?\n\r?\n", head, maxsplit=1)[0]
    typed = _REPORTED.search(top) and not _OF_PROGRAMS.search(top)
    if typed or not _HEADER.match(head) or not KNOWN.search(top):
        shown = "".join(c if c.isprintable() else "·" for c in raw[:40].decode("utf-8", "replace"))
        found = f"{len(raw)} bytes that begin “{shown}”"
        return problem_of("mail-not-one", place, "a mail, which begins with its headers", found)
    if len(top) >= MOST_HEADERS:
        expected = f"headers of less than {MOST_HEADERS} bytes"
        return problem_of("mail-too-many-parts", place, expected, f"{len(top)} or more")
    parts, nested = _count(_BOUNDARY, raw, 20 * MOST_PARTS), _count(_OPENING, raw, 5 * DEEPEST)
    if parts > 20 * MOST_PARTS or nested > 5 * DEEPEST:
        expected = f"at most {MOST_PARTS} parts, {DEEPEST} in one another"
        found = f"{parts} or more lines that may divide it, {nested} or more parts that hold others"
        return problem_of("mail-too-many-parts", place, expected, found)
    return None


def _count(pattern: re.Pattern[bytes], raw: bytes, most: int) -> int:
    """How often it is met; counted to one more than the most."""
    return sum(1 for _ in islice(pattern.finditer(raw), most + 1))
