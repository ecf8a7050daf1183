"""What an officer enters of ratings: first ratings he decides, adjustments, ratings from outside."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta

import pytest

from tests.earlier_editions import NEW, event, of_2019, of_2022
from tests.office.test_desk import EVENT
from tests.workplace import HATA, MORI, ONO, TANI, Workplace, once, small_federation

SEPTEMBER = date(2019, 9, 7)
ARRIVED = date(2019, 9, 9)
FOUR = [(NEW, other, "1-0") for other in (MORI, HATA, TANI, ONO)]
DECIDED = "SELECT how, rating, decided, games FROM list_rating WHERE federation_id = ? AND version_id = ?"


@once
def asked(work: Workplace, games: list[tuple[str, str, str]] = FOUR) -> None:
    """A newcomer of 2019 who won all his four games, and the run that asks of it."""
    of_2019(work)
    work.store(event(1190001, SEPTEMBER, games), ARRIVED)
    assert work.run("rate").code == 3


def draft(work: Workplace) -> int:
    ((number,),) = work.rows("SELECT id FROM list_version WHERE state = 'draft'")
    return int(number)


def test_all_games_won_is_asked_of_the_officer_and_the_list_is_not_published_without_an_answer(
    work: Workplace,
) -> None:
    asked(work)
    question = work.the("decision-needed")
    assert question.place == f"list of 2019-10-01, {NEW} Nitta Yu, ncs"
    assert question.expected == "a first rating decided by the office (2(4))"
    assert question.found.startswith("4 games, all won: won 2019-09-07 against 1400; ")
    said = work.run("rate")
    assert "To be decided by the office" in said.out
    assert f"1 question to decide: P{question.id}" in said.err
    said = work.run("publish")
    assert (said.code, said.problem()["code"]) == (3, "open-problems")
    assert f"P{question.id}" in said.problem()["found"]


def test_a_decided_rating_is_on_the_list_with_its_reason_and_its_sum_is_checked(work: Workplace) -> None:
    asked(work)
    work.resolve(work.the("decision-needed"), "--rating", 1850, reason="champion of\nanother country")
    assert "Nitta Yu: first rating 1850 decided by the office" in work.done("rate").out
    assert work.rows(DECIDED, NEW, draft(work)) == [("initial", 1850, 1850, 4)]
    work.done("publish")
    told = work.done("explain", NEW).out
    assert "NCS: initial rating 1850" in told
    assert "Decided by the federation (2(4)): 1850.\n  Reason: champion of\n      another country." in told
    assert "Checked" in told
    assert "連盟の決定（2(4)）：1850。" in work.done("explain", NEW, "--lang", "ja").out
    part = json.loads(work.done("explain", NEW, "--json").out)["types"][0]
    assert part["initial"]["decided"] == {"rating": 1850, "reason": "champion of\nanother country"}
    assert "ncs-2019-09" in work.done("simulate", "--edition", "ncs-2019-09").out


def test_who_was_left_unrated_is_asked_about_on_the_next_list_with_a_new_game_as_the_question_says(
    work: Workplace,
) -> None:
    asked(work)
    question = work.the("decision-needed")
    said = " ".join(work.done("resolve", f"P{question.id}").out.split())
    assert "until a later list asks: the next one with a new game of theirs, or the next (R106)" in said
    work.resolve(question, "--accept")
    work.done("rate")
    work.done("publish")
    assert work.run("rate", "--interpretation", "R106=every-list").code == 3
    again = work.the("decision-needed")
    assert again.found == question.found
    work.done("rate")  # nothing new: a first rating is of a list with a new game
    assert "decision-needed" not in work.codes()
    work.store(event(1190002, date(2019, 10, 5), [(NEW, MORI, "1-0")]), date(2019, 10, 6))
    assert work.run("rate").code == 3
    assert work.the("decision-needed").found.startswith("5 games, all won: ")


def test_a_decision_that_is_taken_back_is_asked_again(work: Workplace) -> None:
    asked(work)
    question = work.the("decision-needed")
    work.resolve(question, "--rating", 1850)
    assert work.codes().count("decision-needed") == 0
    work.done("rate")
    work.done("resolve", "--take-back", 1, "--reason", "a slip")
    assert work.the("decision-needed").id == question.id
    assert work.run("publish").code == 3
    assert work.run("rate").code == 3
    assert work.rows(DECIDED, NEW, draft(work)) == []


def test_a_decision_on_a_published_list_is_not_taken_back(work: Workplace) -> None:
    asked(work)
    question = work.the("decision-needed")
    work.resolve(question, "--rating", 1850)
    work.done("rate")
    work.done("publish")
    back = ("resolve", "--take-back", 1, "--reason", "a slip")
    again = ("resolve", f"P{question.id}", "--rating", 1800, "--reason", "a slip")
    for words, code in ((back, "event-published"), (again, "list-published")):
        problem = work.run(*words).problem()
        assert (problem["code"], f"adjustment {NEW} --type ncs" in problem["do"]) == (code, True)


def test_a_correction_that_would_need_another_decision_says_how_to_leave_the_list_as_it_is(
    work: Workplace,
) -> None:
    """No number is named: nobody can answer it, and the next question would get it."""
    asked(work)
    work.resolve(work.the("decision-needed"), "--rating", 1850)
    work.done("rate")
    work.done("publish")
    won = [*FOUR[:3], (NEW, FOUR[0][1], "1-0")]
    work.store(event(1190001, SEPTEMBER, won), ARRIVED)
    work.done("correction", "open", "E1", "--reason", "another opponent")
    for words in (("preview",), ("publish", "--reason", "another opponent")):
        said = work.run("correction", *words)
        problem = said.problem()
        assert (said.code, problem["place"]) == (3, f"list of 1 October 2019, {NEW} Nitta Yu, ncs")
        assert "banzuke correction close E" in problem["do"]
    work.done("correction", "close", "E1", "--reason", "the decision stands")
    assert "Nothing" in work.done("correction", "preview").out


def test_who_comes_to_a_first_rating_by_a_correction_stays_unrated_until_the_next_list_asks(
    work: Workplace,
) -> None:
    """Ono's membership is entered late: the fourth game counts, all are won, and no event can be closed."""
    of_2019(work, ono={"Memberships": "2010-01-01/2018-12-31"})
    work.store(event(1190001, SEPTEMBER, [*FOUR, (MORI, ONO, "1-0")]), ARRIVED)
    work.done("rate")
    work.done("publish")
    work.done("members", "renew", ONO, "2019-01-01/2020-12-31")
    before = work.dump()
    said = work.done("correction", "preview").out
    assert work.dump() == before
    told = f"list of 2019-10-01, {NEW} Nitta Yu, ncs: 4 games, all won: won 2019-09-07 against 1400; "
    assert told in said.replace("1 October 2019", "2019-10-01").replace("7 September 2019", "2019-09-07")
    assert (
        "the player stays unrated on it, and a later list asks: the next one with a new game of his, or the"
        in said
    )
    done = work.done("correction", "publish", "--reason", "paid in time, entered late").out
    assert "stays unrated on it" in done and f"{MORI}  Mori Sora" in done
    assert "decision-needed" not in work.codes()
    accepted = "SELECT code, reason FROM ruling WHERE kind = 'accept'"
    assert work.rows(accepted) == [("decision-needed", "paid in time, entered late")]
    assert "Nothing" in work.done("correction", "preview").out
    assert {p["code"] for p in work.run("rebuild").problems()} == {"no-saved-pages"}  # of events made by hand
    work.moment = datetime(2019, 11, 2, 1, 0, tzinfo=UTC)
    work.store(event(1190002, date(2019, 10, 5), [(NEW, MORI, "1-0")]), date(2019, 10, 7))
    assert work.run("rate").code == 3
    assert work.the("decision-needed").found.startswith("5 games, all won")


