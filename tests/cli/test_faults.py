"""No traceback: what is damaged is named, what nobody foresaw leaves a report, and terminals lack letters."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy.exc import DatabaseError

import office.clock
import office.desk.status
from cli.main import letters
from importer.errors import ImportRefused
from importer.given import bytes_of
from office.database import engine
from office.database.damage import damage
from office.errors import OfficeError
from office.faults import FIRST, REPORTS, problems_of, problems_or_report
from tests.importer.invented import pairing, player, reading
from tests.office.test_rebuild import altered
from tests.workplace import HATA, MORI, NAMES, Workplace, small_federation


def with_an_event(work: Workplace) -> Workplace:
    small_federation(work)
    players = [player(1, NAMES[MORI], MORI), player(2, NAMES[HATA], HATA), player(3, "Guest, Orin")]
    work.store(reading(players, [pairing(1, 1, 2, "1-0"), pairing(2, 2, 3, "1-0")]))
    return work


# Damage


@pytest.mark.parametrize(
    ("statement", "place"),
    [
        ("DELETE FROM event", "database, pairing, row 1"),
        ("DELETE FROM reading", "database, event, row 1"),
        ("UPDATE event SET first_day = '2026-1\x02-03'", "database, event, row 1, first_day"),
        ("UPDATE reading SET record = substr(record, 1, 99)", "database, reading, row 1, record"),
        ("UPDATE reading SET record = '{\"name\": 1}'", "database, reading, row 1, record"),
        ("UPDATE event_player SET candidates = '[{'", "database, event_player, row 1, candidates"),
        ("UPDATE event_player SET name = CAST(x'ff41' AS TEXT)", "database, event_player, row 1, name"),
        ("UPDATE list_version SET inputs = x'1f8b00'", "database, list_version, row 1, inputs"),
        ("UPDATE problem SET subject = ''", "database, problem, row 1, subject"),
    ],
)
def test_damage_is_named_by_its_row(work: Workplace, statement: str, place: str) -> None:
    with_an_event(work)
    work.problems()
    altered(work, statement)
    assert place in [problem.place for problem in damage(engine.sqlite(work.database))]
    for words in (("problems",), ("events", "E1"), ("rate",), ("site", work.folder.parent / "site")):
        said = work.run(*words)  # what is met on the way, and never a fault
        assert said.code in (0, 1, 3)
        assert {p["code"] for p in said.problems()} & {"unforeseen", "database-unreachable"} == set()


def test_a_command_that_meets_damage_names_it(work: Workplace) -> None:
    with_an_event(work)
    altered(work, "UPDATE reading SET record = substr(record, 1, 99)")
    for words in (("rate",), ("reread", "E1")):
        said = work.run(*words)
        assert said.code == 1
        assert said.problem()["code"] == "database-damaged"
        assert said.problem()["place"] == "database, reading, row 1, record"


def test_a_flipped_bit_anywhere_in_the_database_is_never_a_fault(work: Workplace) -> None:
    whole = with_an_event(work).database.read_bytes()
    for at in range(100, len(whole), len(whole) // 24):
        data = bytearray(whole)
        data[at] ^= 1 << (at % 8)
        work.database.write_bytes(data)
        for words in (("status",), ("events", "E1")):
            said = work.run(*words)
            assert said.code in (0, 1, 2, 3), said.all


def test_a_form_of_the_database_that_is_no_text_is_named(work: Workplace) -> None:
    whole = with_an_event(work).database.read_bytes()
    work.database.write_bytes(whole.replace(b"CREATE TABLE setting", b"CREATE TA\x9cLE setting", 1))
    for command in ("status", "doctor"):
        assert "database-damaged" in [p["code"] for p in work.run(command).problems()]


@pytest.mark.parametrize(
    "text",
    [
        'database = "sqlite:///x"', 'database = "postgresql://h:x/y"', 'database = "postgresql://[::1/x"',
        "database = 5", "x = ", "\udcff", "a = " + "[" * 5000, "log" + ".a" * 5000 + " = 1",
        "inbox" + ".a" * 500 + " = 1", 'database = "mysql://x"', "database = [1]",
        'database = "postgresql://127.0.0.1:1/x?sslmod=require"',
        'database = "postgresql://h/x?connect_timeout=soon"',
    ],
)  # fmt: skip
def test_settings_that_are_none_are_refused_by_their_file(work: Workplace, text: str) -> None:
    (work.folder / "banzuke.toml").write_text(text, encoding="utf-8", errors="surrogateescape")
    said = work.run("status")
    assert said.code == 1
    assert said.problem()["code"] == "settings-unreadable"


@pytest.mark.parametrize(
    "day",
    [
        datetime(9999, 12, 31, 20, tzinfo=UTC),
        datetime(2200, 1, 1, tzinfo=UTC),
        datetime(2025, 12, 31, 23, 59, 59, tzinfo=UTC),
        datetime(1970, 1, 1, tzinfo=UTC),
    ],
)
def test_a_clock_that_cannot_be_right_is_named(monkeypatch: pytest.MonkeyPatch, day: datetime) -> None:
    """At the end of the calendar no day of the office could be told from it."""
    monkeypatch.setattr(office.clock, "datetime", SimpleNamespace(now=lambda _zone: day))
    with pytest.raises(OfficeError) as refused:
        office.clock.now()
    (problem,) = refused.value.problems
    assert (problem.code, problem.found) == ("clock-unbelievable", str(day.date()))


def test_an_office_on_another_database_is_not_begun(work: Workplace, tmp_path: Path) -> None:
    work.folder = tmp_path / "new"
    said = work.run("init", "--database", "sqlite:///x")
    assert said.problem()["code"] == "settings-unreadable"
    assert not work.folder.exists()


def test_a_server_that_is_not_there_is_named(work: Workplace, tmp_path: Path) -> None:
    for address in ("postgresql://nobody.invalid/x", "postgresql://u@127.0.0.1:99999/x"):
        (work.folder / "banzuke.toml").write_text(f'database = "{address}"\n', encoding="utf-8")
        assert work.run("status").problem()["code"] == "database-unreachable"


def test_a_server_that_wants_a_password_is_named_with_where_to_put_it() -> None:
    psycopg = pytest.importorskip("psycopg")
    for said in (
        "fe_sendauth: no password supplied",
        'FATAL:  ユーザー"banzuke"のパスワード認証に失敗しました',
    ):
        (problem,) = problems_of(psycopg.OperationalError(said))
        assert (problem.code, problem.remedy[:29]) == (
            "database-unreachable",
            "set BANZUKE_DATABASE_PASSWORD",
        )


@pytest.mark.parametrize(
    "said",
    [
        "FATAL:  sorry, too many clients already",
        "FATAL:  remaining connection slots are reserved for roles with the SUPERUSER attribute",
        'FATAL:  too many connections for database "banzuke"',
        "FATAL:  no more connections allowed (max_client_conn)",
        "FATAL:  現在クライアント数が多すぎます",
        "FATAL:  残りの接続スロットはレプリケーションユーザーではないスーパーユーザー用に予約されています",
        'FATAL:  ロール"banzuke"からの接続が多すぎます',
    ],
)
def test_a_server_without_a_free_connection_is_not_to_be_started(said: str) -> None:
    psycopg = pytest.importorskip("psycopg")
    (problem,) = problems_of(psycopg.OperationalError(said))
    assert (problem.code, problem.remedy[:16]) == ("database-unreachable", "the server runs:")


@pytest.mark.parametrize(
    ("kind", "code", "remedy"),
    [
        ("DiskFull", "database-unwritable", "make room on the disk"),
        ("OutOfMemory", "database-unreachable", "make room"),
        ("TooManyConnections", "database-unreachable", "the server runs: end programs"),
        ("QueryCanceled", "database-unreachable", "the server runs: raise its time"),
        ("IdleInTransactionSessionTimeout", "database-unreachable", "the server runs: raise its time"),
        ("IdleSessionTimeout", "database-unreachable", "the server runs: raise its time"),
        ("AdminShutdown", "database-unreachable", "start the server"),
        ("CannotConnectNow", "database-unreachable", "start the server"),
        ("InvalidSchemaName", "database-unwritable", "name one"),
        ("InsufficientPrivilege", "database-unwritable", "name one"),
        ("ReadOnlySqlTransaction", "database-unwritable", "name the server that is written to"),
        ("SerializationFailure", "database-busy", "another command, or another program"),
        ("DeadlockDetected", "database-busy", "another command, or another program"),
        ("LockNotAvailable", "database-busy", "another command, or another program"),
        ("IoError", "database-damaged", "have the server's log and disk looked at before"),
        ("DataCorrupted", "database-damaged", "have the server's log and disk looked at before"),
        ("UndefinedFile", "database-damaged", "have the server's log and disk looked at before"),
        ("IndexCorrupted", "database-damaged", "have the server's log and disk looked at before"),
    ],
)
def test_what_a_server_does_not_give_is_named_in_whichever_language_it_says_it(
    kind: str, code: str, remedy: str
) -> None:
    errors = pytest.importorskip("psycopg").errors
    (problem,) = problems_of(DatabaseError("SELECT 1", {}, getattr(errors, kind)("だめです")))
    assert (problem.code, problem.remedy[: len(remedy)]) == (code, remedy)
    assert problems_of(getattr(errors, kind)("だめです")) == (problem,)


@pytest.mark.parametrize(
    "kind", ["ProgramLimitExceeded", "StatementTooComplex", "ObjectNotInPrerequisiteState", "UndefinedColumn"]
)
def test_what_a_server_cannot_take_is_no_server_that_is_gone(kind: str) -> None:
    """It is a fault of the program, or of the report at hand, and the server is to be left alone."""
    errors = pytest.importorskip("psycopg").errors
    error = DatabaseError("SELECT 1", {}, getattr(errors, kind)("index row size 2800 exceeds maximum 2704"))
    assert problems_of(error) == ()


@pytest.mark.parametrize(
    "text",
    [
        '{"list": "2026-11-01", "members": [{"id": 1, "\\ud800": 2}], "events": []}', "[" * 100_000,
        "9" * 5000, "NaN",
        '{"regulation": "\\ud800", "list": "2026-11-01"}', '{"list": 1e999}', '{"list": "9999-12-31"}',
        "\x00",
    ],
)  # fmt: skip
def test_a_damaged_case_is_refused_by_name(work: Workplace, text: str) -> None:
    said = work.run("calculate", work.file(text, "case.json"))
    assert said.code == 1
    assert said.problems()


def test_half_a_sign_in_a_case_is_refused_and_shown_as_it_was_written(work: Workplace) -> None:
    held = '{"list": "2026-11-01", "members": [{"id": "\\ud800", "ratings": {"rapid": %s}}], "events": []}'
    rating = '{"rating": 1500, "games": 9, "peak": 1500}'
    problem = work.run("calculate", work.file(held % rating, "case.json")).problem()
    assert (problem["code"], problem["found"]) == ("not-a-text", "\\ud800")


# File names


def test_a_file_whose_name_is_no_utf_8_is_taken_under_a_name_that_can_be_read(work: Workplace) -> None:
    small_federation(work)
    report = work.folder.parent / os.fsdecode(b"r\xff\x1b[2J.trf")
    report.write_bytes(b"012 Nothing\n001    1      Mori, Sora\n")
    work.done("import", report)
    ((record,),) = work.rows("SELECT record FROM reading")
    assert [page["origin"] for page in json.loads(record)["source"]["pages"]] == ["r\\xff\\u001b[2J.trf"]
    mail = work.folder.parent / os.fsdecode(b"m\xff.eml")
    mail.write_bytes(b"From: a@example.jp\r\n\r\nNothing.\r\n")
    assert work.run("inbox", mail).code in (0, 3)
    said = work.run("members", "import", report)
    assert said.problems()
    assert "r\\xff\\u001b[2J.trf" in said.all and "\x1b" not in said.all
    for shown in (("status",), ("inbox", "list"), ("problems",)):
        work.done(*shown)


def test_a_command_whose_standard_input_is_closed_finds_nothing_there(work: Workplace) -> None:
    work.monkeypatch.setattr(sys, "stdin", None)
    assert work.run("import", "-").problem()["code"] == "no-link"
    sys.stdin.close()


def test_an_empty_question_is_not_passed_over(work: Workplace) -> None:
    said = work.run("resolve", "")
    assert said.code == 2 and "exactly one decision" in said.all


def test_a_device_without_an_end_is_not_read_until_no_memory_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importer.given.LARGEST", 1000)
    with pytest.raises(ImportRefused) as refused:
        bytes_of(Path("/dev/zero"))
    assert [(p.code, p.found) for p in refused.value.problems] == [("file-too-large", "more than that")]


def test_what_is_no_text_is_refused_before_anything_is_done(work: Workplace) -> None:
    said = work.run("members", "search", "\udcff")
    assert said.code == 1
    assert said.problem()["code"] == "not-text"
    assert said.problem()["found"] == "“\\xff”"
    work.monkeypatch.setenv("BANZUKE_OFFICER", "\udcff")
    assert work.run("notices", "on", "read").problem()["code"] == "not-text"


# The terminal


def test_a_terminal_that_lacks_letters_gets_others_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    for encoding, expected in (
        ("ascii", '"Mori" - 1/2 ... \\u68ee'),
        ("cp932", "“Mori” - 1/2 … 森"),
        ("utf-8", "“Mori” – ½ … 森"),
    ):
        out = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
        monkeypatch.setattr(sys, "stdout", out)
        letters()
        print("“Mori” – ½ … 森", end="", flush=True)
        assert out.buffer.getvalue().decode(encoding) == expected  # type: ignore[attr-defined]


@pytest.mark.parametrize("encoding", ["ascii", "cp932"])
def test_a_real_terminal_of_another_encoding_reads_what_is_said(tmp_path: Path, encoding: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "LANG": "C"}
    words = [sys.executable, "-m", "cli.main", "--office", str(tmp_path), "--lang", "ja", "status"]
    said = subprocess.run(words, env=environment, capture_output=True, timeout=60, check=False)
    assert said.returncode == 1
    assert said.stderr.decode(encoding).startswith("no-office: ")


# The last net


def broken(*_: object, **__: object) -> str:
    raise ZeroDivisionError("“Mori Sora” \x1b[2J divided by nothing")


@pytest.fixture
def falling(work: Workplace, monkeypatch: pytest.MonkeyPatch) -> Callable[[], dict[str, str]]:
    """A command that meets what nobody foresaw, and the problem that it becomes."""
    monkeypatch.setattr(office.desk.status, "status_text", broken)
    work.falling = True

    def run() -> dict[str, str]:
        said = work.run("--lang=en", "status")
        assert said.code == 70
        assert "Traceback" not in said.all
        return said.problem()

    return run


def test_what_nobody_foresaw_is_a_problem_with_a_report(
    work: Workplace, falling: Callable[[], dict[str, str]]
) -> None:
    problem = falling()
    assert problem["code"] == "unforeseen"
    assert "ZeroDivisionError" in problem["found"]
    report = Path(problem["place"])
    assert report.parent == work.folder
    assert report.stat().st_mode & 0o777 == 0o600
    text = report.read_text("utf-8")
    assert "in broken" in text and "divided by nothing" in text and "\\u001b" in text
    assert text.splitlines()[3] == "banzuke --office --lang status"
    report.unlink()
    work.run("--lang", "en", "status")
    (report,) = work.folder.glob("fault-*.txt")
    assert report.read_text("utf-8").splitlines()[3] == "banzuke --office --lang status"


def test_the_same_fault_is_reported_once_and_old_reports_go(
    work: Workplace, falling: Callable[[], dict[str, str]]
) -> None:
    """A job that meets one fault all day leaves one report."""
    for number in range(60):
        (work.folder / f"fault-20250101-0000{number:02}-x.txt").write_text(f"{FIRST}\n{number}")
    first = falling()["place"]
    Path(first).write_text(re.sub("at .* UTC", "at 2025-03-04 05:06:07 UTC", Path(first).read_text("utf-8")))
    for _ in range(2):  # it says since when, and until when, it was met
        assert falling()["place"] == first
        moment = Path(first).read_text("utf-8").splitlines()[2]
        assert re.fullmatch("at 2025-03-04 05:06:07 UTC, and again until 2[0-9: -]+ UTC", moment)
    os.utime(first, (0, 0))
    falling()
    assert Path(first).stat().st_mtime > 10**9  # that it is met still keeps it
    names = sorted(path.name for path in work.folder.glob("fault-*.txt"))
    assert len(names) == 50 and names[0] == "fault-20250101-000011-x.txt" and names[-1] == Path(first).name


def test_without_an_office_the_report_is_among_the_temporary_files(
    work: Workplace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import rating.case

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(rating.case, "outcome_of", broken)
    work.folder, work.falling = tmp_path / "none", True
    said = work.run("calculate", work.file("{}", "case.json"))
    assert said.code == 70
    assert Path(said.problem()["place"]).parent == tmp_path


def test_reports_among_the_temporary_files_have_their_limit_and_others_files_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    (tmp_path / "fault-0.txt").write_text("of another program")
    (tmp_path / "fault-1.txt").symlink_to("fault-0.txt")
    os.mkfifo(tmp_path / "fault-2.txt")
    others = set(tmp_path.iterdir())
    met = set()
    for number in range(REPORTS + 3):
        for _again in range(2):
            try:
                raise ZeroDivisionError(f"divided by nothing, {number}")
            except ZeroDivisionError as error:
                (problem,), _code = problems_or_report(error, tmp_path / "none", ["status"])
                met.add(problem.place)
    assert len(met) == REPORTS + 3
    assert len(set(tmp_path.iterdir()) - others) == REPORTS
    assert others <= set(tmp_path.iterdir())


NO_ROOM = """
import resource, sys, tempfile
from pathlib import Path
from office.faults import problems_or_report
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
tempfile.tempdir = sys.argv[1]
try:
    {}["x"]
