"""Workers as they really are: processes that are killed, that meet, that stand beside the desk."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlmodel import select

from office.database.engine import look, transaction
from office.errors import refusal
from office.jobs.board import change, switch
from office.jobs.tables import JobRow, JobRunRow
from tests.begun import Begun
from tests.depth import deep
from tests.office.jobs.simulated import TOKYO
from tests.office.jobs.stalling import Stalling
from tests.office.mail.server import PASSWORD, USER, ImapServer
from tests.office.mail.shapes import mail
from tests.workplace import Workplace

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
LONG_AGO = datetime(2026, 10, 5, 3, 0, tzinfo=UTC)
"""Noon in Japan: every job that was switched on then is due by now, by whatever schedule."""

MAILS = [mail("see https://bit.ly/3abc", message_id=b"<%s@example.jp>" % word) for word in (b"one", b"two")]


def on(work: Workplace, **words: str) -> None:
    """Switches jobs on so that each is due."""
    with transaction(work.engine()) as session:
        for name, given in words.items():
            if given:
                change(session, name, schedule=None, words=given, who="Mori", now=LONG_AGO, zone=TOKYO)
            switch(session, name, True, who="Mori", now=LONG_AGO, zone=TOKYO)


def began(work: Workplace, *words: str, **environment: object) -> subprocess.Popen[bytes]:
    """A command of this office as a process, the first of a group; neither it nor its jobs need load the
    program."""
    return _began(Begun, work, words, environment)


def began_anew(work: Workplace, *words: str, **environment: object) -> subprocess.Popen[bytes]:
    """The same as it is with an officer: it and its jobs each load the program."""
    return _began(subprocess.Popen, work, words, environment)


def _began(
    by: type[subprocess.Popen[bytes]], work: Workplace, words: Sequence[str], environment: dict[str, object]
) -> subprocess.Popen[bytes]:
    told = {f"BANZUKE_{name}": str(value) for name, value in environment.items()}
    return by(
        [sys.executable, "-m", "cli.main", "--office", str(work.folder), *words],
        env={**os.environ, "PYTHONPATH": str(ROOT), **told},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


def ended(process: subprocess.Popen[bytes]) -> str:
    out = process.communicate(timeout=120)[0].decode()
    assert process.returncode == 0, out
    return out


def runs(work: Workplace) -> list[tuple[str, str | None, int, int | None]]:
    with look(work.engine()) as session:
        rows = session.exec(select(JobRunRow).order_by(JobRunRow.id))  # type: ignore[arg-type]
        return [(row.job, row.result, row.attempt, row.code) for row in rows]


def held(work: Workplace) -> list[str]:
    with look(work.engine()) as session:
        return [row.name for row in session.exec(select(JobRow)) if row.holder is not None]


def until(what: Callable[[], object], seconds: float = 60) -> None:
    ends = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < ends, "nothing came of it"
        time.sleep(0.05)


@contextmanager
def mailbox(folder: Path) -> Iterator[tuple[Stalling, dict[str, object]]]:
    """Two mails on a real server, whose second the first who asks is never given; and the way to it."""
    with ImapServer(folder, *MAILS) as server, Stalling(server.port, b"<two@") as way:
        named = {
            "HOST": "127.0.0.1",
            "PORT": way.port,
            "USER": USER,
            "PASSWORD": PASSWORD,
            "SECURITY": "none",
        }
        yield way, {f"IMAP_{name}": value for name, value in named.items()}


@contextmanager
def killed_at_work(both: Workplace, tmp_path: Path) -> Iterator[tuple[Stalling, dict[str, object]]]:
    """A worker that was killed in the middle of looking into the mailbox."""
    on(both, inbox="")
    with mailbox(tmp_path / "mails") as (way, environment):
        first = began(both, "work", **environment)
        assert way.stalled.wait(60)
        assert held(both) == ["inbox"]
        os.kill(first.pid, signal.SIGKILL)
        first.communicate()
        assert way.given_up.wait(10), "what it had begun goes on without it"
        yield way, environment


@pytest.mark.either
def test_a_worker_killed_in_the_middle_of_a_job_is_followed_and_nothing_is_done_twice(
    both: Workplace, tmp_path: Path
) -> None:
    with killed_at_work(both, tmp_path) as (way, environment):
        ended(began_anew(both, "work", "--once", **environment))
        assert way.connections == 2
    assert runs(both) == [("inbox", "broken off", 1, None), ("inbox", "waits for you", 2, 3)]
    with both.engine().connect() as connection:
        for table in ("message", "message_place"):
            assert connection.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar() == 2
    assert held(both) == []


def test_a_job_held_from_before_the_machine_started_again_is_run_or_it_is_said_who_frees_it(
    both: Workplace, tmp_path: Path
) -> None:
    with killed_at_work(both, tmp_path) as (_way, environment):
        with both.engine().begin() as connection:
            connection.exec_driver_sql("UPDATE job SET place = 'as it was called before'")
        again = began(both, "jobs", "run", "inbox", "--who", "Mori", **environment)
        said = again.communicate(timeout=60)[0].decode()
    if both.engine().dialect.name == "sqlite":  # nobody can hold it elsewhere
        assert again.returncode == 3, said
        assert runs(both) == [("inbox", "broken off", 1, None), ("inbox", "waits for you", 1, 3)]
    else:
        assert again.returncode == 1
        assert "job-running" in said and "banzuke work frees it after ten minutes" in said
        assert held(both) == ["inbox"]


@pytest.mark.either
def test_an_office_restored_from_the_backup_that_its_own_job_made_holds_no_job(
    both: Workplace, tmp_path: Path, server: str
) -> None:
    on(both, backup=str(tmp_path / "backups"))
    ended(began(both, "work", "--once"))
    (file,) = (tmp_path / "backups").iterdir()
    restored = replace(both, folder=tmp_path / "restored")
    to = () if both.engine().dialect.name == "sqlite" else ("--database", server)
    restored.run("restore", file, *to)
    assert (restored.folder / "banzuke.sqlite").is_file() == (not to)
    assert held(restored) == []
    assert runs(restored) == [("backup", "broken off", 1, None)]
    ended(began(restored, "work", "--once"))  # goes on with it
    asked = began(restored, "jobs", "run", "backup", "--who", "Mori")
    said = asked.communicate(timeout=120)[0].decode()
    assert "unpacked again and examined" in said
    assert [(job, attempt) for job, _, attempt, _ in runs(restored)] == [("backup", n) for n in (1, 2, 1)]
    assert held(restored) == []


@pytest.mark.either
def test_the_job_of_a_worker_that_lives_is_left_to_it(both: Workplace, tmp_path: Path) -> None:
    on(both, inbox="")
    with mailbox(tmp_path / "mails") as (way, environment):
        first = began(both, "work", **environment)
        assert way.stalled.wait(60)
        ended(began(both, "work", "--once", **environment))
        refused = began(both, "jobs", "run", "inbox", "--who", "Mori", **environment)
        assert b"job-running" in refused.communicate(timeout=60)[0]
        assert (way.connections, refused.returncode) == (1, 1)
        assert runs(both) == [("inbox", None, 1, None)]
        first.terminate()
        ended(first)
    assert runs(both) == [("inbox", "broken off", 1, None)]
    assert held(both) == []


@pytest.mark.either
def test_of_workers_that_begin_together_each_job_is_done_by_one(both: Workplace, tmp_path: Path) -> None:
    """In one folder, and on PostgreSQL in folders of their own, as on machines of their own."""
    site, backups = tmp_path / "site", tmp_path / "backups"
    on(both, poll="", preview="", site=f"{site} --address https://federation.example/", backup=str(backups))
    offices = [both]
    settings = both.folder / "banzuke.toml"
    if settings.exists():  # the office is on a server
        other = tmp_path / "other machine"
        other.mkdir()
        (other / "banzuke.toml").write_bytes(settings.read_bytes())
        offices.append(Workplace(other, both.shelf, both.capsys, both.monkeypatch))
    many = [began(offices[n % len(offices)], "work", "--once") for n in range(deep(3, 2))]
    said = [ended(one) for one in many]
    done = runs(both)
    assert sorted(job for job, *_ in done) == ["backup", "poll", "preview", "site"], said
    assert {(attempt, result) for _, result, attempt, _ in done} <= {
        (1, "done"),
        (1, "waits for you"),
        (1, "failed"),
    }
    assert sum(text.count(": begun") for text in said) == 4
    assert held(both) == []
    assert (site / "index.html").is_file(), both.rows("SELECT job, result, log FROM job_run")


def lines(printed: str) -> list[dict[str, str]]:
    """What was told in JSON, each with a moment; nothing else is on standard error."""
    told = [json.loads(line) for line in printed.splitlines()]
    assert all(datetime.fromisoformat(one.pop("moment")).tzinfo for one in told)
    return told


BEGUN = {"job": "poll", "what": "begun"}
DONE = {"job": "poll", "what": "exit code 0"}


def test_a_worker_tells_everything_in_json_where_the_log_is_so(work: Workplace) -> None:
    on(work, poll="")
    at_work, *told = lines(ended(began(work, "work", "--once", LOG="json")))
    assert at_work["job"] == "" and at_work["what"].startswith("At work")
    assert told == [BEGUN, DONE]
    plain = ended(began(work, "work", "--once"))
    assert plain == "At work; banzuke jobs shows what is due. It ends with Ctrl+C\n"
    with (work.folder / "banzuke.toml").open("a") as settings:
        settings.write('log = "json"\n')
    process = began(work, "work")
    assert process.stdout is not None
    assert lines(process.stdout.readline().decode()) == [at_work]
    process.send_signal(signal.SIGTERM)
    assert [one["job"] for one in lines(ended(process))] == [""]


def test_the_desk_tells_of_its_jobs_in_json_where_the_log_is_so(work: Workplace) -> None:
    pytest.importorskip("fastapi")
    on(work, poll="")
    with desk(work, LOG="json") as (process, address):
        until(lambda: ("poll", "done", 1, 0) in runs(work) and healthy(address))
        process.send_signal(signal.SIGTERM)
        printed = process.communicate(timeout=60)[0].decode()
    told = lines("\n".join(line for line in printed.splitlines() if '"job"' in line))
    assert told == [BEGUN, DONE]
    assert '{"answer": 200, "method": "GET", "route": "/health"' in printed


@contextmanager
def desk(
    work: Workplace, *words: str, **environment: object
) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """`banzuke serve` on a free port; the process and its address."""
    process = began(work, "serve", "--port", "0", *words, **environment)
    assert process.stdout is not None
    try:
        told = process.stdout.readline().decode()
        found = re.search(r"http://\S+", told)
        assert found, told
        yield process, found[0]
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate(timeout=60)


def healthy(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}health", timeout=20) as answer:
            return bool(json.load(answer)) and answer.status == 200
    except urllib.error.URLError:
        return False  # the address is told just before the desk listens


def test_the_desk_has_a_worker_beside_it_that_ends_with_it(work: Workplace, tmp_path: Path) -> None:
    pytest.importorskip("fastapi")
    on(work, inbox="", poll="")
    with mailbox(tmp_path / "mails") as (way, environment):
        with desk(work, **environment) as (process, address):
            assert way.stalled.wait(60)
            until(lambda: ("poll", "done", 1, 0) in runs(work))  # a job that hangs keeps no other waiting
            until(lambda: healthy(address))
            process.send_signal(signal.SIGTERM)
            process.wait(60)
        assert way.given_up.wait(10)
        assert held(work) == []
        assert ("inbox", "broken off", 1, None) in runs(work)
        with desk(work, **environment) as (process, address):
            until(lambda: ("inbox", "waits for you", 2, 3) in runs(work))
    assert work.rows("SELECT count(*) FROM message") == [(2,)]


def test_without_jobs_the_desk_carries_out_none(work: Workplace) -> None:
    pytest.importorskip("fastapi")
    on(work, poll="")
    with desk(work, "--no-jobs") as (_process, address):
        until(lambda: healthy(address))
        time.sleep(2)
        assert runs(work) == []


@pytest.mark.parametrize("words", [[], ["--no-jobs"], ["--demo"]])
def test_the_desk_knows_whether_jobs_are_carried_out_beside_it(
    work: Workplace, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    told: list[object] = []

    def listening(_office: object, **at: object) -> None:
        told.append(at["jobs"])
        raise refusal("address-taken", "a desk", "an address that is free", "none", "take another")

    held = SimpleNamespace(close=lambda: None)
    web = SimpleNamespace(listening=listening, hold=lambda *_at: held)
    monkeypatch.setattr("cli.serve._web", lambda: web)
    monkeypatch.setattr("cli.serve._demo", lambda _context, _folder: work.folder)
    assert work.run("serve", *words).code == 1
    assert told == [not words]


@pytest.mark.parametrize(
    ("more", "code"), [((), "address-taken"), (("--name", "https://desk.example"), "host-unnamed")]
)
def test_the_demonstration_is_not_made_for_a_desk_that_cannot_be(
    work: Workplace, monkeypatch: pytest.MonkeyPatch, more: Sequence[str], code: str
) -> None:
    monkeypatch.setattr("cli.serve._demo", lambda *_given: pytest.fail("an office was made"))
    with socket.create_server(("127.0.0.1", 0)) as other:
        said = work.run("serve", "--demo", "--port", other.getsockname()[1], *more)
    assert [problem["code"] for problem in said.problems()] == [code]


def test_what_is_overdue_is_told_with_what_to_do_and_a_run_ends_the_alarm(work: Workplace) -> None:
    assert work.done("jobs").code == 0
    work.done("jobs", "on", "poll")
    assert work.run("jobs").code == 0  # due in the evening
    on(work, poll="")
    said = work.run("jobs")
    assert said.code == 3
    (problem,) = said.problems()
    assert (problem["code"], problem["place"]) == ("job-overdue", "banzuke jobs, poll")
    assert "no worker is at work" in problem["found"] and "banzuke work" in problem["do"]
    ended(began(work, "work", "--once"))
    work.moment = datetime.now(UTC)
    said = work.run("jobs")
    assert said.code == 0, said.all
    assert "done" in work.done("jobs", "log", "poll").out
