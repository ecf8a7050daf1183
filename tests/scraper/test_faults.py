"""Whatever goes wrong on the way, the event is read as it is, or what is wrong is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from rating.time_control import minutes_at_60
from scraper.addresses import Address
from scraper.archive import FileArchive
from scraper.client import Client
from scraper.errors import ScraperError
from scraper.fetch import fetch_event
from scraper.reading import read_event
from scraper.records import EventRecord, Pairing
from scraper.request import Limits
from tests.scraper.fakes import FakeTime
from tests.standin import faults
from tests.standin.faults import Fault
from tests.standin.server import Standin
from tests.standin.small import small_event

EVENT = small_event()
GATED = small_event(gated=True)
ONCE: dict[str, Fault] = {
    "reset": faults.reset,
    "broken off": faults.broken_off,
    "429": faults.status(429, Retry_After="3"),
    "503": faults.status(503),
    "500": faults.status(500),
}
"""What passes: the page comes on the next try."""
ALWAYS: dict[str, tuple[Fault, set[str]]] = {
    "reset": (faults.reset, {"connection-failed"}),
    "broken off": (faults.broken_off, {"connection-failed"}),
    "dripping": (faults.dripping, {"timed-out"}),
    "429": (faults.status(429, Retry_After="3"), {"too-many-requests"}),
    "429 for an hour": (faults.status(429, Retry_After="3600"), {"too-many-requests"}),
    "503": (faults.status(503), {"server-error"}),
    "500": (faults.status(500), {"server-error"}),
    "403": (faults.status(403), {"refused-by-site"}),
    "404": (faults.status(404), {"not-found"}),
    "empty": (faults.empty, {"not-a-page"}),
    "redirect to another host": (faults.sent_to("https://evil.invalid/tnr1.aspx"), {"redirect-outside"}),
    "redirect loop": (faults.going_round, {"redirect-loop"}),
    "captcha": (faults.captcha, {"blocked-by-site"}),
    "maintenance": (faults.maintenance, {"not-of-the-site"}),
    "challenge in Japanese": (faults.challenge_in_japanese, {"not-of-the-site"}),
    "truncated": (faults.truncated, {"page-truncated"}),
    "wrong charset": (faults.wrong_charset, {"bytes-not-utf8"}),
}
ROUND_2 = "art=2&rd=2&"
START = "art=0&"


def read(folder: Path, spoilt: dict[int | str, Fault]) -> tuple[EventRecord | None, str | None, Standin]:
    time = FakeTime()
    limits = Limits(silence=5, request=5)  # only what drips is to take too long, however busy the machine
    with (
        Standin([EVENT], faults=spoilt) as standin,
        Client(
            FileArchive(folder),
            transport=standin.transport,
            clock=time.clock if not _slow(spoilt) else None,
            limits=Limits(silence=5, request=0.2, attempts=1) if _slow(spoilt) else limits,
        ) as client,
    ):
        try:
            pages = fetch_event(Address(EVENT.number), client)
            return read_event(pages, minutes_at_60=minutes_at_60), None, standin
        except ScraperError as error:
            return None, error.problem.code, standin


def _slow(spoilt: dict[int | str, Fault]) -> bool:
    return faults.dripping in spoilt.values()


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> EventRecord:
    record, code, _ = read(tmp_path_factory.mktemp("right"), {})
    assert code is None
    assert record is not None
    return record


def games(record: EventRecord) -> set[Pairing]:
    return set(record.pairings)


@pytest.mark.parametrize("name", ONCE)
def test_what_goes_wrong_once_costs_a_try_and_changes_nothing(
    tmp_path: Path, name: str, right: EventRecord
) -> None:
    record, code, standin = read(tmp_path, {4: ONCE[name]})
    assert code is None
    assert record is not None
    assert (games(record), record.players, record.problems) == (games(right), right.players, right.problems)
    assert len(standin.requests) == 2 * (EVENT.round_count + 3) + 1


@pytest.mark.parametrize("where", [START, ROUND_2])
@pytest.mark.parametrize("name", ALWAYS)
def test_what_stays_wrong_is_named_and_no_game_is_made_up(
    tmp_path: Path, name: str, where: str, right: EventRecord
) -> None:
    fault, codes = ALWAYS[name]
    record, code, _ = read(tmp_path, {where: fault})
    if record is None:
        assert code in codes
    else:
        assert {p.code for p in record.problems} & codes
        stated = {(p.round, p.white, p.black): p.result for p in right.pairings}
        for pairing in record.pairings:
            assert stated[pairing.round, pairing.white, pairing.black] == pairing.result


def test_another_round_than_asked_is_named_and_not_filed_under_the_wrong_number(
    tmp_path: Path, right: EventRecord
) -> None:
    record, code, _ = read(tmp_path, {ROUND_2: faults.other_round})
    assert code is None
    assert record is not None
    assert "other-round" in {p.code for p in record.problems}
    first = {p for p in right.pairings if p.round == 1}
    assert {p for p in record.pairings if p.round == 1} == first
    met = {(p.white, p.black) for p in first if p.black is not None}
    assert not met & {(p.white, p.black) for p in record.pairings if p.round == 2}


def test_the_gate_that_needs_a_second_try_is_opened_by_it(tmp_path: Path) -> None:
    with (
        Standin([GATED], gate_opens="cookie", faults={3: faults.status(503)}) as standin,
        Client(FileArchive(tmp_path), transport=standin.transport, clock=FakeTime().clock) as client,
    ):
        pages = fetch_event(Address(GATED.number), client)
    assert b"Number of rounds" in pages[0].body
    assert [method for method, _ in standin.requests[:5]] == ["GET", "GET", "POST", "POST", "GET"]


def test_an_event_called_captcha_is_no_captcha(tmp_path: Path) -> None:
    event = small_event(name="Captcha Open, access denied to nobody")
    with Standin([event]) as standin, Client(FileArchive(tmp_path), transport=standin.transport) as client:
        assert len(fetch_event(Address(event.number), client)) == EVENT.round_count + 3


def test_every_refusal_that_would_meet_the_next_event_too_ends_the_run() -> None:
    from scraper.errors import FetchError

    kinds = [FetchError]
    for kind in kinds:
        kinds += kind.__subclasses__()
    ending = {kind.code for kind in kinds if kind.ends_run}
    refused = {"refused-by-site", "blocked-by-site", "not-of-the-site", "too-many-requests"}
    assert ending == refused | {"certificate-refused", "daily-budget", "no-network"}
