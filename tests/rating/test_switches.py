"""The words of a switch: what is no alternative is refused, and a run keeps what it used."""

import pytest

from rating.errors import InterpretationError
from rating.interpretations import Interpretations, interpretations, stored
from rating.rulings import RULINGS

from .federation import event, game, held, line, member, outcome


def test_a_word_that_is_no_alternative_is_refused():
    with pytest.raises(InterpretationError, match=r"R1.*half-even"):
        Interpretations(r1="half-even")
    with pytest.raises(InterpretationError, match="r199"):
        interpretations(r199="anything")
    with pytest.raises(InterpretationError) as refusal:
        interpretations(r1="half-up", zebra="", r199="x", ape="y", bee="z", cat="")
    (unknown,) = refusal.value.problems
    assert (unknown.code, unknown.found) == ("unknown-interpretation", "ape, bee, cat, r199, zebra")
    assert unknown.expected.startswith("one of r0, r1, r2, ")
    assert unknown.remedy == "see docs/interpretations.md"
    assert interpretations(r1="half-up").r1 == "half-up"


def test_all_wrong_words_are_named_together():
    with pytest.raises(InterpretationError) as refusal:
        Interpretations(r1="x", r6="y")
    assert [p.code for p in refusal.value.problems] == ["unknown-interpretation"] * 2


def test_a_word_that_is_empty_is_named():
    for refused in (lambda: Interpretations(r10=""), lambda: stored({"": "x"})):
        with pytest.raises(InterpretationError) as refusal:
            refused()
        assert [p.found for p in refusal.value.problems] == ["an empty word"]


def test_a_run_can_store_the_switches_it_used():
    used = outcome([], switches=Interpretations(r6="cut-mean")).interpretations.as_dict()
    assert used["R6"] == "cut-mean"
    assert set(used) == set(RULINGS)


def test_what_a_stored_run_does_not_name_had_its_default():
    assert stored({"R6": "cut-mean"}) == Interpretations(r6="cut-mean")
    assert stored({}) == Interpretations()


def test_a_run_from_before_the_question_of_peaks_keeps_what_r12_said_of_them():
    both = {"R12": "both-types"}
    before = {"r95": "not-by-these", "r97": "rated"}
    assert stored(both) == Interpretations(r12="both-types", r62="both-types", **before)
    assert stored({"R12": "by-type", "R62": "by-type"}).r95 == "not-by-these"  # as lists then printed it
    now = Interpretations(r12="both-types")
    assert stored(now.as_dict()) == now


def test_games_and_peaks_are_two_questions():
    def k_of(**chosen):
        few_and_strong_elsewhere = member("A", held(1900, 20), held(2300, 20, peak=2400))
        played = [few_and_strong_elsewhere, member("B", 1900)]
        return line(outcome(played, event(game("A", "B")), switches=Interpretations(**chosen)), "A").k

    assert k_of() == 40
    assert k_of(r12="both-types") == 20
    assert k_of(r62="both-types") == 10
