"""The office's tables: list versions and everything a published number stands on.

They share the importer's metadata and naming convention; importing this module brings in all tables.
"""

import importer.tables  # noqa: F401  the register and the events come first: lists point to members
from office.tables.by_event import EventLineRow, EventPerformanceRow, EventRatingRow
from office.tables.lists import (
    EarlierGameRow,
    GameLineRow,
    ListMemberRow,
    ListRatingRow,
    ListVersionRow,
    VersionEventRow,
)
from office.tables.publication import PublicationRow
from office.tables.settings import SettingRow
from office.tables.watch import PollRow, RereadRow

__all__ = [
    "EarlierGameRow",
    "EventLineRow",
    "EventPerformanceRow",
    "EventRatingRow",
    "GameLineRow",
    "ListMemberRow",
    "ListRatingRow",
    "ListVersionRow",
    "PollRow",
    "PublicationRow",
    "RereadRow",
    "SettingRow",
    "VersionEventRow",
]
