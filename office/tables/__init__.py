"""The office's tables: list versions and everything a published number stands on, and what it saw since.

They share the importer's metadata and naming convention. A table is built when somebody asks for it, with
those that its rows point to; `whole` builds all.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sqlalchemy import MetaData
from sqlmodel import SQLModel

from importer import tables as importer_tables

if TYPE_CHECKING:
    from office.tables.by_event import EventLineRow, EventPerformanceRow, EventRatingRow
    from office.tables.lists import EarlierGameRow, GameLineRow, ListMemberRow, ListRatingRow
    from office.tables.looks import LookRow, RereadRow
    from office.tables.polls import PollRow
    from office.tables.publications import PublicationRow
    from office.tables.settings import SettingRow
    from office.tables.versions import ListVersionRow, VersionEventRow

__all__ = [
    "EarlierGameRow",
    "EventLineRow",
    "EventPerformanceRow",
    "EventRatingRow",
    "GameLineRow",
    "ListMemberRow",
    "ListRatingRow",
    "ListVersionRow",
    "LookRow",
    "PollRow",
    "PublicationRow",
    "RereadRow",
    "SettingRow",
    "VersionEventRow",
]

_WHERE = {
    "by_event": ("EventLineRow", "EventPerformanceRow", "EventRatingRow"),
    "lists": ("EarlierGameRow", "GameLineRow", "ListMemberRow", "ListRatingRow"),
    "looks": ("LookRow", "RereadRow"),
    "polls": ("PollRow",),
    "publications": ("PublicationRow",),
    "settings": ("SettingRow",),
    "versions": ("ListVersionRow", "VersionEventRow"),
}
"""The modules of this folder, and the tables in each."""


def __getattr__(name: str) -> Any:
    """A table, when it is first asked for: building all of them takes longer than most commands."""
    for module, names in _WHERE.items():
        if name in names:
            found = globals()[name] = getattr(import_module(f"{__name__}.{module}"), name)
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


JOBS = ("chain.tables", "accounts.tables", "sendings.tables", "jobs.tables", "notices.tables")


def whole() -> MetaData:
    """All tables, the importer's and these."""
    importer_tables.whole()
    for module in _WHERE:
        import_module(f"{__name__}.{module}")
    for module in (
        "chain.tables",
        "accounts.tables",
        "sendings.tables",
        "jobs.tables",
        "notices.tables",
        "journal.note",
    ):
        import_module(f"office.{module}")
    return SQLModel.metadata
