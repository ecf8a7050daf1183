"""What an announcement can say of a published list: plain values, nothing the website does not show."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from sqlmodel import Session

from office.corrections.difference import difference
from office.errors import refusal
from office.families import day_here
from office.tables import ListVersionRow
from publication.exports.fields import Audience, nowhere
from publication.site.addresses import event_page, list_overview
from publication.site.events import heads
from publication.site.held import games_of, rows_of
from publication.site.list_pages import Row
from publication.site.settings import load_settings
from publication.site.versions import Version, published_versions
from publication.site.words import LANGUAGES

TOP_GAINS = 5


def facts_for(session: Session, list_date: date | None, lang: str) -> dict[str, Any]:
    """The facts of the newest version of a list, of the newest list without a date. Refused where no such
    list is published."""
    versions = published_versions(session)
    standing = [v for v in versions if v.newest and list_date in (None, v.list_date)]
    if not standing:
        expected, remedy = "a published list", "see the lists: banzuke explain, banzuke preview"
        place = f"list of {list_date}" if list_date else "office"
        raise refusal("no-such-list", place, expected, "none", remedy)
    version = standing[-1]
    settings, hidden = load_settings(session), nowhere(session, Audience.PUBLIC)
    w = LANGUAGES[lang]
    rows, games = rows_of(session, version, hidden), games_of(session, version)
    before = _before(session, versions, version, hidden)
    base = settings.address or ""
    return {
        "office": settings.name,
        "list_date": version.list_date.isoformat(),
        "version": version.version,
        "corrected": version.version > 1,
        "published_on": version.published_at and day_here(session, version.published_at).isoformat(),
        "address": f"{base}{list_overview(lang, version.list_date)}" if base else "",
        "sha256": version.sha256,
        "ratings": [
            _rating(w[type_], mine, before.get(type_, ()), games.get(type_, 0))
            for type_, mine in rows.items()
        ],
        "events": [
            {"name": h.name, "address": f"{base}{event_page(lang, h.key)}" if base else ""}
            for h in heads(session, versions)
            if h.version.id == version.id
        ][::-1],
        "changes": _changes(session, versions, version, hidden, w),
    }


def _before(
    session: Session, versions: Sequence[Version], version: Version, hidden: frozenset[str]
) -> Mapping[str, Sequence[Row]]:
    previous = next((v for v in versions if v.id == version.previous_id), None)
    return {} if previous is None else rows_of(session, previous, hidden)


def _rating(name: str, rows: Sequence[Row], before: Sequence[Row], games: int) -> dict[str, Any]:
    """One rating type: how many, who is new, who left, who played, who gained most."""
    known, here = {r.id for r in before}, {r.id for r in rows}
    gains = [r for r in rows if r.change is not None and r.change > 0]
    gains.sort(key=lambda r: (-(r.change or 0), -r.rating, r.id))
    return {
        "name": name,
        "players": len(rows),
        "active": sum(r.active for r in rows),
        "changed": sum(1 for r in rows if r.change),
        "played": sum(1 for r in rows if r.period_games),
        "games": games,
        "newcomers": [_person(r) for r in rows if r.id not in known] if before else [],
        "left": len(known - here),
        "gains": [_person(r) for r in gains[:TOP_GAINS]],
    }


def _person(r: Row) -> dict[str, Any]:
    rating = f"{r.rating}{r.signs}"
    return {"id": r.id, "name": r.name, "kanji": r.kanji, "rating": rating, "change": r.change}


def _changes(
    session: Session,
    versions: Sequence[Version],
    version: Version,
    hidden: frozenset[str],
    w: Mapping[str, str],
) -> list[dict[str, Any]]:
    """What a correction changed against the version before it; empty for a first version."""
    replaced = [v for v in versions if v.list_date == version.list_date and v.version < version.version]
    if not replaced:
        return []
    old, new = (session.get_one(ListVersionRow, v.id) for v in (replaced[-1], version))
    return [
        {"id": m.id, "name": m.name, "type": w[m.type], "was": m.was, "now": m.now}
        for m in difference(session, old, new).moved
        if m.id not in hidden and m.was != m.now
    ]
