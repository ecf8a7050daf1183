"""A look at the desk leaves what is published unread, and still notices whatever comes in about it."""

from __future__ import annotations

from datetime import date

import pytest
from sqlmodel import select

import office.desk.refresh as module
from importer.rulings import Rulings
from importer.tables import EventRow
from importer.view import UnreadView, load
from office.database.engine import look
from office.desk.refresh import refresh
from tests.office.test_desk import EVENT, november, with_result
from tests.workplace import Workplace


def test_a_published_event_is_not_read_again(work: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    november(work)
    read: list[int] = []
    real = module.reading
    monkeypatch.setattr(module, "reading", lambda session, n: read.append(n) or real(session, n))
    with look(work.engine()) as session:
        (event,) = refresh(session).events
        assert (event.published, event.findings) == (date(2026, 11, 1), ())
        assert isinstance(event.view, UnreadView)
        assert read == []


def test_an_unread_event_has_the_same_rows_once_somebody_looks(work: Workplace) -> None:
    november(work)
    with look(work.engine()) as session:
        row = session.exec(select(EventRow)).one()
        rulings = Rulings.in_force(session)
        whole, unread = load(session, row, rulings), UnreadView(session, row, rulings)
        for part in ("pairings", "players", "rounds"):
            assert getattr(unread, part) == getattr(whole, part)
            assert getattr(unread, part)
        assert unread.reported_on() == whole.reported_on()
        assert not hasattr(unread, "something_else")


def test_what_comes_in_about_a_published_event_is_noticed(work: Workplace) -> None:
    november(work)
    assert work.codes() == []
    work.store(with_result(EVENT, 0, "0-1"), date(2026, 11, 2))
    assert work.codes() == ["changed-after-publication"]


def test_an_event_that_is_taken_up_again_is_looked_at_as_a_new_one(work: Workplace) -> None:
    november(work)
    key = f"chess-results:{EVENT.source.tournament}"
    work.store(with_result(EVENT, 0, "0-1"), date(2026, 11, 2))
    work.done("correction", "open", key, "--reported", "2026-11-02", "--reason", "turned round")
    with look(work.engine()) as session:
        (event,) = refresh(session).current
        assert event.reopened
        assert event.list_date == date(2026, 11, 1)
