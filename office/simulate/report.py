"""What a simulation says: who moves, mean and spread, inflation, K-factors, new and vanished ratings."""

import csv
import io
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import isqrt

from office.simulate.run import SimulatedList

MOST_MOVERS = 20
COLUMNS = ("list", "type", "ID", "name", "published", "simulated", "difference")


def report(lists: Sequence[SimulatedList], what: str) -> str:
    """A page of text. Means and spreads are exact, rounded to a hundredth for show."""
    out = [f"Simulation of {len(lists)} lists, {lists[0].list_date} to {lists[-1].list_date}: {what}", ""]
    for type_ in dict.fromkeys(t for one in lists for t in one.simulated):
        out += [type_.capitalize(), *_years(lists, type_), *_movers(lists[-1], type_), ""]
    counts: Counter[int] = Counter()
    for one in lists:
        counts.update(one.k_factors)
    told = ", ".join(f"K {k}: {n}" for k, n in sorted(counts.items())) or "no rated game"
    out.append(f"K-factors used (one for each player of a game): {told}")
    return "\n".join(out) + "\n"


def table(lists: Sequence[SimulatedList]) -> str:
    """Every rating of every list, published and simulated, as CSV; an empty cell is no rating."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for one in lists:
        for type_ in dict.fromkeys((*one.simulated, *one.published)):
            before, after = one.published.get(type_, {}), one.simulated.get(type_, {})
            for number in sorted(before.keys() | after.keys()):
                old, new = before.get(number), after.get(number)
                moved = new.rating - old.rating if old and new else ""
                writer.writerow(
                    (
                        one.list_date,
                        type_,
                        number,
                        one.names.get(number, ""),
                        old.rating if old else "",
                        new.rating if new else "",
                        moved,
                    )
                )
    return text.getvalue()


def mean(ratings: Sequence[int]) -> Fraction | None:
    """The exact mean; None of nothing."""
    return Fraction(sum(ratings), len(ratings)) if ratings else None


def spread(ratings: Sequence[int]) -> Fraction | None:
    """The standard deviation of the whole list, to a hundredth downwards, from whole numbers alone."""
    count = len(ratings)
    if not count:
        return None
    squares = count * sum(r * r for r in ratings) - sum(ratings) ** 2  # count² times the variance
    return Fraction(isqrt(squares * 10_000 // (count * count)), 100)


def _years(lists: Sequence[SimulatedList], type_: str) -> list[str]:
    """One line a year, of its last list; inflation is what the mean of all moved since the first year."""
    last_of_year = {one.list_date.year: one for one in lists}
    lines = ["  year  published: players  mean     spread    simulated: players  mean     spread   inflation"]
    first: Fraction | None = None
    for year, one in sorted(last_of_year.items()):
        old = [r.rating for r in one.published.get(type_, {}).values()]
        new = [r.rating for r in one.simulated.get(type_, {}).values()]
        now = mean(new)
        first = now if first is None else first
        inflation = "" if now is None or first is None else f"{_shown(now - first, sign=True)}"
        lines.append(
            f"  {year}  {len(old):>18} {_shown(mean(old)):>9} {_shown(spread(old)):>9}"
            f"  {len(new):>18} {_shown(now):>9} {_shown(spread(new)):>9} {inflation:>10}"
        )
    return lines


def _movers(last: SimulatedList, type_: str) -> list[str]:
    old, new = last.published.get(type_, {}), last.simulated.get(type_, {})
    moved = sorted(
        (
            (new[n].rating - old[n].rating, n)
            for n in old.keys() & new.keys()
            if new[n].rating != old[n].rating
        ),
        key=lambda at: (-abs(at[0]), at[1]),
    )
    lines = [f"  On the list of {last.list_date} {len(moved)} of {len(old)} ratings move"]
    lines += [
        f"    {n} {last.names.get(n, '')}: {old[n].rating} → {new[n].rating} ({difference:+d})"
        for difference, n in moved[:MOST_MOVERS]
    ]
    if len(moved) > MOST_MOVERS:
        lines.append(f"    and {len(moved) - MOST_MOVERS} more; all are in the table")
    for title, who in (("new", new.keys() - old.keys()), ("vanished", old.keys() - new.keys())):
        if who:
            lines.append(f"  {title}: {', '.join(f'{n} {last.names.get(n, str())}' for n in sorted(who))}")
    return lines


def _shown(value: Fraction | None, *, sign: bool = False) -> str:
    if value is None:
        return "–"
    hundredths = (abs(value) * 200 + 1) // 2
    mark = "-" if value < 0 else ("+" if sign else "")
    return f"{mark}{hundredths // 100}.{hundredths % 100:02d}"
