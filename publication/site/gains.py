"""Who gained most since the list before: one answer for the home page, the page of top players, the feed, the
announcement and the files."""

from collections.abc import Iterable, Mapping

from sqlmodel import Session, col, select

from office.tables import ListRatingRow
from publication.site.held import Row
from publication.site.versions import Version
from rating.interpretations import stored


def gains(session: Session, version: Version, rows: Mapping[str, Iterable[Row]]) -> dict[str, list[Row]]:
    """By type who of these gained, most first, of those with a rank: by the change that the list itself
    prints. A rating that had a `P` is worked out anew and has none there. Where a list is read so that it is
    compared with the one before all the same (R34), its row has these points as its change."""
    anew = _worked_out_anew(session, version)
    found = {}
    for type_, mine in rows.items():
        if moved := anew.get(type_):
            mine = [row._replace(change=moved[row.id]) if row.id in moved else row for row in mine]
        up = [row for row in mine if (row.change or 0) > 0 and row.rank is not None]
        found[type_] = sorted(up, key=lambda row: (-(row.change or 0), -row.rating, row.id))
    return found


def _worked_out_anew(session: Session, version: Version) -> Mapping[str, Mapping[str, int]]:
    """By type and ID the points of ratings with a `P` before, where R34 has them among the most improved."""
    if not version.by_events or stored(dict(version.interpretations)).r34 != "all-ratings":
        return {}
    r = ListRatingRow
    query = select(r.federation_id, r.type, r.rating, r.previous).where(r.version_id == version.id)
    again = session.exec(query.where(r.how == "initial", col(r.previous).is_not(None)))
    found: dict[str, dict[str, int]] = {}
    for number, type_, rating, was in again:
        found.setdefault(type_, {})[number] = rating - (was or 0)
    return found
