"""A member who was entered twice: merged by a ruling, for lists to come.

Hata Rin stands on the register as 1500 with a hundred games (K 20), and again as 1520 with ten (K 40).
H column of Table 1: D 200 .76, D 180 .74.
"""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, timedelta

import pytest
from sqlalchemy import event

from importer.tables import EventPlayerRow
from office.database.engine import look
from office.merge import merge
from office.register.find import find_member
from scraper.records import EventRecord
from tests import queensland as qj
from tests.importer.invented import pairing, player, reading
from tests.workplace import HATA, MORI, NAMES, ONO, RATINGS, TANI, Said, Workplace, once

AGAIN = "N90000006"
NAME = "Hata Rin"
DAY = date(2026, 10, 4)
HISTORY = ("ruling", "register_fact", "journal")
"""What a merge that was taken back leaves behind."""


@once
def federation(work: Workplace, **more: object) -> None:
    """The four of the small federation, and Hata again."""
    people = [{"ID": i, "Name": NAMES[i]} for i in RATINGS]
    work.register(*people, {"ID": AGAIN, "Name": NAME, "Federation": "JPN", **more})
    rows = [{"ID": i, "Name": NAMES[i], "ST": r, "ST-G": 100, "ST-Peak": 1750} for i, r in RATINGS.items()]
    again = {"ID": AGAIN, "Name": NAME, "ST": 1520, "ST-G": 10, "ST-Peak": 1800}
    work.opening([*rows, again])


def game(white: str, black: str, result: str, number: int = 1400001, day: date = DAY) -> EventRecord:
    names = {**NAMES, AGAIN: NAME}
    players = (player(1, names[white], white), player(2, names[black], black))
    return reading(players, [pairing(1, 1, 2, result)], number=number, days={1: day}, name=f"Open {number}")


def merged(work: Workplace, *words: str) -> None:
    work.done("members", "merge", AGAIN, "--into", HATA, "--reason", "the same birth certificate", *words)


def on_list(work: Workplace, list_date: str = "2026-11-01") -> dict[str, tuple[int, int]]:
    """Rating and number of games on the newest version of a list."""
    rows = work.rows(
        "SELECT federation_id, rating, games FROM list_rating WHERE version_id ="
        " (SELECT id FROM list_version WHERE list_date = ? ORDER BY version DESC LIMIT 1)",
        list_date,
    )
    return {number: (rating, games) for number, rating, games in rows}


def test_what_speaks_against_it_is_named_and_refuses_unless_anyway(work: Workplace) -> None:
    federation(work, Birth="1981-01-01", Sex="m")
    work.register({"ID": HATA, "Name": NAME, "Sex": "f"})
    both = reading(
        (player(1, NAME, HATA), player(2, NAME, AGAIN), player(3, NAMES[MORI], MORI)),
        [pairing(1, 1, 2, "1-0"), pairing(2, 3, 1, "1-0")],
    )
    work.store(both)
    before = work.dump()
    said = work.run("members", "merge", AGAIN, "--into", HATA, "--reason", "one person")
    assert said.code == 1
    found = {p["code"]: p for p in said.problems()}
    assert set(found) == {"merge-facts-differ", "merge-played-together", "merge-ratings-differ"}
    assert [p["place"] for p in said.problems()[:2]] == ["register, birth date", "register, sex"]
    assert said.problems()[1]["expected"].startswith("female, as ")
    assert found["merge-played-together"]["found"] == "both played in it, against each other in round 1"
    assert found["merge-ratings-differ"]["found"] == f"{AGAIN} has 1520 (10 games)"
    assert work.dump() == before
    told = work.run("--lang", "ja", "members", "merge", AGAIN, "--into", HATA)
    assert "実際      両方が出場し、第1ラウンドで対戦\n" in told.err
    said = work.done("members", "merge", AGAIN, "--into", HATA, "--anyway", "--reason", "one person")
    assert "merge-played-together" in said.err


