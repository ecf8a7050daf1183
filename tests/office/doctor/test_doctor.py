"""`doctor` names every damage that was done to an office, and is content with one that nobody damaged."""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
from collections import namedtuple
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from threading import Thread

import psycopg
import pytest

from office.doctor import checks, servers
from office.doctor.examine import Examined, examine
from office.place import Place
from scraper.unfinished import PREFIX
from tests.office.chained import NEXT, Chained
from tests.office.mail.shapes import mail
from tests.office.test_killed import COMMIT, cup, killed  # noqa: F401  a fixture
from tests.office.test_publication import drafted
from tests.office.test_read_only import auditor
from tests.on_postgresql import made_database, server
from tests.workplace import Workplace, once

pytestmark = pytest.mark.slow

CASSETTE = Path(__file__).resolve().parents[3] / "cassettes" / "autumn-2026"
CUP = "https://chess-results.com/tnr1499733.aspx"


@pytest.fixture
@once
def fetched(cup: Workplace) -> Workplace:  # noqa: F811
    """An office with an event whose pages it has."""
    cup.done("import", CUP, "--reported", "2026-10-19", "--replay", CASSETTE)
    for path in (cup.folder, *cup.folder.rglob("*")):
        path.chmod(0o700 if path.is_dir() else 0o600)
    return cup


def codes(found: Examined) -> set[str]:
    return {one.code for one in found.found}


def looked(office: Chained | Workplace, now: datetime = NEXT) -> Examined:
    return examine(Place(office.folder), now, lambda _: None)


def test_an_office_that_nobody_damaged_is_sound_on_both_databases(chained: Chained) -> None:
    found = looked(chained)
    # Their readings were made by hand, without pages: `rebuild` says so too.
    assert codes(found) - {"open-to-others"} == {"no-saved-pages"}


def test_an_office_with_its_pages_is_sound(fetched: Workplace) -> None:
    said = fetched.done("doctor")
    assert said.out == "The office is sound\n"
    assert said.err.splitlines() == [
        *(f"{name}: sound" for name in ("folder", "key", "settings", "database", "migration")),
        "readings and events: sound",
        "list of 1 October 2026, version 1: the same, byte for byte",
        "what every list rests on: as it was published",
        "lists, chain and register: sound",
        *(f"{name}: sound" for name in ("sums", "heads and statements", "pages and mails", "clock")),
    ]
    japanese = fetched.done("--lang", "ja", "doctor").err
    assert "鍵：異常なし" in japanese and "第1版：バイト単位で一致" in japanese


def page_file(work: Workplace) -> Path:
    return sorted((work.folder / "archive" / "pages").glob("*/*.gz"))[0]


def one_byte(path: Path, at: int) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)


def _set(settings: Path, line: str) -> None:
    """One line more in front of the settings, which on PostgreSQL say where the database is."""
    settings.write_text(f"{line}\n{settings.read_text() if settings.exists() else ''}")


def by_sql(work: Workplace, *statements: str) -> None:
    """Somebody who puts the triggers away and back again."""
    with closing(sqlite3.connect(work.database)) as connection, connection:
        triggers = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _sql in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            assert connection.execute(statement).rowcount
        for _name, sql in triggers:
            connection.execute(sql)
    connection.close()


