"""The Japanese family: `N` and eight digits (4(3) b), membership (3(5)), juniors (5(1))."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importer.families.family import Check, Family
    from importer.matching import Known, Register

_ID = re.compile(r"[Nn]?(\d{8})")
_SHORT = re.compile(r"[Nn]?(\d{1,7})")


class Japanese:
    """Its part of the importer."""

    name = "japanese"
    id_form = "N and eight digits"
    id_note = "N and eight digits Nと数字8桁"
    id_example = "N12345678"
    id_test = 'AND(LEN({cell})=9,LEFT({cell},1)="N",ISNUMBER(--RIGHT({cell},8)))'
    home = "JPN"
    office_names: tuple[str, ...] = ("NCS", "JCF")
    bare_numbers = True
    memberships = True
    asks_who_reports = True
    juniors = True
    take_ratings = None
    next_number = None

    def member_number(self, text: str) -> str | None:
        """`N` and eight digits, from text that says so, the leading `N` or the width of digits aside."""
        found = _ID.fullmatch(unicodedata.normalize("NFKC", text).strip())
        return f"N{found[1]}" if found else None

    def short_number(self, text: str) -> str | None:
        """`N` and eight digits, from a number that lost zeros in front."""
        found = _SHORT.fullmatch(unicodedata.normalize("NFKC", text).strip())
        return f"N{found[1]:0>8}" if found else None

    def register(self, members: "Iterable[Known]", read: Mapping[str, str], rating_gap: int) -> "Register":
        """By IDs, and by names in every spelling (docs/matching.md; R41, R42, R60, R61)."""
        from importer.matching import Register
        from importer.matching.likeness import Slips

        return Register(
            members,
            repair=read["R41"] == "repaired",
            ask_of_spellings=read["R42"] == "asked",
            home=self.home if read["R60"] == "asked" else None,
            slips=Slips(read["R61"]),
            rating_gap=rating_gap,
        )

    @property
    def checks(self) -> "Sequence[Check]":
        """Of an event's report, its games and its players (3, 4)."""
        from importer.checks import people, report

        return (
            *(report.reading_problems, report.event_without_days, report.missing_report_items),
            *(report.time_control, report.rounds_without_date, report.pending_results, report.report_day),
            *(people.unmatched_players, people.ids_read_otherwise, people.names_read_otherwise),
            *(people.guests_again, people.federation_ids_missing, people.member_twice),
            report.newer_reading,
        )


FAMILY: "Family" = Japanese()
