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
    "EarlierGameRow": "lists",
    "EventLineRow": "by_event",
    "EventPerformanceRow": "by_event",
    "EventRatingRow": "by_event",
    "GameLineRow": "lists",
    "ListMemberRow": "lists",
    "ListRatingRow": "lists",
    "ListVersionRow": "versions",
    "LookRow": "looks",
    "PollRow": "polls",
    "PublicationRow": "publications",
    "RereadRow": "looks",
    "SettingRow": "settings",
    "VersionEventRow": "versions",
}
"""Each table, and the module of this folder it stands in."""


def __getattr__(name: str) -> Any:
    """A table, when it is first asked for: building all of them takes longer than most commands."""
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
    return found


def whole() -> MetaData:
    """All tables, the importer's and these."""
    importer_tables.whole()
    for module in sorted(set(_WHERE.values())):
        import_module(f"{__name__}.{module}")
    import_module("office.chain.tables")
    import_module("office.accounts.tables")
    import_module("office.sendings.tables")
    import_module("office.jobs.tables")
    import_module("office.notices.tables")
    import_module("office.journal.note")
    return SQLModel.metadata
