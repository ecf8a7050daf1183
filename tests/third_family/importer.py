"""The Isles' register: `I` and five digits; an event needs no organizer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from importer.checks.report import missing_report_items
from importer.families import japanese

if TYPE_CHECKING:
    from importer.families.family import Family

_ID = re.compile(r"[Ii]-?(\d{5})")


class Isles(japanese.Japanese):
    name = "isles"
    id_form = "I and five digits"
    id_note = "I and five digits Iと数字5桁"
    id_example = "I12345"
    id_test = 'AND(LEN({cell})=6,LEFT({cell},1)="I")'
    bare_numbers = False
    asks_who_reports = False

    checks = tuple(check for check in japanese.FAMILY.checks if check is not missing_report_items)

    def member_number(self, text: str) -> str | None:
        found = _ID.fullmatch(text.strip())
        return f"I{found[1]}" if found else None

    def short_number(self, text: str) -> str | None:
        return None


FAMILY: Family = Isles()
