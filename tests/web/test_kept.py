"""What was worked out of an office is shown again until something is stored, by whomever, and no longer."""

from __future__ import annotations

import gc
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlmodel import Session
from sqlmodel import text as sql

import cli.serve as command
import web.pages.lists as lists
import web.pages.questions as questions
from office.accounts.programs import NOTED
from office.database import engine
from office.database.engine import sqlite
from office.database.state import MOST, Kept
from office.desk import sight
from office.opened import Office
from office.tables import SettingRow
from tests.web.conftest import Served, served
from tests.web.test_lists import alarming, text  # noqa: F401  a fixture
from tests.web.test_questions import AMBIGUOUS, CONTROL, UNKNOWN, answers
from tests.workplace import Workplace


class Counted:
    """Counts how often the next list is worked out."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.times, self._coming = 0, lists.coming
        monkeypatch.setattr(lists, "coming", self)

    def __call__(self, *given: object) -> object:
        self.times += 1
        return self._coming(*given)  # type: ignore[arg-type]


def test_the_next_list_is_worked_out_once_for_a_state(
    demo_desk: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = Counted(monkeypatch)
    one, two = demo_desk.signed_in("Officer One"), demo_desk.signed_in("Officer Two")
    first = text(one.get("/lists/next"))
    again = text(two.get("/lists/next")).replace("Officer Two", "Officer One")
    assert counted.times == 1
    assert again == first
    whole = text(one.get("/lists/next?all=1"))
    assert counted.times == 1 and len(whole) > len(first)
    japanese = demo_desk.signed_in("Officer Three", language="ja")
    assert '<html lang="ja">' in japanese.get("/lists/next").text
    assert "Events in it" in first and "Events in it" not in japanese.get("/lists/next").text


def test_an_answer_of_another_process_is_in_the_next_look(
    demo_desk: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = Counted(monkeypatch)
    client = demo_desk.signed_in()
    before = text(client.get("/lists/next"))
    demo_desk.work.done("resolve", "1499733", "--exclude", "--reason", "not played")
    after = text(client.get("/lists/next"))
    assert counted.times == 2
    with served(demo_desk.work) as fresh:
        assert (
            after == text(fresh.signed_in("Officer Two").get("/lists/next")).replace("Two", "One") != before
        )
    counted.times = 2
    client.get("/lists/next/members/N10210548")
    client.get("/lists/next/members/N10210548")
    assert counted.times == 3


def test_that_somebody_was_there_makes_no_list_anew(
    demo_desk: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted, client, work = Counted(monkeypatch), demo_desk.signed_in(), demo_desk.work
    first = text(client.get("/lists/next"))
    seen = []
    for _time in range(2):
        work.moment += NOTED
        assert text(client.get("/lists/next")) == first
        seen += work.rows("SELECT max(seen_at) FROM account_session")
    assert counted.times == 1
    assert len(set(seen)) == 2


def test_the_register_is_read_once_for_answers_and_looks_until_it_changes(
    demo_desk: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 10,000 members each answer took a second, most of it to index their names anew; and each page, once
    a member was corrected."""
    times, real = [], sight._beside_anew
    monkeypatch.setattr(sight, "_beside_anew", lambda seen: times.append(seen) or real(seen))
    client = demo_desk.signed_in()
    where = answers(client, CONTROL, "--accept").headers["location"]
    assert len(times) == 1
    client.post("/decisions/take-back", {"numbers": where.partition("=")[2]})
    answers(client, UNKNOWN, "--no-member")
    client.get("/events/3")
    client.post("/events/3/decide", {"answer": "--exclude", "reason": "x"})
    assert len(times) == 1
    demo_desk.work.done("members", "renew", "N10210548", "2030-04-01/2031-03-31")
    for path in ("/", "/questions", "/questions/next", "/events", "/events/3"):
        client.get(path)
    answers(client, AMBIGUOUS, "--match N10215754")
    assert len(times) == 2


def stores(desk: Served, name: str) -> None:
    """Another process stores something."""
    with closing(sqlite3.connect(desk.work.database)) as other, other:
        other.execute("INSERT INTO setting VALUES (?, 'stored')", (name,))


