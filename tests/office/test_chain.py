"""Published is final, also against the database's own ways round: each is refused, or named by its row."""

from __future__ import annotations

import pytest
from sqlalchemy import delete
from sqlalchemy.exc import DatabaseError
from sqlmodel import Session

from importer.applications import apply_applications, read_applications
from importer.organizers import apply_organizers, read_organizers
from importer.rulings import Made
from office.chain.compare import chain_faults, ledger_faults, listed_faults
from office.chain.link import append, links
from office.chain.rows import LISTED
from office.chain.statements import NAME
from office.chain.tables import ChainLinkRow
from office.runs.publish import publish_list
from office.runs.rate import rate_list
from office.tables import ListVersionRow
from rating.interpretations import Interpretations
from tests.office.chained import DATABASES, NEXT, Chained, command
from tests.workplace import MORI

pytestmark = pytest.mark.slow


def test_an_office_as_it_was_published_has_no_fault(chained: Chained) -> None:
    assert chained.faults() == []


def test_the_same_office_has_the_same_head_on_both_databases(offices: dict[str, Chained]) -> None:
    one, other = ((offices[name].folder / NAME).read_text() for name in DATABASES)
    assert one == other
    assert [line.split()[:3] for line in one.splitlines()] == [
        ["1", "2026-10-01", "v1"],
        ["2", "2026-11-01", "v1"],
        ["3", "2026-12-01", "v1"],
    ]


KEPT = (
    *("list_member", "list_rating", "game_line", "earlier_game", "version_event", "publication"),
    *("list_version", "reading", "report", "ruling", "register_fact", "membership", "member_name"),
    *("member", "chain_link"),
)
OF_VERSION = KEPT[:6]
CHANGES = (
    "UPDATE list_rating SET rating = rating + 1 WHERE version_id = 2",
    "UPDATE list_version SET published_at = made_at WHERE id = 2",
    "UPDATE list_version SET published_by = 'Somebody' WHERE id = 2",
    "UPDATE publication SET report = '' WHERE version_id = 2",
    "UPDATE ruling SET reason = 'another one'",
    "UPDATE ruling SET value = '9' WHERE kind = 'rating-gap'",
    "UPDATE ruling SET taken_back_why = 'no' WHERE taken_back_at IS NOT NULL",
    "UPDATE ruling SET taken_back_at = NULL WHERE taken_back_at IS NOT NULL",
    "UPDATE register_fact SET value = '1950-01-01' WHERE field = 'born'",
    "UPDATE register_fact SET source = 'a friend'",
    "UPDATE membership SET last_day = '2030-01-01'",
    "UPDATE membership SET known_until = NULL WHERE known_until IS NOT NULL",
    "UPDATE member SET federation_id = 'N99999999' WHERE id = 1",
    "UPDATE reading SET reader = 'other'",
    "UPDATE report SET arrived_on = '2026-01-01'",
    "UPDATE chain_link SET head = ''",
)


@pytest.mark.parametrize("statement", [*CHANGES, *(f"DELETE FROM {t}" for t in KEPT)])
def test_what_is_kept_can_be_neither_changed_nor_deleted(chained: Chained, statement: str) -> None:
    with (
        pytest.raises(DatabaseError, match=r"change|ID and row"),
        chained.altered(statement, triggers=True),
    ):
        pass


@pytest.mark.parametrize("table", KEPT)
def test_no_row_takes_the_place_of_another(offices: dict[str, Chained], table: str) -> None:
    """`REPLACE` deletes on SQLite without asking the trigger for deletions."""
    office = offices["sqlite"]
    with office.altered(triggers=True) as session:
        columns = [c for _, c, *_ in session.connection().exec_driver_sql(f"PRAGMA table_info({table})")]
    key = columns[0]
    for statement in (
        f"REPLACE INTO {table} SELECT * FROM {table} WHERE {key} = (SELECT min({key}) FROM {table})",
        f"UPDATE OR REPLACE {table} SET {key} = (SELECT min({key}) FROM {table})"
        f" WHERE {key} = (SELECT max({key}) FROM {table})",
    ):
        with pytest.raises(DatabaseError, match=r"change|ID and row|draft"):
            office.altered(statement, triggers=True).__enter__()


def test_a_draft_does_not_take_the_place_of_a_published_version(offices: dict[str, Chained]) -> None:
    move = "UPDATE OR REPLACE list_version SET list_date = '2026-11-01' WHERE state = 'draft'"
    with (
        pytest.raises(DatabaseError, match="does not change"),
        offices["sqlite"].altered(move, triggers=True),
    ):
        pass


@pytest.mark.parametrize("table", KEPT)
def test_no_table_is_truncated(offices: dict[str, Chained], table: str) -> None:
    with (
        pytest.raises(DatabaseError, match=r"change|ID and row"),
        offices["postgresql"].altered(f"TRUNCATE {table} CASCADE", triggers=True),
    ):
        pass


