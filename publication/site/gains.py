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
    moved = _worked_out_anew(session, version)
    found = {}
    for type_, mine in rows.items():
        told = [
            row._replace(change=moved.get((row.id, type_), row.change))
            for row in mine
            if row.rank is not None
        ]
        up = [row for row in told if (row.change or 0) > 0]
        found[type_] = sorted(up, key=lambda row: (-(row.change or 0), -row.rating, row.id))
    return found


def _worked_out_anew(session: Session, version: Version) -> Mapping[tuple[str, str], int]:
    """By ID and type the points of ratings with a `P` before, where R34 has them among the most improved."""
    if not version.by_events or stored(dict(version.interpretations)).r34 != "all-ratings":
        return {}
    r = ListRatingRow
    query = select(r.federation_id, r.type, r.rating, r.previous).where(r.version_id == version.id)
    again = session.exec(query.where(r.how == "initial", col(r.previous).is_not(None)))
    return {(number, type_): rating - (was or 0) for number, type_, rating, was in again}
