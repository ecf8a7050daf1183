"""The office's tables: list versions and everything a published number stands on, and what it saw since.

They share the importer's metadata and naming convention. A table is built when somebody asks for it, with
those that its rows point to (versions.py: before one is stored); `whole` builds all.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sqlalchemy import MetaData
from sqlmodel import SQLModel

from importer import tables as importer_tables

if TYPE_CHECKING:
    from office.tables.by_event import EventLineRow as EventLineRow
    from office.tables.by_event import EventPerformanceRow as EventPerformanceRow
    from office.tables.by_event import EventRatingRow as EventRatingRow
    from office.tables.lists import EarlierGameRow as EarlierGameRow
    from office.tables.lists import GameLineRow as GameLineRow
    from office.tables.lists import ListMemberRow as ListMemberRow
    from office.tables.lists import ListRatingRow as ListRatingRow
    from office.tables.looks import LookRow as LookRow
    from office.tables.looks import PollRow as PollRow
    from office.tables.looks import RereadRow as RereadRow
    from office.tables.publications import PublicationRow as PublicationRow
    from office.tables.settings import SettingRow as SettingRow
    from office.tables.versions import ListVersionRow as ListVersionRow
    from office.tables.versions import VersionEventRow as VersionEventRow

_WHERE = {
    "by_event": ("EventLineRow", "EventPerformanceRow", "EventRatingRow"),
    "lists": ("EarlierGameRow", "GameLineRow", "ListMemberRow", "ListRatingRow"),
    "looks": ("LookRow", "PollRow", "RereadRow"),
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


def whole() -> MetaData:
    """All tables, the importer's and these."""
    importer_tables.whole()
    for module in _WHERE:
        import_module(f"{__name__}.{module}")
    for folder in ("chain", "accounts", "sendings", "jobs", "notices"):
        import_module(f"office.{folder}.tables")
    import_module("office.journal.note")
    return SQLModel.metadata
