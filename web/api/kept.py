"""Answers of the API: worked out once for as long as nothing is stored, and sent again only to who does not
have them. And what went wrong, for programs: problem details of RFC 9457, in the language asked for."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from sqlmodel import Session
from starlette.requests import Request
from starlette.responses import Response

from importer.plain_text import written
from office.database.state import Watch
from office.words import _, language, speak
from office.words.codes import meaning
from office.words.problems import ProblemLike, in_language
from web.desk import Desk
from web.who import accepted

AT = "/api/"
"""How the addresses begin of which programs ask."""
KIND = "application/problem+json"
MOST = 32_000_000
"""Bytes of answers that are kept at hand."""
EACH = 500
"""Reckoned for each answer beside its address and its bytes."""
TURNS = 64
"""Locks among which addresses are shared out."""
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

    def answer(
        self,
        request: Request,
        make: Callable[[Session], Any],
        *,
        part: tuple[int, int] | None = None,
        alone: bool = False,
    ) -> Response:
        """The answer to a request: plain values as JSON, with their ETag, and 304 for who has them. `part`:
        how many are passed over and told, where that is asked for; nothing else behind the ? makes the desk
        work once more. `alone`: it is worked out for one at a time, because it takes long."""
        desk: Desk = request.app.state.desk
        now = self._watch.state(desk.office.engine)
        at = f"{request.url.path}?{part or ''}"
        found = self._held(at, now)
        if found is None:
            # Whoever asks for what is being worked out waits for it, and does not work it out as well.
            with self._working if alone else self._turns[hash(at) % len(self._turns)]:
                found = self._held(at, now) or self._made(desk, at, now, make)
        body, tag = found
        headers = {"etag": tag, "cache-control": FRESH}
        if _has(request, tag):
            return Response(status_code=304, headers=headers)
        return Response(body, media_type="application/json", headers=headers)

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
            self._size += _taken(at, body) - (_taken(at, before[1]) if before else 0)
            self._found[at] = (now, body, tag)
            while self._size > MOST:
                gone, (_mark, of, _tag) = self._found.popitem(last=False)
                self._size -= _taken(gone, of)
        return body, tag


def _taken(at: str, body: bytes) -> int:
    """Bytes that an answer takes: an address can be longer than what is answered."""
    return EACH + len(at) + len(body)


def as_json(values: Any) -> bytes:
    """Plain values in UTF-8, the same values the same bytes."""
    return written(json.dumps(values, ensure_ascii=False, separators=(",", ":")))


def _has(request: Request, tag: str) -> bool:
    """Whether who asks has this already (RFC 9110, 13.1.2): weak or strong, it is the same here."""
    given = ",".join(request.headers.getlist("if-none-match"))[:4000]
    known = {one.strip().removeprefix("W/") for one in given.split(",")}
    return tag in known or "*" in known


def is_api(path: str) -> bool:
    """Whether an answer to this address is for a program."""
    return path.startswith(AT)


def problem_answer(
    request: Request, problems: Sequence[ProblemLike], status: int, headers: Mapping[str, str] | None = None
) -> Response:
    """Problems as one answer; the first gives type, title and detail."""
    speak(accepted(request))
    told = [in_language(one) for one in problems]
    first = told[0]
    values = {
        "type": f"{AT}v1/problems/{first.code}",
        "title": meaning(first.code),
        "status": status,
        "detail": _(
            "{place}: {found}; expected {expected}",
            place=first.place,
            found=first.found,
            expected=first.expected,
        ),
        "instance": request.url.path,
        "problems": [
            {name: getattr(one, name) for name in ("code", "place", "expected", "found", "remedy")}
            for one in told
        ],
    }
    limits = request.scope.get("state", {}).get("ratelimit", {})
    sent = {**limits, **(headers or {}), "content-language": language(), "vary": "accept-language"}
    if status == 401:
        sent["www-authenticate"] = 'Bearer realm="Banzuke"'
    return Response(as_json(values), status, sent, KIND)
