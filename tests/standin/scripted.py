"""A real HTTP server under the site's names that answers as a test says: late, broken, or too much."""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType

from tests.standin.server import MappedTransport

PAGE = b"<html><head><title>a page</title></head><body><h2>invented</h2></body></html>"


@dataclass(frozen=True)
class Says:
    """One answer. `reset` closes the socket hard instead; `cut` stops the body after so many bytes with
    the connection closed; `drip` sends the body in pieces with a pause before each, in seconds."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = PAGE
    content_type: str | None = "text/html; charset=utf-8"
    reset: bool = False
    cut: int | None = None
    drip: float = 0.0


Script = Callable[[str, str, int], Says]
"""From method, URL (as the client sees it) and the number of the request, counted from 1."""


class Scripted:
    """The server; a context manager. `requests` are the (method, URL) it got, `times` when, monotonic."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.requests: list[tuple[str, str]] = []
        self.times: list[float] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    def __enter__(self) -> Scripted:
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


def in_turn(*answers: Says) -> Script:
    """One answer after the other; the last one for ever."""
    return lambda method, url, number: answers[min(number, len(answers)) - 1]


def _handler(scripted: Scripted) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            scripted.times.append(time.monotonic())
            self.rfile.read(int(self.headers.get("Content-Length", "0")))
            url = f"https://{self.headers['Host']}{self.path}"
            scripted.requests.append((self.command, url))
            says = scripted.script(self.command, url, len(scripted.requests))
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
                self.send_header(name, value)
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
