"""The Queensland family in the office's work."""

from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from importer.families import queensland
from office.families.family import Limits
from rating.families import Later
from rating.families.queensland import EDITION

if TYPE_CHECKING:
    from office.families.family import Family
    from office.families.queensland import inputs, opening, printed, report, rows, sums
    from rating.edition import Edition
else:
    parts = ("inputs", "opening", "printed", "report", "rows", "sums")
    inputs, opening, printed, report, rows, sums = (Later(f"{__name__}.{part}") for part in parts)


class Queensland(queensland.Queensland):
    """Its part of the office. Lists come every two months, and juniors move faster."""

    edition = EDITION
    usual_limits = Limits(300, 100)
    opening_beside = "performances"

    member_values = staticmethod(inputs.member_values)
    event_values = staticmethod(inputs.event_values)
    run_values = staticmethod(inputs.run_values)
    member = staticmethod(inputs.member)
    members = staticmethod(inputs.members)
    event = staticmethod(inputs.event)
    rows = staticmethod(rows.rows)
    event_kinds = staticmethod(report.event_kinds)
    report_lines = staticmethod(report.report_lines)
    preview_lines = staticmethod(report.preview_lines)
    worked_out = staticmethod(sums.worked_out)
    opening = staticmethod(opening.opening)
    taken_apart = staticmethod(printed.taken_apart)
    carried_on = staticmethod(report.carried_on)
    what_if_event = staticmethod(report.what_if_event)
    what_if_opponent = staticmethod(report.what_if_opponent)
    what_if_lines = staticmethod(report.what_if_lines)

    @property
    def zone(self) -> ZoneInfo:
        """As its text says."""
        from rating.editions import load

        return ZoneInfo(load(EDITION).word("time_zone"))

    @property
    def event_classes(self) -> tuple[str, ...]:
        """K hangs on it (QJ 1)."""
        from importer.families.queensland.checks import JUNIOR
        from rating.editions import load

        return (*load(EDITION).words("time_classes"), JUNIOR)

    def floored(self, law: "Edition", rating: int) -> int:
        """The text has no floor, but there is no rating below 1."""
        return max(rating, 1)


FAMILY: "Family" = Queensland()