@pytest.mark.parametrize("words", [(MORI, "--into", AGAIN), (AGAIN, "--into", MORI)])
def test_what_is_known_of_one_entry_alone_speaks_against_nothing(
    work: Workplace, words: tuple[str, ...]
) -> None:
    known = {"Birth": "1981-01-01", "Sex": "f", "FIDE ID": "7000001"}
    work.register({"ID": MORI, "Name": NAMES[MORI], **known}, {"ID": AGAIN, "Name": NAMES[MORI], "Birth": ""})
    assert work.done("members", "merge", *words, "--reason", "one person").problems() == []


def test_players_of_events_without_the_two_are_not_looked_at(work: Workplace) -> None:
    federation(work)
    work.store(game(MORI, AGAIN, "1-0"))
    work.store(game(MORI, TANI, "1-0", number=1400002))
    read: list[str] = []
    with look(work.engine()) as session:
        gone, kept = (find_member(session, number) for number in (AGAIN, HATA))

        def note(row: EventPlayerRow, _context: object) -> None:
            read.append(row.name)

        event.listen(EventPlayerRow, "load", note)
        assert list(merge._events(session, gone, kept)) == []
        event.remove(EventPlayerRow, "load", note)
    assert read == [NAME]


def test_games_against_oneself_are_left_out_by_name(work: Workplace) -> None:
    federation(work)
    work.store(
        reading(
            (player(1, NAME, HATA), player(2, NAME, AGAIN), player(3, NAMES[MORI], MORI)),
            [pairing(1, 1, 2, "1-0"), pairing(2, 3, 1, "1-0")],
        )
    )
    work.done("rate")
    work.done("publish")
    merged(work, "--anyway")
    said = work.done("correction", "preview")
    assert f"round 1, Hata Rin – Hata Rin: left out (both players are {HATA})" in said.out
    assert f"{HATA} Hata Rin, the same person as: none → {AGAIN}" in said.out
    assert "None" not in said.out
    assert "[" not in said.out


def test_who_met_himself_is_he_in_an_event_that_is_left_as_it_was_published(work: Workplace) -> None:
    federation(work)
    players = (player(1, NAME, HATA), player(2, NAME, AGAIN), player(3, NAMES[MORI], MORI))
    work.store(reading(players, [pairing(1, 3, 2, "1-0"), pairing(2, 1, 2, "1-0")]))
    merged(work, "--anyway")
    work.resolve(work.the("member-twice"), "--accept")
    work.done("rate")
    work.done("publish")
    work.done("correction", "open", "E1", "--reason", "somebody doubts it")
    work.done("correction", "close", "E1", "--reason", "it is right")
    assert "Nothing" in work.done("correction", "preview").out


def test_what_was_known_on_a_day_has_neither_a_later_name_nor_a_later_merge(work: Workplace) -> None:
    federation(work)
    work.moment += timedelta(days=10)
    work.register({"ID": HATA, "Name": "Hatano Rin"})
    merged(work, "--anyway")
    kept, gone = (
        work.done("members", "show", number, "--known", "2026-11-11").out for number in (HATA, AGAIN)
    )
    assert kept.startswith(f"{HATA} {NAME}, as known on") and "Hatano" not in kept + gone
    assert "erged into" not in kept + gone
    kept, gone = (
        work.done("members", "show", number, "--known", "2026-11-12").out for number in (HATA, AGAIN)
    )
    assert f"{AGAIN} {NAME} was merged into this entry" in kept
    assert f"Merged into: {HATA}" in gone
    work.done("resolve", "--take-back", "1", "--reason", "they are two")
    merged(work, "--anyway")
    assert work.done("members", "show", HATA).out.count("was merged into this entry") == 1


