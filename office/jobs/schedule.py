"""When a job is due: lines of cron, read by cronsim as Debian's cron does, also when clocks are put
forward."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from cronsim import CronSim, CronSimError

from office.errors import refusal

LONGEST = 200


def checked(line: str, now: datetime) -> str:
    """A schedule with single spaces; refused where it is none, or names a day that never comes."""
    plain = " ".join(line.split())
    if len(plain) <= LONGEST and len(plain.split()) == 5:
        try:
            next(CronSim(plain, now))
        except (CronSimError, StopIteration, ValueError):
            pass
        else:
            return plain
    expected = "minute, hour, day, month, day of the week as of cron, and a day that comes"
    remedy = "as “17 6,18 * * *” (daily at 6:17 and 18:17) or “0 9 3 * *” (on the 3rd of each month at 9:00)"
    raise refusal("schedule-unreadable", "--schedule", expected, f"“{plain[:LONGEST]}”", remedy)


def next_after(line: str, moment: datetime, zone: ZoneInfo) -> datetime:
    """The first moment after this one at which a schedule is due, in UTC."""
    return next(CronSim(line, moment.astimezone(zone))).astimezone(UTC)
