"""Lists that have two entries as one, or as two, where now it is the other way: what is due, and that nobody
is left off the next list in silence."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from office.database.engine import look
from office.desk.today import today
from office.merge.merge import Hangs, Stood
from office.tables import ListVersionRow
from tests.importer.invented import pairing, player, reading
from tests.office.test_merge import AGAIN, NAME, federation, game, merged, on_list
from tests.workplace import HATA, MORI, NAMES, ONO, RATINGS, TANI, Said, Workplace, once, small_federation


@once
def carried(work: Workplace) -> None:
    """November is out with Hata as one, and neither entry had a game: only ratings were carried."""
    federation(work)
    work.store(game(MORI, ONO, "1-0"))
    merged(work, "--anyway")
    work.done("rate")
    work.done("publish")
    work.moment = datetime(2026, 12, 1, 1, tzinfo=UTC)


OTHERWISE = f"1 published list has {AGAIN} {NAME} otherwise than is decided now: banzuke correction preview"
DUE = f"Members merged, or two again: {OTHERWISE}"


def take_merge_back(work: Workplace) -> Said:
    (number,) = work.rows("SELECT id FROM ruling WHERE kind = 'merge' ORDER BY id DESC")[0]
    return work.done("resolve", "--take-back", number, "--reason", "father and son")


def next_of(work: Workplace) -> tuple[str, str]:
    """What is next: the step on the first page of the desk, and in the words of `status`."""
    with look(work.engine()) as session:
        step = today(session, work.moment.date()).next
    return step, work.done("status").out.splitlines()[-1].removeprefix("Next: ")


def test_a_merge_taken_back_that_touches_no_event_is_due_where_a_list_carried_them_as_one(
    work: Workplace,
) -> None:
    carried(work)
    assert on_list(work)[HATA] == (1500, 110)
    assert "or two again" not in work.done("status").out
    assert OTHERWISE in take_merge_back(work).err
    assert DUE in work.done("status").out
    assert work.done("correction", "list").out.startswith(DUE)
    work.done("rate")
    assert next_of(work) == (
        "correct",
        "banzuke correction preview",
    )
    assert f"Next: {next_of(work)[1]}" in work.done("preview").err
    work.done("correction", "publish", "--reason", "two persons after all")
    assert (on_list(work)[HATA], on_list(work)[AGAIN]) == ((1500, 100), (1520, 10))
    assert "or two again" not in work.done("status").out
    assert "nothing waits" in work.done("correction", "list").out
    assert next_of(work) == ("rate", "banzuke rate (list of 1 December 2026)")
    said = work.done("rate")
    assert "merge-taken-back" not in said.all
    assert work.done("preview").err == "Next: banzuke publish\n"
    work.done("publish")
    assert on_list(work, "2026-12-01")[AGAIN] == (1520, 10)


def test_a_merge_that_touches_no_event_is_due_where_both_stand_on_a_list(work: Workplace) -> None:
    federation(work)
    work.store(game(MORI, ONO, "1-0"))
    work.done("rate")
    work.done("publish")
    said = work.done("members", "merge", AGAIN, "--into", HATA, "--anyway", "--reason", "one person")
    assert OTHERWISE in said.err
    assert "Next: banzuke correction preview" in said.err and "take-back" in said.err
    assert DUE in work.done("status").out
    work.done("correction", "publish", "--reason", "one person")
    assert AGAIN not in on_list(work)
    assert "or two again" not in work.done("status").out


def test_nobody_is_left_off_the_next_list_in_silence_whose_merge_was_taken_back(work: Workplace) -> None:
    carried(work)
    take_merge_back(work)
    said = work.done("rate")
    assert AGAIN not in on_list(work, "2026-12-01")
    (told,) = said.problems()
    assert (told["code"], told["place"]) == ("merge-taken-back", f"list of 1 December 2026, {AGAIN} {NAME}")
    assert told["expected"] == "what the member had on the list of 2026-10-01, carried on"
    assert told["found"] == f"nothing: the list of 2026-11-01 has both as one, {HATA}"
    assert "banzuke correction preview" in told["do"]
    refused = work.run("publish")
    assert (refused.code, refused.problem()["code"]) == (3, "merge-taken-back")
    assert work.rows("SELECT state FROM list_version WHERE list_date = '2026-12-01'") != [("published",)]
    work.done("correction", "publish", "--reason", "two persons after all")
    assert "merge-taken-back" not in work.done("rate").all
    work.done("publish")
    assert on_list(work, "2026-12-01")[AGAIN] == (1520, 10)


def test_where_the_list_is_closed_he_is_left_off_by_the_officers_word_alone(work: Workplace) -> None:
    """November is closed on 31 January; nothing brings him back, and nothing says that a correction would."""
    carried(work)
    work.moment = datetime(2027, 2, 1, 1, tzinfo=UTC)
    take_merge_back(work)
    assert "or two again" not in work.done("status").out
    work.done("rate")
    name = f"merge-taken-back:{AGAIN}"
    work.done("publish", "--accept-alarm", name, "--reason", "he begins anew")
    assert AGAIN not in on_list(work, "2026-12-01")
    assert "or two again" not in work.done("status").out
    assert "merge-taken-back" not in work.done("rate").all


def test_an_entry_that_is_another_ones_after_all_is_due_too(work: Workplace) -> None:
    carried(work)
    take_merge_back(work)
    work.done("members", "merge", AGAIN, "--into", TANI, "--anyway", "--reason", "her second card")
    assert DUE in work.done("status").out
    work.done("correction", "publish", "--reason", "hers")
    assert (on_list(work)[HATA], on_list(work)[TANI]) == ((1500, 100), (1600, 110))
    assert "or two again" not in work.done("status").out


def test_games_kept_for_a_first_rating_that_a_merge_moved_are_due_too(work: Workplace) -> None:
    one, other = "N90000008", "N90000009"
    work.register(*({"ID": i, "Name": NAMES.get(i, "Un Rated")} for i in (*RATINGS, one, other)))
    rated = [{"ID": i, "Name": NAMES[i], "ST": 1500, "ST-G": 100, "ST-Peak": 1500} for i in RATINGS]
    work.opening(rated, [(other, "ST", "2026-05-01", 1500, "1", "May Open")])
    work.store(game(MORI, ONO, "1-0"))
    work.done("members", "merge", other, "--into", one, "--reason", "one person")
    work.done("rate")
    work.done("publish")
    take_merge_back(work)
    assert f"1 published list has {other} Un Rated otherwise" in work.done("status").out
    work.done("correction", "publish", "--reason", "two persons after all")
    assert work.rows("SELECT DISTINCT federation_id FROM earlier_game WHERE version_id = 3") == [(other,)]
    assert "or two again" not in work.done("status").out


def test_a_list_is_not_unpacked_for_a_merge_that_came_after_it_and_was_taken_back(
    work: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hata, who stands on it by himself, was nobody else then; so whom it has as him is him still."""
    carried(work)
    work.done("members", "merge", HATA, "--into", TANI, "--anyway", "--reason", "her second card")
    take_merge_back(work)
    asked: list[object] = []
    monkeypatch.setattr("office.merge.listed.unpacked", asked.append)
    assert "or two again" not in work.done("status").out
    assert not asked


