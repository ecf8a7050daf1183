"""A server whose certificate does not hold, or not on the day that the clock of this machine shows."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest

from scraper.archive import FileArchive
from scraper.certificates import trusted
from scraper.client import Client
from scraper.errors import FetchError
from scraper.hops import Nodes
from scraper.wire import Wire
from tests.certificates import certificate
from tests.scraper.fakes import FakeTime
from tests.standin.scripted import PAGE, Says, Scripted, in_turn

ADDRESS = "https://chess-results.com/tnr1234567.aspx"
NODE = "s1.chess-results.com"


class _Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(PAGE)))
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, format: str, *args: object) -> None:
        """The tests need no log."""


class _Quiet(ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """A client that does not trust it hangs up."""


@contextmanager
def served(file: Path) -> Iterator[int]:
    """A server with this certificate; its port."""
    server = _Quiet(("127.0.0.1", 0), _Page)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Protected(httpx.BaseTransport):
    """The network where the site, or what stands before it, is a server on this machine. `asked`: the hosts
    that were asked; `plain`: of others than `host` another transport has the answers."""

    def __init__(self, port: int, host: str = "", plain: httpx.BaseTransport | None = None) -> None:
        self._port, self._host, self._plain = port, host, plain
        self._inner = Wire()
        self.asked: list[str] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request.url.host)
        if self._plain is not None and request.url.host != self._host:
            return self._plain.handle_request(request)
        url = request.url.copy_with(scheme="https", host="127.0.0.1", port=self._port)
        return self._inner.handle_request(
            httpx.Request(request.method, url, headers=request.headers, extensions=request.extensions)
        )

    def close(self) -> None:
        self._inner.close()
        if self._plain is not None:
            self._plain.close()


@pytest.fixture(autouse=True)
def anew() -> Iterator[None]:
    """Whom this process trusts is read once in it."""
    trusted.cache_clear()
    yield
    trusted.cache_clear()


DAYS = {"expired": (-800, -400, "has expired"), "to come": (400, 800, "is not yet valid")}


@pytest.mark.parametrize("name", DAYS)
def test_where_a_certificate_does_not_hold_today_the_clock_of_the_machine_is_told_and_nothing_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    first, last, says = DAYS[name]
    file = certificate(tmp_path / "server.pem", first, last)
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    time = FakeTime()
    with (
        served(file) as port,
        Client(FileArchive(tmp_path), transport=Protected(port), clock=time.clock) as client,
        pytest.raises(FetchError) as caught,
    ):
        client.page(ADDRESS)
    problem = caught.value.problem
    assert (problem.code, caught.value.ends_run, time.slept) == ("certificate-refused", True, [])
    assert says in problem.found and "by the clock of this machine it is 20" in problem.found
    assert problem.remedy.startswith("Check date and time of this machine first.")


def test_a_certificate_that_nobody_knows_is_told_without_a_word_of_the_clock(tmp_path: Path) -> None:
    with (
        served(certificate(tmp_path / "server.pem")) as port,
        Client(FileArchive(tmp_path), transport=Protected(port), clock=FakeTime().clock) as client,
        pytest.raises(FetchError) as caught,
    ):
        client.page(ADDRESS)
    assert caught.value.problem.code == "certificate-refused"
    assert caught.value.problem.found == "self-signed certificate"


def test_a_node_whose_certificate_has_expired_is_left_for_the_main_host(tmp_path: Path) -> None:
    (tmp_path / "node").write_text(NODE)
    file = certificate(tmp_path / "server.pem", -800, -400)
    with served(file) as port, Scripted(in_turn(Says())) as server:
        network = Protected(port, NODE, server.transport)
        archive, clock = FileArchive(tmp_path), FakeTime().clock
        with Client(archive, transport=network, clock=clock, nodes=Nodes(tmp_path)) as client:
            assert client.page(ADDRESS).page.body == PAGE
    assert network.asked == [NODE, "chess-results.com"]


def test_an_authority_of_ones_own_is_trusted_beside_those_of_everybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has named one for his mailbox goes on to reach Chess-Results."""
    file = certificate(tmp_path / "server.pem")
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    everybodys = len(httpx.create_ssl_context(trust_env=False).get_ca_certs())
    with (
        served(file) as port,
        Client(FileArchive(tmp_path), transport=Protected(port), clock=FakeTime().clock) as client,
    ):
        assert client.page(ADDRESS).page.body == PAGE
    assert len(trusted().get_ca_certs()) > everybodys > 100
