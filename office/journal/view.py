"""The journal as one view: decisions, the register, readings, lists, settings and accounts, the newest first,
by member, event or officer. Each source is asked for one page's worth, whatever there is of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from unicodedata import normalize

from sqlmodel import Session, col, func, or_, select
from sqlmodel.sql.expression import SelectOfScalar

from importer.tables import (
    EventRow,
    MemberRow,
    MembershipRow,
    ReadingRow,
    RegisterFactRow,
    ReportRow,
    RulingRow,
)
from office.desk.status import ruling_head
from office.errors import refusal
from office.journal.acting import Acting
from office.journal.changed import HOSTS, changed
from office.journal.note import HELD, PUBLISHED, REGISTER, ROWS, JournalRow, utc
from office.mail.waiting import mail_of
from office.personal.erase import entries_of
from office.register.find import find_member
from office.register.member import field_told, source_told
from office.rules.reasons import reason_told
from office.tables import ListVersionRow, VersionEventRow
from office.words import _, n_
from office.words.formats import day

FACTS = 5_000
"""So many of the newest facts are put together by their moment and source."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One change. `who` and `why` are empty where nobody said so; `what` in the language spoken."""

    at: datetime
    who: str
    what: str
    why: str


@dataclass(frozen=True, slots=True)
class Page:
    """Some entries, and where the page after it begins; None at the end."""

    entries: Sequence[Entry]
    after: str | None


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is asked for: `members` and `event` narrow to these; entries up to `until`; so many."""

    members: Sequence[MemberRow] | None
    event: EventRow | None
    by: str
    until: datetime | None
    most: int

    def cut(self, query: Any, moment: Any, number: Any, who: Any = None) -> Any:
        """The newest of a source, as far back as asked; only those by whom is asked for, where `who` says by
        whom each is."""
        if self.until is not None:
            query = query.where(moment <= self.until)
        if self.by and who is not None:
            query = query.where(who == self.by)
        return query.order_by(moment.desc(), number.desc()).limit(self.most)


def page(
    session: Session, *, member: str = "", event: str = "", by: str = "", last: int = 50, after: str = ""
) -> Page:
    """A page of the journal. `member`: ID or whole name; `event`: its number, E3; `by`: who decided; `after`:
    where an earlier page ended. Refused where there is no such member, event or page."""
    until, skip = _cursor(after)
    members = entries_of(session, find_member(session, member)) if member else None
    asked = _Asked(members, _event(session, event) if event else None, by.strip(), until, last + skip + 1)
    sources = [_rulings, _taken_back, _register]
    sources += [] if members is not None else [_readings, _lists]
    sources += [] if members is not None or event else [_changes]
    found = [
        (entry.at, -rank, number, entry)
        for rank, source in enumerate(sources)
        for number, entry in source(session, asked)
    ]
    found.sort(key=lambda one: one[:3], reverse=True)
    entries = [entry for *_order, entry in found[skip:]]
    shown, more = entries[:last], len(entries) > last
    if not more:
        return Page(shown, None)
    end = shown[-1].at
    same = sum(one.at == end for one in shown) + (skip if end == until else 0)
    return Page(shown, f"{end.isoformat(timespec='microseconds')}~{same}")


def _cursor(after: str) -> tuple[datetime | None, int]:
    if not after:
        return None, 0
    moment, _sign, skip = after.partition("~")
    try:
        until, number = datetime.fromisoformat(moment), int(skip)
        if until.tzinfo is None or not 0 <= number <= 100_000:
            raise ValueError(after)
    except ValueError:
        expected, remedy = "where a page of the journal ended", "begin with the newest"
        raise refusal("no-such-page", "the journal", expected, f"“{after[:60]}”", remedy) from None
    return until, number


def _event(session: Session, text: str) -> EventRow:
    number = normalize("NFKC", text).strip().upper().removeprefix("E")
    row = session.get(EventRow, int(number)) if number.isdecimal() and len(number) < 10 else None
    if row is None:
        raise refusal("no-such-event", text[:40], "the number of an event, e.g. E3", "none", "banzuke events")
    return row


Found = Iterator[tuple[int, Entry]]


def _rulings(session: Session, asked: _Asked) -> Found:
    row = RulingRow
    query = _of_ruling(select(row), asked)
    for one in session.exec(asked.cut(query, col(row.made_at), col(row.id), row.who)):
        what = _(
            "decision {head}", head=ruling_head(one, _name(session, one.event_key) or mail_of(session, one))
        )
        yield one.id or 0, Entry(utc(one.made_at), one.who, what, reason_told(one.reason))


def _taken_back(session: Session, asked: _Asked) -> Found:
    row = RulingRow
    query = _of_ruling(select(row).where(col(row.taken_back_at).is_not(None)), asked)
    for one in session.exec(asked.cut(query, col(row.taken_back_at), col(row.id), row.taken_back_by)):
        at, what = utc(one.taken_back_at), _("decision {id} taken back", id=one.id)
        yield one.id or 0, Entry(at, one.taken_back_by or "", what, reason_told(one.taken_back_why or ""))


def _of_ruling(query: Any, asked: _Asked) -> Any:
    if asked.event is not None:
        query = query.where(RulingRow.event_key == asked.event.key)
    if asked.members is not None:
        ids = [m.federation_id for m in asked.members]
        texts = (col(RulingRow.subject), col(RulingRow.value))
        query = query.where(or_(*(text.contains(i, autoescape=True) for text in texts for i in ids)))
    return query


def _register(session: Session, asked: _Asked) -> Found:
    """Of everybody only what was stored before who did it was kept: the rest are entries of the journal."""
    if asked.event is not None or (asked.by and asked.members is None):
        return
    fact, span = RegisterFactRow, MembershipRow
    if asked.members is None:
        newest = select(fact.known_since, fact.source, fact.member_id, fact.id)
        if asked.until is not None:
            newest = newest.where(col(fact.known_since) <= asked.until)
        some = newest.order_by(col(fact.id).desc()).limit(FACTS).subquery().c
        query = select(some.known_since, some.source, func.count(), func.max(some.id))
        grouped = query.group_by(some.known_since, some.source).order_by(some.known_since.desc())
        found = session.exec(grouped.limit(asked.most)).all()
        kept = _acting_by_moment(session, [at for at, *_rest in found])
        for at, source, count, number in found:
            if utc(at) in kept:
                continue
            what = n_("register: {n} fact", "register: {n} facts", count)
            yield number, Entry(utc(at), "", what, source_told(source))
        return
    names = {m.id: m.federation_id for m in asked.members}
    facts: Any = select(fact).where(col(fact.member_id).in_(names))
    spans: Any = select(span).where(col(span.member_id).in_(names))
    if asked.by:
        his = _moments_of(asked.by)
        facts = facts.where(col(fact.known_since).in_(his))
        spans = spans.where(col(span.known_since).in_(his))
    known = session.exec(asked.cut(facts, col(fact.known_since), col(fact.id))).all()
    held = session.exec(asked.cut(spans, col(span.known_since), col(span.id))).all()
    acted = _acting_by_moment(session, [*{one.known_since for one in (*known, *held)}])
    for one in known:
        told = {"id": names[one.member_id], "fact": field_told(one.field)}
        at, what = utc(one.known_since), _("register: {id}, {fact}", **told)
        who, why = acted.get(at, NOBODY)
        yield one.id or 0, Entry(at, who, what, why or source_told(one.source))
    for one in held:
        told = {"id": names[one.member_id], "first": day(one.first_day), "last": day(one.last_day)}
        at, what = utc(one.known_since), _("membership of {id}: {first} to {last}", **told)
        who, why = acted.get(at, NOBODY)
        yield one.id or 0, Entry(at, who, what, why)


NOBODY = Acting()


def _acting_by_moment(session: Session, moments: list[datetime]) -> Mapping[datetime, Acting]:
    """Who changed the register at these moments, and why; a moment before there were such entries is left
    out."""
    row = JournalRow
    query = select(row.at, row.who, row.why).where(row.kind == REGISTER, col(row.at).in_(moments))
    return {utc(at): Acting(who, why or "") for at, who, why in session.exec(query)}


def _moments_of(who: str) -> SelectOfScalar[datetime]:
    """When somebody changed it."""
    return select(JournalRow.at).where(JournalRow.kind == REGISTER, JournalRow.who == who)


def _readings(session: Session, asked: _Asked) -> Found:
    row = ReadingRow
    query = select(row.id, row.read_at, row.event_key, ReportRow.reporter).join(ReportRow)
    if asked.event is not None:
        query = query.where(row.event_key == asked.event.key)
    some = asked.cut(query, col(row.read_at), col(row.id), ReportRow.reporter)
    for number, at, key, reporter in session.exec(some):
        what = _("event read: {event}", event=_name(session, key) or key)
        yield number, Entry(utc(at), reporter or "", what, "")


def _lists(session: Session, asked: _Asked) -> Found:
    row = ListVersionRow
    columns: Any = (row.id, row.published_at, row.published_by, row.list_date, row.version)
    query: Any = select(*columns).where(col(row.published_at).is_not(None))
    if asked.event is not None:
        held = select(VersionEventRow.version_id).where(VersionEventRow.event_key == asked.event.key)
        query = query.where(col(row.id).in_(held))
    some = session.exec(asked.cut(query, col(row.published_at), col(row.id), row.published_by)).all()
    named, told = [f"{of} {version}" for *_rest, of, version in some], JournalRow
    mine = select(told.subject, told.why).where(told.kind == PUBLISHED, col(told.subject).in_(named))
    why = {subject: said or "" for subject, said in session.exec(mine)}
    for number, at, who, of, version in some:
        what = _("published: list of {day}, version {version}", day=day(of), version=version)
        yield number or 0, Entry(utc(at), who or "", what, why.get(f"{of} {version}", ""))


def _changes(session: Session, asked: _Asked) -> Found:
    row = JournalRow
    own = or_(*(col(row.now).contains(f'"{table}') for table in HOSTS))
    shown = select(row).where(or_(col(row.kind).not_in(SHOWN_OTHERWISE), (col(row.kind) == ROWS) & own))
    for one in session.exec(asked.cut(shown, col(row.at), col(row.id), row.who)):
        what = changed(one.kind, one.subject, json.loads(one.now))
        source = source_told(one.subject) if one.kind == REGISTER else ""
        yield one.id or 0, Entry(utc(one.at), one.who, what, one.why or source)


SHOWN_OTHERWISE = (ROWS, HELD, PUBLISHED)
"""Kinds of entries whose changes are shown as what they are; but for the rows of `HOSTS`."""


def _name(session: Session, key: str | None) -> str:
    if key is None:
        return ""
    row = session.exec(select(EventRow).where(EventRow.key == key)).first()
    return f"E{row.id} {row.called}" if row is not None else key