ALTERED = {
    "UPDATE list_rating SET rating = rating + 1 WHERE version_id = 2 AND rank = 1": "list_rating",
    "UPDATE list_member SET name = 'Else' WHERE version_id = 1": "list_member",
    "UPDATE game_line SET reasons = '[1]' WHERE id = 3": "game_line 3",
    "UPDATE list_version SET published_at = made_at, published_by = 'X' WHERE id = 1": "list_version 1",
    "UPDATE list_version SET report = '' WHERE id = 2": "list_version 2",
    "UPDATE publication SET report = '' WHERE version_id = 2": "publication",
    "UPDATE publication SET seen_by = 'Nobody' WHERE version_id = 3": "publication",
    "UPDATE ruling SET reason = 'another' WHERE id = 1": "ruling 1",
    "UPDATE ruling SET taken_back_by = 'X' WHERE taken_back_at IS NOT NULL": "ruling ended",
    "UPDATE ruling SET taken_back_at = NULL WHERE taken_back_at IS NOT NULL": "ruling ended",
    "UPDATE register_fact SET value = '1950-01-01' WHERE id = 2": "register_fact 2",
    "UPDATE membership SET last_day = '2031-01-01' WHERE id = 4": "membership 4",
    "UPDATE member_name SET name = 'Else' WHERE id = 1": "member_name 1",
    "UPDATE membership SET known_until = NULL WHERE known_until IS NOT NULL": "membership ended",
    "UPDATE reading SET reader = 'other' WHERE id = 1": "reading 1",
    "UPDATE report SET arrived_on = '2026-01-01' WHERE id = 1": "report 1",
    "UPDATE version_event SET reading_id = 2 WHERE reading_id = 1": "version_event",
    "DELETE FROM ruling WHERE id = 1": "ruling 1",
    "DELETE FROM earlier_game WHERE id = 1": "earlier_game 1",
    "UPDATE ruling SET id = 900 WHERE id = 1": "ruling 1",
    "UPDATE chain_link SET head = '' WHERE number = 1": "link 1",
}


@pytest.mark.parametrize(("statement", "row"), ALTERED.items())
def test_a_row_changed_past_the_triggers_is_named(chained: Chained, statement: str, row: str) -> None:
    found = [p for p in chained.faults(statement) if p.code in ("chain-differs", "head-differs")]
    assert found
    assert row in found[0].place


HOSTED = {
    "UPDATE organizer SET name = 'Else'": "organizer",
    "UPDATE organizer_name SET name = 'Else'": "organizer_name",
    "UPDATE organizer_span SET first_day = '2020-01-01' WHERE known_until IS NULL": "organizer_span",
    "UPDATE organizer_span SET known_until = NULL WHERE known_until IS NOT NULL": "organizer_span ended",
    "DELETE FROM organizer_person": "organizer_person",
    "UPDATE application SET applied_on = '2026-12-01'": "application",
}


@pytest.mark.parametrize(("statement", "row"), HOSTED.items())
def test_what_was_known_of_organizers_and_applications_is_in_the_chain(
    chained: Chained, statement: str, row: str
) -> None:
    """Whether an event is asked about, and so what a list rests on, hangs on them (3(3), 3(4), 4(2))."""

    def hosted(session: Session) -> None:
        for first in ("2015-04-01", "2016-04-01"):
            told = f"Name,Kind,Valid,Names,Reporters\nInvented Chess Club,club,{first}/,ICC,{MORI}\n"
            apply_organizers(session, read_organizers(told.encode(), "o.csv"), NEXT)
        words = "Event,Organizer,First day,Last day,Applied,Type,Form,Announced"
        asked = f"{words}\nOpen 1400003,ICC,2026-12-06,2026-12-06,2026-11-01,standard,tournament,yes\n"
        apply_applications(session, read_applications(asked.encode(), "a.csv"), NEXT)
        rate_list(session, None, switches=Interpretations(), now=NEXT)
        publish_list(session, None, made=Made("", "Tester", NEXT))
        assert not list(chain_faults(session))
        assert session.connection().exec_driver_sql(statement).rowcount

    found = [p for p in chained.faults(triggers=True, then=hosted) if p.code == "chain-differs"]
    assert found
    assert f", {row} " in found[0].place


def test_a_row_put_in_behind_is_named(chained: Chained) -> None:
    columns = "kind, event_key, code, subject, fingerprint, value, reason, who, made_at"
    copy = f"INSERT INTO ruling (id, {columns}) SELECT 1, {columns} FROM ruling WHERE id = 2"
    found = chained.faults("UPDATE ruling SET id = 99 WHERE id = 1", copy)
    assert any("ruling 1" in p.place for p in found)
    below = f"INSERT INTO ruling (id, {columns}) SELECT -5, {columns} FROM ruling WHERE id = 2"
    assert any("ruling -5" in p.place for p in chained.faults(below))
    listed = "version_id, federation_id, type, played_on, opponent_rating, score, source"
    more = f"INSERT INTO earlier_game (id, {listed}) SELECT 9999, {listed} FROM earlier_game WHERE id = 1"
    assert any("earlier_game 9999" in p.place for p in chained.faults(more))


