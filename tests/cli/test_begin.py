"""How a command begins: Ctrl+C before it has, with nothing of Python's own printed; started with its output
closed; and where LANG says other letters than the terminal has."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.importer.invented import register_csv
from tests.workplace import Workplace

HERE = Path(__file__).parents[2]
MEMBER = {"ID": "N90000001", "Name": "Mori Sora"}
PRESSED_AT = """
import os, signal, sys
class Presses:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Presses())
sys.argv = ["banzuke", "--version"]
from cli.begin import main
{before}
main()
"""


def pressed(name: str, before: str = "") -> subprocess.CompletedProcess[str]:
    """What is left of a command at which Ctrl+C is pressed when it first asks for a module."""
    code = PRESSED_AT.format(name=name, before=before)
    heard = signal.signal(
        signal.SIGINT, signal.SIG_DFL
    )  # tests that run in the background pass it on ignored
    try:
        return subprocess.run(
            [sys.executable, "-c", code], cwd=HERE, capture_output=True, text=True, timeout=60
        )
    finally:
        signal.signal(signal.SIGINT, heard)


@pytest.mark.parametrize(("name", "code"), [("typer", -signal.SIGINT), ("cli.help_pages", 130)])
def test_ctrl_c_while_the_program_begins_prints_nothing_of_pythons_own(name: str, code: int) -> None:
    ran = pressed(name)
    assert (ran.returncode, ran.stdout, ran.stderr.strip()) == (code, "", "")


def test_a_command_that_is_to_pass_ctrl_c_over_does_so_from_the_beginning() -> None:
    ran = pressed("typer", "signal.signal(signal.SIGINT, signal.SIG_IGN)")
    assert ran.returncode == 0 and ran.stdout.startswith("banzuke 0.")


def test_a_command_that_was_started_with_its_output_closed_does_its_work(tmp_path: Path) -> None:
    """As `banzuke shell <LINES >&- 2>&-`, and as some schedulers start theirs."""
    code = (
        "import os, sys\nfor number in (1, 2): os.close(number)\n"
        "os.execv(sys.executable, [sys.executable, '-m', 'cli.main', 'shell'])"
    )
    lines = b"init --name Federation --officer Officer\nofficer\n"
    environment = {**os.environ, "PYTHONPATH": str(HERE), "BANZUKE_OFFICE": str(tmp_path)}
    words = [sys.executable, "-c", code]
    ran = subprocess.run(words, input=lines, cwd=tmp_path, env=environment, timeout=60, check=False)
    assert ran.returncode == 0
    assert (tmp_path / "banzuke.sqlite").is_file()


def test_what_was_typed_in_utf_8_and_read_as_other_letters_is_refused_but_for_a_file_of_that_name(
    work: Workplace,
) -> None:
    misread = "棋院".encode().decode("latin-1")  # as with LANG=de_DE
    refused = work.run("officer", misread).problem()
    assert refused["code"] == "not-text" and "LC_ALL" in refused["do"]
    work.done("members", "import", work.file(register_csv([MEMBER]), f"{misread}.csv"))