def test_what_is_stored_while_corrections_are_read_is_in_the_next_look(
    demo_desk: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, found, seen = lists.waiting, lists.would_be, []

    def waiting(*given: Any) -> Any:
        stores(demo_desk, f"while {len(seen)}")
        return real(*given)

    def would_be(session: Session, made: Any) -> Any:
        seen.append(session.get(SettingRow, "while 1") is not None)
        return found(session, made)

    monkeypatch.setattr(lists, "waiting", waiting)
    monkeypatch.setattr(lists, "would_be", would_be)
    client = demo_desk.signed_in()
    client.get("/corrections")
    client.get("/corrections")
    assert seen == [False, True]


def test_a_correction_that_was_looked_at_is_published_from_without_working_it_out_again(
    published_desk: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, times = lists.would_be, []

    def would_be(*given: Any) -> Any:
        times.append(given)
        return found(*given)

    monkeypatch.setattr(lists, "would_be", would_be)
    client = published_desk.signed_in()
    for path in ("/corrections", "/corrections/publish", "/corrections/publish"):
        client.get(path)
    assert len(times) == 1
    stores(published_desk, "since")
    client.get("/corrections/publish")
    assert len(times) == 2


def test_what_is_stored_while_today_is_read_is_in_its_alarms(
    alarming: Served,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real, look, seen = questions.today, questions.look_at, []

    def today(*given: Any) -> Any:
        found = real(*given)
        stores(alarming, f"while {len(seen)}")
        return found

    def look_at(session: Session, draft: Any, **more: Any) -> Any:
        seen.append(session.get(SettingRow, f"while {len(seen)}") is not None)
        return look(session, draft, **more)

    monkeypatch.setattr(questions, "today", today)
    monkeypatch.setattr(questions, "look_at", look_at)
    client = alarming.signed_in()
    assert "2 alarms wait for your word." in text(client.get("/"))
    assert "2 alarms wait for your word." in text(client.get("/"))
    assert seen == [True, True]


def test_what_is_stored_before_a_list_is_worked_out_is_in_it(
    demo_desk: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, coming, seen = lists._is_large, lists.coming, []

    def is_large(*given: Any) -> bool:
        large = real(*given)
        stores(demo_desk, "meanwhile")
        return large

    def looked(session: Session, now: Any) -> Any:
        seen.append(session.get(SettingRow, "meanwhile") is not None)
        return coming(session, now)

    monkeypatch.setattr(lists, "_is_large", is_large)
    monkeypatch.setattr(lists, "coming", looked)
    demo_desk.signed_in().get("/lists/next")
    assert seen == [True]


def test_a_refused_look_is_asked_again(desk: Served) -> None:
    client = desk.signed_in()
    assert client.get("/lists/next").status_code == client.get("/lists/next").status_code == 422


def test_pages_answer_within_a_tenth_of_a_second_once_they_are_worked_out(demo_desk: Served) -> None:
    """In time of the processor, of the desk's and the client's together: others may use the machine. On a
    slow one in ten times what a page takes for which nothing is worked out."""
    client = demo_desk.signed_in()

    def takes(path: str) -> float:
        client.get(path)
        taken = []
        for _time in range(5):
            began = time.process_time()
            assert client.get(path).status_code == 200
            taken.append(time.process_time() - began)
        return min(taken)

    plain = takes("/settings")
    for path in ("/lists/next", "/lists/next/members/N10210548", "/", "/today"):
        assert takes(path) < max(0.1, 10 * plain), (path, plain)


def test_what_is_kept_goes_with_every_commit_and_with_the_file(demo_desk: Served, tmp_path: Path) -> None:
    work = demo_desk.work
    database = work.folder / "banzuke.sqlite"
    assert database.exists()
    office, made = Office(work.place, work.engine(), print), []
    kept = Kept(lambda: database)

    def ask(key: str = "one") -> int:
        with office.reading() as session:
            return kept.of(session, key, lambda: made.append(key) or len(made))  # type: ignore[func-returns-value]

    assert (ask(), ask(), ask("other"), ask("other")) == (1, 1, 2, 2)
    with closing(sqlite3.connect(database)) as other, other:
        other.execute("UPDATE setting SET value = 'Another' WHERE name = 'name'")
    assert (ask(), ask()) == (3, 3)
    with office.reading() as session:  # who only reads, and works out beside, changes nothing
        session.execute(sql("SELECT count(*) FROM member"))
    assert ask() == 3
    with closing(sqlite3.connect(database)) as other, other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    copied = tmp_path / "copy.sqlite"
    shutil.copy(database, copied)
    os.replace(copied, database)
    assert ask() == 4
    for number in range(MOST + 5):
        ask(str(number))
    assert len(kept._held) == MOST


def test_where_the_database_is_gone_no_other_is_made_in_its_place(work: Workplace) -> None:
    work.monkeypatch.setattr(engine, "sqlite", sqlite)  # an engine of its own, as every desk has
    with served(work) as desk:
        client, file = desk.signed_in(), work.database
        away = file.with_name("away.sqlite")
        file.rename(away)
        answer = client.get("/members")
        assert (answer.status_code, "no-office" in answer.text, file.exists()) == (503, True, False)
        away.rename(file)
        assert client.get("/members").status_code == 200


def test_an_open_desk_looks_for_garbage_as_often_as_python_does_by_itself(
    work: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command leaves it for the end; of an open desk, 20,000 pages took a gigabyte."""
    usual = subprocess.check_output([sys.executable, "-c", "import gc; print(gc.get_threshold()[0])"])
    before, found = gc.get_threshold(), []

    @contextmanager
    def listening(*_given: Any, **_more: Any) -> Iterator[SimpleNamespace]:
        yield SimpleNamespace(address="", run=lambda: found.append(gc.get_threshold()[0]))

    monkeypatch.setattr(command.signal, "signal", lambda *_given: None)
    web = SimpleNamespace(listening=listening, first_link=lambda *_given: None)
    try:
        command._open(work.folder, web, {"names": (), "proxies": ()}, None)
    finally:
        gc.set_threshold(*before)
    assert 0 < found[0] <= int(usual)
