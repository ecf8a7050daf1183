"""An assessment in short, for a terminal; and what cannot be said of a history, in words: instead of a plot
that would mean nothing."""

from collections.abc import Iterator

from office.assess.assessment import Assessment
from office.assess.scores import ENOUGH
from office.lists.rows import type_name
from office.text_table import table
from office.words import _, n_
from publication.assess import words
from publication.assess.pictures import COURSE


def text(told: Assessment) -> str:
    """The scores, best first, the drift, and what cannot be said."""
    lines = [*predictions(told), *of_courses(told), *of_trends(told)]
    return "\n".join(lines).rstrip() + "\n"


def predictions(told: Assessment) -> list[str]:
    """Which games, the scores, best first, and what cannot be said of them."""
    headings = (_("model"), _("log loss"), _("Brier score"), _("accuracy"), _("per 1,000 games"), "")
    rows = [
        (
            words.model(s.name, s.kind),
            words.plain(s.logarithmic, 4),
            words.plain(s.brier, 4),
            words.percent(s.accuracy),
            words.per_thousand(s),
            words.verdict(s),
        )
        for s in told.scores
    ]
    head = _("{lists}: {games}", lists=words.lists(told.dates), games=words.games(told))
    return [head, "", table(rows, headings, right=(1, 2, 3, 4)), "", *of_predictions(told)]


def of_predictions(told: Assessment) -> Iterator[str]:
    """About scores and calibration."""
    if not told.judged:
        yield _("There is no game about which every model says something, so no two models can be compared.")
    elif told.judged < ENOUGH:
        yield n_(
            "{n} game: too few to tell one model from another, or to draw anything.",
            "{n} games: too few to tell one model from another, or to draw anything.",
            told.judged,
        )
    if told.judged and not told.decided:
        yield _(
            "Every game was drawn: who foresaw the winner cannot be asked, and error bars would mean nothing."
        )
    if told.judged and len(told.dates) == 2 and any(score.kind == "simulated" for score in told.scores):
        yield _(
            "Other rules predict from ratings of their own from the second list on; on one list only their"
            " expected scores can differ."
        )
    if told.judged and told.by_event:
        yield _(
            "Ratings are made event by event here: of each game the lists expect what the table says of the"
            " average opponent. A model that looks at each opponent predicts better for that alone, and the"
            " scores by rating difference lie off the expected ones."
        )
    for score in told.scores:
        if score.why is not None:
            yield _("{model}: {why}.", model=words.model(score.name, score.kind), why=_(score.why))
    if told.left_out:
        yield n_(
            "{n} rated game against a player who is on no register is left out.",
            "{n} rated games against players who are on no register are left out.",
            told.left_out,
        )


def of_courses(told: Assessment) -> Iterator[str]:
    """About the lists."""
    for type_ in told.types:
        mine = [p for p in told.points if p.kind == "published" and p.type == type_ and p.everybody.players]
        kind = _(type_name(type_))
        if len(mine) < COURSE:
            yield n_(
                "{type}: {n} list with ratings: no course can be drawn yet.",
                "{type}: {n} lists with ratings: no course can be drawn yet.",
                len(mine),
                type=kind,
            )
        if mine and mine[-1].everybody.players == 1:
            yield _("{type}: one player has a rating; figures of one are no statistics.", type=kind)
        if mine and not mine[0].cohort.players:
            yield _("{type}: nobody had a rating on the first list, so there is no cohort.", type=kind)


def of_trends(told: Assessment) -> Iterator[str]:
    for trend in told.trends:
        facts = {"type": _(type_name(trend.type)), "model": words.model(trend.source, trend.kind)}
        if trend.per_year is not None:
            points = words.signed(trend.per_year)
            yield _("{type}, {model}: {points} points a year for the cohort.", points=points, **facts)
        elif trend.kind == "published" and trend.lists:
            yield _("{type}: less than a year, so no drift in a year is given.", type=facts["type"])
