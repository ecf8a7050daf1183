"""Readings read anew, many at once, and what is found kept for the desk to ask about."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from office.desk.refresh import refresh
from office.opened import Office
from office.place import Place
from office.poll.reread import Reread, chosen, frozen_readings, note_reread, reread, to_note
from office.words import _, n_
from scraper.archive import FileArchive


@dataclass(frozen=True, slots=True)
class Found:
    """Every reading that was read anew."""

    readings: tuple[Reread, ...]

    @property
    def different(self) -> int:
        """How many are read otherwise by now."""
        return sum(bool(one.differences) for one in self.readings)

    @property
    def missing(self) -> int:
        """How many could not be read."""
        return sum(one.problem is not None for one in self.readings)

    def line(self) -> str:
        """The counts in words."""
        same = len(self.readings) - self.different - self.missing
        counts = {"same": same, "different": self.different, "missing": self.missing}
        read = n_("{n} reading read again:", "{n} readings read again:", len(self.readings))
        return read + " " + _("{same} as before, {different} different, {missing} not read", **counts)


def label(one: Reread) -> str:
    """Which reading of which event."""
    return _("E{id} {name}, reading {reading}", id=one.event.id, name=one.event.name, reading=one.reading.id)


def look_again(session: Session, place: Place, events: Sequence[str], tell: Callable[[str], None]) -> Found:
    """The readings of these events, of all where none is named, read by today's reader. Stores nothing."""
    archive, found = FileArchive(place.archive), []
    for event in chosen(session, events):
        for reading in frozen_readings(session, event):
            one = reread(event, reading, archive)
            tell(label(one))
            found.append(one)
    return Found(tuple(found))


def keep(office: Office, found: Found, now: datetime) -> None:
    """Keeps what was found, where there is something to keep."""
    with office.reading() as session:
        if not any(to_note(session, one) for one in found.readings):
            return
    with office.writing() as session:
        for one in found.readings:
            note_reread(session, one, now)
        refresh(session)
