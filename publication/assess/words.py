"""What models, groups and types are called, in the language spoken."""

from collections.abc import Sequence
from datetime import date

from office.assess.assessment import Assessment
from office.assess.scores import Group, Mean, Score
from office.lists.rows import type_name
from office.words import N_, _, n_
from office.words.formats import day, number

DIMENSIONS = {
    "k": N_("K-factor"),
    "age": N_("Age on the date of the list"),
    "games": N_("Rated games on the list before"),
    "colour": N_("Colour"),
    "type": N_("Type, from the higher rated player’s side"),
    "edition": N_("Edition, from the higher rated player’s side"),
}
_RANGES = {
    "age": (N_("age {low}–{high}"), N_("age {low}+")),
    "games": (N_("{low}–{high} games"), N_("{low}+ games")),
}
_GROUPS = {
    "unknown": N_("not known"),
    "white": N_("White"),
    "black": N_("Black"),
    "resting": N_("without a game"),
    "junior": N_("juniors"),
    "adult": N_("adults"),
    "age-unknown": N_("of unknown age"),
    "newcomers": N_("newcomers"),
    "leavers": N_("leavers"),
}


def lists(dates: Sequence[date]) -> str:
    """Which lists are assessed; the first of the dates is that of the list before them."""
    if len(dates) == 2:
        return _("List of {day}", day=day(dates[1]))
    return _("{n} lists, {first} to {last}", n=len(dates) - 1, first=day(dates[1]), last=day(dates[-1]))


def whole(told: Assessment, whose: str) -> str:
    """What is assessed, as a sentence under the title."""
    return _("{whose}. {lists}: {games}.", whose=whose, lists=lists(told.dates), games=games(told))


def games(told: Assessment) -> str:
    """How many games, and on how many the models are judged."""
    return n_(
        "{games} game, rated or towards an initial rating, of {players} players; judged, where every model"
        " says something of it: {judged}",
        "{games} games, rated or towards an initial rating, of {players} players; {judged} are judged, of"
        " which every model says something",
        told.games,
        games=number(told.games),
        players=number(told.players),
        judged=number(told.judged),
    )


def model(name: str, kind: str) -> str:
    if kind == "published":
        return _("Published lists")
    if kind == "simulated":
        return name
    if name.startswith("elo-"):
        return _("Elo, K {k} for everybody", k=name.removeprefix("elo-"))
    return {"glicko2": "Glicko-2", "even": _("Even chances")}.get(name, name)


def titled(type_: str, source: str, kind: str) -> str:
    return _("{type}: {model}", type=_(type_name(type_)), model=model(source, kind))


def label(group: Group) -> str:
    """A group beside others of its dimension."""
    return _of(group.dimension, group.label)


def gain(group: str) -> str:
    """A group of those whose points are counted."""
    return _("K {k}", k=group.removeprefix("k-")) if group.startswith("k-") else _of("", group)


def _of(dimension: str, name: str) -> str:
    if name in _GROUPS:
        return _(_GROUPS[name])
    if dimension == "type":
        return _(type_name(name))
    if dimension == "k":
        return _("K {k}", k=name)
    if dimension in _RANGES:
        low, _dash, high = name.partition("-")
        return _(_RANGES[dimension][not high], low=low, high=high)
    return name


def classed(mean: Mean) -> str:
    """A class of rating differences."""
    return f"{mean.low}–{mean.high}" if mean.high is not None else _("{low} and more", low=mean.low)


def verdict(score: Score) -> str:
    """Whether a model predicts better than the published lists; empty for these."""
    if score.worse is None:
        return ""
    more, error = score.worse
    if not more and not error:
        return _("the same")
    if more > error:
        return _("worse")
    return _("better") if more < -error else _("no difference shown")


def per_thousand(score: Score) -> str:
    """What a model gains or loses beside the published lists in a thousand games."""
    if score.worse is None:
        return ""
    more, error = score.worse
    return f"{signed(-more * 1000)} ± {error * 1000:.1f}"


def signed(value: float | None, places: int = 1) -> str:
    """A figure with its sign; nothing where there is none."""
    if value is None:
        return "–"
    shown = f"{abs(value):,.{places}f}"
    if not shown.strip("0.,"):
        return shown
    return f"{'−' if value < 0 else '+'}{shown}"


def plain(value: float | None, places: int = 0) -> str:
    """A figure without a sign of its own; nothing where there is none."""
    return "–" if value is None else f"{value:,.{places}f}"


def percent(value: float | None) -> str:
    return "–" if value is None else _("{n} %", n=f"{value * 100:.1f}")
