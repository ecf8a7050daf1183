"""What is decided of one report of an event and what another one of the same games makes of it (R113)."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from importer.rulings import Kind
from office.desk.aside import OF_THE_EVENT
from office.desk.options import OPTIONS, as_typed
from scraper.records import Round, TimeControl
from tests.earlier_editions import event as event_of_2022
from tests.earlier_editions import of_2022
from tests.importer.invented import pairing
from tests.office.test_desk import EVENT, with_result
from tests.workplace import HATA, MORI, Workplace, once, small_federation

AGAIN = replace(EVENT, source=replace(EVENT.source, tournament=1400002), name="Invented Open, once more")
"""The games of `EVENT` under another number of Chess-Results and by another name."""


@once
def reported_twice(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT, date(2026, 10, 7))
    work.store(AGAIN, date(2026, 10, 9))


@once
def left_out(work: Workplace) -> None:
    """The event is left out by decision, and reported again."""
    small_federation(work)
    work.store(EVENT, date(2026, 10, 7))
    work.resolve("E1", "--exclude", reason="nobody played\nthese games")
    work.store(AGAIN, date(2026, 10, 9))


def rated(work: Workplace) -> list[str]:
    """Of each event how many games the list rates."""
    lines = work.done("rate").out.splitlines()
    return [line.split(": ")[1].split(" games")[0] for line in lines if "games rated" in line]


def published(work: Workplace) -> None:
    work.done("rate")
    work.done("publish")


def same_event(work: Workplace) -> int:
    """The number of the decision which of two reports counts."""
    ((number,),) = work.rows("SELECT id FROM ruling WHERE kind = 'same-event' AND taken_back_at IS NULL")
    return int(number)


@pytest.mark.parametrize(
    ("answer", "counted"),
    [(("--exclude",), "0 of 4"), (("--same-as", "E1"), "0 of 4"), (("--accept",), "4 of 4")],
    ids=["left out too", "one event", "rated all the same"],
)
def test_games_of_an_event_that_is_left_out_are_asked_about_when_they_come_again(
    work: Workplace, answer: tuple[str, ...], counted: str
) -> None:
    left_out(work)
    problem = work.the("excluded-reported-again")
    assert problem.blocks and problem.found == (
        "4 of 4 games are between the same people as in E1 Invented Open (chess-results:1400001), which is"
        " left out by decision, with the reason “nobody played these games”"
    )
    waits = work.run("rate")
    assert (waits.code, waits.problem()["found"]) == (3, "1 open: P1 excluded-reported-again")
    work.resolve(problem, *answer)
    assert work.codes() == []
    assert rated(work) == ["0 of 4", counted]


def test_it_is_told_in_japanese(work: Workplace) -> None:
    left_out(work)
    told = work.done("--lang", "ja", "problems").out
    assert (
        "決定により除外したE1 Invented Open (chess-results:1400001)と同じ組み合わせ（除外の理由：nobody"
        in told
    )


def test_what_was_left_out_with_its_list_is_asked_about_too(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT, date(2026, 10, 7))
    work.resolve("E1", "--exclude")
    published(work)
    work.store(AGAIN, date(2026, 10, 25))
    assert work.codes() == ["excluded-reported-again"]


def test_two_events_of_which_one_is_left_out_are_not_asked_about_again(work: Workplace) -> None:
    reported_twice(work)
    work.resolve(work.the("reported-twice"), "--accept", reason="a morning and an evening event")
    work.resolve("E1", "--exclude")
    assert work.codes() == []


def test_two_reports_are_asked_about_once_one_is_no_longer_left_out(work: Workplace) -> None:
    left_out(work)
    work.resolve(work.the("excluded-reported-again"), "--accept", reason="the first was a trial")
    assert work.codes() == []
    ((number,),) = work.rows("SELECT id FROM ruling WHERE kind = 'exclude'")
    work.done("resolve", "--take-back", number, "--reason", "it was none")
    assert work.codes() == ["reported-twice"]


def test_r113_can_say_that_it_holds_for_that_report_alone(work: Workplace) -> None:
    left_out(work)
    assert "4 of 4 games rated" in work.done("rate", "--interpretation", "R113=of-that-report").out
    work.done("resolve", "E1", "--same-as", "E2", "--reason", "the second one is right")
    assert work.codes() == ["decision-set-aside"]
    assert "4 of 4 games rated" in work.done("rate", "--interpretation", "R113=of-that-report").out


def aside(work: Workplace, *decision: object) -> None:
    """This is decided of the first report, then that the second one counts."""
    reported_twice(work)
    work.resolve("E1", *decision, reason="told by the arbiter")
    work.resolve("E1", "--same-as", "E2")


@pytest.mark.parametrize(
    ("decision", "told", "counted"),
    [
        (("--time-control", "5"), "has the decision time-control (5)", "0 of 4"),
        (("--organizer", "refused"), "has the decision organizer (refused)", "0 of 4"),
        (("--exclude",), "has the decision exclude", "0 of 4"),
        (("--days", "2026-10-03/2026-10-04"), "has the decision days (2026-10-03/2026-10-04)", "4 of 4"),
    ],
    ids=["time control", "organizer", "left out", "days"],
)
def test_what_was_decided_of_a_report_set_aside_is_asked_of_the_one_that_counts(
    work: Workplace, decision: tuple[str, ...], told: str, counted: str
) -> None:
    aside(work, *decision)
    problem = work.the("decision-set-aside")
    assert problem.blocks and problem.event_key == "chess-results:1400002"
    assert problem.found == (
        f"E1 Invented Open (chess-results:1400001), set aside for this one, {told} with the reason “told by"
        " the arbiter”"
    )
    assert (
        f"banzuke resolve P{problem.id} {' '.join(decision)} " in work.done("resolve", f"P{problem.id}").out
    )
    work.resolve(problem, *decision)
    assert work.codes() == []
    assert rated(work) == ["0 of 4", counted]


def test_an_event_is_left_out_where_the_day_of_a_round_is_asked_about(work: Workplace) -> None:
    small_federation(work)
    first = replace(
        EVENT, first_day=date(2026, 10, 3), rounds=(Round(1, date(2026, 10, 3)), *EVENT.rounds[1:])
    )
    work.store(first, date(2026, 10, 7))
    work.store(replace(first, source=AGAIN.source, name=AGAIN.name), date(2026, 10, 9))
    work.resolve("E1", "--date", "2026-10-04", "--round", 1)
    work.resolve("E1", "--same-as", "E2")
    work.resolve(work.the("decision-set-aside"), "--exclude")
    assert work.codes() == []
    assert rated(work) == ["0 of 4", "0 of 4"]


def test_no_two_reports_are_set_aside_for_each_other(work: Workplace) -> None:
    reported_twice(work)
    work.resolve("E1", "--same-as", "E2")
    number = same_event(work)
    work.resolve("E1", "--days", "2026-10-03/2026-10-04")
    assert work.codes() == ["reported-twice", "ruling-no-longer-fits"]
    refused = work.run("resolve", "E2", "--same-as", "E1", "--reason", "it has the right days").problem()
    assert (refused["code"], refused["do"]) == (
        "no-such-event",
        f"take that decision back first: banzuke resolve --take-back {number}",
    )
    work.done("resolve", "--take-back", number, "--reason", "it has the right days")
    work.resolve("E2", "--same-as", "E1")
    ((days,),) = work.rows("SELECT id FROM ruling WHERE kind = 'days'")
    work.done("resolve", "--take-back", days, "--reason", "it was one day")
    assert rated(work) == ["4 of 4", "0 of 4"]


def test_it_can_be_said_that_it_does_not_hold(work: Workplace) -> None:
    aside(work, "--time-control", "5")
    work.resolve(work.the("decision-set-aside"), "--accept", reason="the second report is right")
    assert rated(work) == ["0 of 4", "4 of 4"]
    work.done("resolve", "--take-back", same_event(work), "--reason", "two events")
    assert work.codes() == ["reported-twice"]


def test_a_game_that_was_left_out_is_asked_about_where_the_other_report_has_it(work: Workplace) -> None:
    """Of the second report the boards are in another order, and the colours are turned round."""
    small_federation(work)
    work.store(EVENT, date(2026, 10, 7))
    turned = (pairing(1, 4, 3, "1-0", 1), pairing(1, 2, 1, "0-1", 2), *AGAIN.pairings[2:])
    work.store(replace(AGAIN, pairings=turned), date(2026, 10, 9))
    work.resolve("E1", "--exclude", "--round", 1, "--board", 1, reason="agreed before")
    work.resolve("E1", "--same-as", "E2")
    problem = work.the("decision-set-aside")
    assert problem.place == "Invented Open, once more (chess-results:1400002), round 1"
    assert (
        "the game Hata Rin – Mori Sora of round 1 is left out with the reason “agreed before”"
        in problem.found
    )
    work.resolve(problem, "--exclude")
    assert work.codes() == []
    assert rated(work) == ["0 of 4", "3 of 4"]


@pytest.mark.parametrize(
    "decision", [("--time-control", "100 min"), ("--organizer", "accepted"), ("--not-fide-official",)]
)
def test_nothing_is_asked_where_nothing_would_come_out_otherwise(
    work: Workplace, decision: tuple[str, ...]
) -> None:
    """The first report says no time control, the second one that which was decided of the first."""
    small_federation(work)
    slow = TimeControl("100 min", "standard", 100)
    work.store(replace(EVENT, time_control=TimeControl("100 min or so", "standard", None)), date(2026, 10, 7))
    work.store(replace(AGAIN, time_control=slow), date(2026, 10, 9))
    work.run("resolve", "E1", *decision, "--reason", "told by the arbiter")
    work.resolve("E1", "--same-as", "E2")
    assert work.codes() == []


def test_fees_that_were_not_paid_are_not_forgotten_with_the_report(work: Workplace) -> None:
    of_2022(work)
    for number in (1500001, 1500002):
        record = event_of_2022(number, date(2022, 9, 10), ((MORI, HATA, "1-0"),) * 3, name="One event")
        work.store(record, date(2022, 9, 12))
    work.resolve("E1", "--fee-unpaid", reason="a reminder went out")
    work.resolve("E1", "--same-as", "E2")
    problem = work.the("decision-set-aside")
    assert "the decision fee (unpaid)" in problem.found
    work.resolve(problem, "--fee-unpaid")
    assert rated(work) == ["0 of 3", "0 of 3"]


def test_nothing_without_effect_is_decided_of_a_report_that_is_set_aside(work: Workplace) -> None:
    reported_twice(work)
    work.resolve("E2", "--same-as", "E1")
    for decision in (("--time-control", "5"), ("--exclude",), ("--exclude", "--round", 1, "--board", 1)):
        refused = work.run("resolve", "E2", *decision, "--reason", "told by the arbiter")
        assert (refused.code, refused.problem()["code"]) == (1, "decision-without-effect")
        assert refused.problem()["found"] == "one that is set aside for E1 Invented Open"
        assert refused.problem()["do"] == "decide about that one: banzuke resolve E1"
    work.resolve("E2", "--reported", "2026-10-05")
    assert "2026-10-05" in work.done("events").out.splitlines()[1]


def test_the_page_of_the_report_that_counts_shows_what_was_decided_of_the_other(work: Workplace) -> None:
    aside(work, "--time-control", "5")
    page = work.done("events", "E2").out
    assert "1 E1, set aside for this one: time-control 5: told by the arbiter" in page
    assert "2 E1, set aside for this one: same-event chess-results:1400002" in page


@pytest.mark.parametrize("kind", OF_THE_EVENT)
def test_each_of_these_decisions_has_an_answer(kind: Kind) -> None:
    values = {Kind.FEE: "paid 2026-10-04", Kind.EXCLUDE: None, Kind.REGIONAL: "yes", Kind.FIDE_OFFICIAL: "no"}
    option, value = as_typed(kind, values.get(kind, "a value"))
    assert OPTIONS[option].kind is kind
    assert value == {Kind.FEE: "2026-10-04", **dict.fromkeys(tuple(values)[1:])}.get(kind, "a value")


def test_which_report_counts_is_not_taken_back_while_a_list_rests_on_it(work: Workplace) -> None:
    """The first report lacks a result, so that no list holds it."""
    small_federation(work)
    work.store(with_result(EVENT, 3, None), date(2026, 10, 7))
    work.store(AGAIN, date(2026, 10, 9))
    work.resolve("E1", "--same-as", "E2")
    published(work)
    for _ in ("as decided", "as decided again, since the correction was given up"):
        for words in (("--take-back", same_event(work)), ("E1", "--same-as", "E2")):
            refused = work.run("resolve", *words, "--reason", "two events")
            assert (refused.code, refused.problem()["code"]) == (1, "event-published")
            assert "banzuke correction open E2 " in refused.problem()["do"]
        work.done("correction", "open", "E2", "--reason", "two events")
        work.done("resolve", "--take-back", same_event(work), "--reason", "two events")
        assert "reported-twice" in work.codes()
        work.done("correction", "close", "E2", "--reason", "one event after all")
        assert "reported-twice" not in work.codes()


def test_a_decision_that_no_list_rests_on_is_taken_back(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT, date(2026, 10, 7))
    published(work)
    work.store(AGAIN, date(2026, 10, 25))
    work.resolve("E2", "--same-as", "E1")
    work.done("resolve", "--take-back", same_event(work), "--reason", "two events")
    assert "reported-twice" in work.codes()


@pytest.mark.parametrize("opened", ["E1", "E2"])
def test_no_correction_counts_games_twice_unasked(work: Workplace, opened: str) -> None:
    """Which of two reports on the list counts is taken back in a correction."""
    reported_twice(work)
    work.resolve("E2", "--same-as", "E1")
    published(work)
    work.done("correction", "open", "E2", "--reason", "looked at again")
    if opened == "E1":
        work.done("correction", "open", "E1", "--reason", "looked at again")
    work.done("resolve", "--take-back", same_event(work), "--reason", "two events")
    problem = work.the("reported-twice")
    refused = work.run("correction", "preview")
    assert (refused.code, refused.problem()["found"]) == (3, f"1 open: P{problem.id} reported-twice")
    work.resolve(problem, "--same-as", "E1", reason="one event after all")
    assert "No rating and no number of games changes" in work.done("correction", "preview").out
    work.done("resolve", "--take-back", same_event(work), "--reason", "two events")
    work.resolve(problem, "--accept", reason="two events")
    assert "102" in work.done("correction", "preview").out


def test_two_events_that_counted_both_are_corrected_without_a_question(work: Workplace) -> None:
    reported_twice(work)
    work.resolve(work.the("reported-twice"), "--accept", reason="two events")
    published(work)
    work.done("correction", "open", "E1", "--reason", "looked at again")
    assert work.codes() == []
