"""A notice to a webhook: JSON by POST over HTTPS, signed, to the address that is set and to no other: no
redirect is followed, no proxy of the environment is used."""

import hashlib
import hmac
import json
import ssl
from datetime import datetime

import httpx
from tenacity import Retrying, retry_if_exception_type, stop_after_attempt, wait_exponential

from office.notices.kinds import Due, Left, State, line
from office.notices.text import Written
from scraper.wire import SECONDS, Wire

PATIENCE = httpx.Timeout(20.0)
LONGEST = 60.0
"""Seconds for a whole call: a server that says a sign now and then is waited for no longer."""

SIGNATURE = "Banzuke-Signature"
TRIES = 3
NOT_CONNECTED = (httpx.ConnectError, httpx.ConnectTimeout)
NO_NAME = UnicodeError
"""Of an address whose host is none, as `chat..example.org`."""
LATER = frozenset({408, 425, 429, *range(500, 600)})
"""Answers with which a server, or one before it, says that it did not take it, and may later."""

wait = wait_exponential(multiplier=1, max=10)
"""Between tries to connect; tests set another."""


def body(one: Due, made: Written, *, number: str, office_name: str, now: datetime) -> bytes:
    """What is posted. `id` is the same while no connection comes about; told again by a later run, it has
    another."""
    told = {
        "format": "banzuke-notice/1",
        "id": number,
        "kind": one.kind,
        "office": office_name,
        "made": now.isoformat(timespec="seconds"),
        "waits": [about.facts for about in one.abouts],
        "subject": made.subject,
        "text": made.text,
    }
    return json.dumps(told, ensure_ascii=True, separators=(",", ":")).encode("ascii")


def signed(secret: str, data: bytes, now: datetime) -> str:
    """The header: `t`, the seconds of the moment, and the HMAC-SHA256 of `t.BODY` in hexadecimal."""
    stamp = str(int(now.timestamp()))
    made = hmac.new(secret.encode(), stamp.encode() + b"." + data, hashlib.sha256)
    return f"t={stamp},sha256={made.hexdigest()}"


def post(address: str, secret: str, data: bytes, now: datetime) -> Left:
    """Posts it. Tried again at once only while no connection comes about; once something was sent, only the
    server's answer says whether it was taken."""
    headers = {"content-type": "application/json", SIGNATURE: signed(secret, data, now)}
    again = retry_if_exception_type(NOT_CONNECTED)
    tries = Retrying(retry=again, stop=stop_after_attempt(TRIES), wait=wait, reraise=True)
    wire = Wire(ssl.create_default_context())
    with httpx.Client(transport=wire, timeout=PATIENCE, follow_redirects=False, trust_env=False) as client:

        def once() -> int:
            limit = {SECONDS: LONGEST}
            with client.stream("POST", address, content=data, headers=headers, extensions=limit) as answer:
                return answer.status_code

        try:
            status = tries(once)
        except (httpx.HTTPError, NO_NAME) as error:
            how = State.FAILED if isinstance(error, (*NOT_CONNECTED, NO_NAME)) else State.SENDING
            return Left(how, line(str(error) or type(error).__name__))
    if 200 <= status < 300:
        return Left(State.SENT, str(status))
    return Left(State.FAILED if status in LATER else State.REFUSED, f"HTTP {status}")