def test_an_accepted_question_leaves_the_player_unrated_with_his_games_kept(work: Workplace) -> None:
    asked(work)
    question = work.the("decision-needed")
    work.resolve(question, "--accept")
    work.done("rate")
    work.done("publish")
    problem = work.run("resolve", f"P{question.id}", "--rating", 1800, "--reason", "a slip").problem()
    assert (problem["code"], "the next one with a new game" in problem["do"]) == ("list-published", True)
    assert work.rows(DECIDED, NEW, 2) == []
    kept = "SELECT count(*) FROM earlier_game WHERE federation_id = ? AND version_id = 2"
    assert work.rows(kept, NEW) == [(4,)]


def test_a_later_answer_takes_the_place_of_an_earlier_one(work: Workplace) -> None:
    asked(work)
    question = work.the("decision-needed")
    work.resolve(question, "--accept")
    work.resolve(question, "--rating", 1800)
    work.resolve(question, "--rating", 1850)
    work.done("rate")
    assert work.rows(DECIDED, NEW, draft(work)) == [("initial", 1850, 1850, 4)]
    assert len(work.rows("SELECT id FROM ruling WHERE taken_back_at IS NULL")) == 1


def test_a_decision_over_other_games_does_not_act(work: Workplace) -> None:
    asked(work)
    work.resolve(work.the("decision-needed"), "--rating", 1850)
    work.done("rate")
    work.store(event(1190002, date(2019, 9, 14), [(NEW, MORI, "1-0")]), date(2019, 9, 16))
    said = work.run("rate")
    assert said.code == 3
    assert work.the("decision-needed").found.startswith("5 games, all won")
    assert work.rows(DECIDED, NEW, draft(work)) == []


