"""Which versions of which lists the site shows."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from types import MappingProxyType

from sqlmodel import Session, col, select

from office.lists.chain import LATER, by_events
from office.lists.rows import type_order
from office.tables import ListRatingRow, ListVersionRow


@dataclass(frozen=True, slots=True)
class Version:
    """A published version. `newest`: the one that stands for its list; the others stay readable.
    `interpretations`: the switches it was reckoned with."""

    id: int
    list_date: date
    version: int
    how: str
    edition: str | None
    published_at: datetime | None
    sha256: str
    types: tuple[str, ...]
    newest: bool
    previous_id: int | None
    by_events: bool
    interpretations: tuple[tuple[str, str], ...]

    @property
    def slug(self) -> str:
        """Its part of an address: `2026-11-01-v1`."""
        return f"{self.list_date}-v{self.version}"

    @property
    def mark(self) -> str:
        """What it is known by from build to build: another office's version never has the same."""
        return mark_of(self.id, self.sha256)


def mark_of(version_id: int | None, sha256: str) -> str:
    return f"{version_id}:{sha256[:20]}"


def published_versions(
    session: Session, types: Mapping[str, Sequence[str]] = MappingProxyType({}), only: int | None = None
) -> list[Version]:
    """Every published version, oldest list first; drafts are not known here. `types`: by the marks of
    versions, what is known of their rating types. `only`: of this number alone, as if there were no other."""
    published = select(ListVersionRow).where(ListVersionRow.state == "published").options(LATER)
    if only is not None:
        published = published.where(ListVersionRow.id == only)
    rows = session.exec(published.order_by(col(ListVersionRow.list_date), col(ListVersionRow.version))).all()
    newest = {row.list_date: row.id for row in rows}
    held = {row.id: types[mark] for row in rows if (mark := mark_of(row.id, row.text_sha256)) in types}
    if new := [row.id for row in rows if row.id not in held]:
        found: dict[int, set[str]] = {}
        query = select(ListRatingRow.version_id, ListRatingRow.type).distinct()
        for version_id, type_ in session.exec(query.where(col(ListRatingRow.version_id).in_(new))):
            found.setdefault(version_id, set()).add(type_)
        held |= {number: sorted(mine, key=type_order) for number, mine in found.items()}
    return [
        Version(
            id=row.id or 0,
            list_date=row.list_date,
            version=row.version,
            how=row.how,
            edition=row.edition,
            published_at=row.published_at,
            sha256=row.text_sha256,
            types=tuple(held.get(row.id, ())),
            newest=newest[row.list_date] == row.id,
            previous_id=row.previous_id,
            by_events=by_events(row),
            interpretations=tuple(sorted(json.loads(row.interpretations).items())),
        )
        for row in rows
    ]
