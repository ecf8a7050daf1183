"""A history assessed: published lists, simulations and baselines on the same games, and the drift of
ratings."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np
from sqlmodel import Session

from office.assess import baselines
from office.assess.columns import Course, History, Model
from office.assess.drift import Crossing, Gain, Point, Shift, Trend, crossings, gains, points, shifts, trends
from office.assess.gather import gathered, simulated
from office.assess.scores import Group, Mean, Score, calibration, groups, score
from office.errors import refusal, typed_list
from office.simulate.run import Rules
from office.simulate.run import history as versions_of


@dataclass(frozen=True, slots=True)
class Assessment:
    """What there is to report. `scores`: the best prediction first, then what says nothing; all on the
    `judged` games of which every model says something, of `games` rated ones. `left_out`: rated games against
    somebody on no register. `dates`: the list before the history, then its lists; `players` with at least one
    of the games. `by_event`: as in `History`."""

    dates: Sequence[date]
    types: Sequence[str]
    games: int
    judged: int
    decided: int
    players: int
    left_out: int
    junior_below: int | None
    scores: Sequence[Score]
    calibration: Sequence[tuple[Score, Sequence[Mean]]]
    groups: Sequence[Group]
    points: Sequence[Point]
    trends: Sequence[Trend]
    gains: Sequence[Gain]
    crossings: Sequence[Crossing]
    shifts: Sequence[Shift]
    by_event: bool


def assess(
    session: Session,
    contenders: Sequence[tuple[str, Rules]],
    *,
    first: date | None,
    last: date | None,
    baseline: Sequence[str],
    k: int = baselines.USUAL_K,
) -> Assessment:
    """The published lists of a range beside each contender (a name and its rules) and the baselines named;
    with none named those that can be had. Refused as a simulation is, without a rated game, or where a
    baseline's library is missing."""
    asked = tuple(baseline) or tuple(
        name for name in baselines.KINDS if name != "glicko2" or baselines.glicko2_library() is not None
    )
    if unknown := sorted(set(asked) - set(baselines.KINDS)):
        expected = f"one of {typed_list(baselines.KINDS)}"
        raise refusal("assess-baseline", "--baseline", expected, ", ".join(unknown))
    library = baselines.require_glicko2() if "glicko2" in asked else None
    versions = versions_of(session, first, last)
    history = gathered(session, versions)
    models, courses = [history.published], [history.course]
    for name, rules in contenders:
        model, course = simulated(session, versions, rules, name, history)
        models.append(model)
        courses.append(course)
    if "even" in asked:
        models.append(baselines.even(history))
    if "elo" in asked:
        models.append(baselines.elo(history, k))
    if library is not None:
        models.append(baselines.glicko2(history, library))
    return assessed(history, models, courses)


def assessed(history: History, models: Sequence[Model], courses: Sequence[Course]) -> Assessment:
    """The figures of these models, the published one first among them, and of these courses."""
    games, published = history.games, models[0]
    on = ~np.any([np.isnan(m.whites) for m in models if m.why is None], axis=0)  # every model says something
    scored = [(score(model, games, on, published), model) for model in models]
    scored.sort(key=lambda pair: (pair[0].logarithmic is None, pair[0].logarithmic or 0.0))
    found = [p for course in courses for p in points(history, course)]
    return Assessment(
        dates=history.dates,
        types=history.types,
        games=len(games),
        judged=int(on.sum()),
        decided=int((games.score[on] != 0.5).sum()),
        players=len({*games.white.tolist(), *games.black.tolist()}),
        left_out=history.left_out,
        junior_below=history.junior_below,
        scores=[one for one, _ in scored],
        calibration=[(one, calibration(m, games, on)) for one, m in scored if m.why is None],
        groups=[group for _, m in scored for group in groups(m, history, on)],
        points=found,
        trends=list(trends(found)),
        gains=[gain for course in courses for gain in gains(history, course)],
        crossings=[one for course in courses for one in crossings(history, course)],
        shifts=[one for course in courses for one in shifts(history, course)],
        by_event=history.by_event,
    )
