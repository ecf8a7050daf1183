"""The Queensland family in the office's work."""

from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from importer.families import queensland
from rating.editions import load

if TYPE_CHECKING:
    from office.families.family import Family

EDITION = "qjrl"


class Queensland(queensland.Queensland):
    """Its part of the office."""

    edition = EDITION

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(load(EDITION).word("time_zone"))

    @property
    def event_classes(self) -> tuple[str, ...]:
        from importer.families.queensland.checks import JUNIOR

        return (*load(EDITION).words("time_classes"), JUNIOR)


FAMILY: "Family" = Queensland()
