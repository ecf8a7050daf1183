"""Headers of mails that the office writes, of texts that anybody may have written.

By hand: the library reads an encoded word (RFC 2047) within a text as what it stands for, also the end of a
line, behind which another header or the mail itself would begin; and a long name that it folds loses its
quotation marks, so that what stands between two commas of it would get the mail as well.
"""

import re
from email.header import Header

_ATOMS = re.compile(r"[A-Za-z0-9!#$%&'*+/^_`{|}~ -]+")
"""A name that needs no quotation marks (RFC 5322, 3.2.3)."""


_LOCAL = re.compile(r"[^.]+(?:\.[^.]+)*")
"""What stands before the `@` as it is (RFC 5322, 3.4.1)."""


def routed(address: str) -> str:
    """An address as servers take it: one of a mobile carrier with dots side by side in quotation marks."""
    local, at, host = address.rpartition("@")
    return address if _LOCAL.fullmatch(local) else f'"{local}"{at}{host}'


def subject_line(text: str) -> str:
    """The header with the subject on one line, in 7-bit signs, with the end of its line."""
    plain = printable(text).strip()
    return f"Subject: {plain if _stands(plain) else _worded(plain)}\r\n"


def address_line(header: str, name: str, address: str) -> str:
    """A header with the name, which may be empty, and the address of one person."""
    plain = printable(name).strip()
    if not plain:
        return f"{header}: {routed(address)}\r\n"
    if not _stands(plain):
        said = _worded(plain)
    else:
        said = plain if _ATOMS.fullmatch(plain) else '"' + re.sub(r'(["\\])', r"\\\1", plain) + '"'
    return f"{header}: {said} <{routed(address)}>\r\n"


def printable(text: str) -> str:
    """The text with a blank for each sign that cannot be shown."""
    return "".join(c if c.isprintable() else " " for c in text)


def _stands(text: str) -> bool:
    """Whether a text stands in a header as it is: nobody reads anything else in it."""
    return text.isascii() and "=?" not in text


def _worded(text: str) -> str:
    """The text in encoded words, none longer than a line."""
    return Header(text, "utf-8", maxlinelen=70).encode(linesep="\r\n")
