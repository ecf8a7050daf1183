"""What of a file cannot be taken, or is not read, in lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from sqlmodel import Session, col, select

from importer.organizers_people import ROLES
from importer.tables import MemberRow
from office.errors import OfficeError, problem_of
from office.words import _, n_
from office.words.formats import natural
from office.words.problems import place

if TYPE_CHECKING:
    from importer.organizers import OrganizerEntry
    from scraper.records import Problem


def unread_lines(sheets: Sequence[str]) -> Iterator[str]:
    """The sheets of a workbook on which something stands and not the table's headings, a line each."""
    for name in sheets:
        yield _("Nothing was taken from the sheet “{name}”, which does not have the headings", name=name)


def refused_lines(faults: Sequence[Problem]) -> Iterator[str]:
    """The lines of a file that cannot be taken; why, each fault says by itself."""
    places = {f.place.partition(", column ")[0] for f in faults}

    yield n_(
        "{n} line is wrong; nothing of the file is taken until it is corrected:",
        "{n} lines are wrong; nothing of the file is taken until they are corrected:",
        len(places),
    )
    yield from (f"  {place(where)}" for where in sorted(places, key=natural))


def refuse_strangers(session: Session, entries: Sequence[OrganizerEntry], place: str) -> None:
    """Refused where people of organizers have an ID that is nobody's: with a slip in it nobody would be known
    as the one who is meant. `place`: the file, or the command."""
    stated = [
        (f"{place}, {entry.name}, column {column}", person)
        for entry in entries
        for column, role in ROLES.items()
        for person in entry.people.get(role, ())
        if person.federation_id
    ]
    wanted = {person.federation_id for _place, person in stated}
    number = col(MemberRow.federation_id)
    here = set(session.exec(select(number).where(number.in_(wanted)))) if wanted else set()
    remedy = "give an ID on the register, or import the member first"
    faults = [
        problem_of("no-such-member", where, "an ID on the register", f"“{person.shown}”", remedy)
        for where, person in stated
        if person.federation_id not in here
    ]
    if faults:
        raise OfficeError(*faults)
