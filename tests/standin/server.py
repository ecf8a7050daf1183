"""The server: one host for the site and its nodes, told apart by the Host header."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from urllib.parse import parse_qs, parse_qsl, urlsplit

import httpx

from tests.standin import views
from tests.standin.frame import page
from tests.standin.head import Shown, head
from tests.standin.model import Event

MAIN = ("chess-results.com", "www.chess-results.com")


class Standin:
    """Serves invented events; a context manager. `transport` reaches it under the site's own names.

    `gate_opens` is what opens the gate of a gated event: "post" (the answer of the POST is the page,
    reported: section 3, Kusk24 and kahalm), "cookie" (only a GET after the POST, reported: Bruno) or
    "never". `unknown` is the status for a number that is no tournament: 404 (reported: section 1,
    markjonleonard) or 200 with "Record not found" (reported: Bruno).
    """

    def __init__(self, events: Iterable[Event], *, gate_opens: str = "post", unknown: int = 404) -> None:
        self.events = {event.number: event for event in events}
        self.gate_opens = gate_opens
        self.unknown = unknown
        self.requests: list[tuple[str, str]] = []
        self.agents: list[str] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    def __enter__(self) -> Standin:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    @property
    def transport(self) -> MappedTransport:
        return MappedTransport(self.port)

    def answer(
        self, method: str, url: str, fields: dict[str, str], cookie: str
    ) -> tuple[int, dict[str, str], str]:
        """Status, headers and body for a request. `url` is absolute, with the name of the host."""
        self.requests.append((method, url))
        parts = urlsplit(url)
        stem = parts.path.strip("/").lower().removesuffix(".aspx").removeprefix("tnr")
        event = self.events.get(int(stem)) if stem.isdigit() else None
        if event is None:
            return self._nothing(parts.query)
        if parts.netloc in MAIN:
            # A POST to the main host is sent on as well, and so becomes a GET (reported: section 1).
            node = f"s{event.number % 3 + 1}"
            target = f"https://{node}.chess-results.com{parts.path}?{parts.query}&SNode=S0"
            return 302, {"Location": target}, ""
        opened = self.gate_opens == "post" and method == "POST" and "cb_alleDetails" in fields
        opened = opened or (
            self.gate_opens == "cookie" and method == "GET" and f"opened={event.number}" in cookie
        )
        headers = {"Set-Cookie": f"opened={event.number}; path=/"} if method == "POST" else {}
        return 200, headers, render(event, parts.query, parts.netloc.split(".")[0], opened=opened)

    def _nothing(self, query: str) -> tuple[int, dict[str, str], str]:
        if self.unknown == 404:
            return 404, {}, "<html><body><h1>Not found</h1></body></html>"
        return 200, {}, '<html><body><div class="error">Record not found</div></body></html>'


def render(event: Event, query: str, node: str, *, opened: bool = False) -> str:
    """The page of an event for a query string as the node has it."""
    asked = {name.lower(): values[-1] for name, values in parse_qs(query).items()}
    art = int(asked.get("art", "0"))
    rd = int(asked["rd"]) if "rd" in asked else None
    gated = event.gated and not opened
    shown = Shown(
        event, art, rd, details=asked.get("turdet") == "YES", gated=gated, flags=asked.get("flag") != "NO"
    )
    body = head(shown)
    if art == 2:
        # A round past the last is not refused: the last one is served (reported: section 2, Kusk24).
        number = min(rd or 1, event.round_count)
        body += views.pairings(shown, next((r for r in event.rounds if r.number == number), None))
    elif art == 5:
        body += views.crosstable(shown)
    elif art == 40:
        body += views.not_paired(shown)
    else:
        rows = None if asked.get("zeilen") == "99999" else views.CUT
        body += views.start_list(shown, rows, query)
    return page(event, query, node, body, post_fields=gated)


class MappedTransport(httpx.BaseTransport):
    """The network as it would be if the site and its nodes were this machine."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._inner = httpx.HTTPTransport()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        host = request.url.host
        assert host in MAIN or host.endswith(".chess-results.com"), f"the stand-in is not {host}"
        url = request.url.copy_with(scheme="http", host="127.0.0.1", port=self._port)
        mapped = httpx.Request(
            request.method, url, headers=request.headers, stream=request.stream, extensions=request.extensions
        )
        return self._inner.handle_request(mapped)

    def close(self) -> None:
        self._inner.close()


def _handler(standin: Standin) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            self._serve({})

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
            self._serve(dict(parse_qsl(body.decode(), keep_blank_values=True)))

        def _serve(self, fields: dict[str, str]) -> None:
            standin.agents.append(self.headers.get("User-Agent", ""))
            url = f"https://{self.headers['Host']}{self.path}"
            status, headers, text = standin.answer(self.command, url, fields, self.headers.get("Cookie", ""))
            body = text.encode()
            self.send_response_only(status)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """The tests need no log."""

    return Handler
