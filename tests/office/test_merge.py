"""A member who was entered twice: merged by a ruling, for lists to come and for published ones, and back.

Hata Rin stands on the register as 1500 with a hundred games (K 20), and again as 1520 with ten (K 40).
H column of Table 1: D 200 .76, D 180 .74.
"""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

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


@once
def published(work: Workplace) -> None:
    """Mori beat the other entry on the list of November; December brings Hata's own game with Tani."""
    federation(work)
    work.store(game(MORI, AGAIN, "1-0"))
    work.done("rate")
    work.done("publish")
    later = date(2026, 11, 8)
    work.store(game(HATA, TANI, "1-0", 1400002, later), later)
    work.moment = datetime(2026, 12, 1, 1, tzinfo=UTC)
    work.done("rate")
    work.done("publish")


def test_published_lists_are_corrected_as_a_chain(work: Workplace) -> None:
    """By hand. November: Mori 1700 – Hata 1500, D 200: +4.80 and −4.80: 1705 and 1495. December: Hata 1495
    beats Tani 1600, D 105, .64/.36: +12.80, 1508; Tani 1587."""
    published(work)
    assert on_list(work)[HATA] == (1500, 100)
    assert on_list(work, "2026-12-01")[AGAIN] == (1510, 11)
    players = work.rows("SELECT * FROM event_player ORDER BY id")
    said = work.run("members", "merge", AGAIN, "--into", HATA, "--anyway", "--reason", "one person")
    assert "1 event of published lists is touched: banzuke correction preview" in said.err
    before = work.dump("problem")
    said = work.done("correction", "preview")
    assert f"Hata Rin is {HATA}, not {AGAIN}" in said.out
    assert work.dump("problem") == before
    work.done("correction", "publish", "--reason", "one person")
    assert on_list(work)[HATA] == (1495, 111)
    assert on_list(work, "2026-12-01")[HATA] == (1508, 112)
    assert on_list(work, "2026-12-01")[TANI] == (1587, 101)
    assert AGAIN not in on_list(work) | on_list(work, "2026-12-01")
    assert work.rows("SELECT * FROM event_player ORDER BY id") == players
    assert "Nothing" in work.done("correction", "preview").out


def test_events_of_an_entry_that_was_merged_before_are_touched_too(work: Workplace) -> None:
    published(work)
    work.run("members", "merge", AGAIN, "--into", ONO, "--anyway", "--reason", "one person")
    said = work.run("members", "merge", ONO, "--into", HATA, "--anyway", "--reason", "he too")
    assert "1 event of published lists is touched: banzuke correction preview" in said.err


def test_old_versions_stay_readable_under_the_old_id_which_says_who_it_is(work: Workplace) -> None:
    published(work)
    told = work.done("explain", AGAIN, "--list", "2026-11-01").out
    merged(work, "--anyway")
    again = work.done("explain", AGAIN, "--list", "2026-11-01")
    assert again.out == told
    assert f"{AGAIN} Hata Rin was merged into {HATA} Hata Rin" in again.err
    assert f"was merged into {HATA} Hata Rin" in work.done("members", "show", AGAIN).out
    assert f"{AGAIN} Hata Rin was merged into this entry" in work.done("members", "show", HATA).out
    said = work.done("whatif", AGAIN, "--game", "win 1500")
    assert f"was merged into {HATA}" in said.err
    assert said.out == work.done("whatif", HATA, "--game", "win 1500").out
    assert (
        work.done("whatif", MORI, "--game", f"win {AGAIN}").out
        == work.done("whatif", MORI, "--game", f"win {HATA}").out
    )
    assert work.done("explain", "Hata Rin").out  # one member of this name now


def test_a_closed_list_stays_and_the_first_open_one_goes_on_from_it(work: Workplace) -> None:
    """November is closed on 31 January (published on 2 November): Hata goes on from his own 1500 of it."""
    published(work)
    work.moment = datetime(2027, 2, 1, 1, tzinfo=UTC)
    merged(work, "--anyway")
    work.done("correction", "publish", "--reason", "one person")
    assert on_list(work)[AGAIN] == (1510, 11)
    assert work.rows("SELECT list_date, version FROM list_version WHERE version = 2") == [("2026-12-01", 2)]
    # 1500 beats 1600, D 100, .36: +12.80; 100 + 11 + 1 games.
    assert on_list(work, "2026-12-01")[HATA] == (1513, 112)


def test_taken_back_everything_is_as_it_was(work: Workplace) -> None:
    published(work)
    work.store(game(ONO, AGAIN, "1-0", 1400003, date(2026, 12, 6)), date(2026, 12, 6))
    work.done("resolve", "E3", "--player", 2, "--alias", AGAIN, "--reason", "his card")
    work.done("status")
    before = work.dump(*HISTORY)
    merged(work, "--anyway")
    assert work.dump(*HISTORY) != before
    (number,) = work.rows("SELECT id FROM ruling WHERE kind = 'merge'")[0]
    work.done("status")
    work.done("resolve", "--take-back", number, "--reason", "father and son")
    assert work.dump(*HISTORY) == before
    assert "Nothing" in work.done("correction", "preview").out
    facts = work.rows("SELECT value, source FROM register_fact WHERE field = 'merged_into' ORDER BY id")
    assert facts == [(HATA, f"ruling {number}"), (None, "a ruling taken back")]


