"""An office under the Queensland text: its lists, its questions, what is carried from list to list."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from office.database.engine import look
from office.poll import run
from scraper.records import EventRecord, TimeControl
from tests.importer.invented import pairing, player, reading
from tests.office.mail.shapes import PLAIN, attached, mail, whole
from tests.queensland import acf, number, opening, register
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


def test_a_japanese_office_asks_for_no_class_and_takes_none(work: Workplace) -> None:
    from tests.office.test_desk import EVENT
    from tests.workplace import small_federation

    small_federation(work)
    work.store(EVENT)
    assert "event-class-missing" not in work.codes()
    said = work.run("resolve", "E1", "--class", "open", "--reason", "it is")
    assert (said.code, said.problem()["code"]) == (1, "event-class")


# questions


def test_what_the_text_makes_no_use_of_is_neither_asked_nor_decided(queensland: Workplace) -> None:
    juniors(queensland)
    queensland.store(replace(event(*GAMES), organizer=None))
    assert queensland.codes() == ["event-class-missing"]
    for words in (("--organizer", "refused"), ("--accept-late",), ("--regional",), ("--run-by", number(1))):
        refused = queensland.run("resolve", "E1", *words, "--reason", "so").problem()
        assert (refused["code"], refused["found"]) == ("decision-without-effect", "qjrl")


def test_an_organizer_is_asked_for_nothing_that_the_text_does_not_want(queensland: Workplace) -> None:
    """Neither in a check nor in the reply to a mail: no organizer, no ID of N and eight digits, no 4(3)."""
    work = queensland
    juniors(work)
    games = "Round,Date,White,Result,Black\n1,2026-10-03,Able Anna,1-0,baker ben\n"
    told = work.run("read", work.file(games, "spring.csv"), "--check").out
    asked = ("event-name-missing", "time-control-missing", "event-class-missing", "member-ambiguous")
    assert all(f"{n}. {code}: " in told for n, code in enumerate(asked, start=1))
    assert "4(3)" not in told and "eight digits" not in told
    sent = whole(b"mixed", PLAIN, attached(b'filename="spring.csv"', games.encode()))
    work.run("inbox", work.file(sent, "mail.eml"))
    told = work.done("inbox", "reply", "M1").out
    assert "states no time control" in told
    assert "eight digits" not in told and "names no organizer" not in told


def test_a_new_player_is_not_told_to_become_a_member(queensland: Workplace, work: Workplace) -> None:
    assert "membership" not in queensland.done("members", "add", ANNA, "Able Anna").all
    for one in (ANNA, BEN):
        assert "renew" not in queensland.run("members", "add", one, "Able Anna").problem()["do"]
    assert "Without a membership" in work.done("members", "add", "N90000001", "Able Anna").err


def test_every_event_is_asked_for_its_class_and_a_list_waits(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    work.store(event(*GAMES))
    assert work.codes() == ["event-class-missing"]
    said = work.run("rate")
    assert (said.code, said.problem()["code"]) == (3, "open-problems")
    said = work.run("resolve", "P1", "--accept", "--reason", "whatever")
    assert (said.code, said.problem()["code"]) == (1, "decision-does-not-fit")
    said = work.run("resolve", "P1", "--class", "blitz", "--reason", "it is")
    assert said.problem()["expected"] == "one of 'lightning', 'open', 'short', 'club', 'junior'"


@pytest.mark.parametrize(
    ("word", "k", "kind"),
    [("lightning", 5, "lightning"), ("open", 20, "open"), ("short", 15, "short"), ("junior", 10, "club")],
)
def test_the_class_gives_the_k_and_a_junior_event_that_states_none_has_ten(
    queensland: Workplace, word: str, k: int, kind: str
) -> None:
    work = queensland
    juniors(work)
    work.store(event(*GAMES))
    work.resolve("P1", "--class", word)
    work.done("rate")
    found = work.rows("SELECT DISTINCT time_class, class_assumed, k FROM event_line")
    assert found == [(kind, word == "junior", k)]


def test_a_class_ruled_on_another_time_control_does_not_act(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    work.store(event(*GAMES))
    work.resolve("P1", "--class", "open")
    work.store(event(*GAMES, control=TimeControl("5 min", None, 5)))
    assert work.codes() == ["event-class-missing", "ruling-no-longer-fits"]
    assert "“5 min”" in work.the("event-class-missing").found


def test_a_name_has_to_match_exactly_or_the_officer_is_asked(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    work.store(event(*GAMES, names={ANNA: "ABLE Anna"}))
    asked = work.the("member-ambiguous")
    assert "the name is not exactly that of the register" in asked.found
    work.resolve(asked, "--match", ANNA)
    assert work.codes() == ["event-class-missing"]


def test_a_comma_behind_the_surname_is_no_difference(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    work.store(event(*GAMES, names={ANNA: "Able, Anna"}))
    assert work.codes() == ["event-class-missing"]


def test_r33_folded_takes_the_same_name_in_capitals(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    work.store(event(*GAMES, names={ANNA: "ABLE Anna"}))
    work.resolve(work.the("event-class-missing"), "--class", "club")
    assert work.run("rate").code == 3
    assert "3 of 3 games rated" in work.done("rate", "--interpretation", "R33=folded").out


def test_the_name_of_an_entry_that_was_merged_matches_exactly_too(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    register(work, {"ID": "Q000009", "Name": "Anna Abel"})
    merge = ("members", "merge", "Q000009", "--into", ANNA, "--reason", "one person")
    work.done(*merge)
    work.store(event(*GAMES, names={ANNA: "Anna Abel"}))
    assert work.codes() == ["event-class-missing"]
    assert (ANNA,) in work.rows("SELECT federation_id FROM event_player p JOIN member m ON m.id = member_id")
    ((ruling,),) = work.rows("SELECT id FROM ruling WHERE kind = 'merge'")
    work.done("resolve", "--take-back", ruling, "--reason", "two persons after all")
    assert ("Q000009",) in work.rows(
        "SELECT federation_id FROM event_player JOIN member m ON m.id = member_id"
    )


def test_a_player_in_two_events_on_one_day_is_shown(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    work.store(event(*GAMES))
    work.store(event((CARL, DORA, "1-0"), number=1400002))
    shown = work.the("member-in-two-events")
    assert shown.found == f"games in both: {NAMES[CARL]} on {PLAYED}"
    assert not shown.blocks


def test_an_event_for_another_list_can_be_moved_over_the_20th_and_back(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    work.store(event(*GAMES), date(2026, 10, 22))
    work.resolve("P1", "--class", "open")
    assert "2027-01-01" in work.done("events").out
    work.resolve("E1", "--reported", "2026-10-20", reason="an important event (Organisers 5)")
    assert "2026-11-01" in work.done("events").out
    work.resolve("E1", "--defer", reason="a small one after all")
    assert "2027-01-01" in work.done("events").out
    assert "Events\n  none" in work.done("rate").out


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


def test_who_is_on_no_register_is_an_opponent_and_gets_no_row(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    work.store(event((ANNA, "Guest Gus", "0-1"), (BEN, ANNA, "1-0")))
    work.resolve(work.the("member-unknown"), "--no-member")
    work.resolve(work.the("event-class-missing"), "--class", "club")
    report = work.done("rate").out
    assert "Guest Gus: 1 game, performed" in report
    assert "2 of 2 games rated" in report
    assert work.rows("SELECT count(*) FROM event_line WHERE federation_id IS NULL") == [(1,)]
    assert {i for (i,) in work.rows("SELECT federation_id FROM list_rating WHERE version_id = 2")} == {
        *RATINGS
    }
    work.done("publish")
    assert "Guest Gus  estimated" in work.done("explain", ANNA).out


def test_an_adult_stands_at_the_newest_acf_list_before_the_event(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    for day, rating in (("2026-04-01", 1500), ("2026-08-01", 1600), ("2026-09-27", 1700)):
        said = acf(work, day, {"ID": ADULT, "Name": NAMES[ADULT], "ACF": rating})
        assert "1 new" in said.out
    assert "1 unchanged" in acf(work, "2026-08-01", {"ID": ADULT, "Name": NAMES[ADULT], "ACF": 1600}).out
    rated(work, event((ANNA, ADULT, "1/2-1/2"), (BEN, ANNA, "1-0")))
    assert work.rows("SELECT standing, rating FROM event_line WHERE player = ?", ADULT) == [("adult", 1600)]
    assert work.rows("SELECT count(*) FROM list_rating WHERE federation_id = ?", ADULT) == [(0,)]
    told = work.done("explain", ADULT).out
    assert "An adult has no QJ rating: for opponents the ACF rating counts (3)." in told
    assert "Where no ACF list" not in told
    assert "Checked" in told


def test_an_adult_of_a_later_acf_list_is_estimated_and_said_to_be(queensland: Workplace) -> None:
    """Half of one game against 1000 from a start at 1000: 1000, and no QJ rating all the same."""
    work = queensland
    juniors(work)
    acf(work, "2026-10-27", {"ID": ADULT, "Name": NAMES[ADULT], "ACF": 1700})
    rated(work, event((ANNA, ADULT, "1/2-1/2")))
    assert work.rows("SELECT standing, rating FROM event_line WHERE player = ?", ADULT) == [("adult", 1000)]
    assert work.rows("SELECT count(*) FROM list_rating WHERE federation_id = ?", ADULT) == [(0,)]
    assert "Where no ACF list before the event has one, the estimate" in work.done("explain", ADULT).out
    theirs = work.done("explain", ANNA).out
    assert "ACF" not in theirs
    assert "adult" in theirs


def test_an_acf_list_that_is_still_to_come_is_refused(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    file = work.file(f"ID,Name,ACF\n{ADULT},{NAMES[ADULT]},1500\n", "acf.csv")
    assert work.run("members", "acf", file, "--list", "2027-08-01").problem()["code"] == "day-to-come"
    assert work.rows("SELECT * FROM acf_rating") == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Q000099,Nobody Ned,1500", "an ID on the register"),
        ("Q000001,Able Ann,1500", "“Able Anna”, as on the register"),
        ("Q000001,Able Anna,", "the rating on the ACF list"),
        ("N90000001,Able Anna,1500", "Q and six digits"),
    ],
)
def test_an_acf_list_that_fits_not_is_refused_whole(queensland: Workplace, line: str, expected: str) -> None:
    juniors(queensland)
    file = queensland.file(f"ID,Name,ACF\nQ000002,Baker Ben,1400\n{line}\n", "acf.csv")
    said = queensland.run("members", "acf", file, "--list", "2026-09-01")
    assert said.code == 1
    assert expected in [p["expected"] for p in said.problems()]
    assert queensland.rows("SELECT count(*) FROM acf_rating") == [(0,)]


def test_an_acf_list_names_all_that_is_wrong_in_one_run(queensland: Workplace) -> None:
    juniors(queensland)
    file = queensland.file("ID,Name,ACF\nQ000099,Nobody Ned,1500\nx,,99999\n", "acf.csv")
    said = queensland.run("members", "acf", file, "--list", "2026-09-01")
    places = ["2, column ID", "3, column ACF", "3, column ID", "3, column Name"]
    assert sorted(p["place"] for p in said.problems()) == [f"acf.csv, line {place}" for place in places]


# the opening


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Q000099,Nobody Ned,900,,", "an ID on the register"),
        ("Q000001,Able Ann,900,,", "“Able Anna”, as on the register"),
        ("Q000001,Able Anna,900,p,", "P for a provisional rating, or nothing"),
        ("Q000001,Able Anna,,,", "the rating"),
        ("Q000001,Able Anna,--9,,", "a rating"),
        ("Q000001,Able Anna,900,,1.8.2026", "a day, YYYY-MM-DD"),
        ("Q000001,Able Anna,900,,2026-09-01", "a day before the list of 2026-09-01"),
    ],
)
def test_an_opening_list_that_fits_not_is_refused_whole(
    queensland: Workplace, line: str, expected: str
) -> None:
    register(queensland, *({"ID": i, "Name": n} for i, n in NAMES.items()))
    file = queensland.file(f"ID,Name,QJ,P,Last-Game\n{line}\n", "list.csv")
    said = queensland.run("opening", "import", file, "--list", "2026-09-01")
    assert (said.code, said.problem()["expected"]) == (1, expected)
    assert queensland.rows("SELECT count(*) FROM list_version") == [(0,)]


def test_an_opening_list_has_a_date_of_the_text(queensland: Workplace) -> None:
    register(queensland, *({"ID": i, "Name": n} for i, n in NAMES.items()))
    file = queensland.file("ID,Name,QJ\nQ000001,Able Anna,900\n", "list.csv")
    said = queensland.run("opening", "import", file, "--list", "2026-10-01")
    assert (said.code, said.problem()["code"]) == (1, "list-date")


def test_there_is_no_lowest_rating(queensland: Workplace) -> None:
    """Below 500 a rating is kept and used, and not listed (QJ 2); the figures were worked out apart."""
    work = queensland
    register(work, *({"ID": i, "Name": n} for i, n in NAMES.items()))
    held = [(ANNA, 505, ""), (BEN, -3, ""), (DORA, -1, "P"), (CARL, 0, "")]
    before = {"ID": DORA, "Event": "Cup", "Class": "club", "Performance": -1, "Games": 2}
    last = {"Last-Game": "2026-08-01"}
    opening(work, [{"ID": i, "Name": NAMES[i], "QJ": r, "P": p, **last} for i, r, p in held], [before])
    rated(work, event((DORA, ANNA, "1/2-1/2"), (BEN, DORA, "1-0"), (ANNA, BEN, "0-1")))
    expected = {
        ANNA: (505, -1280, 492, 0, 0),
        BEN: (-3, 1680, 14, 0, 0),
        DORA: (-1, None, 27, 1, 0),
        CARL: (0, 0, 0, 0, 0),
    }
    assert {who: row(work, who, "2026-11-01") for who in expected} == expected
    assert "-1" in work.done("explain", DORA).out
    work.moment = datetime(2027, 1, 2, tzinfo=UTC)
    rated(
        work, event((CARL, DORA, "1-0"), number=1400002, day=date(2026, 11, 15)), arrived=date(2026, 11, 20)
    )
    assert row(work, CARL, "2027-01-01")[0] == 0
    work.done("rebuild", "--no-pages")


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


def test_simulated_under_its_own_rules_nobody_moves_and_others_are_told(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    rated(work, event(*GAMES, (DORA, ANNA, "1-0")))
    work.moment = datetime(2027, 1, 2, tzinfo=UTC)
    second = event(*GAMES, (DORA, BEN, "1-0"), number=1400002, day=date(2026, 11, 15))
    rated(work, second, arrived=date(2026, 11, 20))
    before = work.dump()
    assert "On the list of 1 January 2027, 0 of 4 ratings move" in work.done("simulate").out
    told = work.done("simulate", "--interpretation", "R9=five-hundred-up-four-hundred-down").out
    assert "0 of 4 ratings move" not in told
    assert f"{DORA} Dean Dora: " in told
    said = work.run("simulate", "--edition", "jcf-2024-10")
    assert (said.code, said.problem()["code"]) == (1, "simulation-types")
    assert work.dump() == before


def test_whatif_reckons_one_supposed_event(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    said = work.done("whatif", ANNA, "--game", "win 1000", "--game", "loss 1000", "--class", "open")
    assert "1 of 2 against an average of 1000.0" in said.out
    assert "50 % of Table 1, 47 % after the 3 % rule: expected 0.94; K 20: +1.20" in said.out
    assert "1000 +1 = 1001" in said.out
    assert (
        "P, 1 game without lightning"
        in work.done("whatif", DORA, "--game", f"win {BEN}", "--class", "club").out
    )
    drawn = work.done("whatif", ANNA, "--game", "draw 1000", "--class", "open")
    assert "  ½ of 1 against an average of 1000.0" in drawn.out
    assert work.run("whatif", ANNA, "--game", "win 1000").problem()["code"] == "event-class"


def test_a_draft_is_out_of_date_when_what_the_list_prints_was_changed(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    work.done("rate")
    register(work, {"ID": ANNA, "Name": NAMES[ANNA], "School": "Hill School", "Level": "PS"})
    assert work.run("publish").problem()["code"] == "draft-out-of-date"
    work.done("rate")
    work.done("publish")


def test_a_corrected_class_is_told_in_words(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    rated(work, event(*GAMES))
    work.done("correction", "open", "E1", "--reported", "2026-11-02", "--reason", "the class was wrong")
    work.resolve("E1", "--class", "short")
    assert (
        "because: Event 1400001 (chess-results:1400001): class: club → short"
        in work.done("correction", "preview").out
    )
    assert ")：大会の区分：club → short" in work.done("--lang", "ja", "correction", "preview").out


def test_a_new_spelling_of_a_name_and_an_erasure_make_no_new_version(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    rated(work, event(*GAMES))
    register(work, {"ID": ANNA, "Name": "Able Anne"})
    assert "Nothing" in work.done("correction", "preview").out
    work.moment += timedelta(days=120)
    work.done("members", "erase", BEN, "--yes", "--reason", "asked for it")
    assert "Nothing" in work.done("correction", "preview").out


def test_an_excluded_event_is_shown_and_rated_for_nobody(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    work.store(event(*GAMES))
    work.resolve("P1", "--class", "club")
    work.resolve("E1", "--exclude", reason="played twice")
    work.done("rate")
    work.done("publish")
    told = work.done("explain", ANNA).out
    assert "left out by the office (Organisers 3): played twice" in told
    assert "QJ: 1000 → 1000" in told


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
