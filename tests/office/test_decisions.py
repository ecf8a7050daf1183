"""First ratings that an officer decides, and provisional ones."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime

import pytest

from rating.editions import load, names
from tests.earlier_editions import NEW, event, of_2019
from tests.workplace import HATA, MORI, ONO, TANI, Workplace, once

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


def test_whatever_edition_leaves_a_first_rating_to_the_office_has_points_to_put_it_right() -> None:
    """A list that is out is told to be put right by them; Queensland decides no rating, and has no points."""
    known = {name: load(name) for name in names()}
    assert {name for name, law in known.items() if law.has("decision")} == {"ncs-2019-09"}
    assert known["ncs-2019-09"].has("adjustment") and not known["qjrl"].has("adjustment")


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
