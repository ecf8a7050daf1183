"""The columns against the article functions one by one, at their edges, and what they refuse."""

from dataclasses import replace
from datetime import date
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rating import editions
from rating.columns import kernel
from rating.columns.arrays import NO_BIRTH_DATE, UNRATED, Games, Holders
from rating.columns.engine import missing
from rating.columns.expected import EXPECTED
from rating.columns.kernel import reckon
from rating.columns.totals import FLOOR, LARGEST_K
from rating.errors import RatingError

BY_GAME = [law for name in editions.names() if not missing(law := editions.load(name))]
JCF = editions.load("jcf-2024-10")
LIST = date(2027, 2, 1)
DAY = date(2027, 1, 5).toordinal()
each_law = pytest.mark.parametrize("law", BY_GAME, ids=lambda law: law.id)


def holders(*ratings, games=100, born=date(1980, 1, 1)):
    """One player for each rating, in every type the same."""
    types = 2
    rating = np.array([ratings] * types)
    return Holders(
        rating,
        np.full(rating.shape, games),
        np.maximum(rating, 0),
        np.zeros(rating.shape, np.bool_),
        np.full(len(ratings), born.toordinal() if born else NO_BIRTH_DATE),
    )


def games(*rows, type=None):
    """Games as (white, black, halves), or with a day."""
    columns = [np.array(column, np.int64) for column in zip(*rows, strict=True)]
    if len(columns) == 3:
        columns.append(np.full(len(rows), DAY))
    return Games(*columns, type=np.zeros(len(rows), np.int64) if type is None else np.array(type))


@each_law
def test_the_table_says_at_every_difference_what_the_article_says(law):
    table = EXPECTED.for_edition(law)(law)
    assert table.make_one
    types = law.shapes.types(law)
    for type, top in product(types, (2600, 2650, 3000)):
        for d in range(-900, 901):
            own, opponent = (top + d, top) if d < 0 else (top, top - d)
            place = types.index(type)
            mine = np.array([own, opponent])
            used = table.used(np.abs([d, d]), mine, np.array([place, place]), types).tolist()
            for (me, theirs), column, count in zip(
                ((own, opponent), (opponent, own)), (table.own, table.opponent), used, strict=True
            ):
                at = min(max(d, -count), count)
                expected = law.shapes.expected_score(law, me, theirs, type)
                assert (column[min(max(at, -table.reach), table.reach) + table.reach], count) == (
                    expected.pd,
                    expected.d_used,
                )


@each_law
def test_the_floor_is_the_article_s(law):
    ratings = np.arange(-50, 1500)
    held = FLOOR.for_edition(law)(law, ratings)
    assert held.tolist() == [law.shapes.floor(law, rating) for rating in ratings.tolist()]


def test_expected_scores_that_do_not_make_one_are_read_from_both_columns():
    first, *others = JCF.steps("expected_scores")
    law = amended(expected_scores=(replace(first, high=60, low=40), *others))
    reckoned = reckon(law, holders(1500, 1500, 1504), games((0, 1, 1), (0, 2, 1)), LIST)
    assert reckoned.pd.tolist() == [[60, 49], [60, 51]]


def test_a_win_of_200_points_less_is_worth_what_the_text_says():
    reckoned = reckon(JCF, holders(1600, 1800), games((0, 1, 2), (0, 1, 0)), LIST)
    assert reckoned.k.tolist() == [[20, 20], [20, 20]]
    assert reckoned.c.tolist() == [[1520, -480], [-1520, 480]]


def test_types_are_kept_apart():
    board = replace(holders(1600, 1800), rating=np.array([[1600, 1800], [1800, 1600]]))
    reckoned = reckon(JCF, board, games((0, 1, 1), (0, 1, 1), type=[0, 1]), LIST)
    assert reckoned.pd.tolist() == [[24, 76], [76, 24]]


def test_k_is_that_of_the_year_of_each_game():
    young = holders(1500, 1500, born=date(2008, 6, 1))
    days = [date(year, 6, 1).toordinal() for year in (2026, 2027, 2028)]
    reckoned = reckon(JCF, young, games(*((0, 1, 1, day) for day in days)), LIST)
    assert reckoned.k[0].tolist() == [40, 40, 20]