def test_the_next_list_counts_what_the_other_entry_played(work: Workplace) -> None:
    """Mori 1700 beats Hata 1500 who was entered as the other: D 200, so −4.80; 100 + 10 + 1 games."""
    federation(work)
    work.store(game(MORI, AGAIN, "1-0"))
    work.done("rate")
    # By hand without the merge: 1520 against 1700 is D 180, L .26, K 40: −10.40.
    assert on_list(work)[AGAIN] == (1510, 11)
    merged(work, "--anyway")
    assert work.run("publish").problem()["code"] == "draft-out-of-date"
    work.done("rate")
    assert on_list(work)[HATA] == (1495, 111)
    assert AGAIN not in on_list(work)
    assert work.rows("SELECT peak FROM list_rating WHERE version_id = 2 AND federation_id = ?", HATA) == [
        (1800,)
    ]
    work.done("publish")
    told = work.done("explain", HATA).out
    assert "1500" in told
    assert "Mori Sora" in told


@pytest.mark.parametrize(
    ("word", "row"), [("own", (1495, 111)), ("more-games", (1495, 111)), ("own-alone", (1495, 101))]
)
def test_r53_says_which_rating_he_goes_on_with(work: Workplace, word: str, row: tuple[int, int]) -> None:
    federation(work)
    work.store(game(MORI, AGAIN, "1-0"))
    merged(work, "--anyway")
    work.done("rate", "--interpretation", f"R53={word}")
    assert on_list(work)[HATA] == row


def test_r53_more_games_can_be_those_of_the_other_entry(work: Workplace) -> None:
    federation(work)
    work.store(game(MORI, HATA, "1-0"))
    work.done("members", "merge", HATA, "--into", AGAIN, "--anyway", "--reason", "the newer card")
    work.done("rate")
    assert on_list(work)[AGAIN] == (1515, 111)
    work.done("rate", "--interpretation", "R53=more-games")
    assert on_list(work)[AGAIN] == (1495, 111)


@pytest.mark.parametrize(("word", "active"), [("own", True), ("own-alone", False)])
def test_r53_says_whether_games_of_the_other_entry_make_him_active(
    work: Workplace, word: str, active: bool
) -> None:
    people = {HATA: NAMES[HATA], AGAIN: NAME}
    work.register(*({"ID": number, "Name": name} for number, name in people.items()))
    rows = [{"ID": number, "Name": name, "ST": 1500, "ST-G": 50} for number, name in people.items()]
    work.opening([rows[0], rows[1] | {"Last-Game": "2026-09-01"}])
    merged(work)
    work.done("rate", "--interpretation", f"R53={word}")
    work.done("publish")
    work.done("export", "list", "--format", "json")
    (told,) = work.folder.glob("lists/*.json")
    assert [one["active"] for one in json.loads(told.read_text("utf-8"))["members"]] == [active]


@pytest.mark.parametrize("days", [("2025-01-10", "2026-09-01"), ("2026-09-01", "2025-01-10")])
def test_the_later_of_the_last_games_of_both_entries_makes_him_active(
    work: Workplace, days: tuple[str, str]
) -> None:
    """R18: a rated game in the twelve months before the list."""
    people = dict(zip((HATA, AGAIN), days, strict=True))
    work.register(*({"ID": number, "Name": NAME} for number in people))
    rows = ({"ID": i, "Name": NAME, "ST": 1500, "ST-G": 50, "Last-Game": day} for i, day in people.items())
    work.opening(rows)
    merged(work)
    work.done("rate")
    active = "SELECT federation_id, active, last_game FROM list_member WHERE version_id = 2"
    assert work.rows(active) == [(HATA, 1, "2026-09-01")]


