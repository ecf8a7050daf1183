"""What the office asks, each question by a report that calls for it."""

from __future__ import annotations

import ast
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

import importer.at_once
import importer.checks
import importer.families
import importer.twice
import office.desk
import office.families
from importer.rulings import CODES
from office.desk.answers import accepted
from scraper.records import EventRecord, Problem, Round, TimeControl
from tests.importer.invented import pairing, player, reading
from tests.workplace import HATA, LATE, MORI, NAMES, ONO, TANI, Workplace, once, small_federation

PLAYERS = tuple(player(n, NAMES[i], i) for n, i in enumerate((MORI, HATA, TANI, ONO), start=1))
PAIRINGS = (
    pairing(1, 1, 2, "1-0", 1),
    pairing(1, 3, 4, "0-1", 2),
    pairing(2, 2, 3, "1/2-1/2", 1),
    pairing(2, 4, 1, "0-1", 2),
)
EVENT = reading(PLAYERS, PAIRINGS)


@once
def november(work: Workplace) -> None:
    """Two lists: the opening of October and that of November with one event."""
    small_federation(work)
    work.store(EVENT)
    work.done("rate")
    work.done("publish")


def with_result(record: EventRecord, at: int, result: str | None) -> EventRecord:
    games = list(record.pairings)
    old = games[at]
    games[at] = pairing(old.round, old.white, old.black, result, old.board)
    return replace(record, pairings=tuple(games))


def with_player(record: EventRecord, number: int, **changes: object) -> EventRecord:
    players = tuple(replace(p, **changes) if p.number == number else p for p in record.players)
    return replace(record, players=players)


def with_control(text: str | None, kind: str | None, minutes: int | None) -> EventRecord:
    return replace(EVENT, time_control=TimeControl(text, kind, minutes))


def with_problems(*problems: Problem) -> EventRecord:
    return replace(EVENT, problems=(*EVENT.problems, *problems))


ASKED: dict[str, tuple[EventRecord, str, str]] = {
    "unknown-result-token": (
        with_problems(Problem("result-unknown", "round 1, row 2, column Result", "a result", "“1:O”", "ask")),
        "result-unknown",
        "round 1, row 2, column Result",
    ),
    "no days": (replace(EVENT, first_day=None, last_day=None, rounds=()), "event-without-days", "details"),
    "days reversed": (replace(EVENT, first_day=date(2026, 10, 5)), "event-without-days", "details"),
    "no organizer": (replace(EVENT, organizer=None), "organizer-missing", "details"),
    "no time control": (with_control(None, None, None), "time-control-missing", "row Time control"),
    "an unreadable time control": (
        with_control("G/90 or so", "standard", None),
        "time-control-unreadable",
        "row Time control",
    ),
    "fast standard": (
        with_control("30 min", "standard", 30),
        "time-control-contradicts-kind",
        "row Time control",
    ),
    "slow rapid": (with_control("60 min", "rapid", 60), "time-control-contradicts-kind", "row Time control"),
    "slow blitz": (with_control("11 min", "blitz", 11), "time-control-contradicts-kind", "row Time control"),
    "a round before the event": (
        replace(EVENT, rounds=(Round(1, date(2026, 10, 3)), Round(2, date(2026, 10, 4)))),
        "round-outside-event",
        "round 1",
    ),
    "a result pending": (with_result(EVENT, 2, None), "result-pending", "round 2, Hata Rin – Tani Ken"),
    "a round not paired": (replace(EVENT, round_count=3), "round-not-paired", "round 3"),
    "a round to come in which some asked for a round off": (
        replace(EVENT, round_count=3, pairings=(*EVENT.pairings, pairing(3, 1, None, "1/2"))),
        "round-not-paired",
        "round 3",
    ),
    "a start list alone": (
        replace(EVENT, round_count=None, pairings=(), rounds=()),
        "round-not-paired",
        "round 1",
    ),
    "nobody knows how many rounds": (replace(EVENT, round_count=None), "report-day-open", ""),
    "an unknown player": (
        with_player(EVENT, 1, name="Who Knows", national_id=None),
        "member-unknown",
        "player 1",
    ),
    "a wrong digit": (with_player(EVENT, 1, national_id="N90000099"), "member-ambiguous", "player 1"),
    "an ID of another person": (
        with_player(EVENT, 1, national_id=LATE),
        "member-ambiguous",
        "player 1",
    ),
    "an ID without its letter": (with_player(EVENT, 1, national_id=MORI[1:]), "ids-read", "players 1"),
    "a letter too many": (with_player(EVENT, 1, name="Mori Sorra"), "names-read", "players 1"),
    "one member twice": (
        with_player(EVENT, 1, name=NAMES[HATA], national_id=HATA),
        "member-twice",
        "players",
    ),
}


