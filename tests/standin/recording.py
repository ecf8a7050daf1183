"""Conversations with the stand-in recorded as cassettes (scraper/cassette.py)."""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx

from scraper.cassette import CONVERSATION, Key, Recorded, key_of, know

_HEADERS = ("content-type", "location", "retry-after", "set-cookie")


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
        method, url, fields = key_of(request)
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
            know(known, recorded, folder)
            file = f"{number:02}-{_slug(recorded)}.html" if recorded.body else None
            if file is not None:
                (folder / file).write_bytes(recorded.body)
            request = {"method": recorded.method, "url": recorded.url, "fields": list(recorded.fields)}
            response = {"status": recorded.status, "headers": list(recorded.headers), "body": file}
            lines.append({"request": request, "response": response})
        document = json.dumps({"about": about, "exchanges": lines}, ensure_ascii=False, indent=1)
        (folder / CONVERSATION).write_text(document + "\n", encoding="utf-8", newline="\n")


def _slug(recorded: Recorded) -> str:
    parts = urlsplit(recorded.url)
    query = dict(parse_qsl(parts.query))
    words = [recorded.method.lower(), Path(parts.path).stem]
    words += [f"{name}{query[name]}" for name in ("art", "rd") if name in query]
    words += [] if recorded.status == 200 else [str(recorded.status)]
    return re.sub(r"[^A-Za-z0-9-]+", "", "-".join(words))
