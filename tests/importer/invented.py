"""Readings and register files built by hand; nobody in them exists."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from scraper.records import (
    EventRecord,
    Kind,
    Pairing,
    Player,
    Result,
    Round,
    Source,
    System,
    TimeControl,
)

ALWAYS = "2015-04-01/2035-03-31"
DAY = date(2026, 10, 4)
FORFEITS = ("+--", "--+", "---")


def federation_id(number: int) -> str:
    """The federation ID of the invented member of this number."""
    return f"N{90000000 + number}"


def player(number: int, name: str, national_id: str | None = None, **more: Any) -> Player:
    return Player(number, name, national_id=national_id, **more)


def pairing(round_: int, white: int, black: int | None, result: str | None, board: int | None = 1) -> Pairing:
    """A pairing by the words of reports; `None` is a result that is not there yet, `1` a bye."""
    if black is None:
        kinds = {"1": Kind.BYE, "1/2": Kind.HALF_BYE, "0": Kind.NOT_PAIRED}
        return Pairing(round_, board, white, None, Result(result or ""), kinds[result or ""], colours=False)
    if result is None:
        return Pairing(round_, board, white, black, None, Kind.PENDING)
    kind = Kind.FORFEIT if result in FORFEITS else Kind.GAME
    return Pairing(round_, board, white, black, Result(result), kind)


def reading(
    players: Iterable[Player],
    pairings: Iterable[Pairing],
    *,
    number: int = 1400001,
    days: Mapping[int, date | None] | None = None,
    **more: Any,
) -> EventRecord:
    """A reading as the scraper gives it. `days`: the day of each round; all on the fourth by default."""
    games = tuple(pairings)
    rounds = max((p.round for p in games), default=1)
    dated = dict.fromkeys(range(1, rounds + 1), DAY) if days is None else days
    known = [d for d in dated.values() if d is not None]
    first, last = (min(known), max(known)) if known else (DAY, DAY)
    return EventRecord(
        **{
            "name": "Invented Open",
            "federation": "JPN",
            "organizer": "Invented Chess Club",
            "first_day": first,
            "last_day": last,
            "round_count": rounds,
            "rounds": tuple(Round(n, d) for n, d in sorted(dated.items())),
            "system": System.SWISS,
            "time_control": TimeControl("90 min + 30 sec", "standard", 120),
            "last_update": datetime(2026, 10, 4, 18, 0),  # noqa: DTZ001  the site states no zone
            "players": tuple(players),
            "pairings": games,
            "source": Source(tournament=number),
            **more,
        }
    )


def csv_bytes(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """A CSV file; None is an empty cell."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(headings)
    writer.writerows([["" if c is None else c for c in row] for row in rows])
    return text.getvalue().encode()


REGISTER = (
    "ID",
    "Name",
    "Kanji",
    "Birth",
    "Sex",
    "Federation",
    "FIDE ID",
    "Joined",
    "FIDE ST",
    "FIDE RP",
    "FIDE BZ",
    "FIDE Source",
    "Withheld",
    "Memberships",
)
LIST = ("ID", "Name", "ST", "ST-G", "ST-Peak", "RP", "RP-G", "RP-Peak", "Last-Game")
GAMES = ("ID", "Type", "Date", "Opponent Rating", "Score", "Source")


def register_csv(members: Iterable[Mapping[str, object]]) -> bytes:
    """A register; a member is a mapping by heading, with an ID and a name; a member always unless said."""
    rows = [{"Memberships": ALWAYS, "Birth": "1980-05-05", **m} for m in members]
    return csv_bytes(REGISTER, [[row.get(h) for h in REGISTER] for row in rows])


def list_csv(rows: Iterable[Mapping[str, object]]) -> bytes:
    return csv_bytes(LIST, [[row.get(h) for h in LIST] for row in rows])


def games_csv(rows: Iterable[Sequence[object]]) -> bytes:
    return csv_bytes(GAMES, rows)
