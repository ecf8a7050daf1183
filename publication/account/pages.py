"""The saved pages behind events as everybody may know them: kind, round, address, when it was saved, SHA-256.

Names of files stay with the office: an organizer's can name people.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from sqlmodel import Session, select

from office.tables import ListVersionRow, VersionEventRow
from scraper.records import PageSource


class Page(NamedTuple):
    """A page or file that an event was read from. `address` and `saved_at` (UTC) are None for what came as a
    file or was saved by hand; `sha256`: of its bytes as they were received."""

    kind: str
    round: int | None
    address: str | None
    saved_at: str | None
    sha256: str


def public_pages(sources: Iterable[PageSource]) -> tuple[Page, ...]:
    """The pages of a reading, in the order they were read."""
    return tuple(
        Page(
            p.kind,
            p.round,
            p.address if (p.address or "").startswith("http") else None,
            _moment(p.fetched_at),
            p.sha256,
        )
        for p in sources
    )


def _moment(moment: datetime | None) -> str | None:
    if moment is None:
        return None
    return f"{moment.astimezone(UTC) if moment.tzinfo else moment:%Y-%m-%dT%H:%M:%SZ}"


def pages_of(session: Session, version: ListVersionRow) -> dict[str, list[dict[str, str | int | None]]]:
    """By event key, the pages behind the readings that a version was reckoned from."""
    from importer.view import reading  # with what a whole event is read with

    query = select(VersionEventRow).where(VersionEventRow.version_id == version.id)
    held = sorted((row.event_key, row.reading_id) for row in session.exec(query))
    return {
        key: [p._asdict() for p in public_pages(reading(session, number).source.pages)]
        for key, number in held
    }