def test_a_merge_that_lists_stand_on_can_be_taken_back_and_is_corrected_too(work: Workplace) -> None:
    published(work)
    stood = {day: on_list(work, day) for day in ("2026-11-01", "2026-12-01")}
    merged(work, "--anyway")
    lists = f"2 published lists have {AGAIN} {NAME} otherwise than is decided now"
    event = "1 event of published lists is touched: banzuke correction preview"
    due = f"Members merged, or two again: {lists}; {event}"
    assert due in work.done("status").out
    work.done("correction", "publish", "--reason", "one person")
    assert "or two again" not in work.done("status").out
    (number,) = work.rows("SELECT id FROM ruling WHERE kind = 'merge'")[0]
    work.done("resolve", "--take-back", number, "--reason", "father and son")
    assert due in work.done("status").out
    work.done("correction", "publish", "--reason", "two persons after all")
    assert "or two again" not in work.done("status").out
    assert {day: on_list(work, day) for day in stood} == stood


@pytest.mark.parametrize("ruled", [False, True])
def test_games_reported_while_two_were_one_go_back_to_whom_the_report_named(
    work: Workplace, ruled: bool
) -> None:
    """By hand: 1520 beats 1700, D 180, .26, K 40: +29.60. Unless the officer says that it was the other."""
    federation(work)
    merged(work, "--anyway")
    work.store(game(AGAIN, MORI, "1-0"))
    if ruled:
        work.done("resolve", "E1", "--player", 1, "--match", HATA, "--reason", "his father's card")
    work.done("rate")
    work.done("publish")
    as_one = on_list(work)
    assert as_one[HATA][1] == 111
    (number,) = work.rows("SELECT id FROM ruling WHERE kind = 'merge'")[0]
    work.done("resolve", "--take-back", number, "--reason", "father and son")
    work.done("correction", "publish", "--reason", "father and son")
    hata, again = ((as_one[HATA][0], 101), (1520, 10)) if ruled else ((1500, 100), (1550, 11))
    assert (on_list(work)[HATA], on_list(work)[AGAIN]) == (hata, again)
    assert "Nothing" in work.done("correction", "preview").out
    work.done("rebuild", "--no-pages")


def test_who_takes_a_merge_back_hears_of_the_correction_that_is_due_and_of_whom_nobody_can_place(
    work: Workplace,
) -> None:
    """A name alone can be either of the two: it stays with the one who was kept, and the officer is told."""
    federation(work)
    merged(work, "--anyway")
    for number, (named, day) in enumerate(((AGAIN, DAY), (None, DAY + timedelta(1))), start=1400001):
        record = game(AGAIN, MORI, "1-0", number, day)
        first = replace(record.players[0], national_id=named)
        work.store(replace(record, players=(first, record.players[1])))
    work.done("rate")
    work.done("publish")
    (number,) = work.rows("SELECT id FROM ruling WHERE kind = 'merge'")[0]
    said = work.done("resolve", "--take-back", number, "--reason", "father and son").err
    assert "1 event of published lists is touched: banzuke correction preview" in said
    told = f"E2 Open 1400002, player 1 {NAME}: {AGAIN} or {HATA}; stays {HATA}: banzuke correction open E2"
    assert told in said


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
    assert (said["code"], said["place"]) == ("adjustment-twice", "list of 2026-11-01, standard")
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


@pytest.mark.parametrize(("birth", "of_other", "who"), [("-", "1980-05-05", HATA), ("1980-05-05", "", AGAIN)])
def test_a_birth_date_that_either_entry_has_is_not_told_as_missing(
    work: Workplace, birth: str, of_other: str, who: str
) -> None:
    federation(work, Birth=of_other)
    work.register({"ID": HATA, "Name": NAME, "Birth": birth})
    assert f"no birth date, so no junior rule, 1: {who}" in work.done("status").out
    merged(work, "--anyway")
    assert "no birth date" not in work.done("status").out


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
    queensland.done("members", "merge", other, "--into", one, "--anyway", "--reason", "one person")
    queensland.done("rate")
    found = queensland.rows(
        "SELECT federation_id, previous, rating FROM list_rating WHERE version_id = 2 ORDER BY 1"
    )
    # 700 beats 800 in an open, K 20: D 100 gives .36 and .64, three points less .33 and .61: 13.40, −12.20.
    assert found == [(one, 700, 713), (rival, 800, 788)]


