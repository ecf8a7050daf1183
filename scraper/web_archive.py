"""A page that a browser packed with its pictures into one file: MIME, as Chrome and Edge write it (.mhtml).

Safari's own form (.webarchive) is not read.
"""

import re
from email import message_from_bytes
from email.message import Message

_BEGIN = re.compile(  # each line in one way alone, the end of it within: two for each would double the time
    rb"(?:[\w-]+:[^\n]*\n(?:[ \t][^\n]*\n)*)*?Content-Type:\s*multipart/related", re.IGNORECASE
)
_BY_BROWSER = re.compile(rb"^(?:Snapshot-Content-Location:|From:\s*\"?<Saved by )", re.I | re.M)
_HOLDS_PARTS = re.compile(rb"^Content-Type:\s*(?:multipart|message)/", re.IGNORECASE | re.MULTILINE)
MOST_WITHIN = 10
"""Parts that hold parts; a browser writes one."""

LOOKED_AT = 4096


def is_packed(body: bytes) -> bool:
    """Whether bytes begin as such a file does, whoever wrote it."""
    return _BEGIN.match(body[:LOOKED_AT]) is not None


def is_saved_by_browser(body: bytes) -> bool:
    """Whether a browser says that it wrote the file: a mail begins in the same way."""
    return is_packed(body) and _BY_BROWSER.search(body[:LOOKED_AT]) is not None


def is_safari(body: bytes) -> bool:
    """Whether bytes begin as Safari's own form."""
    return body.startswith(b"bplist00")


def page_in(body: bytes) -> tuple[bytes, str] | None:
    """The page itself, in UTF-8, and the address that it was saved from (empty if none is said); None where
    there is no page in it."""
    if len(_HOLDS_PARTS.findall(body)) > MOST_WITHIN:
        return None
    whole = message_from_bytes(body)
    address = str(whole.get("Snapshot-Content-Location", "")).strip()
    pages = [part for part in whole.walk() if part.get_content_type() == "text/html"]
    main = next((p for p in pages if address and p.get("Content-Location") == address), None)
    page = main or next(iter(pages), None)
    return (_utf8(page), address or str(page.get("Content-Location", "")).strip()) if page else None


def _utf8(part: Message) -> bytes:
    payload = part.get_payload(decode=True)
    data = payload if isinstance(payload, bytes) else b""
    charset = (part.get_content_charset() or "utf-8").lower()
    if charset in ("utf-8", "us-ascii"):
        return data
    try:
        return data.decode(charset).encode()
    except (LookupError, UnicodeError):
        return data
