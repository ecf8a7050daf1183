"""What is told in an order has it however the rows lie: PostgreSQL gives them as it finds them, and SQLite
backwards, where it is told to."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from sqlmodel import Session

from importer.register import examine_register
from importer.register_apply import apply_register, current_register
from importer.rulings import Kind, Made, Rulings, fingerprint, record
from rating.families import part

MADE = Made("asked the club", "Officer", datetime(2026, 10, 5, 3, 0, tzinfo=UTC))


@pytest.fixture
def backwards(session: Session) -> Session:
    session.connection().exec_driver_sql("PRAGMA reverse_unordered_selects = ON")
    return session


def test_other_names_of_a_member_stand_in_the_order_in_which_they_were_entered(backwards: Session) -> None:
    file = b"ID,Name,Memberships,Roman spellings\nN90000001,Ono Sora,,Ohno Sora; Oono Sora; Onoh Sora\n"
    entries, _faults = examine_register(file, "r.csv", family=part("japanese", "importer"))
    apply_register(backwards, entries, MADE.now, "register.csv")
    names = [row.name for row in current_register(backwards)["N90000001"].names]
    assert names == ["Ohno Sora", "Oono Sora", "Onoh Sora"]


def test_rulings_in_force_stand_in_the_order_in_which_they_were_made(backwards: Session) -> None:
    made = [
        record(backwards, Kind.DEFER, subject={}, facts=fingerprint(), made=MADE, event_key=f"report:{n}").id
        for n in range(3)
    ]
    assert [row.id for row in Rulings.in_force(backwards).of_kind(Kind.DEFER)] == made
