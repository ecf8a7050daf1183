"""What an officer enters of ratings beside games: adjustments, ratings from outside."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.earlier_editions import NEW, event, of_2019, of_2022
from tests.office.test_decisions import ARRIVED, SEPTEMBER
from tests.office.test_desk import EVENT
from tests.workplace import HATA, MORI, ONO, TANI, Workplace, small_federation

# The event of tests/office/test_lists.py gives Mori +7.80, rounded +8.


def test_an_adjustment_of_the_board_is_added_to_the_sum_under_its_reference(work: Workplace) -> None:
    of_2019(work)
    work.store(event(1190001, SEPTEMBER, [(MORI, HATA, "1-0")]), ARRIVED)
    words = ("--type", "ncs", "--points=-12", "--reference", "Board 2019/3", "--reason", "balance")
    said = work.run("rule", "adjustment", MORI, *words)
    assert (said.code, said.problem()["code"]) == (1, "adjustment-not-announced")
    assert said.problem()["expected"] == "announced 6 months before 2019-10-01 (5(2))"
    late = work.run("rule", "adjustment", MORI, *words, "--announced", "2019-04-02")
    assert late.problem()["code"] == "adjustment-not-announced"
    announced = ("--announced", "2019-04-01")
    assert "-12; Board 2019/3" in work.done("rule", "adjustment", MORI, *words, *announced).out
    for told in (work.done("rulings").out, work.done("rule", "adjustment", MORI, *words, *announced).out):
        assert "-12; Board 2019/3; announced 1 April 2019" in told
        assert f"member {MORI}, type ncs" in told
        assert "{" not in told
    told = work.done("rate").out
    assert "-12 by decision, Board 2019/3" in told
    assert "1700 +4.80 -12 = 1693 (1 game)" in told
    # Mori - Hata 1-0, D 200: H .76; K 20: +4.80, rounded +5; 1700 + 5 - 12.
    query = (
        "SELECT previous, rounded, adjusted, adjustment_reference, rating FROM list_rating"
        " WHERE federation_id = ? AND version_id = 2"
    )
    assert work.rows(query, MORI) == [(1700, 5, -12, "Board 2019/3", 1693)]
    work.done("publish")
    told = work.done("explain", MORI).out
    assert "1700 + 5 − 12 = 1693" in told
    assert "By decision (5(2), Board 2019/3): −12." in told
    assert "Checked" in told
    assert "0 of 4 ratings move" in work.done("simulate").out


def test_an_adjustment_acts_on_who_did_not_play_and_is_kept_at_the_floor(work: Workplace) -> None:
    of_2019(work)
    words = ("--type", "ncs", "--reference", "Board", "--announced", "2019-01-01", "--reason", "balance")
    work.done("rule", "adjustment", ONO, "--points=-1500", *words)
    work.done("rule", "adjustment", TANI, "--points=20", *words)
    work.done("rate")
    work.done("publish")
    ratings = dict(work.rows("SELECT federation_id, rating FROM list_rating WHERE version_id = 2"))
    assert ratings == {MORI: 1700, HATA: 1500, TANI: 1620, ONO: 0}
    assert "Held at the floor (2(2)): 0." in work.done("explain", ONO).out


def test_an_adjustment_is_taken_back_before_publication_and_not_after(work: Workplace) -> None:
    small_federation(work)
    work.done("rule", "adjustment", MORI, "--points=10", "--reference", "Board", "--reason", "so")
    work.done("rate")
    work.done("resolve", "--take-back", 1, "--reason", "another member")
    assert work.run("publish").problem()["code"] == "draft-out-of-date"
    work.done("rate")
    assert work.rows("SELECT rating FROM list_rating WHERE version_id = 2 AND federation_id = ?", MORI) == [
        (1700,)
    ]
    work.moment += timedelta(minutes=1)
    said = work.done("rule", "adjustment", MORI, "--points=11", "--reference", "Board", "--reason", "so")
    assert said.err.startswith("Next: banzuke rate (list of 1 November 2026); banzuke resolve --take-back 2 ")
    work.done("rate")
    work.done("publish")
    problem = work.run("resolve", "--take-back", 2, "--reason", "no").problem()
    assert problem["code"] == "event-published"
    words = problem["do"].partition("banzuke ")[2].replace("POINTS", "-11").replace("…", "Board")
    assert "adjustment -11; Board: list 2026-12-01" in work.done(*words.split()).out


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--points=0", "--reference", "Board"), "adjustment-of-nothing"),
        (("--points=5", "--reference", " "), "adjustment-reference"),
        (("--points=5", "--reference", "Board", "--type", "ncs"), "unknown-type"),
        (("--points=5", "--reference", "Board", "--type", "rapid"), "adjustment-of-nobody"),
        (("--points=5", "--reference", "Board", "--list", "2026-10-01"), "list-published"),
        (("--points=5", "--reference", "Board", "--list", "2026-11-02"), "list-date"),
        (("--points=5", "--reference", "Board", "--closed-list", "2026-10-01"), "adjustment-reference"),
        (("--points=4001", "--reference", "Board"), "not-a-rating"),
        (("--points=5", "--reference", "Board", "--error-reported", "2026-11-01"), "adjustment-reference"),
        (("--points=5", "--reference", "Board", "--error-reported", "2027-11-01"), "day-to-come"),
        (("--points=5", "--reference", "Board", "--announced", "2027-11-01"), "day-to-come"),
    ],
)
def test_an_adjustment_that_cannot_be_is_refused_by_name(
    work: Workplace, words: tuple[str, ...], code: str
) -> None:
    small_federation(work)
    before = work.dump()
    said = work.run("rule", "adjustment", MORI, *words, "--reason", "so")
    assert (said.code, said.problem()["code"]) == (1, code)
    assert work.dump() == before


def test_points_that_are_decided_anew_name_the_decision_whose_place_they_take(work: Workplace) -> None:
    small_federation(work)
    words = ("rule", "adjustment", MORI, "--reference", "Board", "--reason", "so")
    assert "in place of" not in work.done(*words, "--points=11").out
    assert work.done(*words, "--points=12").out.endswith(", in place of decision 1 (adjustment +11; Board)\n")


def test_points_on_other_grounds_do_not_take_the_place_of_those_that_stand(work: Workplace) -> None:
    small_federation(work)
    words = ("rule", "adjustment", MORI, "--reason", "so", "--reference")
    work.done(*words, "Board 1", "--points=11")
    said = work.run(*words, "Board 2", "--points=-4").problem()
    assert said["code"] == "adjustment-twice"
    assert said["found"].startswith("“Board 1”, an adjustment of +11 points, by ")
    assert "--take-back 1 " in said["do"] and "--points=+7, " in said["do"]
    told = work.run("--lang", "ja", *words, "Board 2", "--points=-4").all
    assert "合計の点 --points=+7 を加えてください" in told and "then add" not in told
    assert "the sum" not in work.run(*words, "Board 2", "--points=-11").problem()["do"], "there is none"
    work.done(*words, "Board 2", "--points=-4", "--list", "2026-12-01")
    work.done("resolve", "--take-back", 1, "--reason", "Board 1 and Board 2 are one")
    assert "+7; Board 1 and 2" in work.done(*words, "Board 1 and 2", "--points=+7").out


def test_an_adjustment_without_a_reason_is_refused(work: Workplace) -> None:
    small_federation(work)
    said = work.run("rule", "adjustment", MORI, "--points=5", "--reference", "Board")
    assert (said.code, said.problem()["code"]) == (1, "ruling-incomplete")


def test_the_error_of_a_closed_list_is_made_good_in_the_next_and_of_an_open_one_not(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT)
    work.done("rate")
    work.done("publish")  # on 2 November 2026
    words = ("--points=7", "--reference", "error of round 2", "--closed-list", "2026-11-01", "--reason", "so")
    work.moment = work.moment.replace(year=2027, month=2)
    # Ninety days before 31 January 2027 is 2 November 2026: closed; before the 30th it is still open.
    said = work.run("rule", "adjustment", HATA, *words, "--error-reported", "2027-01-30")
    assert (said.code, said.problem()["code"]) == (1, "list-open")
    told = work.run("--lang", "ja", "rule", "adjustment", HATA, *words, "--error-reported", "2027-01-30").err
    assert "必要      2027-01-30の指摘では訂正の期限を過ぎているリスト (7(3))\n" in told
    told = work.run("--lang", "ja", "rule", "adjustment", HATA, *words, "--type", "blitz").err
    assert "必要      次のいずれか：'standard'、'rapid'（jcf-2024-10のレーティング）\n" in told
    work.done("rule", "adjustment", HATA, *words, "--error-reported", "2027-01-31")
    work.done("--lang", "ja", "rate")  # and who publishes it works in English
    work.done("publish")
    told = work.done("explain", HATA).out
    expected = "error of round 2 (correction of the list of 2026-11-01, error reported 2027-01-31)"
    assert f"By decision (7(3), {expected}): +7." in told
    assert "1498 + 0 + 7 = 1505" in told
    told = work.done("explain", HATA, "--lang", "ja").out
    assert "（7(3)、error of round 2（2026-11-01付リストの訂正、誤りの報告日 2027-01-31））：+7。" in told


def test_what_nothing_acts_on_is_written_as_before_and_what_acts_by_name(work: Workplace) -> None:
    from office.database.engine import look
    from office.lists.canonical import canonical_text
    from office.tables import ListVersionRow

    small_federation(work)
    work.done("rule", "adjustment", MORI, "--points=10", "--reference", "Board", "--reason", "so")
    work.done("rate")
    with look(work.engine()) as session:
        lines = canonical_text(session, session.get_one(ListVersionRow, 2)).splitlines()
    rows = {line.split("\t")[1]: line.split("\t") for line in lines if line.startswith("list_rating\t")}
    # The columns of the first lists: ID, type, the reckoning, the games, how, K, rank, initial.
    assert {len(cells) for number, cells in rows.items() if number != MORI} == {19}
    assert rows[MORI][19:] == ["adjusted=10", "adjustment_reference=Board"]


def test_a_jca_rating_is_taken_over_with_the_first_rated_game_and_a_higher_fide_one_before_it(
    work: Workplace,
) -> None:
    of_2019(work)
    work.store(event(1190001, SEPTEMBER, [(NEW, TANI, "1-0")]), ARRIVED)
    work.done("rule", "outside", NEW, "--jca", 1600, "--reason", "as the JCA list has it")
    work.done("rate")
    query = (
        "SELECT how, previous, taken_from, rating FROM list_rating WHERE federation_id = ? AND version_id = 2"
    )
    # 1600 v 1600, won at K 40 with no games: +20.
    assert work.rows(query, NEW) == [("adopted", 1600, "JCA", 1620)]
    work.done("publish")
    assert "taken over from JCA (2(3))" in work.done("explain", NEW).out


def test_another_countrys_rating_is_taken_on_application_alone_and_until_it_is_taken_back(
    work: Workplace,
) -> None:
    of_2019(work)
    work.store(event(1190001, SEPTEMBER, [(NEW, TANI, "1-0")]), ARRIVED)
    work.done("rule", "outside", NEW, "--foreign", 1700, "--reason", "applied for on 1 September")
    work.done("rate")
    query = "SELECT previous, taken_from FROM list_rating WHERE federation_id = ? AND version_id = 2"
    assert work.rows(query, NEW) == [(1700, "another country")]
    work.done("resolve", "--take-back", 1, "--reason", "the application was withdrawn")
    assert work.run("publish").problem()["code"] == "draft-out-of-date"
    work.done("rate")
    assert work.rows("SELECT id FROM list_rating WHERE federation_id = ? AND version_id = 2", NEW) == []


def test_a_rating_from_outside_that_is_none_is_refused(work: Workplace) -> None:
    small_federation(work)
    assert work.run("rule", "outside", MORI, "--jca", 0, "--reason", "so").problem()["code"] == "not-a-rating"
    assert work.run("rule", "outside", "Nobody", "--jca", 1, "--reason", "s").problem()["code"] == (
        "no-such-member"
    )
    assert work.run("rule", "outside", MORI, "--reason", "so").code == 2


def test_a_rating_from_outside_that_no_list_takes_is_refused(work: Workplace) -> None:
    """Also of 2022: there FIDE's ratings alone are taken over (6(2))."""
    of_2022(work)
    refused = work.run("rule", "outside", NEW, "--jca", 1600, "--reason", "so").problem()
    assert (refused["code"], refused["place"]) == ("decision-without-effect", "--jca")
