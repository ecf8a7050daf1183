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

from importer.tables.desk import ProblemRow, RulingRow  # noqa: E402
from importer.tables.events import EventPlayerRow, EventRow, PairingRow, ReadingRow, ReportRow, RoundRow  # noqa: E402
from importer.tables.register import FideRatingRow, MemberRow, MembershipRow  # noqa: E402

__all__ = [
    "EventPlayerRow",
    "EventRow",
    "FideRatingRow",
    "MemberRow",
    "MembershipRow",
    "PairingRow",
    "ProblemRow",
    "ReadingRow",
    "ReportRow",
    "RoundRow",
    "RulingRow",
]
