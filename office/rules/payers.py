"""Who pays an event's fees: its organizer as registered, where the printed name is one of his."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

from sqlmodel import Session

from importer.names import name_key
from importer.organizers import Organizer, organizers
from importer.tables import RulingRow
from office.rules.standing import fee_of_organizer

if TYPE_CHECKING:
    from importer.view import EventView

ByName = Mapping[str, Sequence[Organizer]]


def by_name(session: Session) -> ByName:
    """The organizers by the key of each of their names."""
    found: dict[str, list[Organizer]] = {}
    for organizer in organizers(session):
        for key in {name_key(name) for name in (organizer.row.name, *organizer.names)}:
            found.setdefault(key, []).append(organizer)
    return found


def registered_on(known: ByName, name: str, day: date) -> bool:
    """Whether one organizer, and not two, is registered on a day under this name or another of his names,
    however it is written."""
    key = name_key(name)
    return bool(key) and sum(one.on(day) for one in known.get(key, ())) == 1


def fee_ruling(view: EventView, known: ByName, list_date: date) -> RulingRow | None:
    """What was ruled of an event's fees: of the event itself, else of everything of its organizer."""
    names = names_of_payer(known, view.event.organizer or view.key)
    return view.fee_ruling() or fee_of_organizer(view.rulings, names, list_date)


def payer(known: ByName, printed: str) -> str:
    """The name under which the fees stand: the registered one; as printed where nobody has that name, or
    two have."""
    return names_of_payer(known, printed)[0]


def names_of_payer(known: ByName, printed: str) -> tuple[str, ...]:
    """The name under which the fees stand, then the printed one, under which a payment may be recorded."""
    found = {organizer.row.id: organizer for organizer in known.get(name_key(printed), ())}
    if len(found) != 1:
        return (printed,)
    ((_, one),) = found.items()
    return tuple(dict.fromkeys((one.row.name, printed)))