@pytest.mark.parametrize("name", ASKED)
def test_each_question_names_its_place_and_what_to_do(work: Workplace, name: str) -> None:
    record, code, place = ASKED[name]
    small_federation(work)
    work.store(record)
    problem = min(work.problems(), key=lambda p: p.code)
    assert problem.code == code
    assert problem.place.startswith(
        "Invented Open (chess-results:1400001), " if place else "Invented Open (chess-"
    )
    assert place in problem.place
    assert all((problem.expected, problem.found, problem.remedy))


def test_an_event_in_order_is_asked_nothing(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT)
    assert work.codes() == []
    assert "E1 Invented Open: ready" in work.done("status").out


@pytest.mark.parametrize(
    "control",
    [
        ("90 min + 30 sec", "standard", 120),
        ("45 min", "standard", 45),
        ("45 min", "rapid", 45),
        ("59", "rapid", 59),
    ],
)
def test_what_is_rapid_for_fide_and_standard_here_is_not_asked(work: Workplace, control: tuple) -> None:
    small_federation(work)
    work.store(with_control(*control))
    assert work.codes() == []


TWO_DAYS = {1: date(2026, 10, 4), 2: None, 3: date(2026, 10, 5)}
UNDATED = reading(PLAYERS, (*PAIRINGS, pairing(3, 1, 3, "1-0", 1), pairing(3, 2, 4, "1-0", 2)), days=TWO_DAYS)


def test_a_round_without_date_is_shown_but_waits_for_nobody_where_any_day_gives_the_same(
    work: Workplace,
) -> None:
    small_federation(work)
    work.store(UNDATED)
    (problem,) = work.problems()
    assert (problem.code, problem.blocks) == ("round-without-date", False)
    assert "any day of the event gives the same" in problem.remedy
    work.done("rate")


def test_a_round_without_date_waits_where_a_membership_begins_on_the_second_day(work: Workplace) -> None:
    small_federation(work, hata={"Memberships": "2026-10-05/2027-03-31"})
    work.store(UNDATED)
    problem = work.the("round-without-date")
    assert problem.blocks
    assert "Hata Rin is a member on some days of the event only" in problem.found
    said = work.run("rate")
    assert (said.code, said.problem()["code"]) == (3, "open-problems")
    assert f"P{problem.id} round-without-date" in said.problem()["found"]
    work.resolve(problem, "--date", "2026-10-05")
    report = work.done("rate").out
    # Round 1 (4 October) only has Hata as no member; her rounds 2 and 3 are on the 5th.
    assert "5 of 6 games rated; not rated: 1 not-a-member" in report


def test_a_membership_that_goes_on_where_another_ends_holds_on_every_day(work: Workplace) -> None:
    small_federation(work, hata={"Memberships": "2025-10-05/2026-10-04; 2026-10-05/2027-10-04"})
    work.store(UNDATED)
    assert [p.blocks for p in work.problems()] == [False]
    assert "6 of 6 games rated" in work.done("rate").out


def test_an_event_reported_before_its_end_waits_where_a_game_can_be_of_after_the_period(
    work: Workplace,
) -> None:
    """A day behind the period rates nobody first (6(3)), on this list or the next."""
    small_federation(work)
    work.store(replace(UNDATED, last_day=date(2026, 10, 20)), date(2026, 10, 18))
    assert [p.blocks for p in work.problems() if p.code == "reported-before-end"] == [False]
    work.store(replace(UNDATED, last_day=date(2026, 11, 30)), date(2026, 10, 18))
    problem = work.the("reported-before-end")
    assert problem.blocks and "--accept" in problem.remedy
    assert work.run("rate").problem()["code"] == "open-problems"
    work.done("resolve", "E1", "--days", "2026-10-04/2026-10-05", "--reason", "the organizer's word")
    work.done("rate")


def test_a_day_outside_the_event_is_refused_with_what_can_be_done_for_that_round(work: Workplace) -> None:
    small_federation(work)
    work.store(replace(UNDATED, rounds=(*UNDATED.rounds[:2], Round(3, date(2026, 10, 7)))))
    late = ("--date", "2026-10-06", "--reason", "x")
    undated, outside = (work.run("resolve", "E1", "--round", n, *late).problem()["do"] for n in (2, 3))
    assert "--accept" in outside and "--accept" not in undated
    work.done(
        *undated.partition("banzuke ")[2].replace("FIRST/LAST", "2026-10-04/2026-10-06").split(), *late[2:]
    )
    work.done("resolve", "E1", "--round", 2, *late)


