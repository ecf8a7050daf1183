"""Swiss Perfect files in a Queensland office: from the three files to the published list, on SQLite and on
PostgreSQL."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DatabaseError

import office.clock
from cli.main import app
from cli.session import open_office
from importer.guests import NO_MEMBER
from office.errors import OfficeError
from office.rules.people import known_as
from tests.importer.forms import unpacked
from tests.importer.swiss_perfect import files
from tests.office.test_queensland import ANNA, BEN, CARL, DORA, NAMES, event, juniors
from tests.office.test_queensland import GAMES as TOLD
from tests.workplace import NOVEMBER, Workplace

PLAYERS = [
    {
        "ID": n,
        "SURNAME": NAMES[who].split()[0],
        "FIRSTNAME": NAMES[who].split()[1],
        "LOC_ID": "5201234" if who == ANNA else who if who == BEN else "",
    }
    for n, who in enumerate((ANNA, BEN, CARL, DORA), start=1)
]
GAMES = [(1, 1, 2, 2, 0, 1, 1), (1, 3, 4, 1, 1, 1, 1), (2, 1, 3, 2, 0, 1, 1), (2, 2, 4, 0, 2, 34, 34)]


def test_three_files_become_a_list(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    given = [work.file(f.data, f.name) for f in files(PLAYERS, GAMES, name="Toowong Cup")]
    work.done("import", *given, "--reported", "2026-10-05")
    assert work.codes() == ["event-class-missing", "event-without-days"]
    work.resolve(work.the("event-without-days"), "--days", "2026-09-26/2026-09-27")
    work.resolve(work.the("event-class-missing"), "--class", "junior")
    report = work.done("rate").out
    assert "club (assumed of a junior event): 3 of 4 games rated; not rated: 1 forfeit" in report
    work.done("publish")
    assert work.rows(
        "SELECT last_game FROM list_member WHERE version_id = 2 AND federation_id = ?", ANNA
    ) == [("2026-09-27",)]
    assert "no date" in work.done("explain", ANNA).out


def test_what_the_files_do_not_state_is_told_in_both_languages(queensland: Workplace) -> None:
    work = queensland
    given = [work.file(f.data, f.name) for f in files(PLAYERS, GAMES, name="Toowong Cup")]
    assert "  days not stated, 2 rounds, swiss, 4 players\n" in work.done("read", *given).out
    assert "  日程の記載なし、2ラウンド、スイス式、4名\n" in work.done("--lang", "ja", "read", *given).out


def test_who_reports_is_told_by_the_ids_of_the_office(queensland: Workplace) -> None:
    juniors(queensland)
    with open_office(queensland.folder).reading() as session:
        assert known_as(session, ANNA, ANNA) == known_as(session, "mail:x", ANNA) == ANNA
        for answer in (BEN, NO_MEMBER):
            with pytest.raises(OfficeError, match=f"organizer, or {ANNA}"):
                known_as(session, ANNA, answer)


def test_the_report_form_of_the_office_shows_its_own_ids(queensland: Workplace, tmp_path: Path) -> None:
    for more in ((), ("--members",)):
        queensland.done("form", tmp_path / "form.xlsx", "--replace", *more)
        text = b"".join(unpacked((tmp_path / "form.xlsx").read_bytes()).values()).decode("utf-8", "replace")
        assert "Q and six digits" in text and "eight digits" not in text


def test_a_file_for_fide_has_the_national_lines_of_the_offices_own_federation(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    work.store(event(*TOLD))
    path = work.folder.parent / "event.trf"
    words = ("--city", "Toowong", "--arbiter", "Invented Arbiter")
    work.done("export", "trf", "E1", "--to", path, *words)
    lines = path.read_text("utf-8").splitlines()
    assert [line.split()[-1] for line in lines if line.startswith("AUS ")] == [ANNA, BEN, CARL]
    assert "172 AUS OTHER" in lines and not any("JPN" in line for line in lines)


def test_of_a_file_the_national_lines_of_the_offices_own_federation_are_read(queensland: Workplace) -> None:
    work = queensland
    juniors(work)

    def line(code: str, number: int, name: str, rating: object, their_id: str, rest: str = "") -> str:
        return f"{code} {number:>4}      {name:<33} {rating:>4} AUS {their_id:>11} {'':10}{rest}"

    lines = [
        *("012 Toowong Cup", "042 2026/09/26", "052 2026/09/26"),
        line("001", 1, "Nobody, At All", "", "", "  1.0    1     2 w 1"),
        line("001", 2, "Else, Some", "", "", "  0.0    2     1 b 0"),
        line("AUS", 1, "", 1105, ANNA),
        line("JPN", 2, "", 1705, "N90000002"),
    ]
    path = work.file("\n".join(lines), "cup.trf")
    (read,) = [json.loads(work.done("read", path, "--json").out)]
    assert [(p.get("national_id"), p.get("rating_national")) for p in read["players"]] == [
        (ANNA, 1105),
        (None, None),
    ]
    work.done("import", path, "--reported", "2026-10-05")
    assert work.rows("SELECT national_id, rating_national FROM event_player ORDER BY number")[0] == (
        ANNA,
        1105,
    )
    work.done("reread")


def test_a_name_in_capitals_of_a_file_goes_to_the_officer(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    players = [{**PLAYERS[0], "SURNAME": "ABLE"}, *PLAYERS[1:]]
    work.done("import", *(work.file(f.data, f.name) for f in files(players, GAMES, name="Toowong Cup")))
    assert ANNA in work.the("member-ambiguous").found


def month(folder: Path, scratch: Path, *init: str) -> dict[str, bytes]:
    """A list from files, by the commands, and everything that leaves the office."""

    def banzuke(*words: str) -> None:
        app(["--office", str(folder), *words], standalone_mode=False)

    def file(name: str, data: bytes | str) -> str:
        scratch.mkdir(exist_ok=True)
        path = scratch / name
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return str(path)

    people = "".join(f"{number},{name}\n" for number, name in NAMES.items())
    held = "".join(
        f"{number},{NAMES[number]},{1000 + 50 * n}\n" for n, number in enumerate((ANNA, BEN, CARL))
    )
    banzuke("init", "--officer", "Tester", "--family", "queensland", *init)
    banzuke("members", "import", file("register.csv", f"ID,Name\n{people}"))
    banzuke("opening", "import", file("list.csv", f"ID,Name,QJ\n{held}"), "--list", "2026-09-01")
    given = [file(f.name, f.data) for f in files(PLAYERS, GAMES, name="Toowong Cup")]
    banzuke("import", *given, "--reported", "2026-10-05")
    banzuke("resolve", "E1", "--days", "2026-09-26/2026-09-27", "--reason", "as the organizer says")
    banzuke("resolve", "E1", "--class", "open", "--reason", "as the organizer says")
    banzuke("rate")
    banzuke("publish", "--yes")
    banzuke("export", "list")
    return {path.name: path.read_bytes() for path in (folder / "lists").iterdir()}


@pytest.fixture
def database(server: str) -> Iterator[str]:
    """A database of its own on the server."""
    import psycopg

    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("CREATE DATABASE queensland")
    yield server.replace("/postgres?", "/queensland?")
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("DROP DATABASE queensland WITH (FORCE)")


@pytest.mark.slow
def test_postgresql_gives_the_files_that_sqlite_gives(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(office.clock, "now", lambda: NOVEMBER)
    embedded = month(tmp_path / "embedded", tmp_path / "given")
    served = month(tmp_path / "served", tmp_path / "given", "--database", database)
    assert served == embedded
    assert len(served) == 3
    engine = open_office(tmp_path / "served").engine
    for statement in (
        "UPDATE event_line SET k = 20",
        "DELETE FROM event_rating",
        "INSERT INTO event_performance (version_id, federation_id, source, time_class, performance, games)"
        " SELECT version_id, federation_id, source, time_class, performance, games FROM event_performance",
    ):
        with pytest.raises(DatabaseError, match="does not change"), engine.begin() as connection:
            connection.execute(text(statement))
    engine.dispose()
