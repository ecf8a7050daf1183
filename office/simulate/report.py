"""What a simulation says: who moves, mean and spread, inflation, K-factors, new and vanished ratings;
and plots, SVG and PNG: the means list by list, and the last list's distribution."""

import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import isqrt
from pathlib import Path
from typing import Any

from importer.spreadsheet import cell, csv_text
from office.errors import refusal
from office.lists.rows import type_name
from office.simulate.run import Rules, SimulatedList
from office.text_table import column
from office.text_table import table as text_table
from office.words import N_, _, n_, p_
from office.words.formats import day, listed
from rating.citation import REGISTRY
from rating.edition_changes import Change

MOST_MOVERS = 20
BAND = 200
COLUMNS = ("list", "type", "ID", "name", "published", "simulated", "difference")


def report(lists: Sequence[SimulatedList], what: str, rules: Rules | None) -> str:
    """A page of text: what a draft changes in the text, and what that makes of the lists. Means and spreads
    are exact, rounded to a hundredth for show."""
    head = n_(
        "Simulation of {n} list, {first} to {last}: {what}",
        "Simulation of {n} lists, {first} to {last}: {what}",
        len(lists),
        first=day(lists[0].list_date),
        last=day(lists[-1].list_date),
        what=what,
    )
    out = [head, ""]
    if rules is not None and rules.amends:
        out += [*_text_changes(rules), ""]
    for type_ in types_of(lists):
        held = holding(lists, type_)
        out += [_(type_name(type_)), *_years(held, type_), *_movers(held[-1], type_)]
        out += [*_bands(held[-1], type_), ""]
    if lists[0].list_date.year < lists[-1].list_date.year:
        inflation = _(
            "Inflation is what the mean moved since the first year’s last list; who joins or leaves moves it."
        )
        out += [inflation, _("An assessment shows what a fixed cohort gained."), ""]
    out.append(_("K-factors used, one for each player of a game"))
    for name, used in ((N_("published"), "k_published"), (N_("simulated"), "k_factors")):
        counts: Counter[int] = Counter()
        for one in lists:
            counts.update(getattr(one, used))
        told = _(", ").join(f"K {k}{p_('punctuation', ': ')}{n}" for k, n in sorted(counts.items())) or _(
            "no rated game"
        )
        out.append(f"  {column(_(name), 11)}{told}")
    return "\n".join(out) + "\n"


def types_of(lists: Sequence[SimulatedList]) -> tuple[str, ...]:
    """The types of rating in the order in which the lists bring them; only those that somebody holds."""
    types = dict.fromkeys(t for one in lists for t in (*one.simulated, *one.published))
    return tuple(t for t in types if any(one.simulated.get(t) or one.published.get(t) for one in lists))


def holding(lists: Sequence[SimulatedList], type_: str) -> list[SimulatedList]:
    """The lists on which a type is: where the edition changes, one goes on under another name."""
    return [one for one in lists if one.simulated.get(type_) or one.published.get(type_)]


def table(lists: Sequence[SimulatedList]) -> str:
    """Every rating of every list, published and simulated, as CSV; an empty cell is no rating."""
    rows: list[tuple[object, ...]] = [COLUMNS]
    for one in lists:
        for type_ in dict.fromkeys((*one.simulated, *one.published)):
            before, after = one.published.get(type_, {}), one.simulated.get(type_, {})
            for number in sorted(before.keys() | after.keys()):
                old, new = before.get(number), after.get(number)
                moved = new - old if old is not None and new is not None else ""
                ratings = ("" if old is None else old, "" if new is None else new, moved)
                rows.append((one.list_date, type_, number, cell(one.names.get(number, "")), *ratings))
    return csv_text(rows)


def mean(ratings: Sequence[int]) -> Fraction | None:
    return Fraction(sum(ratings), len(ratings)) if ratings else None


