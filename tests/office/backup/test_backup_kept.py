"""Which backups stay and which go, and the job that makes them."""

from __future__ import annotations

import shutil
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from office.backup.shelf import held, outdated
from office.chain.key import office_public_key
from office.database.engine import look
from office.jobs.board import alarms, board
from tests.office.backup.test_backup import backed_up
from tests.office.doctor.test_doctor import fetched  # noqa: F401  a fixture
from tests.office.test_killed import cup  # noqa: F401  a fixture
from tests.workplace import Workplace

pytestmark = pytest.mark.slow


def test_the_newest_stay_and_the_last_of_each_month() -> None:
    def named(day: str, key: str = "0123456789ABCDEF") -> str:
        return f"banzuke-{key}-{day}T030000Z.tar.age"

    days = ["20260830", "20260831", "20260930", "20261030", "20261031", "20261101", "20261102", "20261103"]
    others = ["notes.txt", named("20200101", "FEDCBA9876543210"), "banzuke-x.tar", ".banzuke-unfinished-a"]
    mine = [named(day) for day in days]
    gone = outdated([*others, *reversed(mine)], "0123456789ABCDEF", 2, 3)
    assert sorted(gone) == [named(d) for d in ("20260830", "20260831", "20261030", "20261101")]
    assert outdated(mine, "0123456789ABCDEF", 1, 0) == [named(d) for d in reversed(days[:-1])]
    assert outdated(mine, None, 1, 0) == []


def test_a_backup_by_a_clock_that_is_behind_or_was_ahead_takes_the_place_of_none(fetched: Workplace) -> None:  # noqa: F811
    folder, right = fetched.folder.parent / "backups", fetched.moment

    def nights(first: datetime, many: int) -> list[str]:
        before = {path.name for path in folder.glob("*")}
        for night in range(many):
            fetched.moment = first + timedelta(days=night)
            fetched.run("backup", folder, "--keep", 2, "--months", 0)
        return sorted(path.name[25:33] for path in folder.iterdir() if path.name not in before)

    assert nights(right, 3) == ["20261103", "20261104"]
    # The machine starts with a clock of two years before: what it makes is there, and of what was made before
    # nothing goes.
    assert nights(right - timedelta(days=800), 3) == ["20240825", "20240826"]
    # A clock that is ten years ahead, and right again: the newest two are those of now.
    assert nights(right + timedelta(days=3650), 2) == ["20361030", "20361031"]
    assert nights(right + timedelta(days=4), 3) == ["20261107", "20261108"]


def test_backups_under_a_key_that_another_took_the_place_of_go_like_the_others(fetched: Workplace) -> None:  # noqa: F811
    folder = fetched.folder.parent / "backups"
    for night in range(4):
        if night == 2:
            fetched.done("key", "--new", "--yes")
        fetched.moment += timedelta(days=1)
        fetched.done("backup", folder, "--keep", 2, "--months", 0)
    names = sorted(path.name for path in folder.iterdir())
    key = office_public_key(fetched.place)
    assert key is not None and [name.split("-")[1] for name in names] == [key.id] * 2


def test_a_file_named_by_a_moment_that_never_was_is_no_backup(tmp_path: Path) -> None:
    names = [
        f"banzuke-nokey-{moment}Z.tar" for moment in ("20261103T030000", "20260231T030000", "20269999T999999")
    ]
    for name in names:
        (tmp_path / name).touch()
    assert [one.name for one in held(tmp_path)] == names[:1]
    assert outdated(names, None, 1, 0) == []


def test_a_backup_with_findings_takes_the_place_of_none_without() -> None:
    def named(day: str, found: str = "") -> str:
        return f"banzuke-0123456789ABCDEF-{day}T030000Z{found}.tar"

    sound = [named(day) for day in ("20260831", "20260929", "20260930", "20261001")]
    found = [named(day, "-findings") for day in ("20260930", "20261002", "20261101", "20261102", "20261103")]
    gone = outdated([*sound, *found], "0123456789ABCDEF", 1, 3)
    # the newest; the newest without; September's and October's last without, and November's last
    assert set(sound + found) - set(gone) == {found[-1], sound[-1], sound[2]}
    assert set(sound + found) - set(outdated([*sound, *found], "0123456789ABCDEF", 2, 0)) == {
        *found[-2:],
        *sound[-2:],
    }
    repaired = named("20261104")
    assert set(outdated([*sound, *found, repaired], "0123456789ABCDEF", 1, 0)) == {*sound, *found}


