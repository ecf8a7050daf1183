"""Decisions on questions and events: what each does, and what it stands on."""

from __future__ import annotations

import sqlite3
import tracemalloc
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from sqlmodel import Session

from office.database.engine import look
from office.desk.answering import MOST, done
from office.merge.merge import decisions_about
from office.register.find import find_member
from scraper.records import Problem, Round, TimeControl
from tests.importer.invented import pairing, player
from tests.office.test_desk import (
    ASKED,
    EVENT,
    PAIRINGS,
    PLAYERS,
    TWO_DAYS,
    UNDATED,
    with_control,
    with_player,
    with_problems,
    with_result,
)
from tests.workplace import HATA, LATE, MORI, NAMES, Workplace, small_federation


def test_a_ruling_settles_its_problem_and_taken_back_it_is_open_again(work: Workplace) -> None:
    small_federation(work)
    work.store(ASKED["a wrong digit"][0])
    problem = work.the("member-ambiguous")
    work.resolve(problem, "--match", MORI, reason="a mistyped digit")
    assert work.codes() == []
    assert work.rows(
        "SELECT match, match_rule, member_id, national_id FROM event_player WHERE number = 1"
    ) == [("matched", "ruling 1: a mistyped digit", 1, "N90000099")]
    assert f"P{problem.id} member-ambiguous" in work.done("problems", "--all").out
    work.done("resolve", "--take-back", 1, "--reason", "the organizer erred")
    assert work.the("member-ambiguous").id == problem.id
    assert "[taken back: the organizer erred]" in work.done("rulings", "--all").out
    assert work.done("rulings").out == ""


def test_a_ruling_keeps_who_why_and_when(work: Workplace) -> None:
    small_federation(work)
    work.store(ASKED["a wrong digit"][0])
    work.resolve(
        work.the("member-ambiguous"), "--match", MORI, "--who", "Second Officer", reason="the club knows him"
    )
    query = "SELECT kind, value, reason, who, made_at, taken_back_at FROM ruling"
    ((kind, value, reason, who, made, back),) = work.rows(query)
    assert (kind, value, reason, who, back) == ("match", MORI, "the club knows him", "Second Officer", None)
    assert made.startswith("2026-11-02 01:00")


def test_a_reason_of_several_lines_stays_below_its_decision(work: Workplace) -> None:
    small_federation(work)
    work.store(ASKED["a wrong digit"][0])
    reason = "the club knows him\n2 exclude: nobody said so"
    work.resolve(work.the("member-ambiguous"), "--match", MORI, reason=reason)
    for command in (("rulings",), ("journal",), ("events", "E1"), ("problems", "--all")):
        lines = work.done(*command).out.splitlines()
        assert not [line for line in lines if line.startswith("2 exclude")], command
        assert [line for line in lines if "nobody said so" in line], command


def test_the_day_of_a_decision_is_that_of_where_the_office_is(work: Workplace) -> None:
    small_federation(work)
    work.store(ASKED["a wrong digit"][0])
    work.moment = datetime(2026, 11, 2, 20, 0, tzinfo=UTC)  # five in the morning of the 3rd in Japan
    work.resolve(work.the("member-ambiguous"), "--alias", MORI, reason="a mistyped digit")
    work.resolve("E1", "--exclude", reason="arranged")
    assert "arranged (Invented Officer, 3 November 2026)" in work.done("events", "E1").out
    assert work.done("rulings").out.count("3 November 2026, 05:00") == 2
    with Session(work.engine()) as session:
        ((_, about),) = decisions_about(session, find_member(session, MORI))
    assert about.endswith("3 November 2026)")
    work.done("resolve", "--take-back", 2, "--reason", "a slip")
    again = work.run("resolve", "--take-back", 2, "--reason", "a slip").problem()
    assert again["found"].startswith("one taken back on 2026-11-03 ")


def test_whose_an_address_is_that_reports_come_from_is_a_decision_about_him(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT)
    words = ("Invented Chess Club", "sender@example.jp", "--as", "reporter", "--member", MORI)
    work.done("rule", "person", *words, "--reason", "the club says so")
    with Session(work.engine()) as session:
        ((_, about),) = decisions_about(session, find_member(session, MORI))
        assert decisions_about(session, find_member(session, HATA)) == []
    assert "the club says so" in about


@pytest.mark.parametrize("words", [("--match", MORI), ("--no-member",), ("--take-back", "1")])
def test_a_decision_without_a_reason_is_refused(work: Workplace, words: tuple[str, ...]) -> None:
    small_federation(work)
    work.store(ASKED["a wrong digit"][0])
    work.resolve("E1", "--exclude")
    before = work.dump()
    targets = [] if "--take-back" in words else [f"P{work.problems('settled')[0].id}"]
    said = work.run("resolve", *targets, *words)
    assert (said.code, said.problem()["code"]) == (1, "ruling-incomplete")
    assert work.dump() == before