@pytest.mark.parametrize("kept", [HATA, AGAIN])
def test_the_fide_rating_at_joining_is_that_of_the_entry_that_joined_first(
    work: Workplace, kept: str
) -> None:
    """6(1), whichever of the two is kept: who joined in April 2025 had 1850, and a year later 1900."""
    source = {"Name": NAME, "FIDE Source": "FIDE list"}
    work.register(
        {"ID": MORI, "Name": NAMES[MORI]},
        {"ID": HATA, "Joined": "2025-04-01", "FIDE ST": 1850, **source},
        {"ID": AGAIN, "Joined": "2026-04-01", "FIDE ST": 1900, **source},
    )
    work.opening([{"ID": MORI, "Name": NAMES[MORI], "ST": 1700, "ST-G": 100}])
    gone = AGAIN if kept == HATA else HATA
    work.done("members", "merge", gone, "--into", kept, "--anyway", "--reason", "one person")
    work.done("rate")
    assert on_list(work) == {MORI: (1700, 100), kept: (1850, 0)}


def test_who_is_rated_under_the_other_entry_alone_goes_on_with_that_rating(work: Workplace) -> None:
    federation(work)
    work.register({"ID": "N90000007", "Name": NAME})
    work.done("members", "merge", AGAIN, "--into", "N90000007", "--reason", "the newer card")
    work.done("rate")
    assert on_list(work)["N90000007"] == (1520, 10)
    work.done("rate", "--interpretation", "R53=own-alone")
    assert "N90000007" not in on_list(work)
    words = ("--points", "5", "--reference", "Board 1", "--reason", "x")
    work.done("rule", "adjustment", "N90000007", *words)
    work.done("rate")
    assert on_list(work)["N90000007"] == (1525, 10)


def test_an_unrated_members_games_under_both_entries_count_towards_the_first_rating(work: Workplace) -> None:
    one, other = "N90000008", "N90000009"
    work.register(*({"ID": i, "Name": NAMES.get(i, "Un Rated")} for i in (*RATINGS, one, other)))
    rated = [{"ID": i, "Name": NAMES[i], "ST": 1500, "ST-G": 100, "ST-Peak": 1500} for i in RATINGS]
    earlier = [
        (number, "ST", f"2026-05-0{day}", 1500, score, "May Open")
        for number, days in ((one, (1, 2, 3)), (other, (4, 5)))
        for day, score in zip(days, ("1", "0", "0.5"), strict=False)
    ]
    work.opening(rated, earlier)
    players = (player(1, NAMES[MORI], MORI), player(2, "Un Rated", other))
    work.store(reading(players, [pairing(1, 1, 2, "1/2-1/2")]))
    work.done("rate")
    assert not {one, other} & on_list(work).keys()
    work.done("members", "merge", other, "--into", one, "--reason", "one person")
    work.done("rate")
    assert on_list(work)[one] == (1500, 6)  # three points of six against 1500
    work.done("rate", "--interpretation", "R53=own-alone")
    assert one not in on_list(work)  # nothing of the other entry counts: four games, not six


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((HATA, "--into", HATA), "merge-impossible"),
        ((AGAIN, "--into", MORI), "merge-impossible"),
        ((MORI, "--into", AGAIN), "merge-impossible"),
        (("N99999999", "--into", HATA), "no-such-member"),
        (("Hata Rin", "--into", HATA), "no-such-member"),
    ],
)
def test_what_cannot_be_merged_is_refused(work: Workplace, words: tuple[str, ...], code: str) -> None:
    federation(work)
    merged(work, "--anyway")
    before = work.dump()
    said = work.run("members", "merge", *words, "--anyway", "--reason", "x")
    assert (said.code, said.problem()["code"]) == (1, code)
    assert work.dump() == before


@pytest.mark.parametrize("words", [(ONO, "--into", HATA), (HATA, "--into", ONO)])
def test_who_is_ruled_two_people_is_made_one_by_no_third_entry(
    work: Workplace, words: tuple[str, ...]
) -> None:
    federation(work)
    work.done("members", "apart", AGAIN, ONO, "--reason", "two of one name")
    merged(work, "--anyway")
    said = work.run("members", "merge", *words, "--anyway", "--reason", "one person").problem()
    assert (said["code"], said["found"]) == ("merge-impossible", "decision 1: they are two people")


