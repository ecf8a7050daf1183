"""`import`: from pasted links to stored events, over real HTTP; what comes in wrong, and what is kept."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from sqlalchemy import Engine

import office.intake.sources as sources
from office.database import migrate
from scraper.client import Client
from tests.scraper.fakes import FakeTime
from tests.standin.model import Event, Row
from tests.standin.server import Standin
from tests.standin.small import small_event
from tests.workplace import Said, Workplace, once

SITE = "https://chess-results.com"
EVENT = small_event()
LINK = f"{SITE}/tnr{EVENT.number}.aspx"
Edit = Callable[[str, str], str]


class Edited(httpx.BaseTransport):
    """The way to the stand-in with a hand on its pages: `edit` is given the address and the page."""

    def __init__(self, inner: httpx.BaseTransport, edit: Edit) -> None:
        self.inner, self.edit = inner, edit

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer = self.inner.handle_request(request)
        body = answer.read()
        answer.close()
        if answer.status_code == 200:
            body = self.edit(str(request.url), body.decode()).encode()
        headers = [(k, v) for k, v in answer.headers.multi_items() if k.lower() != "content-length"]
        return httpx.Response(answer.status_code, headers=headers, content=body)

    def close(self) -> None:
        self.inner.close()


@contextmanager
def site(work: Workplace, *events: Event, edit: Edit | None = None, **more: Any) -> Iterator[Standin]:
    """The site as the office's client meets it: the real client, but nobody has to wait."""
    with Standin(events, **more) as standin:

        def client(archive: Any, *_: Any, notice: Any = None, **__: Any) -> Client:
            way = standin.transport if edit is None else Edited(standin.transport, edit)
            return Client(archive, transport=way, clock=FakeTime().clock, notice=notice)

        with work.monkeypatch.context() as patch:
            patch.setattr(sources, "open_client", client)
            yield standin


def fetched(work: Workplace, event: Event, *words: object, edit: Edit | None = None, **more: Any) -> Said:
    with site(work, event, edit=edit, **more):
        return work.run("import", LINK, "--reported", "2026-10-05", *words)


@pytest.fixture
@once
def ready(work: Workplace) -> Workplace:
    """An office whose register holds the players of the small event."""
    work.register(
        *(
            {"ID": e.national_id, "Name": f"{e.surname} {e.given}", "FIDE ID": e.fide_id, "Federation": "JPN"}
            for e in EVENT.entrants
        )
    )
    work.opening(
        {"ID": e.national_id, "Name": f"{e.surname} {e.given}", "ST": e.rating, "ST-G": 50, "ST-Peak": 2350}
        for e in EVENT.entrants
        if e.rating
    )
    return work


def kept(work: Workplace) -> list[tuple[str, str, str | None]]:
    return work.rows("SELECT reference, state, problem FROM report ORDER BY id")


def archived(work: Workplace) -> int:
    """How many responses the archive has on its list."""
    return sum(
        len(path.read_text(encoding="utf-8").splitlines())
        for path in (work.folder / "archive").glob("*.jsonl")
    )


def test_a_link_becomes_an_event_with_its_pages_kept(ready: Workplace) -> None:
    said = fetched(ready, EVENT)
    assert said.code == 0, said.all
    assert "created: Invented Summer Open 2026, 11 players," in said.out
    assert "1 created, 0 updated, 0 unchanged, 0 not read" in said.out
    assert "reported on 5 October 2026" in said.err
    assert "tournament 9900001: 6 pages" in said.err
    assert archived(ready) >= 6
    assert kept(ready) == [(f"{SITE}/tnr9900001.aspx", "read", None)]
    assert ready.rows("SELECT count(*), count(*) FILTER (WHERE match = 'matched') FROM event_player") == [
        (11, 11)
    ]
    assert ready.codes() == []


def test_the_same_link_again_changes_nothing_and_says_so(ready: Workplace) -> None:
    fetched(ready, EVENT)
    before = ready.dump("report")
    said = fetched(ready, EVENT)
    assert said.code == 0
    assert "unchanged: Invented Summer Open 2026" in said.out
    assert "already imported; nothing has changed" in said.out
    assert ready.dump("report") == before
    assert [state for _, state, _ in kept(ready)] == ["read", "read"]


@pytest.mark.parametrize("way", ["argument", "file", "standard input"])
def test_a_mail_can_be_pasted_piped_or_given_as_a_file(ready: Workplace, way: str) -> None:
    mail = (
        "Dear rating officer, the results are on\n"
        f"<https://s2.chess-results.com/tnr{EVENT.number}.aspx?lan=1&art=1\n&rd=3&SNode=S0>\n"
        "and the photos on https://photos.example.jp/summer/ ." + " Kind regards." * 60
    )
    given: object = mail
    if way == "file":
        given = ready.file(mail, "mail.txt")
    elif way == "standard input":
        given = "-"
        ready.monkeypatch.setattr(sys, "stdin", io.StringIO(mail))
    with site(ready, EVENT):
        said = ready.run("import", given, "--reported", "2026-10-05")
    assert said.code == 0, said.all
    assert "1 created" in said.out
    ((text,),) = ready.rows("SELECT text FROM report")
    assert text == mail


