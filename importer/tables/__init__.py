"""The importer's tables: the register, what came in, the events as stored, problems and rulings.

`table=True` models do not validate; plain records are checked before they get here. The naming
convention stands before the first migration, so that every constraint has a name to be altered by.
A table is built when somebody asks for it, with those that its rows point to; `whole` builds all.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sqlmodel import SQLModel

if TYPE_CHECKING:
    from importer.tables.event_rows import EventPlayerRow as EventPlayerRow
    from importer.tables.event_rows import PairingRow as PairingRow
    from importer.tables.event_rows import RoundRow as RoundRow
    from importer.tables.fide import AcfRatingRow as AcfRatingRow
    from importer.tables.fide import FideListRow as FideListRow
    from importer.tables.fide import FidePlayerRow as FidePlayerRow
    from importer.tables.members import MemberRow as MemberRow
    from importer.tables.message_places import MessagePlaceRow as MessagePlaceRow
    from importer.tables.organizers import ApplicationRow as ApplicationRow
    from importer.tables.organizers import OrganizerNameRow as OrganizerNameRow
    from importer.tables.organizers import OrganizerPersonRow as OrganizerPersonRow
    from importer.tables.organizers import OrganizerRow as OrganizerRow
    from importer.tables.organizers import OrganizerSpanRow as OrganizerSpanRow
    from importer.tables.problems import ProblemRow as ProblemRow
    from importer.tables.received import EventRow as EventRow
    from importer.tables.received import MessageRow as MessageRow
    from importer.tables.received import ReadingRow as ReadingRow
    from importer.tables.received import ReportRow as ReportRow
    from importer.tables.register import FideRatingRow as FideRatingRow
    from importer.tables.register import MemberNameRow as MemberNameRow
    from importer.tables.register import MembershipRow as MembershipRow
    from importer.tables.register import RegisterFactRow as RegisterFactRow
    from importer.tables.rulings import RulingRow as RulingRow

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

_HOLDS = {
    "event_rows": ("EventPlayerRow", "PairingRow", "RoundRow"),
    "fide": ("AcfRatingRow", "FideListRow", "FidePlayerRow"),
    "members": ("MemberRow",),
    "message_places": ("MessagePlaceRow",),
    "organizers": (
        "ApplicationRow",
        "OrganizerNameRow",
        "OrganizerPersonRow",
        "OrganizerRow",
        "OrganizerSpanRow",
    ),
    "problems": ("ProblemRow",),
    "received": ("EventRow", "MessageRow", "ReadingRow", "ReportRow"),
    "register": ("FideRatingRow", "MemberNameRow", "MembershipRow", "RegisterFactRow"),
    "rulings": ("RulingRow",),
}
_WHERE = {table: module for module, tables in _HOLDS.items() for table in tables}
"""Each table, and the module of this folder it stands in."""


def __getattr__(name: str) -> Any:
    """A table, when it is first asked for: building all of them takes longer than most commands."""
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
    return found


def whole() -> None:
    """Builds all tables."""
    for module in _HOLDS:
        import_module(f"{__name__}.{module}")
