"""Whatever is played, every published sum is that of its games, and the explanation says so."""

from __future__ import annotations

import json
import tempfile
from bisect import bisect_right
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlmodel import select

from office.database.engine import look, transaction
from office.lists.sums import wrong_sums
from office.tables import ListVersionRow
from scraper.records import Source, TimeControl
from tests.importer.invented import federation_id, pairing, player, reading
from tests.workplace import ONO, Workplace, empty_office, small_federation

pytestmark = pytest.mark.slow

# Table 1 as 001 and 003 print it: the first difference of each step, .50 upward by .01.
STEPS = (
    "0 4 11 18 26 33 40 47 54 62 69 77 84 92 99 107 114 122 130 138 146 154 163 171 180 189 198 207 216 226"
    " 236 246 257 268 279 291 303 316 329 345 358 375 392 412 433 457 485 518 560 620 736"
)
FIRST = [int(n) for n in STEPS.split()]
RESULTS = ("1-0", "0-1", "1/2-1/2", "+--", "---")
CONTROLS = (TimeControl("90 min + 30 sec", "standard", 120), TimeControl("15 min + 10 sec", "rapid", 25))

ratings = st.one_of(st.none(), st.integers(1000, 2450))
people = st.lists(
    st.tuples(ratings, ratings, st.sampled_from([0, 5, 29, 30, 200]), st.booleans()), min_size=3, max_size=7
)
rounds = st.lists(
    st.tuples(st.permutations(range(7)), st.lists(st.sampled_from(RESULTS), min_size=3, max_size=3)),
    min_size=1,
    max_size=4,
)
events = st.lists(st.tuples(rounds, st.sampled_from([0, 1])), min_size=1, max_size=3)


def expected_c(row: tuple) -> Fraction:
    """C of a stored game, from both ratings by Table 1, in hundredths."""
    own, opponent, score, k = row
    step = bisect_right(FIRST, min(abs(own - opponent), 400)) - 1
    pd = 50 + step if own >= opponent else 50 - step
    return Fraction(score * 50 - pd) * k


def halves_away(hundredths: int) -> int:
    whole, rest = divmod(abs(hundredths), 100)
    return (whole + (rest >= 50)) * (1 if hundredths >= 0 else -1)


def build(work: Workplace, members: list, played: list) -> None:
    work.register(
        *(
            {
                "ID": federation_id(n),
                "Name": f"Member {chr(64 + n)}",
                "Birth": "2013-01-01" if young else "1980-01-01",
            }
            for n, (_, _, _, young) in enumerate(members, start=1)
        )
    )
    rows = []
    for n, (standard, rapid, games, _) in enumerate(members, start=1):
        row: dict[str, object] = {"ID": federation_id(n), "Name": f"Member {chr(64 + n)}"}
        for column, rating in (("ST", standard), ("RP", rapid)):
            if rating is not None:
                row |= {column: rating, f"{column}-G": games, f"{column}-Peak": rating + 30}
        if len(row) > 2:
            rows.append(row)
    work.opening(rows)
    players = [player(n, f"Member {chr(64 + n)}", federation_id(n)) for n in range(1, len(members) + 1)]
    for number, (by_round, kind) in enumerate(played, start=1400001):
        games = []
        for round_, (order, results) in enumerate(by_round, start=1):
            seats = [n + 1 for n in order if n < len(members)]
            pairs = zip(seats[::2], seats[1::2], strict=False)
            games += [
                pairing(round_, a, b, r, board)
                for board, ((a, b), r) in enumerate(zip(pairs, results, strict=False), 1)
            ]
        day = date(2026, 10, number - 1400000)  # each on a day of its own: no event reported twice
        dated = dict.fromkeys(range(1, len(by_round) + 1), day)
        record = reading(players, games, name=f"Event {number}", days=dated)
        work.store(
            replace(record, source=Source(tournament=number), time_control=CONTROLS[kind]), date(2026, 10, 5)
        )


@settings(
    max_examples=10,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(members=people, played=events)
def test_every_row_is_the_sum_of_its_games_and_explained_as_it_is_stored(
    work: Workplace, template: Path, members: list, played: list
) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        here = replace(work, folder=Path(scratch) / "office")
        empty_office(template, here.folder)
        build(here, members, played)
        here.done("rate")
        lines = here.rows(
            "SELECT federation_id, type, rating, opponent_rating, score, k, c FROM game_line"
            " WHERE counts AND version_id = 2"
        )
        for *_, own, opponent, score, k, c in lines:
            assert c == expected_c((own, opponent, score, k))
        told = {n: here.done("explain", federation_id(n)).out for n in range(1, len(members) + 1)}
        query = (
            "SELECT federation_id, type, previous, change, rounded, rating, period_games, how, initial"
            " FROM list_rating WHERE version_id = 2"
        )
        for number, type_, previous, change, rounded, rating, games, how, initial in here.rows(query):
            mine = [c for who, of, *_, c in lines if (who, of) == (number, type_)]
            text = told[int(number.removeprefix("N9000000"))]
            assert "CHECK FAILED" not in text
            if how == "initial":
                facts = json.loads(initial)
                mean = Fraction(sum(g["opponent_rating"] for g in facts["games"]), len(facts["games"]))
                assert (Fraction(*facts["ra"]), len(facts["games"]) >= 6) == (mean, True)
                assert f"initial rating {rating}" in text
                continue
            assert (sum(mine), len(mine), halves_away(sum(mine))) == (change, games, rounded)
            assert rating == max(1000, previous + rounded)
            assert f"{previous} → {rating}" in text
            if mine:
                sign = "−" if change < 0 else "+" if change else ""
                total = f"{sign}{abs(change) // 100}.{abs(change) % 100:02d}"
                word = "game" if len(mine) == 1 else "games"
                whole = f"{rounded:+d}".replace("-", "−") if rounded else "0"
                assert f"Sum of {len(mine)} {word}: {total}, rounded {whole} " in text
        with look(here.engine()) as session:
            assert wrong_sums(session, session.get_one(ListVersionRow, 2)) == []


ALTERED = (
    "rating = rating + 1", "previous = previous + 1", "change = 20", "rounded = 1", "floored = true",
    "period_games = 1", "peak = rating - 1", "adjusted = 5", "adjustment_reference = 'Board'",
    "marks = 'provisional'", "previous = NULL", "rating = 900, previous = 900", "how = 'initial'",
)  # fmt: skip


@pytest.mark.parametrize("altered", ALTERED)
def test_any_figure_of_a_rating_without_games_that_the_others_do_not_give_is_named(
    work: Workplace, altered: str
) -> None:
    small_federation(work)
    work.done("rate")
    with look(work.engine()) as session:
        (version,) = session.exec(select(ListVersionRow).where(ListVersionRow.state == "draft")).all()
        assert wrong_sums(session, version) == []
    with transaction(work.engine()) as session:
        told = f"UPDATE list_rating SET {altered} WHERE version_id = {version.id} AND federation_id = '{ONO}'"
        session.connection().exec_driver_sql(told)
    with look(work.engine()) as session:
        (problem,) = wrong_sums(session, session.get_one(ListVersionRow, version.id))
    assert (problem.code, ONO in problem.place) == ("sum-does-not-hold", True)
