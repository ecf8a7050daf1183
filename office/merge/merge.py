"""A member who was entered twice becomes one, or two entries stay two: rulings that can be taken back."""

from dataclasses import dataclass

from sqlmodel import Session, col, select

from importer.ids import member_number
from importer.merged import apart_subject, apply_merges, merge_subject, ruled_apart
from importer.rulings import Kind, Made, fingerprint, record
from importer.tables import EventPlayerRow, EventRow, MemberRow, RulingRow
from office.desk.refresh import published_events, refresh
from office.errors import OfficeError, refusal
from office.merge.conflicts import conflicts
from office.register.find import find_member
from scraper.records import Problem

FACTS = fingerprint("merge")
"""That two entries are one person stands whatever becomes of the events they played in."""


@dataclass(frozen=True, slots=True)
class MergedNow:
    """The ruling, both entries, what spoke against it, and how many events of published lists the merged
    entry played in: these are for a correction."""

    ruling: RulingRow
    gone: MemberRow
    kept: MemberRow
    against: tuple[Problem, ...]
    published: int


def merge(session: Session, duplicate: str, into: str, *, anyway: bool, made: Made) -> MergedNow:
    """Rules that the entry `duplicate` is the member `into`. Refused with everything that speaks against it,
    unless `anyway`; and where one of the two is merged already, or both are the same."""
    gone, kept = _entry(session, duplicate), _entry(session, into)
    _refuse_impossible(session, gone, kept)
    _refuse_apart(session, gone, kept)
    against = conflicts(session, gone, kept)
    if against and not anyway:
        raise OfficeError(*against)
    events = {*_events_of(session, gone)}
    ruling = record(
        session,
        Kind.MERGE,
        subject=merge_subject(gone.federation_id),
        facts=FACTS,
        value=kept.federation_id,
        made=made,
    )
    apply_merges(session, made.now)
    refresh(session)
    return MergedNow(ruling, gone, kept, tuple(against), len(events))


def keep_apart(session: Session, one: str, other: str, made: Made) -> RulingRow:
    """Rules that two entries are two people: they are no longer listed as possible doubles."""
    first, second = _entry(session, one), _entry(session, other)
    _refuse_impossible(session, first, second)
    subject = apart_subject(first.federation_id, second.federation_id)
    return record(session, Kind.APART, subject=subject, facts=FACTS, made=made)


def _entry(session: Session, text: str) -> MemberRow:
    """An entry by its ID: names cannot tell two entries of one person apart."""
    if member_number(text) is None:
        remedy = "give the IDs of both entries; see: banzuke members show NAME"
        raise refusal("no-such-member", "merge", "an ID on the register", f"“{text}”", remedy)
    return find_member(session, text)


def _refuse_impossible(session: Session, gone: MemberRow, kept: MemberRow) -> None:
    if gone.id == kept.id:
        raise _impossible("two entries", f"{gone.federation_id} twice", "give the IDs of both entries")
    for entry in (gone, kept):
        if entry.merged_into is not None:
            other = session.get_one(MemberRow, entry.merged_into)
            found = f"{entry.federation_id}, merged into {other.federation_id} {other.name} already"
            remedy = f"merge into {other.federation_id}, or take that ruling back: banzuke rulings"
            raise _impossible("an entry that stands for itself", found, remedy)


def _refuse_apart(session: Session, gone: MemberRow, kept: MemberRow) -> None:
    ruled = ruled_apart(session).get(frozenset((gone.federation_id, kept.federation_id)))
    if ruled is not None:
        found = f"ruling {ruled.id}: they are two people"
        raise _impossible("two entries of one person", found, f"banzuke resolve --take-back {ruled.id}")


def _impossible(expected: str, found: str, remedy: str) -> OfficeError:
    return refusal("merge-impossible", "merge", expected, found, remedy)


def _events_of(session: Session, member: MemberRow) -> list[int]:
    """The events of published lists in which he is a player."""
    published = published_events(session)
    query = select(EventRow.id, EventRow.key).join(
        EventPlayerRow, col(EventPlayerRow.event_id) == EventRow.id
    )
    rows = session.exec(query.where(EventPlayerRow.member_id == member.id))
    return [number or 0 for number, key in rows if key in published]
