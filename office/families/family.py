"""What the office's work asks of a family of regulations, beside what the importer asks."""

from collections.abc import Sequence
from typing import Protocol
from zoneinfo import ZoneInfo

from importer.families.family import Family as ImporterFamily


class Family(ImporterFamily, Protocol):
    """The office's work under a family."""

    @property
    def edition(self) -> str | None:
        """The edition that an office of this family names for all its lists, where its texts are undated;
        None where the date of a list says under which edition it is made (R0)."""

    @property
    def zone(self) -> ZoneInfo:
        """The zone by which the office counts its days."""

    @property
    def event_classes(self) -> Sequence[str]:
        """What an officer can say of the class of an event; empty where its class says nothing."""
