"""The Queensland family: names tell players apart, and nothing is asked of one (Players 1)."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date, datetime

    from sqlmodel import Session

    from importer.families.family import Check, Family
    from importer.given import GivenFile
    from importer.matching import Known, Register
    from importer.standing import Done


_ID = re.compile(r"[Qq](\d{1,6})")


class Queensland:
    """Its part of the importer."""

    name = "queensland"
    id_form = "Q and six digits"
    id_note = "Q and six digits Qと数字6桁"
    id_example = "Q123456"
    id_test = 'AND(LEN({cell})<=7,LEFT({cell},1)="Q",ISNUMBER(--MID({cell},2,6)))'
    home = "AUS"
    office_names: tuple[str, ...] = ()
    bare_numbers = False
    memberships = False
    asks_who_reports = False
    juniors = False

    def member_number(self, text: str) -> str | None:
        """`Q` and six digits, from text that says so, zeros in front left out included. The texts number
        nobody, the office does, as fits the field LOC_ID of Swiss Perfect."""
        found = _ID.fullmatch(unicodedata.normalize("NFKC", text).strip())
        return f"Q{int(found[1]):06d}" if found else None

    def next_number(self, taken: "Iterable[str]") -> str:
        """The ID after the highest."""
        return f"Q{max((int(number[1:]) for number in taken), default=0) + 1:06d}"

    def short_number(self, text: str) -> str | None:
        """None: an ID is read with its zeros or without."""
        return None

    def register(self, members: "Iterable[Known]", read: Mapping[str, str], rating_gap: int) -> "Register":
        """By names exactly as on the list (Organisers 3, R33)."""
        from importer.families.queensland.matching import ExactRegister

        folded = read["R33"] == "folded"
        return ExactRegister(
            members, self.member_number, folded=folded, home=self.home, rating_gap=rating_gap
        )

    @property
    def take_ratings(self) -> "Callable[[Session, GivenFile, date, datetime], Done]":
        """Adults' ratings from a list of the ACF (QJ 3)."""
        from importer.families.queensland.acf import take_acf

        return partial(take_acf, self)

    @property
    def checks(self) -> "Sequence[Check]":
        """No membership and no organizer is asked for: play, and the games count (Players 1)."""
        from importer.families.queensland.checks import CHECKS

        return CHECKS


FAMILY: "Family" = Queensland()
