"""The button in front of old tournaments, against the stand-in."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from scraper.addresses import Address
from scraper.archive import FileArchive
from scraper.blocked import find_gate
from scraper.client import Client
from scraper.errors import FetchError
from scraper.fetch import fetch_event
from tests.standin.model import Event
from tests.standin.scripted import Says, Scripted
from tests.standin.server import Standin, render
from tests.standin.small import small_event
from tests.standin.test_structure import real

OLD = small_event(gated=True)
QUERY = "lan=1&art=0&turdet=YES&SNode=S0"


def test_a_page_without_the_button_has_no_gate() -> None:
    assert find_gate(render(small_event(), QUERY, "s1").encode(), "https://s1.chess-results.com/x") is None


def test_every_hidden_field_that_is_there_is_posted_with_the_button() -> None:
    gate = find_gate(
        render(OLD, QUERY, "s1").encode(), f"https://s1.chess-results.com/tnr{OLD.number}.aspx?{QUERY}"
    )
    assert gate is not None
    assert list(gate.fields) == [
        "__EVENTTARGET",
        "__EVENTARGUMENT",
        "__VIEWSTATE",
        "__VIEWSTATEGENERATOR",
        "__EVENTVALIDATION",
        "cb_alleDetails",
    ]
    assert gate.fields["cb_alleDetails"] == "Show tournament details"
    assert gate.action == f"https://s1.chess-results.com/tnr{OLD.number}.aspx?{QUERY}"


def test_fields_that_are_not_there_are_not_invented() -> None:
    page = b"""<form action="./a.aspx"><div class="defaultDialogMsg">
        <input name="cb_alleDetails" value="zeigen"></div>"""
    gate = find_gate(page, "https://s1.chess-results.com/tnr1.aspx")
    assert gate is not None
    assert gate.fields == {"cb_alleDetails": "zeigen"}
    assert gate.action == "https://s1.chess-results.com/a.aspx"


def test_the_gates_of_real_pages_are_found_with_what_they_post() -> None:
    for sample in ("gate_form_transcribed", "portimao2024_r9_gated", "bangkok2026_r4_gated"):
        gate = find_gate(real(sample).encode(), "https://s1.chess-results.com/tnr5.aspx?SNode=S0")
        assert gate is not None
        assert gate.action.startswith("https://s1.chess-results.com/tnr")
        assert gate.action.endswith("&SNode=S0")
        assert gate.fields["__VIEWSTATEGENERATOR"] == "D5991272"
        assert gate.fields["cb_alleDetails"] == "Show tournament details"
    assert find_gate(real("british2026_champ_r1").encode(), "https://s1.chess-results.com/tnr5.aspx") is None


def fetch(folder: Path, event: Event, opens: str) -> tuple[Standin, FileArchive, FetchError | None]:
    archive = FileArchive(folder)
    error = None
    with (
        Standin([event], gate_opens=opens) as standin,
        Client(archive, transport=standin.transport) as client,
    ):
        try:
            fetch_event(Address(event.number), client)
        except FetchError as caught:
            error = caught
    return standin, archive, error


def test_the_gate_is_posted_to_the_node_that_answered_and_its_answer_is_read(tmp_path: Path) -> None:
    standin, archive, error = fetch(tmp_path, OLD, "post")
    assert error is None
    posts = [url for method, url in standin.requests if method == "POST"]
    node = f"s{OLD.number % 3 + 1}"
    assert posts == [
        f"https://{node}.chess-results.com/tnr{OLD.number}.aspx"
        "?lan=1&art=0&turdet=YES&zeilen=99999&flag=30&SNode=S0"
    ]
    start = archive.newest(Address(OLD.number).page(0, details=True))
    assert start is not None
    assert b"Number of rounds" in start.body
    assert b"cb_alleDetails" not in start.body


def test_a_gate_that_opens_only_with_the_cookie_is_asked_once_more(tmp_path: Path) -> None:
    standin, _, error = fetch(tmp_path, OLD, "cookie")
    assert error is None
    assert [method for method, _ in standin.requests[:4]] == ["GET", "GET", "POST", "GET"]


def test_a_gate_that_stays_shut_is_named_and_what_came_is_kept(tmp_path: Path) -> None:
    standin, archive, error = fetch(tmp_path, OLD, "never")
    assert error is not None
    assert error.problem.code == "gate-not-opened"
    assert len(standin.requests) == 4
    assert len(archive.entries()) == 4


def test_a_gated_round_with_numbers_is_read_as_it_is_and_one_without_is_opened(tmp_path: Path) -> None:
    with_numbers, _, _ = fetch(tmp_path / "a", OLD, "post")
    without, archive, _ = fetch(tmp_path / "b", small_event(gated=True, number_column=False), "post")
    assert sum(method == "POST" for method, _ in with_numbers.requests) == 1
    assert sum(method == "POST" for method, _ in without.requests) == 1 + OLD.round_count
    round_ = archive.newest(Address(OLD.number).page(2, 1))
    assert round_ is not None
    assert b"snr=" in round_.body


def test_a_gate_whose_form_leads_outside_is_not_posted(tmp_path: Path) -> None:
    page = render(OLD, QUERY, "s1").replace("./tnr", "https://evil.org/tnr")
    gate = find_gate(page.encode(), "https://s1.chess-results.com/tnr1.aspx")
    assert gate is not None
    assert gate.action.startswith("https://evil.org/")
    with Standin([OLD]) as standin, Client(FileArchive(tmp_path), transport=standin.transport) as client:
        gated = client.get(Address(OLD.number).page(0, details=True))
        asked = len(standin.requests)
        with pytest.raises(FetchError) as caught:
            client.open_gate(replace(gated, gate=gate))
        assert len(standin.requests) == asked
    assert caught.value.problem.code == "address-refused"


def test_a_posted_gate_that_is_sent_on_is_asked_again_without_the_form(tmp_path: Path) -> None:
    elsewhere = f"https://s3.chess-results.com/tnr{OLD.number}.aspx?lan=1"

    def script(method: str, url: str, number: int) -> Says:
        if method == "POST":
            return Says(status=302, headers={"Location": elsewhere}, body=b"")
        return Says() if url == elsewhere else Says(body=render(OLD, QUERY, "s1").encode())

    with Scripted(script) as server, Client(FileArchive(tmp_path), transport=server.transport) as client:
        answer = client.page(Address(OLD.number).page(0))
    assert [method for method, _ in server.requests] == ["GET", "POST", "GET"]
    assert answer.address == elsewhere
    assert [entry.form != () for entry in FileArchive(tmp_path).entries()] == [False, True, False]


def test_a_posted_gate_that_is_sent_outside_is_not_followed(tmp_path: Path) -> None:
    def script(method: str, url: str, number: int) -> Says:
        if method == "POST":
            return Says(status=302, headers={"Location": "https://evil.org/tnr1.aspx"}, body=b"")
        return Says(body=render(OLD, QUERY, "s1").encode())

    with Scripted(script) as server, Client(FileArchive(tmp_path), transport=server.transport) as client:
        with pytest.raises(FetchError) as caught:
            client.page(Address(OLD.number).page(0))
        assert [method for method, _ in server.requests] == ["GET", "POST"]
    assert caught.value.problem.code == "redirect-outside"
