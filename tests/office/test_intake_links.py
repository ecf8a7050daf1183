"""`import`: what is no link of a tournament, links among other text, and texts that are no mail."""

from __future__ import annotations

import io
import re
import sys

import pytest

from office.intake import links
from scraper.addresses import Address
from scraper.errors import DailyBudget, NotFound
from scraper.records import EventRecord
from tests.office.test_intake import EVENT, LINK, SITE, kept, ready, site
from tests.standin.small import small_event
from tests.workplace import Workplace

__all__ = ["ready"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("https://example.jp/tnr1.aspx", "address-not-chess-results"),
        ("https://chess-results.com.example.jp/tnr5.aspx", "address-not-chess-results"),
        ("https://chess-results.com/Karte.aspx?lan=1&fed=JPN", "address-not-a-tournament"),
        (f"https://chess-results.com/tnr5.aspx?lan=1&{'x' * 2000}", "address-too-long"),
        (f"https://chess-results.com/{'x' * 100_000}", "address-too-long"),
        (f"https://chess-results.com/TurnierSuche.aspx?{'x=1&' * 25_000}", "address-too-long"),
        ("no link at all", "no-link"),
        ("mail-that-is-not-there.txt", "no-such-source"),
        ("", "no-link"),
        ("From: a@example.jp\n\nThe event is over.", "no-link"),  # a mail that does not say when it was sent
    ],
)
def test_what_is_no_link_of_a_tournament_is_refused_by_name(ready: Workplace, text: str, code: str) -> None:
    before = ready.dump()
    with site(ready, EVENT) as standin:
        said = ready.run("import", text)
    assert (said.code, said.problem()["code"]) == (1, code)
    assert len(said.err) < 2000
    assert standin.requests == []
    assert ready.dump() == before


def test_an_address_that_is_refused_among_others_is_an_error_and_in_a_mail_a_note(ready: Workplace) -> None:
    foreign = "https://example.jp/results"
    with site(ready, EVENT):
        assert ready.run("import", LINK, foreign, "--reported", "2026-10-05").code == 1
        noted = ready.run("import", f"see {LINK} and {foreign}", "--reported", "2026-10-05")
        lost = ready.run("import", LINK, "mail-that-is-not-there.txt", "--reported", "2026-10-05")
    assert noted.code == 0
    assert "address-not-chess-results" in noted.err
    assert lost.code == 1
    assert "no-such-source" in lost.err


def test_a_tournament_linked_twice_in_one_mail_is_fetched_once(ready: Workplace) -> None:
    with site(ready, EVENT):
        said = ready.done(
            "import", f"{LINK} {LINK}&art=4 {SITE}/Tnr{EVENT.number}.aspx?lan=22", "--reported", "2026-10-05"
        )
    assert "1 event to fetch" in said.err
    assert len(kept(ready)) == 1


def test_two_links_without_a_blank_between_them_are_two_reports(ready: Workplace) -> None:
    second = small_event(9900002, name="Second Open")
    with site(ready, EVENT, second):
        said = ready.done("import", f"{LINK}?lan=1,{SITE}/tnr9900002?lan=1", "--reported", "2026-10-05")
    assert "2 created" in said.out
    assert [reference for reference, *_ in kept(ready)] == [LINK, f"{SITE}/tnr9900002.aspx"]


def test_a_link_of_the_site_that_is_refused_in_a_mail_is_an_error_after_the_rest(ready: Workplace) -> None:
    for lost in (f"{SITE}/Default.aspx?lan=1", f"{SITE}/tnr14997\n33.aspx"):
        with site(ready, EVENT):
            said = ready.run("import", f"see {LINK} and {lost} ", "--reported", "2026-10-05")
        assert said.code == 1
        assert len(kept(ready)) >= 1
        assert "0 not read" in said.out


def test_a_hidden_link_beside_a_tournament_in_a_pasted_text_is_an_error_after_the_rest(
    ready: Workplace,
) -> None:
    with site(ready, EVENT):
        said = ready.run("import", f"{LINK} and the second one: https://bit.ly/3aBcDeF")
    assert said.code == 1
    assert "1 created" in said.out
    assert "bit.ly/3aBcDeF" in said.err


@pytest.mark.parametrize("before", ["", "HTTP/1.1 200 OK\nContent-Type: text/html\n\n"])
def test_a_saved_page_that_is_piped_in_is_no_mail(ready: Workplace, before: str) -> None:
    from tests.standin.server import render

    page = render(EVENT, "lan=1&art=1&SNode=S0", "s1")
    ready.monkeypatch.setattr(sys, "stdin", io.StringIO(before + page))
    with site(ready, EVENT) as standin:
        said = ready.run("import", "-")
    problem = said.problem()
    assert (said.code, problem["code"]) == (1, "page-not-a-mail")
    assert problem["found"] == "a saved page of tournament 9900001"
    assert LINK in problem["do"]
    assert "banzuke import FILE" in problem["do"]
    assert standin.requests == []
    assert kept(ready) == []


