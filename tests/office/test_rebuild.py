"""Published lists derived again from the office's own frozen facts."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from importer.stored import to_freeze
from office.database.engine import look
from office.lists.packing import packed, unpacked
from office.rebuild.run import event_faults
from office.tables import ListVersionRow
from scraper.records import EventRecord
from tests.earlier_editions import NEW, of_2019
from tests.earlier_editions import event as of_ncs
from tests.office.test_corrections import AS_PUBLISHED, CORRECTED, four_lists, turned_round
from tests.office.test_files import REPORTED, form
from tests.office.test_queensland import ANNA, BEN, CARL, DORA, event, juniors, rated
from tests.publication.forged import unzipped
from tests.workplace import HATA, MORI, ONO, TANI, Said, Workplace, small_federation


def office(work: Workplace, demonstration: Path) -> Workplace:
    """An office with saved pages: the demo's."""
    shutil.rmtree(work.folder)
    shutil.copytree(demonstration, work.folder)
    return work


def altered(work: Workplace, *statements: str) -> None:
    """What somebody does with the database's file and no scruples: the triggers away, the change, and the
    triggers back."""
    connection = sqlite3.connect(work.database)
    triggers = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        connection.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        assert connection.execute(statement).rowcount > 0
    for _, sql in triggers:
        connection.execute(sql)
    connection.commit()
    connection.close()


def archive(work: Workplace) -> Path:
    file = work.folder.parent / "lists.zip"
    work.done("bundle", file)
    return file


def verified(work: Workplace, file: Path) -> Said:
    """Checked by who knows the office's key."""
    return work.done("verify", file, "--key", work.folder / "key.pub")


def parts(file: Path) -> dict[str, bytes]:
    return unzipped(file.read_bytes())


def test_a_whole_office_rebuilds_byte_for_byte(work: Workplace, demonstration: Path) -> None:
    said = office(work, demonstration).done("rebuild")
    assert "2 published versions: all made again, the same byte for byte" in said.out


def test_one_byte_of_one_saved_page_is_caught(work: Workplace, demonstration: Path) -> None:
    office(work, demonstration)
    shas = [s for (r,) in work.rows("SELECT record FROM reading") for s in _pages(r)]
    file = next((work.folder / "archive").rglob(f"{shas[0]}.gz"))
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.chmod(0o644)
    file.write_bytes(data)
    said = work.run("rebuild")
    assert said.code == 1
    assert said.problems()
    assert "1 fault" in said.err


def test_a_saved_page_that_is_gone_is_caught(work: Workplace, demonstration: Path) -> None:
    office(work, demonstration)
    shas = [s for (r,) in work.rows("SELECT record FROM reading") for s in _pages(r)]
    next((work.folder / "archive").rglob(f"{shas[-1]}.gz")).unlink()
    assert work.run("rebuild").code == 1
    work.done("rebuild", "--no-pages")


def test_a_stored_reading_of_a_file_that_its_saved_bytes_do_not_say_is_named(work: Workplace) -> None:
    """By the reader that read them: another one, as of an office from before, says nothing of the office."""
    small_federation(work)
    work.done("import", work.file(form(), "report.xlsx"), *REPORTED)
    work.done("rate")
    work.done("publish")
    ((record, reader),) = work.rows("SELECT record, reader FROM reading")
    assert reader.startswith("form ")
    forged = replace(EventRecord.from_dict(json.loads(record)), name="Another Open")
    fingerprint, text = to_freeze(forged)
    altered(work, f"UPDATE reading SET record = '{text}', fingerprint = '{fingerprint}'")
    differs = ("Autumn Open", "the pages as they were read")

    def told() -> list[tuple[str, ...]]:
        found = work.run("rebuild").problems()
        return [(p["place"].partition(" (")[0], p["expected"]) for p in found if differs[1] == p["expected"]]

    assert told() == [differs]
    altered(work, "UPDATE reading SET reader = 'form 2026-2 1'")
    assert told() == []


def test_a_list_without_its_moment_is_named(work: Workplace) -> None:
    four_lists(work, 1)
    altered(work, "UPDATE list_version SET published_at = NULL WHERE id = 2")
    assert "chain-differs" in {p["code"] for p in work.run("rebuild").problems()}


@pytest.mark.parametrize(
    ("table", "found"),
    [
        ("event WHERE id = 1", "no event"),
        ("reading WHERE id = 1", "no reading"),
        ("version_event WHERE id = 1", "none"),
    ],
)
def test_a_row_that_is_gone_is_named_with_the_pages_too(work: Workplace, table: str, found: str) -> None:
    four_lists(work, 1)
    altered(work, f"DELETE FROM {table}")
    said = work.run("rebuild")
    assert said.code == 1
    assert found in [p["found"] for p in said.problems()]


