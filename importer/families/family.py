"""What the importer asks of a family of regulations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from sqlmodel import Session

    from importer.findings import Facts, Finding
    from importer.given import GivenFile
    from importer.matching.records import Known
    from importer.matching.register import Register
    from importer.standing import Done

    Check = Callable[[Facts], Iterator[Finding]]


class Family(Protocol):
    """IDs, register, matching and checks of a family."""

    name: str
    """Its name: in the setting of an office, in its editions, in `banzuke init --family`."""

    id_form: str
    """The form of a member's ID, in words."""

    id_note: str
    """The same in English and Japanese, as the report form says it."""

    id_example: str
    """An ID that the report form shows."""

    id_test: str
    """Whether `{cell}` of the report form holds such an ID, as a spreadsheet program works it out."""

    def member_number(self, text: str) -> str | None:
        """The ID that a text is, as the register writes it; None for no ID. What another family reads as an
        ID of its own is none here."""

    def short_number(self, text: str) -> str | None:
        """The ID that a text can be if zeros in front of it were lost; None where that is not to be read
        into it, or `member_number` reads it already."""

    home: str
    """The federation of members of whom the register says none, as FIDE calls it."""

    office_names: tuple[str, ...]
    """What organizers may write in front of an ID: short names of the office and of those before it."""

    bare_numbers: bool
    """Whether a number in the ID column of a register can be an ID that lost its letter."""

    memberships: bool
    """Whether membership is asked for, so that a register has to say it."""

    asks_who_reports: bool
    """Whether it says who may report an event and who may run it."""

    juniors: bool
    """Whether a rating hangs on the player's birth date."""

    @property
    def take_ratings(self) -> Callable[[Session, GivenFile, date, datetime], Done] | None:
        """Takes the ratings of players who are rated elsewhere alone from a list of that date; None where
        nobody counts by such a rating. `ImportRefused` with every fault."""

    @property
    def next_number(self) -> Callable[[Iterable[str]], str] | None:
        """The ID for a new player, of those that are taken; None where the office does not assign the IDs."""

    def register(self, members: Iterable[Known], read: Mapping[str, str], rating_gap: int) -> Register:
        """The members, as names and IDs of reports are matched with them. `read`: how each ruling is read, by
        its number; `rating_gap`: points."""

    @property
    def checks(self) -> Sequence[Check]:
        """What is asked about every event, in this order."""
