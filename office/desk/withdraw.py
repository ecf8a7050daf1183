"""Rulings taken back, and which of them nobody takes back as the office is."""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import date

from sqlmodel import Session, select

from importer.merged import apply_merges
from importer.rulings import Kind, Made, Rulings, subject_text, take_back
from importer.tables import EventRow, RulingRow
from office.desk.desk import DeskEvent
from office.desk.refresh import refresh
from office.desk.reports import ranges
from office.desk.seen import Seen
from office.errors import OfficeError, refusal
from office.families import EVERY_LIST, day_here
from office.lists.chain import latest_published, published_events
from office.rules.standing import list_of, with_points
from office.tables import ListVersionRow


def withdraw(session: Session, numbers: Iterable[int], *, seen: Seen, made: Made) -> list[RulingRow]:
    """Takes rulings back, by their numbers; what they answered is open again."""
    standing, holding, last = seen.standing(session), _holding(session), latest_published(session)
    rows = [_withdraw(session, number, holding, last, made=made) for number in numbers]
    refresh(session)
    seen.answered(session, standing)
    return rows


OF_CORRECTIONS = (Kind.REOPEN, Kind.INTO, Kind.CORRECTED)
"""What a correction alone decides and ends."""


def standing_on(event: DeskEvent) -> set[int]:
    """The numbers of the decisions on an event, and on reports that are set aside for it, that nobody takes
    back as it is now: those of its corrections, and where a published list holds it, all but on fees."""
    held = event.published is not None and not event.reopened
    kinds = [kind for kind in Kind if kind in OF_CORRECTIONS or (held and kind != Kind.FEE)]
    of_event, keys = event.view.rulings.of_event, [one.key for one in (event.view, *event.view.aside)]
    return {row.id or 0 for key in keys for kind in kinds for row in of_event(key, kind)}


def never_back(session: Session, rows: Iterable[RulingRow]) -> set[int]:
    """The numbers of those of these decisions that `withdraw` refuses as the office is now: erasures, what a
    correction alone ends, the edition of an office, and those about what a published list holds. Whether a
    list rests on which of two reports counts is not asked: for that the whole chain is read."""
    held, last = _holding(session), latest_published(session)

    def stays(row: RulingRow) -> bool:
        about = list_of(row)
        return (
            row.kind in (*OF_CORRECTIONS, Kind.ERASURE)
            or (row.kind == Kind.EDITION and row.subject == subject_text(EVERY_LIST))
            or (about is not None and last is not None and about <= last.list_date)
            or (row.event_key in held and row.kind != Kind.FEE)
        )

    return {row.id or 0 for row in rows if stays(row)}


def _holding(session: Session) -> dict[str, date]:
    """The events that a published list holds and that nobody takes up again, by key, each with that list."""
    taken_up = {row.event_key for row in Rulings.in_force(session).of_kind(Kind.REOPEN)}
    return {key: on for key, on in published_events(session).items() if key not in taken_up}


def _withdraw(
    session: Session, number: int, holding: Mapping[str, date], last: ListVersionRow | None, *, made: Made
) -> RulingRow:
    row, place = session.get(RulingRow, number), f"ruling {number}"
    if row is None or row.taken_back_at is not None:
        found = "no such ruling"
        if row is not None and row.taken_back_at is not None:
            when = day_here(session, row.taken_back_at)
            found = f"one taken back on {when} by {row.taken_back_by}: {row.taken_back_why}"
        raise refusal("no-such-ruling", place, "a ruling in force", found, "see: banzuke rulings")
    if row.kind == Kind.EDITION and row.subject == subject_text(EVERY_LIST):
        found, remedy = "the edition the office was made for", "an office of another family is another office"
        raise refusal("edition-family", place, "a ruling that can be taken back", found, remedy)
    if row.kind == Kind.ERASURE:
        raise refusal("erased-for-good", place, "a ruling that can be taken back", "an erasure")
    if row.kind in OF_CORRECTIONS:
        expected = "a ruling that is no correction"
        remedy = "banzuke correction close EVENT leaves it as published; a published correction stands"
        raise refusal("event-published", place, expected, row.kind, remedy)
    held, about = holding.get(row.event_key or ""), list_of(row)
    if about is not None and last is not None and about <= last.list_date:
        raise _used(place, row, about)
    if held is not None and row.kind != Kind.FEE:
        raise held_published(place, held, row.event_key, session)
    if row.kind == Kind.SAME_EVENT:
        refuse_rested_on(session, row)
    take_back(session, row, made)
    if row.kind == Kind.MERGE:
        from office.merge.part import part

        apply_merges(session, made.now)
        part(session, row)
    return row


def refuse_rested_on(session: Session, row: RulingRow) -> None:
    """Stops where a published list rests on this decision, which of two reports counts."""
    from office.corrections.counted import rested_on  # with all that reads the chain

    held = rested_on(session, row)
    if held is not None:
        list_date, key = held
        raise held_published(f"ruling {row.id}", list_date, key, session)


def held_published(place: str, list_date: date, key: str | None, session: Session) -> OfficeError:
    number = session.exec(select(EventRow.id).where(EventRow.key == key)).one()
    found = f"the list of {list_date}, which does not change"
    remedy = f"for a correction take the event up again: banzuke correction open E{number} --reason …"
    return refusal("event-published", place, "an event that no published list holds", found, remedy)


def _used(place: str, row: RulingRow, list_date: date) -> OfficeError:
    """That a published list has a rating by a ruling: no event is taken up again for it."""
    expected = "a decision on a list that is still to come"
    found = f"the list of {list_date}, which does not change"
    return refusal("event-published", place, expected, found, with_points(json.loads(row.subject)))


def ruling_numbers(text: str) -> Iterator[int]:
    """Numbers of rulings as they are typed: 12, 12-20,31."""
    if (typed := ranges(text)) is None:
        remedy = "write them as 12 or 12-20,31, the lower number first; see: banzuke rulings"
        raise refusal("no-such-ruling", "--take-back", "numbers of rulings", f"“{text}”", remedy)
    for first, last in typed:
        yield from range(first, last + 1)