def test_deciding_anew_takes_the_earlier_ruling_back(work: Workplace) -> None:
    small_federation(work)
    work.store(ASKED["a wrong digit"][0])
    problem = work.the("member-ambiguous")
    work.resolve(problem, "--match", LATE)
    work.resolve(problem, "--no-member")
    assert work.rows("SELECT value, taken_back_why FROM ruling ORDER BY id") == [
        (LATE, "decided anew"),
        ("no-member", None),
    ]


def test_a_reason_that_nobody_wrote_is_told_in_the_language_of_who_reads(work: Workplace) -> None:
    small_federation(work)
    work.store(ASKED["a wrong digit"][0])
    problem = work.the("member-ambiguous")
    work.resolve(problem, "--match", LATE, reason="確認事項の表示のとおり")  # as the desk stores it
    assert "as the question shows it (Invented Officer" in work.done("events", "E1").out
    work.resolve(problem, "--no-member", reason="as the question shows it: Abe Late: has this name")
    for words in (("rulings", "--all"), ("journal",)):
        told = work.done("--lang", "ja", *words).out
        assert "決定し直し" in told and "確認事項の表示のとおり：Abe Late：氏名が同じ" in told
        told = work.done(*words).out
        assert "decided anew" in told and "as the question shows it: Abe Late: has this name" in told
    assert work.rows("SELECT reason FROM ruling WHERE id = 1") == [("確認事項の表示のとおり",)]


def test_late_entries_that_renumber_the_event_keep_every_ruling(work: Workplace) -> None:
    small_federation(work)
    record = with_result(with_player(EVENT, 1, national_id="N90000099"), 3, None)
    work.store(record)
    work.resolve(work.the("member-ambiguous"), "--match", MORI)
    work.resolve("E1", "--exclude", "--round", 1, "--board", 2, reason="arranged")
    work.resolve(work.the("result-pending"), "--accept")
    players = (player(1, NAMES[LATE], LATE), *(replace(p, number=p.number + 1) for p in record.players))
    moved = tuple(
        replace(p, white=p.white + 1, black=p.black + 1, board=p.board + 1) for p in record.pairings
    )
    work.store(replace(record, players=players, pairings=moved))
    assert work.codes() == ["report-day-open"]
    work.resolve(work.the("report-day-open"), "--reported", "2026-10-06")
    report = work.done("rate").out
    assert "reported on 2026-10-06" in report
    assert "2 of 3 games rated; not rated: 1 excluded-by-officer" in report
    assert work.rows("SELECT number, match_rule FROM event_player WHERE name = 'Mori Sora'") == [
        (2, "ruling 1: as the organizer says")
    ]


RULED = {
    "a match": (
        with_player(EVENT, 1, national_id="N90000099"),
        ("member-ambiguous", "--match", MORI),
        {"players": (player(1, NAMES[MORI], "N90000099", sex="f"), *PLAYERS[1:])},
    ),
    "a time control": (
        with_control("G/90 or so", "standard", None),
        ("time-control-unreadable", "--time-control", "90+30"),
        {"time_control": TimeControl("G/30 or so", "standard", None)},
    ),
    "a round's day": (
        UNDATED,
        ("round-without-date", "--date", "2026-10-05"),
        {"rounds": (Round(1, TWO_DAYS[1]), Round(2, date(2026, 10, 4)), Round(3, TWO_DAYS[3]))},
    ),
    "a late report": (
        replace(EVENT, first_day=date(2026, 7, 4), last_day=date(2026, 7, 4), rounds=()),
        ("late-report", "--accept-late"),
        {"last_day": date(2026, 7, 5)},
    ),
    "an event left out": (EVENT, ("E1", "--exclude"), {"last_day": date(2026, 10, 5)}),
    "a game left out": (
        EVENT,
        ("E1", "--exclude", "--round", 1, "--board", 1),
        {"pairings": (pairing(1, 1, 2, "0-1", 1), *PAIRINGS[1:])},
    ),
    "a game left out that was paired otherwise": (
        EVENT,
        ("E1", "--exclude", "--round", 1, "--board", 1),
        {"pairings": (pairing(1, 2, 1, "1-0", 1), *PAIRINGS[1:])},
    ),
    "the day of the report": (
        replace(EVENT, round_count=None),
        ("report-day-open", "--reported", "2026-10-06"),
        {"last_day": date(2026, 10, 5)},
    ),
}


@pytest.mark.parametrize("name", RULED)
def test_a_ruling_whose_facts_changed_does_not_act_and_is_asked_again(work: Workplace, name: str) -> None:
    record, (target, *words), changes = RULED[name]
    small_federation(work)
    work.store(record)
    work.resolve(target if target == "E1" else work.the(target), *words)
    assert work.codes() == []
    assert work.store(replace(record, **changes)).state == "updated"
    problem = work.the("ruling-no-longer-fits")
    assert "ruling 1" in problem.place
    # Without the day of its report the event is of no list, and none waits for it.
    assert work.run("rate").code == (0 if name == "the day of the report" else 3)
    work.done("resolve", "--take-back", 1, "--reason", "decided on other facts")
    assert "ruling-no-longer-fits" not in work.codes()


