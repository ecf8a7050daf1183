"""Rulings exported, and taken over by an office with the same register and readings: the same lists."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from scraper.records import Round, TimeControl
from tests.importer.invented import pairing, player, reading
from tests.office.test_desk import EVENT, PLAYERS, with_player, with_result
from tests.office.workplace import (
    LATE,
    MORI,
    NAMES,
    ONO,
    RATINGS,
    TANI,
    Workplace,
    empty_office,
)

AGAIN = "N90000006"
SHA = "SELECT list_date, version, state, text_sha256, inputs_sha256 FROM list_version ORDER BY id"


def federation(work: Workplace) -> None:
    people = {**NAMES, AGAIN: "Ono Aki"}
    work.register(*({"ID": i, "Name": n} for i, n in people.items()))
    rows = [{"ID": i, "Name": NAMES[i], "ST": r, "ST-G": 100, "ST-Peak": 1750} for i, r in RATINGS.items()]
    work.opening([*rows, {"ID": AGAIN, "Name": "Ono Aki", "ST": 1410, "ST-G": 50, "ST-Peak": 1500}])


def november(work: Workplace) -> None:
    """Events of which every one asks something else."""
    first = with_player(with_player(EVENT, 1, name="Mori S.", national_id=None), 4, national_id=AGAIN)
    work.store(replace(first, time_control=TimeControl("as usual", None, None)))
    other = with_player(with_result(EVENT, 2, None), 2, name="Guest Gast", national_id=None)
    work.store(_on(other, 1400002, date(2026, 10, 10)), date(2026, 10, 12))
    work.store(_on(EVENT, 1400003, date(2026, 6, 20)), date(2026, 10, 13))
    undated = replace(_on(EVENT, 1400004, date(2026, 10, 17)), first_day=None, last_day=None, rounds=())
    work.store(undated, date(2026, 10, 18))
    work.store(_on(EVENT, 1400005, date(2026, 10, 18)), date(2026, 10, 19))


def december(work: Workplace) -> None:
    newcomer = reading(
        (*PLAYERS[:2], player(3, NAMES[LATE], LATE)),
        [pairing(1, 3, 1, "1-0"), pairing(2, 3, 2, "0-1")],
        number=1400006,
        days={1: date(2026, 11, 1), 2: date(2026, 11, 1)},
    )
    work.store(newcomer, date(2026, 11, 5))


def _on(record, number: int, day: date):
    return replace(
        record,
        source=replace(record.source, tournament=number),
        first_day=day,
        last_day=day,
        rounds=tuple(Round(r.number, day) for r in record.rounds),
    )


def decided_for_november(work: Workplace) -> None:
    work.resolve("E1", "--player", 1, "--alias", MORI)
    work.resolve("E1", "--time-control", "60+30")
    work.resolve("E2", "--player", 2, "--no-member")
    work.resolve(work.the("result-pending"), "--accept")
    work.resolve("E2", "--reported", "2026-10-12")
    work.resolve("E2", "--exclude", "--round", 1, "--board", 2, reason="arranged")
    work.resolve("E3", "--accept-late")
    work.resolve("E4", "--days", "2026-10-17/2026-10-17")
    work.resolve("E5", "--defer")
    work.done("members", "merge", AGAIN, "--into", ONO, "--anyway", "--reason", "one person")
    adjustment = ("--points=-12", "--reference", "Board 3", "--reason", "as decided")
    work.done("rule", "adjustment", TANI, *adjustment)
    work.resolve("E1", "--exclude", reason="a mistake")
    (number,) = work.rows("SELECT max(id) FROM ruling")[0]
    work.done("resolve", "--take-back", number, "--reason", "no mistake")


def lists(work: Workplace) -> list[bytes]:
    """Both lists, made and published, as the exported files."""
    for moment in (datetime(2026, 11, 2, 1, tzinfo=UTC), datetime(2026, 12, 1, 1, tzinfo=UTC)):
        work.moment = moment
        work.done("rate")
        work.done("publish")
        work.done("export", "list")
    return [p.read_bytes() for p in sorted((work.folder / "lists").iterdir())]


@pytest.fixture
def exported(work: Workplace) -> tuple[Workplace, Path, list[bytes]]:
    """An office that made two lists, the file of its rulings, and the lists."""
    federation(work)
    november(work)
    decided_for_november(work)
    december(work)
    work.resolve("E6", "--exclude", "--round", 2, "--board", 1, reason="a friendly game")
    made = lists(work)
    path = work.folder.parent / "rulings.json"
    work.done("rulings", "export", path)
    return work, path, made


def another(work: Workplace, template: Path) -> Workplace:
    """An office with the same register, opening and readings, where nobody decided anything yet."""
    other = replace(work, folder=work.folder.with_name("other"))
    empty_office(template, other.folder)
    federation(other)
    november(other)
    december(other)
    return other


def test_the_same_rulings_give_the_same_lists(
    exported: tuple[Workplace, Path, list[bytes]], template: Path
) -> None:
    work, path, made = exported
    other = another(work, template)
    assert other.run("rate").code == 3
    said = other.done("rulings", "import", path)
    assert "13 rulings taken over" in said.out
    assert lists(other) == made
    assert other.rows(SHA) == work.rows(SHA)
    assert other.rows("SELECT * FROM ruling ORDER BY id") == work.rows("SELECT * FROM ruling ORDER BY id")
    again = other.folder.parent / "again.json"
    other.done("rulings", "export", again)
    assert again.read_bytes() == path.read_bytes()


def test_taken_over_again_nothing_is_new(exported: tuple[Workplace, Path, list[bytes]]) -> None:
    work, path, _ = exported
    before = work.dump("problem")
    assert "0 rulings taken over; 13 stood here already" in work.done("rulings", "import", path).out
    assert work.dump("problem") == before


def test_another_answer_that_is_in_force_here_refuses_the_whole_file(
    exported: tuple[Workplace, Path, list[bytes]], template: Path
) -> None:
    work, path, _ = exported
    other = another(work, template)
    other.resolve("E1", "--time-control", "90+30")
    before = other.dump()
    problem = other.run("rulings", "import", path).problem()
    assert (problem["code"], problem["found"][:5]) == ("ruling-other-here", "60+30")
    assert other.dump() == before


@pytest.mark.parametrize(
    "damage",
    [
        lambda told: "no json",
        lambda told: json.dumps([1]),
        lambda told: json.dumps({**told, "format": "banzuke-rulings-0"}),
        lambda told: json.dumps({**told, "rulings": None}),
        lambda told: json.dumps({**told, "rulings": [{**told["rulings"][0], "kind": "whim"}]}),
        lambda told: json.dumps({**told, "rulings": [{**told["rulings"][0], "reason": " "}]}),
        lambda told: json.dumps({**told, "rulings": [{**told["rulings"][0], "made_at": "2026-10-10"}]}),
        lambda told: json.dumps({**told, "rulings": [{**told["rulings"][0], "subject": {"x": []}}]}),
        lambda told: json.dumps({**told, "rulings": [7]}),
        lambda told: "[" * 100_000,
    ],
)
def test_a_file_that_holds_no_rulings_is_refused_by_name(
    exported: tuple[Workplace, Path, list[bytes]], damage
) -> None:
    work, path, _ = exported
    told = json.loads(path.read_text())
    before = work.dump()
    said = work.run("rulings", "import", work.file(damage(told), "damaged.json"))
    assert (said.code, said.problem()["code"]) == (1, "rulings-file")
    assert work.dump() == before
