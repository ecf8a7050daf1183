"""The home page: what the newest list says in short, and when the next one comes."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from importer.rulings import Rulings
from office.lists.chain import list_after
from office.lists.law import law_of
from office.tables import ListVersionRow
from publication.site.builder import Site
from publication.site.held import Row, ranked
from rating.errors import RatingError

TOP, MOST, EVENTS = 10, 5, 8
"""So many players of each type, gains and newcomers, events."""


def home_page(site: Site) -> None:
    """The page in both languages."""
    newest = site.newest
    told: dict[str, Any] = {"newest": newest, "events": site.rated[:EVENTS], "types": []}
    if newest:
        rows, held = site.rows(newest), site.shelf.held(newest)
        before, first = site.ratings_before(newest), newest.previous_id is None
        told["types"] = [_on_home(t, mine, before[t], first=first) for t, mine in rows.items() if mine]
        told["coming"] = _coming(site, site.session.get_one(ListVersionRow, newest.id))
        told["figures"] = {  # over all types; a player who stands on two of them is one
            "players": len({row.id for mine in rows.values() for row in mine}),
            "new": sum(of["newcomers"] for of in told["types"]),
            "games": sum(held.games.get(type_, 0) for type_ in newest.types),
            "events": sum(1 for head in site.rated if head.version.id == newest.id),
        }
    site.both("home.html", "index.html", "rating_list", data="data/index.json", **told)


def _on_home(type_: str, rows: list[Row], before: Mapping[str, int], *, first: bool) -> dict[str, Any]:
    """A rating type of the newest list: the first rows, the greatest gains, and who is new, the first few of
    `newcomers`. New and gained (against the ratings `before`) as the publication report and the announcement
    have it, without who is withheld. On the `first` list nobody is new."""
    gains = [
        row._replace(change=row.rating - was)
        for row in rows
        if (was := before.get(row.id)) is not None and row.rating > was
    ]
    gains.sort(key=lambda row: (-(row.change or 0), -row.rating, row.id))
    new = [] if first else [row for row in rows if row.id not in before]
    new.sort(key=lambda row: (-row.rating, row.id))
    told = {"top": ranked(rows)[:TOP], "gains": gains[:MOST], "new": new[:MOST], "newcomers": len(new)}
    return {"type": type_, **told}


def _coming(site: Site, newest: ListVersionRow) -> dict[str, date] | None:
    """The list after the newest one, and `until` which day a report arrives for it; None where no edition is
    held that says when its reports have to be there."""
    day = list_after(newest)
    try:
        law = law_of(day, Rulings.in_force(site.session))
        return {"list_date": day, "until": law.shapes.period(law, day).last}
    except RatingError:
        return None