def test_an_import_without_a_stated_day_is_reported_today_in_japan_and_says_so(ready: Workplace) -> None:
    ready.moment = datetime(2026, 10, 20, 16, 30, tzinfo=UTC)
    with site(ready, EVENT):
        said = ready.done("import", LINK)
    assert "reported today, 21 October 2026 (R16; --reported sets another day)" in said.err
    assert ready.rows("SELECT arrived_on, day_stated, complete_on FROM event") == [
        ("2026-10-21", 0, "2026-10-21")
    ]


def test_a_day_to_come_is_no_report_day(ready: Workplace) -> None:
    with site(ready, EVENT):
        said = ready.run("import", LINK, "--reported", "2026-11-03")
    assert (said.code, said.problem()["code"]) == (1, "day-to-come")
    assert kept(ready) == []


def test_a_day_before_all_rules_is_no_report_day_and_one_between_two_editions_is(ready: Workplace) -> None:
    with site(ready, EVENT):
        said = ready.run("import", LINK, "--reported", "2019-06-01")
        assert (said.code, said.problem()["code"]) == (1, "no-edition")
        assert kept(ready) == []
        told = ready.done("import", LINK, "--reported", "2021-06-01").out
    assert "for no list: banzuke problems, or banzuke events, says why" in told


# What comes in wrong.


