"""R16, R17, R48, R120: the day of a link's report, the register facts of a run, how long a list is open."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from importer.rulings import Rulings
from office.corrections.open_lists import is_open
from office.database.engine import look, transaction
from office.desk.today import deadlines
from office.lists.chain import newest
from office.runs.coming import rate_coming
from office.tables import ListVersionRow
from rating.articles.period import day_of_report
from rating.editions import load
from scraper.records import Round, TimeControl
from tests.importer.invented import csv_bytes, games_csv, pairing, player, reading
from tests.office.test_desk import EVENT, with_player, with_result
from tests.queensland import decide, record_of, take_over
from tests.rating.shared import CASES
from tests.workplace import HATA, MORI, NAMES, Workplace, once, small_federation

ARRIVAL = ("--interpretation", "R16=arrival")
PERIOD_END = ("--interpretation", "R17=known-at-period-end")
SUMMER = date(2026, 7, 18)
OLD = replace(EVENT, first_day=SUMMER, last_day=SUMMER, rounds=(Round(1, SUMMER), Round(2, SUMMER)))


@once
def completed_later(work: Workplace, record=EVENT) -> None:
    """A link that arrived in the period of November with a result pending, complete in that of December."""
    small_federation(work)
    work.store(with_result(record, 3, None), date(2026, 10, 17))
    work.store(record, date(2026, 10, 22))


def test_r16_a_link_completed_later_is_reported_on_the_day_it_was_found_complete(work: Workplace) -> None:
    completed_later(work)
    assert "Events\n  none" in work.done("rate").out


def test_r16_arrival_takes_it_into_the_list_of_the_day_it_arrived(work: Workplace) -> None:
    completed_later(work)
    report = work.done("rate", *ARRIVAL).out
    assert "reported on 2026-10-17" in report
    assert "4 of 4 games rated" in report
    work.done("publish")
    assert work.rows("SELECT count(*) FROM version_event WHERE version_id = 2") == [(1,)]


def test_r16_arrival_judges_lateness_by_the_arrival_too(work: Workplace) -> None:
    completed_later(work, OLD)  # three months end on 18 October: in time by arrival, late by completion
    assert work.codes() == ["late-report"]
    assert "4 of 4 games rated" in work.done("rate", *ARRIVAL).out


def test_r16_arrival_names_both_decisions_that_take_a_late_event(work: Workplace) -> None:
    """That it is rated holds for the day of the report, which is another one by arrival."""
    may = date(2026, 5, 18)
    completed_later(work, replace(OLD, first_day=may, last_day=may, rounds=(Round(1, may), Round(2, may))))
    work.resolve("E1", "--accept-late")
    told = work.run("rate", *ARRIVAL).problem()
    assert "E1 late-report" in told["found"]
    steps = re.findall(r"banzuke (resolve E1 --(?:reported 2026-10-17|accept-late))", told["do"])
    assert len(steps) == 2
    for step in steps:
        work.done(*step.split(), "--reason", "its report was awaited")
    assert "4 of 4 games rated" in work.done("rate", *ARRIVAL).out


def test_r16_arrival_names_one_decision_where_the_report_was_complete(work: Workplace) -> None:
    small_federation(work)
    may = date(2026, 5, 18)
    rounds = (Round(1, may), Round(2, may))
    work.store(replace(OLD, first_day=may, last_day=may, rounds=rounds), date(2026, 10, 17))
    told = work.run("rate", *ARRIVAL).problem()
    rated = "what is late is rated by: banzuke resolve E1 --accept-late, and left out by: banzuke resolve E1"
    assert told["do"].endswith(f"{rated} --exclude")
    work.resolve("E1", "--accept-late")
    work.done("rate", *ARRIVAL)


def test_r16_arrival_takes_an_event_whose_pending_result_was_accepted(work: Workplace) -> None:
    small_federation(work)
    work.store(with_result(EVENT, 3, None), date(2026, 10, 17))
    work.resolve(work.the("result-pending"), "--accept", reason="abandoned")
    report = work.done("rate", *ARRIVAL).out
    assert "reported on 2026-10-17" in report
    assert "3 of 3 games rated" in report


def test_r16_a_correction_takes_an_event_into_the_list_that_held_it_alone(work: Workplace) -> None:
    """By completion it belongs to December, and that list reads it so; but it is on November's."""
    completed_later(work)
    for moment, words in ((work.moment, ARRIVAL), (datetime(2026, 12, 1, 1, tzinfo=UTC), ())):
        work.moment = moment
        work.done("rate", *words)
        work.done("publish")
    work.store(with_result(EVENT, 0, "0-1"), date(2026, 12, 1))
    work.done("correction", "open", "E1", "--reason", "turned round")
    said = work.done("correction", "publish", "--reason", "turned round")
    assert "is added" not in said.out
    held = "SELECT v.list_date FROM version_event e JOIN list_version v ON v.id = e.version_id"
    assert work.rows(f"{held} WHERE v.version = 2") == [("2026-11-01",)]


