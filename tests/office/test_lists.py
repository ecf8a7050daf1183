"""Rating, publishing and exporting a list; what stands in the way is named, and nothing moves."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from office.lists.chain import months_later, next_list
from office.runs.report import reason_word
from office.words import speaking
from rating.reasons import REASONS
from scraper.records import EventRecord, Round, TimeControl
from tests.importer.invented import pairing, player, reading
from tests.office.test_desk import EVENT, PLAYERS, with_player, with_result
from tests.workplace import HATA, MORI, NAMES, ONO, TANI, Workplace, empty_office, once, small_federation

OCTOBER = datetime(2026, 10, 20, 14, 59, tzinfo=UTC)
"""One minute before the 21st in Japan: the last minute of the period."""


def on_another_day(record: EventRecord, days: int = 1) -> EventRecord:
    """The same games in another event, so many days before: nobody takes the two for one."""
    assert record.first_day and record.last_day
    by = timedelta(days)
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
        ("2026-11-02", "list-date", "the 1st of a month (3(6))"),
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
    assert (said.code, problem["code"], problem["place"]) == (3, "open-problems", "list of 2026-11-01")
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
        "list of 2026-12-01",
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
    work.resolve("E1", "--defer")
    work.resolve("E1", "--defer")
    assert "E1 Invented Open: 1 January 2027, ready" in work.done("status").out


def test_a_deferral_taken_back_brings_the_event_back(work: Workplace) -> None:
    ready(work)
    work.resolve("E1", "--defer")
    work.done("resolve", "--take-back", 1, "--reason", "the protest was withdrawn")
    assert "4 of 4 games rated" in work.done("rate").out


# Two types, initial ratings and the report.


def test_an_initial_rating_names_its_games_opponents_and_their_list(work: Workplace) -> None:
    work.register(
        *({"ID": i, "Name": n} for i, n in NAMES.items()), {"ID": "N90000009", "Name": "Unrated Player"}
    )
    rated = [
        {"ID": i, "Name": NAMES[i], "ST": 1500, "ST-G": 100, "ST-Peak": 1500} for i in (MORI, HATA, TANI)
    ]
    earlier = [("N90000009", "ST", "2026-05-09", 1500, score, "May Open") for score in ("1", "0.5", "0")]
    work.opening(rated, earlier)
    players = (*PLAYERS[:3], player(4, "Unrated Player", "N90000009"))
    games = [pairing(n, 4, n, result) for n, result in ((1, "1-0"), (2, "0-1"), (3, "1/2-1/2"))]
    work.store(reading(players, games))
    work.done("rate")
    # Six games against 1500 with three points: 50 %, dp 0, so 1500 (6(4)).
    query = "SELECT rating, games, how FROM list_rating WHERE federation_id = 'N90000009'"
    assert work.rows(query) == [(1500, 6, "initial")]
    active = "SELECT active, last_game FROM list_member WHERE federation_id = 'N90000009'"
    assert work.rows(active) == [(1, "2026-10-04")]
    work.done("rate", "--interpretation", "R95=not-by-these")
    assert work.rows(active) == [(0, None)]
    work.done("rate")
    told = work.done("explain", "Unrated Player").out
    assert "initial rating 1500" in told
    assert re.search(r"1 .* Mori Sora +1500  list of 1 Oct 2026 +1  Invented Open", told)
    assert len(re.findall(r"1500  opening list +\S  May Open", told)) == 3
    assert "RA is 1500.\n  3 of 6 is 50 %.\n  The table gives dp 0.\n  RA and dp make 1500 (6(4))." in told


def test_by_r105_opponents_enter_an_initial_rating_as_they_stand_on_the_list_before(work: Workplace) -> None:
    """Four draws of September with Mori, 1500, who also wins; two of November, when he stands at 1510."""
    unrated = "N90000009"
    people = [*({"ID": i, "Name": n} for i, n in NAMES.items()), {"ID": unrated, "Name": "Unrated Player"}]
    work.register(*people)
    held = {"ST": 1500, "ST-G": 100, "ST-Peak": 1500}
    work.opening([{"ID": i, "Name": NAMES[i]} | held for i in (MORI, HATA)])
    players = (*PLAYERS[:2], player(3, "Unrated Player", unrated))
    drawn = [pairing(n, 3, 1, "1/2-1/2") for n in range(1, 5)]
    work.store(reading(players, [*drawn, pairing(5, 1, 2, "1-0")]))
    work.done("rate")
    work.done("publish")
    work.moment = datetime(2026, 12, 2, 1, 0, tzinfo=UTC)
    day = dict.fromkeys((1, 2), date(2026, 11, 3))
    work.store(reading(players, drawn[:2], number=1400002, days=day), date(2026, 11, 4))
    mori = "SELECT rating FROM list_rating WHERE version_id = 2 AND federation_id = 'N10000014'"
    assert work.rows(mori.replace("N10000014", MORI)) == [(1510,)]
    first = "SELECT rating, games FROM list_rating WHERE federation_id = 'N90000009'"
    work.done("rate")
    assert work.rows(first) == [(1503, 6)]  # (4 * 1500 + 2 * 1510) / 6 = 1503.33
    assert len(re.findall(r"1500  list of 1 Oct 2026", work.done("explain", "Unrated Player").out)) == 4
    work.done("rate", "--interpretation", "R105=of-list-before")
    assert work.rows(first) == [(1510, 6)]
    told = work.done("explain", "Unrated Player").out
    assert len(re.findall(r"1510  list of 1 Nov 2026", told)) == 6
    assert "Checked: the games above give this rating." in told


def test_games_of_an_unrated_player_are_kept_for_later_lists(work: Workplace) -> None:
    work.register(*({"ID": i, "Name": n} for i, n in NAMES.items()))
    work.opening(
        [{"ID": i, "Name": NAMES[i], "ST": 1500, "ST-G": 100, "ST-Peak": 1500} for i in (MORI, HATA)]
    )
    players = (*PLAYERS[:2], player(3, NAMES[TANI], TANI))
    games = [pairing(n, 3, 1 + n % 2, "1-0" if n % 2 else "0-1") for n in range(1, 4)]
    work.store(reading(players, games))
    work.done("rate")
    work.done("publish")
    assert work.rows("SELECT count(*) FROM earlier_game WHERE version_id = 2") == [(3,)]
    second = on_another_day(reading(players, games, name="Second Open"))
    work.store(second, date(2026, 10, 25))
    work.moment = datetime(2026, 11, 21, 1, 0, tzinfo=UTC)
    work.done("rate")
    # Four wins... of six games against 1500: two wins in each event make 4 of 6, 67 %, dp +125.
    assert work.rows(
        "SELECT rating, games FROM list_rating WHERE federation_id = ? AND how = 'initial'", TANI
    ) == [(1625, 6)]


def test_a_guest_is_named_in_reasons_and_never_by_a_number_of_our_own(work: Workplace) -> None:
    small_federation(work)
    guests = [player(n, f"Guest {chr(64 + n)}") for n in range(1, 15)]
    games = [pairing(1, 1, 14, "1-0", 1), pairing(1, 2, 12, "1-0", 2)]
    members = [player(15, NAMES[MORI], MORI), player(16, NAMES[HATA], HATA)]
    work.store(
        reading((*guests, *members), [*games, pairing(1, 15, 1 + 2, "1-0", 3), pairing(2, 15, 16, "1-0", 1)])
    )
    for problem in work.problems():
        work.resolve(problem, "--no-member")
    work.done("rate")
    for name, reasons in work.rows("SELECT player_name, reasons FROM game_line WHERE reasons <> '[]'"):
        for reason in json.loads(reasons):
            assert "chess-results" not in reason["detail"], (name, reason)
            assert "#" not in reason["detail"], (name, reason)
            assert "Guest A4" not in reason["detail"], (name, reason)
            assert "Guest A2" not in reason["detail"], (name, reason)
            assert "Guest B2" not in reason["detail"], (name, reason)
    ((reasons,),) = work.rows("SELECT reasons FROM game_line WHERE player_name = 'Guest N'")
    assert any(r["detail"].startswith("Guest N") for r in json.loads(reasons)), reasons


def test_a_preview_shows_the_list_as_it_will_be_printed(work: Workplace) -> None:
    drafted(work)
    said = work.done("preview", "--all").out
    assert said.startswith("List of 1 November 2026, version 1, previewed\n")
    printed = said.partition("\nList of 1 November 2026, version 1, against")[0]
    assert [line.split() for line in printed.splitlines() if "N9000" in line] == [
        ["1", MORI, "Mori", "Sora", "1708", "1700", "+7.80", "102", "2", "20"],
        ["2", TANI, "Tani", "Ken", "1582", "1600", "-18.00", "102", "2", "20"],
        ["3", HATA, "Hata", "Rin", "1498", "1500", "-2.00", "102", "2", "20"],
        ["4", ONO, "Ono", "Aki", "1412", "1400", "+12.20", "102", "2", "20"],
    ]


def test_explain_shows_every_game_the_sum_and_the_articles(work: Workplace) -> None:
    published(work)
    told = work.done("explain", "Mori Sora").out
    assert "Standard: 1700 → 1708" in told
    assert "Sum of 2 games: +7.80, rounded +8" in told
    assert "1700 + 8 = 1708." in told
    first = next(line for line in told.splitlines() if "Hata Rin" in line)
    assert first.split()[-10:-2] == ["1700", "1500", "200", "0.76", "H", "1", "20", "+4.80"]
    assert "Checked: the games above give this rating." in told
    assert "5(1)" in told and "5(2)" in told


def test_explain_asks_for_the_id_where_a_name_is_of_several_or_of_none(work: Workplace) -> None:
    published(work)
    work.register({"ID": "N90000008", "Name": "Mori Sora"})
    said = work.run("explain", "mori, sora")
    problem = said.problem()
    assert (said.code, problem["code"]) == (1, "name-of-several")
    assert "N90000001 Mori Sora; N90000008 Mori Sora" in problem["found"]
    assert work.run("explain", "Nobody Known").problem()["code"] == "no-such-member"
    assert work.run("explain", "N99999999").problem()["code"] == "no-such-member"


def test_a_rapid_event_does_not_touch_standard_ratings_but_starts_from_them(work: Workplace) -> None:
    small_federation(work)
    work.store(replace(EVENT, time_control=TimeControl("15 min + 10 sec", "rapid", 25)))
    work.done("rate")
    query = "SELECT change, rating FROM list_rating WHERE version_id = 2 AND type = ? ORDER BY federation_id"
    assert work.rows(query, "standard") == [(0, 1700), (0, 1500), (0, 1600), (0, 1400)]
    query = (
        "SELECT federation_id, previous, change, rating, how, taken_from FROM list_rating"
        " WHERE version_id = 2 AND type = 'rapid' ORDER BY 1"
    )
    # K 40, no rapid games yet: twice the changes that K 20 gives above.
    assert work.rows(query) == [
        (MORI, 1700, 1560, 1716, "adopted", "standard"),
        (HATA, 1500, -400, 1496, "adopted", "standard"),
        (TANI, 1600, -3600, 1564, "adopted", "standard"),
        (ONO, 1400, 2440, 1424, "adopted", "standard"),
    ]


def test_after_a_list_of_any_day_the_next_one_is_of_a_first() -> None:
    assert next_list(date(2026, 12, 31)) == months_later(date(2026, 12, 7), 1) == date(2027, 1, 1)
    assert months_later(date(2026, 1, 31), 13) == date(2027, 2, 1)


def test_every_reason_why_a_game_does_not_count_has_its_word() -> None:
    assert [reason_word(reason) for reason in REASONS] == list(REASONS)  # a report is kept in English
    with speaking("ja"):
        assert REASONS and not {reason_word(reason) for reason in REASONS} & set(REASONS)
