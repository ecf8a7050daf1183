"""Rulings exported, and taken over by an office with the same register and readings: the same lists."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from importer.rulings import Kind
from office.rules.replay import FORMAT
from scraper.records import Round, TimeControl
from tests.importer.invented import pairing, player, reading
from tests.office.test_desk import EVENT, PLAYERS, with_player, with_result
from tests.workplace import (
    LATE,
    MORI,
    NAMES,
    ONO,
    RATINGS,
    TANI,
    Workplace,
    empty_office,
    once,
)

pytestmark = pytest.mark.slow

AGAIN = "N90000006"
PLAYER = {"name": "Mori S.", "national_id": None, "fide_id": None}
RATING = {"list": "2026-11-01", "member": TANI, "type": "standard"}
WITHOUT_EVENT = {
    *("alias", "corrected", "accept-alarm", "close", "edition", "decided", "adjustment"),
    *("outside-rating", "organizer-person", "rating-gap", "known", "merge", "two-members", "erasure"),
}
SHA = "SELECT list_date, version, state, text_sha256, inputs_sha256 FROM list_version ORDER BY id"


@once
def federation(work: Workplace) -> None:
    people = {**NAMES, AGAIN: "Ono Aki"}
    work.register(*({"ID": i, "Name": n} for i, n in people.items()))
    rows = [{"ID": i, "Name": NAMES[i], "ST": r, "ST-G": 100, "ST-Peak": 1750} for i, r in RATINGS.items()]
    work.opening([*rows, {"ID": AGAIN, "Name": "Ono Aki", "ST": 1410, "ST-G": 50, "ST-Peak": 1500}])


@once
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
    return files(work)


def files(work: Workplace) -> list[bytes]:
    return [p.read_bytes() for p in sorted((work.folder / "lists").iterdir())]


@once
def two_lists(work: Workplace) -> None:
    federation(work)
    november(work)
    decided_for_november(work)
    december(work)
    work.resolve("E6", "--exclude", "--round", 2, "--board", 1, reason="a friendly game")
    lists(work)


@once
def undecided(work: Workplace) -> None:
    federation(work)
    november(work)
    december(work)


@pytest.fixture
def exported(work: Workplace) -> tuple[Workplace, Path, list[bytes]]:
    """An office that made two lists, the file of its rulings, and the lists."""
    two_lists(work)
    path = work.folder.parent / "rulings.json"
    work.done("rulings", "export", path)
    return work, path, files(work)


def another(work: Workplace, template: Path) -> Workplace:
    """An office with the same register, opening and readings, where nobody decided anything yet."""
    other = replace(work, folder=work.folder.with_name("other"))
    empty_office(template, other.folder)
    undecided(other)
    return other


def test_the_same_rulings_give_the_same_lists(
    exported: tuple[Workplace, Path, list[bytes]], template: Path
) -> None:
    work, path, made = exported
    other = another(work, template)
    assert other.run("rate").code == 3
    said = other.done("rulings", "import", path)
    assert "13 decisions taken over" in said.out
    assert lists(other) == made
    assert other.rows(SHA) == work.rows(SHA)
    assert other.rows("SELECT * FROM ruling ORDER BY id") == work.rows("SELECT * FROM ruling ORDER BY id")
    again = other.folder.parent / "again.json"
    other.done("rulings", "export", again)
    assert again.read_bytes() == path.read_bytes()


def test_taken_over_again_nothing_is_new(exported: tuple[Workplace, Path, list[bytes]]) -> None:
    work, path, _ = exported
    before = work.dump("problem")
    assert "0 decisions taken over; 13 were known here already" in work.done("rulings", "import", path).out
    assert work.dump("problem") == before


def test_what_was_taken_back_since_stays_so(exported: tuple[Workplace, Path, list[bytes]]) -> None:
    work, path, _ = exported
    (number,) = work.rows("SELECT min(id) FROM ruling WHERE taken_back_at IS NULL AND kind = 'alias'")[0]
    work.done("resolve", "--take-back", number, "--reason", "a slip")
    before = work.rows("SELECT * FROM ruling ORDER BY id")
    assert "0 decisions taken over; 13 were known here already" in work.done("rulings", "import", path).out
    assert work.rows("SELECT * FROM ruling ORDER BY id") == before


def test_what_is_decided_about_events_and_lists_of_another_office_is_named(
    exported: tuple[Workplace, Path, list[bytes]], template: Path
) -> None:
    work, path, _ = exported
    other = replace(work, folder=work.folder.with_name("other"))
    empty_office(template, other.folder)
    other.register(*({"ID": i, "Name": n} for i, n in {**NAMES, AGAIN: "Ono Aki"}.items()))
    other.opening([{"ID": MORI, "Name": NAMES[MORI], "ST": 1500, "ST-G": 100}], list_date="2027-01-01")
    said = other.done("rulings", "import", path)
    assert "10 are about events or lists that this office does not have" in said.out
    assert "Not here: 2026-11-01, chess-results:1400001, chess-results:1400002" in said.err
    assert "chess-results:1400003" in other.done("rulings").out


def test_a_merge_of_an_entry_that_is_not_on_the_register_refuses_the_whole_file(
    exported: tuple[Workplace, Path, list[bytes]], template: Path
) -> None:
    """The register as it is exported leaves out who was merged: his line has to be entered before."""
    work, path, _ = exported
    register = work.folder.parent / "exported.csv"
    work.done("members", "export", register)
    other = replace(work, folder=work.folder.with_name("other"))
    empty_office(template, other.folder)
    other.done("members", "import", register)
    before = other.dump()
    problem = other.run("rulings", "import", path).problem()
    assert (problem["code"], problem["found"]) == ("no-such-member", f"“{AGAIN}”")
    assert other.dump() == before
    other.register({"ID": AGAIN, "Name": "Ono Aki"})
    other.done("rulings", "import", path)
    assert f"was merged into {ONO}" in other.done("members", "show", AGAIN).out


def test_a_list_that_is_still_to_come_is_no_other_offices(
    exported: tuple[Workplace, Path, list[bytes]], template: Path
) -> None:
    work, path, _ = exported
    said = another(work, template).done("rulings", "import", path)
    assert "does not have" not in said.out and "Not here" not in said.err


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


def refused(work: Workplace, *rulings: object) -> list[dict[str, str]]:
    """The faults of a file with these rulings, of which nothing is stored."""
    before = work.dump()
    text = json.dumps({"format": FORMAT, "rulings": rulings})
    said = work.run("rulings", "import", work.file(text, "edited.json"))
    assert said.code == 1
    assert {p["code"] for p in said.problems()} == {"rulings-file"}
    assert work.dump() == before
    return said.problems()


def a_ruling(kind: str, value: object = None, subject: object = None, **more: object) -> dict[str, object]:
    event = None if kind in WITHOUT_EVENT else "chess-results:1400001"
    told = {"kind": kind, "event_key": event, "subject": subject or {}, "fingerprint": "0" * 16}
    return {**told, "value": value, "reason": "x", "who": "y", "made_at": "2026-10-10T00:00:00+00:00", **more}


RIGHT = {
    "match": ("no-member", PLAYER),
    "alias": (MORI, {**PLAYER, "rating": None, "club": "", "nth": 2}),
    "round-date": ("2026-10-04", {"round": 2}),
    "time-control": ("45+30", {}),
    "reported": ("2026-10-10", {}),
    "days": ("2026-10-03/2026-10-04", {}),
    "same-event": ("chess-results:1400002", {}),
    "accept-late": (None, {}),
    "exclude": (None, {"round": 1, "white": "Mori Sora", "black": "Hata Rin"}),
    "defer": (None, {"list": "2026-11-01"}),
    "reopen": ('{"list": "2026-11-01", "reported": "2026-11-05"}', {}),
    "into-correction": ('{"list": "2026-11-01", "reported": "2026-11-05"}', {}),
    "corrected": ("version 2 takes the place of version 1", {"list": "2026-11-01", "version": 2}),
    "close": (None, {"report": "https://example.jp"}),
    "edition": ("jcf-2024-10", {"list": "2026-11-01"}),
    "decided": ("1200", RATING),
    "adjustment": ('{"points": -12, "reference": "Board 3", "announced": "2026-09-01"}', RATING),
    "outside-rating": ("1500", {"member": MORI, "of": "jca"}),
    "fee": ("paid 2026-10-01", {}),
    "organizer": ("refused", {}),
    "organizer-person": (
        '{"as": "organizer", "valid": "2026-04-01/"}',
        {"organizer": "Invented Chess Club", "role": "reports", "person": "mail:0123456789abcdef"},
    ),
    "reporter": ("organizer", {}),
    "run-by": (MORI, {}),
    "form": ("meeting", {}),
    "fide-official": ("yes", {}),
    "rating-gap": ("400", {"office": "printed ratings"}),
    "known": (None, {"what": "peaks"}),
    "erasure": ("but-arithmetic", {"member": AGAIN}),
    "merge": (ONO, {"member": AGAIN}),
    "two-members": (None, {"member": ONO, "other": MORI}),
    "regional": ("no", {}),
}
"""A value and subject of each kind, but of those that answer a problem or belong to the other family."""


def test_every_kind_of_ruling_can_be_taken_over(work: Workplace) -> None:
    federation(work)
    assert {*RIGHT, "accept", "accept-alarm", "event-class"} == set(Kind)
    rulings = [a_ruling(kind, value, subject) for kind, (value, subject) in RIGHT.items()]
    rulings.append(a_ruling("accept", None, {"round": 2}, code="result-pending"))
    alarm = {"list": "2026-11-01", "member": None, "type": None}
    rulings.append(a_ruling("accept-alarm", "two", alarm, code="alarm-few"))
    text = json.dumps({"format": FORMAT, "rulings": rulings})
    said = work.done("rulings", "import", work.file(text, "all.json"))
    assert f"{len(Kind) - 1} decisions taken over" in said.out
    november(work)
    work.done("problems")
    work.done("rulings")
    work.done("events", "E1")


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("match", [None, "Mori Sora", "n90000001", 7]),
        ("round-date", [None, "2026-13-01", "20261004", "tomorrow"]),
        ("time-control", [None, "as usual", ["45+30"]]),
        ("days", ["2026-10-03", "2026-10-04/2026-10-03", "/"]),
        ("same-event", [None, " "]),
        ("exclude", ["yes"]),
        ("reopen", ["2026-11-01", "{}", '{"list": "2026-11-01"}', '{"list": 1, "reported": 2}', "[" * 9999]),
        ("edition", ["jcf-1999", "qjrl", None]),
        ("event-class", ["club", "whim"]),
        ("decided", ["12.5", "-3", "99999", "１２００", "1" * 5000]),
        (
            "adjustment",
            [
                None,
                "-12",
                '{"points": "-12", "reference": "x"}',
                '{"points": 0, "reference": "x"}',
                '{"points": true, "reference": "x"}',
                '{"points": 5}',
                '{"points": 5, "reference": "x", "announced": "soon"}',
                '{"points": 5, "reference": "x", "closed_list": "2026-07-01"}',
                '{"points": 5, "reference": "x", "whim": 1}',
            ],
        ),
        ("outside-rating", ["0", "4001", "many"]),
        ("fee", ["paid", "paid soon", "half", None]),
        ("organizer", ["perhaps"]),
        (
            "organizer-person",
            [
                *('{"as": "he"}', '{"valid": "/"}', "organizer"),
                *(
                    f'{{"as": "{MORI}", "valid": "{days}"}}'
                    for days in ("/", "2026-05-01/2026-04-01", "令和8年4月1日/", "２０２６-04-01/")
                ),
            ],
        ),
        ("reporter", ["he"]),
        ("run-by", ["organizer"]),
        ("form", ["party"]),
        ("fide-official", ["true"]),
        ("rating-gap", ["0", "wide"]),
        ("merge", [AGAIN, "somebody"]),
        ("regional", ["maybe"]),
    ],
)
def test_a_value_that_its_kind_does_not_have_is_refused_by_its_place(
    work: Workplace, kind: str, values: list[object]
) -> None:
    subject = RIGHT.get(kind, (None, {}))[1]
    found = refused(work, *(a_ruling(kind, value, subject) for value in values))
    assert [p["place"] for p in found] == [
        f"edited.json, decision {n}, value" for n in range(1, len(values) + 1)
    ]


@pytest.mark.parametrize(
    ("told", "place"),
    [
        (a_ruling("round-date", "2026-10-04", {"round": "2"}), "subject, round"),
        (a_ruling("round-date", "2026-10-04", {"round": True}), "subject"),
        (a_ruling("round-date", "2026-10-04", {"turn": 2}), "subject"),
        (a_ruling("adjustment", RIGHT["adjustment"][0], {**RATING, "list": "soon"}), "subject, list"),
        (a_ruling("decided", "1200", {"member": MORI, "type": "standard"}), "subject"),
        (a_ruling("merge", ONO, {}), "subject"),
        (a_ruling("outside-rating", "1500", {"member": MORI, "of": "fide"}), "subject, of"),
        (a_ruling("days", "2026-10-03/2026-10-04", event_key=None), "event_key"),
        (a_ruling("days", "2026-10-03/2026-10-04", event_key=["x"]), "event_key"),
        (a_ruling("edition", "jcf-2024-10", event_key="chess-results:1400001"), "event_key"),
        (a_ruling("days", "2026-10-03/2026-10-04", code="late-report"), "code"),
        (a_ruling("accept", None), "code"),
        (a_ruling("accept", None, code="time-control-missing"), "code"),
        (a_ruling("accept", None, code=["x"]), "code"),
        (a_ruling("whim", "x"), "kind"),
        (a_ruling("accept-late", None, who="\ud800"), "who"),
        (a_ruling("accept-late", None, reason=None), "reason"),
        (a_ruling("same-event", "a\0b"), "value"),
        (a_ruling("match", MORI, {**PLAYER, "name": "\ud800"}), "subject, name"),
        (a_ruling("accept-late", None, made_at="0001-01-01T00:00:00+14:00"), "made_at"),
        (a_ruling("accept-late", None, made_at=7), "made_at"),
        (
            a_ruling("accept-late", None, taken_back_at="2026-10-11T00:00:00+00:00", taken_back_by="z"),
            "taken_back_why",
        ),
    ],
)
def test_every_other_part_is_refused_by_its_place_too(
    work: Workplace, told: dict[str, object], place: str
) -> None:
    (found,) = refused(work, told)
    assert found["place"] == f"edited.json, decision 1, {place}"


def test_all_faults_of_a_file_are_told_at_once_and_the_right_rulings_are_not_stored(work: Workplace) -> None:
    right = a_ruling("reported", *RIGHT["reported"])
    found = refused(work, right, a_ruling("days", "soon", who=" "), a_ruling("fee", "half"), 7)
    assert [p["place"].removeprefix("edited.json, ") for p in found] == [
        "decision 2, value",
        "decision 2, who",
        "decision 3, value",
        "decision 4",
    ]
    assert found[2]["expected"] == "paid YYYY-MM-DD, unpaid or accepted"
    assert found[2]["found"] == "“half”"