def test_r41_who_was_whom_stays_as_the_corrected_list_has_it(work: Workplace) -> None:
    """The list of December asks about the slip in an ID that the list of November repairs."""
    small_federation(work)
    slip = with_player(EVENT, 2, national_id="N90000072")
    work.store(slip)
    for words in ((), ("--interpretation", "R41=asked")):
        work.done("rate", *words)
        work.done("publish")
        work.moment = datetime(2026, 12, 1, 1, tzinfo=UTC)
    work.store(with_result(slip, 0, "0-1"), date(2026, 12, 1))
    work.done("correction", "open", "E1", "--reason", "turned round")
    work.done("correction", "publish", "--reason", "turned round")
    assert "Nothing" in work.done("correction", "preview").out


def test_r16_an_event_that_nobody_takes_up_stays_reported_as_its_list_has_it(work: Workplace) -> None:
    """By completion it would be late, and not rated; another event of the list is corrected."""
    completed_later(work, OLD)
    other = replace(EVENT, source=replace(EVENT.source, tournament=1400002))
    work.store(other, date(2026, 10, 17))
    work.done("rate", *ARRIVAL)
    work.done("publish")
    work.store(with_result(other, 0, "0-1"), date(2026, 11, 2))
    work.done("correction", "open", "E2", "--reason", "turned round")
    said = work.done("correction", "preview")
    assert "reported on" not in said.out
    assert "round 1, Mori Sora – Hata Rin: 1-0 → 0-1" in said.out


def test_a_draft_made_anew_says_which_readings_of_the_one_before_it_does_not_keep(work: Workplace) -> None:
    completed_later(work)
    work.done("rate", *ARRIVAL)
    assert "made otherwise" not in work.done("rate", *ARRIVAL, "--interpretation", "R1=half-up").err
    said = work.done("rate", "--interpretation", "R1=half-up")
    assert "to keep that: banzuke rate --interpretation R16=arrival\n" in said.err
    work.done("rate", *ARRIVAL)
    assert "to keep that: banzuke rate --interpretation R16=arrival\n" in work.done("rate").err
    assert "made otherwise" not in work.done("rate").err


def test_a_draft_made_anew_by_a_job_keeps_the_readings_that_the_officer_chose(work: Workplace) -> None:
    """Nobody looks on at night: the coming list is not decided otherwise by the clock."""
    completed_later(work)
    work.done("rate", *ARRIVAL, "--interpretation", "R1=half-up")
    read = "SELECT interpretations FROM list_version WHERE state = 'draft'"
    before = work.rows(read)
    said = work.done("jobs", "run", "preview")
    assert "made otherwise" not in said.all
    assert work.rows(read) == before
    refused = work.run("rate", "--as-drafted", "--interpretation", "R1=half-up")
    assert (refused.code, refused.problem()["code"]) == (1, "interpretation")


def test_a_draft_from_before_a_point_came_up_chose_nothing_about_it(work: Workplace) -> None:
    """R95 and R97 came up later: lists that were out stay as they were, and the next one is read as now."""
    completed_later(work)
    work.done("rate", *ARRIVAL)
    with transaction(work.engine()) as session:
        draft = newest(session, None)
        chosen = json.loads(draft.interpretations)
        draft.interpretations = json.dumps({n: w for n, w in chosen.items() if n not in ("R95", "R97")})
    preview = work.done("preview").out
    with transaction(work.engine()) as session:
        made = json.loads(rate_coming(session, work.moment).interpretations)
    assert [made[number] for number in ("R16", "R95", "R97")] == ["arrival", "active", "unrated"]
    assert work.done("preview").out == preview
    assert "R95" not in work.done("rate", *ARRIVAL).err


