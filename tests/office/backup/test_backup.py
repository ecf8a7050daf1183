"""A backup holds the whole office, is proved when it is made, and gives the same office anywhere."""

from __future__ import annotations

import gzip
import hashlib
import json
import sqlite3
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from office.backup import make, pack
from office.backup.pack import AFTER, BEFORE
from office.database.copy import sums
from office.database.engine import open_engine, reader, sqlite
from office.opened import Office
from office.personal.retention import clear
from office.place import Place
from scraper.archive import Exchange, FileArchive
from scraper.unfinished import PREFIX
from tests.office.chained import NEXT, Chained, at, command
from tests.office.doctor.test_doctor import content, fetched  # noqa: F401  a fixture
from tests.office.mail.shapes import mail
from tests.office.past import unpacked as past_office
from tests.office.test_killed import cup  # noqa: F401  a fixture
from tests.workplace import Workplace

KEPT = (*BEFORE, *AFTER)


def nothing(_text: str) -> None:
    pass


def backed_up(work: Workplace, *words: object) -> Path:
    folder = work.folder.parent / "backups"
    work.done("backup", folder, *words)
    (file,) = folder.iterdir()
    return file


def other(work: Workplace, name: str = "restored") -> Workplace:
    return replace(work, folder=work.folder.parent / name)


def lists_of(work: Workplace) -> dict[str, bytes]:
    """Every list there is, as it is exported."""
    to = work.folder.parent / f"lists of {work.folder.name}"
    work.done("export", "list", "--to", to)
    return {p.name: p.read_bytes() for p in to.iterdir()}


