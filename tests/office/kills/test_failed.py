"""What fails is found and told: by the product, and by these trials where the product does not."""

from __future__ import annotations

import errno
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from office.chain import statements
from office.faults import problems_of
from tests.office.kills.cases import Case
from tests.office.kills.every import CASES
from tests.office.kills.failing import ALONE, FULL
from tests.office.kills.trial import Prepared, failed, forked, prepared, tell
from tests.workplace import Workplace


def at(made: Prepared, moment: str) -> int:
    return next(n for n, one in enumerate(made.moments) if one == moment)


def trial(work: Workplace, folder: Path, case: Case) -> Any:
    return prepared(case, replace(work, folder=folder / "area" / "office"), work.folder)


def test_a_list_whose_head_cannot_be_written_is_published_and_this_is_told(
    work: Workplace, tmp_path: Path
) -> None:
    with trial(work, tmp_path, CASES["publish"]) as made:
        assert failed(made, at(made, "before replace heads.txt"), ALONE).faults == []
        made.put_back()

        real = statements.put

        def full(file: Path, data: bytes, *, mode: int) -> None:
            if file.name == "heads.txt":
                raise OSError(errno.ENOSPC, "No space left on device", str(file))
            real(file, data, mode=mode)

        with work.monkeypatch.context() as patch:
            patch.setattr("office.chain.statements.put", full)
            said = made.work.run(*made.ready.words)
        heads = made.work.folder / "heads.txt"
        before = len(heads.read_bytes().splitlines())
        made.work.done("language", "ja")
        assert len(heads.read_bytes().splitlines()) == before + 1
    assert said.code == 0
    assert [(one["code"], one["place"], one["found"]) for one in said.problems()] == [
        ("unwritten", str(heads), "No space left on device")
    ]


def test_what_could_not_be_noted_as_shown_is_told_and_the_command_succeeds(
    work: Workplace, tmp_path: Path
) -> None:
    with trial(work, tmp_path, CASES["resolve"]) as made:
        (made.work.folder / "seen").rename(made.work.folder / "seen before")
        (made.work.folder / "seen").write_bytes(b"")
        said = made.work.run("problems")
    assert said.code in (0, 3)
    assert [one["code"] for one in said.problems()] == ["shown-not-noted"]
    assert said.problem()["place"].endswith(".json")  # its file, whatever failed of it


def test_a_server_that_is_lost_is_named_whichever_way_the_rows_go() -> None:
    lost = psycopg.errors.AdminShutdown("terminating connection due to administrator command")
    for error in (lost, OperationalError("SELECT 1", {}, lost)):
        (problem,) = problems_of(error)
        assert problem.code == "database-unreachable" and "administrator" in problem.found
    assert problems_of(psycopg.errors.UndefinedTable("no such table")) == ()


def test_what_is_stored_in_two_transactions_is_found(work: Workplace, tmp_path: Path) -> None:
    real = Session.flush

    def early(self: Session, *given: Any) -> None:
        real(self, *given)
        self.connection().exec_driver_sql("COMMIT")
        self.connection().exec_driver_sql("BEGIN IMMEDIATE")

    work.monkeypatch.setattr(Session, "flush", early)
    with trial(work, tmp_path, CASES["members add"]) as made:
        faults = failed(made, at(made, "INSERT INTO membership"), ALONE).faults
    assert any(fault.startswith("doctor: register-differs") for fault in faults), faults


def test_a_failure_that_nobody_foresaw_is_found(work: Workplace, tmp_path: Path) -> None:
    work.monkeypatch.setattr("office.faults.problems_of", lambda _error: ())
    with trial(work, tmp_path, CASES["language"]) as made:
        (moment,) = (n for name, n in made.failing(FULL, random.Random(1)).items() if name == "before commit")
        faults = failed(made, moment, FULL).faults
    assert faults[0].startswith("exit code 70: "), faults


def test_a_command_that_does_not_end_is_found(work: Workplace, tmp_path: Path) -> None:
    with trial(work, tmp_path, CASES["language"]) as made:
        made.ready = replace(made.ready, words=("no", "such", "command"))
        assert failed(made, at(made, "before commit"), ALONE).faults[0].startswith("exit code 2: ")


def test_a_copy_of_this_process_says_what_it_came_to() -> None:
    from tests.workplace import Said

    assert forked(lambda: tell(Said(3, "one ", "two"))) == (0, "3 one two")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("traceback.print_exc", lambda **_: None)
        assert forked(lambda: 1 // 0)[0] != 0
