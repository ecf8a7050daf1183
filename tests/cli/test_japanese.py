"""A month in Japanese: nothing that the officer reads is left in English, and no label is empty."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from datetime import date
from pathlib import Path

import pytest
from sqlmodel import col, select

from cli.commands import COMMANDS, SECTIONS
from cli.main import main
from cli.session import open_office
from office.tables import ListVersionRow
from office.words import speaking

ROOT = Path(__file__).resolve().parents[2]
ENGLISH = re.compile(r"\b[A-Za-z]?[a-z]+(?: [a-z]{2,}){2,}")
"""Three words in a row, the last two of small letters: a sentence that nobody translated."""

NOT_OURS = re.compile(r"“[^”]*”|「[^」]*」|banzuke [^、。）」]*|--[^、。）」]*|https?://\S+")
"""What somebody wrote, and command lines."""

JAPANESE = "[\u3000-\u9fff\uff00-\uffef]"
"""A sign of Japanese writing: beside it an English comma or semicolon joins what has to be one sentence."""

HEAD = re.compile(r"^(?:P\d+ )?[a-z]+(?:-[a-z]+)*: ", re.MULTILINE)
"""What a problem begins with, the same in every language."""

REASONS = (
    "the organizer says it is the one born in 1973",
    "the guest the organizer writes of",
    "60 minutes at move 60 is standard by 2(2), whatever the page calls it",
    "the organizer's schedule says Sunday morning",
)
"""The demo's officer writes his reasons in English."""

ENVIRONMENT = {"BANZUKE_LANG": "ja", "COLUMNS": "100"}

Run = Callable[..., str]


def left_in_english(text: str) -> list[str]:
    """The lines in which English stands that is neither a name nor a command line."""
    lines = text.splitlines()
    return [line for line in lines if not line.startswith("$ ") and ENGLISH.search(our_words(line))]


def our_words(text: str) -> str:
    """The text without what somebody wrote, and without command lines."""
    for reason in REASONS:
        text = text.replace(reason, "")
    return NOT_OURS.sub("", text)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """Commands beside the office of a demo, in Japanese, in this process; `.month` is what the demo said."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("japanese"))
        for name, value in ENVIRONMENT.items():
            patch.setenv(name, value)
        for name in ("BANZUKE_OFFICE", "BANZUKE_OFFICER"):
            patch.delenv(name, raising=False)

        def ran(*words: str) -> str:
            patch.setattr(sys, "argv", ["banzuke", *words])
            said = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
            with speaking("en"), redirect_stdout(said), redirect_stderr(said), suppress(SystemExit):
                main()
            return said.buffer.getvalue().decode()  # type: ignore[attr-defined, no-any-return]

        ran.month = ran("demo", "--to", "demo")  # type: ignore[attr-defined]
        yield ran


@pytest.mark.slow
def test_a_command_of_its_own_process_says_the_same(run: Run) -> None:
    command = [sys.executable, "-m", "cli.main", "--office", "demo", "status"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=environment, capture_output=True, timeout=120, check=True)
    assert done.stdout.decode() == run("--office", "demo", "status")


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
        "rate", "whatif N10210548 --game draw_1850", "organizers list", "inbox list", "rebuild", "budget",
        "resolve P99", "explain Nobody", "correction preview", "import nothing", "announce",
        "jobs", "notices", "journal --last 200", "doctor", "settings", "members duplicates",
        "members search Benihara", "simulate", "site site", "bundle", "organizers applications",
        "explain N10210548 --list 2026-11-01",
        "export list", "poll --offline", "rule known peaks --reason 試験", "jobs log", "status --all",
    ],
)  # fmt: skip
def test_what_a_command_says_is_japanese(run: Run, words: str) -> None:
    said = run("--office", "demo", *(word.replace("_", " ") for word in words.split()))
    assert said.strip()
    assert left_in_english(said) == []
    assert not re.search(r"^\s*(?:、|。|：)", said, re.MULTILINE)
    assert not re.search(r"\d{4}-\d\d-\d\d付", said)
    assert not re.search(rf"{JAPANESE}[,;:] |[,;:] {JAPANESE}", HEAD.sub("", said))
    assert not re.search(r"\b(?:standard|rapid)\b", our_words(said))


def test_a_name_in_a_decision_stays_as_it_is_printed(run: Run) -> None:
    text: str = run.month  # type: ignore[attr-defined]
    told = "P2 member-ambiguous、Tsukimi Rapid 2026 (chess-results:1499612)、選手5："
    assert told + "「Kazemichi, Daichi」はN10215754 Kazemichi Daichiです" in text


def test_the_report_form_is_called_by_its_name(run: Run) -> None:
    assert run("form", "form.xlsx").startswith("form.xlsx：レーティング報告フォーム 20")


def test_what_a_decision_is_about_is_japanese(run: Run) -> None:
    run("--office", "demo", "rule", "rating-gap", "300", "--reason", "試験")
    assert " · 300 · レーティング部 記載のレーティング" in run("--office", "demo", "rulings")


def test_japanese_pages_of_the_site_have_japanese_commas(run: Run) -> None:
    run("--office", "demo", "site", "site")
    pages = {page: page.read_text("utf-8") for page in Path("site", "ja").rglob("*.html")}
    assert len(pages) > 50
    for page, text in pages.items():
        told = re.sub(r"<script.*?</script>|<[^>]*>", "", text, flags=re.DOTALL)
        assert not re.search(rf"{JAPANESE}[,;:] |[,;:] {JAPANESE}", told), page
    assert "K 20：通常" in pages[Path("site", "ja", "calculator.html")]


def test_what_is_kept_of_a_run_stays_in_english_with_its_days_as_they_were(run: Run) -> None:
    with open_office(Path("demo")).reading() as session:
        of_list = col(ListVersionRow.list_date) == date(2026, 11, 1)
        kept = session.exec(select(ListVersionRow.report).where(of_list)).one()
    assert "ratings of the list of 2026-10-01, version 1" in kept
    assert "reported on 2026-10-" in kept


def test_every_command_stands_under_one_heading() -> None:
    listed = [name for names in SECTIONS.values() for name in names]
    assert sorted(listed) == sorted(COMMANDS)


def test_the_help_of_every_command_is_japanese(run: Run) -> None:
    for name in ("", *COMMANDS):
        assert left_in_english(run(*name.split(), "--help")) == [], name


def test_an_unknown_language_is_refused_on_the_command_line_and_english_in_the_environment(run: Run) -> None:
    said = run("--lang", "xx", "--help") + run("--lang", "xx", "--office", "demo", "status")
    assert "xx" in said
    assert "en, ja" in said
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BANZUKE_LANG", "xx")
        assert "Usage: " in run("--help") and "使い方" not in run("--help")
