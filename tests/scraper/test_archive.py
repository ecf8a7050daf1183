"""The archive of what was received: nothing is lost, nothing half written is believed."""

from __future__ import annotations

import gzip
import hashlib
import random
import signal
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import scraper.archive
import scraper.index
from scraper.archive import Archive, ArchiveError, Exchange, FileArchive

ASKED = "https://chess-results.com/tnr1234567.aspx?lan=1&art=0"
NODE = "https://s2.chess-results.com/tnr1234567.aspx?lan=1&art=0&SNode=S0"


def exchange(
    body: bytes, asked: str = ASKED, status: int = 200, minute: int = 0, complete: bool = True
) -> Exchange:
    return Exchange(
        asked=asked,
        address=NODE,
        method="GET",
        status=status,
        body=body,
        fetched_at=datetime(2026, 10, 19, 12, minute, tzinfo=UTC),
        content_type="text/html",
        complete=complete,
    )


def only_file(archive: FileArchive) -> Path:
    (file,) = archive.folder.rglob("*.gz")
    return file


def test_a_page_comes_back_with_its_address_time_and_hash(tmp_path: Path) -> None:
    archive: Archive = FileArchive(tmp_path)
    page = archive.put(exchange(b"<html>\xe6\x9c\x88</html>"))
    assert page.sha256 == hashlib.sha256(b"<html>\xe6\x9c\x88</html>").hexdigest()
    assert page.address == page.origin == ASKED
    assert page.fetched_at == datetime(2026, 10, 19, 12, 0, tzinfo=UTC)
    assert archive.page(page.sha256) == archive.newest(ASKED) == archive.newest(NODE) == page
    assert FileArchive(tmp_path).page(page.sha256) == page


def test_the_same_body_is_one_file_and_two_lines(tmp_path: Path) -> None:
    archive = FileArchive(tmp_path)
    archive.put(exchange(b"same"))
    first = only_file(archive).read_bytes()
    archive.put(exchange(b"same", minute=5))
    assert only_file(archive).read_bytes() == first == gzip.compress(b"same", 6, mtime=0)
    assert [e.fetched_at.minute for e in archive.entries()] == [0, 5]


def test_pages_that_come_together_are_kept_as_one_by_one(tmp_path: Path) -> None:
    together, alone = FileArchive(tmp_path / "together"), FileArchive(tmp_path / "alone")
    given = [exchange(body=body) for body in (b"one", b"two", b"one", b"three")]
    for archive in (together, alone):
        archive.folder.mkdir()
    assert together.put_all(given) == [alone.put(one) for one in given]
    assert together.put_all([]) == []
    kept = [
        {str(file.relative_to(a.folder)): file.read_bytes() for file in a.folder.rglob("*") if file.is_file()}
        for a in (together, alone)
    ]
    assert kept[0] == kept[1] and together.verify() == []