def test_an_accepted_problem_that_changes_is_asked_again(work: Workplace) -> None:
    small_federation(work)
    work.store(with_control("60 min", "rapid", 60))
    problem = work.the("time-control-contradicts-kind")
    work.resolve(problem, "--accept")
    work.store(with_control("70 min", "rapid", 70))
    assert work.the("time-control-contradicts-kind").id == problem.id
    assert work.run("rate").code == 3


def test_an_alias_holds_in_another_event_and_only_for_that_spelling(work: Workplace) -> None:
    small_federation(work)
    short = with_player(EVENT, 1, name="Mori S.", national_id=None)
    work.store(short)
    work.resolve(work.the("member-ambiguous"), "--alias", MORI)
    other = replace(short, source=replace(short.source, tournament=1400002))
    work.store(other)
    third = with_player(replace(short, source=replace(short.source, tournament=1400003)), 1, name="Mori R.")
    work.store(third)
    assert work.rows("SELECT event_id, match FROM event_player WHERE number = 1 ORDER BY 1") == [
        (1, "matched"),
        (2, "matched"),
        (3, "unknown"),
    ]
    work.done("resolve", "--take-back", 1, "--reason", "another Mori")
    asked = [code for code in work.codes() if code.startswith("member")]
    assert asked == ["member-ambiguous", "member-ambiguous", "member-unknown"]


def test_a_match_of_this_event_goes_before_an_alias(work: Workplace) -> None:
    small_federation(work)
    work.store(with_player(EVENT, 1, name="Mori S.", national_id=None))
    problem = work.the("member-ambiguous")
    work.resolve(problem, "--alias", LATE)
    work.resolve("E1", "--match", MORI, "--player", 1)
    assert work.rows("SELECT member_id FROM event_player WHERE number = 1") == [(1,)]


def test_a_member_who_joins_the_register_later_is_found_without_asking(work: Workplace) -> None:
    small_federation(work)
    work.store(with_player(EVENT, 1, name="New Member", national_id="N90000077"))
    assert work.codes() == ["member-unknown"]
    work.register({"ID": "N90000077", "Name": "New Member"})
    assert work.codes() == []


def test_guests_who_never_had_a_game_are_not_asked_about(work: Workplace) -> None:
    small_federation(work)
    idle = (*PLAYERS, player(5, "BYE"), player(6, "Only Registered"))
    work.store(replace(EVENT, players=idle, pairings=(*PAIRINGS, pairing(1, 6, None, "0", None))))
    assert work.codes() == []


def test_an_excluded_event_asks_nothing_and_rates_nothing_but_stays_in_the_report(work: Workplace) -> None:
    small_federation(work)
    work.store(ASKED["an unknown player"][0])
    work.resolve("E1", "--exclude", reason="played in a tavern")
    assert work.codes() == []
    report = work.done("rate").out
    assert "0 of 4 games rated; not rated: 4 excluded-by-officer" in report
    assert "left out by decision (3(8)): played in a tavern" in report


def test_two_problems_of_the_reading_at_one_place_are_two_questions(work: Workplace) -> None:
    small_federation(work)
    place = "round 1"
    both = [Problem("points-disagree", place, "1 point", f"{n} points", "ask the organizer") for n in (2, 3)]
    work.store(with_problems(*both))
    assert sorted(p.found for p in work.problems()) == ["2 points", "3 points"]
    for problem in work.problems():
        work.resolve(problem, "--accept")
    work.done("rate")


def test_nobody_decides_without_a_name(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT)
    with closing(sqlite3.connect(work.database)) as connection, connection:
        connection.execute("UPDATE setting SET value = '' WHERE name = 'officer'")
    connection.close()
    said = work.run("resolve", "E1", "--exclude", "--reason", "x")
    assert (said.code, said.problem()["code"]) == (1, "nobody")
    work.monkeypatch.setenv("BANZUKE_OFFICER", "Named Here")
    work.resolve("E1", "--exclude")
    assert work.rows("SELECT who FROM ruling") == [("Named Here",)]


def test_an_event_left_out_is_not_called_incomplete(work: Workplace) -> None:
    small_federation(work)
    work.store(with_result(EVENT, 2, None))
    assert "Incomplete, so not reported yet:" in work.done("status").out
    work.done("resolve", "E1", "--exclude", "--reason", "it was broken off")
    told = work.done("status").out
    assert "Incomplete" not in told
    assert "Left out by decision:\n  E1 " in told
    assert "incomplete" not in work.done("events").out
    assert "incomplete" not in work.done("rate").err


@pytest.mark.slow
def test_of_numbers_without_end_only_the_first_are_looked_up(work: Workplace) -> None:
    """They stand in an address of the desk, which anybody can write."""
    small_federation(work)
    work.done("rule", "known", "peaks", "--reason", "x")
    with look(work.engine()) as session:
        tracemalloc.start()
        found = done(session, "1-1000000")
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert found is not None and found.count <= MOST
    assert peak < 20_000_000
