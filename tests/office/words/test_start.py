"""Which language is spoken: --lang, BANZUKE_LANG, the office's setting, English."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from office import words as start


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    connection = sqlite3.connect(tmp_path / "banzuke.sqlite")
    connection.execute("CREATE TABLE setting (name TEXT, value TEXT)")
    connection.execute("INSERT INTO setting VALUES ('language', 'ja')")
    connection.commit()
    connection.close()
    return tmp_path


@pytest.mark.parametrize(
    ("line", "variables", "language"),
    [
        ("--lang ja status", {}, "ja"),
        ("--lang=ja status", {"BANZUKE_LANG": "en"}, "ja"),
        ("--office {folder} --lang en status", {"BANZUKE_LANG": "ja"}, "en"),
        ("--help", {"BANZUKE_LANG": "ja_JP.UTF-8"}, "ja"),
        ("--help", {"BANZUKE_LANG": "xx"}, None),
        ("--office {folder} status", {"BANZUKE_LANG": "xx"}, "ja"),
        ("--office {folder} status", {}, "ja"),
        ("status", {"BANZUKE_OFFICE": "{folder}"}, "ja"),
        ("--office={folder} status", {"BANZUKE_LANG": "en"}, "en"),
        ("--office {folder} --lang xx status", {}, "ja"),
        ("--office {folder}/none status --lang ja", {}, None),
        ("--lang", {}, None),
    ],
)
def test_the_nearest_word_counts(
    folder: Path, line: str, variables: dict[str, str], language: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder.parent)
    environment = {name: value.format(folder=folder) for name, value in variables.items()}
    assert start.asked(line.format(folder=folder).split(), environment) == language


def test_an_office_that_cannot_be_read_speaks_english(folder: Path) -> None:
    (folder / "banzuke.sqlite").write_bytes(b"no database" * 100)
    assert start.asked(["--office", str(folder)], {}) is None
    (folder / "banzuke.sqlite").write_bytes(b"")
    assert start.asked(["--office", str(folder)], {}) is None
