"""A small invented event for tests: eleven players, three rounds, a bye, a half-point bye, forfeits."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from typing import Any

from tests.standin.model import Entrant, Event
from tests.standin.pairing import swiss

_SURNAMES = [
    "Akatsuka",
    "Benisawa",
    "Chinen",
    "Dateno",
    "Etajima",
    "Fukaura",
    "Gamoya",
    "Hinokawa",
    "Ibusuki",
    "Jounai",
    "Karasuma",
]
DAYS = [(date(2026, 8, 1), "10:00"), (date(2026, 8, 1), "14:30"), (date(2026, 8, 2), "10:00")]


def small_event(number: int = 9900001, players: int = 11, **changes: Any) -> Event:
    """The event; `changes` replace its fields."""
    entrants = tuple(
        Entrant(
            number=n,
            surname=_SURNAMES[(n - 1) % len(_SURNAMES)] + ("" if n <= 11 else f"{n}"),
            given="Midori",
            rating=2300 - 25 * n if n != 9 else 0,
            national_id=f"N{30000000 + n}",
            fide_id=str(70000000 + n),
            title="FM" if n == 2 else "",
            sex="w" if n % 4 == 0 else "",
            group="U18" if n == 5 else "",
            fixed_board=n == 4,
        )
        for n in range(1, players + 1)
    )
    absent = {(1, 7): "half", (2, 3): "zero", (2, 6): "zero", (3, 8): "half"}
    rounds = swiss(
        [e.rating or 1500 for e in entrants], DAYS, 5, absent=absent, forfeits={(1, 2): "f", (3, 1): "f"}
    )
    event = Event(
        number=number,
        name="Invented Summer Open 2026",
        organizer="Invented Chess Club",
        location="Invented Hall",
        round_count=3,
        first_day=date(2026, 8, 1),
        last_day=date(2026, 8, 2),
        time_control="90 min + 30 sec",
        time_control_kind="Standard",
        last_update=datetime(2026, 8, 2, 15, 30, 1),  # noqa: DTZ001 - the site states no zone
        server_time=datetime(2026, 8, 3, 9, 0, 0),  # noqa: DTZ001
        entrants=entrants,
        rounds=rounds,
        director="Naname Hoshi",
        chief_arbiter="IA Tsubame Oki",
        arbiters="FA Hikari Numa",
        fide_event="999999",
        average_age=31,
        groups=((number, "Open"), (number + 1, "Beginners")),
    )
    return replace(event, **changes)
