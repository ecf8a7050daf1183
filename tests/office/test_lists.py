"""Rating, publishing and exporting a list; what stands in the way is named, and nothing moves."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from scraper.records import EventRecord, Round
from tests.office.test_desk import EVENT, with_player, with_result
from tests.workplace import HATA, MORI, NAMES, ONO, TANI, Workplace, empty_office, once, small_federation

OCTOBER = datetime(2026, 10, 20, 14, 59, tzinfo=UTC)
"""One minute before the 21st in Japan: the last minute of the period."""


def on_another_day(record: EventRecord) -> EventRecord:
    """The same games in another event, the day before: nobody takes the two for one."""
    assert record.first_day and record.last_day
    by = timedelta(1)
    return replace(
        record,
        source=replace(record.source, tournament=1400002),
        first_day=record.first_day - by,
        last_day=record.last_day - by,
        rounds=tuple(Round(r.number, r.date and r.date - by) for r in record.rounds),
    )


@once
def ready(work: Workplace) -> None:
    """An office with one event and nothing open."""
    small_federation(work)
    work.store(EVENT)


@once
def drafted(work: Workplace) -> None:
    ready(work)
    work.done("rate")


@once
def published(work: Workplace) -> None:
    drafted(work)
    work.done("publish")


# Four games, by hand. Ratings of October: Mori 1700, Hata 1500, Tani 1600, Ono 1400; all K 20.
# Mori-Hata 1-0, D 200: H .76, L .24. Mori +4.80, Hata -4.80.   Tani-Ono 0-1, D 200: Tani -15.20, Ono +15.20.
# Hata-Tani draw, D 100: H .64, L .36. Hata +2.80, Tani -2.80.  Ono-Mori 0-1, D 300: H .85, L .15: Mori +3.00.
BY_HAND = {
    MORI: (780, 8, 1708, 102),
    HATA: (-200, -2, 1498, 102),
    TANI: (-1800, -18, 1582, 102),
    ONO: (1220, 12, 1412, 102),
}


def test_a_list_is_what_was_worked_by_hand(work: Workplace) -> None:
    published(work)
    query = "SELECT federation_id, change, rounded, rating, games FROM list_rating WHERE version_id = 2"
    assert {number: tuple(row) for number, *row in work.rows(query)} == BY_HAND


def test_rating_again_gives_the_same_draft(work: Workplace) -> None:
    drafted(work)
    first = work.dump()
    second_said = work.done("rate").out
    second = work.dump()
    columns = [name for _, name, *_ in work.rows("PRAGMA table_info(list_version)")]
    assert [dict(zip(columns, row, strict=True))["text_sha256"] for row in first["list_version"]] == [
        dict(zip(columns, row, strict=True))["text_sha256"] for row in second["list_version"]
    ]
    assert len(second["list_version"]) == 2
    assert work.done("rate").out == second_said
    for table in ("list_rating", "list_member", "game_line", "earlier_game", "version_event"):
        assert [row[1:] for row in first[table]] == [row[1:] for row in second[table]]


def test_the_order_in_which_events_were_stored_does_not_matter(work: Workplace, template: Path) -> None:
    other = replace(work, folder=work.folder.with_name("other"))
    empty_office(template, other.folder)
    second = replace(on_another_day(EVENT), name="Second")
    texts = []
    for office, events in ((work, (EVENT, second)), (other, (second, EVENT))):
        small_federation(office)
        for event in events:
            office.store(event)
        office.done("rate")
        texts.append(office.rows("SELECT text_sha256, inputs_sha256 FROM list_version WHERE state = 'draft'"))
    assert texts[0][0][0] == texts[1][0][0]


@pytest.mark.parametrize(
    ("day", "code", "expected"),
    [
        ("2026-11-02", "list-date", "the next list, 2026-11-01"),
        ("2026-10-01", "list-published", "a list after 2026-10-01"),
        ("2026-09-01", "list-published", "a list after 2026-10-01"),
        ("2026-12-01", "list-skips", "the next list, 2026-11-01"),
    ],
)
@pytest.mark.parametrize("command", ["rate", "publish"])
def test_a_list_that_is_not_the_next_one_is_refused_by_name(
    work: Workplace, command: str, day: str, code: str, expected: str
) -> None:
    drafted(work)
    before = work.dump()
    said = work.run(command, "--list", day)
    problem = said.problem()
    assert (said.code, problem["code"], problem["place"], problem["expected"]) == (
        1,
        code,
        "--list",
        expected,
    )
    assert day in problem["found"]
    assert problem["do"] == "make the next list: banzuke rate --list 2026-11-01"
    assert work.dump() == before


@pytest.mark.parametrize("command", ["rate", "publish", "preview", "export list", "explain"])
def test_a_day_that_does_not_exist_is_wrong_usage(work: Workplace, command: str) -> None:
    drafted(work)
    more = [MORI] if command == "explain" else []
    said = work.run(*command.split(), *more, "--list", "2026-02-30")
    assert said.code == 2
    assert "2026-02-30" in said.err


def test_a_list_waits_while_a_question_about_its_events_is_open(work: Workplace) -> None:
    small_federation(work)
    work.store(with_player(EVENT, 1, national_id="N90000099"))
    number = work.the("member-ambiguous").id
    before = work.dump()
    said = work.run("rate")
    problem = said.problem()
    assert (said.code, problem["code"], problem["place"]) == (3, "open-problems", "list of 1 November 2026")
    assert problem["found"] == f"1 open: P{number} member-ambiguous"
    assert work.dump() == before


def test_a_question_that_came_up_after_the_draft_keeps_it_from_being_published(work: Workplace) -> None:
    drafted(work)
    work.store(with_result(EVENT, 0, None), date(2026, 10, 5))
    other = with_player(
        replace(EVENT, source=replace(EVENT.source, tournament=1400002)),
        1,
        name="Who Knows",
        national_id=None,
    )
    work.store(other)
    said = work.run("publish")
    assert (said.code, said.problem()["code"]) == (3, "open-problems")
    assert work.rows("SELECT count(*) FROM list_version WHERE state = 'published'") == [(1,)]


CHANGES = {
    "a birth date": lambda work: work.register({"ID": MORI, "Name": NAMES[MORI], "Birth": "2010-01-01"}),
    "a membership": lambda work: work.register(
        {"ID": MORI, "Name": NAMES[MORI], "Memberships": "2026-04-01/2027-03-31"}
    ),
    "a result": lambda work: work.store(with_result(EVENT, 0, "0-1")),
    "another event": lambda work: work.store(on_another_day(EVENT)),
    "a ruling": lambda work: work.resolve("E1", "--exclude", "--round", 1, "--board", 1),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_draft_that_something_moved_under_is_not_published(work: Workplace, what: str) -> None:
    drafted(work)
    CHANGES[what](work)
    before = work.dump()
    said = work.run("publish")
    assert (said.code, said.problem()["code"]) == (1, "draft-out-of-date")
    assert "banzuke rate" in said.problem()["do"]
    assert work.dump() == before
    work.done("rate")
    work.done("publish")


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("UPDATE list_rating SET rating = rating + 1 WHERE federation_id = ? AND ", "sum-does-not-hold"),
        ("UPDATE game_line SET c = c + 100, k = 40 WHERE federation_id = ? AND ", "sum-does-not-hold"),
        ("UPDATE list_member SET name = 'Somebody Else' WHERE federation_id = ? AND ", "draft-changed"),
        ("UPDATE list_rating SET games = 999, k = 10 WHERE federation_id = ? AND ", "draft-changed"),
    ],
)
def test_a_draft_whose_rows_were_changed_in_the_database_is_not_published(
    work: Workplace, statement: str, code: str
) -> None:
    drafted(work)
    with closing(sqlite3.connect(work.database)) as connection, connection:
        assert connection.execute(f"{statement} version_id = 2", (MORI,)).rowcount > 0
    connection.close()
    said = work.run("publish")
    assert (said.code, said.problems()[0]["code"]) == (1, code)
    work.done("rate")
    work.done("publish")


def test_a_list_is_not_published_before_its_period_is_over(work: Workplace) -> None:
    drafted(work)
    work.moment = OCTOBER
    before = work.dump()
    said = work.run("publish")
    problem = said.problem()
    assert (said.code, problem["code"], problem["found"]) == (
        1,
        "period-open",
        "2026-10-20 where the office is",
    )
    assert work.dump() == before
    work.moment = datetime(2026, 10, 20, 15, 0, tzinfo=UTC)  # midnight in Japan
    work.done("publish")


def test_publishing_without_a_draft_and_twice_is_refused(work: Workplace) -> None:
    ready(work)
    assert work.run("publish").problem()["code"] == "no-draft"
    work.done("rate")
    work.done("publish")
    before = work.dump()
    again = work.run("publish")
    assert (again.code, again.problem()["code"], again.problem()["place"]) == (
        1,
        "no-draft",
        "list of 1 December 2026",
    )
    named = work.run("publish", "--list", "2026-11-01")
    assert (named.code, named.problem()["code"]) == (1, "list-published")
    assert work.dump() == before


def test_a_draft_is_not_exported(work: Workplace) -> None:
    drafted(work)
    said = work.run("export", "list", "--list", "2026-11-01")
    assert (said.code, said.problem()["code"]) == (1, "not-published")
    assert not (work.folder / "lists").exists()


def test_a_list_that_is_not_held_is_refused_with_those_that_are(work: Workplace) -> None:
    drafted(work)
    for words in (("export", "list"), ("explain", MORI), ("preview",)):
        said = work.run(*words, "--list", "2026-12-01")
        assert (said.code, said.problem()["code"]) == (1, "no-such-list")
        assert said.problem()["expected"] == "one of the lists 2026-10-01, 2026-11-01"


def test_an_office_without_an_opening_list_says_what_comes_first(work: Workplace) -> None:
    for command in ("rate", "publish"):
        said = work.run(command)
        assert (said.code, said.problem()["code"]) == (1, "no-opening")
    assert "banzuke members import" in work.done("status").out
    assert work.run("export", "list").problem()["code"] == "no-such-list"


def test_the_next_list_is_reckoned_from_the_one_just_published(work: Workplace) -> None:
    published(work)
    work.store(on_another_day(EVENT), date(2026, 10, 21))
    work.moment = datetime(2026, 11, 21, 1, 0, tzinfo=UTC)
    work.done("rate")
    query = "SELECT federation_id, previous, games FROM list_rating WHERE version_id = 3 ORDER BY 1"
    assert work.rows(query) == [(MORI, 1708, 104), (HATA, 1498, 104), (TANI, 1582, 104), (ONO, 1412, 104)]
    assert work.rows("SELECT previous_id FROM list_version WHERE id = 3") == [(2,)]


def test_what_becomes_of_the_register_later_does_not_move_a_published_list(work: Workplace) -> None:
    published(work)
    before = work.dump("member", "membership", "fide_rating", "register_fact", "journal")
    told = work.done("explain", MORI, "--list", "2026-11-01").out
    work.register(
        {"ID": MORI, "Name": NAMES[MORI], "Birth": "2012-01-01", "Memberships": "2030-04-01/2031-03-31"}
    )
    work.done("status")
    assert work.dump("member", "membership", "fide_rating", "register_fact", "journal") == before
    assert work.done("explain", MORI, "--list", "2026-11-01").out == told


def test_inputs_are_frozen_with_the_run_and_give_the_list_again(work: Workplace) -> None:
    from office.lists.packing import unpacked
    from office.runs.inputs import events_of, members_of
    from rating.engine import rate

    published(work)
    ((packed,),) = work.rows("SELECT inputs FROM list_version WHERE id = 2")
    inputs = unpacked(packed)
    assert inputs["previous"]["list"] == "2026-10-01"
    assert [m["membership"] for m in inputs["members"]] == [[["2015-04-01", "2035-03-31"]]] * 5
    again = rate(members_of(inputs), events_of(inputs), list_date=date(2026, 11, 1))
    assert {row.id: row.rating for row in again.lists["standard"]} == {
        n: row[2] for n, row in BY_HAND.items()
    }


# Deferral and lateness.


def test_a_deferred_event_goes_to_the_next_list_and_no_further(work: Workplace) -> None:
    ready(work)
    said = work.done("resolve", "E1", "--defer", "--reason", "a protest is open").out
    assert ", not into the list of 1 November 2026\n" in said
    assert "  1 defer · list 2026-11-01: a protest is open (" in work.done("events", "E1").out
    assert "no event reported for it" in work.done("status").out
    assert "Events\n  none" in work.done("rate").out
    work.done("publish")
    work.moment = datetime(2026, 11, 21, 1, 0, tzinfo=UTC)
    report = work.done("rate").out
    assert "Rating list of 1 December 2026" in report
    assert "reported on 2026-10-05" in report
    assert "4 of 4 games rated" in report


def test_lateness_of_a_deferred_event_is_judged_by_its_real_report_day(work: Workplace) -> None:
    small_federation(work)
    day = date(2026, 7, 10)
    old = replace(EVENT, first_day=day, last_day=day, rounds=(Round(1, day), Round(2, day)))
    work.store(old, date(2026, 10, 10))  # three months to the day: the last day that is not late
    work.resolve("E1", "--defer")
    work.done("rate")
    work.done("publish")
    work.moment = datetime(2026, 11, 21, 1, 0, tzinfo=UTC)
    assert work.codes() == []
    assert "4 of 4 games rated" in work.done("rate").out


def test_an_event_can_be_deferred_twice(work: Workplace) -> None:
    ready(work)
    for _ in range(2):  # the same command again says the same
        work.resolve("E1", "--defer")
        assert "E1 Invented Open: 1 December 2026, ready" in work.done("status").out
    work.resolve("E1", "--defer", reason="the protest goes on")
    assert "E1 Invented Open: 1 January 2027, ready" in work.done("status").out


def test_a_deferral_taken_back_brings_the_event_back(work: Workplace) -> None:
    ready(work)
    work.resolve("E1", "--defer")
    work.done("resolve", "--take-back", 1, "--reason", "the protest was withdrawn")
    assert "4 of 4 games rated" in work.done("rate").out


# Two types, initial ratings and the report.
