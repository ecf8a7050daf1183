"""Answers that would hang a client, fill its memory or make it fail: each named, in bounded time."""

from __future__ import annotations

import gzip
import itertools
import socket
import threading
import time
import tracemalloc
import zlib
from collections.abc import Iterable
from pathlib import Path

import httpx
import pytest

from scraper.archive import FileArchive
from scraper.client import Client
from scraper.clock import Clock
from scraper.errors import FetchError
from scraper.request import Limits
from scraper.wire import SECONDS, Wire
from tests.scraper.fakes import FakeTime
from tests.scraper.raw import Answer, RawServer
from tests.standin.scripted import PAGE
from tests.standin.serving import MappedTransport

pytestmark = pytest.mark.slow

ADDRESS = "https://chess-results.com/tnr1234567.aspx?lan=1&art=0"
REQUEST = 0.5
"""Seconds that a request may take in these tests."""

LONGEST = 20.0
"""Seconds within which each of them is over."""

OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"


def dripped(pieces: Iterable[bytes], pause: float) -> Answer:
    """Sends the pieces with a pause after each, for as long as the test lasts."""

    def answer(connection: socket.socket, over: threading.Event) -> None:
        for piece in pieces:
            connection.sendall(piece)
            if over.wait(pause):
                return

    return answer


def said(*bytes_: bytes) -> Answer:
    """Sends one answer and closes."""

    def answer(connection: socket.socket, over: threading.Event) -> None:
        connection.sendall(b"".join(bytes_))
        connection.shutdown(socket.SHUT_WR)

    return answer


def packed(encoding: str, body: bytes) -> Answer:
    return said(OK, f"Content-Encoding: {encoding}\r\nContent-Length: {len(body)}\r\n\r\n".encode(), body)


def outcome(
    folder: Path, answer: Answer, clock: Clock | None = None, **limits: float
) -> tuple[str, bytes, float]:
    """The code of the problem or "page", the body, and the seconds it took."""
    known = {"silence": 60.0, "request": 60.0, "attempts": 1, "body": 2_000_000} | limits
    began = time.monotonic()
    with (
        RawServer(answer) as server,
        Client(
            FileArchive(folder),
            transport=MappedTransport(server.port),
            clock=clock,
            limits=Limits(**known),  # type: ignore[arg-type]
        ) as client,
    ):
        try:
            code, body = "page", client.get(ADDRESS).page.body
        except FetchError as error:
            problem = error.problem
            assert problem.place == ADDRESS
            assert problem.expected and problem.found and problem.remedy
            code, body = problem.code, b""
        return code, body, time.monotonic() - began


def each(data: bytes) -> Iterable[bytes]:
    return (data[i : i + 1] for i in range(len(data)))


