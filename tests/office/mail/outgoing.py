"""A real mail server (SMTP) and a real HTTPS server on loopback, which do as a test tells them."""

from __future__ import annotations

import base64
import socketserver
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


@dataclass
class Smtp:
    """What the server does and has got. `answers`: by address, what it says to a recipient; `breaks`: where
    it hangs up (`data`: when it is to take the text; `taken`: when it has it, and says nothing); `hold`:
    where set, it waits there with the text in hand until the test lets it go; `most`: so many mails a
    connection brings, before the next it says 421 (as Exim 4.96, which leaves it open) or, where `idle`,
    hangs up; `login`: what it says to every login."""

    port: int = 0
    security: str = "none"
    certificate: Path | None = None
    password: str | None = None
    answers: dict[str, bytes] = field(default_factory=dict)
    breaks: str = ""
    hold: threading.Event | None = None
    got: list[tuple[str, bytes]] = field(default_factory=list)
    reached: threading.Event = field(default_factory=threading.Event)
    sessions: int = 0
    most: int | None = None
    idle: bool = False
    login: bytes = b""

    def context(self) -> ssl.SSLContext:
        assert self.certificate is not None
        made = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        made.load_cert_chain(self.certificate)
        return made


class _Session(socketserver.StreamRequestHandler):
    def say(self, line: bytes) -> None:
        self.wfile.write(line + b"\r\n")
        self.wfile.flush()

    def finish(self) -> None:
        with suppress(OSError, ValueError):
            super().finish()
        self.connection.close()

    def handle(self) -> None:
        with suppress(OSError, ValueError):  # the other side is gone
            self._handle(self.server.told)  # type: ignore[attr-defined]

    def _handle(self, told: Smtp) -> None:
        told.sessions += 1
        if told.security == "tls":
            self._protect(told)
        self.say(b"220 mail.example.jp ESMTP")
        recipient, brought = "", 0
        while line := self.rfile.readline():
            word = line.split()[0].upper() if line.split() else b""
            if word in (b"EHLO", b"HELO"):
                more = [b"mail.example.jp"] + ([b"STARTTLS"] if told.security == "starttls" else [])
                more += [b"AUTH PLAIN LOGIN"] if told.password else []
                for part in more:
                    self.say(b"250-" + part)
                self.say(b"250 8BITMIME")
            elif word == b"STARTTLS":
                self.say(b"220 go on")
                self._protect(told)
            elif word == b"AUTH":
                given = base64.b64decode(line.split()[2]).split(b"\0")[-1] if len(line.split()) > 2 else b""
                right = told.password is not None and given == told.password.encode()
                self.say(
                    told.login or (b"235 come in" if right else b"535 5.7.8 not this password: " + given)
                )
            elif word == b"MAIL" and brought == told.most:
                if told.idle:
                    return
                self.say(b"421 too many messages in this connection")
            elif word == b"RCPT":
                recipient = line.decode().partition("<")[2].partition(">")[0]
                self.say(told.answers.get(recipient, b"250 yes"))
            elif word == b"DATA":
                if told.breaks == "data":
                    return
                self.say(b"354 go on")
                text = b"".join(iter(self.rfile.readline, b".\r\n"))
                told.got.append((recipient, text))
                told.reached.set()
                if told.hold is not None:
                    told.hold.wait(30)
                if told.breaks == "taken":
                    return
                self.say(b"250 taken")
                brought += 1
            elif word == b"QUIT":
                self.say(b"221 bye")
                return
            else:
                self.say(b"250 yes")

    def _protect(self, told: Smtp) -> None:
        self.connection = told.context().wrap_socket(self.connection, server_side=True)
        self.rfile = self.connection.makefile("rb")
        self.wfile = self.connection.makefile("wb")  # type: ignore[assignment]


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


@contextmanager
def smtp_server(told: Smtp) -> Iterator[Smtp]:
    """The server while a test runs; `told` may be changed meanwhile."""
    with _Server(("127.0.0.1", told.port), _Session) as server:
        server.told = told  # type: ignore[attr-defined]
        told.port = server.server_address[1]
        with _running(server):
            yield told


DRIPS = 150
"""So often a server that drips says the same: for longer than any test waits."""


@dataclass
class Https:
    """What the server answers, one status after the other, the last for ever; and what it has got. `drips`:
    what it says before, over and over, a piece each tenth of a second."""

    certificate: Path
    answers: list[int] = field(default_factory=lambda: [200])
    location: str = ""
    drips: bytes = b""
    got: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    port: int = 0


@contextmanager
def https_server(told: Https) -> Iterator[Https]:
    """A server that takes what is posted."""

    class Taking(BaseHTTPRequestHandler):
        def handle(self) -> None:
            with suppress(OSError):  # the other side is gone
                super().handle()

        def do_POST(self) -> None:
            data = self.rfile.read(int(self.headers["content-length"]))
            told.got.append((dict(self.headers.items()), data))
            for _ in range(DRIPS if told.drips else 0):
                self.wfile.write(told.drips)
                time.sleep(0.1)
            status = told.answers.pop(0) if len(told.answers) > 1 else told.answers[0]
            if status == 0:
                self.close_connection = True
                return
            self.send_response(status)
            self.send_header("content-length", "0")
            if told.location:
                self.send_header("location", told.location)
            self.end_headers()

        def log_message(self, *_given: Any) -> None:
            pass

    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(told.certificate)
    with ThreadingHTTPServer(("127.0.0.1", told.port), Taking) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        told.port = server.server_address[1]
        with _running(server):
            yield told


@contextmanager
def _running(server: socketserver.BaseServer) -> Iterator[None]:
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join(10)
