"""What the importer asks of a family of regulations."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from importer.checks.facts import Facts
from importer.findings import Finding
from importer.matching.records import Known
from importer.matching.register import Register
from rating.families import part

Check = Callable[[Facts], Iterator[Finding]]


class Family(Protocol):
    """IDs, register, matching and checks of a family."""

    @property
    def name(self) -> str:
        """Its name: in the setting of an office, in its editions, in `banzuke init --family`."""

    @property
    def id_form(self) -> str:
        """The form of a member's ID, in words."""

    def member_number(self, text: str) -> str | None:
        """The ID that a text is, as the register writes it; None for no ID. What another family reads as an
        ID of its own is none here."""

    def short_number(self, text: str) -> str | None:
        """The ID that a text can be if zeros in front of it were lost; None where that is not to be read
        into it, or `member_number` reads it already."""

    @property
    def bare_numbers(self) -> bool:
        """Whether a number in the ID column of a register can be an ID that lost its letter."""

    @property
    def memberships(self) -> bool:
        """Whether membership is asked for, so that a register has to say it."""

    @property
    def asks_who_reports(self) -> bool:
        """Whether it says who may report an event and who may run it."""

    @property
    def juniors(self) -> bool:
        """Whether a rating hangs on the player's birth date."""

    def register(
        self,
        members: Iterable[Known],
        *,
        repair: bool,
        ask_of_spellings: bool,
        folded: bool,
        rating_gap: int,
    ) -> Register:
        """The members, as names and IDs of reports are matched with them; R41, R42 and R33 switched."""

    @property
    def checks(self) -> Sequence[Check]:
        """What is asked about every event, in this order."""


def family_named(name: str) -> Family:
    """The importer's part of a family."""
    found: Family = part(name, "importer")
    return found
