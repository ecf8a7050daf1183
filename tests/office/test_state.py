"""Whether anything was stored since is told by what was committed, by whomever, and by nothing else; on both
databases."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from sqlalchemy import Engine, text, update
from sqlmodel import Session

from office.database import engine
from office.database import state as states
from office.database.engine import look, postgresql, transaction
from office.database.state import Watch
from office.tables import SettingRow
from tests.on_postgresql import server
from tests.workplace import Workplace

Ask = Callable[[], str | None]


@pytest.fixture
def watch(both: Workplace) -> Watch:
    return Watch(lambda: both.folder / "banzuke.sqlite")


@pytest.fixture
def ask(both: Workplace, watch: Watch) -> Ask:
    def asked() -> str | None:
        with look(both.engine()) as session:
            return watch.state(session.connection())

    return asked


def work_out(session: Session) -> None:
    """As the draft of a list does: beside what is stored."""
    session.connection().execute(update(SettingRow).values(value="worked out"))


def test_what_is_worked_out_beside_changes_nothing(both: Workplace, ask: Ask) -> None:
    before = ask()
    with look(both.engine()) as session:
        work_out(session)
    assert before is not None and ask() == ask() == before


def test_every_commit_is_another_state(both: Workplace, ask: Ask) -> None:
    told = [ask()]
    both.done("language", "ja")
    told.append(ask())
    with both.engine().begin() as another:
        another.execute(text("UPDATE setting SET value = 'en' WHERE name = 'language'"))
    told.append(ask())
    with look(both.engine()) as session:
        work_out(session)
        both.done("contact", "rating@example.jp")
    told.append(ask())
    assert len(set(told)) == len(told) and ask() == told[-1]


def test_what_was_read_before_a_commit_is_never_taken_for_what_is_there_now(
    both: Workplace, watch: Watch, ask: Ask
) -> None:
    with look(both.engine()) as old:
        before = watch.state(old.connection())
        assert ask() == before
        both.done("language", "ja")
        now = ask()
        assert now != before
        if both.place.server() is not None:  # a transaction of a server keeps to what it saw first
            assert watch.state(old.connection()) not in (now, None)
            assert ask() != now


def test_a_server_that_was_busy_meanwhile_is_taken_as_changed(
    both: Workplace, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = ask()
    monkeypatch.setattr(states, "FAR", 0)
    with look(both.engine()) as session:
        work_out(session)
    assert (ask() == before) is (both.place.server() is None)


@pytest.mark.slow
@pytest.mark.parametrize("both", ["postgresql"], indirect=True)
def test_a_server_that_took_the_place_of_another_is_another_state(
    both: Workplace, watch: Watch, ask: Ask
) -> None:
    """As after an upgrade by dump and restore under a desk that is open: its transactions are counted anew,
    and to ask it for those of the other one is an error."""
    with both.engine().connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        for _ in range(500):
            connection.exec_driver_sql("SELECT pg_current_xact_id()")
    before = ask()
    with server() as address, postgresql(address).connect() as connection:
        behind = watch.state(connection)
        assert behind is not None and behind != before
        assert watch.state(connection) == behind
    assert ask() not in (before, behind)


def language(office: Engine, value: str) -> None:
    """Another connection stores it."""
    with office.begin() as another:
        another.execute(text(f"UPDATE setting SET value = '{value}' WHERE name = 'language'"))


def test_what_the_watch_notes_itself_is_no_other_state_and_hides_none(
    both: Workplace, watch: Watch, ask: Ask
) -> None:
    both.done("language", "ja")
    office, noted = both.engine(), update(SettingRow).where(SettingRow.name == "name")  # type: ignore[arg-type]
    before = ask()
    watch.note(office, noted.values(value="One"))
    watch.note(office, noted.values(value="Two"))
    assert before is not None and ask() == before
    assert both.rows("SELECT value FROM setting WHERE name = 'name'") == [("Two",)]
    language(office, "en")
    watch.note(office, noted.values(value="Three"))
    behind = ask()
    assert behind != before
    watch.note(office, noted.values(value="Four"))
    language(office, "ja")
    assert ask() not in (before, behind)


def test_the_watch_notes_nothing_while_somebody_else_writes_and_waits_only_briefly_for_him(
    both: Workplace, watch: Watch, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every page waits with it: as long as a command does, a desk would hardly answer beside an import."""
    monkeypatch.setattr(engine, "PATIENCE", 30)
    before, noted = ask(), update(SettingRow).where(SettingRow.name == "name")  # type: ignore[arg-type]
    with transaction(both.engine()):
        began = time.monotonic()
        watch.note(both.engine(), noted.values(value="Meanwhile"))
        assert time.monotonic() - began < 20
    assert ask() == before
    assert both.rows("SELECT count(*) FROM setting WHERE value = 'Meanwhile'") == [(0,)]
