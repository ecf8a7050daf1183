"""A program killed in the middle leaves the office as it was, and the command can be repeated: at moments of
which more can be said than that. Every command at any moment: tests/office/kills."""

from __future__ import annotations

import importlib
import os
import signal
import sys
import traceback
import warnings
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tests.office.test_desk import EVENT
from tests.workplace import Workplace, once, small_federation

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(str(files("cli.demo"))) / "data"
CASSETTE = ROOT / "cassettes" / "autumn-2026"
CUP = "https://chess-results.com/tnr1499733.aspx"

COMMIT = ("sqlalchemy.engine.default", "DefaultDialect", "do_commit")


def killed(
    work: Workplace, where: tuple[str, str, str], call: int, *words: object, before: bool = True
) -> None:
    """Runs a command that is killed, with no chance to tidy up, at the given call of a function of it: in a
    process that leaves this one as it stands, and does not come back."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of the threads of others, from Python 3.12 on
        child = os.fork()
    if child == 0:
        try:
            signal.alarm(60)
            _die_at(where, call, before)
            work.run(*words)
        finally:  # it lives, or met an error
            traceback.print_exc(file=sys.__stderr__)
            os._exit(0)
    _, ended = os.waitpid(child, 0)
    assert os.WIFSIGNALED(ended) and os.WTERMSIG(ended) == signal.SIGKILL


def _die_at(where: tuple[str, str, str], call: int, before: bool) -> None:
    """From here on this call of the function, by whatever name a module has it, is the end of the process."""
    module, holder, name = where
    place: Any = importlib.import_module(module)
    place = getattr(place, holder) if holder else place
    real, calls = getattr(place, name), 0

    def dying(*given: Any, **named: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == call and before:
            os.kill(os.getpid(), signal.SIGKILL)
        answer = real(*given, **named)
        if calls == call:
            os.kill(os.getpid(), signal.SIGKILL)
        return answer

    for loaded in (place, *sys.modules.values()):
        for held, value in list(vars(loaded).items()):
            if value is real:
                setattr(loaded, held, dying)


def sound(work: Workplace) -> None:
    assert work.rows("PRAGMA integrity_check") == [("ok",)]
    assert work.rows("PRAGMA foreign_key_check") == []


IMPORT = {
    "before anything is noted": (("office.intake.take_in", "", "received"), 1, True),
    "while pages are fetched": (("scraper.client", "Client", "get"), 4, True),
    "after the reading was frozen": (("importer.store", "", "_replace_children"), 1, True),
    "between players and pairings": (("importer.store", "", "_insert"), 2, False),
    "while it is looked at": (("importer.review", "", "review"), 1, False),
    "a moment before the event is committed": (COMMIT, 2, True),
}


@pytest.fixture
@once
def cup(work: Workplace) -> Workplace:
    work.done("members", "import", DATA / "register.csv")
    work.done("opening", "import", DATA / "opening.csv", "--list", "2026-10-01")
    return work


@pytest.mark.parametrize("moment", IMPORT)
def test_a_killed_import_leaves_the_office_as_before_but_for_what_was_received(
    cup: Workplace, moment: str
) -> None:
    where, call, before = IMPORT[moment]
    stood = cup.dump("report")
    words = ("import", CUP, "--reported", "2026-10-19", "--replay", CASSETTE)
    killed(cup, where, call, *words, before=before)
    sound(cup)
    assert cup.dump("report") == stood
    cut_off = cup.rows("SELECT state FROM report")
    assert cut_off == ([] if moment == "before anything is noted" else [("received",)])
    if cut_off:
        assert "the import was cut off; import the link again" in cup.done("status").out
    assert "1 created" in cup.done(*words).out
    assert cup.rows("SELECT count(*) FROM event_player") == [(14,)]
    assert "cut off" not in cup.done("status").out


def test_an_event_that_was_stored_before_the_kill_is_asked_about_by_the_next_command(cup: Workplace) -> None:
    words = ("import", CUP, "--reported", "2026-10-19", "--replay", CASSETTE)
    killed(cup, ("importer.noted", "", "note_problems"), 1, *words, before=True)
    sound(cup)
    assert cup.rows("SELECT count(*) FROM problem") == [(0,)]
    assert "cut off" not in cup.done("status").out
    found = cup.run("problems").out
    assert "unchanged" in cup.done(*words).out
    assert cup.run("problems").out == found


RATE = {
    "while problems are numbered": (("office.desk.refresh", "", "note_problems"), 1, False),
    "between two tables": (("office.runs.store", "", "put_columns"), 2, False),
    "a moment before the draft is committed": (COMMIT, 2, True),
}


@pytest.mark.parametrize(
    ("drafted", "moment"),
    [*((False, moment) for moment in RATE), *((True, moment) for moment in [*RATE][1:])],
    ids=lambda told: told if isinstance(told, str) else "draft made anew" if told else "first draft",
)  # problems are numbered in the same way for both
def test_a_killed_rating_run_leaves_the_office_as_before(work: Workplace, moment: str, drafted: bool) -> None:
    where, call, before = RATE[moment]
    small_federation(work)
    work.store(EVENT)
    if drafted:
        work.done("rate")
    stood = work.dump()
    killed(work, where, _commit_of(work, "rate", call) if where is COMMIT else call, "rate", before=before)
    sound(work)
    assert work.dump() == stood
    assert "4 of 4 games rated" in work.done("rate").out
    assert work.rows("SELECT state, count(*) FROM list_version GROUP BY state") == [
        ("draft", 1),
        ("published", 1),
    ]


def _commit_of(work: Workplace, command: str, _call: int) -> int:
    """The number of the commit that ends a command, counted in this process on a copy that is put back."""
    from sqlalchemy.engine.default import DefaultDialect

    kept, count, real = work.database.read_bytes(), [0], DefaultDialect.do_commit

    def counting(self, connection):
        count[0] += 1
        return real(self, connection)

    with work.monkeypatch.context() as patch:
        patch.setattr(DefaultDialect, "do_commit", counting)
        work.done(command)
    work.database.write_bytes(kept)
    return count[0]


UPGRADE, CREATE = ("office.database.migrate", "", "upgrade"), ("alembic.op", "", "create_table")


@pytest.mark.parametrize(
    ("where", "call"), [(UPGRADE, 1), (CREATE, 1), (CREATE, 2), (COMMIT, 1), (COMMIT, 2)]
)
def test_an_office_whose_making_was_killed_is_made_by_the_same_command(
    work: Workplace, where: tuple[str, str, str], call: int
) -> None:
    work.folder = work.folder.with_name("new")
    killed(work, where, call, "init", "--officer", "Invented Officer", before=where is not UPGRADE)
    work.done("init", "--officer", "Invented Officer")
    assert work.rows("SELECT value FROM setting WHERE name = 'officer'") == [("Invented Officer",)]
    assert work.run("init").code == 1


def test_a_killed_export_leaves_the_old_file_whole(work: Workplace) -> None:
    small_federation(work)
    work.done("rate")
    work.done("publish")
    work.done("export", "list")
    path = work.folder / "lists" / "rating-2026-11-01.csv"
    old = path.read_bytes()
    killed(work, ("os", "", "replace"), 1, "export", "list", "--bom")
    assert path.read_bytes() == old
    assert len(list(path.parent.iterdir())) == 2, "what was half written"
    work.done("export", "list", "--bom")
    assert path.read_bytes() == b"\xef\xbb\xbf" + old
    assert list(path.parent.iterdir()) == [path]
