"""Lists under the Queensland text reckoned again: simulated, supposed, out of date, corrected."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

from tests.office.test_queensland import ANNA, BEN, DORA, GAMES, NAMES, event, juniors, rated
from tests.queensland import register
from tests.workplace import Workplace


def two_lists(work: Workplace) -> None:
    """Dora is new on the first, and estimated again on the second."""
    juniors(work)
    rated(work, event(*GAMES, (DORA, ANNA, "1-0")))
    work.moment = datetime(2027, 1, 2, tzinfo=UTC)
    second = event(*GAMES, (DORA, BEN, "1-0"), number=1400002, day=date(2026, 11, 15))
    rated(work, second, arrived=date(2026, 11, 20))


def test_simulated_under_its_own_rules_nobody_moves_and_others_are_told(queensland: Workplace) -> None:
    work = queensland
    two_lists(work)
    before = work.dump()
    assert "On the list of 1 January 2027, 0 of 4 ratings move" in work.done("simulate").out
    told = work.done("simulate", "--interpretation", "R9=five-hundred-up-four-hundred-down").out
    assert "0 of 4 ratings move" not in told
    assert f"{DORA} Dean Dora: " in told
    said = work.run("simulate", "--edition", "jcf-2024-10")
    assert (said.code, said.problem()["code"]) == (1, "simulation-types")
    assert work.dump() == before


def test_who_is_rated_like_a_newcomer_again_has_no_first_rating_once_more(queensland: Workplace) -> None:
    work = queensland
    two_lists(work)
    lines = [line.split() for line in work.done("lists").out.splitlines()]
    assert [line[-3:-1] for line in lines[1:3]] == [["QJ", "0"], ["QJ", "1"]]


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


def test_whatif_takes_every_class_that_an_event_can_have(queensland: Workplace) -> None:
    """Also what the text assumes of a junior event that states nothing: the desk offers it."""
    juniors(queensland)
    words = ("whatif", ANNA, "--game", "win 1000")
    offered = queensland.run(*words).problem()["expected"].removeprefix("one of ").split(", ")
    assert offered == ["lightning", "open", "short", "club", "junior"]
    told = [queensland.done(*words, "--class", one).out for one in offered]
    assert [re.findall(r"K (\d+): ", one) for one in told] == [["5"], ["20"], ["15"], ["10"], ["10"]]


def test_the_rating_that_is_supposed_of_an_opponent_stands_by_any_reading_of_r98(
    queensland: Workplace,
) -> None:
    """3: he is an adult, also where an ACF list of within the period makes nobody one."""
    juniors(queensland)
    words = ("whatif", ANNA, "--game", "win 1300", "--game", "loss 1300", "--class", "open")
    usual, otherwise = (
        queensland.done(*words, *reading).out
        for reading in ((), ("--interpretation", "R98=list-before-period"))
    )
    assert otherwise == usual and "against an average of 1300" in usual


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
    said = work.done("correction", "preview").out
    assert "because: Event 1400001 (chess-results:1400001): class: club → short" in said
    assert "  QJ  " in said and "qj" not in said
    japanese = work.done("--lang", "ja", "correction", "preview").out
    assert ")：大会の区分：club → short" in japanese
    assert "訂正前" in japanese  # not 前回: both are versions of one list
    assert "訂正後の対局数" in japanese


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
    (report,) = [text for (text,) in work.rows("SELECT report FROM list_version WHERE how = 'run'")]
    work.done("publish")
    told = work.done("explain", ANNA).out
    assert "left out by the office (Organisers 3): played twice" in told
    assert "QJ: 1000 → 1000" in told
    # Anna is rated, and nobody asks it of an event that is left out.
    assert "left out by decision (Organisers 3): played twice" in report
    assert "Organisers 2" not in report + told
