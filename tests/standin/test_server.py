"""The stand-in behaves as the site does, or as readers of the site report."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.standin.server import Standin
from tests.standin.small import small_event

EVENT = small_event()
OLD = small_event(number=9900003, gated=True)
SITE = "https://chess-results.com"
NODE = f"https://s{EVENT.number % 3 + 1}.chess-results.com"


@pytest.fixture
def site() -> Iterator[httpx.Client]:
    with (
        Standin([EVENT, OLD, small_event(number=9900004, players=160)]) as standin,
        httpx.Client(transport=standin.transport) as client,
    ):
        yield client


def test_the_main_host_sends_to_a_node_and_adds_snode(site: httpx.Client) -> None:
    answer = site.get(f"{SITE}/tnr{EVENT.number}.aspx?lan=1&art=2&rd=1")
    assert answer.status_code == 302
    assert answer.headers["location"] == f"{NODE}/tnr{EVENT.number}.aspx?lan=1&art=2&rd=1&SNode=S0"
    page = site.get(answer.headers["location"])
    assert page.status_code == 200
    assert f"Node S{EVENT.number % 3 + 1}" in page.text


def test_a_post_to_the_main_host_is_sent_on_and_becomes_a_get(site: httpx.Client) -> None:
    answer = site.post(
        f"{SITE}/tnr{OLD.number}.aspx?lan=1", data={"cb_alleDetails": "Show"}, follow_redirects=True
    )
    assert answer.request.method == "GET"
    assert "cb_alleDetails" in answer.text


def test_a_post_to_the_node_opens_the_gate(site: httpx.Client) -> None:
    node = f"https://s{OLD.number % 3 + 1}.chess-results.com/tnr{OLD.number}.aspx?lan=1&turdet=YES&SNode=S0"
    assert "Number of rounds" not in site.get(node).text
    assert "Number of rounds" in site.post(node, data={"cb_alleDetails": "Show tournament details"}).text


def test_a_round_past_the_last_serves_the_last(site: httpx.Client) -> None:
    pages = [site.get(f"{NODE}/tnr{EVENT.number}.aspx?lan=1&art=2&rd={rd}").text for rd in (3, 9)]
    assert all("Round 3 on 2026/08/02 at 10:00" in page for page in pages)


def test_lists_are_cut_at_150_rows_unless_all_are_asked_for(site: httpx.Client) -> None:
    node = f"https://s{9900004 % 3 + 1}.chess-results.com/tnr9900004.aspx?lan=1&art=0"
    cut, whole = site.get(node).text, site.get(f"{node}&zeilen=99999").text
    assert ("Show complete list" in cut, "Show complete list" in whole) == (True, False)
    assert (cut.count('<td class="CRc">160</td>'), whole.count('<td class="CRc">160</td>')) == (0, 1)


def test_details_are_shown_only_when_asked_for(site: httpx.Client) -> None:
    node = f"{NODE}/tnr{EVENT.number}.aspx?lan=1&art=5"
    assert "Number of rounds" not in site.get(node).text
    assert "Number of rounds" in site.get(f"{node}&turdet=YES").text


def test_an_unknown_number_is_404_or_a_page_without_a_tournament() -> None:
    for unknown in (404, 200):
        with Standin([], unknown=unknown) as standin, httpx.Client(transport=standin.transport) as client:
            answer = client.get(f"{SITE}/tnr5.aspx?lan=1")
        assert answer.status_code == unknown
        assert ("Record not found" in answer.text) == (unknown == 200)
