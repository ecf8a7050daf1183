"""A new event costs what is in it: no other one is read again, however many there are; and what was kept
meanwhile is not believed once anything has changed."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import orjson
import pytest
import sqlalchemy as sa
from sqlalchemy import Engine

import importer.meetings
import importer.twice
from importer.given import GivenFile
from importer.trf.write import write_trf
from office.clock import Clock
from office.desk.refresh import looked
from office.intake.files import take_files
from office.intake.take_in import Came, Taken
from office.opened import Office
from publication.exports.trf import time_code
from scraper.records import EventRecord, Source
from tests.office.test_desk import EVENT, with_player
from tests.workplace import Workplace, small_federation

NOW = datetime(2026, 10, 20, tzinfo=UTC)
LATE = "N90000009"
READ = ("FROM event_player", "FROM pairing", "FROM event_round", "reading.record")
"""What is in a statement that reads an event."""


def event(number: int, record: EventRecord = EVENT) -> GivenFile:
    """The n-th event, a fortnight after the one before, as a file."""
    later = timedelta(days=14 * number)
    days = {name: day + later for name in ("first_day", "last_day") if (day := getattr(record, name))}
    rounds = tuple(replace(r, date=r.date and r.date + later) for r in record.rounds)
    one = replace(record, name=f"Open {number}", rounds=rounds, source=Source(), **days)
    return GivenFile(f"{number}.trf", write_trf(one, time_code(one.time_control.text)))


def take(work: Workplace, engine: Engine, *files: GivenFile, clock: Clock = lambda: NOW) -> list[Taken]:
    office = Office(work.place, engine, lambda problem: pytest.fail(str(problem)))
    came = Came(date(2026, 10, 10))
    found = take_files(office.engine, files, came, archive=office.place.archive, clock=clock)
    assert all(one.stored is not None for one in found), found
    return found


def asked(engine: Engine) -> tuple[list[tuple[str, Any]], Any]:
    """What is asked of the database from now on, each with its values."""
    told: list[tuple[str, Any]] = []

    def listen(_connection: Any, _cursor: Any, statement: str, values: Any, *_more: Any) -> None:
        told.append((statement, values))

    sa.event.listen(engine, "before_cursor_execute", listen)
    return told, lambda: sa.event.remove(engine, "before_cursor_execute", listen)


def test_a_new_event_reads_no_other_one_again(work: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    small_federation(work)
    engine, unpacked = work.engine(), Counter[str]()

    def loads(text: str) -> Any:
        unpacked["meetings"] += 1
        return orjson.loads(text)

    def from_dict(told: dict[str, Any]) -> EventRecord:
        unpacked["readings"] += 1
        return real(told)

    def common(kept: Any, keys: Any, near: Any) -> Any:
        unpacked["pairs"] += len(near)
        return compared(kept, keys, near)

    real, compared = EventRecord.from_dict, importer.twice._common
    monkeypatch.setattr("office.desk.refresh.looked", looked)  # the tests of this folder look at some twice
    for number in range(4):
        take(work, engine, event(number))
    monkeypatch.setattr(importer.meetings, "orjson", SimpleNamespace(loads=loads, dumps=orjson.dumps))
    monkeypatch.setattr(EventRecord, "from_dict", from_dict)
    monkeypatch.setattr(importer.twice, "_common", common)
    counts = []
    for number in range(4, 8):
        told, done = asked(engine)
        take(work, engine, event(number))
        done()
        counts.append(Counter(" ".join(statement.split()[:3]) for statement, _values in told))
        ((newest,),) = work.rows("SELECT max(id) FROM event")
        for statement, values in told:
            if any(part in statement for part in READ):
                above = 1 if "id > " in statement else 0  # the rows that are new since the last one
                given = values.values() if isinstance(values, dict) else values
                assert [*given] == [newest - above], statement
    assert counts[0] == counts[1] == counts[2] == counts[3]
    assert unpacked == {"pairs": 0}  # no two of them have a day in common


def test_what_changed_in_the_register_since_the_last_event_is_known_at_the_next(work: Workplace) -> None:
    small_federation(work)
    engine, unknown = work.engine(), with_player(EVENT, 1, name="Late, Anna", national_id=None)
    take(work, engine, event(0, unknown))
    assert "member-unknown" in work.codes()
    work.register({"ID": LATE, "Name": "Late Anna", "Memberships": "2020-04-01/2030-03-31"})
    take(work, engine, event(1, unknown))
    query = "SELECT m.federation_id FROM event_player p JOIN member m ON m.id = p.member_id WHERE p.name = ?"
    assert work.rows(query, "Late, Anna") == [(LATE,), (LATE,)]
    assert "member-unknown" not in work.codes()


def test_what_changes_between_two_events_that_are_taken_together_is_known_at_the_second(
    work: Workplace,
) -> None:
    small_federation(work)
    engine, unknown = work.engine(), with_player(EVENT, 1, name="Late, Anna", national_id=None)
    entered = []

    def clock() -> datetime:
        if not entered and work.rows("SELECT count(*) FROM event") == [(1,)]:
            entered.append({"ID": LATE, "Name": "Late Anna", "Memberships": "2020-04-01/2030-03-31"})
            with ThreadPoolExecutor(1) as another:
                another.submit(work.register, *entered).result()
        return NOW

    take(work, engine, event(0, unknown), event(1, unknown), clock=clock)
    assert entered
    query = "SELECT e.name, m.federation_id FROM event_player p JOIN event e ON e.id = p.event_id"
    query += " LEFT JOIN member m ON m.id = p.member_id WHERE p.name = ? ORDER BY e.id"
    assert work.rows(query, "Late, Anna") == [("Open 0", LATE), ("Open 1", LATE)]
    assert "member-unknown" not in work.codes()
    (head,) = work.rows("SELECT id FROM journal ORDER BY id DESC LIMIT 1")
    assert work.place.folder.joinpath("journal.txt").read_text().split()[0] == str(head[0])
