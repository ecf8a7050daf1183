"""Entered by hand: one member, who can be corrected and renewed, one organizer, one application; with the
cells and checks of a line of a file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from sqlmodel import Session, select

from importer.applications import ApplicationEntry, apply_applications
from importer.applications import entry_of as application_of
from importer.csv_file import Line, readable, refuse_faults
from importer.merged import stands_for
from importer.names import name_key
from importer.organizers import Organizer, apply_organizers, organizer_of, organizers, spans_text
from importer.organizers_people import people_text
from importer.register_apply import Counts, apply_register, current_register, span_of
from importer.register_cells import FIDE_SOURCES, Entry, check_letters, entry_of
from importer.register_spans import TAKEN_BACK, Span
from importer.rulings import fingerprint
from importer.standing import Done
from importer.tables import MemberRow
from office.errors import OfficeError, problem_of, refusal
from office.families import day_here, family_of, require_memberships, require_organizers
from office.register.export import cells_of
from office.register.find import find_member
from office.register.refused import refuse_strangers
from scraper.records import Problem

T = TypeVar("T")


@dataclass(slots=True)
class Said(Line):
    """What was said of a member by a command or a form, as a line of a file would; its faults name which."""

    def fault(self, column: str, expected: str, found: str, remedy: str) -> None:
        """Notes what is wrong in one of the things said."""
        self.faults.append(Problem("bad-cell", f"{self.file}, {column}", expected, found, "correct it"))


ADD = "new member"


def add(session: Session, cells: Mapping[str, str], *, anyway: bool, who: str, now: datetime) -> Counts:
    """A new member, by the headings of the register file. Refused where the ID is taken and, unless
    `anyway`, where a member on the register is likely the same person."""
    entry = _entry(session, ADD, cells, now)
    held = session.exec(select(MemberRow).where(MemberRow.federation_id == entry.federation_id)).first()
    if held is not None:
        remedy = f"banzuke members renew {held.federation_id} FIRST/LAST; other facts: banzuke members import"
        if not family_of(session).memberships:
            remedy = "to change what is known of that one: banzuke members import"
        found = f"{held.federation_id} {held.name}"
        raise refusal("member-exists", f"{ADD}, ID", "an ID that is free", found, remedy)
    from office.register.doubles import doubles  # with all that matching needs

    counts = apply_register(session, [entry], now, source=f"entered by {who}")
    alike = [pair for pair in doubles(session, only=entry.federation_id) if pair.likely]
    if alike and not anyway:
        faults = []
        for pair in alike:
            known = pair.other if pair.one.federation_id == entry.federation_id else pair.one
            found = f"{known.federation_id} {known.name} may be the same: " + "; ".join(pair.speaks_for)
            remedy = f"banzuke members renew {known.federation_id} FIRST/LAST; for another person: --anyway"
            if not family_of(session).memberships:
                remedy = "for the same person nothing is to be added; for another person: --anyway"
            expected = "a person who is not on the register"
            faults.append(Problem("member-again", "members add", expected, found, remedy))
        raise OfficeError(*faults)
    return counts


def renew(session: Session, named: str, spans: Sequence[str], *, who: str, now: datetime) -> Counts:
    """Further memberships of one member; one that begins on the first day of one he has replaces that (a last
    day or a day of payment that was entered wrongly). Refused where two of one kind share a day."""
    require_memberships(session, RENEW)
    member = _for_himself(session, named, RENEW)
    given = "; ".join(spans)
    cells = {"ID": member.federation_id, "Name": member.name, "Memberships": given}
    fresh = _entry(session, RENEW, cells, now).memberships
    if not fresh:
        expected = "intervals like 2025-04-01/2026-03-31"
        raise refusal("bad-cell", f"{RENEW}, Memberships", expected, f"“{given}”", "correct it")
    held = [span_of(row) for row in current_register(session, [member.id or 0])[member.federation_id].spans]
    begins = {(s.kind, s.event_key, s.first) for s in fresh}
    kept_spans = [s for s in held if (s.kind, s.event_key, s.first) not in begins]
    _refuse_overlap([*kept_spans, *fresh], fresh)
    cells["Memberships"] = "; ".join(s.text() for s in sorted((*kept_spans, *fresh)))
    entry = _entry(session, RENEW, cells, now)
    return apply_register(session, [entry], now, source=f"entered by {who}")


RENEW = "members renew"

KEPT = ("Name", *FIDE_SOURCES.values())
"""Cells in which nothing stands for nothing: a member has a name, a rating its source."""


def correct(
    session: Session,
    named: str,
    cells: Mapping[str, str],
    *,
    since: str,
    source: str,
    who: str,
    now: datetime,
) -> Counts:
    """Other facts of one member. `cells`: as they are to be, by the headings of the register file; a heading
    that is not there stays as it is, one that is empty is taken back. `since`: the day from which what is
    other holds, `source`: who says so; empty where nobody says. What was known before stays on record."""
    member = _for_himself(session, named, "member")
    held = cells_of(current_register(session, [member.id or 0])[member.federation_id])
    told = held | {heading: text.strip() for heading, text in cells.items()}
    gone = [heading for heading, text in held.items() if text and not told[heading] and heading not in KEPT]
    line = told | dict.fromkeys(gone, TAKEN_BACK)
    told_by = source or f"entered by {who}"
    line |= {"ID": member.federation_id, "Since": since, "Source": told_by}
    entry = _entry(session, f"{member.federation_id} {member.name}", line, now)
    return apply_register(session, [entry], now, source=told_by)


def _for_himself(session: Session, named: str, place: str) -> MemberRow:
    """The member that is meant; refused where the entry was merged into another. `place` in the problem."""
    member = find_member(session, named)
    if member.merged_into is not None:
        kept = stands_for(session, member)
        found = f"{member.federation_id}, merged into {kept.federation_id} {kept.name}"
        number = kept.federation_id
        remedy = f"renew {number}" if place == RENEW else f"correct {number}"
        raise refusal("no-such-member", place, "a member", found, remedy)
    return member


def _entry(session: Session, command: str, cells: Mapping[str, str], now: datetime) -> Entry:
    line = readable(Said(command, 1, {name: text.strip() for name, text in cells.items() if text.strip()}))
    refuse_faults([line])
    if command != RENEW:  # there the name is as it is
        check_letters(line)
    entry = entry_of(line, family_of(session), day_here(session, now))
    refuse_faults([line])
    return entry


def _refuse_overlap(held: Sequence[Span], fresh: Sequence[Span]) -> None:
    faults = [
        problem_of("membership-overlaps", RENEW, f"days outside {old.text()}", new.text())
        for new in fresh
        for old in held
        if old is not new
        and (old.kind, old.event_key) == (new.kind, new.event_key)
        and old.first <= new.last
        and new.first <= old.last
    ]
    if faults:
        raise OfficeError(*faults)


def enter_organizer(
    session: Session, cells: Mapping[str, str], now: datetime, shown: Collection[str] | None = None
) -> Done:
    """An organizer by the headings of the organizers' file; one that is known by his name is changed. What is
    left empty of his names and people stays. `shown`: the marks of all that were seen; refused where what is
    there has another, and would be changed."""
    require_organizers(session, "banzuke organizers")
    entry = _read("the organizer", cells, organizer_of)
    refuse_strangers(session, [entry], "the organizer")
    stand = [one for one in organizers(session) if name_key(one.row.name) == name_key(entry.name)]
    unseen = [
        spans_text(one.spans) for one in stand if shown is not None and organizer_mark(one) not in shown
    ]
    done = apply_organizers(session, [entry], now)
    if unseen and done.changed:
        remedy, expected = "look at it as it stands now, then change it", "the organizer as shown"
        raise refusal("answered-meanwhile", entry.name, expected, f"another entry, {unseen[0]}", remedy)
    return done


def organizer_mark(one: Organizer) -> str:
    """The same as long as he is registered so, under these names and with these people."""
    theirs = [(role, people_text(found)) for role, found in sorted(one.people.items()) if found]
    return fingerprint(one.row.name, one.row.kind, spans_text(one.spans), *one.names, *theirs)


def enter_application(
    session: Session, cells: Mapping[str, str], place: str, now: datetime
) -> tuple[Done, ApplicationEntry]:
    """An application by the headings of the applications' file; one for the same event and first day replaces
    it. `place` names it in problems."""
    require_organizers(session, "banzuke applications")
    entry = _read(place, cells, application_of)
    return apply_applications(session, [entry], now), entry


def _read(place: str, cells: Mapping[str, str], read: Callable[[Line], T]) -> T:
    line = Said(place, 1, {column: text.strip() for column, text in cells.items()})
    entry = read(line)
    refuse_faults([line])
    return entry
