"""The second engine gives what the article functions give, on random periods of every edition."""

import subprocess
import sys
from dataclasses import fields, replace
from datetime import date
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings

from rating import editions
from rating.columns import engine as columns
from rating.columns.arrays import Games
from rating.columns.counterparts import function_name
from rating.columns.engine import ON_COLUMNS, missing
from rating.columns.kernel import reckon
from rating.columns.sides import board_of
from rating.engine import rate
from rating.errors import RatingError
from rating.field import Field, list_in_force, standings
from rating.records import Adjustment, Game
from tests.depth import deep

from .columns_periods import LIST, answer, earlier_lists, period, seeds, sizes, switched

HELD = [editions.load(name) for name in editions.names()]
BY_GAME = [law for law in HELD if not missing(law)]


@pytest.mark.parametrize("law", BY_GAME, ids=lambda law: law.id)
@settings(max_examples=deep(300, 75))
@given(seed=seeds, size=sizes, switches=switched)
def test_both_engines_give_the_same_outcome_or_the_same_refusal(law, seed, size, switches):
    people, reports = period(law, seed, size)
    how = {"list_date": LIST, "edition": law, "switches": switches}
    how["earlier_lists"] = earlier_lists(law, seed)
    if seed % 4 == 0:
        how["adjustments"] = [Adjustment("A", law.shapes.types(law)[0], 15, "board 3", date(2026, 1, 1))]
    plain, fast = answer(rate, people, reports, **how), answer(columns.rate, people, reports, **how)
    if isinstance(plain, tuple):
        assert fast == plain
        return
    for field in fields(plain):
        assert getattr(fast, field.name) == getattr(plain, field.name), field.name
    assert repr(fast) == repr(plain)


@pytest.mark.parametrize("law", BY_GAME, ids=lambda law: law.id)
@settings(max_examples=deep(150, 37))
@given(seed=seeds, size=sizes, switches=switched)
def test_the_columns_alone_give_the_rows_that_the_games_give(law, seed, size, switches):
    people, reports = period(law, seed, size)
    if law.has("list_following"):  # a game that began under an older list can count for one alone
        before = law.shapes.previous_list(law, LIST)
        reports = [event for event in reports if list_in_force(law, event)[0] >= before]
    # Every reading but those by which a game can count for one player only (R7, R123), and by which games
    # count one after the other (R115, rating/k_in_period.py).
    switches = replace(switches, r7="not-rated", r115="list-before", r123="for-neither")
    plain = answer(rate, people, reports, list_date=LIST, edition=law, switches=switches)
    if isinstance(plain, tuple):
        return
    register = {member.id: member for member in people}
    board = board_of(Field(law, register, standings(law, people, LIST, switches), LIST, switches))
    counted = [line for line in plain.lines if line.counts and line.colour == "white"]
    number, types = board.number, board.types

    def column(values):
        return np.array(list(values), np.int32)

    reckoned = reckon(
        law,
        board.holders,
        Games(
            white=column(number[line.player] for line in counted),
            black=column(number[line.opponent] for line in counted),
            halves=column(line.score for line in counted),
            day=column(line.last_day.toordinal() for line in counted),
            type=column(types.index(line.type) for line in counted),
        ),
        LIST,
        switches,
    )
    for side, colour in enumerate(("white", "black")):
        lines = [line for line in plain.lines if line.counts and line.colour == colour]
        found = zip(*(each[side].tolist() for each in (reckoned.pd, reckoned.k, reckoned.c)), strict=True)
        for line, (pd, k, c) in zip(lines, found, strict=True):
            assert pd == line.pd
            if line.k_reason != "many":  # the number of games lowers K in the engine (R68)
                assert (k, c) == (line.k, line.c)


@pytest.mark.parametrize("law", HELD, ids=lambda law: law.id)
def test_what_an_edition_names_has_a_counterpart_or_is_refused_by_name(law):
    refused = missing(law)
    if not law.by_event:
        roles = [role for role in ON_COLUMNS if law.has(role.role)]
        named = {role.role: function_name(law, role.role) for role in roles}
        without = {role.role for role in roles if named[role.role] not in role.names()}
        assert {problem.place for problem in refused} == {f"{law.id}, {role}" for role in without}
    else:
        assert [problem.place for problem in refused] == [f"{law.id}, family"]
    if refused:
        with pytest.raises(RatingError) as caught:
            columns.rate([], [], list_date=LIST.replace(month=3), edition=law)
        assert caught.value.problems == refused
        assert {problem.code for problem in refused} == {"columns-not-for"}


def test_every_edition_held_is_reckoned_on_columns():
    assert {law.id for law in BY_GAME} == {law.id for law in HELD if not law.by_event}


def test_every_counterpart_is_named_by_an_edition_held():
    for role in ON_COLUMNS:
        named = {function_name(law, role.role) for law in BY_GAME if law.has(role.role)}
        assert set(role.names()) == named


def test_what_cannot_be_worked_with_is_refused_in_the_same_words():
    people, reports = period(BY_GAME[-1], 1, 20)
    wrong = replace(reports[0], games=(Game(1, "A", "A", "2-0", LIST, date(2026, 1, 1)),))
    for members, events in (([*people, people[0]], reports), (people, [wrong]), (people, reports * 2)):
        how = {"list_date": LIST, "edition": BY_GAME[-1]}
        refused = answer(rate, members, events, **how)
        assert isinstance(refused, tuple)
        assert answer(columns.rate, members, events, **how) == refused
    for day in (date(2027, 2, 2), date(2010, 1, 1)):
        refused = answer(rate, people, reports, list_date=day)
        assert isinstance(refused, tuple)
        assert answer(columns.rate, people, reports, list_date=day) == refused


@pytest.mark.parametrize("role", ["k_factor", "change"])
def test_an_edition_with_an_unknown_shape_is_refused_by_name(role):
    law = BY_GAME[-1]

    def another(*_):
        raise AssertionError

    other = replace(law, shapes=SimpleNamespace(**{**vars(law.shapes), role: another}))
    with pytest.raises(RatingError, match=rf"{role}: columns-not-for: expected one of .* found another"):
        columns.rate([], [], list_date=LIST, edition=other)


def test_all_unknown_shapes_are_named_at_once():
    law = BY_GAME[-1]

    def another(*_):
        raise AssertionError

    other = replace(
        law, shapes=SimpleNamespace(**{**vars(law.shapes), "k_factor": another, "floor": another})
    )
    with pytest.raises(RatingError) as refused:
        columns.rate([], [], list_date=LIST, edition=other)
    assert [problem.place.rpartition(" ")[2] for problem in refused.value.problems] == ["floor", "k_factor"]


def test_only_the_columns_import_numpy():
    names = "rating.engine, rating.case, rating.editions"
    code = f"import sys, {names}; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
