"""A database file with the importer's tables, and nothing of the office."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlmodel import Session, SQLModel, create_engine

import importer.tables
from importer.kept_reader import kept


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    engine = create_engine(f"sqlite:///{tmp_path / 'importer.sqlite'}")
    importer.tables.whole()
    tables = [t for t in SQLModel.metadata.tables.values() if t.name in OURS]  # create_all puts them in order
    SQLModel.metadata.create_all(engine, tables=tables)
    with Session(engine, expire_on_commit=False) as opened:
        yield opened
    engine.dispose()


@pytest.fixture(scope="module")
def one_reader() -> Iterator[None]:
    """Files are read one after the other by a copy that stays, as those of a folder are: a new one for each
    takes as long as the reading. Not for tests that put something in the place of what reads."""
    with kept():
        yield


OURS = {
    "member",
    "member_name",
    "membership",
    "fide_rating",
    "register_fact",
    "organizer",
    "organizer_name",
    "organizer_span",
    "application",
    "fide_list",
    "fide_player",
    "report",
    "reading",
    "event",
    "event_round",
    "event_player",
    "pairing",
    "problem",
    "ruling",
}
