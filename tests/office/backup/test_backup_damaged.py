"""Backups that are damaged or none, disks that are full, and kills: each is named, and nothing is lost."""

from __future__ import annotations

import gzip
import hashlib
import io
import resource
import sqlite3
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select

from office.backup import make
from office.backup.pack import belongs, unpack
from office.database.engine import look
from office.database.move import settings_put
from office.errors import OfficeError
from office.jobs.kinds import BROKEN
from office.jobs.tables import JobRow, JobRunRow
from scraper.unfinished import PREFIX
from tests.office.backup.test_backup import backed_up, other, refused
from tests.office.doctor.test_doctor import fetched  # noqa: F401  a fixture
from tests.office.test_killed import cup, killed  # noqa: F401  a fixture
from tests.office.test_read_only import auditor
from tests.office.test_rebuild import altered
from tests.workplace import Workplace


def bytes_of(folder: Path) -> dict[str, bytes]:
    """Every file of a folder but the log of a database, which comes and goes with who reads it."""
    found = (p for p in folder.rglob("*") if p.is_file() and "sqlite-" not in p.name)
    return {str(p.relative_to(folder)): p.read_bytes() for p in found}


def test_a_backup_with_any_other_byte_or_cut_off_anywhere_is_named(fetched: Workplace) -> None:  # noqa: F811
    file = backed_up(fetched)
    data = file.read_bytes()
    places = [
        *range(0, len(data), len(data) // 12),
        len(data) - 90,
        len(data) - 80,
        len(data) - 60,
        len(data) - 1,
    ]
    for at_byte in places:
        changed = bytearray(data)
        changed[at_byte] ^= 4
        with pytest.raises(OfficeError) as named:
            unpack(fetched.file(bytes(changed), "changed.tar"), fetched.folder.parent / "into")
        assert named.value.problems[0].code == "backup-unfit"
    for size in (0, 50, 87, 512, len(data) // 2, len(data) - 1):
        with pytest.raises(OfficeError) as named:
            unpack(fetched.file(data[:size], "cut.tar"), fetched.folder.parent / "into")
        assert named.value.problems[0].code == "backup-unfit"
    assert not (fetched.folder.parent / "into").exists()
    assert refused(fetched, fetched.file(bytes(changed), "changed.tar"))["code"] == "backup-unfit"


@pytest.mark.parametrize("name", ["../evil", "/etc/evil", "archive/../../evil", "seen/x", "archive//x", "x"])
def test_a_file_that_is_made_to_look_like_a_backup_writes_nowhere_else(tmp_path: Path, name: str) -> None:
    assert not belongs(name)
    file = made_up(tmp_path / "made.tar", {name: b""})
    (tmp_path / "a").mkdir()
    with pytest.raises(OfficeError) as named:
        unpack(file, tmp_path / "a" / "into")
    assert named.value.problems[0].code == "backup-unfit"
    assert [p for p in tmp_path.rglob("*") if p.is_file()] == [file]


def made_up(file: Path, parts: Mapping[str, bytes]) -> Path:
    """A file with these parts and the sum that a backup has."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w") as tar:
        for name, data in parts.items():
            one = tarfile.TarInfo(name)
            one.size = len(data)
            tar.addfile(one, io.BytesIO(data))
    data = plain.getvalue()
    file.write_bytes(data + b"banzuke backup sha256 " + hashlib.sha256(data).hexdigest().encode() + b"\n")
    return file


GOOD = gzip.compress(b"of no office" * 9)


@pytest.mark.parametrize(
    "parts",
    [
        {"backup.json": b"[" * 200_000, "banzuke.sqlite.gz": GOOD},
        {"backup.json": b'{"format": 1}', "banzuke.sqlite.gz": b"no gzip"},
        {"backup.json": b'{"format": 1}', "banzuke.sqlite.gz": GOOD[:10] + b"\xff" * 9},
        {"archive": b"", "archive/pages/x": b""},
    ],
)
def test_what_has_the_sum_of_a_backup_and_is_none_is_named(tmp_path: Path, parts: dict[str, bytes]) -> None:
    with pytest.raises(OfficeError) as named:
        unpack(made_up(tmp_path / "made.tar", parts), tmp_path / "into")
    assert named.value.problems[0].code == "backup-unfit"


def test_a_folder_with_something_in_it_is_left_alone(fetched: Workplace) -> None:  # noqa: F811
    file = backed_up(fetched)
    before = bytes_of(fetched.folder)
    assert fetched.run("restore", file).problem()["code"] == "folder-not-empty"
    assert bytes_of(fetched.folder) == before
    made = other(fetched)
    made.folder.mkdir()
    made.done("restore", file)  # an empty one is taken


def test_a_folder_that_another_one_fills_meanwhile_is_left_alone(fetched: Workplace) -> None:  # noqa: F811
    file, made, unpacked = backed_up(fetched), other(fetched), make.unpacked

    def meanwhile(*given: Any) -> make.Unpacked:
        done = unpacked(*given)
        made.folder.mkdir()
        (made.folder / "another").touch()
        return done

    fetched.monkeypatch.setattr(make, "unpacked", meanwhile)
    assert made.run("restore", file).problem()["code"] == "folder-not-empty"
    assert [path.name for path in made.folder.iterdir()] == ["another"]


@contextmanager
def no_room(size: int) -> Iterator[None]:
    """No file can be longer than this: as on a disk that is full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("size", [0, 20_000, 300_000])
def test_a_full_disk_leaves_the_backups_and_the_office_as_they_were(
    fetched: Workplace,  # noqa: F811
    size: int,
) -> None:
    file = backed_up(fetched)
    before, office = bytes_of(file.parent), bytes_of(fetched.folder)
    fetched.moment += timedelta(hours=1)
    with no_room(size):
        said = fetched.run("backup", file.parent)
    assert said.code == 1
    assert said.problem()["code"] in ("file-trouble", "database-unwritable")
    assert bytes_of(file.parent) == before
    assert bytes_of(fetched.folder) == office
    with no_room(size):
        assert refused(fetched, file)["code"] in ("file-trouble", "database-unwritable")
    other(fetched).done("restore", file)


def test_a_disk_that_is_full_once_the_backup_is_unpacked_says_nothing_of_the_backup(
    fetched: Workplace,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It was told as a finding of the office, and the backup kept as one with findings."""
    file = backed_up(fetched)
    before = bytes_of(file.parent)
    with ExitStack() as full:

        def put(*of: Any) -> None:
            settings_put(*of)
            full.enter_context(no_room(0))

        monkeypatch.setattr(make, "settings_put", put)
        said = fetched.run("backup", file.parent)
    assert said.problem()["code"] == "database-unwritable"
    assert bytes_of(file.parent) == before


@pytest.mark.parametrize(
    "full", [OSError(28, "No space left on device"), sqlite3.OperationalError("database or disk is full")]
)
def test_what_is_full_is_named_by_the_folder_and_not_as_the_offices_database(
    fetched: Workplace,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
    full: Exception,
) -> None:
    file = backed_up(fetched)

    def unpacked(*_given: Any) -> None:
        raise full

    monkeypatch.setattr(make, "unpacked", unpacked)
    for said in (fetched.run("backup", file.parent).problem(), refused(fetched, file)):
        assert (said["code"], said["found"]) == ("disk-low", str(full.args[-1]))
        assert said["place"] in (str(file.parent), str(fetched.folder.parent))
        assert "make room there" in said["do"]


def test_a_folder_that_cannot_be_written_is_named(fetched: Workplace, tmp_path: Path) -> None:  # noqa: F811
    target = tmp_path / "file"
    target.write_text("no folder")
    assert fetched.run("backup", target).problem()["code"] == "file-trouble"
    assert target.read_text() == "no folder"


def test_a_folder_that_may_only_be_read_is_named_and_left_as_it_was(
    fetched: Workplace,  # noqa: F811
    tmp_path: Path,
) -> None:
    file, only_read = backed_up(fetched), tmp_path / "only read"
    only_read.mkdir()
    with auditor(only_read):
        assert fetched.run("backup", only_read).problem()["code"] == "file-trouble"
        inside = replace(fetched, folder=only_read / "office")
        assert inside.run("restore", file).problem()["code"] == "file-trouble"
    assert list(only_read.iterdir()) == []
    fetched.moment += timedelta(hours=1)
    with auditor(fetched.folder):  # one who may only read the office can still back it up
        fetched.done("backup", file.parent)
    (again,) = set(file.parent.iterdir()) - {file}
    other(fetched).done("restore", again)


MOMENTS: dict[str, tuple[tuple[str, str, str], int]] = {
    "before the database is copied": (("office.backup.pack", "", "snapshot"), 1),
    "between pages": (("office.backup.pack", "", "opened"), 12),
    "before it is examined": (("office.doctor.examine", "", "examine"), 1),
    "before it is put there": (("os", "", "replace"), 1),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_killed_backup_leaves_nothing_that_the_next_does_not_take_away(
    fetched: Workplace,  # noqa: F811
    moment: str,
) -> None:
    folder = fetched.folder.parent / "backups"
    where, call = MOMENTS[moment]
    before = fetched.dump()
    killed(fetched, where, call, "backup", folder)
    assert [p.name for p in folder.iterdir() if not p.name.startswith(PREFIX)] == []
    assert fetched.dump() == before
    assert fetched.run("doctor").code == 0
    made = other(fetched)
    made.done("restore", backed_up(fetched))
    assert made.dump() == before


@pytest.mark.parametrize("where", [("office.backup.pack", "", "unpack"), ("os", "", "rename")])
def test_a_killed_restore_can_be_repeated(fetched: Workplace, where: tuple[str, str, str]) -> None:  # noqa: F811
    file, made = backed_up(fetched), other(fetched)
    killed(made, where, 1, "restore", file)
    assert not made.folder.exists()
    made.done("restore", file)
    assert made.dump() == fetched.dump()
    assert [p for p in made.folder.parent.iterdir() if p.name.startswith(PREFIX)] == []


@pytest.mark.slow
def test_a_restore_into_a_server_that_was_stopped_after_the_copy_can_be_repeated(
    fetched: Workplace,  # noqa: F811
    server: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = fetched.folder.parent / "backups"
    fetched.done("jobs", "change", "backup", "--with", folder)
    fetched.done("jobs", "run", "backup")
    (file,), made = folder.iterdir(), other(fetched)

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(make.os, "rename", stopped)
        with pytest.raises(KeyboardInterrupt):
            make.restore(file, made.place, fetched.moment, print, server=server)
    assert not made.folder.exists()
    later = fetched.moment + timedelta(minutes=1)
    make.restore(file, made.place, later, print, server=server)
    with look(made.engine()) as session:
        (job,) = session.exec(select(JobRow.holder).where(JobRow.name == "backup"))
        (run,) = session.exec(select(JobRunRow.result).where(JobRunRow.job == "backup"))
    assert (job, run) == (None, BROKEN)


def test_a_restore_fills_a_folder_that_no_other_can_take_the_place_of(
    fetched: Workplace,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As the volume of a container, or one below a folder that is root's."""
    file, made = backed_up(fetched), other(fetched)
    made.folder.mkdir()
    stood = made.folder.stat().st_ino
    monkeypatch.setattr(Path, "is_mount", lambda path: path == made.folder)
    killed(made, ("os", "", "rename"), 1, "restore", file)
    assert all(p.name.startswith(PREFIX) for p in made.folder.iterdir())
    made.done("restore", file)
    assert made.folder.stat().st_ino == stood and made.dump() == fetched.dump()
    assert not [p for p in made.folder.iterdir() if p.name.startswith(PREFIX)]
    third = other(fetched, "third")
    third.folder.mkdir()
    monkeypatch.setattr(Path, "is_mount", lambda path: path == third.folder)
    files = len([p for p in made.folder.iterdir() if p.name != "seen"])
    killed(third, ("os", "", "rename"), files, "restore", file)
    assert not third.place.has_office()  # the database comes last
    assert third.run("restore", file).problem()["code"] == "folder-not-empty"


def test_a_backup_of_a_damaged_office_is_made_and_says_so(fetched: Workplace) -> None:  # noqa: F811
    page = sorted((fetched.folder / "archive" / "pages").glob("*/*.gz"))[0]
    page.unlink()
    folder = fetched.folder.parent / "backups"
    said = fetched.run("backup", folder, "--keep", 1)
    assert (said.code, said.problem()["code"]) == (3, "archive-page-missing")
    (file,) = folder.iterdir()
    assert file.name.endswith("-findings.tar")
    restored = other(fetched).run("restore", file)
    assert (restored.code, restored.problem()["code"]) == (1, "archive-page-missing")
    assert other(fetched).dump() == fetched.dump()


def test_what_a_job_is_told_that_is_damaged_is_named_and_keeps_nobody_from_a_backup(
    fetched: Workplace,  # noqa: F811
) -> None:
    folder = fetched.folder.parent / "backups"
    fetched.done("jobs", "change", "backup", "--with", folder)
    altered(fetched, "UPDATE job SET words = substr(words, 1, 5)")
    damaged = ("database-damaged", "database, job, row backup, words")
    for words in (("jobs",), ("backup", folder)):
        said = fetched.run(*words)
        assert damaged in [(p["code"], p["place"]) for p in said.problems()], said.all
    assert [file.name.endswith("-findings.tar") for file in folder.iterdir()] == [True]
