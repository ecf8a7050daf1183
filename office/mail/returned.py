"""Mails that came back: what mail servers say when they could not deliver one (message/delivery-status, RFC
3464), and by which identifiers of notices."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.message import Message

from office.mail import headers
from office.mail.parts import Mime, parsed

STATUS = "message/delivery-status"
MOST = 50
"""So many parts of it, and identifiers in them, are looked at."""

OURS = re.compile(r"<([0-9a-f]{32})@[^<>\s]+>")
"""As notices have them (office/notices/send.py)."""


@dataclass(frozen=True, slots=True)
class Returned:
    """What a server says of mails that the office may have sent: their identifiers; whether it has `failed`
    for good (else it is late, or was delivered), and its words."""

    numbers: tuple[str, ...]
    failed: bool
    said: str


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
    ids += [i for name in ("in-reply-to", "references") for i in headers.message_ids(message, name)]
    numbers = tuple(dict.fromkeys(found[1] for one in ids[:MOST] if (found := OURS.fullmatch(one))))
    blocks = [b for part in status for b in _blocks(part)]
    failed = [b for b in blocks if headers.text(b, "action").lower() == "failed"]
    told = (failed or blocks)[:1]
    said = " ".join(headers.text(one, name) for one in told for name in ("status", "diagnostic-code"))
    return Returned(numbers, bool(failed), headers.one_line(said)[:300])


def _blocks(part: Mime) -> list[Mime]:
    payload = part.get_payload()
    return [b for b in payload if isinstance(b, Message)] if isinstance(payload, list) else []
