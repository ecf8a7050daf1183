"""A member who was entered twice, merged after lists were published: they are corrected, and come back when
the merge is taken back. The people and games are those of test_merge.py."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from tests.importer.invented import player
from tests.office.test_merge import AGAIN, DAY, HISTORY, NAME, federation, game, merged, on_list
from tests.workplace import HATA, MORI, NAMES, ONO, RATINGS, TANI, Workplace, once


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


def test_nothing_of_lists_that_are_closed_is_said_to_be_touched(work: Workplace) -> None:
    published(work)
    work.moment = datetime(2027, 4, 1, 1, tzinfo=UTC)
    said = work.done("members", "merge", AGAIN, "--into", HATA, "--anyway", "--reason", "one person")
    assert "Nothing" in work.done("correction", "preview").out
    assert "touched" not in said.err
    (number,) = work.rows("SELECT id FROM ruling WHERE kind = 'merge'")[0]
    assert "touched" not in work.done("resolve", "--take-back", number, "--reason", "father and son").err


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
    ja = work.done("--lang", "ja", "explain", AGAIN, "--list", "2026-11-01").err
    assert f"{AGAIN} Hata Rinは{HATA} Hata Rinに統合されました" in ja


def test_a_list_that_has_a_merged_entry_no_more_does_not_call_it_unrated(work: Workplace) -> None:
    federation(work)
    merged(work, "--anyway")
    work.done("rate")
    work.done("publish")
    told = work.done("explain", AGAIN).out
    assert "Nothing: no rating and no games towards one." in told and "UR" not in told
    assert "Standard: 1520" in work.done("explain", AGAIN, "--list", "2026-10-01").out


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


def test_points_that_go_back_to_the_other_entry_are_not_said_to_fall_away(work: Workplace) -> None:
    published(work)
    work.moment = datetime(2027, 1, 1, 1, tzinfo=UTC)
    words = ("--points", "7", "--reference", "Board 3", "--reason", "so")
    work.done("rule", "adjustment", AGAIN, *words)
    work.done("rate")
    work.done("publish")
    assert on_list(work, "2027-01-01")[AGAIN] == (1517, 11)
    merged(work, "--anyway")
    work.done("correction", "publish", "--reason", "one person")
    (number,) = work.rows("SELECT id FROM ruling WHERE kind = 'merge'")[0]
    work.done("resolve", "--take-back", number, "--reason", "father and son")
    told = work.done("correction", "publish", "--reason", "two persons after all").out
    assert on_list(work, "2027-01-01")[AGAIN] == (1517, 11)
    assert "because: the adjustments entered for this list have changed" in told
    assert "to add the" not in told


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
    rows = f"list_rating\t{HATA}\tstandard\t\t\t\t\t\t0\t1500\t100\t0\t1750\n"
    rows += f"list_rating\t{AGAIN}\tstandard\t\t\t\t\t\t0\t1520\t10\t0\t1800\n"
    held = {"rating": 1500, "games": 110, "peak": 1800}
    member = {"id": HATA, "merged": [AGAIN], "ratings": {"standard": held}}
    assert list(_chain_faults("list", {"members": [member]}, rows)) == []
    held["rating"] = 1700
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
@pytest.mark.slow
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
