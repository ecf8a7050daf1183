"""An IMAP server on loopback that does not hand out a mail, as real ones were seen to do it:

* `hangs up`, Dovecot 2.3.19 with a file that it may not read: says why, and closes the connection;
* `breaks off`, Dovecot 2.3.19 with a file that was cut: announces the mail, and closes the connection;
* `placeholder`, Courier 5.0.13 with a file that is gone or that it may not read: a mail of its own instead;
* `no longer exists`, Cyrus 3.6.1 with a file that is gone or that it may not read: goes on without the mail;
* `nil`, Cyrus 3.6.1 with a file that was cut: a mail of nothing.
"""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from office.mail.imap import GONE


@dataclass
class Odd:
    """What the server does. `mails`: by number; `how`: what it does with those named; `deleted`: those that
    others deleted, which it tells with the next NOOP; `unsized`: it has to read those to tell their
    size; `login`, `folder`: what it says to the login and to the folder; `validity`: its UIDVALIDITY, another
    one with each connection where there are several."""

    mails: dict[int, bytes]
    how: dict[int, str] = field(default_factory=dict)
    deleted: set[int] = field(default_factory=set)
    unsized: set[int] = field(default_factory=set)
    login: str = "OK Logged in"
    folder: str = "OK [READ-ONLY] done"
    validity: list[int] = field(default_factory=lambda: [7])
    port: int = 0
    sessions: int = 0
    asked: list[int] = field(default_factory=list)


class _Session(socketserver.StreamRequestHandler):
    def say(self, text: str, raw: bytes = b"", end: str = "") -> None:
        self.wfile.write(text.encode() + raw + end.encode() + b"\r\n")

    def handle(self) -> None:
        told: Odd = self.server.told  # type: ignore[attr-defined]
        told.sessions += 1
        with suppress(OSError):
            self.say("* OK [CAPABILITY IMAP4rev1] ready")
            while line := self.rfile.readline().decode():
                tag, word, *rest = line.split()
                if not self.answer(told, tag, word.upper(), rest):
                    return

    def answer(self, told: Odd, tag: str, word: str, rest: list[str]) -> bool:
        """Answers a command; whether the connection stands."""
        said = "OK done"
        if word == "CAPABILITY":
            self.say("* CAPABILITY IMAP4rev1")
        elif word == "LOGIN":
            said = told.login
        elif word == "EXAMINE":
            said = told.folder
            number = told.validity[min(told.sessions, len(told.validity)) - 1]
            self.say(f"* OK [UIDVALIDITY {number}] valid")
        elif word == "LIST":
            for name in ('"&WDFUSg-"', "INBOX", "INBOX.Reports"):
                self.say(f'* LIST (\\HasNoChildren) "." {name}')
            self.say('* LIST (\\Noselect) "." shared')
        elif word == "NOOP":
            for uid in told.deleted:
                told.mails.pop(uid, None)
        elif word == "UID" and rest[0].upper() == "SEARCH":
            self.say("* SEARCH " + " ".join(map(str, told.mails)))
        elif word == "UID":
            uids = [int(n) for n in rest[1].split(",") if int(n) in told.mails]
            if not all(self.fetch(told, uid, whole="BODY" in rest[2] + rest[-1]) for uid in uids):
                return False
        self.say(f"{tag} {said}")
        return word != "LOGOUT"

    def fetch(self, told: Odd, uid: int, *, whole: bool) -> bool:
        raw, how = told.mails[uid], told.how.get(uid, "")
        if not whole and uid not in told.unsized:
            self.say(f"* {uid} FETCH (UID {uid} RFC822.SIZE {len(raw)})")
            return True
        told.asked.append(uid)
        if how == "hangs up":
            self.say("* BYE FETCH failed: Internal error occurred. Refer to server log.")
        elif how == "breaks off":
            self.say(f"* {uid} FETCH (UID {uid} BODY[] {{{len(raw)}}}")
        elif how == "no longer exists":
            self.say(f"* OK Message {uid} no longer exists")
        elif how == "nil":
            self.say(f"* {uid} FETCH (UID {uid} BODY[] NIL)")
        elif whole:
            raw = GONE if how == "placeholder" else raw
            self.say(f"* {uid} FETCH (BODY[] {{{len(raw)}}}", b"\r\n" + raw, f" UID {uid})")
        else:
            self.say(f"* {uid} FETCH (UID {uid} RFC822.SIZE {len(raw)})")
        return how not in ("hangs up", "breaks off")


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


@contextmanager
def serving(handler: type[socketserver.StreamRequestHandler]) -> Iterator[Any]:
    """A server whose sessions are these, while a test runs."""
    with _Server(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join(10)


@contextmanager
def odd_server(told: Odd) -> Iterator[Odd]:
    """The server while a test runs; `told` may be changed meanwhile."""
    with serving(_Session) as server:
        server.told, told.port = told, server.server_address[1]
        yield told
