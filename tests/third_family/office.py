"""The Isles' office: half a day ahead of Greenwich, and one edition for every list."""

from __future__ import annotations

from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from office.families import japanese
from office.families.family import Limits
from tests.third_family import importer

if TYPE_CHECKING:
    from office.families.family import Family


class Isles(importer.Isles, japanese.Japanese):
    edition = "isles-2026"
    zone = ZoneInfo("Pacific/Auckland")
    usual_limits = Limits(100, 40)


FAMILY: Family = Isles()
