"""The client against a real HTTP server that misbehaves in every way it is known or feared to."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from scraper.archive import FileArchive
from scraper.client import Client, user_agent
from scraper.errors import FetchError
from scraper.problems import CODES as READING_CODES
from scraper.problems import FETCH_CODES as CODES
from scraper.request import Limits
from tests.scraper.fakes import FakeTime
from tests.standin.scripted import PAGE, Says, Script, Scripted, in_turn

ADDRESS = "https://chess-results.com/tnr1234567.aspx?lan=1&art=0"
NODE = "https://s2.chess-results.com/tnr1234567.aspx?lan=1&art=0&SNode=S0"


class Outcome:
    """What came of asking for one page: the answer or the error, what was asked, what was kept."""

    def __init__(self, script: Script, folder: Path, limits: Limits, address: str, real_time: bool) -> None:
        self.time = FakeTime()
        self.notices: list[str] = []
        self.archive = FileArchive(folder)
        self.error: FetchError | None = None
        self.body: bytes | None = None
        clock = None if real_time else self.time.clock
        with (
            Scripted(script) as server,
            Client(
                self.archive,
                transport=server.transport,
                clock=clock,
                limits=limits,
                notice=self.notices.append,
            ) as client,
        ):
            try:
                answer = client.page(address)
            except FetchError as error:
                self.error = error
            else:
                self.body = answer.page.body
                self.final = answer.address
        self.requests = server.requests
        self.entries = self.archive.entries()

    @property
    def code(self) -> str | None:
        return self.error.problem.code if self.error else None


Ask = Callable[..., Outcome]


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    def ask_(script: Script, *, address: str = ADDRESS, real_time: bool = False, **limits: float) -> Outcome:
        return Outcome(script, tmp_path, Limits(**limits), address, real_time)  # type: ignore[arg-type]

    return ask_


def to(location: str, status: int = 302) -> Says:
    return Says(status=status, headers={"Location": location}, body=b"")


def test_a_page_is_received_archived_and_given_back_as_it_came(ask: Ask) -> None:
    outcome = ask(in_turn(Says()))
    assert outcome.body == PAGE
    assert outcome.requests == [("GET", ADDRESS)]
    assert [(e.status, e.asked, e.size) for e in outcome.entries] == [(200, ADDRESS, len(PAGE))]


def test_a_redirect_to_a_node_is_followed_and_kept_with_its_target(ask: Ask) -> None:
    outcome = ask(in_turn(to(NODE), Says()))
    assert outcome.final == NODE
    assert [(e.status, e.location, e.asked) for e in outcome.entries] == [
        (302, NODE, ADDRESS),
        (200, None, ADDRESS),
    ]
    kept = outcome.archive.newest(ADDRESS)
    assert kept is not None
    assert kept.body == PAGE


def test_http_is_made_https_at_every_hop(ask: Ask) -> None:
    outcome = ask(
        in_turn(to(NODE.replace("https", "http")), Says()), address=ADDRESS.replace("https", "http")
    )
    assert outcome.requests == [("GET", ADDRESS), ("GET", NODE)]
    assert outcome.final == NODE


def test_a_relative_redirect_stays_on_its_node(ask: Ask) -> None:
    outcome = ask(in_turn(to("./tnr1234567.aspx?lan=1&SNode=S0"), Says()))
    assert outcome.requests[-1] == ("GET", "https://chess-results.com/tnr1234567.aspx?lan=1&SNode=S0")


@pytest.mark.parametrize(
    "location",
    [
        "https://evil.org/tnr1234567.aspx",
        "https://s2.chess-results.com.evil.org/tnr1234567.aspx",
        "https://chess-results.com@evil.org/",
        "https://chess-results.com:8080/tnr1234567.aspx",
        "//evil.org/tnr1234567.aspx",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "data:text/html,<h1>no</h1>",
        "mailto:nobody@chess-results.com",
        "https://xn--chess-rsults-fhb.com/tnr1234567.aspx",
        "https://xn--/tnr1234567.aspx",
        "https://xn--\u00fc.chess-results.com/tnr1234567.aspx",
        "https://ch\u00e9ss-results.com/tnr1234567.aspx",
        "https://s\uff11.chess-results.com/tnr1234567.aspx",
        "https://[::1/tnr1234567.aspx",
        "https://chess-results.com:port/tnr1234567.aspx",
        "https://" + "a" * 300 + ".chess-results.com/",
        "https://.chess-results.com/",
        "https://chess-results.com%2eevil.org/",
    ],
)
def test_a_redirect_outside_the_site_is_not_followed(ask: Ask, location: str) -> None:
    outcome = ask(in_turn(to(location), Says()))
    assert outcome.code == "redirect-outside"
    assert outcome.error is not None
    assert location in outcome.error.problem.found
    assert len(outcome.requests) == 1
    assert outcome.entries[0].location == location


def test_a_redirect_back_is_named_a_loop(ask: Ask) -> None:
    outcome = ask(lambda method, url, number: to(NODE if "SNode" not in url else ADDRESS))
    assert outcome.code == "redirect-loop"
    assert outcome.requests == [("GET", ADDRESS), ("GET", NODE)]


def test_more_than_five_redirects_are_a_loop(ask: Ask) -> None:
    outcome = ask(lambda method, url, number: to(f"{ADDRESS}&n={number}"))
    assert outcome.code == "redirect-loop"
    assert len(outcome.requests) == 6


@pytest.mark.parametrize("bad", [Says(reset=True), Says(status=503), Says(status=500), Says(cut=10)])
def test_what_may_pass_is_tried_again_after_one_two_and_four_seconds(ask: Ask, bad: Says) -> None:
    outcome = ask(in_turn(bad, bad, bad, Says()))
    assert outcome.body == PAGE
    assert outcome.time.slept == [1, 2, 4]
    assert len(outcome.notices) == 3
    assert "try 1 of 4" in outcome.notices[0]


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (Says(reset=True), "connection-failed"),
        (Says(cut=10), "connection-failed"),
        (Says(status=503), "server-error"),
        (Says(status=429), "too-many-requests"),
    ],
)
def test_after_four_tries_the_error_is_named(ask: Ask, bad: Says, code: str) -> None:
    outcome = ask(in_turn(bad))
    assert outcome.code == code
    assert len(outcome.requests) == 4


@pytest.mark.parametrize(
    ("status", "code"),
    [(404, "not-found"), (410, "not-found"), (403, "refused-by-site"), (401, "refused-by-site")],
)
def test_what_will_not_pass_is_asked_once_and_its_page_is_kept(ask: Ask, status: int, code: str) -> None:
    outcome = ask(in_turn(Says(status=status, body=b"<html>no</html>")))
    assert outcome.code == code
    assert len(outcome.requests) == 1
    assert outcome.archive.body(outcome.entries[0].sha256) == b"<html>no</html>"


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        *(("7", 7), ("Mon, 19 Oct 2026 12:01:30 GMT", 90), ("0", 1), ("soon", 1), ("300", 300)),
        (f"Mon, 19 Oct {'9' * 20} 12:01:30 GMT", 1),
    ],
)
def test_retry_after_is_obeyed_as_seconds_and_as_a_date(ask: Ask, value: str, seconds: float) -> None:
    outcome = ask(in_turn(Says(status=429, headers={"Retry-After": value}), Says()))
    assert outcome.body == PAGE
    assert outcome.time.slept == [pytest.approx(seconds)]


@pytest.mark.parametrize(("status", "code"), [(429, "too-many-requests"), (503, "server-error")])
@pytest.mark.parametrize("wish", ["3600", "360000000000", "Mon, 19 Oct 2026 13:00:00 GMT"])
def test_a_retry_after_beyond_five_minutes_stops_and_says_so(
    ask: Ask, status: int, code: str, wish: str
) -> None:
    outcome = ask(in_turn(Says(status=status, headers={"Retry-After": wish}), Says()))
    assert outcome.code == code
    assert outcome.error is not None
    assert "Retry-After 3600" in outcome.error.problem.found
    assert len(outcome.requests) == 1
    assert outcome.time.slept == []


def test_waits_do_not_go_beyond_the_time_of_the_page(ask: Ask) -> None:
    outcome = ask(in_turn(Says(status=429, headers={"Retry-After": "200"})), page=300)
    assert outcome.code == "timed-out"
    assert outcome.time.slept == [200]


def test_a_silent_server_is_timed_out(ask: Ask) -> None:
    outcome = ask(in_turn(Says(drip=0.5)), silence=0.05, attempts=1)
    assert outcome.code == "timed-out"


def test_a_body_that_drips_for_too_long_is_cut_off_and_what_came_is_kept(ask: Ask) -> None:
    outcome = ask(in_turn(Says(drip=0.03)), silence=1, request=0.1, attempts=1, real_time=True)
    assert outcome.code == "timed-out"
    assert [e.complete for e in outcome.entries] == [False]
    assert 0 < outcome.entries[0].size < len(PAGE)
    assert outcome.archive.newest(ADDRESS) is None


def test_a_body_that_is_too_large_is_cut_off_and_not_asked_for_again(ask: Ask) -> None:
    outcome = ask(in_turn(Says(body=b"<" * 300_000)), body=100_000)
    assert outcome.code == "too-large"
    assert len(outcome.requests) == 1
    assert [(e.size, e.complete) for e in outcome.entries] == [(100_000, False)]


@pytest.mark.parametrize(
    "says",
    [
        Says(content_type="application/pdf", body=b"%PDF"),
        Says(content_type="application/json", body=b"<html>"),
        Says(content_type=None, body=b"plain"),
        Says(body=b" \n"),
        Says(status=204, body=b""),
    ],
)
def test_what_is_no_html_page_is_refused_and_kept(ask: Ask, says: Says) -> None:
    outcome = ask(in_turn(says))
    assert outcome.code == "not-a-page"
    assert outcome.archive.body(outcome.entries[0].sha256) == says.body


def test_html_without_a_content_type_is_taken(ask: Ask) -> None:
    assert ask(in_turn(Says(content_type=None))).body == PAGE


@pytest.mark.parametrize(
    "address", ["https://evil.org/tnr1.aspx", "file:///etc/passwd", "https://chess-results.com:1/"]
)
def test_an_address_outside_the_site_is_never_asked(ask: Ask, address: str) -> None:
    outcome = ask(in_turn(Says()), address=address)
    assert outcome.code == "address-refused"
    assert outcome.requests == []


def test_a_machine_without_network_is_named_so(tmp_path: Path) -> None:
    class Unplugged(httpx.BaseTransport):
        def handle_request(self, request: httpx.Request) -> httpx.Response:
            try:
                raise socket.gaierror(-3, "Temporary failure in name resolution")
            except socket.gaierror as error:
                raise httpx.ConnectError("no name") from error

    with (
        Client(FileArchive(tmp_path), transport=Unplugged(), clock=FakeTime().clock) as client,
        pytest.raises(FetchError) as caught,
    ):
        client.page(ADDRESS)
    assert caught.value.problem.code == "no-network"


def test_the_client_names_itself_in_the_way_the_site_understands() -> None:
    assert user_agent().startswith("Mozilla/5.0 (compatible; Banzuke/")
    assert "+" not in user_agent()
    assert user_agent("rating@example.org").endswith("; +rating@example.org)")


def test_every_error_has_its_code_meaning_and_remedy() -> None:
    kinds = [FetchError]
    for kind in kinds:
        kinds += kind.__subclasses__()
    codes = {kind.__dict__["code"] for kind in kinds if "code" in kind.__dict__}
    assert codes <= set(CODES)
    assert len(codes) == 20
    assert all(code.meaning and code.remedy for code in CODES.values())
    assert not set(CODES) & set(READING_CODES)


def test_the_index_of_the_archive_is_plain_lines(ask: Ask, tmp_path: Path) -> None:
    ask(in_turn(to(NODE), Says()))
    lines = [json.loads(line) for line in (tmp_path / "index.jsonl").read_text().splitlines()]
    assert [line["status"] for line in lines] == [302, 200]
    assert lines[1]["fetched_at"] == "2026-10-19T12:00:00.000+00:00"
    assert lines[1]["tournament"] == 1234567