def test_the_public_archive_of_merged_lists_verifies_and_a_rating_that_nobody_had_does_not(
    work: Workplace,
) -> None:
    from publication.bundle.verify import _chain_faults

    published(work)
    merged(work, "--anyway")
    work.done("correction", "publish", "--reason", "one person")
    path = work.folder.parent / "lists.zip"
    work.done("bundle", path)
    assert "all as published" in work.done("verify", path, "--key", work.folder / "key.pub").out
    rows = f"list_rating\t{HATA}\tstandard\t\t\t\t\t\t0\t1500\t100\n"
    rows += f"list_rating\t{AGAIN}\tstandard\t\t\t\t\t\t0\t1520\t10\n"
    member = {"id": HATA, "merged": [AGAIN], "ratings": {"standard": {"rating": 1500, "games": 110}}}
    assert list(_chain_faults("list", {"members": [member]}, rows)) == []
    member["ratings"] = {"standard": {"rating": 1700, "games": 110}}
    assert len(list(_chain_faults("list", {"members": [member]}, rows))) == 1


THIRD = "N90000007"


@once
def three_lists_of_three_entries(work: Workplace) -> None:
    """Hata under three IDs, a game of each on a list of its own; an alias of the second and a ruling on a
    player for the third; points added to the first on the third list."""
    people = [{"ID": i, "Name": NAMES[i]} for i in RATINGS]
    work.register(*people, {"ID": AGAIN, "Name": NAME}, {"ID": THIRD, "Name": "Hatta Rin"})
    rows = [{"ID": i, "Name": NAMES[i], "ST": r, "ST-G": 100, "ST-Peak": 1750} for i, r in RATINGS.items()]
    more = [
        {"ID": AGAIN, "Name": NAME, "ST": 1520, "ST-G": 10, "ST-Peak": 1800},
        {"ID": THIRD, "Name": "Hatta Rin", "ST": 1540, "ST-G": 20, "ST-Peak": 1800},
    ]
    work.opening([*rows, *more])
    days = (DAY, date(2026, 11, 8), date(2026, 12, 6))
    for number, (day, played) in enumerate(zip(days, (HATA, AGAIN, THIRD), strict=True), start=1400001):
        record = game(MORI, played if played == HATA else AGAIN, "1-0", number, day)
        nameless = player(2, "R. Hata" if played == AGAIN else "Hatta R", None)
        if played != HATA:
            record = replace(record, players=(record.players[0], nameless))
        work.moment = datetime(day.year, day.month, day.day, 3, tzinfo=UTC)
        work.store(record, day)
        for problem in [p for p in work.problems() if p.blocks]:
            decided = ("--alias", AGAIN) if played == AGAIN else ("--match", THIRD)
            work.resolve(problem, *decided)
        if played == THIRD:
            words = ("--points", "7", "--reference", "Board 1", "--reason", "as decided")
            work.done("rule", "adjustment", HATA, *words)
        work.moment = datetime(2027, 1, 22, 3, tzinfo=UTC)
        work.done("rate")
        work.done("publish")


LISTS = ("2026-11-01", "2026-12-01", "2027-01-01")


def merge_rulings(work: Workplace) -> list[int]:
    found = work.rows("SELECT id FROM ruling WHERE kind = 'merge' AND taken_back_at IS NULL ORDER BY id")
    return [number for (number,) in found]


def corrected(work: Workplace) -> None:
    assert "or two again" in work.done("status").out
    work.done("correction", "publish", "--reason", "as found out")
    assert "or two again" not in work.done("status").out
    assert "Nothing" in work.done("correction", "preview").out


@pytest.mark.parametrize("first_back", [0, 1])
def test_a_member_merged_again_after_three_lists_can_be_made_three_again_in_any_order(
    work: Workplace, first_back: int
) -> None:
    three_lists_of_three_entries(work)
    stood = [on_list(work, day) for day in LISTS]
    assert {HATA, AGAIN, THIRD} <= set(stood[2])
    aliases = work.rows("SELECT subject, value FROM ruling WHERE kind IN ('alias', 'match') ORDER BY id")
    reason = ("--anyway", "--reason", "one person")
    work.done("members", "merge", AGAIN, "--into", THIRD, *reason)
    corrected(work)
    between = [on_list(work, day) for day in LISTS]
    assert AGAIN not in between[1] and HATA in between[2]
    work.done("members", "merge", THIRD, "--into", HATA, *reason)
    corrected(work)
    last = [on_list(work, day) for day in LISTS]
    for rows in last:
        assert HATA in rows and AGAIN not in rows and THIRD not in rows
    assert last[2][HATA][1] == 100 + 10 + 20 + 3  # every game, once
    one, two = merge_rulings(work)
    work.done("resolve", "--take-back", (one, two)[first_back], "--reason", "two persons")
    corrected(work)
    if first_back == 1:
        assert [on_list(work, day) for day in LISTS] == between
    else:
        assert all(AGAIN in on_list(work, day) and THIRD not in on_list(work, day) for day in LISTS)
    work.done("resolve", "--take-back", *merge_rulings(work), "--reason", "three persons")
    corrected(work)
    assert [on_list(work, day) for day in LISTS] == stood
    assert (
        work.rows("SELECT subject, value FROM ruling WHERE kind IN ('alias', 'match') ORDER BY id") == aliases
    )