except KeyError as error:
    (problem,), code = problems_or_report(error, Path(sys.argv[1]) / "none", ["status"])
print(code, problem.place)
"""


def test_a_report_for_which_there_is_no_room_leaves_no_empty_file(tmp_path: Path) -> None:
    said = subprocess.run([sys.executable, "-c", NO_ROOM, str(tmp_path)], capture_output=True, text=True)
    assert (said.stdout, said.stderr) == ("70 banzuke\n", "")
    assert list(tmp_path.iterdir()) == []


def test_an_empty_word_is_no_folder_and_no_question(work: Workplace) -> None:
    """As a script has it whose variable is not set: the folder in which it runs was not meant."""
    small_federation(work)
    before = sorted(Path.cwd().iterdir())
    for words in (
        ("backup", "", "--keep", "1"),
        ("inbox", ""),
        ("export", "list", "--to", ""),
        ("members", "export", ""),
    ):
        said = work.run(*words)
        assert (said.code, "an empty word is no name of a file or folder" in said.all) == (2, True), words
    assert sorted(Path.cwd().iterdir()) == before
    for empty in ("", ","):
        refused = work.run("resolve", empty, "--accept", "--reason", "x")
        assert (refused.code, refused.problem()["code"][:8]) == (1, "no-such-")


def test_a_full_disk_under_what_a_command_says_does_not_deny_what_it_did(work: Workplace) -> None:
    small_federation(work)
    ran = subprocess.run(
        f"exec {sys.executable} -c 'from cli.begin import main; main()' --office {work.folder}"
        " members renew N90000001 2036-04-01/2037-03-31 --who Ono --reason x >/dev/full",
        shell=True, cwd=Path(__file__).parents[2], capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert ran.returncode == 1
    assert "answer-unwritten: standard output" in ran.stderr and "banzuke journal" in ran.stderr
    assert "file-trouble" not in ran.stderr
    assert "2036-04-01/2037-03-31" in work.done("members", "show", "N90000001").out
