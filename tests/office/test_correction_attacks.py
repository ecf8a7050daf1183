"""A correction against somebody who writes in the database: what it published, what it rests on while it is
open, the questions of its event and its difference. On both databases."""

from __future__ import annotations

import shutil
from datetime import UTC, date, datetime
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url, text
from sqlalchemy.exc import DatabaseError
from sqlmodel import Session, select

from importer.rulings import Made
from importer.store import received
from office.corrections.difference import difference, difference_text
from office.corrections.recalculate import correct
from office.corrections.reopen import close
from office.desk.refresh import refresh
from office.errors import OfficeError
from office.intake.take_in import take_in
from office.place import Place
from office.tables import ListVersionRow
from scraper.records import Problem, Result
from tests.office.chained import DATABASES, Chained, at, command, store
from tests.office.test_corrections import game
from tests.office.test_desk import EVENT, with_player, with_result
from tests.workplace import HATA, MORI, ONO, TANI, whole

pytestmark = pytest.mark.slow

CORRECTED_AT = datetime(2026, 12, 20, 1, tzinfo=UTC)
MADE = Made("turned round", "Tester", CORRECTED_AT)
WHY = ("--reason", "the organizer says so")


@pytest.fixture(scope="session")
def corrections(offices: dict[str, Chained], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Chained]:
    """The office of three lists with a correction made of one event, and another one open: of an event whose
    page shows the other result now, and with a question that is not answered."""
    folder = tmp_path_factory.mktemp("corrections")
    return {name: corrected(copied(offices[name], folder / name)) for name in DATABASES}