@pytest.mark.parametrize("one", [HATA, AGAIN])
def test_that_one_of_the_two_is_somebody_else_than_a_third_keeps_them_from_nothing(
    work: Workplace, one: str
) -> None:
    federation(work)
    work.done("members", "apart", one, ONO, "--reason", "two of one name")
    merged(work, "--anyway")
    said = work.run("members", "merge", ONO, "--into", HATA, "--anyway", "--reason", "one person").problem()
    assert said["found"] == "decision 1: they are two people"


def test_a_merge_needs_its_reason(work: Workplace) -> None:
    federation(work)
    assert (
        work.run("members", "merge", AGAIN, "--into", HATA, "--anyway").problem()["code"]
        == "ruling-incomplete"
    )


def test_memberships_and_adjustments_of_the_other_entry_are_his(work: Workplace) -> None:
    federation(work, Memberships="2026-04-01/2027-03-31")
    work.register({"ID": HATA, "Name": NAME, "Memberships": "2025-04-01/2026-03-31"})
    work.store(replace(game(MORI, HATA, "1-0")))
    work.done("rule", "adjustment", AGAIN, "--points", "10", "--reference", "Board 1", "--reason", "x")
    work.done("rate")
    assert on_list(work)[HATA] == (1500, 100)  # no member on the day
    merged(work, "--anyway")
    work.done("rate")
    assert on_list(work)[HATA] == (1505, 111)  # −4.80 is −5, and ten points
    said = work.run("rule", "adjustment", AGAIN, "--points", "7", "--reference", "B", "--type", "rapid")
    assert said.problem()["found"] == f"{HATA}, who has none"


def points(work: Workplace, who: str, points: int, reference: str) -> Said:
    words = (f"--points={points}", "--reference", reference, "--reason", "x")
    return work.run("rule", "adjustment", who, *words)


def test_two_entries_with_points_on_a_list_to_come_are_merged_when_one_is_taken_back(work: Workplace) -> None:
    """Two adjustments of one rating stop the list; the second to be decided is refused after the merge."""
    federation(work)
    for who, added in ((HATA, 7), (AGAIN, 10)):
        assert points(work, who, added, f"Board {added}").code == 0
    merging = ("members", "merge", AGAIN, "--into", HATA, "--reason", "one person", "--anyway")
    said = work.run(*merging).problem()
    assert (said["code"], said["place"]) == ("adjustment-twice", "list of 1 November 2026, standard")
    assert said["found"] == "decision 1: +7, “Board 7”; decision 2: +10, “Board 10”"
    work.done("resolve", "--take-back", 1, "--reason", "one person")
    work.done(*merging)
    refused = [points(work, HATA, 10, "Board 10"), points(work, AGAIN, 7, "Board 7")]
    assert {said.problem()["code"] for said in refused} == {"adjustment-twice"}
    work.done("rate")
    assert on_list(work)[HATA] == (1510, 110)


def test_two_entries_with_points_on_a_list_that_is_out_keep_no_correction_from_being_made(
    work: Workplace,
) -> None:
    """No decision on it can be taken back. The own points stand, as the own rating does (R53)."""
    federation(work)
    work.store(game(MORI, HATA, "1-0"))
    for who, added in ((AGAIN, 10), (HATA, 7)):
        assert points(work, who, added, f"Board {added}").code == 0
    work.done("rate")
    work.done("publish")
    merged(work, "--anyway")
    told = work.done("correction", "publish", "--reason", "one person").out
    assert f"{HATA} {NAME}: entered twice; the +10 points added to {AGAIN} fall away" in told
    assert "have changed" not in told
    assert on_list(work)[HATA] == (1502, 111)


