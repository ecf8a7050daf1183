"""What an announcement can say of a published list: plain values, nothing the website does not show."""

from collections.abc import Mapping, Sequence
from datetime import date
from importlib.resources import files
from typing import Any

from sqlmodel import Session

from office.errors import refusal
from office.families import day_here
from office.mail.template import Template
from office.place import Place
from office.runs.publication import OfType, publication
from office.tables import ListVersionRow
from publication.account.figures import plus
from publication.exports.fields import Audience, nowhere
from publication.site.addresses import event_page, list_overview
from publication.site.events import heads
from publication.site.gains import gains
from publication.site.held import Row, Shelf, differences
from publication.site.settings import WORDS, load_settings
from publication.site.versions import Version, published_versions

TOP_GAINS = 5


def facts_for(session: Session, list_date: date | None, lang: str) -> dict[str, Any]:
    """The facts of the newest version of a list, of the newest list without a date. Refused where no such
    list is published."""
    versions = published_versions(session)
    standing = [v for v in versions if v.newest and list_date in (None, v.list_date)]
    if not standing:
        expected, remedy = "a published list", "see: banzuke lists"
        place = f"list of {list_date}" if list_date else "office"
        raise refusal("no-such-list", place, expected, "none", remedy)
    version = standing[-1]
    settings, hidden = load_settings(session), nowhere(session, Audience.PUBLIC)
    w = WORDS[lang]
    shelf = Shelf(session)
    held = shelf.held(version)
    told = publication(session, session.get_one(ListVersionRow, version.id))
    moved = {of.type: of for of in told.types}
    rows = held.rows(hidden)
    most = gains(session, version, rows)
    base = settings.address or ""
    return {
        "office": settings.named(lang),
        "list_date": version.list_date.isoformat(),
        "version": version.version,
        "corrected": version.version > 1,
        "taken_over": version.how == "opening",
        "published_on": version.published_at and day_here(session, version.published_at).isoformat(),
        "address": f"{base}{list_overview(lang, version.list_date)}" if base else "",
        "sha256": version.sha256,
        "ratings": [
            _rating(w[t], mine, most[t], moved[t], hidden, held.games.get(t, 0), first=told.previous is None)
            for t, mine in rows.items()
        ],
        "events": [
            {"name": h.name, "address": f"{base}{event_page(lang, h.key)}" if base else ""}
            for h in heads(session, [version])
            if h.rated
        ][::-1],
        "changes": _changes(shelf, versions, version, hidden, w),
    }


def _rating(
    name: str,
    rows: Sequence[Row],
    up: Sequence[Row],
    of: OfType,
    hidden: frozenset[str],
    games: int,
    *,
    first: bool,
) -> dict[str, Any]:
    """One rating type: how many, who is new, who left, who played, who gained most; new and changed as the
    publication report has it, without who is withheld. On the `first` list nobody is new."""
    shown = {r.id: r for r in rows}
    changed = [m for m in of.changed if m.id in shown]
    return {
        "name": name,
        "players": len(rows),
        "active": sum(r.active for r in rows),
        "changed": len(changed),
        "played": sum(1 for r in rows if r.period_games),
        "games": games,
        "newcomers": [] if first else [_person(shown[m.id], None) for m in of.new if m.id in shown],
        "left": len([gone for gone in of.left if gone.id not in hidden]),
        "gains": [_person(row, row.change) for row in up[:TOP_GAINS]],
    }


def _person(r: Row, points: int | None) -> dict[str, Any]:
    rating = f"{r.rating}{r.signs}"
    return {"id": r.id, "name": r.name, "kanji": r.kanji, "rating": rating, "change": points}


def _changes(
    shelf: Shelf,
    versions: Sequence[Version],
    version: Version,
    hidden: frozenset[str],
    w: Mapping[str, str],
) -> list[dict[str, Any]]:
    """What a correction changed against the version before it, of what the two show; empty for a first
    version."""
    replaced = [v for v in versions if v.list_date == version.list_date and v.version < version.version]
    if not replaced:
        return []
    old, new = (shelf.held(v).rows(hidden) for v in (replaced[-1], version))
    return [{**told, "type": w[told["type"]]} for told in differences(old, new)]


USES = ("news", "mail")


def template(place: Place, use: str, lang: str) -> Template:
    """The text for a use and language: the office's own, else the one that Banzuke brings."""
    name = f"{use}-{lang}.txt"
    expected = "a text with the names that docs/site.md lists"
    remedy = "correct it, or delete it: banzuke announce --template writes the first one again"
    ours = files("publication.announce") / name
    return Template(place, name, ours, expected, remedy, "announcement-broken", {"plus": plus})
