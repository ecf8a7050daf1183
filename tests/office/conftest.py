"""A PostgreSQL server, and an office with open questions on either database."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count

import pytest
from sqlalchemy import Engine

from cli.main import app
from importer.meetings import meeting_of, met_of
from importer.stored import stored_faults
from importer.tables import EventRow
from importer.view import UnreadView
from office.database import engine
from office.desk.desk import DeskEvent
from office.desk.looks import Looks
from office.desk.refresh import looked
from office.desk.sight import Sight
from tests.depth import DATABASES, deep
from tests.office import chained as on_both
from tests.office.chained import Chained
from tests.office.marked import marked_office
from tests.office.test_desk import EVENT, with_player, with_result
from tests.on_postgresql import database, made_database, pointed
from tests.workplace import NAMES, RATINGS, Workplace, small_federation, whole

ASKING = with_result(
    with_player(
        with_player(EVENT, 1, name="Who Knows", national_id=None), 2, name="Some Body", national_id=None
    ),
    2,
    None,
)
"""An event that asks who two players are, and for a result."""

_numbers = count(1)


@pytest.fixture(scope="session")
def one_served(cluster: str) -> Callable[[str], Engine]:
    """The office's engine on PostgreSQL, made once and pointed to one database after the other."""
    return pointed(cluster)


@pytest.fixture
def server(cluster: str) -> str:
    """An empty database of the server, by its address."""
    return made_database(cluster, f"empty_{next(_numbers)}", None)


def served(work: Workplace, cluster: str, name: str, template: str | None) -> Workplace:
    """The office in a folder of its own on a database of the server, made now."""
    address = made_database(cluster, name, template)
    folder = work.folder.with_name(name)
    folder.mkdir()
    if template is not None:
        (folder / "banzuke.toml").write_text(f'database = "{address}"\n')
    return replace(work, folder=folder)


def begin(work: Workplace) -> None:
    """The register, the last list and the event."""
    work.store(ASKING)


@pytest.fixture(params=DATABASES)
def both(request: pytest.FixtureRequest, work: Workplace) -> Workplace:
    """An office with the small federation, one published list and the event; on SQLite and on PostgreSQL."""
    if request.param == "sqlite":
        made = work.shelf / "asking.sqlite"
        if made.exists():
            shutil.copy(made, work.database)
        else:
            small_federation(work)
            begin(work)
            whole(work.database, made)
        return work
    cluster = request.getfixturevalue("cluster")
    work.monkeypatch.setattr(engine, "postgresql", request.getfixturevalue("one_served"))
    mark = work.shelf / "asking.postgresql"
    if not mark.exists():
        first = served(work, cluster, "asking", None)
        words = ["--office", str(first.folder), "init", "--officer", "Invented Officer"]
        app([*words, "--database", database(cluster, "asking")], standalone_mode=False)
        first.register(*({"ID": i, "Name": n} for i, n in NAMES.items()))
        first.opening(
            {"ID": i, "Name": NAMES[i], "ST": r, "ST-G": 100, "ST-Peak": 1750} for i, r in RATINGS.items()
        )
        begin(first)
        mark.touch()
    return served(work, cluster, f"office_{next(_numbers)}", "asking")


@pytest.fixture(scope="session")
def offices(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Chained]]:
    """The office of `three_lists` by database."""
    with on_both.both(tmp_path_factory.mktemp("chained")) as made:
        yield made


@pytest.fixture(params=DATABASES)
def chained(offices: dict[str, Chained], request: pytest.FixtureRequest) -> Chained:
    """The same on one database after the other."""
    return offices[request.param]


@pytest.fixture(autouse=True)
def compared_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever a test's command takes what an earlier look at an event found, the event is looked at anew as
    well: both have found the same. The short run does so at one look of twelve."""
    real = looked
    turns = count()

    def both(seen: Sight, event: EventRow, looks: Looks, *, anew: bool, proven: bool) -> DeskEvent:
        kept = real(seen, event, looks, anew=anew, proven=proven)
        told = isinstance(kept.view, UnreadView) or (proven and not any(stored_faults(seen.session, [event])))
        if told and next(turns) % deep(1, 12) == 0:  # what was changed past the office is named as such
            now = real(seen, event, looks, anew=True, proven=False)
            assert (kept.list_date, kept.into, kept.findings) == (now.list_date, now.into, now.findings)
            assert kept.view.reported_on() == now.view.reported_on()
            assert list(looks.meetings(kept.view)) == list(map(meeting_of, met_of(now.view).kept))
        return kept

    monkeypatch.setattr("office.desk.refresh.looked", both)


@pytest.fixture
def marked(work: Workplace) -> Workplace:
    """The office of a member with a mark in every field."""
    return marked_office(work)
