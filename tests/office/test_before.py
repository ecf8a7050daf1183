"""`read --check` asks what an import would ask: nothing less, and nothing is stored."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest

import scraper.problems
from importer.given import GivenFile
from office.intake.asked import for_organizer, merged
from scraper.records import Problem
from tests.importer.forms import GAMES, PLAYERS
from tests.importer.swiss_perfect import files as swiss_perfect
from tests.office.test_files import form
from tests.office.test_intake import EVENT, ready
from tests.standin.server import render
from tests.workplace import Workplace

from .test_files import small_federation

__all__ = ["ready"]

OTHER_NAME = ((1, "Nobody Such", "N90000001", ""), *PLAYERS[1:])
UNKNOWN_ID = ((1, "Mori Sora", "N90000999", ""), *PLAYERS[1:])
LIST = "Round,White,White ID,Result,Black\n1,Mori Sora,N90000002,1-0,Hata Rin\n"
FILES: dict[str, Callable[[], list[GivenFile]]] = {
    "a sound form": lambda: [GivenFile("a.xlsx", form())],
    "an unknown ID": lambda: [GivenFile("a.xlsx", form(players=UNKNOWN_ID))],
    "the ID of another name": lambda: [GivenFile("a.xlsx", form(players=OTHER_NAME))],
    "kind against time control": lambda: [
        GivenFile("a.xlsx", form(type="Rapid ラピッド", time_control="90+30"))
    ],
    "a time control nobody can read": lambda: [GivenFile("a.xlsx", form(time_control="as always"))],
    "no result yet": lambda: [GivenFile("a.xlsx", form(games=(*GAMES[:-1], (2, "", 1, "", 4))))],
    "an unknown organizer": lambda: [GivenFile("a.xlsx", form(organizer="Somebody Else"))],
    "a day long ago": lambda: [
        GivenFile("a.xlsx", form(first_day=date(2020, 10, 3), last_day=date(2020, 10, 4), games=OLD))
    ],
    "Swiss Perfect": lambda: swiss_perfect(organiser="NSW NORMAL 04/10/2026"),
    "an odd result": lambda: swiss_perfect(games=((1, 1, 2, 0, 2, 1, 0), (1, 3, 0, 0, 0, 1, 1))),
    "a list of games": lambda: [GivenFile("spring.csv", LIST.encode())],
}
OLD = tuple((n, "", *rest) for n, _, *rest in GAMES)


@pytest.mark.parametrize("what", FILES)
def test_the_check_asks_what_the_import_asks_and_stores_nothing(work: Workplace, what: str) -> None:
    small_federation(work)
    given = [work.file(f.data, f.name) for f in FILES[what]()]
    before = work.dump("event"), work.dump("problem"), work.dump("report"), work.dump("reading")
    said = work.run("read", *given, "--check")
    assert (work.dump("event"), work.dump("problem"), work.dump("report"), work.dump("reading")) == before
    work.done("import", *given)
    asked = work.codes()
    assert {code for code in asked if f"{code}: " not in said.out} == set()
    blocking = work.rows("SELECT code FROM problem WHERE blocks AND state = 'open'")
    assert said.code == (3 if blocking else 0)


def test_beside_the_reading_as_json_the_questions_stand_on_standard_error(work: Workplace) -> None:
    given = [work.file(f.data, f.name) for f in FILES["kind against time control"]()]
    said = work.run("read", *given, "--check", "--json")
    assert said.code == 3
    assert json.loads(said.out)["players"]
    assert "time-control-contradicts-kind: " in said.err


def test_no_card_is_fetched_with_a_file(work: Workplace) -> None:
    given = [work.file(f.data, f.name) for f in FILES["a list of games"]()]
    work.done("read", *given)
    said = work.run("read", *given, "--card", 3).problem()
    assert (said["code"], said["place"]) == ("card-unfetched", "--card")


def test_kind_against_time_control_is_asked_without_an_office_too(work: Workplace) -> None:
    work.folder = work.folder / "elsewhere"
    given = [work.file(f.data, f.name) for f in FILES["kind against time control"]()]
    said = work.run("read", *given, "--check")
    assert (said.code, "time-control-contradicts-kind: " in said.out) == (3, True)
    assert "the type or the time control and send the report again" in said.out  # it is not on Swiss-Manager


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ("an unknown ID", "member-unknown"),
        ("the ID of another name", "member-unknown"),
        ("kind against time control", "time-control-contradicts-kind"),
    ],
)
def test_what_the_register_says_is_asked_before_the_report(work: Workplace, what: str, code: str) -> None:
    small_federation(work)
    given = [work.file(f.data, f.name) for f in FILES[what]()]
    told = work.run("read", *given, "--check").out
    assert f"{code}: " in told
    assert "banzuke resolve" not in told and "--accept" not in told  # there is no question yet to answer


# What he is told who can correct the event himself.


def questions(work: Workplace, pages: dict[str, str]) -> str:
    folder = work.folder.parent / "saved"
    folder.mkdir()
    for name, page in pages.items():
        (folder / f"{name}.html").write_text(page, encoding="utf-8")
    said = work.run("read", folder, "--check")
    assert said.code == 3, said.all
    return said.out


def test_rounds_that_are_missing_are_one_question_that_names_them(ready: Workplace) -> None:
    out = questions(ready, {"start": render(EVENT, "lan=1&art=0&turdet=YES&zeilen=99999&SNode=S0", "s1")})
    assert out.count("round-page-missing") == 1
    last = len(EVENT.rounds)
    assert f"round-page-missing: rounds 1-{last}" in out
    assert "rd=N" not in out
    assert "art=2&rd=1, art=2&rd=2" in out


def test_one_missing_round_is_named_with_its_page(ready: Workplace) -> None:
    views = {f"r{n}": f"lan=1&art=2&rd={n}" for n in (1, 3)} | {
        "start": "lan=1&art=0&turdet=YES&zeilen=99999"
    }
    out = questions(ready, {name: render(EVENT, f"{view}&SNode=S0", "s1") for name, view in views.items()})
    assert "round-page-missing: round 2\n" in out
    assert "give the page of round 2 as well (art=2&rd=2)" in out


def test_the_organizer_is_told_what_he_can_do_himself() -> None:
    for code, entry in scraper.problems.CODES.items():
        told = for_organizer(Problem(code, "here", "this", "that", entry.remedy)).remedy
        merged_remedy = merged([for_organizer(Problem(code, "round 4 (x)", "this", "that", entry.remedy))])[
            0
        ].remedy
        assert told
        assert not re.search("ruling|organizer|scraper/", told), code
        assert "rd=N" not in merged_remedy


def test_rows_with_one_trouble_are_one_question_with_a_count() -> None:
    card = [Problem("card-disagrees", f"row {n}", f"{n} w 1", f"{n} b 0", "Fetch") for n in range(1, 26)]
    name = Problem("name-unclear", "player 3", "surname", "“A, B, C”", "correct")
    both = merged([*card[:1], name, *card[1:], replace(name, place="player 4")])
    assert [p.code for p in both] == ["card-disagrees", "name-unclear"]
    assert both[0].place == "25 places"
    assert both[0].found.splitlines()[0] == "row 1: 1 b 0 (expected 1 w 1)"
    assert both[0].found.splitlines()[-1].strip() == "and 5 more"
    assert both[1].expected == "surname"
    assert both[1].found.split("\n")[1].strip() == "player 4: “A, B, C”"
    assert merged([name]) == [name]


def test_a_time_control_that_no_page_states_is_not_quoted(ready: Workplace) -> None:
    out = questions(ready, {"round": render(EVENT, "lan=1&art=2&rd=1&SNode=S0", "s1")})
    assert out.splitlines()[3] == "  time control not stated"
