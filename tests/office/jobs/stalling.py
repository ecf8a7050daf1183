"""A way to a server that comes to a stop in the middle: of its first connection it passes on what the server
says until some bytes have gone by, and then nothing more. Later connections are whole."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from types import TracebackType


class Stalling:
    """Listens on `port`. `stalled`: the first connection stands still; `given_up`: whoever asked is gone."""

    def __init__(self, port: int, until: bytes) -> None:
        self._to, self._until = port, until
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self.connections = 0
        self.stalled, self.given_up, self._ended = threading.Event(), threading.Event(), threading.Event()
        self._threads = [threading.Thread(target=self._accept)]

    def __enter__(self) -> Stalling:
        self._threads[0].start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        for thread in self._threads:
            thread.join(20)

    def _accept(self) -> None:
        while not self._ended.is_set():
            try:
                asking, _ = self._listening.accept()
            except OSError:
                return
            self.connections += 1
            server = socket.create_connection(("127.0.0.1", self._to))
            first = self.connections == 1
            for way in ((asking, server, False), (server, asking, first)):
                thread = threading.Thread(target=self._pass, args=way)
                self._threads.append(thread)
                thread.start()

    def _pass(self, one: socket.socket, other: socket.socket, stalls: bool) -> None:
        seen = b""
        while True:
            try:
                data = one.recv(65536)
            except OSError:
                data = b""
            seen += data
            if stalls and self._until in seen:
                self.stalled.set()
                self._ended.wait(60)
                data = b""
            if not data:
                if not stalls:
                    self.given_up.set()
                for each in (one, other):
                    with suppress(OSError):
                        each.shutdown(socket.SHUT_RDWR)
                    each.close()
                return
            try:
                other.sendall(data)
            except OSError:
                continue
