"""Calendar months: the same day some months later, or the month's last day where it has none."""

from calendar import monthrange
from datetime import date


def add_months(day: date, months: int) -> date:
    """30 November plus three months is the last day of February."""
    index = day.year * 12 + day.month - 1 + months
    year, month = index // 12, index % 12 + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))