def cut(_url: str, text: str) -> str:
    return text[: len(text) // 2]


def other_event(url: str, text: str) -> str:
    """Another tournament's page under this one's address, from the first round on."""
    if "art=2" not in url:
        return text
    from tests.standin.server import render

    other = small_event(9900009, name="Another Open 2026")
    return render(other, url.partition("?")[2], "s1")


def other_round(url: str, text: str) -> str:
    return text.replace("Round 2 on", "Round 3 on") if "art=2" in url and "rd=2" in url else text


def no_page(_url: str, _text: str) -> str:
    return "<html><body><h1>Service is under maintenance</h1></body></html>"


def other_name_all_through(_url: str, text: str) -> str:
    return text.replace(str(EVENT.number), "9900009")


STOPPED: dict[str, tuple[Edit | None, dict[str, Any], str, str]] = {
    "a number that is no tournament": (None, {"events": False, "unknown": 404}, "not-found", "404"),
    "a deleted tournament": (None, {"events": False, "unknown": 200}, "record-not-found", "Record not found"),
    "a truncated page": (cut, {}, "page-truncated", ""),
    "another tournament than asked": (other_name_all_through, {}, "other-tournament", "9900009"),
    "another tournament on one page": (other_event, {}, "other-tournament", "9900009"),
    "no page of a tournament": (no_page, {}, "not-of-the-site", ""),
    "a gate that does not open": (None, {"gate_opens": "never", "gated": True}, "gate-not-opened", ""),
}


@pytest.mark.parametrize("name", STOPPED)
def test_what_is_not_the_event_gives_one_named_problem_and_is_kept(ready: Workplace, name: str) -> None:
    edit, how, code, found = STOPPED[name]
    event = replace(EVENT, gated=True) if how.pop("gated", False) else EVENT
    served = [event] if how.pop("events", True) else []
    before = ready.dump("report")
    with site(ready, *served, edit=edit, **how):
        said = ready.run("import", LINK, "--reported", "2026-10-05")
    problem = said.problem()
    assert (said.code, problem["code"]) == (1, code)
    assert found in problem["found"]
    assert all(problem.values())
    assert "0 created, 0 updated, 0 unchanged, 1 not read" in said.out
    assert ready.dump("report") == before
    ((reference, state, told),) = kept(ready)
    assert (reference, state, json.loads(told or "")["code"]) == (
        f"{SITE}/tnr9900001.aspx",
        "failed",
        code,
    )
    assert archived(ready) >= 1
    assert code in ready.done("status").out
    # The link can be imported again when the page is right; then nothing is left of the failure.
    assert fetched(ready, EVENT).code == 0
    assert "not read" not in ready.done("status").out


def rounds(number: int, **changes: Any) -> Event:
    return replace(
        EVENT, rounds=tuple(replace(r, **changes) if r.number == number else r for r in EVENT.rounds)
    )


def pending(event: Event) -> Event:
    last = event.rounds[-1]
    rows = tuple(Row(r.white, r.black, "" if r.black else r.result) for r in last.rows)
    return replace(event, rounds=(*event.rounds[:-1], replace(last, rows=rows)))


def strange_result(url: str, text: str) -> str:
    return text.replace("1 - 0", "1 : O", 1) if "art=2" in url and "rd=1" in url else text


ASKED: dict[str, tuple[Event, Edit | None, str]] = {
    "a round not yet paired": (rounds(3, rows=()), None, "round-not-paired"),
    "results pending": (pending(EVENT), None, "result-pending"),
    "a round without a date": (rounds(2, day=None, time=None), None, "round-without-date"),
    "no time control": (replace(EVENT, time_control=""), None, "time-control-missing"),
    "an unreadable time control": (
        replace(EVENT, time_control="by candle light"),
        None,
        "time-control-unreadable",
    ),
    "an unknown result": (EVENT, strange_result, "result-unknown"),
    "another round than asked": (EVENT, other_round, "other-round"),
}


@pytest.mark.parametrize("name", ASKED)
def test_what_is_wrong_in_an_event_is_a_numbered_question(ready: Workplace, name: str) -> None:
    event, edit, code = ASKED[name]
    said = fetched(ready, event, edit=edit)
    assert said.code == 0, said.all
    questions = [p for p in ready.problems() if p.code == code]
    assert questions, [p.code for p in ready.problems()]
    for problem in questions:
        assert all((problem.place, problem.expected, problem.found, problem.remedy))
    told = ready.done("problems", "--code", code).out
    assert f"P{questions[0].id} {code}: Invented Summer Open 2026" in told


def test_an_event_whose_results_are_pending_waits_and_is_reported_when_it_is_found_complete(
    ready: Workplace,
) -> None:
    ready.moment = datetime(2026, 10, 18, 3, 0, tzinfo=UTC)
    with site(ready, pending(EVENT)):
        ready.done("import", LINK, "--reported", "2026-10-17")
    assert re.search(
        r"^E1 .* incomplete  –     1 question to decide$", ready.done("events").out, re.MULTILINE
    )
    ready.moment = datetime(2026, 10, 22, 3, 0, tzinfo=UTC)
    with site(ready, EVENT):
        said = ready.done("import", LINK)
    assert "updated: Invented Summer Open 2026" in said.out
    assert ready.codes() == []
    assert "2026-10-22" in ready.done("events").out
    assert (
        "For other lists:\n  E1 Invented Summer Open 2026: 1 December 2026, ready" in ready.done("status").out
    )


def test_an_event_with_an_unknown_result_is_on_no_list_until_it_is_decided(ready: Workplace) -> None:
    fetched(ready, EVENT, edit=strange_result)
    assert "Events\n  none" in ready.done("rate").out
    assert "to decide" in ready.done("events").out


def test_one_link_that_fails_does_not_keep_the_others_out(ready: Workplace) -> None:
    second = small_event(9900002, name="Second Open")
    with site(ready, EVENT, second):
        said = ready.run(
            "import", f"{SITE}/tnr5.aspx", LINK, f"{SITE}/tnr9900002.aspx", "--reported", "2026-10-05"
        )
    assert said.code == 1
    assert "2 created, 0 updated, 0 unchanged, 1 not read" in said.out
    assert [state for _, state, _ in kept(ready)] == ["failed", "read", "read"]


def test_problems_are_the_next_step_only_where_there_are_some(ready: Workplace) -> None:
    assert fetched(ready, EVENT).err.splitlines()[-1] == "Next: banzuke status"
    assert fetched(ready, EVENT, edit=strange_result).err.splitlines()[-1] == "Next: banzuke problems"


def test_a_link_completed_later_counts_by_the_day_stated_for_it(ready: Workplace) -> None:
    ready.moment = datetime(2026, 11, 22, 1, tzinfo=UTC)
    with site(ready, pending(EVENT)):
        ready.done("import", LINK, "--reported", "2026-10-05")
    with site(ready, EVENT):
        said = ready.done("import", LINK, "--reported", "2026-10-13")
    assert "for the list of 1 November 2026" in said.out
    assert ready.rows("SELECT complete_on FROM event") == [("2026-10-13",)]


def test_a_corrected_result_updates_the_event_and_keeps_its_day(ready: Workplace) -> None:
    fetched(ready, EVENT)
    first = EVENT.rounds[0]
    at = next(n for n, r in enumerate(first.rows) if r.result == "1-0")
    rows = tuple(replace(r, result="0-1") if n == at else r for n, r in enumerate(first.rows))
    later = replace(EVENT, rounds=(replace(first, rows=rows), *EVENT.rounds[1:]))
    with site(ready, later):
        said = ready.done("import", LINK)
    assert "updated: Invented Summer Open 2026" in said.out
    assert "1-0 → 0-1" in said.out
    assert ready.rows("SELECT complete_on FROM event") == [("2026-10-05",)]


def test_a_published_event_is_held_as_it_was(ready: Workplace) -> None:
    fetched(ready, EVENT)
    ready.done("rate")
    ready.done("publish")
    before = ready.dump("report", "reading", "event", "problem")
    with site(ready, pending(EVENT)):
        said = ready.done("import", LINK)
    assert "held: Invented Summer Open 2026" in said.out
    assert "kept for a correction, not taken over" in said.out
    assert ready.dump("report", "reading", "event", "problem") == before
    assert ready.codes() == ["changed-after-publication"]


def test_an_event_before_the_opening_list_is_asked_about_and_not_lost(ready: Workplace) -> None:
    with site(ready, EVENT):
        ready.done("import", LINK, "--reported", "2026-08-05")
    assert ready.codes() == ["list-already-published"]
    assert ready.run("rate").code == 3


@pytest.mark.parametrize(
    "command", [("status",), ("import", LINK), ("problems",), ("rate",), ("explain", "N30000001")]
)
def test_without_an_office_every_command_says_how_to_make_one(
    work: Workplace, command: tuple[str, ...]
) -> None:
    work.folder = work.folder / "elsewhere"
    said = work.run(*command)
    assert (said.code, said.problem()["code"]) == (1, "no-office")
    assert "banzuke init" in said.problem()["do"]
    assert not work.folder.exists()


def test_an_office_is_made_once(work: Workplace) -> None:
    before = work.dump()
    said = work.run("init")
    assert (said.code, said.problem()["code"]) == (1, "office-exists")
    assert work.dump() == before


def test_of_two_who_make_an_office_at_once_one_is_refused(work: Workplace) -> None:
    work.folder = work.folder / "elsewhere"
    upgrade = migrate.upgrade

    def other_first(engine: Engine) -> bool:
        work.monkeypatch.setattr(migrate, "upgrade", upgrade)
        work.done("init", "--name", "The other one")
        return upgrade(engine)

    work.monkeypatch.setattr(migrate, "upgrade", other_first)
    said = work.run("init", "--name", "This one")
    assert (said.code, said.problem()["code"]) == (1, "office-exists")
    assert work.rows("SELECT value FROM setting WHERE name = 'name'") == [("The other one",)]


@pytest.mark.parametrize("emptied", [False, True])
def test_where_an_office_lost_its_database_none_is_made(work: Workplace, emptied: bool) -> None:
    work.database.unlink()
    if emptied:
        work.database.touch()
    before = sorted(path.name for path in work.folder.iterdir())
    lost = work.run("status").problem()
    assert lost["code"] == ("database-version" if emptied else "no-office")
    assert "backup" in lost["do"]
    said = work.run("init").problem()
    assert (said["code"], said["found"]) == ("office-exists", "journal.txt")
    assert "restore a backup" in said["do"]
    assert sorted(path.name for path in work.folder.iterdir()) == before


@pytest.mark.parametrize("name", ["", " \u3000"])
def test_a_federation_without_a_name_has_no_office(work: Workplace, name: str) -> None:
    work.folder = work.folder / "elsewhere"
    found = work.run("init", "--name", name).problem()
    assert (found["code"], found["place"]) == ("office-unnamed", "--name")
    assert not work.folder.exists()


def test_the_names_of_a_new_office_stand_on_one_line(work: Workplace) -> None:
    work.folder = work.folder / "elsewhere"
    said = work.done("init", "--name", " Invented\r\nFederation\n", "--officer", "Mori\nSora")
    assert said.out.startswith("Invented Federation: ")
    assert ("officer", "Mori Sora") in work.rows("SELECT name, value FROM setting")


def test_a_day_that_is_stated_is_the_day_of_the_report(ready: Workplace) -> None:
    fetched(ready, EVENT)
    assert ready.rows("SELECT arrived_on, day_stated FROM event") == [("2026-10-05", 1)]


def test_pages_of_the_archive_are_stored_beside_a_link_that_it_has_not(ready: Workplace) -> None:
    with site(ready, EVENT):
        ready.done("read", LINK)
    said = ready.run("import", f"{SITE}/tnr77.aspx", LINK, "--offline", "--reported", "2026-10-05")
    assert [p["code"] for p in said.problems()] == ["offline"]
    assert ready.rows("SELECT state FROM report ORDER BY id") == [("failed",), ("read",)]
    ((number, head),) = ready.rows("SELECT id, head FROM journal ORDER BY id DESC LIMIT 1")
    assert ready.place.folder.joinpath("journal.txt").read_text() == f"{number} {head}\n"