def _pages(record: str) -> list[str]:
    return [page["sha256"] for page in json.loads(record)["source"]["pages"]]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE list_rating SET rating = rating + 1 WHERE federation_id = 'N90000001' AND version_id = 2",
        "UPDATE game_line SET c = c + 1 WHERE federation_id = 'N90000001' AND version_id = 2",
        "UPDATE list_member SET name = 'Somebody Else' WHERE federation_id = 'N90000002' AND version_id = 1",
        "UPDATE list_version SET edition = 'ncs-2022-09' WHERE id = 2",
        "UPDATE list_version SET inputs_sha256 = 'no' WHERE id = 3",
        "UPDATE list_version SET inputs = x'00' WHERE id = 3",
        "UPDATE list_version SET previous_id = 1 WHERE id = 3",
        "UPDATE list_version SET previous_id = NULL WHERE id = 3",
        "UPDATE list_version SET edition = NULL WHERE id = 3",
        "UPDATE list_version SET interpretations = 'x' WHERE id = 3",
        "UPDATE reading SET record = replace(record, '\"1-0\"', '\"0-1\"') WHERE record LIKE '%\"1-0\"%'",
    ],
)
def test_what_was_changed_behind_the_offices_back_is_caught(work: Workplace, statement: str) -> None:
    four_lists(work, 2)
    altered(work, statement)
    said = work.run("rebuild", "--no-pages")
    assert said.code == 1
    assert {p["code"] for p in said.problems()} == {"rebuild-differs", "chain-differs"}


GAMES = {
    "another result": lambda games: games[0].update(result="0-1"),
    "a game that nobody read": lambda games: games.append({**games[0], "ref": "chess-results:1400001 2 2 1"}),
    "a game that is left out": lambda games: games.clear(),
}


@pytest.mark.parametrize("change", GAMES.values(), ids=GAMES)
def test_games_of_a_list_that_are_not_those_of_its_readings_are_named(
    work: Workplace, change: Callable[[list[dict[str, Any]]], None]
) -> None:
    """Also where whoever changed them made every row and sum of the list anew."""
    four_lists(work, 1)
    with look(work.engine()) as session:
        stored = session.get_one(ListVersionRow, 2)
        assert not list(event_faults(session, stored))
        inputs = unpacked(stored.inputs)
        change(inputs["events"][0]["games"])
        forged = ListVersionRow(**stored.model_dump() | {"inputs": packed(inputs)[0]})
        (fault,) = event_faults(session, forged)
    assert fault.code == "rebuild-differs"
    assert fault.place.startswith(
        "list of 2026-11-01, version 1, chess-results:1400001, chess-results:1400001 "
    )


def test_corrected_lists_rebuild_too(work: Workplace) -> None:
    four_lists(work, 2)
    turned_round(work)
    work.done("correction", "open", "1400001", "--reason", "turned round")
    work.done("correction", "publish", "--reason", "turned round")
    assert "5 published versions" in work.done("rebuild", "--no-pages").out
    assert AS_PUBLISHED != CORRECTED


def test_queensland_lists_with_ratings_from_two_periods_rebuild_and_verify(queensland: Workplace) -> None:
    """Dora's P is the mean of the performances of two periods, one of them from the list before."""
    juniors(queensland)
    played = ((DORA, ANNA, "1-0"), (DORA, BEN, "0-1"), (CARL, DORA, "1/2-1/2"))
    rated(queensland, event(*played))
    queensland.moment = datetime(2027, 1, 2, 1, tzinfo=UTC)
    day = date(2026, 12, 5)
    rated(queensland, event(*played, number=1400002, day=day), arrived=day)
    (told,) = queensland.rows(
        "SELECT initial FROM list_rating WHERE version_id = 3 AND federation_id = ?", DORA
    )[0]
    assert [p["period"] for p in json.loads(told)["performances"]] == ["before", "this"]
    assert "3 published versions: all made again" in queensland.done("rebuild", "--no-pages").out
    assert "all as published" in verified(queensland, archive(queensland)).out


def test_a_list_with_a_decided_rating_rebuilds_and_verifies(work: Workplace) -> None:
    of_2019(work)
    four = [(NEW, ONO, "1-0"), (NEW, HATA, "1-0"), (NEW, TANI, "1-0"), (NEW, MORI, "1-0")]
    work.store(of_ncs(1190001, date(2019, 9, 8), four), date(2019, 9, 9))
    work.run("rate")
    work.resolve(work.the("decision-needed"), "--rating", 1850, reason="champion of another country")
    work.done("rate")
    work.done("publish")
    assert "2 published versions: all made again" in work.done("rebuild", "--no-pages").out
    file = archive(work)
    assert "2 versions made again" in verified(work, file).out
    assert b"champion" not in b"".join(parts(file).values())


def test_a_damaged_page_is_told_with_its_event(work: Workplace, demonstration: Path) -> None:
    office(work, demonstration)
    page = sorted((work.folder / "archive/pages").rglob("*.gz"))[0]
    rows = work.rows(
        "SELECT e.name, e.key FROM reading r JOIN event e ON e.key = r.event_key WHERE r.record LIKE ?",
        f"%{page.name.removesuffix('.gz')}%",
    )
    data = bytearray(page.read_bytes())
    data[len(data) // 2] ^= 1
    page.chmod(0o644)
    page.write_bytes(data)
    places = [p["place"] for p in work.run("rebuild").problems()]
    assert places
    assert any(place.startswith(f"{name} ({key}), ") for place in places for name, key in rows)
