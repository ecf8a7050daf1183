"""On which days members were members, as far as the office knows now."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from sqlalchemy import select as columns
from sqlmodel import Session, col

from importer.merged import merged

Spans = dict[int, list[tuple[date, date]]]
"""Memberships by the row id of each member: first and last day."""


def spans_by_member(session: Session, members: Collection[int] | None = None) -> Spans:
    """The memberships that stand and hold for whatever he plays in, by row id; of these members alone, if
    they are named."""
    from importer.register_history import ONE_TIME  # with the register's whole history of tables
    from importer.tables import MembershipRow

    one = merged(session)
    table = MembershipRow
    query = columns(*map(col, (table.member_id, table.first_day, table.last_day))).where(
        col(table.known_until).is_(None), col(table.kind) != ONE_TIME
    )
    if members is not None:
        entries = {*members, *(row for row, end in one.rows.items() if end in members)}
        query = query.where(col(table.member_id).in_(entries))
    spans: Spans = {}
    for member, first, last in session.execute(query.order_by(col(table.first_day), col(table.id))):
        spans.setdefault(one.row(member), []).append((first, last))
    return spans
