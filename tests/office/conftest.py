"""Offices on both databases, for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.office.chained import DATABASES, Chained, both


@pytest.fixture(scope="session")
def offices(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Chained]]:
    """The office of `three_lists` by database."""
    with both(tmp_path_factory.mktemp("chained")) as made:
        yield made


@pytest.fixture(params=DATABASES)
def chained(offices: dict[str, Chained], request: pytest.FixtureRequest) -> Chained:
    """The same on one database after the other."""
    return offices[request.param]
