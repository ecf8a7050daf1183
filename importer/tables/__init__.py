"""The importer's tables: the register, what came in, the events as stored, problems and rulings.

`table=True` models do not validate; plain records are checked before they get here. The naming
convention stands before the first migration, so that every constraint has a name to be altered by.
"""

from sqlmodel import SQLModel

NAMING_CONVENTION = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
SQLModel.metadata.naming_convention = NAMING_CONVENTION

from importer.tables.acf import AcfRatingRow  # noqa: E402
from importer.tables.desk import ProblemRow, RulingRow  # noqa: E402
from importer.tables.events import EventPlayerRow, EventRow, PairingRow, ReadingRow, ReportRow, RoundRow  # noqa: E402
from importer.tables.fide import FideListRow, FidePlayerRow  # noqa: E402
from importer.tables.messages import MessagePlaceRow, MessageRow  # noqa: E402
from importer.tables.organizers import (  # noqa: E402
    ApplicationRow,
    OrganizerNameRow,
    OrganizerPersonRow,
    OrganizerRow,
    OrganizerSpanRow,
)
from importer.tables.register import (  # noqa: E402
    FideRatingRow,
    MemberNameRow,
    MemberRow,
    MembershipRow,
    RegisterFactRow,
)

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