def copied(office: Chained, folder: Path) -> Path:
    shutil.copytree(office.folder, folder, ignore=shutil.ignore_patterns("banzuke.sqlite*"))
    address = Place(office.folder).server()
    if address is None:
        whole(office.place.database, folder / "banzuke.sqlite")
        return folder
    url = make_url(address)
    elsewhere = url.set(database="template1").render_as_string(hide_password=False)
    with psycopg.connect(elsewhere, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE corrected TEMPLATE {url.database}")
    theirs = url.set(database="corrected").render_as_string(hide_password=False)
    (folder / "banzuke.toml").write_text(f'database = "{theirs}"\n')
    return folder


def corrected(folder: Path) -> Chained:
    with at(CORRECTED_AT):
        store(folder, game(1400002, date(2026, 11, 8), TANI, ONO, "0-1"), date(2026, 12, 19))
        command(folder, "correction", "open", "1400002", "--reported", "2026-12-19", *WHY)
        command(folder, "correction", "publish", "--yes", *WHY)
        store(folder, with_result(EVENT, 0, Result.BLACK_WINS), date(2026, 12, 19))
        command(folder, "correction", "open", "E1", "--reported", "2026-12-19", *WHY)
    return Chained(folder)


@pytest.fixture(params=DATABASES)
def office(corrections: dict[str, Chained], request: pytest.FixtureRequest) -> Chained:
    return corrections[request.param]


def test_a_correction_as_it_was_made_has_no_fault_and_the_open_one_can_be_made(office: Chained) -> None:
    assert office.faults() == []
    with office.altered() as session:
        states = session.exec(select(ListVersionRow.list_date, ListVersionRow.version)).all()
        assert (date(2026, 12, 1), 2) in states
        assert next(c.before.list_date for c in correct(session, made=MADE)) == date(2026, 11, 1)


OPEN = "(SELECT id FROM event WHERE tournament = 1400001)"
DONE = "(SELECT id FROM event WHERE tournament = 1400002)"
NEW = "(SELECT id FROM list_version WHERE list_date = '2026-12-01' AND version = 2)"
OLD = "(SELECT id FROM list_version WHERE list_date = '2026-12-01' AND version = 1)"

PUBLISHED = {
    f"UPDATE list_rating SET rating = rating + 1 WHERE version_id = {NEW} AND rank = 1": "list_rating",
    f"UPDATE list_rating SET rating = rating + 1 WHERE version_id = {OLD} AND rank = 1": "list_rating",
    f"UPDATE game_line SET c = 0, result = '1-0' WHERE version_id = {NEW} AND counts": "game_line",
    f"UPDATE version_event SET reading_id = 1 WHERE version_id = {NEW}": "version_event",
    f"UPDATE publication SET report = 'nothing changed' WHERE version_id = {NEW}": "publication",
    f"UPDATE list_version SET previous_id = 1 WHERE id = {NEW}": "list_version",
    f"UPDATE list_version SET published_by = 'Somebody' WHERE id = {NEW}": "list_version",
    f"UPDATE list_version SET state = 'draft' WHERE id = {OLD}": "chain",
    f"UPDATE list_version SET state = 'draft' WHERE id = {NEW}": "chain",
    f"UPDATE list_version SET version = 9 WHERE id = {NEW}": "list_version",
    f"DELETE FROM publication WHERE version_id = {NEW}": "publication",
    "UPDATE ruling SET value = 'version 2 takes the place of nothing' WHERE kind = 'corrected'": "ruling",
    "UPDATE ruling SET reason = 'none' WHERE kind = 'corrected'": "ruling",
    "DELETE FROM ruling WHERE kind = 'corrected'": "ruling",
    "UPDATE ruling SET value = replace(value, '2026-12-19', '2026-12-01')"
    " WHERE kind = 'reopen' AND taken_back_at IS NOT NULL": "ruling",
    "UPDATE ruling SET taken_back_at = NULL, taken_back_by = NULL, taken_back_why = NULL"
    " WHERE kind = 'reopen' AND taken_back_at IS NOT NULL": "ruling ended",
    f"UPDATE chain_link SET listed = (SELECT listed FROM chain_link WHERE version_id = {OLD})"
    f" WHERE version_id = {NEW}": "",
}
"""What was done to a correction that is published, and what names it."""

UNSIGNED = (
    "UPDATE ruling SET value = replace(value, '2026-12-19', '2026-11-30') WHERE taken_back_at IS NULL"
    " AND kind = 'reopen'",
    "DELETE FROM ruling WHERE taken_back_at IS NULL AND kind = 'reopen'",
    f"UPDATE reading SET record = replace(record, '0-1', '1-0') WHERE id = (SELECT reading_id FROM event"
    f" WHERE id = {OPEN})",
)
"""What an open correction stands on; no link of the chain has it yet, the triggers alone keep it."""

TAKEN = {
    f"UPDATE pairing SET result = '1/2-1/2' WHERE event_id = {OPEN} AND round = 2": "pairing",
    f"DELETE FROM pairing WHERE event_id = {OPEN}": "pairing",
    f"UPDATE event_player SET national_id = '{HATA}' WHERE event_id = {OPEN} AND number = 1": "event_player",
    f"UPDATE event SET reading_id = (SELECT min(id) FROM reading) WHERE id = {OPEN}": "pairing",
    f"UPDATE event SET minutes_at_60 = 121 WHERE id = {OPEN}": "minutes_at_60",
    f"UPDATE event SET complete_on = '2026-12-20' WHERE id = {OPEN}": "complete_on",
    f"UPDATE list_rating SET rating = rating + 1 WHERE version_id = {NEW} AND rank = 1": "list_rating",
    "UPDATE list_rating SET rating = rating + 1 WHERE version_id = 1": "list_rating",
    f"UPDATE member SET born = '2010-01-01' WHERE federation_id = '{MORI}'": "born",
    "UPDATE register_fact SET value = '2010-01-01' WHERE field = 'born' AND known_until IS NULL": "register",
    "UPDATE ruling SET value = '9' WHERE kind = 'rating-gap' AND taken_back_at IS NULL": "ruling",
}
"""What a correction that is made now takes, and what names that it was changed."""


@pytest.mark.parametrize("statement", [*PUBLISHED, *UNSIGNED])
def test_what_a_correction_published_or_stands_on_can_be_neither_changed_nor_deleted(
    office: Chained, statement: str
) -> None:
    with (
        pytest.raises(DatabaseError, match=r"change|ID and row"),
        office.altered(statement, triggers=True),
    ):
        pass


@pytest.mark.parametrize(("statement", "row"), PUBLISHED.items())
def test_what_a_correction_published_is_named_where_it_was_changed_past_the_triggers(
    office: Chained, statement: str, row: str
) -> None:
    found = [p for p in office.faults(statement) if p.code in ("chain-differs", "head-differs")]
    assert found
    assert any(row in p.place for p in found), found


def refused(session: Session) -> list[Problem]:
    with pytest.raises(OfficeError) as stopped:
        correct(session, made=MADE)
    return list(stopped.value.problems)


@pytest.mark.parametrize(("statement", "row"), TAKEN.items())
def test_no_correction_is_made_of_what_was_changed_past_the_office(
    office: Chained, statement: str, row: str
) -> None:
    with office.altered(statement) as session:
        found = refused(session)
    assert any(row in p.place for p in found), found


def test_no_event_is_left_as_published_by_a_link_that_cannot_be_read(office: Chained) -> None:
    cut = "UPDATE chain_link SET ledger = substr(ledger, 1, 20) WHERE number = 2"
    with office.altered(cut) as session, pytest.raises(OfficeError) as stopped:
        close(session, "E1", made=MADE)
    (problem,) = stopped.value.problems
    assert (problem.code, problem.place) == ("chain-differs", "chain, link 2")
    assert problem.found == "nothing that can be read"


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE problem SET state = 'settled'",
        "UPDATE problem SET state = 'gone'",
        "DELETE FROM problem",
        "UPDATE problem SET blocks = false",
        f"UPDATE event_player SET match = 'no member', member_id = NULL WHERE event_id = {OPEN}",
    ],
)
def test_a_question_of_a_correction_is_asked_whatever_its_row_says(office: Chained, statement: str) -> None:
    def asked(session: Session) -> None:
        unknown = with_player(EVENT, 2, name="Who Knows", national_id=None)
        report = received(
            session, reference="https://chess-results.com/tnr1400001.aspx", text=None,
            arrived_on=date(2026, 12, 20), day_stated=True, now=CORRECTED_AT,
        )  # fmt: skip
        assert take_in(session, unknown, report, CORRECTED_AT).state == "taken up"
        refresh(session)
        assert session.execute(text(statement)).rowcount

    with office.altered(triggers=True, then=asked) as session:
        (found,) = refused(session)
    assert found.code == "open-problems"
    assert "member-unknown" in found.found


def test_a_difference_tells_of_its_two_versions_and_not_of_what_stands_now(office: Chained) -> None:
    """Somebody who changes what both versions were made of changes no word of what a correction did."""

    def told(session: Session) -> str:
        old, new = (
            session.exec(
                select(ListVersionRow)
                .where(ListVersionRow.version == n)
                .where(ListVersionRow.list_date == date(2026, 12, 1))
            ).one()
            for n in (1, 2)
        )
        return difference_text(difference(session, old, new), old, new)

    with office.altered() as session:
        before = told(session)
    assert "round 1, " in before
    names = "UPDATE member SET name = 'Else', born = NULL"
    with office.altered(names, f"DELETE FROM pairing WHERE event_id = {DONE}") as session:
        assert told(session) == before
