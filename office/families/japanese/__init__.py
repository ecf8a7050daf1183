"""The Japanese family in the office's work."""

from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from importer.families import japanese
from office.families.family import Limits
from rating.families import Later

if TYPE_CHECKING:
    from office.families.family import Family
    from office.families.japanese import inputs, opening, register, report, rows, sums
    from rating.edition import Edition
else:
    parts = ("inputs", "opening", "register", "report", "rows", "sums")
    inputs, opening, register, report, rows, sums = (Later(f"{__name__}.{part}") for part in parts)


class Japanese(japanese.Japanese):
    """Its part of the office. Lists come every month."""

    edition: str | None = None
    zone = ZoneInfo("Asia/Tokyo")
    event_classes: tuple[str, ...] = ()
    usual_limits = Limits(150, 60)
    opening_beside = "games"
    taken_apart = None

    member_values = staticmethod(inputs.member_values)
    event_values = staticmethod(inputs.event_values)
    run_values = staticmethod(inputs.run_values)
    member = staticmethod(inputs.member)
    members = staticmethod(register.members)
    event = staticmethod(inputs.event)
    rows = staticmethod(rows.rows)
    event_kinds = staticmethod(report.event_kinds)
    report_lines = staticmethod(report.report_lines)
    preview_lines = staticmethod(report.preview_lines)
    worked_out = staticmethod(sums.worked_out)
    opening = staticmethod(opening.opening)
    carried_on = staticmethod(report.carried_on)
    what_if_event = staticmethod(report.what_if_event)
    what_if_opponent = staticmethod(report.what_if_opponent)
    what_if_lines = staticmethod(report.what_if_lines)

    def floored(self, law: "Edition", rating: int) -> int:
        """5(3): no rating is lower."""
        return law.shapes.floor(law, rating)


FAMILY: "Family" = Japanese()