def test_without_a_birth_date_it_is_said():
    table = reckon(JCF, holders(1500, 2100, born=None), games((0, 1, 1)), LIST).k_table
    assert table.birth_date_missing[0, 0].tolist() == [True, False]


@given(st.integers(1, 7), st.integers(0, 2**40))
@settings(max_examples=30)
def test_neither_blocks_nor_order_change_anything(block, seed):
    rng = np.random.default_rng(seed)
    count, players = 20, 6
    white = rng.integers(0, players, count)
    rows = Games(
        white,
        (white + rng.integers(1, players, count)) % players,
        rng.integers(0, 3, count),
        rng.integers(DAY - 20, DAY + 20, count),
        rng.integers(0, 2, count),
    )
    board = holders(*rng.integers(1000, 2600, players).tolist())
    whole = reckon(JCF, board, rows, LIST)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "BLOCK", block)
        parts = reckon(JCF, board, rows, LIST)
    order = rng.permutation(count)
    mixed = reckon(
        JCF,
        board,
        Games(*(getattr(rows, name)[order] for name in ("white", "black", "halves", "day", "type"))),
        LIST,
    )
    for name in ("k", "pd", "c"):
        assert (getattr(whole, name) == getattr(parts, name)).all()
        assert (getattr(whole, name)[:, order] == getattr(mixed, name)).all()


def amended(**values):
    return replace(JCF, values={**JCF.values, **values})


def test_the_largest_k_still_fits_and_a_larger_one_is_refused():
    far = games((0, 1, 2), (0, 1, 0))
    steps = tuple(replace(step, high=100, low=0) for step in JCF.steps("expected_scores"))
    law = amended(k_usual=LARGEST_K, expected_scores=steps)
    reckoned = reckon(law, holders(1600, 1800), far, LIST)
    assert reckoned.c.tolist() == [[32700, 0], [-32700, 0]]
    with pytest.raises(RatingError, match="columns-bound"):
        reckon(amended(k_usual=LARGEST_K + 1), holders(1600, 1800), far, LIST)


def test_no_games_can_be_reckoned():
    none = np.zeros(0, np.int64)
    reckoned = reckon(JCF, holders(1500, 1000), Games(none, none, none, none, none), LIST)
    assert reckoned.c.shape == (2, 0)


@pytest.mark.parametrize(
    ("rows", "code", "place"),
    [
        (games((0, 0, 1)), "against-himself", "game 0"),
        (games((0, 1, 3)), "columns-bound", "games, halves"),
        (games((0, 1, -1)), "columns-bound", "games, halves"),
        (games((0, 3, 1)), "columns-bound", "games, black"),
        (games((-1, 1, 1)), "columns-bound", "games, white"),
        (games((0, 1, 1, 0)), "columns-bound", "games, day"),
        (games((0, 1, 1), type=[2]), "columns-bound", "games, type"),
        (games((0, 1, 1), type=[0, 0]), "columns-shape", "games, type"),
        (games((0, 1, 1), (2, 1, 1)), "columns-unrated", "game 1"),
        (games((0, 1, 1), (0, 2, 1)), "columns-unrated", "game 1"),
        (Games(np.array([0.5]), *(np.array([1]),) * 3, np.array([0])), "not-a-number", "games, white"),
    ],
)
def test_games_that_are_none_are_refused_with_their_place(rows, code, place):
    with pytest.raises(RatingError) as caught:
        reckon(JCF, holders(1500, 1600, UNRATED), rows, LIST)
    (problem,) = caught.value.problems
    assert (problem.code, problem.place) == (code, place)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"games": np.zeros((1, 2), np.int64)}, "columns-shape"),
        ({"peak": np.zeros((2, 2))}, "not-a-number"),
        ({"rating": np.full((2, 2), -2)}, "columns-bound"),
        ({"rating": np.full((2, 2), 2**24 + 1)}, "columns-bound"),
        ({"born": np.array([-1, 0])}, "columns-bound"),
    ],
)
def test_holders_that_are_none_are_refused(change, code):
    with pytest.raises(RatingError, match=code):
        replace(holders(1500, 1600), **change)
