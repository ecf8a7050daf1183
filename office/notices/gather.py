"""What is to be told, and to whom: worked out of the office as it stands, less what was told already."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta

from sqlmodel import Session, select

from office.notices.due import Due, key_of
from office.notices.kinds import KINDS, To
from office.notices.tables import NoticeAboutRow, NoticeKindRow, NoticeRecipientRow
from rating.interpretations import Interpretations

FRESH = timedelta(days=60)
"""What came in longer ago nobody is told any more, after however long a silence."""


def due(
    session: Session,
    now: datetime,
    today: date,
    *,
    kinds: Iterable[str] | None = None,
    webhook: bool = False,
    own: str = "",
    switches: Interpretations | None = None,
) -> list[Due]:
    """Every notice that is due of the kinds that are switched on; of `kinds`, where they are named, as if
    they had always been. `webhook`: whether one is set; `own`: the office's address, which gets none."""
    rows = {row.name: row for row in session.exec(select(NoticeKindRow))}
    found: list[Due] = []
    for kind in KINDS.values():
        row = rows.get(kind.name)
        named = kinds is not None and kind.name in kinds
        if not named and (kinds is not None or row is None or not row.switched_on):
            continue
        since = max(row.since, now - FRESH) if row is not None and row.switched_on else now - FRESH
        if kind.to is To.OFFICERS:
            from office.notices.officers import waiting

            found += waiting(session, today, webhook=webhook)
        elif kind.to is To.REPORTERS:
            from office.notices.reporters import reported

            found += reported(session, kind.name, since, switches)
        else:
            from office.notices.members import lapsing

            found += lapsing(session, kind.name, today, switches)
    return list(_left(session, [one for one in found if one.recipient.casefold() != own.casefold()]))


def _left(session: Session, found: Sequence[Due]) -> Iterable[Due]:
    """Without those who want none, or whose address does not take any, and without what was told."""
    silent = {
        key_of(row.address)
        for row in session.exec(select(NoticeRecipientRow))
        if row.stopped_at is not None or row.bounced_at is not None
    }
    for one in found:
        key = key_of(one.recipient)
        about = NoticeAboutRow
        query = select(about.occasion).where(about.kind == one.kind, about.recipient_sha256 == key)
        told = set(session.exec(query)) if key not in silent else set()
        left = tuple(about for about in one.abouts if about.occasion not in told)
        if left and key not in silent:
            yield Due(one.kind, one.recipient, one.language, left, one.facts)
