"""The home page: what the newest list says in short, and when the next one comes."""

from datetime import date
from typing import Any

from importer.rulings import Rulings
from office.lists.chain import list_after
from office.lists.law import law_of
from office.runs.publication import OfType, publication
from office.tables import ListVersionRow
from publication.site.builder import Site
from publication.site.held import Row
from rating.errors import RatingError

TOP, MOST, EVENTS = 10, 5, 8
"""So many players of each type, gains and newcomers, events."""


def home_page(site: Site) -> None:
    """The page in both languages."""
    newest = site.newest
    told: dict[str, Any] = {"newest": newest, "events": site.rated[:EVENTS], "types": []}
    if newest:
        rows = site.rows(newest)
        stored = site.session.get_one(ListVersionRow, newest.id)
        said = publication(site.session, stored)
        moved = {of.type: of for of in said.types}
        told["types"] = [
            _on_home(t, mine, moved[t], first=said.previous is None) for t, mine in rows.items() if mine
        ]
        told["coming"] = _coming(site, stored)
        games = site.shelf.held(newest).games
        told["figures"] = {  # over all types; a player who stands on two of them is one
            "players": len({row.id for mine in rows.values() for row in mine}),
            "new": sum(of["newcomers"] for of in told["types"]),
            "games": sum(games.get(type_, 0) for type_ in moved),
            "events": sum(1 for head in site.rated if head.version.id == newest.id),
        }
    site.both("home.html", "index.html", "rating_list", data="data/index.json", **told)


def _on_home(type_: str, rows: list[Row], of: OfType, *, first: bool) -> dict[str, Any]:
    """A rating type of the newest list: the first rows, the greatest gains, and who is new, the first few of
    `newcomers`. New and gained as the publication report and the announcement have it, without who is
    withheld. On the `first` list nobody is new."""
    shown = {row.id: row for row in rows}
    gains = [m for m in of.changed if m.points > 0 and m.id in shown]
    gains.sort(key=lambda m: (-m.points, -m.rating, m.id))
    new = [] if first else [shown[m.id] for m in of.new if m.id in shown]
    new.sort(key=lambda r: (-r.rating, r.id))
    best = [shown[m.id]._replace(change=m.points) for m in gains[:MOST]]
    ranked = [row for row in rows if row.rank is not None]
    return {"type": type_, "top": ranked[:TOP], "gains": best, "new": new[:MOST], "newcomers": len(new)}


def _coming(site: Site, newest: ListVersionRow) -> dict[str, date] | None:
    """The list after the newest one, and `until` which day a report arrives for it; None where no edition is
    held that says when its reports have to be there."""
    day = list_after(newest)
    try:
        law = law_of(day, Rulings.in_force(site.session))
        return {"list_date": day, "until": law.shapes.period(law, day).last}
    except RatingError:
        return None
