"""The importer's tables: the register, what came in, the events as stored, problems and rulings.

`table=True` models do not validate; plain records are checked before they get here. The naming
convention stands before the first migration, so that every constraint has a name to be altered by.
A table is built when somebody asks for it, with those that its rows point to; `whole` builds all.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sqlmodel import SQLModel

if TYPE_CHECKING:
    from importer.tables.acf import AcfRatingRow
    from importer.tables.event_rows import EventPlayerRow, PairingRow, RoundRow
    from importer.tables.events import EventRow
    from importer.tables.fide import FideListRow, FidePlayerRow
    from importer.tables.members import MemberRow
    from importer.tables.message_places import MessagePlaceRow
    from importer.tables.messages import MessageRow
    from importer.tables.organizers import (
        ApplicationRow,
        OrganizerNameRow,
        OrganizerPersonRow,
        OrganizerRow,
        OrganizerSpanRow,
    )
    from importer.tables.problems import ProblemRow
    from importer.tables.register import (
        FideRatingRow,
        MemberNameRow,
        MembershipRow,
        RegisterFactRow,
    )
    from importer.tables.reports import ReadingRow, ReportRow
    from importer.tables.rulings import RulingRow

__all__ = [
    "AcfRatingRow",
    "ApplicationRow",
    "EventPlayerRow",
    "EventRow",
    "FideListRow",
    "FidePlayerRow",
    "FideRatingRow",
    "MemberNameRow",
    "MemberRow",
    "MembershipRow",
    "MessagePlaceRow",
    "MessageRow",
    "OrganizerNameRow",
    "OrganizerPersonRow",
    "OrganizerRow",
    "OrganizerSpanRow",
    "PairingRow",
    "ProblemRow",
    "ReadingRow",
    "RegisterFactRow",
    "ReportRow",
    "RoundRow",
    "RulingRow",
]

NAMING_CONVENTION = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
SQLModel.metadata.naming_convention = NAMING_CONVENTION
SQLModel.model_config["defer_build"] = True
"""No row is validated, so that nothing that validates need be built."""

_WHERE = {
    "AcfRatingRow": "acf",
    "ApplicationRow": "organizers",
    "EventPlayerRow": "event_rows",
    "EventRow": "events",
    "FideListRow": "fide",
    "FidePlayerRow": "fide",
    "FideRatingRow": "register",
    "MemberNameRow": "register",
    "MemberRow": "members",
    "MembershipRow": "register",
    "MessagePlaceRow": "message_places",
    "MessageRow": "messages",
    "OrganizerNameRow": "organizers",
    "OrganizerPersonRow": "organizers",
    "OrganizerRow": "organizers",
    "OrganizerSpanRow": "organizers",
    "PairingRow": "event_rows",
    "ProblemRow": "problems",
    "ReadingRow": "reports",
    "RegisterFactRow": "register",
    "ReportRow": "reports",
    "RoundRow": "event_rows",
    "RulingRow": "rulings",
}
"""Each table, and the module of this folder it stands in."""


def __getattr__(name: str) -> Any:
    """A table, when it is first asked for: building all of them takes longer than most commands."""
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
    return found


def whole() -> None:
    """Builds all tables."""
    for module in sorted(set(_WHERE.values())):
        import_module(f"{__name__}.{module}")