def test_no_line_is_written_where_one_of_several_pages_cannot_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = FileArchive(tmp_path)
    archive.put(exchange(body=b"before"))
    real = scraper.archive.put
    left = iter(range(2))

    def put(*given: object, **named: object) -> None:
        if next(left, None) is None:
            raise OSError(28, "No space left on device")
        real(*given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(scraper.archive, "put", put)
    with pytest.raises(OSError, match="No space"):
        archive.put_all([exchange(body=body) for body in (b"one", b"two", b"three")])
    monkeypatch.undo()
    assert len(archive.entries()) == 1
    archive.put_all([exchange(body=body) for body in (b"one", b"two", b"three")])
    assert len(archive.entries()) == 4 and archive.verify() == []


def test_what_is_looked_up_is_what_the_whole_index_says(tmp_path: Path) -> None:
    dice, archive = random.Random(3), FileArchive(tmp_path)
    addresses = [ASKED, f"{ASKED}&rd=1", f'{ASKED}&n="\\é', "file:\U00020bb7.xlsx", NODE]
    kept: set[str] = set()
    for number in range(60):
        body = str(dice.randrange(8)).encode()
        archive.put(exchange(body, asked=dice.choice(addresses), minute=number))
        kept.add(hashlib.sha256(body).hexdigest())
        if dice.random() < 0.2:
            archive.remove(gone := dice.choice(sorted(kept)))
            kept.discard(gone)
        if dice.random() < 0.1:
            with open(tmp_path / "index.jsonl", "ab") as index:
                index.write(f'{{"asked": "{ASKED}", "addr'.encode())
        for one in (archive, FileArchive(tmp_path)):
            entries = one.entries()
            for address in addresses:
                named = [e for e in entries if address in (e.asked, e.address)]
                page = one.newest(address)
                assert (page and (page.sha256, page.fetched_at)) == (
                    (named[-1].sha256, named[-1].fetched_at) if named else None
                )
            assert {e.sha256 for e in entries} == {s for s in kept if one.page(s) is not None}


def test_a_page_is_looked_up_without_reading_what_was_ever_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = FileArchive(tmp_path)
    pages = archive.put_all([exchange(str(n).encode(), asked=f"{ASKED}&rd={n}") for n in range(50)])
    archive.remove(*(page.sha256 for page in pages[10:]))
    assert archive.page(pages[0].sha256) is not None and archive.page(pages[10].sha256) is None
    read, real = [], scraper.index._entry
    monkeypatch.setattr(scraper.index, "_entry", lambda raw: (read.append(raw), real(raw))[1])
    for page in pages[:10]:
        assert archive.page(page.sha256) is not None
        assert archive.newest(page.address) is not None
    assert len(read) == 2 * 10
    archive.put(exchange(b"another"))  # of what is new alone it is read which are deletions
    archive.page(pages[0].sha256)
    assert len(read) == 2 * 10 + 1


def test_a_page_whose_deletion_was_cut_off_goes_with_the_next(tmp_path: Path) -> None:
    archive = FileArchive(tmp_path)
    page, other = (archive.put(exchange(body)) for body in (b"one", b"two"))
    archive._index.note_removals([page.sha256])  # and the machine is gone
    assert [one.code for one in archive.verify()] == ["archive-page-unlisted"]
    archive.remove()
    assert archive.verify() == [] and archive.page(other.sha256) is not None
    archive.put(exchange(b"one", minute=5))
    archive.remove()
    assert archive.page(page.sha256) is not None


def test_a_page_that_comes_again_while_it_is_to_be_deleted_stays(tmp_path: Path) -> None:
    archive, other = FileArchive(tmp_path), FileArchive(tmp_path)
    old, new = (archive.put(exchange(body, minute=n)) for n, body in enumerate((b"one", b"two")))
    since = new.fetched_at + timedelta(minutes=1)
    other.put(exchange(b"one", asked=f"{ASKED}&rd=1", minute=5))  # after it was found to be old
    archive.remove(old.sha256, new.sha256, since=since)
    assert archive.page(old.sha256) is not None and archive.page(new.sha256) is None
    assert archive.verify() == []


def test_nothing_is_deleted_between_a_body_and_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The body stands there already, is listed anew, and is to be deleted by another process meanwhile."""
    archive, real = FileArchive(tmp_path), scraper.index.Index.add
    page = archive.put(exchange(b"one"))
    deleting = threading.Thread(target=lambda: FileArchive(tmp_path).remove(page.sha256))

    def add(index: Any, entries: Any) -> None:
        deleting.start()
        deleting.join(0.2)
        real(index, entries)

    with monkeypatch.context() as patch:
        patch.setattr(scraper.index.Index, "add", add)
        archive.put(exchange(b"one", minute=5))
    deleting.join()
    assert archive.verify() == [] and archive.page(page.sha256) is None


def test_an_answer_is_kept_while_many_pages_are_deleted_and_one_that_comes_again_then_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, fetching = FileArchive(tmp_path), FileArchive(tmp_path)
    pages = archive.put_all([exchange(b"%d" % n) for n in range(60)])
    real, begun = Path.unlink, threading.Event()

    def slowly(file: Path, missing_ok: bool = False) -> None:
        begun.set()
        time.sleep(0.05)
        real(file, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", slowly)
    monkeypatch.setattr(scraper.archive, "HELD", 0.2)
    deleting = threading.Thread(target=lambda: archive.remove(*(page.sha256 for page in pages)))
    deleting.start()
    begun.wait()
    fetching.put(exchange(b"59", minute=5))  # its turn has not come
    fetching.put(exchange(b"0", minute=5))  # it is gone already
    assert deleting.is_alive()
    deleting.join()
    kept = [page.sha256 for page in (pages[0], pages[59])]
    assert [page.sha256 for page in pages if archive.page(page.sha256)] == kept
    assert archive.verify() == []


def test_the_newest_page_is_whole_and_no_error_page(tmp_path: Path) -> None:
    archive = FileArchive(tmp_path)
    archive.put(exchange(b"old"))
    archive.put(exchange(b"new", minute=1))
    archive.put(exchange(b"server error", status=503, minute=2))
    archive.put(exchange(b"cut o", minute=3, complete=False))
    newest = archive.newest(ASKED)
    assert newest is not None
    assert newest.body == b"new"
    assert archive.newest(ASKED + "&rd=1") is None
    assert archive.page("0" * 64) is None


def test_exchanges_are_listed_by_tournament(tmp_path: Path) -> None:
    archive = FileArchive(tmp_path)
    archive.put(exchange(b"a"))
    archive.put(exchange(b"b", asked="https://chess-results.com/Tnr42.aspx?lan=1", status=404))
    assert [(e.tournament, e.status) for e in archive.entries()] == [(1234567, 200), (42, 404)]


def test_a_torn_last_line_is_reported_and_the_next_line_is_whole(tmp_path: Path) -> None:
    archive = FileArchive(tmp_path)
    archive.put(exchange(b"one"))
    index = tmp_path / "index.jsonl"
    whole = index.read_bytes()
    index.write_bytes(whole + whole[: len(whole) // 2])
    assert [p.code for p in archive.verify()] == ["archive-torn-line"]
    archive.put(exchange(b"two", minute=1))
    assert [e.size for e in archive.entries()] == [3, 3]
    assert [p.code for p in archive.verify()] == ["archive-torn-line"]
    assert index.read_bytes().startswith(whole)


@pytest.mark.parametrize("damage", [b"not gzip", gzip.compress(b"another page", 9, mtime=0), b""])
def test_a_damaged_page_is_refused_and_reported_and_mended_when_it_comes_again(
    tmp_path: Path, damage: bytes
) -> None:
    archive = FileArchive(tmp_path)
    page = archive.put(exchange(b"one"))
    only_file(archive).write_bytes(damage)
    assert [p.code for p in archive.verify()] == ["archive-page-damaged"]
    with pytest.raises(ArchiveError):
        archive.newest(ASKED)
    archive.put(exchange(b"one", minute=1))
    assert archive.verify() == []
    assert archive.body(page.sha256) == b"one"


def test_a_missing_page_is_refused_and_reported(tmp_path: Path) -> None:
    archive = FileArchive(tmp_path)
    page = archive.put(exchange(b"one"))
    only_file(archive).unlink()
    assert [p.code for p in archive.verify()] == ["archive-page-missing"]
    with pytest.raises(ArchiveError) as caught:
        archive.page(page.sha256)
    assert caught.value.problem.code == "archive-page-missing"


def test_leftovers_of_an_interruption_are_reported(tmp_path: Path) -> None:
    archive = FileArchive(tmp_path)
    archive.put(exchange(b"one"))
    index = tmp_path / "index.jsonl"
    index.write_bytes(b"")
    (only_file(archive).parent / "unfinished-x").write_bytes(b"half")
    assert sorted(p.code for p in archive.verify()) == ["archive-leftover", "archive-page-unlisted"]


def test_writers_at_the_same_time_lose_nothing(tmp_path: Path) -> None:
    def write(start: int) -> None:
        archive = FileArchive(tmp_path)
        for n in range(start, start + 10):
            archive.put(exchange(b"page %d" % n))

    threads = [threading.Thread(target=write, args=(start,)) for start in (0, 10, 20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    archive = FileArchive(tmp_path)
    assert len(archive.entries()) == 30
    assert archive.verify() == []


_WRITER = """
import os, sys
from datetime import UTC, datetime
from pathlib import Path
from scraper.archive import Exchange, FileArchive
archive = FileArchive(Path(sys.argv[1]))
address = "https://chess-results.com/tnr1234567.aspx?lan=1&art=0"
n = 0
while True:
    n += 1
    body = os.urandom(200_000)
    page = archive.put(Exchange(address, address, "GET", 200, body, datetime.now(UTC), "text/html"))
    print(page.sha256, flush=True)
"""


def test_a_kill_in_the_middle_of_writing_loses_nothing_that_was_reported_kept(tmp_path: Path) -> None:
    root = Path(__file__).resolve().parents[2]
    patience = random.Random(7)
    kept: list[str] = []
    for _ in range(5):
        command = [sys.executable, "-c", _WRITER, str(tmp_path)]
        with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            kept.append(writer.stdout.readline().strip())
            time.sleep(patience.uniform(0.0, 0.06))
            writer.send_signal(signal.SIGKILL)
            kept += [line.strip() for line in writer.stdout if line.endswith("\n")]
    archive = FileArchive(tmp_path)
    for sha256 in kept:
        page = archive.page(sha256)
        assert page is not None
        assert hashlib.sha256(page.body).hexdigest() == sha256
    harmless = {"archive-leftover", "archive-page-unlisted", "archive-torn-line"}
    assert {p.code for p in archive.verify()} <= harmless
    # And it goes on as if nothing had happened.
    again = archive.put(exchange(b"after"))
    assert archive.newest(ASKED) == again
