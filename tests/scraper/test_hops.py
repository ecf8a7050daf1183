"""The node that answered last is asked directly, and left when it fails."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from scraper.addresses import Address
from scraper.archive import FileArchive
from scraper.client import Client
from scraper.errors import FetchError
from scraper.fetch import fetch_event
from scraper.hops import NODE_FILE, Nodes
from tests.scraper.fakes import FakeTime
from tests.standin import faults
from tests.standin.faults import Fault
from tests.standin.model import Event
from tests.standin.server import Standin
from tests.standin.small import small_event

EVENT = small_event()
NODE = f"s{EVENT.number % 3 + 1}.chess-results.com"
OTHER = "s9.chess-results.com"
ADDRESS = Address(EVENT.number).page(5)


class Run:
    """One run over one archive: what was asked, what it was told, how long it waited."""

    def __init__(
        self,
        folder: Path,
        work: Callable[[Client], object],
        *events: Event,
        spoilt: dict[int | str, Fault] | None = None,
    ) -> None:
        self.time = FakeTime()
        self.notices: list[str] = []
        self.error: FetchError | None = None
        with (
            Standin(events or [EVENT], faults=spoilt) as self.standin,
            Client(
                FileArchive(folder),
                transport=self.standin.transport,
                clock=self.time.clock,
                nodes=Nodes(folder),
                notice=self.notices.append,
            ) as client,
        ):
            try:
                work(client)
            except FetchError as error:
                self.error = error

    @property
    def hosts(self) -> list[str]:
        return [url.split("/")[2] for _, url in self.standin.requests]


def whole(client: Client) -> None:
    fetch_event(Address(EVENT.number), client)


def one(client: Client) -> None:
    client.get(ADDRESS)


def test_within_a_run_only_the_first_page_goes_by_the_main_host(tmp_path: Path) -> None:
    run = Run(tmp_path, whole)
    assert run.hosts == ["chess-results.com", *[NODE] * (EVENT.round_count + 3)]
    assert all("&SNode=S0" in url for _, url in run.standin.requests[1:])


def test_the_next_run_knows_the_node_already(tmp_path: Path) -> None:
    Run(tmp_path, one)
    assert (tmp_path / NODE_FILE).read_text() == f"{NODE}\n"
    assert Run(tmp_path, whole).hosts == [NODE] * (EVENT.round_count + 3)


def test_a_page_asked_of_the_node_is_kept_under_the_address_that_was_asked_for(tmp_path: Path) -> None:
    Run(tmp_path, one)
    Run(tmp_path, one)
    kept = FileArchive(tmp_path).entries()[-1]
    assert (kept.asked, kept.address.split("/")[2]) == (ADDRESS, NODE)
    page = FileArchive(tmp_path).newest(ADDRESS)
    assert page is not None
    assert page.origin == ADDRESS


@pytest.mark.parametrize(
    "fault",
    [
        faults.reset,
        faults.broken_off,
        faults.status(500),
        faults.status(503),
        faults.status(404),
        faults.empty,
    ],
)
def test_a_node_that_fails_is_left_at_once_and_the_main_host_asked(tmp_path: Path, fault: Fault) -> None:
    (tmp_path / NODE_FILE).write_text(f"{OTHER}\n")
    run = Run(tmp_path, whole, spoilt={OTHER: fault})
    assert run.error is None
    assert run.hosts == [OTHER, "chess-results.com", *[NODE] * (EVENT.round_count + 3)]
    assert run.time.slept == []
    assert (tmp_path / NODE_FILE).read_text() == f"{NODE}\n"
    assert f"{OTHER} is left" in run.notices[0]


def test_a_node_that_failed_is_not_the_first_to_be_asked_by_the_next_run(tmp_path: Path) -> None:
    (tmp_path / NODE_FILE).write_text(f"{OTHER}\n")
    gone = faults.status(404)
    assert Run(tmp_path, one, spoilt={"tnr": gone}).hosts == [OTHER, "chess-results.com"]
    assert Run(tmp_path, one).hosts == ["chess-results.com", NODE]


def test_a_node_that_asks_to_wait_is_obeyed_before_the_main_host_is_asked(tmp_path: Path) -> None:
    (tmp_path / NODE_FILE).write_text(f"{OTHER}\n")
    run = Run(tmp_path, one, spoilt={OTHER: faults.status(503, Retry_After="40")})
    assert run.error is None
    assert run.time.slept == [40]


@pytest.mark.parametrize("wish", ["3600", "9" * 400])
def test_a_node_that_asks_to_wait_too_long_ends_the_trying_and_nobody_waits(
    tmp_path: Path, wish: str
) -> None:
    (tmp_path / NODE_FILE).write_text(f"{OTHER}\n")
    run = Run(tmp_path, one, spoilt={OTHER: faults.status(503, Retry_After=wish)})
    assert run.error is not None
    assert "more than 300 s" in run.error.problem.found
    assert (run.error.problem.code, run.hosts, run.time.slept) == ("server-error", [OTHER], [])


def test_a_node_that_asks_to_wait_longer_than_the_page_may_take_is_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / NODE_FILE).write_text(f"{OTHER}\n")
    run = Run(
        tmp_path,
        lambda client: client.get(ADDRESS, deadline=client.clock.monotonic() + 30),
        spoilt={OTHER: faults.status(503, Retry_After="40")},
    )
    assert run.error is not None
    assert (run.error.problem.code, run.time.slept) == ("timed-out", [])


@pytest.mark.parametrize(
    ("fault", "code"), [(faults.status(403), "refused-by-site"), (faults.captcha, "blocked-by-site")]
)
def test_a_refusal_by_the_node_is_not_carried_to_the_main_host(
    tmp_path: Path, fault: Fault, code: str
) -> None:
    (tmp_path / NODE_FILE).write_text(f"{OTHER}\n")
    run = Run(tmp_path, one, spoilt={OTHER: fault})
    assert run.error is not None
    assert run.error.problem.code == code
    assert run.error.ends_run
    assert run.hosts == [OTHER]


def test_too_many_requests_at_the_node_are_waited_for_there(tmp_path: Path) -> None:
    (tmp_path / NODE_FILE).write_text(f"{OTHER}\n")
    run = Run(tmp_path, one, spoilt={1: faults.status(429, Retry_After="9")})
    assert run.error is None
    assert run.hosts == [OTHER, OTHER]
    assert run.time.slept == [9]


def test_the_archive_of_old_tournaments_is_no_node_to_ask_for_the_others(tmp_path: Path) -> None:
    archive = "archive.chess-results.com"
    sent_on = faults.sent_to(f"https://{archive}/tnr{EVENT.number}.aspx?lan=1&art=5&SNode=S0")
    run = Run(tmp_path, one, spoilt={1: sent_on})
    assert (run.error, run.hosts) == (None, ["chess-results.com", archive])
    assert Run(tmp_path, one).hosts == ["chess-results.com", NODE]


@pytest.mark.parametrize(
    "content",
    ["", "s1.chess-res", "evil.org", "chess-results.com", "archive.chess-results.com", "\xff\xfe", "a b"],
)
def test_a_torn_or_meddled_file_names_no_node(tmp_path: Path, content: str) -> None:
    (tmp_path / NODE_FILE).write_bytes(content.encode("latin-1"))
    assert Nodes(tmp_path).direct(ADDRESS) is None


def test_an_address_that_names_a_node_itself_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / NODE_FILE).write_text(f"{OTHER}\n")
    assert Nodes(tmp_path).direct(ADDRESS.replace("chess-results.com", NODE)) is None
    assert (
        Nodes(tmp_path).direct("https://www.chess-results.com/tnr5.aspx")
        == f"https://{OTHER}/tnr5.aspx?SNode=S0"
    )
