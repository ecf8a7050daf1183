"""The rows of a list version as its pages show them, in rank order, cut into pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import text
from sqlmodel import Session

from office.site.versions import Version

PAGE_ROWS = 500
"""Rows of one page of a list: a phone shows it at once, and 10,000 members are twenty pages."""


class Row(NamedTuple):
    """A line of a list. `change` is what the rounded sum added, None for a new rating or the first list;
    `signs` stand for what the list prints beside the rating (`P` provisional, `*` not for qualification).
    A plain tuple, since there are more than a million of them."""

    rank: int | None
    id: str
    name: str
    kanji: str
    rating: int
    change: int | None
    how: str
    games: int
    period_games: int
    k: int | None
    active: int
    member: int
    signs: str


SIGNS = {"provisional": "P", "not-for-qualification": "*"}
"""What stands beside a rating for each mark."""

_EVERYBODY = """
  FROM list_rating r
  JOIN list_member m ON m.version_id = r.version_id AND m.federation_id = r.federation_id
 WHERE r.version_id = :version
"""

_LISTED = """
  FROM list_rating r
  JOIN list_member m ON m.version_id = r.version_id AND m.federation_id = r.federation_id
  LEFT JOIN event_rating e
    ON e.version_id = r.version_id AND e.federation_id = r.federation_id AND e.type = r.type
 WHERE r.version_id = :version AND (e.id IS NULL OR e.listed)
"""

_ROWS = """
SELECT r.type, r.rank, r.federation_id, m.name, coalesce(m.kanji, ''), r.rating,
       CASE WHEN r.how IN ('initial', 'opening') THEN NULL ELSE r.rating - r.previous END,
       r.how, r.games, r.period_games, r.k,
       CASE WHEN m.active THEN 1 ELSE 0 END, CASE WHEN m.member_on_day THEN 1 ELSE 0 END, r.marks
"""


def listed(version: Version, columns: str) -> str:
    """A query for columns of who is on the published list (`r` rating, `m` member; `:version`): a list that
    is reckoned event by event keeps some whom it does not show."""
    if version.by_events:
        return f"{columns}{PROVISIONAL}{_LISTED}"
    return f"{columns}, NULL{_EVERYBODY}"


PROVISIONAL = ", e.provisional"
"""The last column of every such query."""


def rows_of(session: Session, version: Version, withheld: frozenset[str]) -> dict[str, list[Row]]:
    """The rows of each type, highest rating first, without who is withheld."""
    found: dict[str, list[Row]] = {type_: [] for type_ in version.types}
    query = listed(version, _ROWS) + " ORDER BY r.rating DESC, r.federation_id"
    make = Row._make
    for type_, *cells, marks, provisional in session.execute(text(query), {"version": version.id}):
        if cells[1] not in withheld:
            cells.append(signs(marks_of(marks, bool(provisional))) if marks or provisional else "")
            found[type_].append(make(cells))
    return found


def signs(marks: Iterable[str]) -> str:
    """The signs of a rating's marks."""
    return "".join(SIGNS[mark] for mark in marks)


def marks_of(marks: str | None, provisional: bool) -> tuple[str, ...]:
    """The marks beside a rating, whichever text they come from."""
    return (*(marks or "").split(), *(("provisional",) if provisional else ()))


def cut(rows: Sequence[Row]) -> list[Sequence[Row]]:
    """The rows page by page; a list without rows has one empty page."""
    return [rows[n : n + PAGE_ROWS] for n in range(0, len(rows), PAGE_ROWS)] or [rows]
