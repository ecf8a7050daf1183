"""`publish` trusts nothing that can change: what was changed past the office since is named by its row."""

from __future__ import annotations

import pytest
from sqlmodel import Session

from importer import register_replay
from importer.rulings import Made
from office.errors import OfficeError
from office.rebuild.run import kept_faults
from office.runs.publish import publish_list
from office.runs.rate import rate_list
from rating.interpretations import Interpretations
from scraper.records import Problem
from tests.office.chained import NEXT, Chained
from tests.workplace import HATA, MORI

EVENT = "event_id = (SELECT id FROM event WHERE tournament = 1400003)"
HIS = f"member_id = (SELECT id FROM member WHERE federation_id = '{MORI}')"
BORN = "1950-01-01"

REGISTER = {
    f"UPDATE member SET born = '{BORN}' WHERE federation_id = '{MORI}'": f"member {MORI}, born",
    f"UPDATE member SET joined = '{BORN}' WHERE federation_id = '{MORI}'": f"member {MORI}, joined",
    f"UPDATE member SET withheld = true WHERE federation_id = '{HATA}'": f"member {HATA}, withheld",
    "INSERT INTO fide_rating (member_id, type, rating, source)"
    f" SELECT id, 'standard', 2400, 'x' FROM member WHERE federation_id = '{MORI}'": "fide_rating standard",
}
EVENTS = {
    f"UPDATE pairing SET result = '0-1' WHERE {EVENT}": "pairing",
    f"DELETE FROM pairing WHERE {EVENT}": "pairing",
    "UPDATE event SET complete_on = '2026-12-20' WHERE tournament = 1400003": "complete_on",
    "UPDATE event SET link_came_on = '2026-12-01' WHERE tournament = 1400003": "link_came_on",
    "UPDATE event SET minutes_at_60 = 121 WHERE tournament = 1400003": "minutes_at_60",
    "UPDATE event SET organizer = 'Else' WHERE tournament = 1400003": "organizer",
    "UPDATE event SET reading_id = 1 WHERE tournament = 1400003": "reading",
    f"UPDATE event_round SET played_on = '2026-12-08' WHERE {EVENT}": "event_round",
    f"UPDATE event_player SET national_id = NULL WHERE {EVENT} AND number = 1": "event_player",
    "UPDATE reading SET record = replace(record, '\"1-0\"', '\"0-1\"') WHERE id = 3": "reading",
}
STARTED_FROM = {
    "UPDATE list_rating SET rating = rating + 1 WHERE version_id = 3 AND rank = 1": "version 1, list_rating",
    "DELETE FROM chain_link WHERE number = 3": "list of 2026-12-01",
}
RESTED_ON = {
    f"UPDATE register_fact SET value = '{BORN}' WHERE field = 'born' AND {HIS}": "register_fact",
    "UPDATE ruling SET value = '9' WHERE taken_back_at IS NULL": "ruling 2",
    f"UPDATE membership SET last_day = '2031-01-01' WHERE {HIS} AND known_until IS NULL": "membership",
    "UPDATE report SET arrived_on = '2026-10-04' WHERE id = 1": "report 1",
}
DRAFT = {
    "UPDATE list_version SET report = 'all is well' WHERE id = 4": "report",
    "UPDATE list_version SET counts = '{}' WHERE id = 4": "counts",
    "UPDATE list_version SET text_sha256 = '0' WHERE id = 4": "signature",
    "UPDATE list_version SET period_last = '2026-12-15' WHERE id = 4": "last day of the period",
    "UPDATE list_version SET inputs = (SELECT inputs FROM list_version WHERE id = 3) WHERE id = 4": "inputs",
    "UPDATE list_member SET kanji = 'X' WHERE version_id = 4": "rows",
    "UPDATE list_version SET previous_id = 2 WHERE id = 4": "list of 2027-01-01",
}


def published(session: Session) -> None:
    publish_list(session, None, made=Made("", "Tester", NEXT))


def rated(session: Session) -> None:
    rate_list(session, None, switches=Interpretations(), now=NEXT)


def refused(office: Chained, statement: str, work: object = published) -> list[Problem]:
    """What is named where somebody changes this, and knows how to do it past the triggers."""
    with office.altered(statement) as session:
        with pytest.raises(OfficeError) as stopped:
            work(session)  # type: ignore[operator]
        return list(stopped.value.problems)