def test_r16_a_question_that_this_reading_alone_asks_is_named_by_its_event(work: Workplace) -> None:
    """Its number would be that of no question, and soon of another one."""
    completed_later(work)
    work.done("rate")
    work.done("publish")
    said = work.run("rate", *ARRIVAL)
    assert (said.code, said.problem()["found"]) == (3, "1 open: E1 list-already-published")
    (step,) = re.findall(r"banzuke (resolve E1 --(?:reported|defer)[0-9 -]*)", said.problem()["do"])
    work.done(*step.split(), "--reason", "the day it was complete")
    assert "4 of 4 games rated" in work.done("rate", *ARRIVAL).out
    # on the day it arrived it came after its list, by either reading
    work.resolve("E1", "--reported", "2026-10-17")
    work.done("correction", "open", "E1", "--reason", "it was on the site in time")
    work.done("correction", "publish", "--reason", "it was on the site in time")
    assert work.rows("SELECT count(*) FROM list_version WHERE version = 2") == [(1,)]


def test_r16_the_officers_word_goes_before_either_reading(work: Workplace) -> None:
    completed_later(work)
    work.resolve("E1", "--reported", "2026-10-19")
    for words in ((), ARRIVAL):
        assert "reported on 2026-10-19" in work.done("rate", *words).out


@pytest.mark.parametrize(
    ("known", "words", "rated"),
    [
        (datetime(2026, 10, 20, 14, 59, tzinfo=UTC), PERIOD_END, "4 of 4"),
        (datetime(2026, 10, 20, 15, 0, tzinfo=UTC), PERIOD_END, "2 of 4"),  # the 21st in Japan
        (datetime(2026, 10, 20, 15, 0, tzinfo=UTC), (), "4 of 4"),
    ],
)
def test_r17_a_membership_counts_as_known_when_the_run_is_made_or_at_the_periods_end(
    work: Workplace, known: datetime, words: tuple[str, ...], rated: str
) -> None:
    now = work.moment
    work.moment = datetime(2026, 10, 1, tzinfo=UTC)
    small_federation(work, hata={"Memberships": None})
    work.moment = known
    work.register({"ID": HATA, "Name": NAMES[HATA], "Memberships": "2026-04-01/2027-03-31"})
    work.moment = now
    work.store(EVENT)
    assert f"{rated} games rated" in work.done("rate", *words).out


def test_r17_a_member_and_his_fide_rating_are_known_from_the_day_he_was_entered(work: Workplace) -> None:
    small_federation(work)
    work.moment = datetime(2026, 10, 25, tzinfo=UTC)
    newcomer = {
        "ID": "N90000011",
        "Name": "New Fide",
        "Joined": "2026-10-01",
        "FIDE ST": 1900,
        "FIDE Source": "FIDE list 2026-10",
    }
    work.register(newcomer)
    work.moment = datetime(2026, 11, 2, tzinfo=UTC)
    query = "SELECT rating FROM list_rating WHERE federation_id = 'N90000011'"
    work.done("rate")
    assert work.rows(query) == [(1900,)]
    work.done("rate", *PERIOD_END)
    assert work.rows(query) == []


@pytest.mark.parametrize(
    ("words", "days", "stays_open"),
    [
        ((), 90, True),
        ((), 900, True),
        (("--interpretation", "R48=ninety-days"), 89, True),
        (("--interpretation", "R48=ninety-days"), 90, False),
    ],
)
def test_r48_a_queensland_list_stays_open_for_ever_or_for_ninety_days(
    queensland: Workplace, words: tuple[str, ...], days: int, stays_open: bool
) -> None:
    case = json.loads((CASES / "qjrl" / "1-change.json").read_text("utf-8"))["case"]
    take_over(queensland, case)
    for number, event in enumerate(case["events"], start=1400001):
        queensland.store(record_of(case, number, event), date.fromisoformat(event["reported"]))
    decide(queensland, case)
    queensland.done("rate", *words)
    queensland.done("publish")
    with look(queensland.engine()) as session:
        version = session.get_one(ListVersionRow, 2)
        assert version.published_at is not None
        reported = day_of_report(load("qjrl"), version.published_at) + timedelta(days=days)
        assert is_open(version, reported) is stays_open


