"""An office under the Queensland text: its lists, its questions, what is carried from list to list."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from office.database.engine import look
from office.poll import run
from scraper.records import EventRecord, TimeControl
from tests.importer.invented import pairing, player, reading
from tests.office.mail.shapes import mail
from tests.queensland import number, opening, register
from tests.workplace import Workplace, once

ANNA, BEN, CARL, DORA, ADULT = (number(n) for n in range(1, 6))
NAMES = {
    ANNA: "Able Anna",
    BEN: "Baker Ben",
    CARL: "Cole Carl",
    DORA: "Dean Dora",
    ADULT: "Evans Ed",
}
RATINGS = {ANNA: 1000, BEN: 1100, CARL: 900}
PLAYED = date(2026, 9, 27)
NO_CONTROL = TimeControl(None, None, None)


def event(
    *games: tuple[str, str, str],
    number: int = 1400001,
    day: date = PLAYED,
    control: TimeControl = NO_CONTROL,
    names: dict[str, str] | None = None,
) -> EventRecord:
    """Games by IDs, a round each, as a Swiss Perfect file or a page has them: names alone."""
    who = sorted({who for white, black, _ in games for who in (white, black)})
    at = {one: n for n, one in enumerate(who, start=1)}
    told = NAMES | (names or {})
    return reading(
        [player(at[one], told.get(one, one)) for one in who],
        [pairing(n, at[white], at[black], result) for n, (white, black, result) in enumerate(games, 1)],
        number=number,
        days=dict.fromkeys(range(1, len(games) + 1), day),
        name=f"Event {number}",
        federation="AUS",
        time_control=control,
    )


GAMES = ((ANNA, BEN, "1-0"), (CARL, ANNA, "0-1"), (BEN, CARL, "1/2-1/2"))


@once
def juniors(work: Workplace, list_date: str = "2026-09-01") -> None:
    """Five on the register, three of them rated."""
    register(work, *({"ID": i, "Name": n} for i, n in NAMES.items()))
    opening(
        work,
        ({"ID": i, "Name": NAMES[i], "QJ": r, "Last-Game": "2026-08-01"} for i, r in RATINGS.items()),
        list_date=list_date,
    )


def rated(work: Workplace, *records: EventRecord, arrived: date = date(2026, 10, 5), **classes: str) -> str:
    """The next list, published; every event a club event."""
    for record in records:
        work.store(record, arrived)
    for problem in work.problems():
        if problem.code == "event-class-missing":
            work.resolve(problem, "--class", "club")
    work.done("rate")
    return work.done("publish").out


def row(work: Workplace, player_id: str, list_date: str) -> tuple:
    query = (
        "SELECT r.previous, r.change, r.rating, m.provisional, m.listed FROM list_rating r"
        " JOIN event_rating m USING (version_id, federation_id, type)"
        " JOIN list_version v ON v.id = version_id"
        " WHERE federation_id = ? AND list_date = ?"
    )
    ((*found,),) = work.rows(query, player_id, list_date)
    return tuple(found)


# the family


def test_lists_come_every_two_months(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    status = work.done("status").out
    assert (
        "Next list: 1 November 2026, edition qjrl, reports from 21 August 2026 to 20 October 2026" in status
    )
    said = work.run("rate", "--list", "2026-10-01")
    assert (said.code, said.problem()["code"]) == (1, "list-date")
    work.done("rate", "--list", "2026-11-01")
    work.done("publish")
    assert "Next list: 1 January 2027" in work.done("status").out


def test_the_edition_stands_by_a_ruling_that_is_not_taken_back(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    assert "edition · qjrl" in work.done("rulings").out
    said = work.run("resolve", "--take-back", "1", "--reason", "another text")
    assert (said.code, said.problem()["code"]) == (1, "edition-family")


def test_a_list_cannot_be_made_under_the_other_familys_text(queensland: Workplace, work: Workplace) -> None:
    juniors(queensland)
    said = queensland.run("rate", "--edition", "jcf-2024-10", "--reason", "to see")
    assert (said.code, said.problem()["code"]) == (1, "edition-family")
    assert queensland.rows("SELECT count(*) FROM ruling") == [(1,)]


def test_what_was_known_when_is_told_by_the_days_of_brisbane(queensland: Workplace) -> None:
    """14:30 UTC is half past midnight in Brisbane, and half past eleven on the evening before in Japan."""
    work = queensland
    work.moment = datetime(2026, 10, 4, 13, 59, tzinfo=UTC)
    register(work, {"ID": ANNA, "Name": NAMES[ANNA], "School": "North"})
    work.moment = datetime(2026, 10, 4, 14, 30, tzinfo=UTC)
    register(work, {"ID": ANNA, "Name": NAMES[ANNA], "School": "South"})
    shown = work.done("members", "show", ANNA).out
    assert "School: North — known from 4 October 2026 to 5 October 2026" in shown
    assert "School: South — known since 5 October 2026" in shown
    before = work.done("members", "show", ANNA, "--known", "2026-10-04").out
    assert "School: North" in before and "School: South" not in before
    after = work.done("members", "show", ANNA, "--known", "2026-10-05").out
    assert "School: South" in after and "School: North" not in after


def test_a_closed_list_names_the_day_in_brisbane_on_which_it_was_published(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    work.store(event(*GAMES), date(2026, 10, 5))
    work.resolve(work.the("event-class-missing"), "--class", "club")
    work.moment = datetime(2026, 11, 2, 14, 30, tzinfo=UTC)
    work.done("rate", "--interpretation", "R48=ninety-days")
    work.done("publish")
    work.moment = datetime(2027, 3, 2, tzinfo=UTC)
    problem = work.run("correction", "open", "E1", "--reason", "too late").problem()
    assert (problem["code"], problem["found"]) == ("list-closed", "one published on 2026-11-03")


def test_ids_are_those_of_the_family(queensland: Workplace, work: Workplace) -> None:
    japanese = queensland.file("ID,Name,Memberships\nN90000001,Able Anna,\n", "n.csv")
    said = queensland.run("members", "import", japanese)
    assert (said.code, said.problem()["expected"]) == (1, "Q and six digits")
    junior = work.file("ID,Name,Memberships\nQ000001,Able Anna,\n", "q.csv")
    said = work.run("members", "import", junior)
    assert (said.code, said.problem()["expected"]) == (1, "N and eight digits")


def test_zeros_left_out_of_an_id_are_put_back(queensland: Workplace) -> None:
    register(queensland, {"ID": "q7", "Name": "Able Anna"})
    assert queensland.rows("SELECT federation_id FROM member") == [("Q000007",)]


@pytest.mark.parametrize("words", [("members", "acf", "FILE", "--list", "2026-09-01")])
def test_a_japanese_office_takes_no_acf_list(work: Workplace, words: tuple[str, ...]) -> None:
    file = work.file("ID,Name,ACF\n", "acf.csv")
    said = work.run(*(file if w == "FILE" else w for w in words))
    assert (said.code, said.problem()["code"]) == (1, "office-family")


# questions


def test_a_period_ends_when_it_ends_in_queensland(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    work.moment = datetime(2026, 10, 20, 13, 30, tzinfo=UTC)  # 23:30 there
    work.done("rate")
    assert work.run("publish").problem()["code"] == "period-open"
    work.moment = datetime(2026, 10, 20, 14, 30, tzinfo=UTC)  # 00:30 there, still the 20th in Japan
    work.done("publish")


# what is carried on


def test_a_new_player_is_provisional_until_eight_games_in_two_periods(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    four = [(DORA, ANNA, "1-0"), (BEN, DORA, "1-0"), (DORA, CARL, "1-0"), (ANNA, DORA, "1/2-1/2")]
    rated(work, event(*four))
    first = row(work, DORA, "2026-11-01")
    assert first[0] is None
    assert first[3:] == (1, 1)

    work.moment = datetime(2027, 1, 2, tzinfo=UTC)
    later = event(*four, number=1400002, day=date(2026, 11, 15))
    rated(work, later, arrived=date(2026, 11, 20))
    second = row(work, DORA, "2027-01-01")
    assert (second[0], second[1], second[3]) == (first[2], None, 0)
    ((told,),) = work.rows(
        "SELECT initial FROM list_rating r JOIN list_version v ON v.id = r.version_id"
        " WHERE federation_id = ? AND list_date = '2027-01-01'",
        DORA,
    )
    assert told.count('"period": "before"') == told.count('"period": "this"') == 1
    text = work.done("explain", DORA).out
    assert "the period before" in text
    assert "8 of these games count towards a full rating, which takes 8 (a lightning event" in text

    work.moment = datetime(2027, 3, 2, tzinfo=UTC)
    rated(work, event((DORA, ANNA, "1-0"), number=1400003, day=date(2027, 1, 5)), arrived=date(2027, 1, 6))
    assert row(work, DORA, "2027-03-01")[1] is not None  # a change, like everyone's


def test_a_provisional_rating_without_games_stays_and_forgets_the_older_period(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    rated(work, event((DORA, ANNA, "1-0")))
    work.moment = datetime(2027, 1, 2, tzinfo=UTC)
    work.done("rate")
    work.done("publish")
    assert row(work, DORA, "2027-01-01")[2:4] == (row(work, DORA, "2026-11-01")[2], 1)
    assert "No rated game in this period: the rating stays." in work.done("explain", DORA).out
    kept = (
        "SELECT count(*) FROM event_performance p JOIN list_version v ON v.id = p.version_id"
        " WHERE list_date = ?"
    )
    assert work.rows(kept, "2026-11-01") == [(1,)]
    assert work.rows(kept, "2027-01-01") == [(0,)]


def test_who_has_not_played_for_more_than_eighteen_months_is_kept_and_not_listed(
    queensland: Workplace,
) -> None:
    work = queensland
    register(work, *({"ID": i, "Name": n} for i, n in NAMES.items()))
    last = {ANNA: "2025-05-01", BEN: "2025-04-30"}
    opening(work, ({"ID": i, "Name": NAMES[i], "QJ": 1000, "Last-Game": d} for i, d in last.items()))
    rated(work)
    assert row(work, ANNA, "2026-11-01")[2:] == (1000, 0, 1)
    assert row(work, BEN, "2026-11-01")[2:] == (1000, 0, 0)
    told = work.done("preview", "--all", "--list", "2026-11-01").out
    assert "no game for too long" in told and "1 left it" in told
    assert "Inactive" not in told  # nobody on such a list is
    told = work.done("explain", BEN).out
    assert "the last game, on 30 April 2025, was more than 18 months before (intro)" in told
    work.moment = datetime(2027, 1, 2, tzinfo=UTC)
    game = event((ANNA, BEN, "1/2-1/2"), day=date(2026, 11, 20))
    rated(work, game, arrived=date(2026, 11, 21))
    assert row(work, BEN, "2027-01-01")[4] == 1


def test_whose_last_game_nobody_knows_is_told_so_and_not_that_he_is_too_low(queensland: Workplace) -> None:
    work = queensland
    register(work, {"ID": ANNA, "Name": NAMES[ANNA]})
    opening(work, [{"ID": ANNA, "Name": NAMES[ANNA], "QJ": 900}])
    work.done("rate", "--interpretation", "R73=not-listed")
    told = work.done("preview", "--all").out
    assert "last game not known" in told and "too" not in told
    told = work.done("explain", ANNA).out
    assert "Kept but not on the list: nobody knows when the last game was (intro)." in told
    assert "500" not in told


# the opening


def test_performances_are_those_of_players_without_a_full_rating(queensland: Workplace) -> None:
    register(queensland, *({"ID": i, "Name": n} for i, n in NAMES.items()))
    ratings = queensland.file("ID,Name,QJ\nQ000001,Able Anna,900\n", "list.csv")
    performed = queensland.file(
        "ID,Event,Class,Performance,Games\nQ000001,Cup,club,900,4\n", "performances.csv"
    )
    said = queensland.run("opening", "import", ratings, "--performances", performed, "--list", "2026-09-01")
    assert said.problem()["expected"] == "a player without a full rating"
    ratings = queensland.file("ID,Name,QJ,Prov\nQ000001,Able Anna,900,P\n", "list.csv")
    said = queensland.run("opening", "import", ratings, "--performances", performed, "--list", "2026-09-01")
    assert said.problem()["found"] == "“Prov”"  # who has a full rating is not known


# under other rules


def test_the_fixture_of_the_other_family_is_not_touched(queensland: Workplace, work: Workplace) -> None:
    assert queensland.rows("SELECT value FROM setting WHERE name = 'family'") == [("queensland",)]
    assert work.rows("SELECT value FROM setting WHERE name = 'family'") == [("japanese",)]
    assert replace(queensland, folder=work.folder).database == work.database


def test_a_link_that_comes_after_midnight_in_queensland_is_of_the_new_day(queensland: Workplace) -> None:
    queensland.moment = datetime(2026, 10, 20, 14, 30, tzinfo=UTC)  # 00:30 there, still the 20th in Japan
    said = queensland.run("import", "https://chess-results.com/tnr1499612.aspx", "--offline")
    assert "reported today, 21 October 2026" in said.err
    assert queensland.rows("SELECT arrived_on FROM report") == [("2026-10-21",)]


def test_the_days_that_a_poll_counts_are_those_in_queensland(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    work.moment = datetime(2026, 10, 1, 14, 30, tzinfo=UTC)  # in Queensland half past midnight on the 2nd
    work.store(event(*GAMES))
    with look(work.engine()) as session:
        (one,) = run.watched(session, date(2026, 10, 2), quiet=30)
    assert one.until == date(2026, 11, 1)


def test_a_mail_arrives_on_the_day_it_is_in_queensland(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    moment = b"Mon, 19 Oct 2026 14:30:00 +0000"  # half past midnight on the 20th; in Japan still the 19th
    work.done("inbox", work.file(mail("No link.", received=moment, date=None), "report.eml"))
    assert work.rows("SELECT arrived_on FROM message") == [("2026-10-20",)]


@pytest.mark.parametrize(("born", "found"), [("2010-05-05", "matched"), ("2016-11-11", "ambiguous")])
def test_a_name_alone_is_asked_about_where_the_birth_date_is_anothers(
    queensland: Workplace, born: str, found: str
) -> None:
    """Organisers 3: the organizer gives dates of birth, by which namesakes are told apart."""
    work = queensland
    juniors(work)
    register(work, {"ID": ANNA, "Name": NAMES[ANNA], "Birth": "2010-05-05"})
    players = [player(1, NAMES[ANNA], born=born), player(2, NAMES[DORA], DORA)]
    work.store(reading(players, [pairing(1, 1, 2, "1-0")], days={1: PLAYED}, time_control=NO_CONTROL))
    assert work.rows("SELECT match FROM event_player WHERE number = 1") == [(found,)]


def test_one_class_can_be_said_of_many_events_and_is_taken_of_all_or_none(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    work.store(event(*GAMES))
    work.store(event((DORA, ANNA, "1-0"), number=1400002, day=date(2026, 10, 3)))
    said = work.run("resolve", "E1", "E9", "--class", "club", "--reason", "as told")
    assert (said.code, said.problem()["code"]) == (1, "no-such-event")
    assert work.rows("SELECT count(*) FROM ruling WHERE kind = 'event-class'") == [(0,)]
    told = work.done("resolve", "E1", "E2", "--class", "club", "--reason", "as told").out
    assert told.count("event-class club") == 2
    assert work.codes() == []


def test_guests_of_other_federations_are_one_question_too(queensland: Workplace) -> None:
    """Who plays for another federation and is nobody on the register; who has an ID of the office, or plays
    for none or for Australia, is asked about by himself, and so is who could be somebody."""
    work = queensland
    juniors(work)
    printed = {
        "Larsen Nils": {"federation": "NZL"},
        "Okoro Ife": {"federation": "FIJ", "national_id": "4100018"},
        "Tana Hemi": {"federation": "NZL", "national_id": number(77)},
        "Young Zoe": {"federation": "AUS"},
        "Ames Al": {},
        "Able Ana": {"federation": "NZL"},
    }
    people = {"national_id": None, "federation": None}
    players = [player(1, NAMES[ANNA])]
    players += [player(n, name, **{**people, **told}) for n, (name, told) in enumerate(printed.items(), 2)]
    games = [pairing(n, 1, n + 1, "1-0") for n in range(1, 7)]
    days = dict.fromkeys(range(1, 7), PLAYED)
    work.store(reading(players, games, days=days, federation="AUS", time_control=NO_CONTROL))
    asked = work.done("problems").out
    assert "    2 players of other federations, no likely member: all non-members?\n" in asked
    assert "of another federation: NZL" in asked and "of another federation: FIJ" in asked
    unknown = [p for p in work.problems() if p.code == "member-unknown"]
    alone = [p for p in unknown if "of another federation" not in p.found]
    assert len(unknown) - len(alone) == 2
    assert {name for name in printed if any(f"“{name}”" in p.found for p in alone)} == {
        "Tana Hemi",
        "Young Zoe",
        "Ames Al",
    }
    both = ",".join(f"P{p.id}" for p in unknown if p not in alone)
    work.resolve(both, "--no-member")
    assert "all non-members?" not in work.done("problems").out


def test_one_rating_is_told_as_one(queensland: Workplace) -> None:
    register(queensland, {"ID": ANNA, "Name": NAMES[ANNA]})
    opening(queensland, [{"ID": ANNA, "Name": NAMES[ANNA], "QJ": 1000, "Last-Game": "2026-08-01"}])
    assert "QJ: 1 rating, 1 of them on the list\n" in queensland.done("rate").out
    assert "QJ：レーティング1件、うち掲載1件\n" in queensland.done("--lang", "ja", "rate").out
