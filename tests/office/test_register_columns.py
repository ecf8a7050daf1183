"""The members of a run as columns say of each what the member himself says, and refuse what he refuses."""

import random
from datetime import date
from typing import Any

import pytest

from office.families.japanese.inputs import member
from office.families.japanese.register import members
from rating.checks import check_members
from rating.columns import engine as columns
from rating.columns.at_rest import resting
from rating.columns.register import HeldColumns, register_of
from rating.editions import load
from rating.engine import rate
from rating.errors import RatingError
from rating.interpretations import Interpretations

LAW, LIST = load("jcf-2024-10"), date(2027, 2, 1)
KEPT = {
    "type": "standard", "date": "2026-12-05", "opponent_rating": 1500, "score": 1, "ref": "kept 1",
    "source": "Open", "event_key": None, "round": None, "opponent_id": None, "opponent_name": "",
    "list": "2026-12-01",
}  # fmt: skip
MORE: tuple[dict[str, Any], ...] = (
    {"fide": {"standard": 1500}}, {"earlier_games": [KEPT]}, {"jca": 1500}, {"foreign": 1500},
    {"decided": {"standard": {"rating": 1500}}},
    {"membership": [["2027-01-02", "2027-01-01"]]},  # ends before it begins
    {"membership": [["2026-01-01", "2026-12-31"], ["2027-01-02", "2027-01-01"]]},
)  # fmt: skip


def somebody(chance: random.Random) -> dict[str, Any]:
    """A member of a run's inputs with ratings alone, or with one thing more."""
    told: dict[str, Any] = {
        "id": f"N{chance.randrange(10**9)}",
        "name": "Abe Aki",
        "kanji": None,
        "born": chance.choice((None, "1980-01-01", "2010-05-05")),
        "joined": chance.choice((None, "2020-02-29")),
        "membership": chance.choice(([], [["2026-01-01", "2027-12-31"]], [["2027-01-01", "2027-01-01"]])),
        "fide": {},
        "ratings": {
            type_: {
                "rating": chance.choice((900, 1500)), "games": chance.choice((0, 40, -1)),
                "peak": chance.choice((1500, 1600)), "peak_assumed": False, "adopted": chance.random() < 0.3,
            }
            for type_ in ("standard", "rapid", "ncs")
            if chance.random() < 0.4
        },
        "earlier_games": [],
        "last_game": None,
    }  # fmt: skip
    return told | (chance.choice(MORE) if chance.random() < 0.3 else {})


def answer(function: Any, people: Any) -> Any:
    try:
        return function(people, (), list_date=LIST, edition=LAW)
    except RatingError as error:
        return error.problems


@pytest.mark.parametrize("seed", range(60))
def test_columns_of_stored_members_say_what_the_members_say(seed: int) -> None:
    chance = random.Random(seed)
    people = [somebody(chance) for _ in range(12)]
    one_by_one = register_of(map(member, people))
    found = members(people)
    assert [*found.ids] == [*one_by_one.ids]
    assert [*found.plain] == [*one_by_one.plain]
    told = {name: [[*getattr(of, n)] for n in HeldColumns.__slots__] for name, of in found.held.items()}
    assert told == {
        name: [[*getattr(of, n)] for n in HeldColumns.__slots__] for name, of in one_by_one.held.items()
    }
    assert [found.member(n) for n in range(12)] == [*map(member, people)]
    assert answer(columns.rate, found) == answer(rate, [*map(member, people)])


@pytest.mark.parametrize("more", MORE, ids=lambda more: next(iter(more)))
def test_of_whom_more_than_a_rating_is_known_is_asked_by_the_articles(more: dict[str, Any]) -> None:
    held = {"rating": 1500, "games": 40, "peak": 1600, "peak_assumed": False, "adopted": False}
    quiet = somebody(random.Random(1)) | {"id": "A", "ratings": {"standard": held}} | {"fide": {}}
    quiet |= {"earlier_games": [], "membership": []}
    for name in ("jca", "foreign", "decided"):
        quiet.pop(name, None)
    found = members([quiet, quiet | {"id": "B"} | more])
    assert resting(LAW, found, (), Interpretations()).moving == [1]
    if "membership" in more:
        (problem,) = check_members(LAW, [found.member(1)])
        assert answer(columns.rate, found) == (problem,)


@pytest.mark.parametrize("name", ["born", "joined"])
def test_a_day_that_is_none_is_refused_of_who_is_at_rest_too(name: str) -> None:
    with pytest.raises(ValueError, match="day is out of range"):
        members([somebody(random.Random(1)) | {name: "2026-02-30"}])
    with pytest.raises(ValueError, match="day is out of range"):
        members([somebody(random.Random(1)) | {"membership": [["2026-02-30", "2027-01-01"]]}])
