"""What a public archive says in the place of personal facts gives the list that was published, whichever way
the text is read."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest

from office.families.japanese.inputs import member
from publication.bundle.public import engine_facts, public_facts
from rating.articles.fide_adoption import fide_at_joining
from rating.editions import load
from rating.interpretations import interpretations
from rating.steps import KFacts, Standing
from tests.office.test_corrections import game
from tests.publication.forged import unzipped
from tests.workplace import HATA, LATE, MORI, Workplace, small_federation

LIST = date(2026, 11, 1)
BEFORE, LAST_BEFORE, FIRST, LATELY = "2020-04-01", "2024-09-30", "2024-10-01", "2026-10-05"
AFTER_PERIOD, ON_LIST, AFTER_LIST = "2026-10-21", "2026-11-01", "2026-11-02"


def joined_at(joined: str | None, begins: str | None) -> dict[str, Any]:
    """A member with a FIDE rating of 1850, as a run has him."""
    told: dict[str, Any] = {"id": "A", "born": None, "joined": joined, "fide": {"standard": 1850}}
    told["membership"] = [] if begins is None else [[begins, "2027-03-31"]]
    return told | {"ratings": {}, "earlier_games": []}


@pytest.mark.parametrize(
    ("readings", "first", "last"),
    [
        ({}, BEFORE, ON_LIST),
        ({"r19": "period-end"}, BEFORE, LATELY),
        ({"r118": "joined-since"}, FIRST, ON_LIST),
        ({"r118": "joined-since", "r19": "period-end"}, FIRST, LATELY),
    ],
)
@pytest.mark.parametrize("said", [True, False])
def test_who_joins_from_one_day_to_another_has_the_fide_rating_by_the_public_facts_too(
    readings: dict[str, str], first: str, last: str, said: bool
) -> None:
    """6(1), R19, R118: by the day of joining, or where nobody says it by that of the first membership."""
    law, switches = load("jcf-2024-10"), interpretations(**readings)
    for day in (BEFORE, LAST_BEFORE, FIRST, LATELY, AFTER_PERIOD, ON_LIST, AFTER_LIST):
        told = joined_at(day if said else None, BEFORE if said else day)
        shown = public_facts(told, (), law, switches, str(LIST))
        if day in (BEFORE, FIRST, LATELY, AFTER_PERIOD):  # the others are days that anybody knows
            assert day not in json.dumps(shown)
        again = member(engine_facts(shown, law))
        found = fide_at_joining(law, again, "standard", LIST, switches)
        assert found == (1850 if first <= day <= last else None), day


@pytest.mark.parametrize(
    ("born", "k"),
    [
        ("1960-05-05", {2026: 20, 2027: 20}),
        ("2007-01-01", {2026: 20, 2027: 20}),
        ("2007-01-02", {2026: 40, 2027: 20}),
        ("2008-01-01", {2026: 40, 2027: 20}),
        ("2008-01-02", {2026: 40, 2027: 40}),
        ("2016-12-31", {2026: 40, 2027: 40}),
    ],
)
def test_whose_birth_date_is_not_told_has_the_same_k_by_the_public_facts(
    born: str, k: dict[int, int]
) -> None:
    """5(1): 40 for who is under 19, on 1 January of the year of the game (R3); 20 else, with 30 games."""
    law, switches = load("jcf-2024-10"), interpretations()
    told = joined_at("2026-04-01", None) | {"born": born}
    shown = public_facts(told, [("2026-12-30", "2026-12-30")], law, switches, "2027-01-01")
    assert born not in json.dumps(shown)
    again, standing = member(engine_facts(shown, law)), Standing("list", 1500, 30, 1500)
    for year, expected in k.items():
        facts = KFacts(standing, (standing,), again.born, date(year, 6, 1), date(2027, 1, 1))
        assert law.shapes.k_factor(law, facts, switches).k == expected


def test_the_days_on_which_he_was_a_member_stand_in_order_and_no_others() -> None:
    """An event that began under one membership and ended under the next, days of games, and the list's."""
    told = joined_at("2025-04-01", None) | {
        "membership": [["2026-04-01", "2027-03-31"], ["2025-04-01", "2026-03-31"]]
    }
    days = [("2026-10-10", "2026-10-12"), ("2026-03-30", "2026-04-02"), ("2025-03-30", "2025-03-30")]
    days += [(day, day) for day in ("2026-10-18", "2025-12-31", "2026-10-03", "2026-04-12")]
    shown = public_facts(told, days, load("jcf-2024-10"), interpretations(), str(LIST))
    assert shown["membership"] == [
        ["2025-12-31", "2025-12-31"],
        ["2026-03-30", "2026-03-31"],
        ["2026-04-01", "2026-04-02"],
        ["2026-04-12", "2026-04-12"],
        ["2026-10-03", "2026-10-03"],
        ["2026-10-10", "2026-10-12"],
        ["2026-10-18", "2026-10-18"],
        ["2026-11-01", "2026-11-01"],
    ]


def test_only_a_fide_rating_that_could_still_be_adopted_is_told() -> None:
    told = joined_at("2026-04-01", None) | {"fide": {"standard": 1850, "rapid": 1790}}
    told["ratings"] = {"standard": {"rating": 1700, "games": 40, "peak": 1850}}
    shown = public_facts(told, (), load("jcf-2024-10"), interpretations(), str(LIST))
    assert shown["fide"] == {"rapid": 1790}


def test_an_archive_has_who_joined_before_the_edition_unrated_where_it_is_read_so(work: Workplace) -> None:
    """R118."""
    fide = {"FIDE ST": 1850, "FIDE Source": "FIDE list 2020-04"}
    small_federation(work, abe={"Joined": "2020-04-01", **fide})
    work.store(game(1400001, date(2026, 10, 4), MORI, HATA, "1-0"))
    work.done("rate", "--interpretation", "R118=joined-since")
    work.done("publish")
    file = work.folder.parent / "lists.zip"
    work.done("bundle", file)
    work.done("verify", file, "--key", work.folder / "key.pub")
    parts = unzipped(file.read_bytes())
    assert LATE not in parts["versions/2026-11-01-v1.txt"].decode()
    assert b"2020-04-01" not in parts["versions/2026-11-01-v1.json"]