def test_a_draft_that_nobody_touched_is_published(chained: Chained) -> None:
    with chained.altered() as session:
        published(session)
        found = list(kept_faults(session, chained.place))
    assert found == []


@pytest.mark.parametrize(
    ("statement", "place"), [*REGISTER.items(), *EVENTS.items(), *STARTED_FROM.items(), *RESTED_ON.items()]
)
def test_what_the_list_rests_on_was_changed_before_it_was_published(
    chained: Chained, statement: str, place: str
) -> None:
    found = refused(chained, statement)
    assert any(place in p.place for p in found), found
    assert {p.code for p in found} <= {"register-differs", "event-differs", "chain-differs"}


@pytest.mark.parametrize(("statement", "place"), DRAFT.items())
def test_the_draft_itself_was_changed(chained: Chained, statement: str, place: str) -> None:
    found = refused(chained, statement)
    assert any(place in p.place for p in found), found
    assert {p.code for p in found} <= {"draft-changed", "draft-out-of-date"}


@pytest.mark.parametrize(("statement", "place"), [*REGISTER.items(), *EVENTS.items(), *STARTED_FROM.items()])
def test_no_draft_is_made_from_what_was_changed(chained: Chained, statement: str, place: str) -> None:
    found = refused(chained, statement, rated)
    assert any(place in p.place for p in found), found


@pytest.mark.parametrize(("statement", "place"), REGISTER.items())
def test_rebuild_names_a_member_who_is_other_than_his_facts(
    chained: Chained, statement: str, place: str
) -> None:
    (found,) = chained.faults(statement)
    assert (found.code, place in found.place) == ("register-differs", True)


def test_the_database_itself_finds_a_register_as_its_facts_say(chained: Chained) -> None:
    """No row of it is looked at by name."""
    with Session(chained.engine) as session:
        assert register_replay._as_told(session) and register_replay._ratings_as_told(session)


ADDED = (
    "INSERT INTO register_fact (member_id, field, value, known_since, source)"
    f" SELECT member_id, '{{}}', {{}}, known_since, source FROM register_fact WHERE field = 'name' AND {HIS}"
)
HIM = f"UPDATE member SET {{}} WHERE federation_id = '{MORI}'"


@pytest.mark.parametrize(
    ("statements", "places"),
    [
        ([HIM.format("club = 'X'")], {"club"}),
        ([HIM.format("birth_withheld = true")], {"birth_withheld"}),
        ([HIM.format("merged_into = (SELECT max(id) FROM member)")], {"merged_into"}),
        ([HIM.format("born = NULL")], {"born"}),
        ([HIM.format("name = 'Else Who'")], {"name"}),
        ([ADDED.format("withheld", "'yes'")], {"withheld"}),
        ([ADDED.format("merged_into", f"'{HATA}'")], {"merged_into"}),
        ([ADDED.format("club", "'X'")], {"club"}),
        ([ADDED.format("fide-standard", "'1500'")], {"fide_rating standard"}),
        ([ADDED.format("acf 2026-12-01", "'1500'")], {"acf 2026-12-01"}),
        # A fact that stands twice makes no room for a cell that none says.
        ([ADDED.format("name", "value"), HIM.format("surname = 'X'")], {"surname"}),
        ([ADDED.format("name", "value"), HIM.format("surname = 'X', born = NULL")], {"surname", "born"}),
    ],
)
def test_every_cell_has_its_fact_and_every_fact_its_cell(
    chained: Chained, statements: list[str], places: set[str]
) -> None:
    with chained.altered(*statements) as session:
        assert {fault.place for fault in register_replay.register_faults(session)} == {
            f"member {MORI}, {place}" for place in places
        }


def test_a_fact_that_stands_twice_and_says_the_same_is_no_fault(chained: Chained) -> None:
    with chained.altered(ADDED.format("name", "value"), ADDED.format("kana", "NULL")) as session:
        assert not list(register_replay.register_faults(session))


def test_nothing_is_published_while_a_trigger_is_gone(chained: Chained) -> None:
    sqlite = chained.engine.dialect.name == "sqlite"

    def gone(session: Session) -> None:
        name = "frozen_reading_update" if sqlite else "frozen_reading ON reading"
        session.connection().exec_driver_sql(f"DROP TRIGGER {name}")

    with chained.altered(triggers=True, then=gone) as session, pytest.raises(OfficeError) as stopped:
        published(session)
    assert {p.code for p in stopped.value.problems} == {"database-form"}
