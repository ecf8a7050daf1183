"""Mail servers that lie: what they say is no number, more than they announced, or never ends."""

from __future__ import annotations

import socketserver
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import repeat
from typing import Any

import pytest

from office.mail import imap, imap_clients
from tests.office.mail.odd import serving
from tests.office.mail.shapes import NUMBER, SITE, mail
from tests.office.mail.test_notices import on, reported, settle
from tests.workplace import Said, Workplace

pytestmark = pytest.mark.slow

MAIL = mail(f"{SITE}/tnr{NUMBER}.aspx\r\n")
WORDS = ("SEARCH", "RFC822.SIZE", "BODY", "EXAMINE", "CAPABILITY")
FETCHED = b"* 1 FETCH (UID 1 BODY[] {%d}\r\n%b)\r\n"


class _Session(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        lies: dict[str, Any] = self.server.lies  # type: ignore[attr-defined]
        honest = {
            "hello": b"* OK [CAPABILITY IMAP4rev1] ready\r\n",
            "CAPABILITY": b"* CAPABILITY IMAP4rev1\r\n",
            "EXAMINE": b"* OK [UIDVALIDITY 7] valid\r\n",
            "SEARCH": b"* SEARCH 1\r\n",
            "SIZE": b"* 1 FETCH (UID 1 RFC822.SIZE %d)\r\n" % len(MAIL),
            "BODY": FETCHED % (len(MAIL), MAIL),
        }

        def say(what: str) -> None:
            said = lies.get(what, honest.get(what, b""))
            for part in [said] if isinstance(said, bytes) else said():
                self.wfile.write(part)

        with suppress(OSError):
            say("hello")
            while line := self.rfile.readline().decode():
                lies.get("asked", []).append(line)
                what = next((word for word in WORDS if word in line.upper()), "")
                say("SIZE" if what == "RFC822.SIZE" else what)
                self.wfile.write(b"%s OK done\r\n" % line.split()[0].encode())


@contextmanager
def liar(**lies: Any) -> Iterator[int]:
    with serving(_Session) as server:
        server.lies = lies
        yield int(server.server_address[1])


def look(desk: Workplace, port: int) -> Said:
    said = {"HOST": "127.0.0.1", "USER": "rating", "PASSWORD": "invented password", "SECURITY": "none"}
    for name, value in said.items():
        desk.monkeypatch.setenv(f"BANZUKE_IMAP_{name}", value)
    return desk.run("inbox", "--imap", "--port", port)


NOT_THERE, NOT_GIVEN = (75, "imap-lost"), (1, "mail-not-given")
NINES = b"9" * 5000
SLOW = "a mail by single signs"
"""What only a clock ends."""

LIES: dict[str, tuple[dict[str, Any], tuple[int, str] | None]] = {
    "no number of a mail": ({"SEARCH": b"* SEARCH one two\r\n"}, NOT_THERE),
    "a number that none has": ({"SEARCH": b"* SEARCH 99999999999999999999\r\n"}, NOT_THERE),
    "a number that cannot be read": ({"SEARCH": b"* SEARCH %b\r\n" % NINES}, NOT_THERE),
    "no text": ({"SEARCH": b"* SEARCH \xe9\r\n"}, NOT_THERE),
    "a hundred times the same": ({"SEARCH": b"* SEARCH %b\r\n" % (b"1 " * 100)}, None),
    "no size": ({"SIZE": b"* 1 FETCH (UID 1 RFC822.SIZE x)\r\n"}, None),
    "no word of a size": ({"SIZE": b"* 1 FETCH (UID 1)\r\n"}, None),
    "that it has none": ({"SIZE": b"* 1 FETCH (UID 1 RFC822.SIZE NIL)\r\n"}, None),
    "nothing of a mail when its size is asked": ({"SIZE": b""}, None),
    "neither a size nor a mail": ({"SIZE": b"", "BODY": b""}, NOT_GIVEN),
    "no mailbox that can be": ({"EXAMINE": b"* OK [UIDVALIDITY %b] v\r\n" % (b"9" * 30)}, NOT_THERE),
    "a mailbox that cannot be read": ({"EXAMINE": b"* OK [UIDVALIDITY %b] v\r\n" % NINES}, NOT_THERE),
    "what it cannot do": ({"CAPABILITY": b"* CAPABILITY \xe9\r\n"}, (75, "imap-unreachable")),
    "more than any machine holds": ({"BODY": b"* 1 FETCH (UID 1 BODY[] {99999999999999}\r\n"}, NOT_GIVEN),
    "more than numbers hold": ({"BODY": b"* 1 FETCH (UID 1 BODY[] {%b}\r\n" % (b"9" * 30)}, NOT_GIVEN),
    "more than is read": ({"BODY": b"* 1 FETCH (UID 1 BODY[] {%b}\r\n" % NINES}, NOT_GIVEN),
    "lines without end": ({"SEARCH": lambda: repeat(b"* 1 EXPUNGE\r\n" * 500)}, NOT_THERE),
    "a greeting without end": ({"hello": lambda: repeat(b"x" * 5000)}, (75, "imap-unreachable")),
    SLOW: ({"BODY": lambda: _slowly(FETCHED % (len(MAIL), MAIL))}, NOT_GIVEN),
}


def _slowly(data: bytes) -> Iterator[bytes]:
    for at in range(len(data)):
        time.sleep(0.02)
        yield data[at : at + 1]


@pytest.mark.parametrize("lie", LIES)
def test_a_mailbox_that_lies_is_named_and_left(desk: Workplace, lie: str) -> None:
    """Each was a fault of the program, took all memory or never came to an end."""
    lies, named = LIES[lie]
    for client in (imap_clients._Client, imap_clients._TlsClient):
        desk.monkeypatch.setattr(client, "MOST", 100_000)
        desk.monkeypatch.setattr(client, "SECONDS", 1.0 if lie == SLOW else 60.0)
    with liar(**lies) as port:
        said = look(desk, port)
    assert list(desk.folder.glob("fault-*")) == []
    if named is None:
        assert said.code == 0 and desk.rows("SELECT count(*) FROM message") == [(1,)]
    else:
        assert (said.code, said.problem()["code"]) == named


def test_of_a_mail_whose_size_is_not_told_no_more_is_read_than_tells_that_it_is_too_large(
    desk: Workplace,
) -> None:
    desk.monkeypatch.setattr(imap, "LARGEST", len(MAIL) - 1)
    asked: list[str] = []
    with liar(SIZE=b"", asked=asked) as port:
        said = look(desk, port)
        assert (said.code, said.problem()["code"]) == (3, "mail-too-large")
        assert said.problem()["found"] == "more than that"
        assert look(desk, port).code == 0  # it is known, and not fetched again
    assert [line.split("(")[1].strip() for line in asked if "BODY" in line] == [
        f"UID BODY.PEEK[]<0.{len(MAIL)}>)"
    ]


@pytest.mark.parametrize(
    ("at", "said", "state"),
    [
        ("end", b"what do you mean?\r\n", "sending"),
        ("end", b"354 and then?\r\n", "sending"),
        ("end", b"451 later\r\n", "failed"),
        ("end", b"554 spam\r\n", "refused"),
        ("end", b"250-yes\r\n" * 20_000, "sending"),
        ("RCPT", b"who?\r\n", "failed"),
        ("RCPT", b"250-yes\r\n" * 20_000, "failed"),
        ("DATA", b"no\r\n", "failed"),
    ],
)
def test_a_notice_is_noted_as_sent_by_a_yes_alone(desk: Workplace, at: str, said: bytes, state: str) -> None:
    on(desk, "read")
    reported(desk)
    with odd_smtp({at: said}) as told:
        settle(desk, told)
        desk.run("notices", "send")
        assert desk.rows("SELECT state FROM notice") == [(state,)]
        told.lies.clear()
        desk.run("notices", "send")
        assert desk.rows("SELECT state FROM notice") == [("sent" if state == "failed" else state,)]
        assert told.texts == (1 if at == "end" else 0) + (state == "failed")


def test_a_server_that_greets_without_end_is_left(desk: Workplace) -> None:
    on(desk, "read")
    reported(desk)
    with odd_smtp({"hello": b"220-hello\r\n" * 20_000}) as told:
        settle(desk, told)
        assert desk.run("notices", "send").problem()["code"] == "smtp-unreachable"
    assert desk.rows("SELECT count(*) FROM notice") == [(0,)]


class _Smtp(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        told: Any = self.server

        def say(at: str, line: bytes) -> None:
            self.wfile.write(told.lies.get(at, line))

        with suppress(OSError):
            say("hello", b"220 here\r\n")
            while line := self.rfile.readline():
                word = line.split()[0].decode().upper()
                say(word, b"354 go on\r\n" if word == "DATA" else b"250 yes\r\n")
                if word == "DATA" and "DATA" not in told.lies:
                    told.texts += len(b"".join(iter(self.rfile.readline, b".\r\n"))) > 0
                    say("end", b"250 taken\r\n")


@contextmanager
def odd_smtp(lies: dict[str, bytes]) -> Iterator[Any]:
    with serving(_Smtp) as told:
        told.lies, told.texts, told.port, told.security = lies, 0, told.server_address[1], "none"
        yield told