def test_a_page_saved_as_a_web_archive_is_no_mail_either(ready: Workplace) -> None:
    text = f"From: <Saved by Blink>\nSnapshot-Content-Location: {LINK}?lan=1\nSubject: x\n\n<html>"
    with site(ready, EVENT) as standin:
        said = ready.run("import", text)
    assert said.problem()["found"] == "a saved page of tournament 9900001"
    assert standin.requests == []


def test_an_html_mail_is_a_mail(ready: Workplace) -> None:
    mail = (
        '<!DOCTYPE html PUBLIC "-//W3C//DTD" "http://www.w3.org/TR/x.dtd"><html><body>'
        '<table class="CRs1"></table>'
        f'<a href="{LINK}?lan=1">results</a><img src="https://cdn.example/x.png"></body></html>'
    )
    with site(ready, EVENT):
        said = ready.done("import", mail, "--reported", "2026-10-05")
    assert "1 created" in said.out
    assert said.problems() == []


def test_more_than_ten_tournaments_are_fetched_only_when_asked_for(ready: Workplace) -> None:
    links = [f"{SITE}/tnr{n}.aspx" for n in range(9900001, 9900012)]
    with site(ready, EVENT, unknown=404) as standin:
        said = ready.run("import", " ".join(links), "--reported", "2026-10-05")
        problem = said.problem()
        assert (said.code, problem["code"]) == (1, "many-links")
        assert problem["found"].startswith("11: 9900001, 9900002,")
        assert "9900011" in problem["found"]
        assert standin.requests == []
        assert kept(ready) == []
        whole = ready.run("import", "--all", *links, "--reported", "2026-10-05")
    assert "1 created, 0 updated, 0 unchanged, 10 not read" in whole.out


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("Tue, 20 Oct 2026 23:30:00 +0200", "2026-10-21"),
        ("Tue, 20 Oct 2026 16:00:00 -0000", "2026-10-21"),
        ("Tue, 20 Oct 2026 20:00:00 JST", "2026-10-20"),
        ("Mon, 2 Nov 2026 02:00:00 +0900", None),
        ("Fri, 20 Nov 2026 02:00:00 +0900", None),
        ("the day before yesterday", None),
    ],
)
def test_the_day_of_a_mail_is_named_and_not_taken(ready: Workplace, written: str, told: str | None) -> None:
    mail = f"From: an organizer <x@example.jp>\nDate: {written}\nSubject: report\n\n{LINK}\n"
    with site(ready, EVENT):
        said = ready.done("import", mail)
        assert "dated" not in ready.done("import", mail, "--reported", "2026-11-01").err
        assert "dated" not in ready.done("import", f"We met.\nDate: {written}\n{LINK}").err
    if told is None:
        assert "dated" not in said.err
    else:
        line = f"The e-mail is dated {told}. If it arrived on that day, add --reported {told}"
        assert line in said.err.splitlines()
    assert ready.rows("SELECT arrived_on FROM report ORDER BY id LIMIT 1") == [("2026-11-02",)]


def test_a_long_text_on_one_line_is_no_name_of_a_file(ready: Workplace) -> None:
    with site(ready, EVENT):
        assert ready.run("import", "no link here " * 400).problem()["code"] == "no-link"


@pytest.mark.parametrize(
    "text",
    [
        f"{LINK} " + "word " * 200_000,
        f"{LINK}?{'a' * 1_000_000}",
        f"{LINK} " + " ".join(f"https://example.jp/{n}" for n in range(501)),
    ],
)
def test_a_text_without_end_is_refused_whole_by_name_and_nothing_of_it_is_kept(
    ready: Workplace, text: str
) -> None:
    before = ready.dump()
    with site(ready, EVENT) as standin:
        said = ready.run("import", ready.file(text, "long.txt"))
    assert (said.code, said.problem()["code"]) == (1, "text-too-large")
    assert len(said.err) < 1000
    assert standin.requests == []
    assert ready.dump() == before


def test_what_was_not_asked_for_is_named_in_the_order_in_which_it_is_asked_for(ready: Workplace) -> None:
    """Links are taken by day and sender: of three mails, the third's goes before the second's."""

    def stopped(address: Address, *_given: object) -> EventRecord:
        if address.tournament == 7000003:
            raise DailyBudget("chess-results.com", "fewer requests", "too many")
        raise NotFound("chess-results.com", "a page", "none")

    ready.monkeypatch.setattr(links, "fetched", stopped)
    mails = [
        ready.file(
            f"Received: from a by b; {day} Oct 2026 20:15:02 +0900\nFrom: {sender}@example.jp\n"
            f"Date: {day} Oct 2026 20:15:02 +0900\nSubject: results\n\n{SITE}/tnr{number}.aspx\n",
            f"{number}.eml",
        )
        for number, day, sender in ((7000001, 3, "a"), (7000002, 4, "b"), (7000003, 3, "a"))
    ]
    said = ready.run("import", *mails)
    assert said.code == 1
    assert re.search(r"Stopped\..*: (.*)", said.err)[1] == "7000002"  # type: ignore[index]
