"""What a merge, or one that was taken back, touches of published lists, and whether a correction is due."""

from __future__ import annotations

import json
from collections.abc import Collection
from datetime import date

from sqlmodel import Session, col, select

from importer.merged import merged
from importer.rulings import Kind
from importer.tables import EventPlayerRow, EventRow, MemberRow, RulingRow
from office.corrections.open_lists import chain
from office.lists.chain import published_events
from office.tables import GameLineRow
from office.words import _, n_, p_


def due(session: Session, today: date) -> int:
    """How many events of lists that can be corrected have one of two members who were merged, or are two
    again, as whom he no longer is."""
    rulings = session.exec(select(RulingRow).where(RulingRow.kind == Kind.MERGE.value)).all()
    numbers = {number for ruling in rulings for number in numbers_of(ruling)}
    if not numbers:
        return 0
    line, player = GameLineRow, EventPlayerRow
    lists = [version.id for version in chain(session, today)]
    query = select(line.event_key, line.federation_id).distinct()
    query = query.where(col(line.federation_id).in_(numbers), col(line.version_id).in_(lists))
    listed = set(session.exec(query))
    of_events = select(EventRow.key, player.member_id).join(EventRow)
    of_events = of_events.where(col(EventRow.key).in_({key for key, _ in listed}))
    named = select(MemberRow.id, MemberRow.federation_id).where(col(MemberRow.federation_id).in_(numbers))
    one, ids = merged(session), dict(session.exec(named).all())
    stands = [(key, one.row(row)) for key, row in session.exec(of_events) if row is not None]
    now = {(key, ids[row]) for key, row in stands if row in ids}
    return len({key for key, _ in listed - now})


def touched(events: int) -> str:
    """That so many events of published lists are touched, and what shows how."""
    told = n_("{n} event of published lists is touched", "{n} events of published lists are touched", events)
    return told + p_("punctuation", ": ") + _("banzuke correction preview shows what changes")


def published_of(session: Session, rows: Collection[int]) -> int:
    """How many events of published lists these entries of the register are players of."""
    query = select(EventRow.key).join(EventPlayerRow).where(col(EventPlayerRow.member_id).in_(rows))
    return len(published_events(session).keys() & set(session.exec(query)))


def numbers_of(ruling: RulingRow) -> tuple[str, str]:
    """The entry that was given up, and the member who was kept."""
    return json.loads(ruling.subject)["member"], ruling.value or ""
