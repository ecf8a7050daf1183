"""When a mail arrived (R46)."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from office.mail.arrival import ORDERS, arrival
from office.mail.parts import parsed
from tests.office.mail.shapes import mail
from tests.office.mail.test_reading import NOW


def came(*, received: bytes | None, sent: bytes | None, order: str = "received") -> tuple[date, str, bool]:
    found = arrival(parsed(mail(received=received, date=sent)), NOW, ORDERS[order])
    day = found.moment.astimezone(ZoneInfo("Asia/Tokyo")).date()
    return day, found.by, found.problem is None


EVENING = b"Tue, 20 Oct 2026 16:30:00 +0000 (UTC)"


@pytest.mark.parametrize(
    ("received", "sent", "expected"),
    [
        (EVENING, None, (date(2026, 10, 21), "received", True)),  # the 21st in Japan
        (EVENING, b"Mon, 19 Oct 2026 10:00:00 +0900", (date(2026, 10, 21), "received", True)),
        (b"Tue, 20 Oct 2026 14:59:59 +0000", None, (date(2026, 10, 20), "received", True)),
        (None, b"Tue, 20 Oct 2026 23:30:00 +0200", (date(2026, 10, 21), "date", True)),
        (None, b"20 Oct 2026 16:00:00 -0000", (date(2026, 10, 21), "date", True)),
        (None, b"Tue, 20 Oct 2026 20:00:00 JST", (date(2026, 10, 20), "date", True)),
        (None, b"Tue, 20 Oct 2026 20:00:00 (JST)", (date(2026, 10, 20), "date", True)),
        (None, b"Tue, 20 Oct 2026 20:00:00 +09:00 (JST)", (date(2026, 10, 20), "date", True)),
        (None, b"Tue, 20 Oct 2026 20:00:00 GMT+9", (date(2026, 10, 20), "date", True)),
        (None, b"Tue, 20 Oct 2026 20:00:00 GMT", (date(2026, 10, 21), "date", True)),
        (None, b"Tue, 20 Oct 2026 20:00:00", (date(2026, 11, 2), "seen", False)),
        (None, b"Tue, 20 Oct 2026 20:00:00 MESZ", (date(2026, 11, 2), "seen", False)),
        (b"Tue, 20 Oct 2037 16:30:00 +0000", EVENING, (date(2026, 10, 21), "date", False)),
        (b"nonsense", EVENING, (date(2026, 10, 21), "date", False)),
        (None, b"Fri, 20 Nov 2026 02:00:00 +0900", (date(2026, 11, 2), "seen", False)),
        (None, b"Thu, 01 Jan 1970 00:00:00 +0000", (date(2026, 11, 2), "seen", False)),
        (None, b"Tue, 20 Oct 9999 99:99:99 +9999", (date(2026, 11, 2), "seen", False)),
        (None, b"the day before yesterday", (date(2026, 11, 2), "seen", False)),
        (None, None, (date(2026, 11, 2), "seen", False)),
    ],
)
def test_the_day_of_arrival_is_that_of_the_last_server_in_japan(
    received: bytes | None, sent: bytes | None, expected: tuple[date, str, bool]
) -> None:
    assert came(received=received, sent=sent) == expected


def test_the_topmost_received_header_counts_and_not_an_earlier_one() -> None:
    raw = b"Received: by a; Wed, 21 Oct 2026 00:10:00 +0900\r\n" + mail(received=EVENING)
    assert arrival(parsed(raw), NOW).moment == datetime(2026, 10, 20, 15, 10, tzinfo=UTC)


def test_r46_can_ask_the_date_header_first_or_nobody() -> None:
    sent = b"Mon, 19 Oct 2026 10:00:00 +0900"
    assert came(received=EVENING, sent=sent, order="sent") == (date(2026, 10, 19), "date", True)
    assert came(received=EVENING, sent=sent, order="seen") == (date(2026, 11, 2), "seen", True)


def test_a_server_whose_clock_is_a_little_ahead_is_believed() -> None:
    found = arrival(parsed(mail(received=b"Mon, 2 Nov 2026 01:20:00 +0000")), NOW)
    assert (found.moment, found.by) == (NOW, "received")
    late = arrival(parsed(mail(received=b"Mon, 2 Nov 2026 02:00:00 +0000", date=None)), NOW)
    assert late.by == "seen"
