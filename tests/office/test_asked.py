"""What the edition of an event's list asks of its report, and the officer's answers, over a whole office."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from sqlmodel import select

from importer.applications import ApplicationEntry, apply_applications
from importer.organizers import OrganizerEntry, apply_organizers
from importer.tables import MemberRow, MembershipRow
from office.database.engine import transaction
from scraper.records import TimeControl
from tests.earlier_editions import NEW, event, of_2019, of_2022
from tests.office.test_desk import EVENT
from tests.workplace import HATA, MORI, ONO, TANI, Workplace, small_federation

CLUB = "Invented Chess Club"
SEPTEMBER, ARRIVED = date(2022, 9, 4), date(2022, 9, 5)
NOW = datetime(2026, 1, 1, tzinfo=UTC)
REASONS = "SELECT DISTINCT reasons FROM game_line WHERE version_id = 2"


def organizer(work: Workplace, name: str, kind: str = "club", names: tuple[str, ...] = ()) -> None:
    with transaction(work.engine()) as session:
        apply_organizers(session, [OrganizerEntry(name, kind, ((date(2020, 4, 1), None),), names)], NOW)


def applied(work: Workplace, on: date, day: date = date(2026, 10, 4), **more: object) -> None:
    entry = ApplicationEntry("Invented Open", CLUB, day, day, on, "standard")
    with transaction(work.engine()) as session:
        apply_applications(session, [replace(entry, **more)], NOW)


def codes(work: Workplace) -> set[str]:
    return {p.code for p in work.problems()}


def test_an_office_without_organizers_and_applications_asks_for_none_unless_r38_is_read_so(
    work: Workplace,
) -> None:
    small_federation(work)
    work.store(EVENT)
    assert codes(work) == set()
    said = work.run("rate", "--interpretation", "R38=asked")
    assert "organizer-unregistered" in said.problem()["found"]


def test_an_unregistered_organizer_waits_for_the_officer_who_accepts_or_refuses_him(work: Workplace) -> None:
    small_federation(work)
    organizer(work, "Another Club")
    work.store(EVENT)
    question = work.the("organizer-unregistered")
    assert question.blocks
    assert work.run("rate").code == 3
    work.resolve(question, "--organizer", "refused", reason="not registered")
    work.done("rate")
    ((reasons,),) = work.rows(REASONS)
    assert json.loads(reasons)[0]["reason"] == "organizer"
    assert json.loads(reasons)[0]["detail"] == "not registered"
    work.done("publish")
    assert "the organizer may not host rated games (3(3)): not registered" in work.done("explain", MORI).out


def test_an_event_that_names_no_organizer_is_asked_about_once_and_who_it_is(work: Workplace) -> None:
    small_federation(work)
    work.store(replace(EVENT, organizer=None))
    assert codes(work) == {"organizer-missing"}
    organizer(work, CLUB)
    assert codes(work) == {"organizer-unregistered"}
    question = work.the("organizer-unregistered")
    assert (question.found, question.remedy[:17]) == ("none named", "ask who organized")
    work.resolve(question, "--organizer", "accepted", reason="the club, by telephone")
    work.done("rate")


def test_an_accepted_organizer_hosts_rated_games_until_it_is_taken_back(work: Workplace) -> None:
    small_federation(work)
    organizer(work, "Another Club")
    work.store(EVENT)
    work.resolve(work.the("organizer-unregistered"), "--organizer", "accepted")
    work.done("rate")
    work.done("resolve", "--take-back", 1, "--reason", "another club")
    assert work.run("rate").code == 3
    work.store(replace(EVENT, organizer="Yet Another"))
    assert work.the("organizer-unregistered").found == "“Yet Another”"


def test_a_registered_organizer_is_known_by_any_of_his_names_on_the_days_of_the_event(
    work: Workplace,
) -> None:
    small_federation(work)
    organizer(work, "Invented Chess Club of Japan", names=("INVENTED chess-club",))
    work.store(EVENT)
    assert "organizer-unregistered" not in codes(work)
    work.store(replace(EVENT, first_day=date(2020, 3, 31)))
    assert "organizer-unregistered" in codes(work)


def test_a_gap_between_two_registrations_inside_the_event_is_asked_about(work: Workplace) -> None:
    small_federation(work)
    rows = "Name,Kind,Valid\n%s,club,2026-01-01/2026-09-30; %s/2027-03-31\n"
    weekly = replace(EVENT, organizer="Gap Club", first_day=date(2026, 9, 1))
    work.done("organizers", "import", work.file(rows % ("Gap Club", "2026-10-02")))
    work.store(weekly)
    assert work.the("organizer-unregistered").found == "“Gap Club”"
    work.done("organizers", "import", work.file(rows % ("Gap Club", "2026-10-01")))
    assert "organizer-unregistered" not in codes(work)


def test_a_circle_hosts_under_the_edition_of_today_and_not_under_that_of_2022(work: Workplace) -> None:
    of_2022(work)
    organizer(work, CLUB, kind="circle")
    work.store(event(1220001, SEPTEMBER, [(MORI, HATA, "1-0")]), ARRIVED)
    assert work.the("organizer-unregistered").expected.endswith("(2(1))")
    organizer(work, CLUB, kind="club")
    assert "organizer-unregistered" not in codes(work)


def test_an_application_that_came_too_late_is_shown_and_no_list_waits_for_it(work: Workplace) -> None:
    small_federation(work)
    applied(work, date(2026, 9, 30))
    work.store(EVENT)
    shown = work.the("application-late")
    assert (shown.expected, shown.found, shown.blocks) == ("by 2026-09-29 (3(4))", "on 2026-09-30", False)
    work.done("rate")
    applied(work, date(2026, 9, 29))
    assert "application-late" not in codes(work)
    applied(work, date(2026, 9, 29), organizer="Somebody", event_name="Other")
    work.store(replace(EVENT, name="Unheard of", organizer="Unheard Club"))
    assert "application-missing" in codes(work)


def test_an_announcement_that_did_not_call_the_event_rated_or_another_type_is_shown(work: Workplace) -> None:
    small_federation(work)
    add = ("applications", "add", "--event", "Invented Open", "--organizer", CLUB, "--first", "2026-10-04")
    work.done(*add, "--applied", "2026-09-01", "--type", "rapid", "--not-announced")
    work.store(EVENT)
    assert {"application-not-announced", "application-other-type"} <= codes(work)
    told = work.done("--lang", "ja", "problems").out
    assert ")、要項" in told and ")、申請" in told
    work.resolve(work.the("application-not-announced"), "--accept", reason="told the organizer")
    work.done("rate")
    work.done(*add, "--applied", "2026-09-01", "--type", "standard", "--announced")
    assert codes(work) == set()


def test_a_fide_official_event_of_2022_needs_sixty_minutes_and_is_asked_for_notice_and_file(
    work: Workplace,
) -> None:
    of_2022(work)
    fifty = TimeControl("50 min", "standard", 50)
    work.store(event(1220001, SEPTEMBER, [(MORI, HATA, "1-0")], time_control=fifty), ARRIVED)
    type_ = "SELECT DISTINCT type FROM game_line WHERE version_id = 2"
    work.done("rate")
    assert work.rows(type_) == [("standard",)]
    work.resolve("E1", "--fide-official")
    assert {"fide-notice-late", "report-item-missing"} <= codes(work)
    assert work.the("fide-notice-late").expected == "a notice by 2022-07-04 (2(3))"
    work.done("rate")
    assert work.rows(type_) == [("rapid",)]
    work.resolve(work.the("report-item-missing"), "--accept", reason="came by mail")
    applied(work, date(2022, 7, 4), SEPTEMBER, event_key="chess-results:1220001")
    assert codes(work).isdisjoint({"fide-notice-late", "report-item-missing"})
    work.resolve("E1", "--not-fide-official")
    work.done("rate")
    assert work.rows(type_) == [("standard",)]


def test_a_regional_event_is_asked_for_those_it_qualifies(work: Workplace) -> None:
    of_2022(work)
    work.store(event(1220001, SEPTEMBER, [(MORI, HATA, "1-0")]), ARRIVED)
    work.resolve("E1", "--regional")
    assert work.the("report-item-missing").expected == "qualified-players (4(7))"
    work.resolve("E1", "--not-regional")
    assert "report-item-missing" not in codes(work)


DECISIONS = {
    "--regional": (), "--not-regional": (), "--fide-official": (), "--not-fide-official": (),
    "--accept-late": (), "--reported-by": (MORI,), "--run-by": (MORI,), "--organizer": ("refused",),
    "--form": ("meeting",),
}  # fmt: skip


@pytest.mark.parametrize(
    ("office", "refused"),
    [
        (small_federation, {"--regional", "--not-regional", "--fide-official", "--not-fide-official"}),
        (of_2019, {"--fide-official", "--not-fide-official", "--accept-late", "--reported-by", "--run-by"}),
        (of_2022, set()),
    ],
)
def test_a_decision_of_which_the_edition_makes_no_use_is_refused(
    work: Workplace, office: Callable[[Workplace], None], refused: set[str]
) -> None:
    office(work)
    day = work.moment.date() - timedelta(days=20)
    work.store(event(1220001, day, [(MORI, HATA, "1-0")]), day)
    told = {
        option: work.run("resolve", "E1", option, *more, "--reason", "so")
        for option, more in DECISIONS.items()
    }
    assert {option for option, said in told.items() if said.code} == refused
    assert {told[option].problem()["code"] for option in refused} <= {"decision-without-effect"}


def test_a_newcomer_of_2022_is_asked_for_kanji_birth_date_and_e_mail(work: Workplace) -> None:
    of_2022(work, nitta={"Birth": ""})
    work.store(event(1220001, SEPTEMBER, [(NEW, MORI, "0-1")]), ARRIVED)
    shown, address = [p for p in work.problems() if p.code == "newcomer-incomplete"]
    assert (shown.expected, shown.blocks) == ("kanji, birth-date (4(5))", False)
    assert f"newcomer {NEW} Nitta Yu" in shown.place
    assert (address.expected, address.blocks) == ("e-mail (4(5))", False)
    assert address.found == f"kept nowhere here, of {NEW} Nitta Yu"
    work.resolve(address, "--accept", reason="it came with the report")
    work.register({"ID": NEW, "Name": "Nitta Yu", "Kanji": "新田優", "Birth": "2001-02-03"})
    assert "newcomer-incomplete" not in codes(work)


def test_a_membership_for_one_event_counts_in_2022_for_that_event_alone(work: Workplace) -> None:
    of_2022(work, hata={"Memberships": "2015-04-01/2016-03-31"})
    for number, day in ((1220001, SEPTEMBER), (1220002, date(2022, 9, 11))):
        work.store(event(number, day, [(MORI, HATA, "1-0")]), date(2022, 9, 12))
    with transaction(work.engine()) as session:
        member = session.exec(select(MemberRow).where(MemberRow.federation_id == HATA)).one()
        session.add(
            MembershipRow(
                member_id=member.id,
                first_day=SEPTEMBER,
                last_day=SEPTEMBER,
                kind="one-time",
                event_key="chess-results:1220001",
                known_since=NOW,
            )
        )
    work.done("rate")
    counted = "SELECT event_key, counts FROM game_line WHERE version_id = 2 AND federation_id = ?"
    assert work.rows(f"{counted} ORDER BY event_key", HATA) == [
        ("chess-results:1220001", 1),
        ("chess-results:1220002", 0),
    ]


def test_a_late_report_of_2019_is_shown_and_its_games_are_rated(work: Workplace) -> None:
    of_2019(work)
    work.store(event(1190001, date(2019, 9, 1), [(MORI, HATA, "1-0")]), date(2019, 9, 9))
    shown = work.the("late-report")
    assert (shown.expected, shown.blocks) == ("a report by 2019-09-08 (3(1))", False)
    work.done("rate")
    assert work.rows("SELECT DISTINCT counts FROM game_line WHERE version_id = 2") == [(1,)]


def test_in_2022_a_single_game_can_be_late_and_is_asked_about(work: Workplace) -> None:
    of_2022(work)
    long = event(1220001, SEPTEMBER, [(MORI, HATA, "1-0"), (TANI, ONO, "1-0")])
    early = replace(long.rounds[0], date=date(2022, 6, 1))
    work.store(replace(long, first_day=early.date, rounds=(early, long.rounds[1])), ARRIVED)
    question = work.the("late-report")
    assert (question.expected, question.blocks) == ("a report by 2022-08-30 (3(6))", True)
    assert question.found == "reported on 2022-09-05; only the games of these rounds are late: 1"
    assert question.remedy.endswith("--accept-late rates them too; --accept leaves them unrated as late")
    assert "ラウンド1のみ" in work.done("--lang", "ja", "problems").out
    work.resolve(question, "--accept")
    work.done("rate")
    counted = "SELECT round, counts FROM game_line WHERE version_id = 2 AND colour = 'white' ORDER BY round"
    assert work.rows(counted) == [(1, 0), (2, 1)]


def test_a_ruling_on_an_organizer_who_is_another_one_now_does_not_act(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT)
    work.resolve("E1", "--organizer", "refused")
    work.store(replace(EVENT, organizer="Another Club"))
    assert "ruling-no-longer-fits" in codes(work)
