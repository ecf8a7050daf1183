"""An office that is made once and copied for each test."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from office.cli.main import app
from tests.office.workplace import Workplace, empty_office


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("template") / "office"
    words = ["--office", str(folder), "init", "--name", "Invented Federation", "--officer", "Invented Officer"]
    app(words, standalone_mode=False)
    gc.collect()  # closes the connection, so that the file is whole without its log
    return folder


@pytest.fixture
def work(
    template: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Workplace:
    """An empty office."""
    folder = tmp_path / "office"
    empty_office(template, folder)
    for name in ("BANZUKE_OFFICE", "BANZUKE_OFFICER"):
        monkeypatch.delenv(name, raising=False)
    return Workplace(folder, capsys, monkeypatch)
