"""What holds for first ratings under the editions of 2019 and 2022, and for every period on the Queensland
list."""

from dataclasses import replace
from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from rating.editions import load
from rating.interpretations import Interpretations
from rating.records import AcfRating, EarlierGame, Event, EventPerformance, Game, Held, Member
from tests.depth import deep

from .federation import PLAYED, REPORTED, outcome
from .test_properties import won_by

OURS = Interpretations()
NCS = ("ncs-2019-09", "ncs-2022-09")
NAMES = tuple("ABCDEFGH")
DECIDED = ("1-0", "0-1", "1/2-1/2")


@st.composite
def games(draw, names=(*NAMES, "Z")):
    white, black = draw(st.lists(st.sampled_from(names), min_size=2, max_size=2, unique=True))
    result = draw(st.sampled_from([*DECIDED, "1/2-1/2", "+--", "---"]))
    day = draw(st.sampled_from([PLAYED, date(2026, 6, 1)]))
    return Game(draw(st.integers(1, 9)), white, black, result, day, day)


def shuffled(random, items):
    return random.sample(list(items), len(items))


@given(st.lists(st.integers(0, 2700), min_size=4, max_size=8), st.integers(0, 16), st.sampled_from(NCS))
def test_half_a_point_more_never_lowers_an_initial_rating(opponents, score, edition):
    law = load(edition)
    score = min(score, 2 * len(opponents) - 1)

    def rated(halves):
        played = []
        for opponent in opponents:
            played.append(EarlierGame("standard", PLAYED, opponent, min(halves, 2)))
            halves -= min(halves, 2)
        return law.shapes.performance(law, played, OURS).pr

    # FIDE's calculator of that time steps from dp to 20 points at one half; within each part it rises.
    if not score < len(opponents) <= score + 1:
        assert rated(score + 1) >= rated(score)


# Queensland


@st.composite
def juniors(draw):
    found = []
    for name in NAMES:
        rating = draw(st.integers(300, 2200))
        kind = draw(st.sampled_from(["rated", "rated", "provisional", "adult", "new"]))
        held = {"qj": Held(rating, 0, rating, provisional=kind == "provisional")}
        before = [EventPerformance(rating, draw(st.integers(1, 9)), "club")] if draw(st.booleans()) else []
        found.append(
            Member(
                name,
                ratings=held if kind in ("rated", "provisional") else {},
                acf=(AcfRating(date(2026, 1, 1), rating),) if kind == "adult" else (),
                previous_period=tuple(before) if kind in ("provisional", "new") else (),
                last_played=draw(st.none() | st.dates(date(2024, 1, 1), date(2026, 8, 1))),
            )
        )
    return found


@st.composite
def junior_events(draw):
    return [
        Event(
            f"E{n}",
            REPORTED,
            PLAYED,
            tuple(draw(st.lists(games(), max_size=14))),
            time_class=draw(st.sampled_from(["club", "lightning", "open", "short"])),
        )
        for n in range(draw(st.integers(0, 3)))
    ]


@settings(max_examples=deep(60, 20))
@given(juniors(), junior_events(), st.randoms(use_true_random=False))
def test_the_order_of_a_queensland_list_is_irrelevant(people, reports, random):
    mixed = [
        replace(report, games=tuple(shuffled(random, report.games))) for report in shuffled(random, reports)
    ]
    here = outcome(people, *reports, edition="qjrl")
    assert outcome(shuffled(random, people), *mixed, edition="qjrl") == here


@settings(max_examples=deep(80, 20))
@given(juniors(), junior_events())
def test_every_queensland_row_is_explained_by_its_events_exactly(people, reports):
    result = outcome(people, *reports, edition="qjrl")
    register = {member.id: member for member in people}
    adults = {member.id for member in people if member.acf}
    rows = {row.id: row for row in result.lists["qj"]}
    for row in rows.values():
        mine = [line for line in result.event_lines if line.player == row.id]
        assert row.period_games == sum(line.games for line in mine)
        assert row.id not in adults
        if row.change is not None:
            assert row.change == sum(
                (line.score * 50 - line.games * line.percentage) * line.k for line in mine
            )
            assert abs(row.change - 100 * row.rounded) <= 50
            assert row.rating == row.previous + row.rounded or row.capped
            assert not row.capped or row.previous <= row.rating < row.previous + row.rounded
        elif mine:
            known = register.get(row.id, Member(row.id)).previous_period
            weights = [*((e.performance, e.games) for e in known), *((x.performance, x.games) for x in mine)]
            total, count = sum(a * b for a, b in weights), sum(b for _, b in weights)
            assert row.rating == (2 * total + count) // (2 * count)
    played = {line.player for line in result.event_lines}
    assert played - adults <= set(rows)


@settings(max_examples=deep(60, 20))
@given(juniors(), junior_events())
def test_each_estimate_follows_from_the_one_before(people, reports):
    for line in outcome(people, *reports, edition="qjrl").event_lines:
        assert len(line.estimates) in (0, 6)
        if line.estimates:
            assert line.performance == line.estimates[-1]
            own = line.estimates[-2]
            assert own - 400 <= line.average <= own + 500
        assert line.average - 501 < line.performance < line.average + 401


@given(st.integers(300, 2300), st.integers(-400, 400), st.sampled_from([5, 10, 15, 20]))
def test_six_percent_of_k_come_in_with_each_game(own, difference, k):
    law = load("qjrl")
    do = law.queensland
    parts = []
    for mine, other in ((own, own + difference), (own + difference, own)):
        average = do.average_opposition(law, mine, [other])
        parts.append(do.expected_of_event(law, mine, average).percentage)
    here, there = (do.event_change(law, score, 1, part, k) for score, part in zip((2, 0), parts, strict=True))
    assert here + there == 6 * k


@settings(max_examples=deep(60, 20))
@given(st.lists(st.integers(300, 2200), min_size=8, max_size=8), st.lists(games(names=NAMES), max_size=14))
def test_a_better_score_never_gives_a_smaller_change_among_rated_players(ratings, played):
    people = [
        Member(name, ratings={"qj": Held(rating, 0, rating)})
        for name, rating in zip(NAMES, ratings, strict=True)
    ]
    changes = []
    for kept in (played, [won_by("A", item) for item in played]):
        report = Event("E", REPORTED, PLAYED, tuple(kept), time_class="club")
        rows = outcome(people, report, edition="qjrl").lists["qj"]
        changes.append(next(row.change for row in rows if row.id == "A"))
    assert changes[1] >= changes[0]
