"""Between two publications: what is changed, put in or taken out past the program is named before a list
rests on it, and an older copy of the database in the place of the newer one. What was changed is said by
hand."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from datetime import timedelta

import pytest
from sqlalchemy import Engine, event, text

from office.chain.noted import NAME
from office.database.engine import look
from office.house import set_contact
from office.opened import Office
from office.rebuild.run import kept_faults
from tests.office.mail.shapes import TRF
from tests.workplace import MORI, Workplace, small_federation, whole

JUDGED = ("resolve", "E1", "--exclude", "--reason", "not played")
"""A decision that no list rests on yet."""


def behind(engine: Engine, *statements: str) -> None:
    """Plain SQL past the program, by somebody who may put the triggers away and back again."""
    with engine.begin() as connection:
        run, put_back = connection.exec_driver_sql, ["SET session_replication_role = origin"]
        if engine.dialect.name == "sqlite":
            run("PRAGMA defer_foreign_keys = ON")
            made = run("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all()
            for name, _sql in made:
                run(f"DROP TRIGGER {name}")
            put_back = [sql for _name, sql in made]
        else:
            run("SET session_replication_role = replica")
        for statement in statements:
            assert connection.execute(text(statement)).rowcount, statement
        for sql in put_back:
            run(sql)


def named(work: Workplace) -> list[tuple[str, str]]:
    with look(work.engine()) as session:
        return [(one.code, one.place) for one in kept_faults(session, work.place)]


def last(work: Workplace, table: str) -> int:
    return int(work.rows(f"SELECT max(id) FROM {table}")[0][0])


NEW_RULING = (
    "INSERT INTO ruling (kind, event_key, code, subject, fingerprint, value, reason, who, made_at)"
    " SELECT kind, event_key, code, subject, fingerprint, value, 'invented', 'Somebody', made_at"
    " FROM ruling WHERE id = {}"
)
TAKEN_BACK = (
    "UPDATE ruling SET taken_back_at = made_at, taken_back_by = 'x', taken_back_why = 'x' WHERE id = {}"
)
LEFT_ALONE = "UPDATE problem SET ruling_id = NULL WHERE ruling_id = {}"
CHANGES: dict[str, tuple[Sequence[str], str]] = {
    "a decision says something else": (("UPDATE ruling SET reason = 'x' WHERE id = {}",), "ruling"),
    "a decision is somebody else's": (("UPDATE ruling SET who = 'Somebody' WHERE id = {}",), "ruling"),
    "a decision is gone": ((LEFT_ALONE, "DELETE FROM ruling WHERE id = {}"), "ruling"),
    "a decision is put in": ((NEW_RULING,), "ruling"),
    "a decision is taken back": ((TAKEN_BACK,), "ruling ended"),
    "a day of birth": (("UPDATE register_fact SET value = 'x' WHERE id = {}",), "register_fact"),
    "where a fact is from": (("UPDATE register_fact SET source = 'x' WHERE id = {}",), "register_fact"),
    "a membership": (("UPDATE membership SET last_day = '2099-12-31' WHERE id = {}",), "membership"),
    "a report's day": (("UPDATE report SET received_at = '2026-01-01' WHERE id = {}",), "report"),
    "a reading": (("UPDATE reading SET fingerprint = 'x' WHERE id = {}",), "reading"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_no_list_rests_on_yet_is_known_as_well(both: Workplace, change: str) -> None:
    both.done(*JUDGED)
    both.done("members", "renew", MORI, "2036-04-01/2037-03-31")
    assert named(both) == []
    statements, table = CHANGES[change]
    number = last(both, table.partition(" ")[0])
    behind(both.engine(), *(one.format(number) for one in statements))
    at = number + (change == "a decision is put in")
    assert any(place.endswith(f"{table} {at}") for code, place in named(both) if code == "chain-differs")


def test_a_command_after_it_does_not_make_it_good(both: Workplace) -> None:
    both.done(*JUDGED)
    number = last(both, "ruling")
    behind(both.engine(), NEW_RULING.format(number))
    both.done("members", "renew", MORI, "2036-04-01/2037-03-31")
    assert ("chain-differs", f"ruling {number + 1}") in named(both)


def test_no_list_is_published_from_it(work: Workplace) -> None:
    small_federation(work)
    work.done("rate")
    work.done("members", "renew", MORI, "2036-04-01/2037-03-31")
    behind(work.engine(), f"UPDATE membership SET kind = 'x' WHERE id = {last(work, 'membership')}")
    assert "chain-differs" in {one["code"] for one in work.run("publish", "--yes").problems()}


def test_what_the_program_does_itself_is_no_fault(both: Workplace) -> None:
    both.done(*JUDGED)
    both.done("resolve", "--take-back", last(both, "ruling"), "--reason", "played")
    both.done("members", "renew", MORI, "2036-04-01/2037-03-31")
    assert named(both) == []


def test_an_older_copy_in_the_place_of_the_database_is_named(work: Workplace) -> None:
    small_federation(work)
    older = work.folder.parent / "older.sqlite"
    whole(work.database, older)
    work.moment += timedelta(hours=1)
    work.done("members", "renew", MORI, "2036-04-01/2037-03-31")
    work.done("jobs", "on", "poll")
    assert named(work) == []
    for beside in ("-wal", "-shm"):
        work.database.with_name(work.database.name + beside).unlink(missing_ok=True)
    shutil.copy(older, work.database)
    assert named(work) == [("head-differs", str(work.folder / NAME))]
    said = work.run("doctor")
    assert said.code == 1 and "head-differs" in {one["code"] for one in said.problems()}
    work.done("jobs", "off", "poll")  # it goes on, and what is known outside stays
    assert ("head-differs", str(work.folder / NAME)) in named(work)
    (work.folder / NAME).unlink()  # the older copy is meant
    work.done("jobs", "on", "poll")
    assert named(work) == [] and (work.folder / NAME).is_file()


def test_an_end_put_in_behind_is_not_taken_over_by_the_next_command(both: Workplace) -> None:
    both.done(*JUDGED)
    number = last(both, "ruling")
    behind(both.engine(), TAKEN_BACK.format(number))
    both.done("members", "renew", MORI, "2015-04-01/2036-03-31")  # which ends another one
    assert [place for code, place in named(both) if code == "chain-differs"] == [f"ruling ended {number}"]


def test_whatever_stores_something_the_newest_entry_is_known_beside_the_database(work: Workplace) -> None:
    small_federation(work)

    def known() -> int:
        return int((work.folder / NAME).read_text().split()[0])

    report = work.file(TRF, "event.trf")
    for words in (("import", report, "--reported", "2026-10-07"), ("account", "add", "Second")):
        before = last(work, "journal")
        assert work.run(*words).code in (0, 3)
        assert known() == last(work, "journal") > before


def test_what_is_stored_opens_the_database_once(both: Workplace) -> None:
    """Its rows, the journal's file, the heads; on a server each time takes milliseconds."""
    engine, opened = both.engine(), []
    event.listen(engine, "connect", lambda *_: opened.append(1))
    with Office(both.place, engine, print).writing() as session:
        set_contact(session, "rating@federation.example")
    newest = last(both, "journal")
    assert (both.folder / NAME).read_text().startswith(f"{newest} ")
    assert len(opened) == 1
    assert session.connection().exec_driver_sql("SELECT 1").scalar() == 1  # who asks it later is answered
    assert len(opened) == 2
    session.close()


def test_a_link_that_cannot_be_read_stops_no_other_command(both: Workplace) -> None:
    marks = "x'1f8b00'" if both.engine().dialect.name == "sqlite" else "'\\x1f8b00'"
    damage = f"UPDATE chain_link SET ledger = {marks} WHERE number = 1"
    behind(both.engine(), damage, "DELETE FROM journal")  # as of an office that had none
    both.done("members", "renew", MORI, "2015-04-01/2036-03-31")
    assert any(code == "chain-differs" for code, _place in named(both))
