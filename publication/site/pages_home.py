"""The home page: what the newest list says in short, and when the next one comes."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from importer.rulings import Rulings
from office.lists.chain import list_after, months_later
from office.lists.law import law_of
from office.tables import ListVersionRow
from publication.site.builder import Site
from publication.site.gains import gains
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
        most = gains(site.session, newest, rows)
        told["types"] = [
            _on_home(t, rows[t], up, before[t], first=first) for t, up in most.items() if rows[t]
        ]
        told["coming"] = next(lists_to_come(site), None)
        told["figures"] = {  # over all types; a player who stands on two of them is one
            "players": len({row.id for mine in rows.values() for row in mine}),
            "new": sum(of["newcomers"] for of in told["types"]),
            "games": sum(held.games.get(type_, 0) for type_ in newest.types),
            "events": sum(1 for head in site.rated if head.version.id == newest.id),
        }
    site.both("home.html", "index.html", "rating_list", data="data/index.json", **told)


def _on_home(
    type_: str, rows: list[Row], up: list[Row], before: Mapping[str, int], *, first: bool
) -> dict[str, Any]:
    """A rating type of the newest list: the first rows, the greatest gains of who went `up`, and who is new,
    the first few of `newcomers`. New (who has no rating `before`) as the publication report and the
    announcement have it, without who is withheld. On the `first` list nobody is new."""
    new = [] if first else [row for row in rows if row.id not in before]
    new.sort(key=lambda row: (-row.rating, row.id))
    told = {
        "top": ranked(rows)[:TOP],
        "gains": up[:MOST],
        "new": new[:MOST],
        "newcomers": len(new),
    }
    return {"type": type_, **told}


def lists_to_come(site: Site) -> Iterator[tuple[date, date]]:
    """The lists after the newest one, each with the last day on which a report arrives for it, by the edition
    that it will be made under; as far as one is held that says so."""
    if site.newest is None:
        return
    day = list_after(site.session.get_one(ListVersionRow, site.newest.id))
    rulings = Rulings.in_force(site.session)
    try:
        while True:
            law = law_of(day, rulings)
            yield day, law.shapes.period(law, day).last
            day = months_later(day, law.number("months_between_lists"))
    except RatingError:
        return