def test_of_two_merges_one_behind_the_other_the_member_at_their_end_is_named(work: Workplace) -> None:
    federation(work)
    merged(work, "--anyway")
    work.done("members", "merge", HATA, "--into", MORI, "--anyway", "--reason", "one person")
    said = work.run("members", "renew", AGAIN, "2036-04-01/2037-03-31").problem()
    assert said["do"] == f"renew {MORI}"
    for other in ((AGAIN, "--into", MORI), (MORI, "--into", AGAIN)):
        said = work.run("members", "merge", *other, "--anyway", "--reason", "one person").problem()
        assert said["found"] == f"{AGAIN}, merged into {MORI} {NAMES[MORI]} already"
    told = work.done("members", "export", work.folder.parent / "exported.csv").all
    assert f"{MORI} {NAMES[MORI]}" in told and told.count(HATA) == 1


@pytest.mark.parametrize(("birth", "of_other", "who"), [("-", "1980-05-05", HATA), ("1980-05-05", "", AGAIN)])
def test_a_birth_date_that_either_entry_has_is_not_told_as_missing(
    work: Workplace, birth: str, of_other: str, who: str
) -> None:
    federation(work, Birth=of_other)
    work.register({"ID": HATA, "Name": NAME, "Birth": birth})
    assert f"no birth date, so no junior rule, 1: {who}" in work.done("status").out
    merged(work, "--anyway")
    assert "no birth date" not in work.done("status").out
    register = work.folder.parent / "exported.csv"
    work.done("members", "export", register)
    said = work.done("members", "import", register).out
    assert "4 unchanged" in said and "not in the file" not in said and "Without a birth date" not in said


@pytest.mark.parametrize(("born", "rating"), [("2007-01-02", 1530), ("2006-12-31", 1515)])
def test_a_birth_date_that_only_the_other_entry_has_makes_him_a_junior(
    work: Workplace, born: str, rating: int
) -> None:
    """5(1): under 19 on 1 January 2026 the K is 40, else 20. Hata 1500 beats Mori 1700, D 200 .24: +30.40 or
    +15.20."""
    federation(work, Birth=born)
    work.register({"ID": HATA, "Name": NAME, "Birth": "-"})
    work.store(game(MORI, HATA, "0-1"))
    merged(work, "--anyway")
    work.done("rate")
    assert on_list(work)[HATA] == (rating, 111)


@pytest.mark.parametrize("entered_as", ["Q000001", "Q000002"])
def test_a_player_of_a_queensland_office_is_merged_too(queensland: Workplace, entered_as: str) -> None:
    """Whichever entry the event was played under, the list is the same."""
    one, other, rival = (qj.number(n) for n in (1, 2, 3))
    qj.register(
        queensland,
        {"ID": one, "Name": "Pia One"},
        {"ID": other, "Name": "Pia One"},
        {"ID": rival, "Name": "Rex Two"},
    )
    rows = [
        {"ID": i, "Name": n, "QJ": r, "Games": 9}
        for i, n, r in ((one, "Pia One", 700), (rival, "Rex Two", 800))
    ]
    qj.opening(queensland, [*rows, {"ID": other, "Name": "Pia One", "QJ": 900, "Games": 4}])
    day = date(2026, 10, 4)
    record = reading(
        (player(1, "Pia One", entered_as), player(2, "Rex Two")), [pairing(1, 1, 2, "1-0")], days={1: day}
    )
    queensland.store(replace(record, federation="AUS"), day)
    queensland.resolve(queensland.the("event-class-missing"), "--class", "open")
    told = queensland.run("members", "merge", other, "--into", one).problem()
    assert (told["code"], told["do"].rpartition("; ")[2]) == ("merge-ratings-differ", "R53 says which stands")
    queensland.done("members", "merge", other, "--into", one, "--anyway", "--reason", "one person")
    queensland.done("rate")
    found = queensland.rows(
        "SELECT federation_id, previous, rating FROM list_rating WHERE version_id = 2 ORDER BY 1"
    )
    # 700 beats 800 in an open, K 20: D 100 gives .36 and .64, three points less .33 and .61: 13.40, −12.20.
    assert found == [(one, 700, 713), (rival, 800, 788)]
