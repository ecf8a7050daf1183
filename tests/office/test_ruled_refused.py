"""Decisions that are refused, and what is told instead."""

from __future__ import annotations

from datetime import date

import pytest

from scraper.records import EventRecord
from tests.office.test_desk import ASKED, EVENT, november, with_player
from tests.workplace import LATE, MORI, Workplace, small_federation


@pytest.mark.parametrize(
    ("record", "code"),
    [
        (ASKED["no days"][0], "event-without-days"),
        (ASKED["no time control"][0], "time-control-missing"),
        (ASKED["an unreadable time control"][0], "time-control-unreadable"),
        (ASKED["nobody knows how many rounds"][0], "report-day-open"),
    ],
)
def test_a_question_without_whose_answer_nothing_can_be_rated_is_not_merely_accepted(
    work: Workplace, record: EventRecord, code: str
) -> None:
    small_federation(work)
    work.store(record)
    before = work.dump()
    said = work.run("resolve", f"P{work.the(code).id}", "--accept", "--reason", "no time")
    assert (said.code, said.problem()["code"]) == (1, "decision-does-not-fit")
    assert work.dump() == before


def test_a_list_that_is_published_cannot_be_accepted_away(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT, date(2026, 9, 10))
    problem = work.the("list-already-published")
    said = work.run("resolve", f"P{problem.id}", "--accept", "--reason", "so be it")
    assert (said.code, said.problem()["code"]) == (1, "decision-does-not-fit")


@pytest.mark.parametrize(
    "words", [("--exclude",), ("--match", LATE, "--player", 1), ("--defer",), ("--reported", "2026-10-06")]
)
def test_a_published_event_is_not_decided_any_more(work: Workplace, words: tuple[object, ...]) -> None:
    november(work)
    before = work.dump()
    said = work.run("resolve", "E1", *words, "--reason", "too late")
    assert (said.code, said.problem()["code"]) == (1, "event-published")
    assert said.problem()["do"].endswith("banzuke correction open E1 --reason …")
    assert work.dump() == before


def test_a_question_without_an_answer_is_shown_with_the_answers_that_fit_it(work: Workplace) -> None:
    small_federation(work)
    work.store(ASKED["a wrong digit"][0])
    work.problems()
    before = work.dump()
    said = work.done("resolve", "P1").out
    assert said.startswith("P1 member-")
    assert '    banzuke resolve P1 --no-member --reason "…"' in said.splitlines()
    assert "--date" not in said
    assert work.dump() == before
    assert work.run("resolve", "P99").problem()["code"] == "no-such-problem"


def test_a_member_who_is_not_there_is_named_by_where_it_was_said(work: Workplace) -> None:
    small_federation(work)
    work.store(ASKED["a wrong digit"][0])
    work.problems()
    for option in ("--match", "--alias"):
        said = work.run("resolve", "P1", option, "N12345678", "--reason", "a reason")
        assert said.problem()["place"] == option


@pytest.mark.parametrize(
    ("words", "code", "exit_code"),
    [
        (("P99", "--accept"), "no-such-problem", 1),
        (("E99", "--exclude"), "no-such-event", 1),
        (("nonsense", "--exclude"), "no-such-event", 1),
        (("P1", "--match", "N12345678"), "no-such-member", 1),
        (("P1", "--match", "Mori Sora"), "no-such-member", 1),
        (("P1", "--date", "2026-10-04"), "decision-does-not-fit", 1),
        (("E1", "--accept"), "decision-does-not-fit", 1),
        (("E1", "--match", MORI), "decision-does-not-fit", 1),
        (("E1", "--date", "2026-10-04", "--round", 9), "decision-does-not-fit", 1),
        (("E1", "--exclude", "--round", 1, "--board", 9), "no-such-game", 1),
        (("E1", "--exclude", "--round", 9), "no-such-game", 1),
        (("E1", "--exclude", "--board", 1), "decision-does-not-fit", 1),
        (("E1", "--defer", "--player", 1), "decision-does-not-fit", 1),
        (("E1", "--fee-paid", "2026-10-05"), "no-fees", 1),
        (("E1", "--time-control", "quick"), "time-control-unreadable", 1),
        (("--take-back", 99), "no-such-ruling", 1),
        (("P1", "--accept", "--defer"), None, 2),
        (("--accept",), None, 2),
        (("P1", "--date", "4 October"), None, 2),
    ],
)
def test_a_decision_that_fits_nothing_is_refused_and_stores_nothing(
    work: Workplace, words: tuple[object, ...], code: str | None, exit_code: int
) -> None:
    small_federation(work)
    work.store(ASKED["a wrong digit"][0])
    work.problems()
    before = work.dump()
    said = work.run("resolve", *words, "--reason", "a reason")
    assert said.code == exit_code, said.all
    if code is not None:
        assert said.problem()["code"] == code
    assert work.dump() == before


def test_several_targets_are_decided_together_or_not_at_all(work: Workplace) -> None:
    small_federation(work)
    strangers = with_player(
        with_player(EVENT, 1, name="A Guest", national_id=None), 2, name="B Guest", national_id=None
    )
    work.store(strangers)
    first, second = work.problems()
    before = work.dump()
    assert work.run("resolve", f"P{first.id}", "P99", "--no-member", "--reason", "guests").code == 1
    assert work.dump() == before
    work.done("resolve", f"P{first.id}", f"P{second.id}", "--no-member", "--reason", "guests")
    assert work.codes() == []