@pytest.mark.parametrize(
    ("word", "open_until", "closed_on"),
    [("first-version", "2027-01-30", "2027-01-31"), ("newest-version", "2027-03-19", "2027-03-20")],
)
def test_r120_a_correction_opens_its_list_anew_or_does_not(
    work: Workplace, word: str, open_until: str, closed_on: str
) -> None:
    """Published on 2 November, and corrected on 20 December: 89 days later it is open for the last time."""
    small_federation(work)
    work.store(EVENT)
    work.done("rate", "--interpretation", f"R120={word}")
    work.done("publish")
    work.moment = datetime(2026, 12, 20, 1, tzinfo=UTC)
    work.store(with_result(EVENT, 0, "0-1"), date(2026, 12, 20))
    work.done("correction", "open", "E1", "--reason", "turned round")
    work.done("correction", "publish", "--reason", "turned round")
    work.moment = datetime(2027, 3, 25, 1, tzinfo=UTC)
    work.store(EVENT, date(2027, 3, 25))
    words = ("--type", "standard", "--points=7", "--reference", "round 1", "--closed-list", "2026-11-01")
    adjusted = ("rule", "adjustment", HATA, *words, "--reason", "so", "--error-reported")
    assert work.run(*adjusted, open_until).problem()["code"] == "list-open"
    work.done(*adjusted, closed_on)
    opened = ("correction", "open", "E1", "--reason", "it was right", "--reported")
    assert work.run(*opened, closed_on).problem()["code"] == "list-closed"
    work.done(*opened, open_until)
    work.done("correction", "publish", "--reason", "it was right")
    assert work.rows("SELECT max(version) FROM list_version WHERE list_date = '2026-11-01'") == [(3,)]


def test_r120_today_names_the_last_day_of_a_list_that_was_opened_anew(work: Workplace) -> None:
    """A correction that moves no rating leaves the list of December as it is: it is closed first."""
    small_federation(work)
    blitz = replace(EVENT, time_control=TimeControl("5 min", "blitz", 5))
    work.store(blitz)
    for moment in (work.moment, datetime(2026, 12, 1, 1, tzinfo=UTC)):
        work.moment = moment
        work.done("rate", "--interpretation", "R120=newest-version")
        work.done("publish")
    work.moment = datetime(2026, 12, 20, 1, tzinfo=UTC)
    work.done("correction", "open", "E1", "--reason", "no event of ours")
    work.done("resolve", "E1", "--exclude", "--reason", "no event of ours")
    work.done("correction", "publish", "--reason", "no event of ours")
    with look(work.engine()) as session:
        found = deadlines(session, None, Rulings.in_force(session), date(2027, 3, 10))
    assert [(one.list_date, one.last_day) for one in found] == [(date(2026, 11, 1), date(2027, 3, 19))]


@pytest.mark.parametrize(("word", "k"), [("by-type", 40), ("both-types", 20)])
def test_r12_the_k_that_is_printed_counts_the_games_of_a_type_without_a_rating_too(
    work: Workplace, word: str, k: int
) -> None:
    """27 standard games and three towards a first rapid rating: of both types they are no longer few."""
    work.register(*({"ID": number, "Name": name} for number, name in NAMES.items()))
    rated = [{"ID": n, "Name": name, "ST": 1500, "ST-G": 27, "ST-Peak": 1750} for n, name in NAMES.items()]
    earlier = [(HATA, "RP", f"2026-05-0{day}", 1500, "1", "May Open") for day in (1, 2, 3)]
    work.opening(rated, earlier)
    work.store(EVENT)
    work.done("rate", "--interpretation", f"R12={word}")
    printed = "SELECT k FROM list_rating WHERE version_id = 2 AND federation_id = ? AND type = 'standard'"
    played = "SELECT DISTINCT k FROM game_line WHERE version_id = 2 AND federation_id = ? AND counts"
    assert work.rows(printed, HATA) == work.rows(played, HATA) == [(k,)]