def test_a_round_without_date_waits_where_the_event_crosses_the_year(work: Workplace) -> None:
    small_federation(work)
    days = {1: date(2025, 12, 31), 2: None, 3: date(2026, 1, 1)}
    work.store(
        replace(
            UNDATED, first_day=days[1], last_day=days[3], rounds=tuple(Round(n, d) for n, d in days.items())
        )
    )
    assert work.the("round-without-date").blocks


def test_a_round_of_forfeits_and_byes_needs_no_day(work: Workplace) -> None:
    """Nothing of it is a game: no age and no membership is asked of its day (3(5), 5(1))."""
    small_federation(work, hata={"Memberships": "2026-01-01/2027-03-31"})
    days = {1: date(2025, 12, 31), 2: None, 3: date(2026, 1, 1)}
    around = {
        "first_day": days[1],
        "last_day": days[3],
        "rounds": tuple(Round(n, d) for n, d in days.items()),
    }
    first, last = pairing(1, 1, 3, "1-0"), pairing(3, 4, 2, "0-1")
    left = pairing(2, 1, 2, "+--", 1), pairing(2, 3, None, "1", 2)
    work.store(replace(UNDATED, pairings=(first, *left, last), **around))
    problem = work.the("round-without-date")
    assert (problem.found, problem.blocks) == ("no date", False)
    work.store(replace(UNDATED, pairings=(first, pairing(2, 1, 4, "1-0"), last), **around))
    assert work.the("round-without-date").blocks
    work.store(replace(UNDATED, pairings=(first, pairing(2, 1, 4, None), last), **around))
    assert work.the("round-without-date").blocks


def test_who_plays_two_in_one_round_is_asked_about_with_what_accepting_rates(work: Workplace) -> None:
    small_federation(work)
    places = [f"round 2, table 1, row {row} (2.html)" for row in (1, 2)]
    told = [Problem("player-twice", p, "each player once in the round", "number 3 again", "") for p in places]
    games = (pairing(2, 2, 3, "1-0", 1), pairing(2, 4, 3, "1-0", 2))
    work.store(replace(EVENT, pairings=(*PAIRINGS[:2], *games), problems=tuple(told)))
    first, _second = asked = [p for p in work.problems() if p.code == "player-twice"]
    assert accepted(first) == "rate every one of these games"
    shown = work.done("problems").out
    assert "leave out the game that was not played: banzuke resolve E1 --exclude --round N" in shown
    work.resolve("E1", "--exclude", "--round", 2, "--board", 2)
    for problem in asked:
        work.resolve(problem, "--accept")
    assert "= 1572 (2 games)" in work.done("rate").out  # not the game that was left out


def test_a_late_report_is_asked_and_rated_only_if_accepted(work: Workplace) -> None:
    small_federation(work)
    record = replace(
        EVENT,
        first_day=date(2026, 7, 4),
        last_day=date(2026, 7, 4),
        rounds=(Round(1, date(2026, 7, 4)), Round(2, date(2026, 7, 4))),
    )
    work.store(record, date(2026, 10, 5))
    problem = work.the("late-report")
    assert problem.expected == "a report by 2026-10-04 (3(7))"
    assert work.run("rate").code == 3
    assert accepted(problem) == "leave it unrated as late"  # no acceptance of the report
    work.resolve(problem, "--accept")
    assert "0 of 4 games rated; not rated: 4 late" in work.done("rate").out
    assert "accept · leave it unrated as late · late-report" in work.done("rulings").out
    assert "accept (leave it unrated as late) late-report: as the organizer" in work.done("events", "E1").out
    work.resolve("E1", "--accept-late")
    assert "4 of 4 games rated" in work.done("rate").out


def test_a_day_before_every_edition_is_asked(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT, date(2018, 1, 5))
    assert work.the("no-edition").found == "2018-01-05"
    status = work.done("status").out
    assert "Incomplete" not in status
    assert "Reported on a day that no list takes:\n  E1 Invented Open" in status
    assert "reported on 5 January 2018, which no list takes" in work.run("rate").err


def test_the_first_days_of_an_edition_belong_to_its_first_list(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT, date(2024, 9, 25))
    assert "list of 2024-11-01" in work.the("list-already-published").found


def test_an_event_for_a_list_that_is_published_is_asked_and_goes_to_the_next(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT, date(2026, 9, 10))
    problem = work.the("list-already-published")
    assert problem.found == "reported on 2026-09-10, so for the list of 2026-10-01"
    work.resolve(problem, "--defer")
    assert work.codes() == ["reported-before-end"]  # shown; the event ended on 4 October
    assert "reported on 2026-09-10" in work.done("rate", "--list", "2026-11-01").out


