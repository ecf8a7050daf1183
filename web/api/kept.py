"""Answers of the API: worked out once for as long as nothing is stored, and sent again only to who does not
have them."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from sqlmodel import Session
from starlette.requests import Request
from starlette.responses import Response

from importer.plain_text import written
from office.database.state import Watch
from web.desk import Desk

MOST = 32_000_000
"""Bytes of answers that are kept at hand."""
TURNS = 64
"""Locks among which addresses are shared out."""
ASKED = ("first", "most")
"""What behind the ? makes another answer: anything else does not make the desk work once more."""
FRESH = "public, no-cache"
"""An answer may be kept by whoever gets it, and is asked about each time: who asks to be withheld is so at
once."""


@dataclass
class KeptAnswers:
    """Answers by their address, each with the state of the database it was worked out under."""

    _watch: Watch
    _found: OrderedDict[str, tuple[object, bytes, str]] = field(default_factory=OrderedDict)
    _size: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _working: threading.Lock = field(default_factory=threading.Lock)
    _turns: tuple[threading.Lock, ...] = field(
        default_factory=lambda: tuple(threading.Lock() for _ in range(TURNS))
    )

    def answer(self, request: Request, make: Callable[[Session], Any], *, alone: bool = False) -> Response:
        """The answer to a request: plain values as JSON, with their ETag, and 304 for who has them. `alone`:
        it is worked out for one at a time, because it takes long."""
        desk: Desk = request.app.state.desk
        now = self._watch.state(desk.office.engine)
        at = _known_as(request)
        found = self._held(at, now)
        if found is None:
            with self._working if alone else self._turn(at):
                found = self._held(at, now) or self._made(desk, at, now, make)
        body, tag = found
        headers = {"etag": tag, "cache-control": FRESH}
        if _has(request, tag):
            return Response(status_code=304, headers=headers)
        return Response(body, media_type="application/json", headers=headers)

    def _turn(self, at: str) -> threading.Lock:
        """Whoever asks for what is being worked out waits for it, and does not work it out as well."""
        return self._turns[hash(at) % len(self._turns)]

    def _held(self, at: str, now: object) -> tuple[bytes, str] | None:
        with self._lock:
            found = self._found.get(at)
            if found is None or now is None or found[0] != now:
                return None
            self._found.move_to_end(at)
            return found[1:]

    def _made(self, desk: Desk, at: str, now: object, make: Callable[[Session], Any]) -> tuple[bytes, str]:
        with desk.office.reading() as session:
            body = as_json(make(session))
        tag = f'"{sha256(body).hexdigest()[:32]}"'
        with self._lock:
            before = self._found.pop(at, None)
            self._size += len(body) - (len(before[1]) if before else 0)
            self._found[at] = (now, body, tag)
            while self._size > MOST:
                _at, (_mark, gone, _tag) = self._found.popitem(last=False)
                self._size -= len(gone)
        return body, tag


def _known_as(request: Request) -> str:
    given = [f"{name}={value}" for name in ASKED for value in request.query_params.getlist(name)]
    return f"{request.url.path}?{'&'.join(given)}"


def as_json(values: Any) -> bytes:
    """Plain values in UTF-8, the same values the same bytes."""
    return written(json.dumps(values, ensure_ascii=False, separators=(",", ":")))


def _has(request: Request, tag: str) -> bool:
    """Whether who asks has this already (RFC 9110, 13.1.2): weak or strong, it is the same here."""
    given = ",".join(request.headers.getlist("if-none-match"))[:4000]
    known = {one.strip().removeprefix("W/") for one in given.split(",")}
    return tag in known or "*" in known