@pytest.mark.parametrize(("read", "k"), [("next-game", 20), ("this-period", 40)])
def test_r23_of_who_is_new_in_a_type_the_games_of_this_period_are_not_counted_in_the_other_one(
    work: Workplace, read: str, k: int
) -> None:
    """27 standard games, and four rapid ones in which the rating is taken over: 31 of both types (R12)."""
    work.register(*({"ID": number, "Name": name} for number, name in NAMES.items()))
    work.opening(
        {"ID": n, "Name": name, "ST": 1500, "ST-G": 27, "ST-Peak": 1750} for n, name in NAMES.items()
    )
    rounds = [pairing(n, 1, 2, "1-0") for n in range(1, 5)]
    rapid = TimeControl("15 min + 10 sec", "rapid", 25)
    players = (player(1, NAMES[HATA], HATA), player(2, NAMES[MORI], MORI))
    work.store(reading(players, rounds, time_control=rapid))
    work.done("rate", "--interpretation", "R12=both-types", "--interpretation", f"R23={read}")
    printed = "SELECT type, k FROM list_rating WHERE version_id = 2 AND federation_id = ? ORDER BY type"
    assert work.rows(printed, HATA) == [("rapid", k), ("standard", k)]
    assert work.rows("SELECT DISTINCT k FROM game_line WHERE version_id = 2 AND counts") == [(40,)]


@pytest.mark.parametrize(("r65", "k"), [("counted", 20), ("not-counted", 40)])
def test_r23_of_a_first_rating_takes_off_only_what_is_in_the_number_of_games(
    work: Workplace, r65: str, k: int
) -> None:
    """Eighteen games from before make him no longer new, unless none of them counts (2019, R65)."""
    work.moment = datetime(2019, 10, 1, 3, tzinfo=UTC)
    members = [{"ID": number, "Name": name, "Joined": "2018-01-01"} for number, name in NAMES.items()]
    work.register(*(one | {"Memberships": "2018-01-01/2030-03-31"} for one in members))
    heads = ("ID", "Name", "NCS", "NCS-G", "NCS-Peak")
    rated = work.file(csv_bytes(heads, [(MORI, NAMES[MORI], 1500, 30, 1500)]), "ncs.csv")
    earlier = [
        (HATA, "NCS", f"2019-0{1 + n % 8}-0{1 + n // 8}", 1500, str(n % 2), "Before") for n in range(18)
    ]
    games = work.file(games_csv(earlier), "games.csv")
    work.done("opening", "import", rated, "--games", games, "--list", "2019-10-01")
    players = (player(1, NAMES[HATA], HATA), player(2, NAMES[MORI], MORI))
    games = [pairing(n, 1, 2, "1-0") for n in (1, 2)]
    day = date(2019, 10, 5)
    work.store(reading(players, games, days={1: day, 2: day}), arrived=date(2019, 10, 6))
    work.moment = datetime(2019, 11, 1, 3, tzinfo=UTC)
    chosen = ("--interpretation", "R23=this-period", "--interpretation", f"R65={r65}")
    work.done("rate", *chosen)
    printed = "SELECT games, period_games, k FROM list_rating WHERE version_id = 2 AND federation_id = ?"
    assert work.rows(printed, HATA) == [(20 if r65 == "counted" else 0, 2, k)]


def test_what_is_asked_under_a_reading_alone_names_the_answer_by_the_event(work: Workplace) -> None:
    """Such a question has no number, and its event takes the same answer."""
    small_federation(work)
    work.store(replace(EVENT, organizer="Nobody's Club"))
    asked = ("--interpretation", "R38=asked")
    told = work.run("rate", *asked).problem()
    assert told["found"] == "1 open: E1 organizer-unregistered"
    assert (
        "by: banzuke resolve E1 --organizer accepted; it is left out by: banzuke resolve E1 --excl"
        in told["do"]
    )
    work.done("resolve", "E1", "--organizer", "accepted", "--reason", "looked into")
    assert "4 of 4 games rated" in work.done("rate", *asked).out
