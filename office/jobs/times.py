"""When a job runs, in words: what is usual of the lines of cron; any other stays as it is typed."""

from collections.abc import Sequence

from office.words import _, language
from office.words.formats import LOCALES, listed

MANY = 6
"""So many times of a day are named one by one."""
PARTS = ("2", "3", "4", "5", "6", "10", "12", "15", "20", "30")
"""Into so many minutes an hour is parted without a rest."""


def when(schedule: str) -> str:
    """`17 6,18 * * *` as “daily at 6:17 and 18:17”; the line itself where there are no such words for it."""
    fields = schedule.split(" ")
    times = _times(*fields[:2]) if len(fields) == 5 else None
    if times is None or fields[3] != "*":
        return schedule
    day, _month, weekday = fields[2:]
    if (day, weekday) == ("*", "*"):
        return _("daily {times}", times=times)
    days, weekdays = _numbers(day), _numbers(weekday)
    if weekday == "*" and days:
        return _("on day {days} of each month {times}", days=listed(map(str, days)), times=times)
    if day == "*" and weekdays:
        return _("on {weekdays} {times}", weekdays=listed(_names(weekdays)), times=times)
    return schedule


def _times(minute: str, hour: str) -> str | None:
    """The times of one day; None where there are no words for them."""
    minutes, hours = _numbers(minute), _numbers(hour)
    every = minute.removeprefix("*/")
    if minutes and hours and len(minutes) * len(hours) <= MANY:
        return _("at {times}", times=listed(f"{h}:{m:02}" for h in hours for m in minutes))
    if minute == every or every not in PARTS:
        return None
    if hour == "*":
        return _("every {n} minutes", n=every)
    if hours and hours == list(range(hours[0], hours[-1] + 1)):
        last = f"{hours[-1]}:{60 - int(every):02}"
        return _("every {n} minutes from {first} to {last}", n=every, first=f"{hours[0]}:00", last=last)
    return None


def _numbers(field: str) -> list[int]:
    """The numbers of a field, `1,15` or `7-22`; none where it is anything else."""
    found: list[int] = []
    for part in field.split(","):
        first, _dash, last = part.partition("-")
        if not all(one.isdecimal() and len(one) <= 2 for one in (first, last or first)):
            return []
        found += range(int(first), int(last or first) + 1)
    return sorted(set(found))


def _names(weekdays: Sequence[int]) -> list[str]:
    """The names of days of the week, of which 0 and 7 are Sunday."""
    from babel.dates import get_day_names

    names = get_day_names(locale=LOCALES[language()])
    return [names[number] for number in sorted({(one - 1) % 7 for one in weekdays})]
