"""Small invented offices of 2019 and 2022, and events for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from typing import Any

from scraper.records import EventRecord, TimeControl
from tests.importer.invented import csv_bytes, pairing, player, reading
from tests.workplace import HATA, MORI, NAMES, ONO, TANI, Workplace, once

NEW = "N90000009"
PEOPLE = {**NAMES, NEW: "Nitta Yu"}
NCS = {MORI: 1700, HATA: 1500, TANI: 1600, ONO: 1400}
ORDER = (MORI, HATA, TANI, ONO, NEW)
SEATS = {number: seat for seat, number in enumerate(ORDER, start=1)}
RAPID = TimeControl("15 min + 10 sec", "rapid", 25)


def one_rating_csv(ratings: Mapping[str, int], games: int = 100) -> bytes:
    """A list of before September 2022."""
    rows = [(number, PEOPLE[number], rating, games, 1750) for number, rating in ratings.items()]
    return csv_bytes(("ID", "Name", "NCS", "NCS-G", "NCS-Peak"), rows)


@once
def office(
    work: Workplace,
    moment: datetime,
    opening: str,
    held: Mapping[str, int] = NCS,
    **more: Mapping[str, object],
) -> None:
    """Six members, four of them with the one rating there was; at a moment in the past."""
    work.moment = moment
    work.register(*({"ID": i, "Name": n, **more.get(n.split()[0].lower(), {})} for i, n in PEOPLE.items()))
    work.done("opening", "import", work.file(one_rating_csv(held), "ncs.csv"), "--list", opening)


def of_2019(work: Workplace, **more: Mapping[str, object]) -> None:
    """The list of October 2019, the first under the edition of that September, is the next one."""
    office(work, datetime(2019, 10, 2, 1, 0, tzinfo=UTC), "2019-09-01", **more)


def of_2022(work: Workplace, **more: Mapping[str, object]) -> None:
    """The list of October 2022, the first under the edition of that September, is the next one."""
    office(work, datetime(2022, 10, 2, 1, 0, tzinfo=UTC), "2022-09-01", **more)


def event(number: int, day: date, games: Iterable[tuple[str, str, str]], **more: Any) -> EventRecord:
    """An event of one day with these games, a round each: white, black, result."""
    played = [
        pairing(n, SEATS[white], SEATS[black], result)
        for n, (white, black, result) in enumerate(games, start=1)
    ]
    players = [player(seat, PEOPLE[number], number) for number, seat in SEATS.items()]
    days = dict.fromkeys(range(1, len(played) + 1), day)
    return reading(players, played, number=number, days=days, **{"name": f"Event {number}", **more})
