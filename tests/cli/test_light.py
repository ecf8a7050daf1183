"""What commands that look do not load: each of these costs more than the answer."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.depth import every
from tests.office.test_desk import EVENT
from tests.office.test_looks import MOMENT, by_sql, row
from tests.workplace import HATA, MORI, NAMES, Workplace

ROOT = Path(__file__).resolve().parents[2]
HEAVY = (
    "alembic", "babel", "httpx", "jinja2", "numpy", "openpyxl", "python_calamine", "rich", "selectolax",
    "tenacity", "xlsxwriter",
)  # fmt: skip
MATCHING = ("rapidfuzz", "jaconv")
"""Beside them: where no name of a report has to be found on the register."""
SCRIPT = """
import json, sys
import cli.main
sys.argv = ["banzuke", *sys.argv[1:]]
try:
    cli.main.main()
except SystemExit as ended:
    from sqlmodel import SQLModel
    tables = sorted(SQLModel.metadata.tables)
    wings = ("cli", "publication", "office", "importer", "rating")
    ours = sorted(m for m in sys.modules if m.partition(".")[0] in wings)
    top = sorted({m.partition(".")[0] for m in sys.modules})
    print(json.dumps({"code": ended.code, "top": top, "ours": ours, "tables": tables}), file=sys.stderr)
"""


def loaded(work: Workplace, *words: str) -> dict[str, Any]:
    """What a command has loaded when it is done: packages, our modules, tables that were built."""
    said = subprocess.run(
        [sys.executable, "-c", SCRIPT, "--office", str(work.folder), *words],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    told: dict[str, Any] = json.loads(said.stderr.splitlines()[-1])
    assert told["code"] == 0, said.stderr
    return told


def published(work: Workplace) -> Workplace:
    """An office with a list and nothing on the desk."""
    work.register(*({"ID": i, "Name": NAMES[i]} for i in (MORI, HATA)))
    work.opening({"ID": i, "Name": NAMES[i], "ST": 1500, "ST-G": 100} for i in (MORI, HATA))
    return work


There = Callable[..., dict[str, Any]]
FOUND: dict[tuple[str, ...], dict[str, Any]] = {}


@pytest.fixture
def there(work: Workplace) -> There:
    """The same of a command in such an office, each found out once."""

    def found(*words: str) -> dict[str, Any]:
        if words not in FOUND:
            FOUND[words] = loaded(published(work), *words)
        return FOUND[words]

    return found


@pytest.mark.parametrize("words", [("status",), ("problems",), ("explain", MORI), ("members", "show", MORI)])
def test_a_command_that_looks_loads_nothing_heavy(there: There, words: tuple[str, ...]) -> None:
    told = there(*words)
    assert set(told["top"]).isdisjoint((*HEAVY, *MATCHING))
    doors = {m for m in told["ours"] if m.startswith("cli.")}
    own = {"status": "desk", "problems": "desk", "explain": "lists", "members": "register"}[words[0]]
    assert f"cli.{own}" in doors
    assert doors.isdisjoint(
        {f"cli.{m}" for m in ("desk", "lists", "register", "inbox", "fide")} - {f"cli.{own}"}
    )


@pytest.mark.parametrize("words", [("status",), ("problems",), ("explain", MORI), ("members", "show", MORI)])
def test_what_rulings_say_is_not_read_where_the_usual_readings_are_followed(
    there: There, words: tuple[str, ...]
) -> None:
    assert "rating.rulings" not in there(*words)["ours"]


def test_of_programs_nothing_is_loaded_without_an_account(there: There) -> None:
    tables = set(there("status")["tables"])
    assert tables.isdisjoint({"account", "account_session"})


def test_a_rating_is_explained_without_what_makes_a_list(there: There) -> None:
    told = there("explain", MORI)
    assert not [module for module in told["ours"] if module.startswith("office.runs.")]
    assert not {"message_place", "problem", "publication"} & set(told["tables"])


ANEW = ("importer.checks", "importer.matching", "importer.review", "office.desk.anew")
"""What an event is looked at anew with."""


@pytest.mark.parametrize("words", [("status",), ("problems",)])
def test_a_desk_of_which_nothing_has_changed_is_not_matched_or_checked(
    there: There, words: tuple[str, ...]
) -> None:
    told = there(*words)
    assert set(ANEW).isdisjoint(told["ours"])
    tables = set(told["tables"])
    built = {"member", "membership", "organizer", "application", "event_player", "pairing", "list_rating"}
    assert tables.isdisjoint(built | {"message_place", "publication"})


def test_an_event_is_looked_at_anew_once_something_has_changed(work: Workplace) -> None:
    published(work).store(EVENT)
    assert set(ANEW).isdisjoint(loaded(work, "status")["ours"])  # it was looked at when it came in
    by_sql(work, row("organizer", name="Invented Club", kind="club", known_since=MOMENT))
    assert set(ANEW) <= set(loaded(work, "status")["ours"])


def test_tables_are_built_for_what_is_asked(there: There) -> None:
    told = there("members", "show", MORI)["tables"]
    assert "member" in told
    assert not {"event", "list_rating", "message", "organizer", "ruling"} & set(told)
    told = there("explain", MORI)["tables"]
    assert {"list_version", "version_event"} <= set(told)
    assert not {"event", "reading", "report", "message", "setting", "journal"} & set(told)


@pytest.mark.parametrize(
    "table",
    every([
        "importer.tables.AcfRatingRow", "importer.tables.EventPlayerRow", "importer.tables.MessagePlaceRow",
        "importer.tables.ProblemRow", "importer.tables.OrganizerPersonRow", "importer.tables.FidePlayerRow",
        "office.tables.EventLineRow", "office.tables.PollRow", "office.tables.PublicationRow",
        "office.tables.VersionEventRow", "office.chain.tables.ChainLinkRow",
    ], 3),
)  # fmt: skip
def test_a_table_comes_with_those_it_points_to(table: str) -> None:
    """A version's readings before it is stored (office/tables/versions.py), all others at once."""
    module, _dot, name = table.rpartition(".")
    script = (
        f"from {module} import {name}\n"
        "from sqlmodel import Session, SQLModel\n"
        "with Session() as session:\n"
        "    session.dispatch.before_flush(session, None, None)\n"
        "for made in SQLModel.metadata.tables.values():\n"
        "    [key.column for key in made.foreign_keys]\n"
        "assert SQLModel.metadata.naming_convention['pk'] == 'pk_%(table_name)s'\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    said = subprocess.run(
        [sys.executable, "-c", script],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert said.returncode == 0, said.stderr
