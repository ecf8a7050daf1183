"""An expected reading beside each real page: outlines that were compared with the pages by eye."""

from __future__ import annotations

import html
import json
import re
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


PRINTED_NAME = re.compile(r">\s*([^<>,\d]{2,40}, [^<>\d]{1,40}?)\s*<")
"""Surname, comma, given name, alone in a cell or a link."""
NO_NAME = "Rating national, Rating international"


def test_no_expected_reading_holds_a_name() -> None:
    pages = [html.unescape(p.read_text("utf-8")) for p in samples("chess-results").glob("*.html")]
    people = {name for page in pages for name in PRINTED_NAME.findall(page)} - {NO_NAME}
    assert len(people) > 1000
    for stem in NAMES:
        told = json.dumps(json.loads((EXPECTED / f"{stem}.json").read_text("utf-8")), ensure_ascii=False)
        assert [name for name in people if name in told] == [], stem
