"""What an examination finds by the thousand takes no longer for each."""

from __future__ import annotations

from datetime import datetime
from time import process_time

import pytest

from office.doctor import checks
from office.doctor.examine import examine
from office.place import Place
from scraper.records import Problem
from tests.workplace import Workplace


def test_findings_of_two_checks_are_each_compared_with_the_others_at_once(
    work: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(what: str) -> list[Problem]:
        return [Problem("archive-page-missing", f"{what} {n}", "a file", "none", "do") for n in range(8_000)]

    monkeypatch.setattr(checks, "reading_faults", lambda _session: gone("reading"))
    monkeypatch.setattr(checks, "sum_faults", lambda _session: [*gone("reading"), *gone("list")])
    begun = process_time()
    found = examine(Place(work.folder), datetime.fromisoformat("2026-11-30T12:00+00:00"), lambda _: None)
    assert process_time() - begun < 4
    assert len([one for one in found.found if one.found == "none"]) == 16_000
