"""`import`: what comes in wrong or incomplete, and what changes later."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.office.test_intake import EVENT, LINK, SITE, Edit, archived, fetched, kept, ready, site
from tests.standin.model import Event, Row
from tests.standin.small import small_event
from tests.workplace import Workplace

__all__ = ["ready"]


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
