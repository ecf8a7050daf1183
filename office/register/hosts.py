"""One organizer, or one application, entered by hand: the cells and checks of a line of a file."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from importer.applications import ApplicationCounts, ApplicationEntry, apply_applications, entry_of
from importer.csv_file import Line, refuse_faults
from importer.organizers import OrganizerCounts, apply_organizers, organizer_of

if TYPE_CHECKING:
    from sqlmodel import Session


def enter_organizer(session: Session, cells: Mapping[str, str], now: datetime) -> OrganizerCounts:
    """An organizer by the headings of the organizers' file; one that is known by his name is changed. What is
    left empty of his names and people stays."""
    line = _line("the organizer", cells)
    entry = organizer_of(line)
    refuse_faults([line])
    return apply_organizers(session, [entry], now)


def enter_application(
    session: Session, cells: Mapping[str, str], place: str, now: datetime
) -> tuple[ApplicationCounts, ApplicationEntry]:
    """An application by the headings of the applications' file; one for the same event and first day replaces
    it. `place` names it in problems."""
    line = _line(place, cells)
    entry = entry_of(line)
    refuse_faults([line])
    return apply_applications(session, [entry], now), entry


def _line(place: str, cells: Mapping[str, str]) -> Line:
    return Line(place, 1, {column: text.strip() for column, text in cells.items()})
