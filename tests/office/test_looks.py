"""What a look at an event found is kept as long as nothing changes that it hung on, and no longer. That both
find the same is compared in every test of these folders (conftest.py)."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from sqlmodel import select

import office.desk.looks as module
from importer.tables import EventRow
from importer.view import UnreadView
from office.database.engine import look, transaction
from office.desk.refresh import looked, refresh
from office.tables import LookRow
from rating.interpretations import Interpretations
from tests.office.test_desk import EVENT, november, with_player, with_result
from tests.workplace import MORI, Workplace, once, small_federation

OTHER = replace(
    with_player(EVENT, 1, name="Who Knows", national_id=None),
    source=replace(EVENT.source, tournament=1499999),
    name="Invented Autumn Open",
    first_day=date(2026, 10, 20),
    last_day=date(2026, 10, 24),
)


@once
def two_events(work: Workplace) -> None:
    """The event of the other tests, and one with a player whom nobody knows."""
    small_federation(work)
    work.store(EVENT)
    work.store(OTHER, date(2026, 10, 25))


def read_anew(work: Workplace, switches: Interpretations | None = None) -> list[int]:
    """The numbers of the events that a look at the desk has to read."""
    with look(work.engine()) as session:
        desk = refresh(session, switches)
        return [e.view.event.id or 0 for e in desk.events if not isinstance(e.view, UnreadView)]


def test_what_has_not_changed_is_not_read_again(work: Workplace) -> None:
    two_events(work)
    assert read_anew(work) == []
    work.store(with_result(EVENT, 0, "0-1"), date(2026, 10, 6))
    assert read_anew(work) == []  # what came in was looked at then


def by_sql(work: Workplace, *statements: str) -> None:
    """Changed past the program, so that nobody looks at the desk meanwhile."""
    with transaction(work.engine()) as session:
        for statement in statements:
            session.connection().exec_driver_sql(statement)


def row(table: str, **values: object) -> str:
    """A row added by plain SQL."""
    told = ", ".join(str(v) if isinstance(v, int) else f"'{v}'" for v in values.values())
    return f"INSERT INTO {table} ({', '.join(values)}) VALUES ({told})"


MOMENT = "2026-10-06 00:00:00"
FIRST = f"chess-results:{EVENT.source.tournament}"


def ruling(kind: str, value: str = "", **more: object) -> str:
    """A decision added by plain SQL."""
    told = {"subject": "{}", "fingerprint": "x", "value": value, "reason": "why", "who": "who", **more}
    return row("ruling", kind=kind, made_at=MOMENT, **told)


APPLICATION = {
    "event_name": "Invented",
    "organizer": "Club",
    "first_day": "2026-10-01",
    "last_day": "2026-10-02",
    "applied_on": "2026-09-01",
    "type": "standard",
    "known_since": MOMENT,
}
SPAN = {"first_day": "2026-01-01", "last_day": "2026-12-31", "kind": "annual", "known_since": MOMENT}
NAME = {"kind": "roman", "name": "Other Name", "source": "x", "known_since": MOMENT}


@pytest.mark.parametrize(
    ("statement", "which"),
    [
        (ruling("exclude", event_key=FIRST), [1]),
        (ruling("alias", MORI), [1, 2]),
        (ruling("rating-gap", "300"), [1, 2]),
        (row("register_fact", member_id=1, field="born", known_since=MOMENT, source="x"), [1, 2]),
        (f"UPDATE membership SET known_until = '{MOMENT}' WHERE id = 1", [1, 2]),
        (row("membership", member_id=1, **SPAN), [1, 2]),
        (row("member_name", member_id=1, **NAME), [1, 2]),
        (row("organizer", name="Invented Club", kind="club", known_since=MOMENT), [1, 2]),
        (row("application", **APPLICATION), [1, 2]),
        ("UPDATE event SET complete_on = '2026-10-26' WHERE id = 2", [2]),
        ("UPDATE event SET last_day = '2026-10-26' WHERE id = 2", [2]),
        ("UPDATE report SET reporter = 'organizer' WHERE id = 2", [2]),
        (row("reread", reading_id=2, reader="9", read_at=MOMENT, differences="[]"), [2]),
        ("DELETE FROM look WHERE event_id = 1", [1]),
        ("UPDATE look SET findings = '[]' WHERE event_id = 2", [2]),
        ("UPDATE look SET findings = 'x', meetings = 'x', guests = 'x' WHERE event_id = 1", [1]),
    ],
)
def test_an_event_is_read_again_where_that_has_changed_which_its_look_hung_on(
    work: Workplace, statement: str, which: list[int]
) -> None:
    two_events(work)
    by_sql(work, statement)
    assert read_anew(work) == which


def test_another_reading_of_a_ruling_another_program_and_a_new_list_are_looked_at_anew(
    work: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_events(work)
    assert read_anew(work, Interpretations(r43="any-game")) == [1, 2]
    monkeypatch.setattr(module, "program_state", lambda: (1, 1))
    assert read_anew(work) == [1, 2]


def test_no_table_of_words_or_names_that_a_look_hangs_on_is_left_out_of_the_program() -> None:
    root = Path(module.__file__ or "").parents[2]
    files = [f for wing in ("importer", "rating", "scraper") for f in (root / wing).rglob("*") if f.is_file()]
    assert {f.suffix for f in files if "__pycache__" not in f.parts} == module.ENDS


def test_a_decision_on_a_player_elsewhere_has_only_his_other_events_read_again(work: Workplace) -> None:
    two_events(work)
    third = replace(OTHER, source=replace(OTHER.source, tournament=1499998), name="Invented Winter Open")
    work.store(third, date(2026, 10, 26))
    before = {row.event_id: row.basis for row in looks(work)}
    work.done("resolve", "E2", "--player", "1", "--no-member", "--reason", "a guest")
    after = {row.event_id: row.basis for row in looks(work)}
    assert [n for n in after if before[n] != after[n]] == [2, 3]


def looks(work: Workplace) -> list[LookRow]:
    with look(work.engine()) as session:
        return list(session.exec(select(LookRow)))


def test_what_was_kept_is_not_believed_when_a_list_is_made_or_published(
    work: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("office.desk.refresh.looked", looked)  # here they do differ
    small_federation(work)
    work.store(with_player(EVENT, 1, name="Who Knows", national_id=None))
    assert work.run("rate").code == 3
    by_sql(work, "UPDATE look SET findings = '[]'")
    assert work.run("rate").code == 3
    work.done("resolve", "E1", "--player", "1", "--match", MORI, "--reason", "that is he")
    by_sql(work, "UPDATE look SET findings = '[]'")
    work.done("rate")
    by_sql(work, "UPDATE event_player SET member_id = 5 WHERE name = 'Who Knows'")
    work.done("publish")
    assert work.rows("SELECT member_id FROM event_player WHERE name = 'Who Knows'") == [(1,)]


def test_the_look_of_an_event_lasts_beside_its_list(work: Workplace) -> None:
    november(work)
    work.store(OTHER, date(2026, 11, 5))
    with look(work.engine()) as session:
        desk = refresh(session)
        assert [e.view.event.id for e in desk.current] == [2]
        assert [e.view.event.id for e in desk.events] == [1, 2]
        assert session.exec(select(EventRow)).all()
