"""A real HTTP server under the site's names: what it answers is passed in, well or badly as wanted."""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from urllib.parse import parse_qsl

import httpx

from scraper.wire import Wire

MAIN = ("chess-results.com", "www.chess-results.com")


@dataclass(frozen=True)
class Says:
    """One answer. `reset` closes the socket hard instead; `cut` stops the body after so many bytes with
    the connection closed; `drip` sends the body in pieces with a pause before each, in seconds."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    content_type: str | None = "text/html; charset=utf-8"
    reset: bool = False
    cut: int | None = None
    drip: float = 0.0


@dataclass(frozen=True)
class Asked:
    """One request. `url` is absolute, under the name the client used; `number` counts from 1."""

    method: str
    url: str
    number: int
    fields: dict[str, str]
    cookie: str


class Serving:
    """The server; a context manager. `requests` are the (method, URL) it got, `times` when, monotonic,
    `agents` by whom."""

    def __init__(self, answer: Callable[[Asked], Says]) -> None:
        self.answering = answer
        self.requests: list[tuple[str, str]] = []
        self.times: list[float] = []
        self.agents: list[str] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    def __enter__(self) -> Serving:
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
        """Reaches the server under the site's own names."""
        return MappedTransport(self.port)


class MappedTransport(httpx.BaseTransport):
    """The network as it would be if the site and its nodes were this machine."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._inner = Wire()

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


def _handler(serving: Serving) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            serving.times.append(time.monotonic())
            serving.agents.append(self.headers.get("User-Agent", ""))
            body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
            url = f"https://{self.headers['Host']}{self.path}"
            serving.requests.append((self.command, url))
            fields = dict(parse_qsl(body.decode(), keep_blank_values=True))
            number = len(serving.requests)
            asked = Asked(self.command, url, number, fields, self.headers.get("Cookie", ""))
            says = serving.answering(asked)
            if says.reset:
                # Lingering for zero seconds makes the kernel send a reset instead of an end.
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                self.close_connection = True
                self.connection.close()
                return
            self.send_response_only(says.status)
            if says.content_type is not None:
                self.send_header("Content-Type", says.content_type)
            for name, value in says.headers.items():
                self.send_header(name, value.encode().decode("latin-1"))  # as UTF-8
            self.send_header("Content-Length", str(len(says.body)))
            self.end_headers()
            try:
                self._send(says)
            except OSError:
                # The client has had enough.
                self.close_connection = True

        do_POST = do_GET

        def _send(self, says: Says) -> None:
            body = says.body if says.cut is None else says.body[: says.cut]
            if says.drip:
                for start in range(0, len(body), 8):
                    time.sleep(says.drip)
                    self.wfile.write(body[start : start + 8])
                    self.wfile.flush()
            else:
                self.wfile.write(body)
            if says.cut is not None:
                self.close_connection = True

        def finish(self) -> None:
            try:
                super().finish()
            except (OSError, ValueError):
                # The socket is closed already, as `reset` wanted.
                return

        def log_message(self, format: str, *args: object) -> None:
            """The tests need no log."""

    return Handler
