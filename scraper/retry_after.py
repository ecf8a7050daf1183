"""The header `Retry-After`: seconds, or an HTTP date (RFC 9110, section 10.2.3)."""

from datetime import UTC
from email.utils import parsedate_to_datetime


def retry_after(value: str | None, now: float) -> float | None:
    """Seconds to wait as the site asks, never negative; None if it does not ask or cannot be read.

    `now` is wall time in seconds since 1970.
    """
    if value is None:
        return None
    value = value.strip()
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        moment = parsedate_to_datetime(value)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, moment.timestamp() - now)