def test_an_event_that_came_months_after_its_list_goes_to_the_next_by_one_answer(work: Workplace) -> None:
    """Reported in July, for the list of August; the newest that is out is that of October."""
    small_federation(work)
    work.store(EVENT, date(2026, 7, 10))
    problem = work.the("list-already-published")
    assert problem.found == "reported on 2026-07-10, so for the list of 2026-08-01"
    told = work.resolve(problem, "--defer").out
    assert "not into the list of 1 October 2026" in told
    assert "list-already-published" not in work.codes()
    assert "reported on 2026-07-10" in work.done("rate", "--list", "2026-11-01").out
    work.done("publish", "--list", "2026-11-01")
    assert work.codes() == []
    assert work.rows("SELECT count(*) FROM ruling WHERE kind = 'defer'") == [(1,)]


def test_so_it_does_without_a_question_and_back_with_its_decision(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT, date(2026, 7, 10))
    work.resolve("E1", "--defer")
    assert "list-already-published" not in work.codes()
    work.done("resolve", "--take-back", 1, "--reason", "a correction after all")
    assert work.the("list-already-published").found.endswith("the list of 2026-08-01")


def test_another_report_day_asks_again_about_a_list_that_a_deferral_did_not_know_of(work: Workplace) -> None:
    """Deferred from the list of November, or from all that were out when it came: from none before these."""
    small_federation(work)
    work.store(EVENT, date(2026, 10, 10))
    work.done("resolve", "E1", "--defer", "--reason", "a protest is open")
    assert "list-already-published" not in work.codes()
    work.done("resolve", "E1", "--reported", "2026-09-10", "--reason", "it came by letter")
    question = work.the("list-already-published")
    assert question.found == "reported on 2026-09-10, so for the list of 2026-10-01"
    work.resolve(question, "--defer")
    assert "list-already-published" not in work.codes()
    work.done("resolve", "E1", "--reported", "2026-07-10", "--reason", "earlier still")
    assert work.the("list-already-published").found.endswith("for the list of 2026-08-01")


def test_a_source_that_changes_after_publication_is_told_for_as_long_as_it_lasts(work: Workplace) -> None:
    november(work)
    published = work.dump("event", "report", "reading", "problem")
    assert work.store(with_result(EVENT, 0, "0-1"), date(2026, 11, 2)).state == "held"
    for _ in range(2):
        (problem,) = work.problems()
        assert (problem.code, problem.blocks) == ("changed-after-publication", True)
        assert "round 1, Mori Sora – Hata Rin: 1-0 → 0-1" in problem.found
        assert "the source has changed since" in work.done("events").out
    assert work.dump("event", "report", "reading", "problem") == published
    work.store(EVENT, date(2026, 11, 2))
    assert work.problems() == []


def test_questions_that_no_list_waited_for_do_not_stay_open_after_publication(work: Workplace) -> None:
    small_federation(work)
    work.store(replace(EVENT, organizer=None))
    work.done("rate")
    work.done("publish")
    assert "Nothing is left" in work.done("problems").err
    assert work.problems() == []


def test_every_code_of_the_desk_is_reached_by_these_tests() -> None:
    parts = (importer.checks, importer.families, office.desk, office.families)
    modules = [path for part in parts for path in Path(part.__file__ or "").parent.rglob("*.py")]
    modules += [Path(part.__file__ or "") for part in (importer.at_once, importer.twice)]
    calls = [
        node
        for module in modules
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in ("finding", "finding_on")
    ]
    written = {a.value for c in calls for a in c.args[:2] if isinstance(a, ast.Constant) and a.value}
    elsewhere = {
        "round-without-date",
        "late-report",
        "reported-before-end",
        "no-edition",
        "list-already-published",
        "changed-after-publication",
        "ruling-no-longer-fits",
        "reread-differs",  # tests/office/test_reread.py
        "organizer-unregistered",  # tests/office/test_asked.py
        "reporter-unknown",  # these in tests/office/test_who.py
        "reporter-not-authorised",
        "reporter-not-a-member",
        "run-by-unknown",
        "not-run-by-a-member",
        "reported-twice",  # tests/office/test_files_again.py
        "excluded-reported-again",  # tests/office/test_of_another_report.py
        "fee-open",  # tests/office/test_fees.py
        "guests-again",  # tests/office/test_guests.py
        "event-class-missing",  # tests/office/test_queensland_asked.py
        "name-not-as-asked",  # tests/office/test_names_asked.py
        "federation-ids-missing",  # these in tests/office/test_possible.py
        "rating-far-off",
        "member-in-two-events",
        "too-many-games-a-day",
        "time-control-against-days",
    }
    reached = {code for _, code, _ in ASKED.values()} | elsewhere
    assert written | set(CODES.values()) == reached - {"result-unknown"}
