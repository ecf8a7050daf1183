"""The rows of a published Queensland list are as frozen as those of any other."""

from __future__ import annotations

import pytest

from tests.office.test_frozen import attempt
from tests.office.test_queensland import ANNA, DORA, GAMES, event, juniors, rated
from tests.workplace import Workplace, once

BELONGING = ("event_line", "event_rating", "event_performance")


@pytest.fixture
@once
def published(queensland: Workplace) -> Workplace:
    juniors(queensland)
    rated(queensland, event(*GAMES, (DORA, ANNA, "1-0")))
    return queensland


@pytest.mark.parametrize("table", BELONGING)
def test_rows_can_be_neither_added_nor_changed_nor_deleted(published: Workplace, table: str) -> None:
    assert published.rows(f"SELECT 1 FROM {table} WHERE version_id = 2")
    columns = [c for _, c, *_ in published.rows(f"PRAGMA table_info({table})")]
    others = ", ".join(c for c in columns if c not in ("id", "version_id"))
    copy = f"INSERT INTO {table} (version_id, {others}) SELECT version_id, {others} FROM {table}"
    before = published.dump()
    for statement in (
        f"UPDATE {table} SET version_id = version_id WHERE version_id = 2",
        f"DELETE FROM {table} WHERE version_id = 2",
        f"{copy} WHERE version_id = 2",
    ):
        assert attempt(published, statement) == "a published list does not change", statement
    assert published.dump() == before


def test_a_draft_made_anew_leaves_nothing_of_the_one_before(queensland: Workplace) -> None:
    juniors(queensland)
    queensland.store(event(*GAMES, (DORA, ANNA, "1-0")))
    queensland.resolve("P1", "--class", "club")
    queensland.done("rate")
    first = {t: queensland.rows(f"SELECT count(*) FROM {t}") for t in BELONGING}
    queensland.done("rate")
    assert {t: queensland.rows(f"SELECT count(*) FROM {t}") for t in BELONGING} == first
    queensland.resolve("E1", "--class", "lightning")
    queensland.done("rate")
    assert queensland.rows("SELECT DISTINCT k FROM event_line WHERE k IS NOT NULL") == [(5,)]