def test_a_game_that_was_not_won_after_all_needs_no_decision(work: Workplace) -> None:
    asked(work)
    work.resolve(work.the("decision-needed"), "--rating", 1850)
    work.store(event(1190001, SEPTEMBER, [*FOUR[:3], (NEW, ONO, "1/2-1/2")]), ARRIVED)
    work.done("rate")
    # Opponents 1700, 1500, 1600, 1400: RA 1550; three and a half of four: three halves over, 20 each.
    assert work.rows(DECIDED, NEW, draft(work)) == [("initial", 1610, None, 4)]
    assert "decision-needed" not in work.codes()
    work.done("publish")


@pytest.mark.parametrize(
    ("words", "code"), [(("--rating", 4001), "not-a-rating"), (("--defer",), "decision-does-not-fit")]
)
def test_an_answer_that_is_none_is_refused(work: Workplace, words: tuple[object, ...], code: str) -> None:
    asked(work)
    question = work.the("decision-needed")
    before = work.dump()
    said = work.run("resolve", f"P{question.id}", *words, "--reason", "so")
    assert (said.code, said.problem()["code"]) == (1, code)
    assert work.dump() == before


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


def test_few_games_are_marked_provisional_on_the_list_and_in_its_file(work: Workplace) -> None:
    of_2019(work)
    work.store(event(1190001, SEPTEMBER, [*FOUR[:3], (NEW, ONO, "1/2-1/2")]), ARRIVED)
    work.done("rate")
    work.done("publish")
    marks = dict(work.rows("SELECT federation_id, marks FROM list_rating WHERE version_id = 2"))
    assert marks == {MORI: None, HATA: None, TANI: None, ONO: None, NEW: "provisional"}
    assert "Provisional (5(1))" in work.done("explain", NEW).out
    work.done("export", "list")
    text = (work.folder / "lists" / "rating-2019-10-01.csv").read_text("utf-8")
    assert text.splitlines()[0] == "ID,Name,Kanji,NCS-K,NCS,NCS-G,NCS-R,Act,Mem,Marks"
    assert f"{NEW},Nitta Yu,,40,1610,4,2,1,1,provisional" in text
