"""`banzuke shell`: every line is a command by itself, and only the first waits for the program to load."""

from __future__ import annotations

import io
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.begun import Begun
from tests.importer.invented import register_csv
from tests.workplace import MORI, NAMES, Said, Workplace

ROOT = Path(__file__).resolve().parents[2]


def piped(work: Workplace, *lines: str) -> Said:
    """What the shell does with lines from a pipe."""
    work.monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    return work.run("shell")


def codes(said: Said) -> list[tuple[int, int]]:
    """The lines that were answered, each with its exit code."""
    return [(int(n), int(code)) for n, code in re.findall(r"^line (\d+): exit code (\d+)$", said.err, re.M)]


def members(work: Workplace) -> list[str]:
    return [str(row[0]) for row in work.rows("SELECT federation_id FROM member ORDER BY id")]


def test_each_line_says_what_its_command_says(work: Workplace) -> None:
    work.register({"ID": MORI, "Name": NAMES[MORI]})
    alone = [work.run("status"), work.run("members", "show", MORI), work.run("problems")]
    said = piped(work, "status", f"members show {MORI}", "problems")
    assert said.out == "".join(one.out for one in alone)
    assert codes(said) == [(1, 0), (2, 0), (3, 0)]
    assert said.code == 0


def test_each_line_has_its_own_transaction(work: Workplace, tmp_path: Path) -> None:
    good = tmp_path / "good.csv"
    bad = tmp_path / "bad.csv"
    good.write_bytes(register_csv([{"ID": "N90000001", "Name": "Invented Aoi"}]))
    bad.write_bytes(register_csv([{"ID": "N90000002", "Name": "Invented Ren"}, {"ID": "?", "Name": ""}]))
    said = piped(work, f"members import {good}", f"members import {bad}", "members show N90000002", "status")
    assert codes(said) == [(1, 0), (2, 1), (3, 1), (4, 0)]
    assert members(work) == ["N90000001"]


def test_a_line_sees_what_another_program_stored_meanwhile(work: Workplace, tmp_path: Path) -> None:
    file = tmp_path / "register.csv"
    file.write_bytes(register_csv([{"ID": MORI, "Name": NAMES[MORI]}]))
    office = ["--office", str(work.folder)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "BANZUKE_OFFICER": "Tester"}

    def lines() -> object:
        yield f"members show {MORI}\n"
        words = [sys.executable, "-m", "cli.main", *office, "members", "import", str(file)]
        assert Begun(words, env=environment).wait() == 0
        yield f"members show {MORI}\n"
        yield ""

    given = lines()
    stdin = io.StringIO()
    work.monkeypatch.setattr(stdin, "readline", lambda: next(given))  # type: ignore[call-overload]
    work.monkeypatch.setattr(sys, "stdin", stdin)
    assert codes(work.run("shell")) == [(1, 1), (2, 0)]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("members show “x” 'open", "what ends within quotes"),
        ("x" * 10_001, "10001 letters"),
        ("members show \0", "a byte 0"),
    ],
)
def test_a_line_that_has_no_words_is_refused_and_the_next_one_answered(
    work: Workplace, line: str, found: str
) -> None:
    said = piped(work, line, "status")
    problem = said.err.splitlines()
    assert problem[0] == "shell-line: line 1"
    assert problem[2].split(None, 1)[1] == found
    assert codes(said) == [(1, 2), (2, 0)]


def test_remarks_and_empty_lines_are_passed_over_and_exit_ends(work: Workplace) -> None:
    said = piped(work, "# status", "", "   ", "banzuke status", "nonsense", "exit", "status")
    assert codes(said) == [(4, 0), (5, 2)]
    assert said.code == 2


def test_a_shell_within_a_shell_is_refused(work: Workplace) -> None:
    said = piped(work, "shell", "status")
    assert "shell-in-shell: banzuke shell" in said.err
    assert codes(said) == [(1, 1), (2, 0)]
    assert codes(piped(work, "status")) == [(1, 0)], "one after another is none within another"


def test_it_speaks_as_a_line_asks(work: Workplace) -> None:
    said = piped(work, "--lang ja status", "status", "--lang ja status --help", "status --help")
    told = [said.out.index(words) for words in ("会員0名", "0 members", "使い方：", "Usage: ")]
    assert told == sorted(told) and not re.search("[ぁ-ん]", said.err), said.all
    assert codes(said) == [(1, 0), (2, 0), (3, 0), (4, 0)]


def test_typed_lines_are_kept_for_their_owner_alone(work: Workplace) -> None:
    read, write = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "dumb", "INPUTRC": "/dev/null"}
    words = [sys.executable, "-m", "cli.main", "--office", str(work.folder), "shell"]
    before = os.umask(0)
    try:
        process = subprocess.Popen(
            words, stdin=write, stdout=write, stderr=subprocess.PIPE, env=environment, text=True
        )
    finally:
        os.umask(before)
        os.close(write)
    os.write(read, b"members show N1\nstatus\nexit\n")
    out = "".join(iter(lambda: _read(read), ""))
    _none, err = process.communicate(timeout=60)
    os.close(read)
    assert process.returncode == 0, err
    assert "banzuke [1]> " in out, "the prompt says how the line before ended"
    assert "line 1: exit code" not in err
    kept = work.folder / "shell-history"
    assert kept.read_text("utf-8").split("\n")[:2] == ["members show N1", "status"]
    assert kept.stat().st_mode & 0o777 == 0o600


def _read(terminal: int) -> str:
    """What the other side of a terminal shows next; nothing when nobody is there any more."""
    try:
        return os.read(terminal, 4096).decode()
    except OSError:
        return ""
