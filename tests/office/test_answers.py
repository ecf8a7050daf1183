"""Questions that could be confused with each other, and days that could be lost."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.exc import DatabaseError
from sqlmodel import select

from importer.store import received, store_event
from importer.tables import EventRow
from office.database.engine import look, sqlite, transaction
from office.desk.refresh import refresh
from office.faults import problems_of
from rating.interpretations import Interpretations
from scraper.records import EventRecord
from tests.importer.invented import pairing, player, reading
from tests.office.test_desk import EVENT, with_player
from tests.workplace import HATA, MORI, NAMES, Workplace, small_federation


def test_namesakes_without_ids_are_two_questions_with_two_answers(work: Workplace) -> None:
    small_federation(work)
    players = [
        player(1, NAMES[MORI], MORI),
        player(2, "Sato Jun", rating=1500),
        player(3, "Sato Jun", rating=1300),
    ]
    work.store(reading(players, [pairing(1, 1, 2, "1-0"), pairing(2, 1, 3, "1-0")]))
    first, second = work.problems()
    assert first.code == second.code == "member-unknown"
    work.resolve(first, "--match", HATA)
    assert [p.id for p in work.problems()] == [second.id]
    work.resolve(second, "--no-member")
    assert work.problems() == []
    taken = work.rows("SELECT number, match, member_id FROM event_player ORDER BY number")
    assert [(n, m) for n, m, _ in taken] == [(1, "matched"), (2, "matched"), (3, "no-member")]


def test_an_answer_that_two_processes_give_at_once_is_one_decision(work: Workplace) -> None:
    small_federation(work)
    work.store(reading([player(1, NAMES[MORI], MORI), player(2, "Sato Jun")], [pairing(1, 1, 2, "1-0")]))
    given = ("resolve", f"P{work.the('member-unknown').id}", "--no-member", "--reason", "a guest")
    given_to_event = ("resolve", "E1", "--form", "meeting", "--reason", "as announced")
    for words in (given, given_to_event):
        first, again = work.done(*words).out, work.done(*words).out
        assert first.splitlines()[0] == again.splitlines()[0]
    assert work.rows("SELECT id, kind FROM ruling WHERE kind != 'edition'") == [(1, "match"), (2, "form")]
    assert work.done("resolve", "E1", "--form", "tournament", "--reason", "a slip").code == 0


def test_who_accepts_a_player_reads_the_answers_that_fit_in_his_language(work: Workplace) -> None:
    small_federation(work)
    work.store(reading([player(1, NAMES[MORI], MORI), player(2, "Sato Jun")], [pairing(1, 1, 2, "1-0")]))
    refused = ("resolve", f"P{work.the('member-unknown').id}", "--accept", "--reason", "so")
    assert "--match ID, or --no-member for a non-member" in work.run(*refused).err
    assert "--match ID、非会員であれば --no-member" in work.run("--lang", "ja", *refused).err


def test_namesakes_that_nothing_tells_apart_are_named_by_their_order(work: Workplace) -> None:
    small_federation(work)
    players = [player(1, NAMES[MORI], MORI), player(2, "Sato Jun"), player(3, "Sato Jun")]
    work.store(reading(players, [pairing(1, 1, 2, "1-0"), pairing(2, 1, 3, "1-0")]))
    for problem in work.problems():
        work.resolve(problem, "--no-member")
    assert work.problems() == []


def _stored_after_a_failure(work: Workplace, record: EventRecord = EVENT) -> None:
    """The link came on 20 October, when the site was down, and again on the 22nd, when it could be read."""
    small_federation(work)
    with transaction(work.engine()) as session:
        for day, state in ((20, "failed"), (22, "read")):
            report = received(
                session,
                reference="https://chess-results.com/tnr1400001.aspx",
                text=None,
                arrived_on=date(2026, 10, day),
                day_stated=False,
                now=datetime(2026, 10, day, 3, tzinfo=UTC),
            )
            report.state = state
        store_event(session, record, report=report, now=work.moment, published=False)


def test_a_link_that_could_not_be_read_at_first_keeps_its_day(work: Workplace) -> None:
    _stored_after_a_failure(work)
    with transaction(work.engine()) as session:
        (ours,) = refresh(session).events
        (other,) = refresh(session, Interpretations(r25="first-reading")).events
        assert (ours.view.reported_on(), ours.list_date) == (date(2026, 10, 20), date(2026, 11, 1))
        assert (other.view.reported_on(), other.list_date) == (date(2026, 10, 22), date(2026, 12, 1))


@pytest.mark.parametrize("completed", [22, 23])
def test_a_link_that_could_not_be_read_and_then_was_incomplete_has_the_day_of_its_completion(
    work: Workplace, completed: int
) -> None:
    """R25 keeps the first day of an event that was complete when it could be read; this one was not, be it
    completed on that very day (R16)."""
    pending = replace(EVENT, pairings=(pairing(1, 1, 2, None, 1), *EVENT.pairings[1:]))
    _stored_after_a_failure(work, pending)
    with transaction(work.engine()) as session:
        assert refresh(session).events[0].view.reported_on() is None
    work.store(EVENT, arrived=date(2026, 10, completed))
    for switches, day in (
        (Interpretations(), completed),
        (Interpretations(r25="first-reading"), completed),
        (Interpretations(r16="arrival"), 20),
    ):
        with transaction(work.engine()) as session:
            (only,) = refresh(session, switches).events
            assert only.view.reported_on() == date(2026, 10, day)
            assert only.view.event.link_came_on == date(2026, 10, 20)


def test_an_event_that_was_incomplete_is_reported_when_it_is_complete(work: Workplace) -> None:
    small_federation(work)
    pending = replace(EVENT, pairings=(pairing(1, 1, 2, None, 1), *EVENT.pairings[1:]))
    work.store(pending, arrived=date(2026, 10, 5))
    work.store(EVENT, arrived=date(2026, 10, 25))
    with look(work.engine()) as session:
        event = session.exec(select(EventRow)).one()
        assert (event.link_came_on, event.complete_on) == (date(2026, 10, 5), date(2026, 10, 25))
    with transaction(work.engine()) as session:
        (only,) = refresh(session).events
        assert only.view.reported_on() == date(2026, 10, 25)


def test_rating_names_the_events_that_the_list_does_not_hold(work: Workplace) -> None:
    small_federation(work)
    work.store(replace(EVENT, pairings=(pairing(1, 1, 2, None, 1), *EVENT.pairings[1:])))
    assert "Not in this list: Invented Open (chess-results:1400001)" in work.done("rate").err


def test_cells_under_no_heading_are_a_fault(work: Workplace) -> None:
    file = work.file("ID,Name,Memberships,\nN90000001,Mori Sora,,lost\n")
    assert work.run("members", "import", file).problem()["code"] == "bad-heading"


def test_a_day_that_cannot_be_is_refused(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT)
    for words, code in (
        (("--date", "2020-01-01", "--round", "1"), "not-a-day"),
        (("--reported", "2027-05-01"), "day-to-come"),
        (("--reported", "1900-01-01"), "no-edition"),
        (("--match", MORI, "--player", "55"), "decision-does-not-fit"),
        (("--exclude", "--round", "9", "--board", "40"), "no-such-game"),
    ):
        said = work.run("resolve", "E1", *words, "--reason", "a slip of the hand")
        assert said.code == 1
        assert said.problem()["code"] == code
    assert work.rows("SELECT count(*) FROM ruling") == [(0,)]


def test_numbers_and_days_are_read_as_a_japanese_keyboard_writes_them(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT)
    for words in (("Ｅ１", "--days", "２０２６－１０－０３／２０２６－１０－０４"), ("Ｅ１", "--exclude")):
        work.done("resolve", *words, "--reason", "as the organizer says")
    work.done("resolve", "--take-back", "１－２", "--reason", "a slip")
    assert "E1 Invented" in work.done("events", "ｅ１").out
    assert "E1 Invented" in work.done("journal", "--event", "Ｅ１").out


@pytest.mark.parametrize(
    ("typed", "days"),
    [
        ("2026/10/3~2026/10/4", ("2026-10-03", "2026-10-04")),
        ("２０２６年１０月３日～令和8年10月4日", ("2026-10-03", "2026-10-04")),
        ("2026/10/3", ("2026-10-03", "2026-10-03")),
        ("2026-10-03/2026/10/4", ("2026-10-03", "2026-10-04")),
    ],
)
def test_days_are_read_as_the_desk_shows_them_and_as_an_office_writes_them(
    work: Workplace, typed: str, days: tuple[str, str]
) -> None:
    small_federation(work)
    work.store(EVENT)
    work.done("resolve", "E1", "--days", typed, "--reason", "as the organizer says")
    assert work.rows("SELECT value FROM ruling") == [("/".join(days),)]


def test_an_answer_is_told_back_in_names(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT)
    game = work.done("resolve", "E1", "--exclude", "--round", "1", "--board", "2", "--reason", "not fair")
    assert "the game of round 1, Tani Ken – Ono Aki" in game.out
    match = work.done("resolve", "E1", "--match", HATA, "--player", "3", "--reason", "a slip of the hand")
    assert "“Tani Ken” is N90000002 Hata Rin; the names differ" in match.out


@pytest.mark.parametrize("printed", ["畑 凛", "畑凛", "Rin Hata", "Hata Rinko"])
def test_a_name_that_is_another_of_the_member_does_not_differ(work: Workplace, printed: str) -> None:
    small_federation(work)
    names = "ID,Name,Memberships,Kanji,Roman spellings\n"
    names += f"{HATA},Hata Rin,2015-04-01/2035-03-31,畑 凛,Hata Rinko\n"
    work.done("members", "import", work.file(names, "names.csv"))
    mori, hata, *others = EVENT.players
    hata = replace(hata, name=printed, national_id=None)
    work.store(replace(EVENT, players=(mori, hata, *others)))
    match = work.done("resolve", "E1", "--match", HATA, "--player", "2", "--reason", "it is her")
    assert f"“{printed}” is N90000002 Hata Rin\n" in match.out


def test_a_ruling_that_a_published_list_stands_on_is_not_taken_back(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT)
    work.done("resolve", "E1", "--exclude", "--round", "1", "--board", "2", "--reason", "not fair")
    work.done("rate")
    work.done("publish")
    said = work.run("resolve", "--take-back", "1", "--reason", "second thoughts")
    assert said.code == 1
    assert said.problem()["code"] == "event-published"
    assert work.rows("SELECT taken_back_at FROM ruling") == [(None,)]


def test_an_office_that_cannot_be_written_is_named(work: Workplace, tmp_path: Path) -> None:
    small_federation(work)
    missing = tmp_path / "no-such-folder" / "office.sqlite"
    (problem,) = problems_of(_error_of(missing))
    assert problem.code == "database-unwritable"


def test_what_could_not_be_stored_is_not_told_as_done(work: Workplace) -> None:
    small_federation(work)
    work.done("rule", "rating-gap", 400, "--reason", "the Board")
    days = ("--first", "2026-11-01", "--applied", "2026-10-01")

    def full(*_given: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    work.monkeypatch.setattr(DefaultDialect, "do_commit", full)
    for words in (
        ("resolve", "--take-back", 1, "--reason", "not so"),
        ("applications", "add", "--event", "Cup", "--organizer", "Club", *days, "--type", "standard"),
    ):
        said = work.run(*words)
        assert (said.code, said.out) == (1, ""), said.all


def test_an_answer_beside_one_that_is_taken_back_is_not_passed_over(work: Workplace) -> None:
    small_federation(work)
    work.done("rule", "rating-gap", 400, "--reason", "the Board")
    for words in (
        ("P1", "--take-back", 1),
        ("--take-back", 1, "--close", 1),
        ("E1", "--exclude", "--close", 1),
        *(("--close", 1, beside, 1) for beside in ("--code", "--round", "--board", "--player")),
        ("--take-back", 1, "--code", "member-unknown"),
    ):
        said = work.run("resolve", *words, "--reason", "so")
        assert (said.code, "no problem, event or other decision" in said.err) == (2, True), said.all
    assert work.rows("SELECT taken_back_at FROM ruling") == [(None,)]


def test_a_kind_of_problem_is_said_of_an_event_and_not_passed_over_beside_problems(work: Workplace) -> None:
    """Of a range all were answered, of whatever kind."""
    small_federation(work)
    work.store(with_player(EVENT, 1, name="Nobody", national_id=None))
    open_ones = [p for p in work.problems() if p.blocks]
    assert open_ones
    for target in (f"P1-P{open_ones[-1].id}", f"P{open_ones[0].id}"):
        words = ("--code", "late-report", "--no-member", "--reason", "so")
        said = work.run("resolve", target, *words).problem()
        assert (said["code"], said["place"]) == ("decision-does-not-fit", "--code")
        assert said["found"] == f"the problems {target}"
    assert [p.id for p in work.problems() if p.blocks] == [p.id for p in open_ones]


def _error_of(path: Path) -> Exception:
    try:
        with sqlite(path).connect():
            raise AssertionError("a database where there is no folder")
    except DatabaseError as error:
        return error


def test_a_rating_below_the_floor_is_no_opening_balance(work: Workplace) -> None:
    work.register({"ID": MORI, "Name": NAMES[MORI]}, {"ID": HATA, "Name": NAMES[HATA]})
    file = work.file("ID,Name,ST,ST-G,RP,RP-G\nN90000001,Mori Sora,31,100,,\n")
    problem = work.run("opening", "import", file, "--list", "2026-10-01").problem()
    assert problem["code"] == "bad-cell"
    assert "1000 or more" in problem["expected"]


def test_the_opening_balance_can_be_tried_first_and_says_who_has_no_line(work: Workplace) -> None:
    work.register({"ID": MORI, "Name": NAMES[MORI]}, {"ID": HATA, "Name": NAMES[HATA]})
    file = work.file("ID,Name,ST,ST-G,RP,RP-G\nN90000001,Mori Sora,1500,100,,\n")
    before = work.dump()
    said = work.done("opening", "import", file, "--list", "2026-10-01", "--dry-run")
    assert "would be taken over: 1 rating" in said.out
    assert "Next:" not in said.err
    assert f"without a line, so unrated (UR): 1\n  {HATA}" in said.out
    assert work.dump() == before