ENDLESS: dict[str, tuple[Answer, set[str]]] = {
    "silence": (dripped([b""], 60), {"timed-out"}),
    "a status line byte by byte": (dripped(itertools.repeat(b"H"), 0.02), {"timed-out", "connection-failed"}),
    "a header byte by byte": (
        dripped(itertools.chain([OK, b"X-Slow: "], itertools.repeat(b"a")), 0.02),
        {"timed-out"},
    ),
    "headers without end": (
        dripped(itertools.chain([OK], (b"X-%d: a\r\n" % n for n in itertools.count())), 0.02),
        {"timed-out"},
    ),
    "headers without end, fast": (
        dripped(itertools.chain([OK], (b"X-%d: a\r\n" % n for n in itertools.count())), 0),
        {"timed-out", "connection-failed"},
    ),
    "100 Continue for ever": (
        dripped(itertools.repeat(b"HTTP/1.1 100 Continue\r\n\r\n"), 0.01),
        {"timed-out"},
    ),
    "100 Continue for ever, fast": (
        dripped(itertools.repeat(b"HTTP/1.1 100 Continue\r\n\r\n" * 100), 0),
        {"timed-out"},
    ),
    "103 Early Hints for ever": (
        dripped(itertools.repeat(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"), 0.01),
        {"timed-out"},
    ),
    "a body byte by byte": (
        dripped(itertools.chain([OK, b"Content-Length: 9000\r\n\r\n"], itertools.repeat(b"<")), 0.02),
        {"timed-out"},
    ),
    "a chunk's size without end": (
        dripped(itertools.chain([OK, b"Transfer-Encoding: chunked\r\n\r\n1;"], itertools.repeat(b"a")), 0.02),
        {"timed-out"},
    ),
    "chunks of one byte": (
        dripped(
            itertools.chain([OK, b"Transfer-Encoding: chunked\r\n\r\n"], itertools.repeat(b"1\r\na\r\n")),
            0.02,
        ),
        {"timed-out"},
    ),
    "trailers without end": (
        dripped(
            itertools.chain(
                [OK, b"Transfer-Encoding: chunked\r\n\r\n1\r\n<\r\n0\r\n"], itertools.repeat(b"X: a\r\n")
            ),
            0.02,
        ),
        {"timed-out"},
    ),
    "a body without end, fast": (
        dripped(itertools.chain([OK, b"\r\n"], itertools.repeat(b"<p>" * 20_000)), 0),
        {"too-large"},
    ),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_an_answer_without_end_is_ended_by_the_clock_or_by_its_size(tmp_path: Path, name: str) -> None:
    answer, codes = ENDLESS[name]
    clock = {} if codes == {"too-large"} else {"silence": 0.3, "request": REQUEST}
    code, _, seconds = outcome(tmp_path, answer, **clock)
    assert code in codes
    assert seconds < LONGEST


def test_the_time_is_that_of_one_request_however_often_the_connection_is_used(tmp_path: Path) -> None:
    """A connection kept open takes the time of the request under way, not of the one it was opened for."""
    body = OK + b"Content-Length: %d\r\n\r\n" % len(PAGE) + PAGE
    answers = iter([body, body])

    def answer(connection: socket.socket, over: threading.Event) -> None:
        over.wait(1.5)
        connection.sendall(next(answers))

    with (
        RawServer(answer) as server,
        Client(
            FileArchive(tmp_path),
            transport=MappedTransport(server.port),
            limits=Limits(silence=2.7, request=2.8, attempts=1),
        ) as client,
    ):
        assert client.get(ADDRESS).page.body == PAGE
        assert client.get(ADDRESS + "&rd=1").page.body == PAGE


def test_a_request_that_nobody_reads_is_ended_by_the_clock(tmp_path: Path) -> None:
    with RawServer(dripped([b""], 60), reads=False) as server, Wire() as wire:
        request = httpx.Request(
            "POST",
            f"http://127.0.0.1:{server.port}/",
            content=b"a" * 50_000_000,
            extensions={SECONDS: REQUEST, "timeout": {"write": 60.0, "read": 60.0}},
        )
        began = time.monotonic()
        with pytest.raises(httpx.TimeoutException):
            wire.handle_request(request)
        assert time.monotonic() - began < LONGEST


def test_a_handshake_byte_by_byte_is_ended_by_the_clock() -> None:
    hello = b"\x16\x03\x03\x3f\xff\x02\x00\x3f\xfb" + b"\x03" * 16_000
    with RawServer(dripped(each(hello), 0.02), reads=False) as server, Wire() as wire:
        request = httpx.Request(
            "GET",
            f"https://127.0.0.1:{server.port}/",
            extensions={SECONDS: REQUEST, "timeout": {"connect": 60.0}},
        )
        began = time.monotonic()
        with pytest.raises(httpx.TransportError):
            wire.handle_request(request)
        assert time.monotonic() - began < LONGEST


def bomb(layers: int, size: int = 300_000_000) -> bytes:
    """That many bytes of nothing, packed so often."""
    packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    piece = b"\0" * 10_000_000
    body = b"".join([*(packer.compress(piece) for _ in range(size // len(piece))), packer.flush()])
    for _ in range(layers - 1):
        body = gzip.compress(body, 9)
    return body


@pytest.mark.parametrize("layers", [1, 2, 3])
def test_a_bomb_is_too_large_at_every_layer_and_takes_no_memory(tmp_path: Path, layers: int) -> None:
    body = bomb(layers)
    tracemalloc.start()  # what a test before this one took hides nothing
    code, _, seconds = outcome(tmp_path, packed(", ".join(["gzip"] * layers), body))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert code == "too-large"
    assert seconds < LONGEST
    assert peak < 60_000_000


@pytest.mark.parametrize("times", [4, 1000])
def test_a_body_packed_more_often_than_any_server_does_is_no_page(tmp_path: Path, times: int) -> None:
    code, _, seconds = outcome(tmp_path, packed(", ".join(["gzip"] * times), b"\x1f\x8b"))
    assert code == "not-a-page"
    assert seconds < LONGEST


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("gzip", gzip.compress(PAGE)),
        ("X-GZip", gzip.compress(PAGE)),
        ("deflate", zlib.compress(PAGE)),
        ("deflate", zlib.compress(PAGE)[2:-4]),
        ("identity", PAGE),
        ("gzip, identity", gzip.compress(PAGE)),
        ("deflate, gzip", gzip.compress(zlib.compress(PAGE))),
    ],
)
def test_a_packed_page_is_kept_unpacked(tmp_path: Path, encoding: str, body: bytes) -> None:
    code, found, _ = outcome(tmp_path, packed(encoding, body))
    assert (code, found) == ("page", PAGE)
    kept = FileArchive(tmp_path).newest(ADDRESS)
    assert kept is not None and kept.body == PAGE


@pytest.mark.parametrize(
    ("encoding", "body", "code"),
    [
        ("gzip", PAGE, "connection-failed"),
        ("gzip", gzip.compress(PAGE)[:-9], "connection-failed"),
        ("deflate", b"\xff" * 9, "connection-failed"),
        ("br", PAGE, "not-a-page"),
        ("\xff\xfe", PAGE, "not-a-page"),
    ],
)
def test_a_body_that_cannot_be_unpacked_is_named_and_kept_as_not_whole(
    tmp_path: Path, encoding: str, body: bytes, code: str
) -> None:
    assert outcome(tmp_path, packed(encoding, body))[0] == code
    assert FileArchive(tmp_path).newest(ADDRESS) is None
    assert [entry.complete for entry in FileArchive(tmp_path).entries()] == [False]


HEADS: dict[str, bytes] = {
    "a cookie that is no ASCII": b"Set-Cookie: a=\xfc\xe9; path=/\r\n",
    "a cookie of control characters": b"Set-Cookie: a=\x01\x02\r\n",
    "a cookie for another host": b"Set-Cookie: a=b; domain=evil.org\r\n",
    "a cookie that never ends": b"Set-Cookie: a=" + b"b" * 60_000 + b"\r\n",
    "a charset that is none": b"Content-Type: text/html; charset=\xff\xff\r\n",
    "a wait that is no number": b"Retry-After: \xc2\xb2\r\n",
    "a wait of ages": b"Retry-After: " + b"9" * 5000 + b"\r\n",
}


STATUSES = {
    b"200 OK": "page",
    b"302 Found": "redirect-loop",
    b"429 Too Many": "too-many-requests",
    b"503 Down": "server-error",
    b"999 \xff": "server-error",
}


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("name", HEADS)
def test_a_strange_header_makes_nothing_fail(tmp_path: Path, name: str, status: bytes) -> None:
    """What is no page is asked for twice: what the first answer sets is sent with the second request."""
    head = b"HTTP/1.1 " + status + b"\r\n" + HEADS[name] + b"Location: ./tnr1234567.aspx?again=1\r\n"
    answer = said(head, b"Content-Length: %d\r\nConnection: close\r\n\r\n" % len(PAGE), PAGE)
    code, _, seconds = outcome(tmp_path, answer, FakeTime().clock, attempts=2)
    assert code == STATUSES[status]
    once = code == "page" or (name == "a wait of ages" and code != "redirect-loop")  # so long nobody waits
    assert len(FileArchive(tmp_path).entries()) == (1 if once else 2)
    assert seconds < LONGEST


@pytest.mark.parametrize(
    "location",
    [
        b"javascript:alert(1)",
        b"javascript://chess-results.com/%0aalert(1)",
        b"https://xn--a/",
        b"https://xn--\xff/",
        b"https://\xe4.chess-results.com/",
        b"https://[::1/",
        b"https://chess-results.com:99999/",
        b"http://chess-results.com:\xb2/",
        b"\xff\xfe",
        b"",
        b"/tnr1.aspx?" + b"a" * 70_000,
    ],
)
def test_a_redirect_to_what_is_no_address_of_the_site_is_named(tmp_path: Path, location: bytes) -> None:
    answer = said(b"HTTP/1.1 302 Found\r\nLocation: " + location + b"\r\nContent-Length: 0\r\n\r\n")
    code, _, seconds = outcome(tmp_path, answer)
    assert code == ("redirect-outside" if len(location) < 70_000 else "address-refused")
    assert seconds < LONGEST
    assert [entry.status for entry in FileArchive(tmp_path).entries()] == [302]
