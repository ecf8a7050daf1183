"""Questions that could be confused with each other, and days that could be lost."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

from sqlmodel import select

from importer.store import received, store_event
from importer.tables import EventRow
from office.database.engine import look, sqlite, transaction
from office.desk.refresh import refresh
from rating.interpretations import Interpretations
from tests.importer.invented import pairing, player, reading
from tests.office.test_desk import EVENT
from tests.office.workplace import HATA, MORI, NAMES, Workplace, small_federation


def test_namesakes_without_ids_are_two_questions_with_two_answers(work: Workplace) -> None:
    small_federation(work)
    players = [
        player(1, NAMES[MORI], MORI),
        player(2, "Sato Jun", rating=1500),
        player(3, "Sato Jun", rating=1300),
    ]
    work.store(reading(players, [pairing(1, 1, 2, "1-0"), pairing(2, 1, 3, "1-0")]))
    first, second = work.problems()
    assert first.code == second.code == "member-unknown"
    work.resolve(first, "--match", HATA)
    assert [p.id for p in work.problems()] == [second.id]
    work.resolve(second, "--no-member")
    assert work.problems() == []
    taken = work.rows("SELECT number, match, member_id FROM event_player ORDER BY number")
    assert [(n, m) for n, m, _ in taken] == [(1, "matched"), (2, "matched"), (3, "no-member")]


def test_namesakes_that_nothing_tells_apart_are_named_by_their_order(work: Workplace) -> None:
    small_federation(work)
    players = [player(1, NAMES[MORI], MORI), player(2, "Sato Jun"), player(3, "Sato Jun")]
    work.store(reading(players, [pairing(1, 1, 2, "1-0"), pairing(2, 1, 3, "1-0")]))
    for problem in work.problems():
        work.resolve(problem, "--no-member")
    assert work.problems() == []


def _stored_after_a_failure(work: Workplace) -> None:
    """The link came on 20 October, when the site was down, and again on the 22nd, when it could be read."""
    small_federation(work)
    with transaction(sqlite(work.database)) as session:
        for day, state in ((20, "failed"), (22, "read")):
            report = received(
                session,
                reference="https://chess-results.com/tnr1400001.aspx",
                text=None,
                arrived_on=date(2026, 10, day),
                day_stated=False,
                now=datetime(2026, 10, day, 3, tzinfo=UTC),
            )
            report.state = state
        store_event(session, EVENT, report=report, now=work.moment, today=date(2026, 10, 22), published=False)


def test_a_link_that_could_not_be_read_at_first_keeps_its_day(work: Workplace) -> None:
    _stored_after_a_failure(work)
    with transaction(sqlite(work.database)) as session:
        (ours,) = refresh(session).events
        (other,) = refresh(session, Interpretations(r25="first-reading")).events
        assert (ours.view.reported_on(), ours.list_date) == (date(2026, 10, 20), date(2026, 11, 1))
        assert (other.view.reported_on(), other.list_date) == (date(2026, 10, 22), date(2026, 12, 1))


def test_an_event_that_was_incomplete_is_reported_when_it_is_complete(work: Workplace) -> None:
    small_federation(work)
    pending = replace(EVENT, pairings=(pairing(1, 1, 2, None, 1), *EVENT.pairings[1:]))
    work.store(pending, arrived=date(2026, 10, 5))
    work.store(EVENT, arrived=date(2026, 10, 5), today=date(2026, 10, 25))
    with look(sqlite(work.database)) as session:
        event = session.exec(select(EventRow)).one()
        assert (event.link_came_on, event.complete_on) == (date(2026, 10, 5), date(2026, 10, 25))
    with transaction(sqlite(work.database)) as session:
        (only,) = refresh(session).events
        assert only.view.reported_on() == date(2026, 10, 25)


def test_rating_names_the_events_that_the_list_does_not_hold(work: Workplace) -> None:
    small_federation(work)
    work.store(replace(EVENT, pairings=(pairing(1, 1, 2, None, 1), *EVENT.pairings[1:])))
    assert "Not in this list: Invented Open (chess-results:1400001)" in work.done("rate").err


def test_cells_under_no_heading_are_a_fault(work: Workplace) -> None:
    file = work.file("ID,Name,Memberships,\nN90000001,Mori Sora,,lost\n")
    assert work.run("members", "import", file).problem()["code"] == "bad-heading"
