"""What the website is measured against writes every file of it, to the byte (benchmarks/site_bare.py)."""

from pathlib import Path

import pytest

from benchmarks.federation import JAPANESE, Federation, place_in
from benchmarks.site_bare import bare_site
from office.database.engine import look, sqlite


@pytest.mark.parametrize("rows", [500, 6])
def test_the_floor_writes_what_the_website_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rows: int
) -> None:
    monkeypatch.setattr("office.desk.lengths.ROWS", rows)  # crosstables of 500 players stand on one page
    engine = sqlite(place_in(tmp_path))
    federation = Federation(JAPANESE, 100)
    federation.founded(engine)
    federation.next_list(engine, 20)
    floor = tmp_path / "floor"
    floor.mkdir()
    with look(engine) as session:
        pages, figures = bare_site(session, floor)
    assert pages.own and figures.own
    assert bool([*floor.rglob("bare/*/events/*-2.html")]) == (rows == 6)
