"""What members are told who gave the office an address: that their own membership ends, and which of their
own games do not count without one. Nothing of anybody else."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from sqlmodel import Session, col, select

from importer.merged import merged
from importer.spans import spans_by_member
from importer.tables import MemberRow
from office.desk.lapsed import lapsed
from office.desk.refresh import refresh
from office.notices.due import About, Due
from office.notices.tables import NoticeRecipientRow
from rating.interpretations import Interpretations, interpretations

AROUND = timedelta(days=30)
"""So long before its last day a membership is said to end (R93), and so long after it is still said."""


def lapsing(session: Session, kind: str, today: date, switches: Interpretations | None = None) -> list[Due]:
    """To each member whose address is known."""
    rows = session.exec(
        select(NoticeRecipientRow).where(col(NoticeRecipientRow.member_id).is_not(None))
    ).all()
    one = merged(session)
    people = {row.id or 0: one.row(row.member_id or 0) for row in rows}
    if not people:
        return []
    members = {m.id: m for m in session.exec(select(MemberRow).where(col(MemberRow.id).in_(people.values())))}
    if kind == "uncounted":
        abouts = dict(_uncounted(session, today))
    else:
        abouts = dict(_ending(session, set(people.values()), today, switches or interpretations()))
    found = []
    for row in rows:
        member = members[people[row.id or 0]]
        if mine := abouts.get(member.id or 0):
            name = {"name": member.name, "kanji": member.kanji or member.name}
            found.append(Due(kind, row.address, row.language, tuple(mine), name))
    return found


def _ending(
    session: Session, members: set[int], today: date, switches: Interpretations
) -> Iterator[tuple[int, list[About]]]:
    for member, spans in spans_by_member(session, members).items():
        last = max(end for _first, end in spans)
        first_told = last - AROUND if switches.r93 == "month-before" else last + timedelta(days=1)
        if first_told <= today <= last + AROUND:
            facts = {"last_day": last.isoformat(), "over": last < today}
            yield member, [About(f"ends {last}", facts)]


def _uncounted(session: Session, today: date) -> Iterator[tuple[int, list[About]]]:
    found: dict[int, list[About]] = {}
    for one in lapsed(session, refresh(session), today):
        facts = {
            "event": one.event.view.event.name,
            "days": [day.isoformat() for day in one.days],
            "games": one.games,
            "until": one.until.isoformat() if one.until else None,
            "article": one.article,
        }
        found.setdefault(one.member.id or 0, []).append(About(one.event.view.key, facts))
    yield from found.items()
