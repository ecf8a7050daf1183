"""The Queensland family. Its texts number nobody: names tell players apart, and an office under them gives
`Q` and six digits, which fit the field LOC_ID of Swiss Perfect. Nothing is asked of a player (Players 1)."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importer.families.family import Check, Family
    from importer.matching import Known, Register

_ID = re.compile(r"[Qq](\d{1,6})")


class Queensland:
    """Its part of the importer."""

    name = "queensland"
    id_form = "Q and six digits"
    bare_numbers = False
    memberships = False
    asks_who_reports = False
    juniors = False

    def member_number(self, text: str) -> str | None:
        """`Q` and six digits, from text that says so, zeros in front left out included."""
        found = _ID.fullmatch(unicodedata.normalize("NFKC", text).strip())
        return f"Q{int(found[1]):06d}" if found else None

    def short_number(self, text: str) -> str | None:
        """None: an ID is read with its zeros or without."""
        return None

    def register(
        self,
        members: "Iterable[Known]",
        *,
        repair: bool,
        ask_of_spellings: bool,
        folded: bool,
        rating_gap: int,
    ) -> "Register":
        """By names exactly as on the list (Organisers 3, R33)."""
        from importer.families.queensland.matching import ExactRegister

        return ExactRegister(members, folded=folded, rating_gap=rating_gap)

    @property
    def checks(self) -> "Sequence[Check]":
        """No membership and no organizer is asked for: play, and the games count (Players 1)."""
        from importer.families.queensland.checks import CHECKS

        return CHECKS


FAMILY: "Family" = Queensland()
