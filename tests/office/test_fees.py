"""Renewal fees: the statement, what is recorded of payments, and what an unpaid fee does."""

from __future__ import annotations

import csv
from dataclasses import replace
from datetime import date

import pytest

from office.database.engine import look
from office.desk.refresh import refresh
from rating.interpretations import Interpretations
from scraper.records import TimeControl
from tests.earlier_editions import event, of_2019, of_2022
from tests.office.test_desk import EVENT
from tests.workplace import HATA, MORI, ONO, TANI, Workplace, once, small_federation

SEPTEMBER = date(2022, 9, 4)
ARRIVED = date(2022, 9, 5)
CLUB = "Invented Chess Club"
OCTOBER = ("--list", "2022-10-01")
GAMES = "SELECT counts, reasons FROM game_line WHERE version_id = 2 AND federation_id = ?"


@once
def of_two_meetings(work: Workplace) -> None:
    """An office of 2022 and two events of one club: Mori and Hata in both, Tani and Ono in one."""
    of_2022(work)
    work.store(event(1220001, SEPTEMBER, [(MORI, HATA, "1-0"), (TANI, ONO, "0-1")]), ARRIVED)
    work.store(event(1220002, date(2022, 9, 11), [(MORI, HATA, "0-1")]), date(2022, 9, 12))


def test_a_fee_is_owed_for_each_player_of_each_report(work: Workplace) -> None:
    of_two_meetings(work)
    told = work.done("fees").out
    assert "Renewal fees for the list of 1 October 2022, reports from 21 August 2022" in told
    assert "(ncs-2022-09 3(4))\nGames may be left out if their fees are not paid in time (3(5))." in told
    assert f"{CLUB}: 6 fees, JPY 1200 (not recorded 1200)" in told
    assert f"{CLUB}：6件、1200円（記録なし 1200）" in work.done("--lang", "ja", "fees").out
    assert "Event 1220001 (chess-results:1220001), reported 5 September 2022, due 30 September 2022" in told
    assert f"    Mori Sora ({MORI}): JPY 200, not recorded" in told


def test_a_clubs_periodic_meetings_charge_a_player_once(work: Workplace) -> None:
    of_two_meetings(work)
    work.resolve("E1", "--form", "meeting")
    assert "6 fees, JPY 1200" in work.done("fees").out
    work.resolve("E2", "--form", "meeting")
    assert f"{CLUB}: 4 fees, JPY 800" in work.done("fees").out
    work.resolve("E2", "--form", "tournament")
    assert "6 fees, JPY 1200" in work.done("fees").out


@pytest.mark.parametrize("year", [2019, 2022])
def test_who_met_another_entry_of_himself_is_charged_once(work: Workplace, year: int) -> None:
    (of_2019 if year == 2019 else of_2022)(work)
    games = [(MORI, HATA, "1-0"), (HATA, ONO, "0-1")]
    work.store(event(1220001, date(year, 9, 4), games), date(year, 9, 5))
    assert "3 fees, JPY 600" in work.done("fees").out
    work.done("members", "merge", ONO, "--into", HATA, "--anyway", "--reason", "one person")
    told = work.done("fees").out
    assert "2 fees, JPY 400" in told and "not on the register" not in told
    assert "2 players" in work.the("fee-open").found
    work.resolve(work.the("member-twice"), "--accept")
    work.done("rate")
    work.done("publish")
    assert "2 fees, JPY 400" in work.done("fees", "--list", f"{year}-10-01").out


def test_who_met_another_entry_of_himself_is_charged_once_also_if_that_game_was_left_out_before(
    work: Workplace,
) -> None:
    of_2022(work)
    games = [(MORI, HATA, "1-0"), (HATA, ONO, "0-1")]
    work.store(event(1220001, date(2022, 9, 4), games), date(2022, 9, 5))
    work.done("resolve", "E1", "--round", 2, "--board", 1, "--exclude", "--reason", "not played out")
    assert "3 fees, JPY 600" in work.done("fees").out
    work.done("members", "merge", ONO, "--into", HATA, "--anyway", "--reason", "one person")
    assert "2 fees, JPY 400" in work.done("fees").out


