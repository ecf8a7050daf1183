"""K as a list prints it (R23) is that of a game on the day of the list, by the article of each edition."""

from datetime import date
from itertools import product
from random import Random

import pytest

from rating.columns.k_factor import OfType, printed
from rating.interpretations import interpretations
from rating.records import Held
from rating.steps import KFacts, Standing
from tests.rating.test_columns_kernel import each_law

LIST = date(2027, 1, 1)
"""The list before it is of another year (R81)."""
RATINGS = (900, 1199, 1200, 2299, 2300, 2399, 2400, 2401)
GAMES = (0, 4, 5, 9, 10, 29, 30, 31)
BORN = (None, date(2008, 1, 1), date(2008, 1, 2), date(2008, 11, 1), date(2009, 1, 1), date(1960, 5, 5))
SWITCHES = (
    {}, {"r12": "both-types"}, {"r14": "initial-only"}, {"r4": "ten-first"}, {"r3": "year-of-list"},
    {"r62": "both-types"}, {"r80": "never-reached"}, {"r81": "year-of-game"}, {"r22": "day-before"},
)  # fmt: skip


@each_law
@pytest.mark.parametrize("chosen", SWITCHES, ids=str)
def test_every_k_that_is_printed_is_what_the_article_says(law, chosen):
    switches, chance, types = interpretations(**chosen), Random(23), law.shapes.types(law)
    held, born, of_types = {}, {}, {type: {} for type in types}
    for n, (rating, games, day) in enumerate(product(RATINGS, GAMES, BORN)):
        mine = chance.sample(types, chance.randint(1, len(types)))
        held[f"N{n}"] = {
            type: Held(rating, games, rating + chance.choice((0, 1, 100, 1000)), chance.random() < 0.3)
            for type in mine
        }
        born[f"N{n}"] = day
        for type, one in held[f"N{n}"].items():
            of_types[type][f"N{n}"] = one
    told = printed(law, {type: OfType.of(mine) for type, mine in of_types.items()}, born, LIST, switches)
    found = {type: dict(zip(mine, told[type], strict=True)) for type, mine in of_types.items()}
    assert len({k for mine in told.values() for k in mine}) > 2
    for number, mine in held.items():
        standings = {
            type: Standing("list", one.rating, one.games, one.peak, one.adopted) for type, one in mine.items()
        }
        for type, standing in standings.items():
            facts = KFacts(standing, tuple(standings.values()), born[number], LIST, LIST)
            assert found[type][number] == law.shapes.k_factor(law, facts, switches).k, (number, type)


@each_law
def test_nobody_has_no_k(law):
    assert printed(law, {}, {}, LIST, interpretations()) == {}
    assert printed(law, {"standard": OfType.of({})}, {}, LIST, interpretations()) == {"standard": []}
