"""Problems of many damaged files and pages, each text of each told in Japanese."""

from __future__ import annotations

import pytest

from importer import reader
from importer.errors import ImportRefused
from importer.files import read_files
from office.words import po
from office.words.templates import Templates
from rating.time_control import minutes_at_60
from scraper.errors import ScraperError
from tests.importer import mutations as files
from tests.office.words import recorder
from tests.samples import SAMPLES
from tests.scraper import mutations as pages

EACH = 2
SHOWN = ("workbook-broken", "archive-broken", "export-unreadable", "result-unknown", "colours-unclear")
"""Where what was found is shown as it is: the error that a library raised, a cell."""


def without_japanese() -> list[tuple[str, str, str]]:
    """What was noted and no translated template fits."""
    messages = [m for m in po.messages(po.read(po.path("ja"), "ja")) if m.context == "problem"]
    known = Templates({str(m.id): str(m.string) for m in messages if m.string})
    return [
        (field, code, text)
        for field, code, text in sorted(recorder.met)
        if recorder.has_words(text)
        and not (field == "found" and code in SHOWN)
        and not recorder.told(known, field, text)
    ]


@pytest.fixture(autouse=True)
def _noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorder, "met", type(recorder.met)())
    recorder.start(monkeypatch.setattr)
    monkeypatch.setattr(reader, "_copied", True)  # files are read in this process, where problems are noted


def test_files_that_are_damaged() -> None:
    for kind in sorted(files.whole()):
        for at, mutate in enumerate(files.MUTATIONS):
            for number in range(EACH):
                try:
                    read_files(files.damaged(kind, mutate, files.seeded(100 * at + number)), minutes_at_60)
                except ImportRefused:
                    continue  # its problems are noted
    assert len(recorder.met) > 150
    assert without_japanese() == []


@pytest.mark.skipif(not SAMPLES.exists(), reason="the shared samples are not here")
def test_pages_that_are_damaged() -> None:
    for name in pages.names()[::2]:
        for mutate in pages.MUTATIONS:
            try:
                pages.fault(name, mutate, files.seeded(len(name)))
            except ScraperError:
                continue  # its problem is noted
    assert len(recorder.met) > 150
    assert without_japanese() == []
