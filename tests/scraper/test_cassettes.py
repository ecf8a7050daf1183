"""Recorded conversations: replayed as they were, and the demo's cassette above all."""

from __future__ import annotations

import filecmp
import json
from pathlib import Path

import httpx
import pytest

from scraper.addresses import Address, find_addresses
from scraper.archive import FileArchive
from scraper.cassette import CassetteError, CassetteTransport, read_cassette
from scraper.client import Client
from scraper.errors import NotRecorded
from scraper.fetch import fetch_event
from scraper.records import SavedPage
from tests.scraper.fakes import FakeTime
from tests.standin.record import CASSETTE, DATA, record
from tests.standin.recording import RecordingTransport
from tests.standin.server import Standin
from tests.standin.small import small_event

EVENT = small_event(gated=True)


def fetched(transport: httpx.BaseTransport, folder: Path, number: int = EVENT.number) -> list[SavedPage]:
    with Client(FileArchive(folder), transport=transport) as client:
        return fetch_event(Address(number), client)


@pytest.fixture
def cassette(tmp_path: Path) -> Path:
    with Standin([EVENT]) as standin:
        recording = RecordingTransport(standin.transport)
        fetched(recording, tmp_path / "recorded")
    recording.save(tmp_path / "cassette", "a small event")
    return tmp_path / "cassette"


def test_a_replay_gives_the_pages_that_were_recorded(cassette: Path, tmp_path: Path) -> None:
    replayed = fetched(CassetteTransport(cassette), tmp_path / "replayed")
    recorded = FileArchive(tmp_path / "recorded")
    assert [page.body for page in replayed] == [recorded.body(page.sha256) for page in replayed]
    assert len(replayed) == EVENT.round_count + 3


def test_a_repeated_request_gets_the_same_answer(cassette: Path) -> None:
    with httpx.Client(transport=CassetteTransport(cassette)) as client:
        address = Address(EVENT.number).page(5)
        assert client.get(address).headers["location"] == client.get(address).headers["location"]


def test_what_is_not_recorded_is_an_error_that_names_it(cassette: Path, tmp_path: Path) -> None:
    with Client(FileArchive(tmp_path / "x"), transport=CassetteTransport(cassette)) as client:
        with pytest.raises(NotRecorded) as caught:
            client.page("https://chess-results.com/tnr5.aspx?lan=1")
        assert caught.value.problem.found == "GET https://chess-results.com/tnr5.aspx?lan=1"
        assert "cassette" in caught.value.problem.place


def test_a_post_with_other_fields_is_not_the_recorded_one(cassette: Path) -> None:
    post = next(r for r in read_cassette(cassette) if r.method == "POST")
    with httpx.Client(transport=CassetteTransport(cassette)) as client:
        assert client.post(post.url, data=dict.fromkeys(post.fields, "other values")).status_code == 200
        with pytest.raises(NotRecorded, match="with the fields cb_alleDetails"):
            client.post(post.url, data={"cb_alleDetails": "x"})


def test_a_replay_does_not_wait(cassette: Path, tmp_path: Path) -> None:
    time = FakeTime()
    with Client(
        FileArchive(tmp_path / "x"), transport=CassetteTransport(cassette), clock=time.clock
    ) as client:
        fetch_event(Address(EVENT.number), client)
    assert time.slept == []


def test_a_cassette_that_says_two_things_about_one_request_is_refused(cassette: Path) -> None:
    file = cassette / "conversation.json"
    document = json.loads(file.read_text())
    document["exchanges"].append(
        {**document["exchanges"][0], "response": {"status": 404, "headers": [], "body": None}}
    )
    file.write_text(json.dumps(document))
    with pytest.raises(CassetteError, match="two to GET"):
        CassetteTransport(cassette)


@pytest.mark.parametrize("damage", ["{", '{"exchanges": [{}]}', "[]"])
def test_a_damaged_conversation_is_refused(cassette: Path, damage: str) -> None:
    (cassette / "conversation.json").write_text(damage)
    with pytest.raises(CassetteError) as caught:
        CassetteTransport(cassette)
    assert caught.value.problem.code == "cassette-damaged"
    assert "python -m tests.standin.record" in caught.value.problem.remedy


def test_a_missing_body_and_a_body_elsewhere_are_refused(cassette: Path) -> None:
    file = cassette / "conversation.json"
    text = file.read_text()
    name = next(r["response"]["body"] for r in json.loads(text)["exchanges"] if r["response"]["body"])
    for other in ("missing.html", "../recorded/index.jsonl"):
        file.write_text(text.replace(name, other))
        with pytest.raises(CassetteError):
            CassetteTransport(cassette)


def test_recording_the_demo_again_gives_the_same_bytes(tmp_path: Path) -> None:
    record(tmp_path / "cassette", tmp_path / "data")
    for kept, again in ((CASSETTE, tmp_path / "cassette"), (DATA, tmp_path / "data")):
        names = sorted(file.name for file in again.iterdir())
        assert sorted(file.name for file in kept.iterdir()) == names
        _, different, missing = filecmp.cmpfiles(kept, again, names, shallow=False)
        assert different == missing == []


def test_the_demos_email_leads_to_the_three_recorded_events(tmp_path: Path) -> None:
    found = find_addresses((DATA / "email.txt").read_text(encoding="utf-8"))
    assert [p.code for p in found.refused] == ["address-not-chess-results"]
    with Client(FileArchive(tmp_path), transport=CassetteTransport(CASSETTE)) as client:
        pages = [fetch_event(address, client) for address in found.addresses]
    assert [len(of_one) for of_one in pages] == [8, 9, 7]
    assert FileArchive(tmp_path).verify() == []
