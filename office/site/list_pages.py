"""The rows of a list version as its pages show them, in rank order, cut into pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import text
from sqlmodel import Session

from office.site.versions import Version

PAGE_ROWS = 500
"""Rows of one page of a list: a phone shows it at once, and 10,000 members are twenty pages."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a list. `change` is what the rounded sum added, None for a new rating or the first list;
    `marks` are what the list prints beside the rating (`provisional`, `not-for-qualification`)."""

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
    active: bool
    member: bool
    marks: tuple[str, ...]


LISTED = """
  FROM list_rating r
  JOIN list_member m ON m.version_id = r.version_id AND m.federation_id = r.federation_id
  LEFT JOIN event_rating e
    ON e.version_id = r.version_id AND e.federation_id = r.federation_id AND e.type = r.type
 WHERE r.version_id = :version AND (e.id IS NULL OR e.listed)
"""
"""Who is on the published list: a list that is reckoned event by event keeps some whom it does not show."""

_ROWS = f"""
SELECT r.type, r.rank, r.federation_id, m.name, m.kanji, r.rating, r.previous, r.how, r.games, r.period_games,
       r.k, m.active, m.member_on_day, r.marks, e.provisional
{LISTED} ORDER BY r.rating DESC, r.federation_id
"""


def rows_of(session: Session, version: Version, withheld: frozenset[str]) -> dict[str, list[Row]]:
    """The rows of each type, highest rating first, without who is withheld."""
    found: dict[str, list[Row]] = {type_: [] for type_ in version.types}
    for row in session.execute(text(_ROWS), {"version": version.id}):
        type_, rank, number, name, kanji, rating, previous, how, games, now, k, active, member, marks, p = row
        if number in withheld:
            continue
        change = None if previous is None or how in ("initial", "opening") else rating - previous
        marked = marks_of(marks, bool(p))
        found[type_].append(
            Row(
                rank,
                number,
                name,
                kanji or "",
                rating,
                change,
                how,
                games,
                now,
                k,
                bool(active),
                bool(member),
                marked,
            )
        )
    return found


def marks_of(marks: str | None, provisional: bool) -> tuple[str, ...]:
    """The marks beside a rating, whichever text they come from."""
    if marks is None and not provisional:
        return ()
    return (*(marks or "").split(), *(("provisional",) if provisional else ()))


def cut(rows: Sequence[Row]) -> list[Sequence[Row]]:
    """The rows page by page; a list without rows has one empty page."""
    return [rows[n : n + PAGE_ROWS] for n in range(0, len(rows), PAGE_ROWS)] or [rows]
