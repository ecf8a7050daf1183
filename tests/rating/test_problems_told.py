"""What is said of a problem, wherever it goes: as text, to another process, with the remedy of its code."""

import pickle
import tomllib
from pathlib import Path

import pytest

import rating
from rating.citation import _REGISTRY, article, cited_for
from rating.codes import CODES, told
from rating.editions import names
from rating.errors import CaseError, Problem, RatingError
from rating.field import Standings

ONE = Problem("late-report", "event E1", "a report by 20 October", "21 October", "decide it")
OTHER = Problem("time-class", "event E2", "a class", "nothing")


def test_a_problem_says_where_what_was_expected_and_found_and_what_to_do():
    assert str(ONE) == "event E1: late-report: expected a report by 20 October, found 21 October (decide it)"
    assert str(OTHER) == "event E2: time-class: expected a class, found nothing"
    assert str(RatingError([ONE, OTHER])) == f"{ONE}\n{OTHER}"


def test_a_refusal_comes_out_of_another_process_as_it_was():
    came = pickle.loads(pickle.dumps(CaseError([ONE, OTHER])))
    assert type(came) is CaseError
    assert came.problems == (ONE, OTHER)


def test_a_problem_without_a_remedy_gets_that_of_its_code():
    listed = tomllib.loads((Path(rating.__file__).parent / "codes.toml").read_text("utf-8"))
    assert listed == CODES
    first, second = told([ONE, OTHER])
    assert first == ONE
    assert second.remedy == listed["time-class"]["remedy"] != ""
    assert (second.code, second.place, second.expected, second.found) == (
        "time-class", "event E2", "a class", "nothing",
    )  # fmt: skip


def test_who_is_on_no_register_has_nothing():
    nobody = Standings({}, {}, {}).of("N1", "standard")
    assert (nobody.rating, nobody.peak, nobody.games, nobody.source, nobody.adopted) == (
        None, None, 0, None, False,
    )  # fmt: skip


def test_a_function_carries_one_article_of_an_edition(monkeypatch):
    def found_nowhere_else(law): ...

    monkeypatch.delitem(_REGISTRY, "found_nowhere_else", raising=False)
    mark = article("an-edition", "1(1)")
    try:
        assert mark(found_nowhere_else) is found_nowhere_else
        with pytest.raises(ValueError, match="found_nowhere_else is cited twice for an-edition"):
            article("an-edition", "1(2)")(found_nowhere_else)
    finally:
        del _REGISTRY["found_nowhere_else"]


@pytest.mark.parametrize("edition", names())
def test_the_functions_of_an_edition_stand_by_name(edition):
    found = [name for name, _ in cited_for(edition)]
    assert found == sorted(found)
    assert found
