"""What a killed writer leaves behind is taken away by the next one; what a living one writes is not."""

from __future__ import annotations

import fcntl
import os
import resource
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from scraper.archive import FileArchive
from scraper.unfinished import PREFIX, clear, put
from tests.scraper.test_archive import exchange

ROOT = Path(__file__).resolve().parents[2]
STOPPED = """\
import os, signal, sys
from pathlib import Path
from scraper import unfinished
def stop(*_):
    print("writes", flush=True)
    signal.pause()
unfinished.os.replace = stop
unfinished.put(Path(sys.argv[1]), b"half of it", mode=0o644)
"""


def left(folder: Path) -> list[str]:
    return [name for name in os.listdir(folder) if name.startswith(PREFIX)]


def test_a_living_writer_keeps_what_he_writes_and_a_killed_one_leaves_nothing(tmp_path: Path) -> None:
    target = tmp_path / "lists.zip"
    with subprocess.Popen([sys.executable, "-c", STOPPED, target], cwd=ROOT, stdout=-1, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "writes\n"
        (his,) = left(tmp_path)
        put(target, b"mine", mode=0o644)
        assert left(tmp_path) == [his]
        other.send_signal(signal.SIGKILL)
    assert left(tmp_path) == [his]
    put(tmp_path / "another.csv", b"whole", mode=0o644)
    assert sorted(os.listdir(tmp_path)) == ["another.csv", "lists.zip"]
    assert target.read_bytes() == b"mine"


@pytest.mark.parametrize("name", [f"{PREFIX}abcdefgh", "unfinished-abcdefgh"])
def test_an_archive_takes_away_what_a_killed_import_left(tmp_path: Path, name: str) -> None:
    archive = FileArchive(tmp_path)
    page = archive.put(exchange(b"one"))
    folder = tmp_path / "pages" if name.startswith(PREFIX) else tmp_path / "pages" / page.sha256[:2]
    (folder / name).write_bytes(b"half")
    (tmp_path / "pages" / page.sha256[:2] / f"{page.sha256}.gz").unlink()
    assert sorted(p.code for p in archive.verify()) == ["archive-leftover", "archive-page-missing"]
    archive.put(exchange(b"one", minute=1))
    assert archive.verify() == []


def test_files_of_others_stay(tmp_path: Path) -> None:
    for name in (".lists.zip.mybackup", "unfinished-symphony", ".hidden"):
        (tmp_path / name).write_bytes(b"mine")
    put(tmp_path / "lists.zip", b"whole", mode=0o644)
    assert len(os.listdir(tmp_path)) == 4


def test_what_others_put_beside_it_under_such_a_name_holds_nobody_up(tmp_path: Path) -> None:
    """Where others may write, as among the temporary files: nobody ever writes into a pipe of theirs, and a
    link leads to a file whose lock is another's."""
    far, pipe, link = tmp_path / "far", tmp_path / f"{PREFIX}pipe", tmp_path / f"{PREFIX}link"
    far.write_bytes(b"another's")
    os.mkfifo(pipe)
    link.symlink_to(far)
    writer = threading.Thread(target=lambda: put(tmp_path / "x", b"whole", mode=0o644), daemon=True)
    writer.start()
    writer.join(5)
    held = writer.is_alive()
    if held:
        os.close(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))
    assert not held and (tmp_path / "x").read_bytes() == b"whole"
    assert far.read_bytes() == b"another's" and link.is_symlink()


def test_what_takes_the_place_of_an_unfinished_file_keeps_its_rights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever may write in the folder could have a file of the office's own opened to everybody."""
    key, sync = tmp_path / "key", os.fsync
    key.write_bytes(b"secret")
    key.chmod(0o600)

    def swapped(handle: int) -> None:
        sync(handle)
        (unfinished,) = tmp_path.glob(f"{PREFIX}*")
        unfinished.unlink()
        unfinished.symlink_to(key)

    monkeypatch.setattr(os, "fsync", swapped)
    put(tmp_path / "x", b"whole", mode=0o644)
    assert key.stat().st_mode & 0o777 == 0o600


def test_a_write_protected_file_is_kept(tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    target.write_bytes(b"received")
    target.chmod(0o444)
    with pytest.raises(PermissionError) as refused:
        put(target, b"an export", mode=0o644)
    assert refused.value.filename == str(target)
    assert (os.listdir(tmp_path), target.read_bytes()) == (["report.html"], b"received")
    target.chmod(0o644)
    put(target, b"an export", mode=0o644)
    assert target.read_bytes() == b"an export"


def test_a_file_that_is_taken_for_a_leftover_before_it_is_locked_is_begun_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, calls = fcntl.flock, []

    def late(handle: int, how: int) -> None:
        calls.append(handle)
        if len(calls) == 1:  # the writer's own first lock: somebody clears the folder just before it
            clear(tmp_path)
        real(handle, how)

    monkeypatch.setattr(fcntl, "flock", late)
    put(tmp_path / "lists.zip", b"whole", mode=0o644)
    assert len(calls) > 2
    assert os.listdir(tmp_path) == ["lists.zip"]


def test_many_writers_of_one_file_leave_one_whole_file(tmp_path: Path) -> None:
    def write(n: int) -> None:
        for _ in range(20):
            put(tmp_path / "lists.zip", b"%d" % n * 1000, mode=0o644)

    threads = [threading.Thread(target=write, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert os.listdir(tmp_path) == ["lists.zip"]
    assert len(set((tmp_path / "lists.zip").read_bytes())) == 1


@pytest.mark.parametrize("size", [10, 100_000])  # one that waits in Python until the end, one that does not
def test_what_does_not_fit_is_told_with_the_file_that_it_was_to_be(tmp_path: Path, size: int) -> None:
    target = tmp_path / "list.csv"
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (5, before[1]))  # as on a full disk: the system takes no more
    try:
        with pytest.raises(OSError) as refused:
            put(target, b"x" * size, mode=0o644)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert refused.value.filename == str(target)
    assert list(tmp_path.iterdir()) == []
