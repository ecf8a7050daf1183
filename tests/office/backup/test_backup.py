"""A backup holds the whole office, is proved when it is made, and gives the same office anywhere."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import resource
import shutil
import sqlite3
import subprocess
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from office.backup import make, pack
from office.backup.pack import AFTER, BEFORE, belongs, unpack
from office.backup.shelf import held, outdated
from office.chain.key import office_public_key
from office.database.copy import sums
from office.database.engine import look, open_engine, reader, sqlite
from office.database.move import settings_put
from office.errors import OfficeError
from office.jobs.board import alarms, board
from office.opened import Office
from office.personal.retention import clear
from office.place import Place
from scraper.archive import Exchange, FileArchive
from scraper.unfinished import PREFIX
from tests.office.chained import NEXT, Chained, at, command
from tests.office.doctor.test_doctor import content, fetched  # noqa: F401  a fixture
from tests.office.mail.shapes import mail
from tests.office.past import unpacked as past_office
from tests.office.test_killed import cup, killed  # noqa: F401  a fixture
from tests.office.test_read_only import auditor
from tests.workplace import Workplace

ROOT = Path(__file__).resolve().parents[3]
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
    assert (
        said.out == f"Invented Federation: the office as of 2026-11-02T01:00:00+00:00 is in {made.folder}\n"
    )
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
    assert "Which of its jobs are on cannot be told yet" in said.err
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
    real, office = pack.snapshot, Office(fetched.place, fetched.engine(), nothing)
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


def bytes_of(folder: Path) -> dict[str, bytes]:
    """Every file of a folder but the log of a database, which comes and goes with who reads it."""
    found = (p for p in folder.rglob("*") if p.is_file() and "sqlite-" not in p.name)
    return {str(p.relative_to(folder)): p.read_bytes() for p in found}


def refused(work: Workplace, file: Path, *words: object) -> dict[str, str]:
    """The problem of a restore that is refused; nothing is there after it."""
    made = other(work)
    said = made.run("restore", file, *words)
    assert said.code == 1
    assert not made.folder.exists()
    assert [p for p in made.folder.parent.iterdir() if p.name.startswith(PREFIX)] == []
    return said.problem()


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


# encryption


@pytest.fixture
def keys(tmp_path: Path) -> tuple[str, Path]:
    """A public key, and the file with the secret one, as age-keygen writes it."""
    pyrage = pytest.importorskip("pyrage")
    identity = pyrage.x25519.Identity.generate()
    file = tmp_path / "key.txt"
    file.write_text(f"# created: 2026-11-02\n# public key: {identity.to_public()}\n{identity}\n")
    return str(identity.to_public()), file


def test_an_encrypted_backup_opens_with_its_key_alone(
    fetched: Workplace,  # noqa: F811
    keys: tuple[str, Path],
    tmp_path: Path,
) -> None:
    import pyrage

    public, secret = keys
    file = backed_up(fetched, "--recipient", public)
    assert file.name.endswith(".tar.age") and file.read_bytes().startswith(b"age-encryption.org/v1\n")
    assert b"Invented" not in file.read_bytes()
    assert refused(fetched, file)["code"] == "backup-encrypted"
    stranger = tmp_path / "stranger.txt"
    stranger.write_text(str(pyrage.x25519.Identity.generate()))
    assert refused(fetched, file, "--identity", stranger)["code"] == "backup-unfit"
    assert (
        refused(fetched, file, "--identity", fetched.file("no key", "no.txt"))["code"] == "backup-key-unfit"
    )
    data = file.read_bytes()
    for changed in (data[:-1], data[: len(data) // 2], data[:5000] + b"\0" + data[5001:], data + b"x"):
        broken = fetched.file(changed, "broken.age")
        assert refused(fetched, broken, "--identity", secret)["code"] == "backup-unfit"
    made = other(fetched)
    made.done("restore", file, "--identity", secret)
    assert made.dump() == fetched.dump()


def test_no_key_is_named_before_anything_is_made(fetched: Workplace, keys: tuple[str, Path]) -> None:  # noqa: F811
    folder = fetched.folder.parent / "backups"
    # the second: the secret key in the place of the public one; of a file with none all could read the backup
    for given in ("age1nonsense", str(keys[1]), fetched.file("# public keys\n", "keys.txt")):
        said = fetched.run("backup", folder, "--recipient", given)
        assert (said.code, said.problem()["code"]) == (1, "backup-key-unfit")
        assert "AGE-SECRET-KEY" not in said.all
    said = fetched.run("backup", folder, "--recipient", keys[1].read_text().split()[-1])
    assert said.problem()["found"] == "a secret key" and "AGE-SECRET-KEY" not in said.all
    assert not folder.exists()


def test_a_file_with_keys_that_is_not_there_is_told_as_one(
    fetched: Workplace,  # noqa: F811
    tmp_path: Path,
) -> None:
    pytest.importorskip("pyrage")
    folder = fetched.folder.parent / "backups"
    for given, found in (
        ("keys.txt", "no such file"),
        ("ssh-keys", "no such file"),
        ("age1-keys.txt", "no such file"),
        (str(tmp_path), "a folder"),
    ):
        problem = fetched.run("backup", folder, "--recipient", given).problem()
        assert (problem["place"], problem["found"]) == (given, found)
    wrong = fetched.file("age1nonsense\n", "wrong.txt")
    assert fetched.run("backup", folder, "--recipient", wrong).problem()["place"] == str(wrong)
    assert not folder.exists()


# retention


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
