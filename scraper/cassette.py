"""Cassettes: conversations with the site, recorded once and replayed in place of the network.

A cassette is a folder: `conversation.json` lists the exchanges in order, each with the request
(method, URL, names of the posted fields) and the answer (status, headers that matter, file of the
body); the bodies lie beside it as they came. A request is known by method, URL and field names, so a
repeated one gets the same answer; what is not recorded is an error that names it.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx

from scraper.errors import NotRecorded, ScraperError

CONVERSATION = "conversation.json"
_HEADERS = ("content-type", "location", "retry-after", "set-cookie")

Key = tuple[str, str, tuple[str, ...]]


class CassetteError(ScraperError):
    """The cassette cannot be used as it is."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """One exchange: the request by its key, and the answer."""

    method: str
    url: str
    fields: tuple[str, ...]
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    @property
    def key(self) -> Key:
        return (self.method, self.url, tuple(sorted(self.fields)))


class CassetteTransport(httpx.BaseTransport):
    """Replays one cassette, or several as if they were one. Never touches the network, never waits."""

    def __init__(self, *folders: Path) -> None:
        self._answers: dict[Key, Recorded] = {}
        self._place = ", ".join(folder.name for folder in folders)
        for folder in folders:
            for recorded in read_cassette(folder):
                _know(self._answers, recorded, folder)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        key = _key(request)
        recorded = self._answers.get(key)
        if recorded is None:
            raise NotRecorded(
                f"cassette {self._place}", f"one of {len(self._answers)} recorded requests", _words(key)
            )
        return httpx.Response(recorded.status, headers=list(recorded.headers), content=recorded.body)


class RecordingTransport(httpx.BaseTransport):
    """Passes requests on to another transport and remembers what was said; `save` writes the cassette."""

    def __init__(self, inner: httpx.BaseTransport) -> None:
        self._inner = inner
        self.exchanges: list[Recorded] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        request.read()
        response = self._inner.handle_request(request)
        try:
            body = response.read()
        finally:
            response.close()
        headers = tuple((k.lower(), v) for k, v in response.headers.multi_items() if k.lower() in _HEADERS)
        method, url, fields = _key(request)
        recorded = Recorded(method, url, fields, response.status_code, headers, body)
        if recorded not in self.exchanges:
            self.exchanges.append(recorded)
        return httpx.Response(response.status_code, headers=list(headers), content=body)

    def close(self) -> None:
        self._inner.close()

    def save(self, folder: Path, about: str) -> None:
        """Write the cassette in place of what lies in the folder; the same talk gives the same bytes."""
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.html"):
            old.unlink()
        lines: list[dict[str, Any]] = []
        known: dict[Key, Recorded] = {}
        for number, recorded in enumerate(self.exchanges, start=1):
            _know(known, recorded, folder)
            file = f"{number:02}-{_slug(recorded)}.html" if recorded.body else None
            if file is not None:
                (folder / file).write_bytes(recorded.body)
            request = {"method": recorded.method, "url": recorded.url, "fields": list(recorded.fields)}
            response = {"status": recorded.status, "headers": list(recorded.headers), "body": file}
            lines.append({"request": request, "response": response})
        document = json.dumps({"about": about, "exchanges": lines}, ensure_ascii=False, indent=1)
        (folder / CONVERSATION).write_text(document + "\n", encoding="utf-8", newline="\n")


def _know(answers: dict[Key, Recorded], recorded: Recorded, folder: Path) -> None:
    if answers.setdefault(recorded.key, recorded) != recorded:
        raise _damaged(folder, "one answer to each request", f"two to {_words(recorded.key)}")


def read_cassette(folder: Path) -> list[Recorded]:
    """The exchanges of a cassette in their order; a CassetteError if it is not whole."""
    try:
        document = json.loads((folder / CONVERSATION).read_text(encoding="utf-8"))
        return [_recorded(folder, plain) for plain in document["exchanges"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise _damaged(folder, "a whole conversation", f"{type(error).__name__}: {error}") from error


def _recorded(folder: Path, plain: dict[str, Any]) -> Recorded:
    request, response = plain["request"], plain["response"]
    file = response["body"]
    if file is not None and (folder / file).parent != folder:
        raise ValueError(f"the body {file!r} lies outside the cassette")
    return Recorded(
        method=request["method"],
        url=request["url"],
        fields=tuple(request["fields"]),
        status=int(response["status"]),
        headers=tuple((name, value) for name, value in response["headers"]),
        body=b"" if file is None else (folder / file).read_bytes(),
    )


def _key(request: httpx.Request) -> Key:
    fields = parse_qsl(request.read().decode("utf-8", "replace"), keep_blank_values=True)
    return (request.method, str(request.url), tuple(sorted(name for name, _ in fields)))


def _slug(recorded: Recorded) -> str:
    parts = urlsplit(recorded.url)
    query = dict(parse_qsl(parts.query))
    words = [recorded.method.lower(), Path(parts.path).stem]
    words += [f"{name}{query[name]}" for name in ("art", "rd") if name in query]
    words += [] if recorded.status == 200 else [str(recorded.status)]
    return re.sub(r"[^A-Za-z0-9-]+", "", "-".join(words))


def _words(key: Key) -> str:
    method, url, fields = key
    return f"{method} {url}" + (f" with the fields {', '.join(fields)}" if fields else "")


def _damaged(folder: Path, expected: str, found: str) -> CassetteError:
    return CassetteError.because("cassette-damaged", f"cassette {folder.name}", expected, found)
