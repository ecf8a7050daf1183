"""The stand-in site as an office's commands meet it, and an event that goes on while they look."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from scraper.archive import Archive
from scraper.client import Client
from scraper.hops import Nodes
from scraper.wire import PoliteTransport
from tests.scraper.fakes import FakeTime
from tests.standin.model import Event, Row
from tests.standin.server import Standin
from tests.standin.small import small_event
from tests.workplace import NOVEMBER, Workplace, once

DAYS = (date(2026, 10, 3), date(2026, 10, 3), date(2026, 10, 4))
LINK = "https://chess-results.com/tnr{}.aspx?lan=1"


def connect(monkeypatch: pytest.MonkeyPatch, standin: Standin, time: FakeTime | None = None) -> None:
    """The commands' own client, with the stand-in for the network and a clock that does not wait."""
    clock = (time or FakeTime()).clock

    def open_client(
        archive: Archive,
        folder: Path,
        *,
        notice: Callable[[str], None] | None = None,
        contact: str = "",
        half: bool = False,
    ) -> Client:
        network = PoliteTransport(standin.transport, folder, clock=clock, half=half)
        return Client(
            archive, transport=network, clock=clock, nodes=Nodes(folder), notice=notice, contact=contact
        )

    monkeypatch.setattr("office.intake.sources.open_client", open_client)


def event(number: int = 9900001, **changes: Any) -> Event:
    """Eleven players, three rounds on the first week-end of October, with every result."""
    made = small_event(number)
    rounds = tuple(replace(r, day=d) for r, d in zip(made.rounds, DAYS, strict=True))
    return replace(
        made,
        rounds=rounds,
        first_day=DAYS[0],
        last_day=DAYS[-1],
        last_update=datetime(2026, 10, 4, 15, 0),  # noqa: DTZ001  the site states no zone
        **{"groups": (), **changes},
    )


def running(full: Event, rounds: int) -> Event:
    """The event when only so many rounds are paired; the last of them is being played."""
    paired = [*full.rounds[:rounds]]
    if paired:
        playing = tuple(replace(row, result="") if row.black else row for row in paired[-1].rows)
        paired[-1] = replace(paired[-1], rows=playing)
    return uploaded(replace(full, rounds=tuple(paired)), -1)


def uploaded(full: Event, minutes: int = 30) -> Event:
    """The same event with another "Last update"."""
    return replace(full, last_update=full.last_update + timedelta(minutes=minutes))


def with_result(full: Event, round_: int, board: int, result: str) -> Event:
    """The event with one result entered otherwise."""
    return _with_rows(
        full,
        round_,
        lambda rows: tuple(
            replace(row, result=result) if number == board else row
            for number, row in enumerate(rows, start=1)
        ),
    )


def with_colours_swapped(full: Event, round_: int, board: int) -> Event:
    """One pairing withdrawn, and another one in its place: the same two with other colours."""

    def swap(rows: tuple[Row, ...]) -> tuple[Row, ...]:
        row = rows[board - 1]
        assert row.black is not None
        return (*rows[: board - 1], Row(row.black, row.white, row.result), *rows[board:])

    return _with_rows(full, round_, swap)


def _with_rows(full: Event, round_: int, change: Callable[[tuple[Row, ...]], tuple[Row, ...]]) -> Event:
    rounds = tuple(replace(r, rows=change(r.rows)) if r.number == round_ else r for r in full.rounds)
    return replace(full, rounds=rounds)


def import_(work: Workplace, *numbers: int) -> None:
    """The links of these events, by the command."""
    work.done("import", *(LINK.format(n) for n in numbers))


def published(work: Workplace, standin: Standin) -> None:
    """The event of the stand-in rated and published with the list of November."""
    standin.events[event().number] = event()
    _published(work)
    work.moment = NOVEMBER
    standin.requests.clear()


@once
def _published(work: Workplace) -> None:
    registered(work, event())
    import_(work, event().number)
    work.moment = NOVEMBER
    work.done("rate")
    work.done("publish")


@once
def registered(work: Workplace, full: Event) -> None:
    """Everybody in the event is a member; the last list is of October."""
    work.register(
        *({"ID": e.national_id, "Name": f"{e.surname} {e.given}"} for e in full.entrants),
    )
    rated = [e for e in full.entrants if e.rating]
    work.opening(
        {
            "ID": e.national_id,
            "Name": f"{e.surname} {e.given}",
            "ST": e.rating,
            "ST-G": 60,
            "ST-Peak": e.rating,
        }
        for e in rated
    )
