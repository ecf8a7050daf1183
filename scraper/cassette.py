"""Cassettes: conversations with the site, recorded once and replayed in place of the network.

A cassette is a folder: `conversation.json` lists the exchanges in order, each with the request
(method, URL, names of the posted fields) and the answer (status, headers that matter, file of the
body); the bodies lie beside it as they came. A request is known by method, URL and field names, so a
repeated one gets the same answer; what is not recorded is an error that names it.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import httpx

from scraper.errors import NotRecorded, ScraperError

CONVERSATION = "conversation.json"

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
                know(self._answers, recorded, folder)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        key = key_of(request)
        recorded = self._answers.get(key)
        if recorded is None:
            raise NotRecorded(
                f"cassette {self._place}", f"one of {len(self._answers)} recorded requests", _words(key)
            )
        return httpx.Response(recorded.status, headers=list(recorded.headers), content=recorded.body)


def know(answers: dict[Key, Recorded], recorded: Recorded, folder: Path) -> None:
    """Adds an exchange to those that are known; a CassetteError where its request has another answer."""
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


def key_of(request: httpx.Request) -> Key:
    """What a request is known by."""
    fields = parse_qsl(request.read().decode("utf-8", "replace"), keep_blank_values=True)
    return (request.method, str(request.url), tuple(sorted(name for name, _ in fields)))


def _words(key: Key) -> str:
    method, url, fields = key
    return f"{method} {url}" + (f" with the fields {', '.join(fields)}" if fields else "")


def _damaged(folder: Path, expected: str, found: str) -> CassetteError:
    return CassetteError.because("cassette-damaged", f"cassette {folder.name}", expected, found)
