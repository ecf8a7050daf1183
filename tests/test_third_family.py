"""A third family, made of what docs/architecture.md lists and nothing else: from register to explanation."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from importer.ids import member_number
from office.accounts.roles import Role
from office.database.engine import look, transaction
from office.rebuild.again import version_faults
from office.tables import ListVersionRow
from publication.exports.formats import COMMON
from rating.families import FAMILIES
from tests.importer.invented import csv_bytes, pairing, player, reading
from tests.web.conftest import served
from tests.web.every_route import every, facts, filled
from tests.workplace import Workplace
from web.desk import Desk
from web.serve import application

pytestmark = pytest.mark.slow

PEOPLE = {"I00001": "Ash Reed", "I00002": "Fern Moss", "I00003": "Wren Holt", "I00004": "Sol Dane"}
RATINGS = dict(zip(PEOPLE, (1700, 1500, 1500, 805), strict=True))
PERIOD_OVER = datetime(2026, 10, 20, 11, 30, tzinfo=UTC)
"""Half past midnight of the 21st in the Isles; elsewhere the period's last day, the 20th."""


@pytest.fixture
def isles(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Workplace:
    """An office of the Isles with a register and the list of October."""
    monkeypatch.setitem(FAMILIES, "isles", "tests.third_family.{wing}")
    work = Workplace(tmp_path / "office", tmp_path, capsys, monkeypatch, PERIOD_OVER)
    work.done("init", "--family", "isles", "--officer", "Kit Lane")
    rows = [(n.replace("I", "i-"), name, "2020-01-01/2030-12-31", "1980-01-01") for n, name in PEOPLE.items()]
    file = work.file(csv_bytes(("ID", "Name", "Memberships", "Birth"), rows), "register.csv")
    work.done("members", "import", file)
    held = [(n, PEOPLE[n], r, 100, 1750, None, None) for n, r in RATINGS.items()]
    columns = ("ID", "Name", "ST", "ST-G", "ST-Peak", "RP", "RP-G")
    work.done("opening", "import", work.file(csv_bytes(columns, held), "list.csv"), "--list", "2026-10-01")
    return work


def played(work: Workplace) -> None:
    """Two games: Ash beats Wren, Sol loses to Fern. No organizer is named, and the Isles ask for none."""
    players = [player(n, name, number) for n, (number, name) in enumerate(PEOPLE.items(), start=1)]
    work.store(reading(players, [pairing(1, 1, 3, "1-0"), pairing(1, 4, 2, "0-1", 2)], organizer=None))


def test_ids_are_those_of_the_family_and_no_other_family_reads_them(isles: Workplace) -> None:
    assert isles.rows("SELECT federation_id FROM member ORDER BY 1") == [(n,) for n in PEOPLE]
    assert member_number("i-00004") == "I00004"
    file = isles.file("ID,Name,Memberships\nN90000001,Gale Ford,\n")
    assert isles.run("members", "import", file).problem()["expected"] == "I and five digits"


def test_a_month_from_event_to_explanation(isles: Workplace) -> None:
    played(isles)
    assert isles.codes() == []
    assert "edition isles-2026" in isles.done("rate").out
    isles.done("preview")
    isles.done("publish")  # the period is over where the office is, not yet in Greenwich or Japan
    # Table: D 200 is .76 and .24; K 16: 0.24 * 16 = 3.84. D 695 counts as 400, .92: Sol falls by 1.28.
    expected = {"I00001": 1704, "I00002": 1501, "I00003": 1496, "I00004": 804}
    assert dict(isles.rows("SELECT federation_id, rating FROM list_rating WHERE version_id = 2")) == expected
    isles.done("export", "list")
    file = isles.folder / "lists" / "isles-2026-11-01.csv"
    assert file.read_text("utf-8").splitlines() == [
        "ID,Name,standard", *(f"{n},{PEOPLE[n]},{r}" for n, r in expected.items())
    ]  # fmt: skip
    told = json.loads(isles.done("explain", "I00001", "--json").out)
    (standard,) = [part for part in told["types"] if part["type"] == "standard"]
    assert (told["edition"], standard["rating"], standard["check"]["holds"]) == ("isles-2026", 1704, True)
    assert standard["games"][0]["k_article"] == "§5"
    assert "§5" in isles.done("explain", "I00001").out


def test_its_floor_its_day_and_its_formats_are_its_own(isles: Workplace) -> None:
    played(isles)
    isles.moment = datetime(2026, 10, 20, 10, 30, tzinfo=UTC)  # still the 20th in the Isles
    isles.done("rate")
    assert isles.run("publish").problem()["code"] == "period-open"
    isles.moment = PERIOD_OVER
    isles.done("publish")
    refused = isles.run("export", "list", "--format", "japan").problem()
    assert (refused["code"], refused["found"]) == ("office-family", "one of the family isles")
    assert refused["expected"] == "an office of the family japanese"
    assert isles.run("export", "games").problem()["code"] == "office-family"
    isles.done("export", "list", "--format", "json")
    assert "800, raised to the floor" in isles.done("whatif", "I00004", "--game", "loss 830").out


def test_its_lists_rebuild_simulate_and_stand_on_the_website(isles: Workplace) -> None:
    played(isles)
    isles.done("rate")
    isles.done("publish")
    with transaction(isles.engine()) as session:
        assert list(version_faults(session, session.get_one(ListVersionRow, 2))) == []
    assert "0 of 4 ratings move" in isles.done("simulate").out
    told = "List of 1 November 2026: 2 games, rated or towards an initial rating, of 4 players"
    assert told in isles.done("assess").out
    isles.done("site", isles.shelf / "site")
    assert "Wren Holt" in (isles.shelf / "site" / "data" / "lists" / "2026-11-01-v1.json").read_text("utf-8")


def test_every_page_and_file_of_the_desk_opens(isles: Workplace) -> None:
    played(isles)
    isles.done("rate")
    isles.done("publish")
    with served(isles, organizers=True) as desk:
        client = desk.signed_in("Kit Lane", Role.ADMINISTRATOR)
        with look(isles.engine()) as session:
            known = facts(session)
        routes = every(application(Desk(desk.office, lambda: isles.moment)))
        paths = [filled(one, known) for one in routes if one.method == "GET" and not one.at_api]
        answers = {path: client.get(path) for path in paths if path is not None}
        assert {path: got.status_code for path, got in answers.items() if got.status_code >= 500} == {}
        assert sum(got.status_code == 200 for got in answers.values()) > 50
        files = answers["/lists/2/files"].text
        assert "The Isles&#39; names and ratings (CSV)" in files
        for name in ("isles", *COMMON):
            assert f'href="/lists/2/files/{name}"' in files
            assert client.get(f"/lists/2/files/{name}").status_code == 200, name
        assert client.get("/lists/2/files/japan").status_code == 422  # of another family


def test_an_office_of_a_family_that_is_not_known_is_refused_by_name(
    isles: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(FAMILIES, "isles")
    problem = isles.run("status").problem()
    assert (problem["code"], problem["found"]) == ("unknown-family", "isles")