def truncated(work: Workplace) -> None:
    with closing(sqlite3.connect(work.database)) as connection, connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    os.truncate(work.database, work.database.stat().st_size // 2)


def without_trigger(work: Workplace) -> None:
    with closing(sqlite3.connect(work.database)) as connection, connection:
        connection.execute("DROP TRIGGER frozen_list_rating_update")
    connection.close()


DAMAGE: dict[str, tuple[Callable[[Workplace], object], set[str]]] = {
    "a page is gone": (lambda w: page_file(w).unlink(), {"archive-page-missing"}),
    "one byte of a page": (lambda w: one_byte(page_file(w), 30), {"archive-page-damaged"}),
    "the archive is gone": (lambda w: shutil.rmtree(w.folder / "archive"), {"archive-page-missing"}),
    "the index of the archive is gone": (
        lambda w: (w.folder / "archive" / "index.jsonl").unlink(), {"archive-page-missing"},
    ),
    "half a database": (truncated, {"database-damaged"}),
    "no database at all": (lambda w: w.database.write_bytes(b"no database"), {"database-damaged"}),
    "a trigger put away": (without_trigger, {"database-form"}),
    "a rating": (
        lambda w: by_sql(w, "UPDATE list_rating SET rating = rating + 1 WHERE id = 1"),
        {"rebuild-differs", "chain-differs"},
    ),
    "a reading": (
        lambda w: by_sql(w, "UPDATE reading SET record = replace(record, '\"1-0\"', '\"0-1\"')"),
        {"event-differs"},
    ),
    "an event's player": (
        lambda w: by_sql(w, "UPDATE event_player SET number = number + 100 WHERE number = 3"),
        {"event-differs"},
    ),
    "a row that points to none": (
        lambda w: by_sql(w, "UPDATE membership SET member_id = 9999 WHERE id = 1"),
        {"database-damaged"},
    ),
    "the newest list is gone": (
        lambda w: by_sql(
            w,
            "DELETE FROM chain_link", "DELETE FROM list_rating", "DELETE FROM list_member",
            "DELETE FROM list_version",
        ),
        {"head-differs"},
    ),
    "a head": (lambda w: one_byte(w.folder / "heads.txt", 20), {"head-differs"}),
    "a signature": (
        lambda w: one_byte(next((w.folder / "statements").glob("*.minisig")), 100),
        {"signature-differs"},
    ),
    "the key is gone": (lambda w: (w.folder / "key.sec").unlink(), {"key-lost"}),
    "no key": (lambda w: (w.folder / "key.sec").write_text("no key"), {"key-unfit"}),
    "everybody reads the key": (lambda w: (w.folder / "key.sec").chmod(0o644), {"key-readable"}),
    "settings": (lambda w: (w.folder / "banzuke.toml").write_text("= ="), {"settings-unreadable"}),
    "a setting": (lambda w: _set(w.folder / "banzuke.toml", 'log = "loud"'), {"settings-unknown"}),
    "another migration": (
        lambda w: by_sql(w, "UPDATE alembic_version SET version_num = 'zz99'"),
        {"database-version"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGE)
def test_every_damage_is_named_and_repair_changes_nothing_that_is_stored(
    fetched: Workplace, damage: str
) -> None:
    do, named = DAMAGE[damage]
    do(fetched)
    said = fetched.run("doctor")
    assert said.code == 1
    problems = said.problems()
    assert named <= {one["code"] for one in problems}
    along = {"rebuild-differs", "chain-differs", "not-examined", "archive-page-unlisted"}
    assert {one["code"] for one in problems} <= named | along
    assert all(one["do"] for one in problems)
    assert "sound" not in said.out
    kept = ("archive", "mails", "statements", "key.sec", "key.pub", "heads.txt", "banzuke.toml")
    before, rows = content(fetched.folder, kept), stored(fetched)
    assert fetched.run("doctor", "--repair").code == (0 if damage == "everybody reads the key" else 1)
    assert (content(fetched.folder, kept), stored(fetched)) == (before, rows)


def content(folder: Path, names: Sequence[str]) -> dict[str, bytes]:
    files = [f for name in names for f in (folder / name, *(folder / name).rglob("*")) if f.is_file()]
    return {str(f.relative_to(folder)): f.read_bytes() for f in files}


def stored(work: Workplace) -> object:
    try:
        return work.dump()
    except sqlite3.DatabaseError as error:
        return str(error)


def test_what_a_killed_command_left_is_taken_away_and_nothing_else(fetched: Workplace) -> None:
    left = fetched.folder / "archive" / "pages" / f"{PREFIX}abc"
    left.write_bytes(b"half")
    (fetched.folder / f"{PREFIX}whole").mkdir()
    said = fetched.done("doctor")
    assert [one["code"] for one in said.problems()] == ["leftover", "leftover", "archive-leftover"]
    assert said.out == "The office is sound; 3 remarks\n"
    assert fetched.done("doctor", "--repair").out.splitlines() == [
        f"taken away: {fetched.folder / f'{PREFIX}whole'}",
        f"taken away: {left}",
        "The office is sound",
    ]


def test_of_heads_that_are_others_nothing_is_said_that_repair_could_write(work: Workplace) -> None:
    drafted(work)
    work.done("publish")
    file = work.folder / "heads.txt"
    _first, second = file.read_text("utf-8").splitlines()
    file.write_text(f"{second}\n", "utf-8")
    for words in (("doctor",), ("doctor", "--repair")):
        named = {one["code"] for one in work.run(*words).problems()}
        assert "head-differs" in named and "unwritten" not in named
    assert file.read_text("utf-8") == f"{second}\n"


@pytest.mark.parametrize("how", ["repair", "import"])
def test_heads_and_statements_that_a_power_cut_left_out_are_written(fetched: Workplace, how: str) -> None:
    heads = (fetched.folder / "heads.txt").read_bytes()
    signed = content(fetched.folder, ("statements",))
    (fetched.folder / "heads.txt").write_bytes(b"")
    shutil.rmtree(fetched.folder / "statements")
    (fetched.folder / "key.pub").unlink()
    assert [one["code"] for one in fetched.done("doctor").problems()] == ["unwritten"] * 3
    if how == "repair":
        assert fetched.done("doctor", "--repair").out.endswith("The office is sound\n")
    else:  # the next command that stores anything
        fetched.done("import", CUP, "--reported", "2026-10-20", "--replay", CASSETTE)
    assert (fetched.folder / "heads.txt").read_bytes() == heads
    assert content(fetched.folder, ("statements",)) == signed


def test_a_clock_that_was_set_back_is_named(fetched: Workplace) -> None:
    fetched.moment -= timedelta(days=400)
    problem = fetched.run("doctor").problem()
    assert (problem["code"], problem["found"]) == ("clock-behind", "2025-09-28 01:00 UTC by the clock")
    assert "banzuke journal" in problem["do"]  # it may be right now, and have been ahead
    assert fetched.done("status").problem() == problem


def test_an_import_tells_of_a_clock_that_was_set_back_before_its_day_counts_for_a_wrong_list(
    fetched: Workplace,
) -> None:
    """With the day said the clock matters to nothing."""
    fetched.moment -= timedelta(days=400)
    imported = ("import", CUP, "--replay", CASSETTE)
    assert [one["code"] for one in fetched.run(*imported).problems()][:1] == ["clock-behind"]
    assert fetched.done(*imported, "--reported", "2025-09-20").problems() == []


def mail_comes(work: Workplace, day: datetime) -> None:
    work.moment = day
    work.run("inbox", work.file(mail("Nothing.", message_id=f"<{day}@x>".encode()), "one.eml"))


def test_a_clock_that_was_ahead_and_is_right_again_is_no_fault_of_the_office_nor_of_its_backups(
    fetched: Workplace,
) -> None:
    right = fetched.moment
    for days in (0, 3650):
        mail_comes(fetched, right + timedelta(days=days))
    fetched.moment = right + timedelta(days=1)
    assert fetched.run("doctor").problem()["code"] == "clock-behind"  # nobody can tell when it was right
    mail_comes(fetched, right + timedelta(days=2))
    said = fetched.done("doctor")
    assert [one["code"] for one in said.problems()] == ["clock-was-ahead"]
    assert fetched.done("status").problems() == []
    assert said.out.endswith("The office is sound; 1 remark\n")
    fetched.done("backup", fetched.folder.parent / "backups")


def test_a_clock_that_was_set_back_is_named_although_the_office_goes_on(fetched: Workplace) -> None:
    """It notes days again that it has noted before: that does not make it right."""
    right = fetched.moment
    for days in (100, 200, 50):
        mail_comes(fetched, right + timedelta(days=days))
    fetched.moment = right + timedelta(days=101)
    assert fetched.run("doctor").problem()["code"] == "clock-behind"


def test_a_full_disk_is_named(fetched: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(checks.shutil, "disk_usage", lambda _: usage(10**10, 10**10 - 10**6, 10**6))
    problem = fetched.run("doctor").problem()
    assert (problem["code"], problem["expected"], problem["found"]) == ("disk-low", "200 MB free", "1 MB")


def test_an_office_that_may_only_be_read_is_examined_all_the_same(fetched: Workplace) -> None:
    with auditor(fetched.folder):
        problems = fetched.run("doctor").problems()
    named = [one["place"] for one in problems if one["code"] == "not-writable"]
    assert named == [str(p) for p in (fetched.folder, fetched.folder / "archive", fetched.database)]
    assert {one["code"] for one in problems} == {"not-writable", "open-to-others", "key-readable"}


@pytest.mark.skipif(os.geteuid() != 0, reason="root alone gives a folder away")
def test_what_root_wrote_into_the_office_of_somebody_else_is_named_to_root(fetched: Workplace) -> None:
    os.chown(fetched.folder, 65534, -1)
    assert fetched.done("doctor").problems() == []  # root alone works there
    for path in fetched.folder.rglob("*"):
        os.chown(path, 65534, -1)
    assert fetched.done("doctor").problems() == []
    os.chown(fetched.folder / "heads.txt", 0, -1)
    said = fetched.run("doctor")
    problem = said.problem()
    assert (said.code, problem["code"], problem["found"]) == (1, "file-trouble", "of root: heads.txt")
    assert problem["do"] == f"chown -R --reference={fetched.folder} {fetched.folder}"


@pytest.mark.parametrize(("where", "call"), [(COMMIT, 2), (("scraper.unfinished", "", "put"), 5)])
def test_a_killed_import_leaves_an_office_that_the_doctor_is_content_with(
    cup: Workplace,  # noqa: F811
    where: tuple[str, str, str],
    call: int,
) -> None:
    killed(cup, where, call, "import", CUP, "--reported", "2026-10-19", "--replay", CASSETTE)
    assert cup.run("doctor").code == 0


ORPHANED = "UPDATE membership SET member_id = 9999 WHERE id = 1"


def test_on_postgresql_rows_that_point_to_none_are_named(offices: dict[str, Chained]) -> None:
    from office.database.damage import _faults

    office = offices["postgresql"]
    with office.altered(ORPHANED) as session:
        (found,) = _faults(session.connection(), whole=True)
    assert (found.place, found.expected) == ("database, membership, row 1", "its row in member")
    with office.altered("UPDATE membership SET last_day = last_day") as session:
        assert list(_faults(session.connection(), whole=True)) == []


def test_a_schema_in_which_others_may_make_something_is_named(work: Workplace, cluster: str) -> None:
    """Until PostgreSQL 14 everybody may. An operator of theirs for texts, as =, is taken before the server's:
    it did what they wanted at each command of the office, with its rights."""
    address = made_database(cluster, "schema_open", None)
    office = work.folder.with_name("open")
    work.done("--office", office, "init", "--officer", "Mori Sora", "--database", address)
    with psycopg.connect(address, autocommit=True) as owner:
        owner.execute("CREATE ROLE looks LOGIN")
        owner.execute("GRANT USAGE ON SCHEMA public TO looks")
        owner.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO looks")
        assert work.done("--office", office, "doctor").problems() == []
        for who, told in (("PUBLIC", "PUBLIC"), ("looks", "looks, PUBLIC")):
            owner.execute(f"GRANT CREATE ON SCHEMA public TO {who}")  # type: ignore[arg-type]
            said = work.run("--office", office, "doctor")
            assert said.code == 1 and said.problem()["code"] == "schema-open"
            assert {*said.problem()["found"].split(", ")} == {*told.split(", ")}
            assert said.problem()["place"] == "the database's server, schema public"


def test_a_server_without_page_checksums_is_a_remark_and_no_damage(work: Workplace) -> None:
    with server() as kept, server(checksums=False) as none:
        for address, remarks in ((kept, []), (none, ["checksums-off"])):
            office = work.folder.with_name(f"office-of-{len(remarks)}")
            work.done("--office", office, "init", "--officer", "Mori Sora", "--database", address)
            said = work.done("--office", office, "doctor")
            assert [one["code"] for one in said.problems()] == remarks
            assert all("pg_checksums --enable" in one["do"] for one in said.problems())
            assert said.out.startswith("The office is sound")


@pytest.fixture
def listening() -> Iterator[int]:
    """A server that takes connections and says nothing of TLS."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(10)

        def serve() -> None:
            try:
                while True:
                    connection, _ = server.accept()
                    connection.recv(1)
                    connection.sendall(b"no TLS")
                    connection.close()
            except OSError:
                pass

        Thread(target=serve, daemon=True).start()
        yield server.getsockname()[1]


def test_servers_are_tried_only_when_asked(
    fetched: Workplace, listening: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    real = servers.address_faults
    monkeypatch.setattr(servers, "SITE", f"http://127.0.0.1:{listening}/")
    monkeypatch.setattr(servers, "address_faults", lambda a: (asked.append(a), *real(a))[1:])
    fetched.done("doctor")
    assert asked == []
    assert "servers: sound" in fetched.done("doctor", "--network").err
    assert asked == [f"http://127.0.0.1:{listening}/"]


def test_a_server_that_is_not_there_or_has_no_certificate_is_named(listening: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    (gone,) = servers.address_faults(f"https://127.0.0.1:{port}/")
    assert gone.code == "unreachable"
    (plain,) = servers.address_faults(f"https://127.0.0.1:{listening}/")
    assert plain.code == "unreachable"
