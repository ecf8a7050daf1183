"""The texts of a mail: what each is written in, and of its lines whose they are."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from email.message import Message

from office.mail.charsets import text_of
from office.mail.headers import parameter
from office.mail.html import Html, read_html
from office.mail.quoted import OWN, QUOTED, SIGNATURE, unflowed, whole_links

LONGEST_TEXT = 2_000_000
"""So many bytes of one text are searched for links."""


@dataclass(frozen=True, slots=True)
class Text:
    """Running text of a mail, and of each line whether it is the sender's own, quoted or a signature. `html`
    has the links of an HTML text; `alternative` numbers the group of versions of one text it belongs to, None
    where there is only one."""

    lines: tuple[str, ...]
    kinds: tuple[str, ...]
    html: Html | None = None
    alternative: int | None = None

    def of(self, kind: str) -> str:
        """The lines of a kind, links in one piece."""
        return whole_links("\n".join(t for t, k in zip(self.lines, self.kinds, strict=True) if k == kind))


def page(
    part: Message[str, str],
    data: bytes,
    told: Callable[[Sequence[str]], list[str]],
    alternative: int | None,
) -> Text:
    """An HTML text: what the page marks as quoted or signature, and the marks that stand in its words."""
    html = read_html(text_of(data[: LONGEST_TEXT * 2], _charset(part) or _stated(data)))
    lines = html.text.split("\n")
    marked = html.kinds or (OWN,) * len(lines)
    before = {QUOTED: "> ", SIGNATURE: "> "}
    read = told([before.get(mark, "") + line for line, mark in zip(lines, marked, strict=True)])
    whole = tuple(mark if mark != OWN else kind for mark, kind in zip(marked, read, strict=True))
    return Text(tuple(lines), whole, html, alternative)


def plain(part: Message[str, str], data: bytes) -> str:
    """A plain text, its lines whole."""
    told = text_of(data[:LONGEST_TEXT], _charset(part)).replace("\r\n", "\n")
    if (parameter(part, "content-type", "format") or "").lower() == "flowed":
        deleted = (parameter(part, "content-type", "delsp") or "").lower() == "yes"
        told = unflowed(told, delete_space=deleted)
    return whole_links(told)


def unfolded(part: Message[str, str], data: bytes) -> str:
    """A calendar's text without the breaks of its long lines (RFC 5545, 3.1)."""
    return re.sub(r"\r?\n[ \t]", "", text_of(data[:LONGEST_TEXT], _charset(part)))


def _charset(part: Message[str, str]) -> str | None:
    return parameter(part, "content-type", "charset")


def _stated(data: bytes) -> str | None:
    """The character set that an HTML text names for itself."""
    found = re.search(rb"<meta[^>]{1,200}charset=[\"']?([A-Za-z0-9_\-]{2,20})", data[:4096], re.IGNORECASE)
    return found[1].decode() if found else None


def is_binary(part: Message[str, str], data: bytes) -> bool:
    """Whether bytes are no text, whatever they are called; in UTF-16 and UTF-32 many bytes may be NUL."""
    stated = (_charset(part) or "").lower()
    marks = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
    wide = data.startswith(marks) or stated.startswith(("utf-16", "utf-32"))
    return b"\0" in data and not wide