def test_the_second_fee_of_a_published_list_falls_away_by_a_correction(work: Workplace) -> None:
    """It was published before the two entries were known to be one person."""
    of_2022(work)
    games = [(MORI, HATA, "1-0"), (HATA, ONO, "0-1")]
    work.store(event(1220001, date(2022, 9, 4), games), date(2022, 9, 5))
    work.done("rate")
    work.done("publish")
    work.done("members", "merge", ONO, "--into", HATA, "--anyway", "--reason", "one person")
    assert "3 fees, JPY 600" in work.done("fees", *OCTOBER).out
    told = work.done("correction", "publish", "--reason", "one person").out
    assert f"left out (both players are {HATA})" in told and "#" not in told
    assert "2 fees, JPY 400" in work.done("fees", *OCTOBER).out


def test_so_it_does_where_an_earlier_banzuke_kept_only_that_the_game_was_left_out(
    work: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then no rating and no number of games changes; the correction is made all the same."""
    of_2022(work)
    games = [(MORI, HATA, "1-0"), (HATA, ONO, "0-1")]
    work.store(event(1220001, date(2022, 9, 4), games), date(2022, 9, 5))
    work.done("resolve", "E1", "--round", 2, "--board", 1, "--exclude", "--reason", "not played out")
    work.done("members", "merge", ONO, "--into", HATA, "--anyway", "--reason", "one person")
    work.resolve(work.the("member-twice"), "--accept")
    with monkeypatch.context() as earlier:
        earlier.setattr("office.runs.inputs.oneself", lambda member, decided=None: decided)
        work.done("rate")
        work.done("publish")
    assert "3 fees, JPY 600" in work.done("fees", *OCTOBER).out
    told = work.done("correction", "publish", "--reason", "one person").out
    assert f"left out (both players are {HATA}; not played out)" in told
    assert "No rating and no number of games changes." in told
    assert "2 fees, JPY 400" in work.done("fees", *OCTOBER).out


def test_what_an_organizer_paid_is_recorded_for_an_event_or_for_all_of_a_list(work: Workplace) -> None:
    of_two_meetings(work)
    assert work.codes().count("fee-open") == 2
    work.done("rule", "fees", CLUB, "--list", "2022-10-01", "--paid", "2022-09-29", "--reason", "bank")
    assert "fee-open" not in work.codes()
    assert "6 fees, JPY 1200 (paid 1200)" in work.done("fees", "--organizer", CLUB).out
    work.resolve("E2", "--fee-unpaid", reason="only the first was paid")
    told = work.done("fees").out
    assert "(paid 800, unpaid 400)" in told
    assert "JPY 200, paid on 29 September 2022" in told


def of_one_club_under_two_names(work: Workplace) -> None:
    """The same two meetings, the second under another name of the club."""
    of_2022(work)
    work.store(event(1220001, SEPTEMBER, [(MORI, HATA, "1-0"), (TANI, ONO, "0-1")]), ARRIVED)
    other = replace(event(1220002, date(2022, 9, 11), [(MORI, HATA, "0-1")]), organizer="INVENTED C.C.")
    work.store(other, date(2022, 9, 12))
    work.done(
        "rule", "fees", "INVENTED C.C.", "--list", "2022-10-01", "--paid", "2022-09-29", "--reason", "bank"
    )


def test_an_organizer_under_another_of_his_names_owes_as_the_one_registered(work: Workplace) -> None:
    of_one_club_under_two_names(work)
    assert "INVENTED C.C.: 2 fees" in work.done("fees").out
    club = work.file(f"Name,Kind,Valid,Names\n{CLUB},club,2020-01-01/,Invented C.C.\n", "organizers.csv")
    work.done("organizers", "import", club)
    told = work.done("fees").out
    assert f"{CLUB}: 6 fees, JPY 1200 (not recorded 800, paid 400)" in told  # recorded of the other name
    assert "INVENTED C.C." not in told
    assert "6 fees" in work.done("fees", "--organizer", "Invented C.C.").out
    for name in ("E1", "E2"):
        work.resolve(name, "--form", "meeting")
    assert f"{CLUB}: 4 fees" in work.done("fees").out


def test_a_payment_is_recorded_under_the_registered_name_and_acts_on_the_run(work: Workplace) -> None:
    of_one_club_under_two_names(work)
    club = work.file(f"Name,Kind,Valid,Names\n{CLUB},club,2020-01-01/,Invented C.C.\n", "organizers.csv")
    work.done("organizers", "import", club)
    said = work.done(
        "rule", "fees", "invented cc", "--list", "2022-10-01", "--unpaid", "--reason", "none came"
    )
    assert CLUB in said.out
    work.done("rate")
    assert [counts for counts, _ in work.rows(GAMES, MORI)] == [0, 0]
    work.done("publish")
    assert f"{CLUB}: 6 fees, JPY 1200 (unpaid 1200)" in work.done("fees", "--list", "2022-10-01").out


def test_an_unpaid_fee_leaves_the_games_out_until_the_officer_accepts_it(work: Workplace) -> None:
    of_two_meetings(work)
    work.resolve("E2", "--fee-unpaid")
    work.done("rate")
    ((first, _), (second, why)) = work.rows(f"{GAMES} ORDER BY event_key", MORI)
    assert (first, second) == (1, 0)
    assert '"reason": "fee-unpaid", "article": "3(5)", "detail": "not paid; due 2022-09-30"' in why
    work.resolve("E2", "--fee-accepted")
    assert work.run("publish").problem()["code"] == "draft-out-of-date"
    work.done("rate")
    assert [counts for counts, _ in work.rows(GAMES, MORI)] == [1, 1]
    work.done("publish")
    assert "accepted 400" in work.done("fees", "--list", "2022-10-01").out


def test_a_fee_paid_after_the_month_is_not_paid_in_time_and_the_ruling_can_be_taken_back(
    work: Workplace,
) -> None:
    of_two_meetings(work)
    work.resolve("E1", "--fee-paid", "2022-10-01")
    work.done("rate")
    ((_, why),) = work.rows(GAMES, TANI)
    assert "paid on 2022-10-01, due 2022-09-30" in why
    assert "JPY 200, paid late on 1 October 2022" in work.done("fees").out
    work.done("resolve", "--take-back", 1, "--reason", "another club's payment")
    work.done("rate")
    assert [counts for counts, _ in work.rows(GAMES, TANI)] == [1]


def test_a_fee_paid_on_the_last_day_of_the_month_is_paid_in_time(work: Workplace) -> None:
    of_two_meetings(work)
    work.resolve("E1", "--fee-paid", "2022-09-30")
    work.done("rate")
    assert [counts for counts, _ in work.rows(GAMES, TANI)] == [1]
    assert "JPY 200, paid on 30 September 2022" in work.done("fees").out


def test_a_fee_that_nobody_recorded_leaves_nothing_out_unless_r36_is_read_so(work: Workplace) -> None:
    of_two_meetings(work)
    work.done("rate", "--interpretation", "R36=not-rated")
    assert [counts for counts, _ in work.rows(GAMES, MORI)] == [0, 0]
    work.done("rate")
    assert [counts for counts, _ in work.rows(GAMES, MORI)] == [1, 1]


def test_the_statement_of_a_list_to_come_reads_the_text_as_its_draft_does(work: Workplace) -> None:
    of_2022(work)
    work.store(event(1220001, date(2022, 8, 28), [(MORI, HATA, "1-0")]), date(2022, 8, 29))
    work.resolve("E1", "--fee-paid", "2022-09-15")
    assert "due 30 September 2022" in work.done("fees").out
    work.done("rate", "--interpretation", "R37=of-report")
    assert [counts for counts, _why in work.rows(GAMES, MORI)] == [0]  # paid after August
    told = work.done("fees").out
    assert "due 31 August 2022" in told and "(paid late 400)" in told


@once
def of_three_that_are_not_rated(work: Workplace) -> None:
    """The two meetings, the second left out; a third of five minutes, and a late one."""
    of_two_meetings(work)
    work.resolve("E2", "--exclude")
    blitz = event(1220003, SEPTEMBER, [(MORI, HATA, "1-0")], time_control=TimeControl("5 min", "blitz", 5))
    work.store(blitz, ARRIVED)
    work.store(event(1220004, date(2022, 5, 8), [(MORI, HATA, "1-0")]), ARRIVED)
    work.resolve(work.the("late-report"), "--accept")


def test_a_report_that_is_not_rated_owes_its_fees_all_the_same(work: Workplace) -> None:
    """R114: Mori and Hata in each of the four reports, Tani and Ono in the first."""
    of_three_that_are_not_rated(work)
    assert f"{CLUB}: 10 fees, JPY 2000" in work.done("fees").out
    work.done("rate")
    work.done("publish")
    assert "10 fees, JPY 2000" in work.done("fees", *OCTOBER).out


def test_an_event_that_was_reported_twice_owes_its_fees_once(work: Workplace) -> None:
    of_2022(work)
    for number in (1220001, 1220002):
        games = [(MORI, HATA, "1-0"), (TANI, ONO, "0-1"), (MORI, TANI, "1-0")]
        work.store(replace(event(number, SEPTEMBER, games), name="Autumn Cup"), ARRIVED)
    assert f"{CLUB}: 8 fees, JPY 1600" in work.done("fees").out
    work.resolve(work.the("reported-twice"), "--same-as", "E1")
    assert f"{CLUB}: 4 fees, JPY 800" in work.done("fees").out
    assert "1220002" not in work.done("fees").out
    work.done("rate")
    work.done("publish")
    assert f"{CLUB}: 4 fees, JPY 800" in work.done("fees", *OCTOBER).out


def test_r114_it_owes_none_and_nobody_is_asked_about_them(work: Workplace) -> None:
    of_three_that_are_not_rated(work)
    assert work.codes().count("fee-open") == 3
    work.done("rate", "--interpretation", "R114=not-owed")
    assert f"{CLUB}: 4 fees, JPY 800" in work.done("fees").out
    with work.engine().connect() as connection, look(connection) as session:
        switches = Interpretations(r114="not-owed")
        asked = [e.named for e in refresh(session, switches).current for f in e.open if f.code == "fee-open"]
    assert asked == ["E1 Event 1220001"]
    work.resolve("E4", "--accept-late")
    work.done("rate", "--interpretation", "R114=not-owed")
    assert "6 fees, JPY 1200" in work.done("fees").out
    work.done("publish")
    assert "6 fees, JPY 1200" in work.done("fees", *OCTOBER).out


def test_a_report_left_out_before_its_time_control_could_be_read_owes_its_fees_too(work: Workplace) -> None:
    of_2022(work)
    unread = TimeControl("as usual", None, None)
    work.store(
        event(1220001, date(2022, 8, 27), [(HATA, TANI, "1-0")], time_control=unread), date(2022, 8, 28)
    )
    assert work.the("fee-open").found.startswith("nothing recorded; 2 players")
    assert "2 fees, JPY 400" in work.done("fees").out
    work.resolve("E1", "--exclude")
    assert "2 fees, JPY 400" in work.done("fees").out
    work.done("rate")
    work.done("publish")
    assert "2 fees, JPY 400" in work.done("fees", "--list", "2022-10-01").out


def test_a_payment_after_publication_is_recorded_and_the_list_stands(work: Workplace) -> None:
    of_two_meetings(work)
    work.done("rate")
    work.done("publish")
    before = work.dump("ruling", "problem")
    work.resolve("E1", "--fee-paid", "2022-09-30")
    assert "(not recorded 400, paid 800)" in work.done("fees", "--list", "2022-10-01").out
    work.done("resolve", "--take-back", 1, "--reason", "a slip")
    assert "(not recorded 1200)" in work.done("fees", "--list", "2022-10-01").out
    assert work.dump("ruling", "problem") == before
    assert "Nothing" in work.done("correction", "preview").out
    work.resolve("E1", "--fee-unpaid")  # a correction that is made later counts with it
    assert "fee not paid: none → not paid; due 2022-09-30" in work.done("correction", "preview").out


def test_fees_of_a_list_that_was_never_here_and_days_to_come_are_refused_as_they_were_given(
    work: Workplace,
) -> None:
    of_two_meetings(work)
    work.done("rate")
    work.done("publish")
    for words, code, place in (
        (("--list", "2019-11-01", "--unpaid"), "no-such-list", "list 2019-11-01"),
        ((*OCTOBER, "--paid", "2029-01-01"), "day-to-come", "--paid"),
    ):
        problem = work.run("rule", "fees", CLUB, *words, "--reason", "so").problem()
        assert (problem["code"], problem["place"]) == (code, place)


def test_every_fee_is_a_line_of_the_file(work: Workplace) -> None:
    of_two_meetings(work)
    work.resolve("E1", "--fee-paid", "2022-09-29")
    path = work.folder.parent / "fees.csv"
    work.done("fees", "--csv", path)
    rows = list(csv.DictReader(path.read_text("utf-8").splitlines()))
    assert len(rows) == 6
    assert rows[0] == {
        "list": "2022-10-01",
        "organizer": CLUB,
        "event": "chess-results:1220001",
        "event name": "Event 1220001",
        "reported": "2022-09-05",
        "ID": MORI,
        "name": "Mori Sora",
        "yen": "200",
        "due": "2022-09-30",
        "state": "paid",
        "paid on": "2022-09-29",
    }


def test_in_2019_a_player_pays_once_in_a_period_within_a_week_and_nothing_hangs_on_it(
    work: Workplace,
) -> None:
    of_2019(work)
    work.store(event(1190001, date(2019, 9, 7), [(MORI, HATA, "1-0")]), date(2019, 9, 9))
    work.store(event(1190002, date(2019, 9, 14), [(MORI, TANI, "1-0")]), date(2019, 9, 16))
    told = work.done("fees").out
    assert "(ncs-2019-09 3(4))\nA fee that is not paid in time is shown as a problem" in told
    assert "3 fees, JPY 600" in told
    assert "(chess-results:1190001), reported 9 September 2019, due 16 September 2019" in told
    (first, _) = [p for p in work.problems() if p.code == "fee-open"]
    assert (first.blocks, first.expected) == (False, "paid by 2019-09-16 (3(4))")
    work.resolve(first, "--fee-unpaid")
    work.done("rate")
    assert [counts for counts, _ in work.rows(GAMES, MORI)] == [1, 1]


def test_the_edition_of_today_knows_no_fees(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT)
    for words in ((), ("--organizer", CLUB)):
        said = work.done("fees", *words)
        assert "jcf-2024-10 has no renewal fees" in said.out
        assert said.err == ""  # and not how to record what was paid
    assert "fee-open" not in work.codes()
    refused = work.run("rule", "fees", CLUB, "--list", "2026-11-01", "--unpaid", "--reason", "s").problem()
    assert (refused["code"], refused["found"]) == ("no-fees", "jcf-2024-10")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("fees", "--organizer", "Nobody's Club"), "no-such-organizer"),
        (("fees", "--list", "2022-10-02"), "list-date"),
        (("rule", "fees", "Nobody's Club", *OCTOBER, "--unpaid", "--reason", "s"), "no-such-organizer"),
        (("rule", "fees", CLUB, *OCTOBER, "--paid", "2022-10-09", "--reason", "s"), "day-to-come"),
        (("rule", "fees", CLUB, "--list", "2022-10-02", "--unpaid", "--reason", "s"), "list-date"),
        (("rule", "fees", CLUB, *OCTOBER, "--unpaid"), "ruling-incomplete"),
    ],
)
def test_what_cannot_be_is_refused_by_name(work: Workplace, words: tuple[str, ...], code: str) -> None:
    of_two_meetings(work)
    said = work.run(*words)
    assert (said.code, said.problem()["code"]) == (1, code)