def test_a_backup_of_an_office_on_a_server_is_proved_by_the_database_in_it(
    work: Workplace, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not by the office's own, which banzuke.toml of the backup names."""
    work.done("database", "copy", server)
    examined = []
    own = make.examine

    def looked_at(place: Place, *more: Any, **named: Any) -> Any:
        examined.append(place.server())
        return own(place, *more, **named)

    monkeypatch.setattr(make, "examine", looked_at)
    backed_up(work)
    assert examined == [None]


def test_an_office_restored_elsewhere_is_the_same_to_the_byte(fetched: Workplace) -> None:  # noqa: F811
    fetched.done("contact", "rating@example.org")
    fetched.done("jobs", "on", "poll")
    fetched.done("export", "list")
    (fetched.folder / "templates").mkdir()
    (fetched.folder / "templates" / "reply.txt").write_text("Thank you")
    file = backed_up(fetched)
    assert file.stat().st_mode & 0o777 == 0o600
    made = other(fetched)
    said = made.done("restore", file)
    assert said.out == f"Invented Federation: the office as of 2 November 2026, 10:00 is in {made.folder}\n"
    assert "banzuke jobs off poll\n" in said.err
    for name in ("last-request", "node"):
        (fetched.folder / "archive" / name).unlink(missing_ok=True)
    kept = [name for name in KEPT if name != "banzuke.toml" or not fetched.served()]  # which names its server
    assert content(made.folder, kept) == content(fetched.folder, kept)
    assert made.dump() == fetched.dump()
    assert lists_of(made) == lists_of(fetched)
    assert made.done("rebuild").out == fetched.done("rebuild").out
    assert made.done("doctor").out.startswith("The office is sound")


def test_a_backup_holds_everything_but_what_is_passing(fetched: Workplace) -> None:  # noqa: F811
    """Whatever commands put into an office's folder is in a backup, or is known to need none."""
    with tarfile.open(backed_up(fetched)) as tar:
        held = {Path(name).parts[0] for name in tar.getnames()}
    there = {path.name for path in fetched.folder.iterdir()}
    assert there - held <= {"banzuke.sqlite", "banzuke.sqlite-wal", "banzuke.sqlite-shm", "seen"}
    assert held - there == {"backup.json", "banzuke.sqlite.gz"}


def test_any_program_that_reads_tar_reads_a_backup(fetched: Workplace) -> None:  # noqa: F811
    file, to = backed_up(fetched), fetched.folder.parent / "by hand"
    to.mkdir()
    subprocess.run(["tar", "xf", file, "-C", to], check=True)
    about = json.loads((to / "backup.json").read_text())
    database = fetched.engine().dialect.name
    assert (about["format"], about["office"], about["database"]) == (1, "Invented Federation", database)
    (to / "banzuke.sqlite").write_bytes(gzip.decompress((to / "banzuke.sqlite.gz").read_bytes()))
    with closing(sqlite3.connect(to / "banzuke.sqlite")) as connection, connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    data = file.read_bytes()
    assert data.endswith(b"banzuke backup sha256 " + hashlib.sha256(data[:-87]).hexdigest().encode() + b"\n")


@pytest.mark.slow
def test_an_office_on_a_server_is_restored_into_a_file_and_back(
    offices: dict[str, Chained], server: str, tmp_path: Path
) -> None:
    served = offices["postgresql"]
    made = make.backup(served.place, served.engine, tmp_path / "backups", NEXT, nothing)
    assert {one.code for one in made.found} <= {"no-saved-pages"}
    file = Place(tmp_path / "file")
    make.restore(made.file, file, NEXT, nothing)
    assert not file.settings.exists()  # never the database that the backup was made of
    again = Place(tmp_path / "again")
    make.restore(made.file, again, NEXT, nothing, server=server)
    assert again.server() == server and not again.database.exists()
    held = []
    for engine in (served.engine, open_engine(file), open_engine(again)):
        with reader(engine).connect() as connection:
            held.append(sums(connection))
    assert held[0]["list_rating"].rows and held[0] == held[1] == held[2]
    exported = []
    for folder in (served.folder, file.folder, again.folder):
        with at(NEXT):
            command(folder, "export", "list", "--to", str(tmp_path / folder.name / "out"))
        exported.append({p.name: p.read_bytes() for p in (tmp_path / folder.name / "out").iterdir()})
    assert exported[0] and exported[0] == exported[1] == exported[2]
    with at(NEXT):  # work goes on: numbers behind those that were copied
        command(again.folder, "rate")
        command(again.folder, "preview")


def test_a_backup_of_another_banzuke_goes_into_no_server(
    fetched: Workplace,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = backed_up(fetched)
    monkeypatch.setattr(make, "newest", lambda: "b99")
    problem = refused(fetched, file, "--database", "postgresql://nobody@127.0.0.1:9/none")
    assert (problem["code"], problem["found"]) == ("database-version", "migration b7")
    assert "without --database" in problem["do"]


def test_of_the_backup_of_an_older_banzuke_it_is_said_that_its_jobs_are_not_known_yet(
    work: Workplace, tmp_path: Path
) -> None:
    """Its finding is placed in the folder that there is now, and not in the one where it was examined."""
    past = tmp_path / "past"
    past.mkdir()
    engine = sqlite(past / "banzuke.sqlite")
    told = past_office("b5-queensland", engine, past)
    file = tmp_path / "old.tar"
    pack.pack(Place(past), engine, {"office": "Old", "made_at": "then"}, file, tmp_path)
    made = replace(other(work), moment=told["moment"] + timedelta(hours=1))
    said = made.run("restore", file)
    assert (said.code, said.problem()["code"], said.problem()["place"]) == (
        1,
        "database-version",
        "banzuke.sqlite",
    )
    assert "It is not known yet which of its jobs are on" in said.err
    made.done("migrate")
    assert [one for one in made.run("jobs").out.splitlines() if "    on, " in one]


ATTEMPT = (
    "INSERT INTO sign_in_attempt (name_sha256, address, tried_at)"
    " VALUES (?, 'x', '2026-11-02 01:00:00.000000')"
)


def test_a_backup_is_of_one_moment_while_others_write(fetched: Workplace) -> None:  # noqa: F811
    """Rows are added two by two all the time; the backup has the first so many pairs of them."""
    stop, errors = False, []

    def write() -> None:
        connection = sqlite3.connect(fetched.database, timeout=20)
        number = 0
        while not stop:
            number += 1
            try:
                with connection:
                    connection.execute("BEGIN IMMEDIATE")
                    for name in ("a", "b"):
                        connection.execute(ATTEMPT, (f"{number:06} {name}",))
            except sqlite3.Error as error:
                errors.append(error)
        connection.close()

    writer = Thread(target=write)
    writer.start()
    try:
        file = backed_up(fetched)
    finally:
        stop = True
        writer.join()
    assert errors == []
    made = other(fetched)
    made.done("restore", file)
    names = [n for (n,) in made.rows("SELECT name_sha256 FROM sign_in_attempt ORDER BY 1")]
    assert 0 < len(names) < len(fetched.rows("SELECT id FROM sign_in_attempt"))
    assert names == [f"{n:06} {name}" for n in range(1, len(names) // 2 + 1) for name in "ab"]


def test_a_list_published_while_a_backup_is_made_leaves_it_sound(
    fetched: Workplace,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Heads and statements are taken before the database: it may know more than they say, never less."""
    order: list[str] = []
    real, taken = pack.snapshot, pack.files

    def noted(*given: object) -> None:
        order.append("database")
        real(*given)  # type: ignore[arg-type]

    def listed(place: Place, names: tuple[str, ...]) -> Iterator[tuple[str, Path]]:
        order.extend(names)
        return taken(place, names)

    monkeypatch.setattr(pack, "snapshot", noted)
    monkeypatch.setattr(pack, "files", listed)
    backed_up(fetched)
    assert order.index("heads.txt") < order.index("statements") < order.index("database")
    assert order.index("database") < order.index("archive") < order.index("mails")


def test_a_mail_and_a_page_that_are_deleted_while_a_backup_is_made_leave_it_sound(
    fetched: Workplace,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As where the machine was off, and both jobs are due at once: the files go when the backup has them."""
    fetched.run("inbox", fetched.file(mail("Good morning."), "old.eml"))
    page = Exchange("https://chess-results.com/x", "", "GET", 200, b"one", fetched.moment)
    FileArchive(fetched.folder / "archive").put_all([page, replace(page, body=b"two")])
    fetched.moment += timedelta(days=500)
    # The engine of the commands looks into the database of the backup while that is examined.
    own = fetched.engine() if fetched.served() else sqlite(fetched.database)
    real, office = pack.snapshot, Office(fetched.place, own, nothing)
    deleting = Thread(
        target=clear,
        args=(office, fetched.moment),
        kwargs={"mails": 400, "pages": 400, "sender": "", "delete": True},
    )

    def deleted_meanwhile(*given: Any) -> None:
        real(*given)
        deleting.start()
        deleting.join(1)

    monkeypatch.setattr(pack, "snapshot", deleted_meanwhile)
    file = backed_up(fetched)
    deleting.join()
    assert "findings" not in file.name
    assert fetched.rows("SELECT state, count(*) FROM message GROUP BY 1") == [("deleted", 1)]
    assert list((fetched.folder / "mails").rglob("*.gz")) == []


# what stops it


def refused(work: Workplace, file: Path, *words: object) -> dict[str, str]:
    """The problem of a restore that is refused; nothing is there after it."""
    made = other(work)
    said = made.run("restore", file, *words)
    assert said.code == 1
    assert not made.folder.exists()
    assert [p for p in made.folder.parent.iterdir() if p.name.startswith(PREFIX)] == []
    return said.problem()


# encryption


# retention
