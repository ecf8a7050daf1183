"""A month in Japanese: nothing that the officer reads is left in English, and no label is empty."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.sections import SECTIONS

ROOT = Path(__file__).resolve().parents[2]
ENGLISH = re.compile(r"\b[A-Za-z]?[a-z]+(?: [a-z]{2,}){2,}")
"""Three words in a row, the last two of small letters: a sentence that nobody translated."""

NOT_OURS = re.compile(r"“[^”]*”|「[^」]*」|banzuke [^、。）」]*|--[^、。）」]*|https?://\S+")
"""What somebody wrote, and command lines."""

REASONS = (
    "the organizer says it is the one born in 1973",
    "the guest the organizer writes of",
    "60 minutes at move 60 is standard by 2(2), whatever the page calls it",
    "the organizer's schedule says Sunday morning",
)
"""The demo's officer writes his reasons in English."""

Run = Callable[..., str]


def left_in_english(text: str) -> list[str]:
    """The lines in which English stands that is neither a name nor a command line."""
    found = []
    for line in text.splitlines():
        rest = line
        for reason in REASONS:
            rest = rest.replace(reason, "")
        if not line.startswith("$ ") and ENGLISH.search(NOT_OURS.sub("", rest)):
            found.append(line)
    return found


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("japanese")
    environment = {**os.environ, "BANZUKE_LANG": "ja", "PYTHONPATH": str(ROOT), "COLUMNS": "100"}

    def ran(*words: str) -> str:
        command = [sys.executable, "-m", "cli.main", *words]
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False
        )
        assert "Traceback" not in done.stderr
        return done.stdout + done.stderr

    ran.month = ran("demo", "--to", "demo")  # type: ignore[attr-defined]
    return ran


def test_the_demo_of_a_month_speaks_japanese(run: Run) -> None:
    text: str = run.month  # type: ignore[attr-defined]
    assert left_in_english(text) == []
    assert "2026年11月1日付" in text
    assert "次の作業：" in text


@pytest.mark.parametrize(
    "words",
    [
        "status", "events", "events E2", "problems --all", "rulings", "lists", "fees",
        "preview --list 2026-11-01", "explain N10210548", "explain N10217946", "members show N10210548",
        "rate", "whatif N10210548 --game draw:1850", "organizers list", "inbox list", "rebuild", "budget",
        "resolve P99", "explain Nobody", "correction preview", "import nothing", "announce",
    ],
)  # fmt: skip
def test_what_a_command_says_is_japanese(run: Run, words: str) -> None:
    said = run("--office", "demo", *words.split())
    assert said.strip()
    assert left_in_english(said) == []
    assert not re.search(r"^\s*(?:、|。|：)", said, re.MULTILINE)


def test_the_help_of_every_command_is_japanese(run: Run) -> None:
    for name in ("", *(name for _, names in SECTIONS for name in names)):
        assert left_in_english(run(*name.split(), "--help")) == [], name


def test_an_unknown_language_is_refused_on_the_command_line_and_english_in_the_environment(run: Run) -> None:
    said = run("--lang", "xx", "--help") + run("--lang", "xx", "--office", "demo", "status")
    assert "xx" in said
    assert "en, ja" in said