def test_whom_a_list_has_as_one_through_another_is_due_when_that_one_is_two_again(work: Workplace) -> None:
    """The list has both as Tani; the entry that is Hata now stood on October's by itself."""
    federation(work)
    work.store(game(MORI, ONO, "1-0"))
    merged(work, "--anyway")
    work.done("members", "merge", HATA, "--into", TANI, "--anyway", "--reason", "her second card")
    work.done("rate")
    work.done("publish")
    assert on_list(work)[TANI] == (1600, 210)
    take_merge_back(work)
    assert (
        f"1 published list has {HATA} {NAMES[HATA]} and {AGAIN} {NAME} otherwise" in work.done("status").out
    )
    work.done("correction", "publish", "--reason", "two persons after all")
    assert (on_list(work)[HATA], on_list(work)[TANI]) == ((1500, 110), (1600, 100))
    assert "or two again" not in work.done("status").out


def test_of_a_corrected_list_its_newest_version_tells_what_hangs_on_an_entry() -> None:
    first, second, before = (
        ListVersionRow(
            id=number, list_date=date(2026, month, 1), version=version, how="run", state="published"
        )
        for number, month, version in ((2, 11, 1), (3, 11, 2), (1, 10, 1))
    )
    stood = [
        Stood(of, "standard", rating, 9) for of, rating in ((second, 1520), (first, 1500), (before, 1490))
    ]
    assert [one.rating for one in Hangs(stood, []).standing] == [1520, 1490]


NEWCOMER, HIS_NAME = "N90000088", "Hata Rei"


def first_rated_then_merged(work: Workplace) -> None:
    """A first rating on the list of November, which a correction then had as another member's games."""
    small_federation(work)
    work.register({"ID": NEWCOMER, "Name": HIS_NAME})
    players = [player(n, NAMES[i], i) for n, i in enumerate((MORI, TANI, ONO), start=1)]
    players.append(player(4, HIS_NAME, NEWCOMER))
    games = [pairing(n, 4, 1 + n % 3, "1-0" if n % 2 else "0-1") for n in range(1, 7)]
    days = dict.fromkeys(range(1, 7), date(2026, 10, 4))
    work.store(reading(players, games, number=1400011, days=days, name="Open 1400011"))
    work.done("rate")
    work.done("publish")
    assert NEWCOMER in on_list(work)
    work.moment = datetime(2026, 11, 10, 1, tzinfo=UTC)
    work.done("members", "merge", NEWCOMER, "--into", HATA, "--anyway", "--reason", "one person")
    work.done("correction", "publish", "--reason", "one person")
    assert NEWCOMER not in on_list(work)


def test_an_entry_whose_only_list_was_replaced_is_not_left_off_in_silence(work: Workplace) -> None:
    first_rated_then_merged(work)
    work.moment = datetime(2026, 12, 1, 1, tzinfo=UTC)
    assert NEWCOMER in take_merge_back(work).err
    assert f"{NEWCOMER} {HIS_NAME}" in work.done("status").out
    assert (told := work.done("rate").problems())[0]["code"] == "merge-taken-back", told
    work.done("correction", "publish", "--reason", "brothers")
    assert NEWCOMER in on_list(work)
    assert "merge-taken-back" not in work.done("rate").all


def test_where_that_list_is_closed_it_is_the_officers_word(work: Workplace) -> None:
    first_rated_then_merged(work)
    work.moment = datetime(2027, 2, 1, 1, tzinfo=UTC)
    take_merge_back(work)
    work.done("rate")
    refused = work.run("publish")
    assert (refused.code, refused.problem()["code"]) == (3, "merge-taken-back")
    work.done("publish", "--accept-alarm", f"merge-taken-back:{NEWCOMER}", "--reason", "he begins anew")