@pytest.mark.parametrize("part", ["ledger", "listed"])
def test_a_link_that_cannot_be_read_is_named_and_nothing_is_made_of_what_it_covers(
    chained: Chained, part: str
) -> None:
    """It was cut short: what it covers of the list is as little known as what it covers of the office."""
    cut = f"UPDATE chain_link SET {part} = substr({part}, 1, 20) WHERE number = 2"
    first = next(p for p in chained.faults(cut) if p.code == "chain-differs")
    assert first.place == "list of 2026-11-01, version 1"
    assert (first.expected, first.found) == ("what its link covers", "nothing that can be read")
    with chained.altered(cut) as session:
        version = session.get_one(ListVersionRow, 2)
        asked = {"ledger": ledger_faults(session, ()), "listed": listed_faults(session, version, LISTED)}
        assert "can be read" in next(asked[part]).found


def test_a_version_published_by_no_command_is_named(chained: Chained) -> None:
    (found,) = [
        p for p in chained.faults("DELETE FROM chain_link WHERE number = 3") if p.code == "chain-differs"
    ]
    assert found.place == "list of 2026-12-01, version 1"


GONE = (
    "DELETE FROM chain_link WHERE number = 3",
    *(f"DELETE FROM {t} WHERE version_id = 3" for t in OF_VERSION),
    "DELETE FROM list_version WHERE id = 3",
)


def test_a_newest_list_that_is_taken_out_whole_is_known_outside(chained: Chained) -> None:
    found, signed = chained.faults(*GONE)
    assert (found.code, found.found) == ("head-differs", "no such publication")
    assert found.expected.startswith("3 2026-12-01 v1 ")
    assert (signed.code, signed.found) == ("head-differs", "no such publication")
    assert signed.place.endswith("statements/0003-2026-12-01-v1.txt")


def test_a_chain_that_is_made_anew_is_known_outside(chained: Chained) -> None:
    """Somebody who knows all of this changes a row and reckons every link anew."""
    change = "UPDATE list_rating SET rating = rating + 1 WHERE version_id = 2"
    heads: list[list[str]] = []

    def anew(session: Session) -> None:
        before = list(links(session))
        heads.append([link.head for link in before])
        versions = [link.version_id for link in before]
        session.execute(delete(ChainLinkRow))
        session.expunge_all()
        heads.append([append(session, session.get_one(ListVersionRow, v)).head for v in versions])

    found = chained.faults(change, then=anew)
    assert all(one != other for one, other in zip(*heads, strict=True))
    assert [p.code for p in found] == ["head-differs"] * 6
    assert sum("/statements/" in p.place for p in found) == 3


def test_a_trigger_that_is_gone_switched_off_or_put_in_is_named(offices: dict[str, Chained]) -> None:
    for name, statements, found in (
        ("sqlite", ("DROP TRIGGER frozen_ruling_update",), {"ruling.frozen_ruling_update": "none"}),
        (
            "sqlite",
            (
                "DROP TRIGGER frozen_reading_delete",
                "CREATE TRIGGER frozen_reading_delete BEFORE DELETE ON reading WHEN 0 BEGIN SELECT 1; END",
            ),
            {"reading.frozen_reading_delete": "another one"},
        ),
        (
            "sqlite",
            ("CREATE TRIGGER mine AFTER INSERT ON pairing BEGIN SELECT 1; END",),
            {"pairing.mine": "one more"},
        ),
        ("postgresql", ("DROP TRIGGER frozen_ruling ON ruling",), {"ruling.frozen_ruling": "none"}),
        (
            "postgresql",
            ("ALTER TABLE reading DISABLE TRIGGER frozen_reading_truncate",),
            {"reading.frozen_reading_truncate": "another one"},
        ),
        (
            "postgresql",
            (
                "CREATE OR REPLACE FUNCTION banzuke_kept() RETURNS trigger LANGUAGE plpgsql"
                " AS 'BEGIN RETURN NEW; END'",
            ),
            {"banzuke_kept": "another one"},
        ),
    ):

        def done(session: Session, statements: tuple[str, ...] = statements) -> None:
            for statement in statements:
                session.connection().exec_driver_sql(statement)

        faults = offices[name].faults(triggers=True, then=done)
        assert {p.place.split()[-1]: p.found for p in faults} == found
        assert {p.code for p in faults} == {"database-form"}


def test_heads_that_a_power_cut_kept_from_being_written_are_written_by_the_next_command(
    offices: dict[str, Chained],
) -> None:
    office = offices["sqlite"]
    file = office.folder / NAME
    whole = file.read_text()
    file.write_text("".join(whole.splitlines(keepends=True)[:2]))
    assert office.faults() == []
    command(office.folder, "language", "en")
    command(office.folder, "contact", "office@example.org")
    assert file.read_text() == whole


def test_heads_that_are_gone_or_of_another_office_are_named_and_left(offices: dict[str, Chained]) -> None:
    office = offices["sqlite"]
    file = office.folder / NAME
    whole = file.read_text()
    try:
        for text in (None, whole.replace("v1", "v2")):
            file.unlink() if text is None else file.write_text(text)
            assert {p.code for p in office.faults()} == {"head-differs"}
            command(office.folder, "contact", "office@example.org")
            assert file.read_text() == text if text else not file.exists()
    finally:
        file.write_text(whole)