def spread(ratings: Sequence[int]) -> Fraction | None:
    """The standard deviation of the whole list, rounded to a hundredth, from whole numbers alone."""
    count = len(ratings)
    if not count:
        return None
    squares = count * sum(r * r for r in ratings) - sum(ratings) ** 2  # count² times the variance
    halves = isqrt(squares * 40_000 // (count * count))  # of a hundredth, downwards
    return Fraction((halves + 1) // 2, 100)


def _years(lists: Sequence[SimulatedList], type_: str) -> list[str]:
    """Two lines a year, of its last list; inflation is what the mean of all moved since the first year."""
    last_of_year = {one.list_date.year: one for one in lists}
    headings = (_("year"), "", _("players"), _("mean"), _("spread"), _("inflation"))
    rows = []
    first: dict[str, Fraction] = {}
    for year, one in sorted(last_of_year.items()):
        for name, shown in (("published", str(year)), ("simulated", "")):
            ratings = list(getattr(one, name).get(type_, {}).values())
            now = mean(ratings)
            inflation = "–"
            if now is not None and len(last_of_year) > 1:
                inflation = _shown(now - first.setdefault(name, now), sign=True)
            figures = (str(len(ratings)), _shown(now), _shown(spread(ratings)), inflation)
            rows.append((shown, _(name), *figures))
    shown_rows = [f"  {line}" for line in text_table(rows, headings, right=(2, 3, 4, 5)).split("\n")]
    if len(last_of_year) == 1:
        told = _("Inflation is shown from two years of lists on; those of one year cannot show it.")
        shown_rows.append(f"  {told}")
    return shown_rows


def _text_changes(rules: Rules) -> list[str]:
    if not rules.changes:
        return [_("The draft changes nothing in the text of {edition}", edition=rules.amends)]
    lines = [_("What the draft changes in the text of {edition}", edition=rules.amends)]
    for change in rules.changes:
        old, new = (told_value(change, value) for value in (change.before, change.after))
        facts = {"article": change.article, "name": told_name(change), "old": old, "new": new}
        if change.name == "article":
            is_new, is_gone = N_("{article} is new: {new}"), N_("{article} is left out: {old}")
            told = is_new if change.before is None else is_gone
        elif change.before is None:
            told = N_("{article}, {name}: new, {new}")
        elif change.after is None:
            told = N_("{article}, {name}: left out, was {old}")
        else:
            told = N_("{article}, {name}: {old} → {new}")
        lines.append("  " + _(told, **facts))
    return lines


VALUES: dict[str, str] = tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))
FUNCTION = "function "
OTHERS = {
    "reason ": N_("why a game does not count"),
    "says": N_("what it says"),
    "repeats": N_("what it repeats"),
}


def told_name(change: Change) -> str:
    """What changes: a number, a line of a table (`Table 1, 0–3`), or how something is worked out. A name that
    has no words here stands as in the file."""
    if change.name.startswith(FUNCTION):
        return _("how it is worked out")
    for start, words in OTHERS.items():
        if change.name.startswith(start):
            return _(words)
    name, comma, line = change.name.partition(", ")
    return _(VALUES[name]) + comma + line if name in VALUES else change.name


def told_value(change: Change, value: str | None) -> str | None:
    """A number as it is; of a function the articles whose shape it is."""
    cited = REGISTRY.get(value or "") if change.name.startswith(FUNCTION) else None
    if cited is None:
        return value
    articles = (_("{article} of {edition}", article=a, edition=e) for e, a in cited.articles.items())
    return _("as in {articles}", articles=listed(articles))


