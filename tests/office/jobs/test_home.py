"""Jobs that need the folder of the pages, mails and heads, and a worker that has another one."""

from __future__ import annotations

import shutil
import tomllib
from datetime import UTC, datetime
from pathlib import Path

import pytest

from office.chain.statements import NAME
from office.database.engine import look
from office.errors import OfficeError
from office.jobs.home import require_home
from office.jobs.kinds import KINDS
from office.place import Place
from tests.office.chained import Chained
from tests.office.jobs.test_processes import began, ended, held, on, runs
from tests.office.test_desk import EVENT
from tests.office.test_files import as_file, trf
from tests.workplace import Workplace

pytestmark = pytest.mark.slow

MAIL = "From: a@example.jp\r\nDate: Mon, 5 Oct 2026 09:00:00 +0900\r\n\r\nNothing.\r\n"
AT_HOME = {"poll", "inbox", "site", "backup", "retention"}


def lacks(office: Workplace, folder: Path) -> str:
    """What a worker in this folder is told that it lacks; nothing where it may do these jobs."""
    with look(office.engine()) as session:
        try:
            require_home(Place(folder), session)
        except OfficeError as refused:
            (problem,) = refused.problems
            assert (problem.code, problem.place) == ("office-elsewhere", str(folder))
            return problem.found
    return ""


@pytest.fixture
def two(work: Workplace, server: str, tmp_path: Path) -> tuple[Workplace, Workplace]:
    """A new office on a server, opened in its own folder and in one on another machine."""
    work.folder = tmp_path / "home"
    work.done("init", "--officer", "Mori", "--database", server)
    other = tmp_path / "other machine"
    other.mkdir()
    shutil.copy(work.folder / "banzuke.toml", other)
    return work, Workplace(other, work.shelf, work.capsys, work.monkeypatch)


def test_what_else_stands_in_the_settings_stays_when_an_office_is_made(
    work: Workplace, server: str, tmp_path: Path
) -> None:
    work.folder = tmp_path / "home"
    work.folder.mkdir()
    settings = work.folder / "banzuke.toml"
    said = f'log = "json"\ndatabase = "{server}"\n\n[inbox]\nuser = "rating"\n'
    settings.write_text(said, encoding="utf-8")
    work.done("init", "--officer", "Mori", "--database", server)
    told = tomllib.loads(settings.read_text("utf-8"))
    assert told == {"database": server, "log": "json", "inbox": {"user": "rating"}}


def test_which_jobs_need_the_offices_folder() -> None:
    assert {name for name, kind in KINDS.items() if kind.at_home} == AT_HOME


def test_what_is_not_in_a_folder_is_named_and_a_new_office_lacks_nothing(
    two: tuple[Workplace, Workplace],
) -> None:
    home, other = two
    assert (lacks(home, home.folder), lacks(home, other.folder)) == ("", "")
    home.run("inbox", home.file(MAIL, "one.eml"))
    assert (lacks(home, home.folder), lacks(home, other.folder)) == ("", "no mail M1")
    home.run("import", home.file(trf(as_file(EVENT)), "event.trf"), "--reported", "2026-10-07")
    assert home.rows("SELECT count(*) FROM reading") == [(1,)]
    assert lacks(home, home.folder) == ""
    missing, mail = lacks(home, other.folder).split("; ")
    assert missing.startswith("no page of ") and mail == "no mail M1"
    for kept in ("archive", "mails"):
        shutil.copytree(home.folder / kept, other.folder / kept)
    assert lacks(home, other.folder) == ""


def test_the_office_does_not_move_into_a_folder_that_lacks_its_mails(
    two: tuple[Workplace, Workplace],
) -> None:
    home, other = two
    home.run("inbox", home.file(MAIL, "one.eml"))
    assert other.run("database", "copy", "sqlite").problem()["code"] == "office-elsewhere"
    home.done("database", "copy", "sqlite")


def test_a_folder_may_lack_the_head_that_a_power_cut_kept_from_it_and_no_more(
    chained: Chained, tmp_path: Path
) -> None:
    served = chained.engine.dialect.name == "postgresql"
    lines = (chained.folder / NAME).read_bytes().splitlines(keepends=True)
    assert len(lines) == 3
    with look(chained.engine) as session:
        require_home(chained.place, session)
        for kept in range(4):
            (tmp_path / NAME).write_bytes(b"".join(lines[:kept]))
            if served and kept < 2:
                with pytest.raises(OfficeError, match=f"{kept} of 3 heads"):
                    require_home(Place(tmp_path), session)
            else:  # the embedded database is in its folder, whatever else is gone from there
                require_home(Place(tmp_path), session)


def test_a_job_is_left_to_a_worker_that_has_the_folder(
    two: tuple[Workplace, Workplace], tmp_path: Path
) -> None:
    home, other = two
    home.run("import", home.file(trf(as_file(EVENT)), "event.trf"), "--reported", "2026-10-07")
    on(home, poll="", preview="", site=str(tmp_path / "site"), backup=str(tmp_path / "backups"))
    told = ended(began(other, "work", "--once"))
    assert told.count("office-elsewhere: ") == 1, told
    assert [job for job, *_ in runs(home)] == ["preview"], told
    assert held(home) == []
    asked = began(other, "jobs", "run", "backup", "--who", "Mori")
    assert b"office-elsewhere" in asked.communicate(timeout=60)[0]
    assert asked.returncode == 1
    assert not (tmp_path / "backups").exists()
    ended(began(home, "work", "--once"))
    assert {job for job, *_ in runs(home)} == {"poll", "preview", "site", "backup"}
    assert next((tmp_path / "backups").glob("*.tar"))
    assert home.rows("SELECT name FROM job WHERE next_due < ?", datetime(2026, 10, 6, tzinfo=UTC)) == []


def test_a_worker_that_may_not_begin_a_job_does_not_look_without_pause(
    two: tuple[Workplace, Workplace],
) -> None:
    from cli.serve import teller, worker_of
    from cli.session import open_office
    from office.jobs.worker import LOOKS

    home, other = two
    home.run("import", home.file(trf(as_file(EVENT)), "event.trf"), "--reported", "2026-10-07")
    on(home, poll="")
    office = open_office(other.folder)
    worker = worker_of(office, teller(office))
    assert worker.step() == LOOKS
    assert (worker.step(), worker.busy, runs(home)) == (LOOKS, False, [])
