"""Links to lists of tournaments, and several links in one word: read, or refused with what they name."""

from __future__ import annotations

import json

import pytest

from tests.office.test_intake import EVENT, LINK, SITE, kept, ready, site
from tests.standin.listing import federation, search
from tests.standin.small import small_event
from tests.workplace import Workplace

__all__ = ["ready"]

FED = f"{SITE}/fed.aspx?lan=1&fed=JPN"
SECOND = small_event(9900002, name="Second Open")


def test_a_link_to_a_list_of_one_tournament_imports_it(ready: Workplace) -> None:
    lists = {"fed": federation((EVENT.number, EVENT.name))}
    with site(ready, EVENT, lists=lists) as standin:
        said = ready.done("import", FED, "--reported", "2026-10-05")
    assert "1 created" in said.out
    assert kept(ready) == [(LINK, "read", None)]
    assert ready.rows("SELECT text FROM report") == [(FED,)]
    assert len(standin.pages()) == 1 + EVENT.round_count + 3


def test_a_link_to_a_list_of_several_names_them_and_is_kept_as_received(ready: Workplace) -> None:
    lists = {"turniersuche": search((EVENT.number, EVENT.name), (SECOND.number, SECOND.name))}
    link = f"{SITE}/TurnierSuche.aspx?lan=1"
    with site(ready, EVENT, SECOND, lists=lists) as standin:
        said = ready.run("import", link)
    assert said.code == 1
    problem = said.problem()
    assert problem["code"] == "search-names-several"
    assert f"{EVENT.number} {EVENT.name} (2026/10/03 to 2026/10/04)" in problem["found"]
    assert str(SECOND.number) in problem["found"]
    ((reference, state, told),) = kept(ready)
    assert (reference, state) == (link, "failed")
    assert json.loads(told or "")["code"] == "search-names-several"
    assert len(standin.pages()) == 1
    assert "search-names-several" in ready.done("status").out


def test_the_form_of_a_search_is_refused_with_the_way_out(ready: Workplace) -> None:
    with site(ready, EVENT, lists={"turniersuche": search()}):
        said = ready.run("import", f"{SITE}/TurnierSuche.aspx")
    assert said.problem()["code"] == "search-names-none"
    assert "save the page" in said.problem()["do"]


def test_a_saved_list_of_one_tournament_imports_and_reads_it(ready: Workplace) -> None:
    saved = ready.file(search((EVENT.number, EVENT.name)), "search.html")
    with site(ready, EVENT):
        read = json.loads(ready.done("read", saved, "--json").out)
        said = ready.done("import", saved, "--reported", "2026-10-05")
    assert read["source"]["tournament"] == EVENT.number
    assert "1 created" in said.out
    assert kept(ready) == [(LINK, "read", None)]


def test_a_list_saved_as_a_web_archive_imports_none_of_its_tournaments(ready: Workplace) -> None:
    where = f"Snapshot-Content-Location: {SITE}/TurnierSuche.aspx?lan=1"
    text = f"From: <Saved by Blink>\n{where}\nSubject: x\n\n{search((EVENT.number, EVENT.name))}{LINK}"
    with site(ready, EVENT) as standin:
        said = ready.run("import", text)
    assert (said.code, said.problem()["code"]) == (1, "page-not-a-mail")
    assert "the tournament's link" in said.problem()["do"]
    assert standin.requests == []


@pytest.mark.parametrize("command", ["import", "read"])
def test_a_saved_list_of_several_or_none_is_refused_without_a_request(ready: Workplace, command: str) -> None:
    several = ready.file(search((EVENT.number, EVENT.name), (SECOND.number, SECOND.name)), "several.html")
    none = ready.file(search(), "none.html")
    with site(ready, EVENT) as standin:
        assert ready.run(command, several).problem()["code"] == "search-names-several"
        assert ready.run(command, none).problem()["code"] == "search-names-none"
    assert standin.requests == []


def test_a_list_is_read_by_its_link(ready: Workplace) -> None:
    with site(ready, EVENT, lists={"fed": federation((EVENT.number, EVENT.name))}):
        read = json.loads(ready.done("read", FED, "--json").out)
    assert read["source"]["tournament"] == EVENT.number


@pytest.mark.parametrize("between", [",", "", " ", "\n"])
def test_two_links_in_one_word_are_both_read(ready: Workplace, between: str) -> None:
    other = f"{SITE}/tnr{SECOND.number}.aspx?lan=1"
    with site(ready, EVENT, SECOND):
        said = ready.done("read", f"{LINK}{between}{other}", "--json")
    assert [d["source"]["tournament"] for d in json.loads(said.out)] == [EVENT.number, SECOND.number]


def test_a_link_of_another_site_between_two_is_refused_by_name(ready: Workplace) -> None:
    with site(ready, EVENT, SECOND) as standin:
        said = ready.run("read", f"{LINK},https://example.jp/a,{SITE}/tnr{SECOND.number}.aspx")
    assert (said.code, said.problem()["code"]) == (1, "address-not-chess-results")
    assert standin.requests == []


def test_a_list_is_read_from_the_archive_when_offline(ready: Workplace) -> None:
    with site(ready, EVENT, lists={"fed": federation((EVENT.number, EVENT.name))}):
        ready.done("read", FED)
    said = ready.done("read", FED, "--offline", "--json")
    assert json.loads(said.out)["source"]["tournament"] == EVENT.number
    assert ready.run("read", f"{SITE}/fed.aspx?fed=KOR", "--offline").problem()["code"] == "offline"


def test_a_list_and_a_link_to_its_tournament_fetch_nothing_twice(ready: Workplace) -> None:
    lists = {"fed": federation((EVENT.number, EVENT.name))}
    with site(ready, EVENT, lists=lists) as standin:
        said = ready.done("import", LINK, FED, "--reported", "2026-10-05")
    assert "1 created, 0 updated, 1 unchanged" in said.out
    assert len(standin.requests) == len(set(standin.requests))
    assert len(standin.pages()) == 1 + EVENT.round_count + 3


def test_a_players_card_is_read_when_asked_for_with_his_year_of_birth(ready: Workplace) -> None:
    with site(ready, EVENT) as standin:
        read = json.loads(ready.done("read", LINK, "--card", "3", "--json").out)
    assert {p["number"]: p["born"] for p in read["players"] if "born" in p} == {3: "1983"}
    assert len(standin.pages()) == EVENT.round_count + 4
