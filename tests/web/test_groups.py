"""Two groups of one festival: wherever events have to be told apart, the group stands beside the name."""

from __future__ import annotations

from html import unescape

from sqlmodel import select

from importer.tables import EventRow, ReportRow
from office.database.engine import look
from office.mail.to_sender import to_sender
from tests.office.test_files import PEOPLE, REPORTED, form
from tests.web.conftest import served
from tests.workplace import Workplace, small_federation

OPEN, JUNIOR = "Autumn Open [Open]", "Autumn Open [U14 + G14]"


def festival(work: Workplace) -> None:
    """Both groups, the second with a player whom nobody knows."""
    small_federation(work)
    juniors = (*PEOPLE[:3], (4, "Nobody Known", "N99999991", ""))
    for group, players in (("Open", PEOPLE), ("U14 + G14", juniors)):
        work.done("import", work.file(form(group=group, players=players), f"{group}.xlsx"), *REPORTED)


def test_commands_name_the_group(work: Workplace) -> None:
    festival(work)
    said = work.done("events").out
    assert [said.count(name) for name in (OPEN, JUNIOR)] == [1, 1]
    key = work.rows("SELECT key FROM event WHERE id = 2")[0][0]
    assert f"member-unknown: {JUNIOR} ({key}), " in work.done("problems").out
    one = work.done("events", "E2").out
    assert one.startswith(f"E2 {JUNIOR} ({key})")
    assert "P1 member-unknown: player 4" in one  # not the event again
    work.done("resolve", "P1", "--no-member", "--reason", "a guest")
    assert JUNIOR in work.done("rulings").out


def test_the_desk_names_the_group(work: Workplace) -> None:
    festival(work)
    with served(work) as desk:
        client = desk.signed_in()
        number = work.problems()[0].id
        for page in ("/", "/events", "/events/2", "/lists/next", f"/questions/{number}"):
            text = unescape(client.get(page).text)
            assert JUNIOR in text, page
            assert OPEN in text or "2" in page or "questions" in page, page
            assert f"{JUNIOR} (" not in text, page  # the name stands there once


def test_who_reported_is_told_the_group(work: Workplace) -> None:
    festival(work)
    with look(work.engine()) as session:
        told = to_sender(session, session.exec(select(ReportRow)).all())
        assert [event["name"] for event in told.events] == [OPEN, JUNIOR]


def test_what_decisions_rest_on_stays_without_it(work: Workplace) -> None:
    """Decisions made before the group was named would have to be made again."""
    small_federation(work)
    for group in ("Open", "All"):
        work.done("import", work.file(form(group=group), f"{group}.xlsx"), *REPORTED)
    (asked,) = (p for p in work.problems() if p.code == "reported-twice")
    assert asked.place.startswith("Autumn Open [All] (")
    with look(work.engine()) as session:
        key = session.exec(select(EventRow.key).where(EventRow.id == 1)).one()
    assert f"as in E1 Autumn Open ({key}), " in asked.found