def _bands(last: SimulatedList, type_: str) -> list[str]:
    """Whom it moves on the last list, by the published rating: of each band how many, how far on average of
    all in it, and how far at most."""
    old, new = last.published.get(type_, {}), last.simulated.get(type_, {})
    moved: dict[int, list[int]] = {}
    for number in old.keys() & new.keys():
        difference = new[number] - old[number]
        moved.setdefault(old[number] // BAND * BAND, []).append(difference)
    if not any(any(differences) for differences in moved.values()):
        return []
    headings = (_("published"), _("players"), _("move"), _("mean of all"), _("at most"))
    rows = [
        (
            f"{low}–{low + BAND - 1}",
            str(len(differences)),
            str(sum(map(bool, differences))),
            _shown(mean(differences), sign=True),
            f"{max(differences, key=lambda d: (abs(d), d)):+d}",
        )
        for low, differences in sorted(moved.items())
    ]
    return [f"  {line}" for line in text_table(rows, headings, right=(1, 2, 3, 4)).split("\n")]


def _movers(last: SimulatedList, type_: str) -> list[str]:
    old, new = last.published.get(type_, {}), last.simulated.get(type_, {})
    moved = sorted(
        ((new[n] - old[n], n) for n in old.keys() & new.keys() if new[n] != old[n]),
        key=lambda at: (-abs(at[0]), at[1]),
    )
    facts = {"day": day(last.list_date), "moved": len(moved), "all": len(old)}
    lines = ["  " + _("On the list of {day}, {moved} of {all} ratings move", **facts)]
    lines += [
        f"    {n} {last.names.get(n, '')}{p_('punctuation', ': ')}{old[n]} → {new[n]} ({difference:+d})"
        for difference, n in moved[:MOST_MOVERS]
    ]
    if len(moved) > MOST_MOVERS:
        lines.append("    " + _("and {n} more; all are in the table", n=len(moved) - MOST_MOVERS))
    sides = ((N_("new: {who}"), new.keys() - old.keys()), (N_("gone: {who}"), old.keys() - new.keys()))
    for title, numbers in sides:
        if numbers:
            who = _(", ").join(f"{n} {last.names.get(n, '')}" for n in sorted(numbers))
            lines.append("  " + _(title, who=who))
    return lines


def _shown(value: Fraction | None, *, sign: bool = False) -> str:
    if value is None:
        return "–"
    hundredths = (abs(value) * 200 + 1) // 2
    mark = "-" if value < 0 else ("+" if sign else "")
    return f"{mark}{hundredths // 100}.{hundredths % 100:02d}"


BIN = 100
COLOURS = {"published": "#1f4e79", "simulated": "#c55a11"}
# Where both are the same, both are still to be seen.
LINES: dict[str, dict[str, Any]] = {
    "published": {"marker": "o", "markersize": 9, "linewidth": 4},
    "simulated": {"marker": "o", "markersize": 4, "linestyle": "--"},
}
MOST_DAYS = 24


def require_plots() -> None:
    """Refused where nothing can be drawn: to be asked before a long simulation, not after it."""
    try:
        import matplotlib.figure  # noqa: F401  whether it can be imported is all that is asked
    except ImportError as error:
        raise refusal("no-plots", "--plots", "matplotlib", f"no library {error.name}") from None


def draw(lists: Sequence[SimulatedList], folder: Path) -> list[Path]:
    """Two plots a rating type, each as SVG and PNG; the same simulation, the same SVG. Refused without
    matplotlib."""
    require_plots()
    folder.mkdir(parents=True, exist_ok=True)
    return [
        path
        for type_ in types_of(lists)
        for name, paint in (("means", _means), ("distribution", _distribution))
        for path in drawn(folder / f"{type_}-{name}", 4.5, paint, holding(lists, type_), type_)
    ]


def drawn(file: Path, height: float, paint: Callable[..., None], *told: Any) -> Iterator[Path]:
    """One plot as SVG and PNG, beside `file` without an ending: `paint` draws what is told on its axes."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    mpl.rcParams["svg.hashsalt"] = "banzuke"
    figure = Figure(figsize=(8, height), layout="constrained")
    paint(figure.add_subplot(), *told)
    for suffix, metadata in (("svg", {"Date": None}), ("png", {"Software": None})):
        path = file.with_name(f"{file.name}.{suffix}")
        figure.savefig(path, metadata=metadata, dpi=150)
        yield path


def _means(axes: Any, lists: Sequence[SimulatedList], type_: str) -> None:
    days = [str(one.list_date) for one in lists]
    for name in COLOURS:
        values = [mean(list(getattr(one, name).get(type_, {}).values())) for one in lists]
        shown = [None if v is None else float(v) for v in values]
        axes.plot(days, shown, color=COLOURS[name], label=name, **LINES[name])
    axes.set_title(f"Mean {type_name(type_)} rating, list by list")
    axes.set_xticks(range(0, len(days), -(-len(days) // MOST_DAYS)))
    axes.set_ylabel("rating")
    axes.tick_params(axis="x", rotation=45)
    axes.legend()


def _distribution(axes: Any, lists: Sequence[SimulatedList], type_: str) -> None:
    last = lists[-1]
    ratings = {name: list(getattr(last, name).get(type_, {}).values()) for name in COLOURS}
    every = [r for of in ratings.values() for r in of]
    if every:
        low, high = min(every) // BIN * BIN, max(every) // BIN * BIN + BIN
        axes.hist(
            list(ratings.values()),
            bins=range(low, high + 1, BIN),
            label=list(ratings),
            color=list(COLOURS.values()),
        )
        axes.legend()
    axes.set_title(f"{type_name(type_)} ratings on the list of {last.list_date}")
    axes.yaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel("rating")
    axes.set_ylabel("players")
