"""Which versions of which lists the site shows, and whose pages each of them can have changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import text
from sqlmodel import Session, col, select

from office.lists.chain import by_events
from office.tables import ListRatingRow, ListVersionRow


@dataclass(frozen=True, slots=True)
class Version:
    """A published version. `newest`: the one that stands for its list; the others stay readable."""

    id: int
    list_date: date
    version: int
    how: str
    edition: str | None
    interpretations: str
    published_at: datetime | None
    sha256: str
    types: tuple[str, ...]
    newest: bool
    previous_id: int | None
    by_events: bool

    @property
    def slug(self) -> str:
        """Its part of an address: `2026-11-01-v1`."""
        return f"{self.list_date}-v{self.version}"

    @property
    def mark(self) -> str:
        """What it is known by from build to build: another office's version never has the same."""
        return f"{self.id}:{self.sha256[:20]}"


def published_versions(session: Session) -> list[Version]:
    """Every published version, oldest list first; drafts are not known here."""
    rows = session.exec(
        select(ListVersionRow)
        .where(ListVersionRow.state == "published")
        .order_by(col(ListVersionRow.list_date), col(ListVersionRow.version))
    ).all()
    newest = {row.list_date: row.id for row in rows}
    held: dict[int, set[str]] = {}
    for version_id, type_ in session.exec(
        select(ListRatingRow.version_id, ListRatingRow.type).distinct().order_by(ListRatingRow.type)
    ):
        held.setdefault(version_id, set()).add(type_)
    return [
        Version(
            id=row.id or 0,
            list_date=row.list_date,
            version=row.version,
            how=row.how,
            edition=row.edition,
            interpretations=row.interpretations,
            published_at=row.published_at,
            sha256=row.text_sha256,
            types=tuple(sorted(held.get(row.id or 0, ()), key=type_order)),
            newest=newest[row.list_date] == row.id,
            previous_id=row.previous_id,
            by_events=by_events(row),
        )
        for row in rows
    ]


def type_order(type_: str) -> tuple[int, str]:
    """Standard before rapid, and what an edition calls otherwise where it has only one."""
    return (1 if type_ == "rapid" else 0, type_)


_TOUCHED = """
SELECT r.federation_id FROM list_rating r
  LEFT JOIN list_rating p
    ON p.version_id = :previous AND p.federation_id = r.federation_id AND p.type = r.type
 WHERE r.version_id = :version
   AND (p.id IS NULL OR p.rating <> r.rating OR p.games <> r.games OR coalesce(p.k, 0) <> coalesce(r.k, 0)
        OR r.period_games > 0 OR r.how NOT IN ('rated') OR coalesce(p.marks, '') <> coalesce(r.marks, '')
        OR r.adjustment_reference IS NOT NULL)
UNION
SELECT p.federation_id FROM list_rating p
  LEFT JOIN list_rating r ON r.version_id = :version AND p.federation_id = r.federation_id AND p.type = r.type
 WHERE p.version_id = :previous AND r.id IS NULL
UNION
SELECT federation_id FROM game_line WHERE version_id = :version AND federation_id IS NOT NULL
UNION
SELECT federation_id FROM event_line WHERE version_id = :version AND federation_id IS NOT NULL
UNION
SELECT r.federation_id FROM event_rating r
  LEFT JOIN event_rating p
    ON p.version_id = :previous AND p.federation_id = r.federation_id AND p.type = r.type
 WHERE r.version_id = :version AND (p.id IS NULL OR p.provisional <> r.provisional OR p.listed <> r.listed)
UNION
SELECT m.federation_id FROM list_member m
  LEFT JOIN list_member p ON p.version_id = :previous AND p.federation_id = m.federation_id
 WHERE m.version_id = :version
   AND (p.id IS NULL OR p.name <> m.name OR coalesce(p.kanji, '') <> coalesce(m.kanji, '')
        OR p.member_on_day <> m.member_on_day OR p.active <> m.active)
"""


def touched(session: Session, version: Version) -> set[str]:
    """The federation IDs of those for whom this version says anything new against the one before it."""
    values = {"version": version.id, "previous": version.previous_id or 0}
    return set(session.execute(text(_TOUCHED), values).scalars())


def touching(
    session: Session, versions: Iterable[Version], known: Mapping[str, Sequence[str]]
) -> dict[str, Sequence[str]]:
    """For each version that stands, by its mark, whom it touches. Frozen versions do not change: what is
    `known` from the build before is taken from there."""
    return {
        v.mark: known[v.mark] if v.mark in known else sorted(touched(session, v))
        for v in versions
        if v.newest
    }
