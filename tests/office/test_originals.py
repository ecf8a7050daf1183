"""What the source said is never overwritten: whatever is ruled stands beside it, and both are shown."""

from __future__ import annotations

import csv
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from sqlmodel import SQLModel

import importer.tables
from scraper.records import EventRecord, Round, TimeControl
from tests.office.test_desk import EVENT, with_player, with_result
from tests.workplace import HATA, LATE, MORI, NAMES, ONO, Workplace, once, small_federation

OURS = {
    "report": {"state", "problem"},
    "event": {"first_day", "last_day", "complete_on", "newer_reading_id"},
    "event_player": {"match", "match_rule", "member_id", "candidates"},
    "event_round": set(),
    "pairing": set(),
    "reading": set(),
}
"""By table what the office adds or works out; every other column is the source's. The days of an event are
those it is taken to have: as printed they stand in the reading, which nothing changes."""


def originals(work: Workplace) -> dict[str, list[tuple[object, ...]]]:
    """Every column that a source filled."""
    found = {}
    importer.tables.whole()
    for name, ours in OURS.items():
        columns = [c.name for c in SQLModel.metadata.tables[name].columns]
        assert ours <= set(columns)
        kept = ", ".join(f'"{c}"' for c in columns if c not in ours)
        found[name] = work.rows(f"SELECT {kept} FROM {name} ORDER BY id")
    return found


def faulty() -> EventRecord:
    """A report of which nearly everything is ruled otherwise."""
    record = with_player(with_result(EVENT, 2, None), 1, name="Mori, S.", national_id="N90000099")
    record = with_player(record, 4, name="A Guest", national_id=None)
    return replace(
        record,
        organizer="Somebody",
        time_control=TimeControl("as usual", "rapid", None),
        rounds=(Round(1, date(2026, 10, 4)), Round(2, None)),
        last_day=date(2026, 10, 12),
    )


@once
def ruled(work: Workplace) -> None:
    work.resolve("E1", "--player", 1, "--match", MORI, reason="the organizer's letter")
    work.resolve("E1", "--player", 4, "--no-member", reason="a guest")
    work.resolve("E1", "--player", 2, "--alias", HATA)
    work.resolve("E1", "--time-control", "45+30", reason="the announcement")
    work.resolve("E1", "--days", "2026-10-04/2026-10-05", reason="two days, not nine")
    work.resolve("E1", "--round", 2, "--date", "2026-10-05", reason="the schedule")
    work.resolve(work.the("result-pending"), "--accept")
    work.resolve("E1", "--reported", "2026-10-12")
    work.resolve("E1", "--organizer", "accepted")
    work.resolve("E1", "--form", "meeting")
    work.resolve("E1", "--exclude", "--round", 1, "--board", 2, reason="arranged")
    work.done("members", "merge", LATE, "--into", ONO, "--anyway", "--reason", "one person")


def test_no_ruling_run_publication_or_correction_changes_what_a_source_said(work: Workplace) -> None:
    small_federation(work)
    work.store(faulty(), date(2026, 10, 12))
    stood = originals(work)
    ruled(work)
    assert originals(work) == stood
    work.done("rate")
    work.done("publish")
    work.done("export", "list")
    assert originals(work) == stood
    work.moment = datetime(2026, 11, 20, 1, tzinfo=UTC)
    work.done("correction", "open", "E1", "--reason", "another look")
    work.resolve("E1", "--player", 1, "--match", ONO, reason="it was Ono")
    work.done("correction", "publish", "--reason", "it was Ono")
    assert originals(work) == stood
    taken_back = {
        kind
        for number, kind in work.rows("SELECT id, kind FROM ruling WHERE taken_back_at IS NULL ORDER BY id")
        if work.run("resolve", "--take-back", number, "--reason", "as it was").code == 0
    }
    assert taken_back == {"alias", "merge"}  # the list stands on the others
    assert originals(work) == stood


@pytest.mark.parametrize("statement", ["UPDATE reading SET record = '{}'", "DELETE FROM reading"])
def test_the_database_itself_keeps_readings(work: Workplace, statement: str) -> None:
    import sqlite3

    small_federation(work)
    work.store(EVENT)
    connection = sqlite3.connect(work.database)
    with pytest.raises(sqlite3.IntegrityError):
        connection.execute(statement)
    connection.close()


def test_the_page_of_an_event_shows_what_was_printed_and_what_it_is_taken_for(work: Workplace) -> None:
    small_federation(work)
    work.store(faulty(), date(2026, 10, 12))
    ruled(work)
    told = work.done("events", "E1").out
    assert (
        "days          4 October 2026 to 12 October 2026 → 4 October 2026 to 5 October 2026, by decision"
        in told
    )
    assert "two days, not nine" in told
    assert "“as usual”, not read, called rapid → “45+30”, 75 minutes at move 60, by decision" in told
    assert "organizer     Somebody → accepted, by decision" in told
    assert "first came on 12 October 2026, incomplete → 12 October 2026, by decision" in told
    assert "Round 2: no date → 5 October 2026, by decision" in told
    assert "Round 1, Tani Ken – A Guest: 0-1 → left out, by decision" in told
    (row,) = [line for line in told.splitlines() if line.startswith("1  ")]
    assert row.split("  ")[0] == "1"
    assert all(
        word in row for word in ("Mori, S.", "N90000099", "≠", MORI, NAMES[MORI], "the organizer's letter")
    )
    (row,) = [line for line in told.splitlines() if line.startswith("2  ")]
    assert "≠" not in row
    (row,) = [line for line in told.splitlines() if line.startswith("4  ")]
    assert "no-member" in row


def test_the_players_go_into_a_file_as_printed_and_as_taken(work: Workplace) -> None:
    small_federation(work)
    record = with_player(EVENT, 2, name="=Hata, Rin", national_id=HATA)
    work.store(with_player(record, 1, name="Mori, S.", national_id="N90000099"))
    work.resolve("E1", "--player", 1, "--match", MORI, reason="the organizer's letter")
    path = work.folder.parent / "event.csv"
    work.done("events", "1400001", "--csv", path)
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    first = rows[0]
    assert (first["Name as printed"], first["ID as printed"]) == ("Mori, S.", "N90000099")
    assert (first["ID"], first["Name"], first["Match"]) == (MORI, NAMES[MORI], "matched")
    assert first["By"].endswith("the organizer's letter")
    assert rows[1]["Name as printed"] == "'=Hata, Rin"  # no spreadsheet takes it for a formula
    assert work.run("events", "E9").problem()["code"] == "no-such-event"
    assert work.run("events", "--csv", path).code == 2


def test_a_merged_entry_is_shown_as_who_he_is(work: Workplace) -> None:
    small_federation(work)
    work.store(with_player(EVENT, 4, name=NAMES[LATE], national_id=LATE))
    work.done("rate")
    work.done("publish")
    work.done("members", "merge", LATE, "--into", ONO, "--reason", "one person")
    (row,) = [line for line in work.done("events", "E1").out.splitlines() if line.startswith("4  ")]
    assert f"{LATE}" in row
    assert f"≠ {ONO} {NAMES[ONO]}" in " ".join(row.split())
