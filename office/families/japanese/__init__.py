"""The Japanese family in the office's work."""

from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from importer.families import japanese

if TYPE_CHECKING:
    from office.families.family import Family


class Japanese(japanese.Japanese):
    """Its part of the office."""

    edition = None
    zone = ZoneInfo("Asia/Tokyo")
    event_classes: tuple[str, ...] = ()


FAMILY: "Family" = Japanese()
