"""An expected reading beside each real page: outlines that were compared with the pages by eye."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.samples import samples, saved
from tests.scraper.outline import outlined

EXPECTED = Path(__file__).parent / "expected"
NAMES = sorted(p.stem for p in EXPECTED.glob("*.json"))


def sample(stem: str) -> str:
    return f"{stem}.xlsx" if stem == "start-list-2018" else stem


@pytest.mark.parametrize("stem", NAMES)
def test_a_real_page_is_read_as_expected(stem: str) -> None:
    expected = json.loads((EXPECTED / f"{stem}.json").read_text("utf-8"))
    assert outlined(saved(sample(stem))) == expected


def test_every_real_page_has_an_expected_reading() -> None:
    stems = {p.stem for p in samples("chess-results").iterdir() if p.suffix in (".html", ".xlsx")}
    assert stems - set(NAMES) == set()


def test_no_expected_reading_holds_a_name() -> None:
    start = json.loads((EXPECTED / "british2026_champ_startingrank.json").read_text("utf-8"))
    assert set(start) == {
        *("kind", "language", "tournament", "view", "gate", "last_update", "rounds", "details", "problems"),
        *("numbers", "people"),
    }
