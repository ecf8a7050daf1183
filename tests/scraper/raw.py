"""A socket under the site's names that answers with the bytes, and in the time, that a test says."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from types import TracebackType

Answer = Callable[[socket.socket, threading.Event], None]
"""Sends what it likes on a connection whose request was read; the event says that the test is over."""


class RawServer:
    """A context manager. `heads` are the requests it got; `reads` False: it does not even read them."""

    def __init__(self, answer: Answer, *, reads: bool = True) -> None:
        self.heads: list[bytes] = []
        self._answer = answer
        self._reads = reads
        self._over = threading.Event()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> RawServer:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        # A closed socket does not wake who waits for it; a last connection does.
        socket.create_connection(self._listening.getsockname()).close()
        self._thread.join(5)
        self._listening.close()

    @property
    def port(self) -> int:
        return int(self._listening.getsockname()[1])

    def _serve(self) -> None:
        while True:
            connection, _ = self._listening.accept()
            if self._over.is_set():
                connection.close()
                return
            threading.Thread(target=self._one, args=(connection,), daemon=True).start()

    def _one(self, connection: socket.socket) -> None:
        with connection:
            try:
                while self._reads:
                    head = b""
                    while b"\r\n\r\n" not in head:
                        more = connection.recv(65536)
                        if not more:
                            return
                        head += more
                    self.heads.append(head)
                    self._answer(connection, self._over)
                self._answer(connection, self._over)
            except OSError:
                return  # the client has had enough