def test_while_the_examination_finds_something_what_was_sound_stays_and_the_rest_is_thinned(
    fetched: Workplace,  # noqa: F811
) -> None:
    folder = fetched.folder.parent / "backups"
    sound = backed_up(fetched)
    page = sorted((fetched.folder / "archive" / "pages").glob("*/*.gz"))[0]
    data = page.read_bytes()
    page.unlink()
    for night in range(4):
        fetched.moment += timedelta(days=1)
        said = fetched.run("backup", folder, "--keep", 1, "--months", 0)
        assert (said.code, said.problem()["code"]) == (3, "archive-page-missing")
        assert said.out.count("deleted: ") == min(night, 1)
        assert len(list(folder.iterdir())) == 2 and sound.is_file()
    page.write_bytes(data)
    fetched.moment += timedelta(days=1)
    fetched.done("backup", folder, "--keep", 1, "--months", 0)
    (left,) = folder.iterdir()
    assert left != sound and "findings" not in left.name


def test_the_job_is_not_tried_again_for_a_finding_and_needs_the_officer(fetched: Workplace) -> None:  # noqa: F811
    sorted((fetched.folder / "archive" / "pages").glob("*/*.gz"))[0].unlink()
    folder = fetched.folder.parent / "backups"
    fetched.done("jobs", "change", "backup", "--with", folder, "--schedule", "* * * * *")
    fetched.done("jobs", "on", "backup")
    fetched.moment += timedelta(minutes=2)
    fetched.done("work", "--once")
    with look(fetched.engine()) as session:
        (stands,) = [one for one in board(session, fetched.moment) if one.kind.name == "backup"]
    assert stands.last is not None and (stands.last.result, stands.last.code) == ("waits for you", 3)
    assert (stands.row.due, stands.row.attempt, stands.row.late_since) == (None, 0, None)
    assert stands.bad and len(list(folder.iterdir())) == 1


def test_a_finding_that_lasts_hides_none_that_is_new(fetched: Workplace) -> None:  # noqa: F811
    """An officer is told once of what every backup finds, and anew of what none before found."""
    pages = sorted((fetched.folder / "archive" / "pages").glob("*/*.gz"))
    fetched.done("jobs", "change", "backup", "--with", fetched.folder.parent / "backups")
    told = []
    for gone in (pages[0], None, pages[1], None):
        if gone:
            gone.unlink()
        fetched.moment += timedelta(days=1)
        fetched.run("jobs", "run", "backup")
        with look(fetched.engine()) as session:
            told.append([*alarms(session, fetched.moment)])
    assert [len(each) for each in told] == [1] * 4
    assert told[0] == told[1] != told[2] == told[3]
    pages[2].unlink()
    fetched.moment += timedelta(days=1)
    fetched.run("--lang", "ja", "jobs", "run", "backup")
    with look(fetched.engine()) as session:
        assert [*alarms(session, fetched.moment)] != told[3]


def test_a_disk_that_is_not_mounted_takes_no_backup(fetched: Workplace) -> None:  # noqa: F811
    """Whether its place is gone or stands empty; a first backup makes the folder, and so does one that was
    told anew."""
    disk = fetched.folder.parent / "a disk"
    folder = disk / "backups"
    tell = ("jobs", "change", "backup", f"--with=--keep=30 '{folder}'")
    fetched.done(*tell)
    fetched.moment += timedelta(minutes=1)
    fetched.done("jobs", "run", "backup")
    disk.rename(disk.with_name("elsewhere"))
    fetched.moment += timedelta(minutes=1)
    for found in ("no such folder", "nothing in it"):
        said = fetched.run("jobs", "run", "backup")
        assert said.code == 1 and "backups-gone" in said.out and found in said.out
        assert f"banzuke jobs change backup --with '--keep=30 '\"'\"'{folder}" in said.out
        assert fetched.run("backup", folder).problem()["code"] == "backups-gone"
        assert not folder.exists() or not [*folder.iterdir()]
        folder.mkdir(parents=True, exist_ok=True)
    fetched.done("backup", fetched.folder.parent / "another")
    (folder / "lost+found").mkdir()  # another disk, or backups that are taken elsewhere each day
    fetched.done("backup", folder)
    shutil.rmtree(disk)
    fetched.done(*tell)
    fetched.moment += timedelta(minutes=1)
    fetched.done("jobs", "run", "backup")
    assert len([*folder.iterdir()]) == 1


def test_older_backups_are_deleted_once_the_new_one_is_there(fetched: Workplace) -> None:  # noqa: F811
    folder = fetched.folder.parent / "backups"
    made: list[str] = []
    for _ in range(3):
        fetched.moment += timedelta(hours=1)
        said = fetched.done("backup", folder, "--keep", 2, "--months", 0)
        made += [p.name for p in folder.iterdir() if p.name not in made]
    assert said.out.splitlines()[1:] == [f"deleted: {made[0]}"]
    assert sorted(p.name for p in folder.iterdir()) == sorted(made[1:])
