"""Offices that programs of the past made (tests.office.past), brought to the newest form: sound, with the
same lists to the byte, and everybody and everything in them goes on."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import Engine

from office.accounts.programs import program_of
from office.database import engine as engines
from office.database import migrate
from office.database.engine import look, sqlite_at
from office.families import family_of
from office.opened import Office
from office.place import Place
from tests.depth import DATABASES, LONG, every
from tests.office.jobs.real import Carried
from tests.office.past import B6, OFFICES, PAST, PROGRAMS, unpacked
from tests.office.past_made import PASSWORD
from tests.workplace import Workplace

CASES = [
    (office, on)
    for n, office in enumerate(every((B6, *OFFICES), 2, 1))
    for on in (DATABASES if LONG else [DATABASES[n % 2]])
]


def test_there_is_an_office_of_every_program() -> None:
    assert {path.name for path in PAST.iterdir()} == {f"{office}.tar.xz" for office in OFFICES}
    assert {name.partition("-")[0] for name in PROGRAMS} | {"b6"} == set(migrate.known_forms())


@dataclass
class Past:
    """An office as it was left. `told`: what was told of it then."""

    work: Workplace
    engine: Engine
    told: dict[str, Any]

    def stands(self, table: str) -> bool:
        return sa.inspect(self.engine).has_table(table)

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        with self.engine.connect() as connection:
            return [tuple(row) for row in connection.exec_driver_sql(query)]


@pytest.fixture
def past(work: Workplace, tmp_path: Path, request: pytest.FixtureRequest) -> Past:
    office, on = request.param
    folder = tmp_path / "past"
    folder.mkdir()
    if on == "sqlite":
        engine = sqlite_at(lambda: folder / "banzuke.sqlite")
    else:
        address = request.getfixturevalue("server")
        work.monkeypatch.setattr(engines, "postgresql", request.getfixturevalue("one_served"))
        (folder / "banzuke.toml").write_text(f'database = "{address}"\n')
        engine = engines.postgresql(address)
    told = unpacked(office, engine, folder)
    for path in (*folder.rglob("*"), folder):
        path.chmod(0o700 if path.is_dir() else 0o600)
    return Past(replace(work, folder=folder, moment=told["moment"] + timedelta(hours=1)), engine, told)


@pytest.mark.parametrize("past", CASES, indirect=True, ids="-".join)
@pytest.mark.slow
def test_an_office_of_each_program_goes_on(past: Past, tmp_path: Path) -> None:
    work, told = past.work, past.told
    before = {name: past.rows(f"SELECT * FROM {name} ORDER BY 1") for name in COUNTED if past.stands(name)}
    ((revision,),) = past.rows("SELECT version_num FROM alembic_version")
    if revision != "b7":
        assert work.run("status").problem()["code"] == "database-version"
        assert [one["code"] for one in work.run("doctor").problems()] == ["database-version"]
    said = work.done("migrate").out
    assert ("brought there just now" if revision != "b7" else "there was no migration") in said
    for name, rows in before.items():
        assert past.rows(f"SELECT * FROM {name} ORDER BY 1") == rows
    # What a program before signed statements did not write is written, and nothing else is found.
    assert "The office is sound" in work.done("doctor", "--repair").out
    lists_are_the_same(work, told, revision, tmp_path)
    if "account" in before:
        people_come_in(work, told)
    if "notice" in before:
        nothing_is_told_twice(past)
    if "job" in before:
        jobs_go_on(past, tmp_path)
    assert work.done("doctor").out.endswith("The office is sound\n")


@pytest.mark.parametrize("past", [("b1-queensland", "sqlite")], indirect=True, ids="-".join)
def test_a_backup_is_made_of_an_office_before_it_is_brought_to_the_newest_form(
    past: Past, tmp_path: Path
) -> None:
    """Whoever has the new program already needs the way back as well."""
    work, backups = past.work, tmp_path / "backups"
    said = work.run("backup", backups)
    assert said.code == 3
    assert "banzuke backup FOLDER; then: banzuke migrate" in said.problem()["do"]
    assert past.rows("SELECT version_num FROM alembic_version") == [("b1",)]
    (file,) = backups.iterdir()
    back = replace(work, folder=tmp_path / "back")
    assert [one["code"] for one in back.run("restore", file).problems()] == ["database-version"]
    back.done("migrate")
    lists_are_the_same(back, past.told, "b1", tmp_path)


@pytest.mark.parametrize("past", [("b5-queensland", "postgresql")], indirect=True, ids="-".join)
def test_no_backup_is_made_of_an_office_of_an_earlier_form_on_a_server(past: Past, tmp_path: Path) -> None:
    """No command sends anybody to a backup that is refused."""
    for words in (("backup", tmp_path / "backups"), ("status",), ("doctor",)):
        refused = past.work.run(*words)
        assert (refused.code, refused.problem()["code"]) == (1, "database-version")
        assert "pg_dump" in refused.problem()["do"] and "banzuke backup" not in refused.problem()["do"]
    assert not (tmp_path / "backups").exists()


COUNTED = (
    *("account", "account_link", "account_session", "sign_in_attempt", "sending", "job", "job_run"),
    *("notice", "notice_about", "notice_kind", "notice_recipient", "member", "list_rating", "ruling"),
)


def lists_are_the_same(work: Workplace, told: dict[str, Any], made_by: str, folder: Path) -> None:
    query = "SELECT list_date, version, text_sha256 FROM list_version WHERE state = 'published' ORDER BY id"
    assert [[str(day), *more] for day, *more in work.rows(query)] == told["lists"]
    for name, sha256 in told["exports"].items():
        form, day = name.rpartition(".")[2], name.partition("-")[2].partition(".")[0]
        if made_by == "b1":  # who was not on the list before has no change in it since then
            continue
        work.done("export", "list", "--list", day, "--format", form, "--to", folder / "exports")
        assert hashlib.sha256((folder / "exports" / name).read_bytes()).hexdigest() == sha256, name
    work.done("rate")


def people_come_in(work: Workplace, told: dict[str, Any]) -> None:
    pytest.importorskip("fastapi")
    from tests.web.conftest import served

    now = work.moment
    with served(work) as desk:
        ((seen,),) = work.rows("SELECT max(seen_at) FROM account_session WHERE account_id = 1")
        work.moment = datetime.fromisoformat(str(seen)).replace(tzinfo=UTC) + timedelta(minutes=5)
        port = desk.address.rstrip("/").rpartition(":")[2]  # which stands in the names of cookies since
        cookies = {f"{name}-{port}": value for name, value in told["session"].items()}
        assert "Ada Admin" in desk.client(cookies=cookies).get("/settings").text
        if "program" in told:
            with desk.office.reading() as session:
                program = program_of(session, told["program"], work.moment)
            assert program is not None and (program.name, program.account) == ("club site", "Ada Admin")
        invited = desk.client()
        invited.get("/enter")
        assert invited.post("/enter", {"code": told["link"]}).status_code == 303
        work.moment = now
        for name, password, status in (
            ("Ada Admin", PASSWORD, 303), ("Ada Admin", "not hers", 403), ("Rin Reporter", PASSWORD, 303),
            ("Gone Since", PASSWORD, 403),
        ):  # fmt: skip
            client = desk.client()
            client.get("/sign-in")
            answer = client.post("/sign-in", {"name": name, "password": password})
            assert answer.status_code == status, (name, answer.text)
            assert client.get("/settings").status_code == (200 if status == 303 else 303)


def nothing_is_told_twice(past: Past) -> None:
    """What waited was told then; the addresses and who wants nothing are known."""
    past.work.monkeypatch.setenv("BANZUKE_NOTICES_SENDER", "rating@office.example")
    sent = past.rows("SELECT kind, recipient, state FROM notice")
    assert sent == [("waiting", "officer@example.jp", "sent")]
    assert past.work.done("notices", "send").out == "Nothing to send\n"
    people = past.work.done("notices", "people").out
    assert "officer@example.jp" in people and "nobody@example.jp: " in people and "wants none" in people


def jobs_go_on(past: Past, folder: Path) -> None:
    """Two days later what was missed is done once, and then each at its times of that day."""
    work = past.work
    work.done("jobs", "change", "backup", "--with", folder / "backups")
    on = sorted(name for (name,) in past.rows("SELECT name FROM job WHERE switched_on"))
    assert on == ["backup", "poll", "preview"]
    with look(past.engine) as session:
        zone = family_of(session).zone
    midnight = datetime.combine((work.moment + timedelta(days=2)).date(), time(), zone).astimezone(UTC)
    office = Office(Place(work.folder), past.engine, lambda _: None)
    clock = Carried(office, midnight, zone=zone, work=work)
    assert [len(clock.runs(name)) for name in on] == [1, 1, 1]
    clock.until(midnight + timedelta(days=1), clock.worker(work.folder))
    assert (clock.met, clock.told) == ([], [])
    results = {name: [run.result for run in clock.runs(name)[1:]] for name in on}
    assert results == {"backup": ["done"] * 2, "poll": ["done"] * 3, "preview": ["done"] * 2}
    assert work.run("jobs").code == 0
