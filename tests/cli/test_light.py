"""What commands that look do not load: each of these costs more than the answer."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

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


def loaded(work: Workplace, *words: str) -> dict[str, object]:
    """What a command has loaded when it is done: packages, our modules, tables that were built."""
    said = subprocess.run(
        [sys.executable, "-c", SCRIPT, "--office", str(work.folder), *words],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    told: dict[str, object] = json.loads(said.stderr.splitlines()[-1])
    assert told["code"] == 0, said.stderr
    return told


@pytest.fixture
def published(work: Workplace) -> Workplace:
    """An office with a list and nothing on the desk."""
    work.register(*({"ID": i, "Name": NAMES[i]} for i in (MORI, HATA)))
    work.opening({"ID": i, "Name": NAMES[i], "ST": 1500, "ST-G": 100} for i in (MORI, HATA))
    return work


@pytest.mark.parametrize("words", [("status",), ("problems",), ("explain", MORI), ("members", "show", MORI)])
def test_a_command_that_looks_loads_nothing_heavy(published: Workplace, words: tuple[str, ...]) -> None:
    told = loaded(published, *words)
    assert set(told["top"]).isdisjoint((*HEAVY, *MATCHING))  # type: ignore[call-overload]
    doors = {m for m in told["ours"] if m.startswith("cli.")}  # type: ignore[attr-defined]
    own = {"status": "desk", "problems": "desk", "explain": "lists", "members": "register"}[words[0]]
    assert f"cli.{own}" in doors
    assert doors.isdisjoint(
        {f"cli.{m}" for m in ("desk", "lists", "register", "inbox", "fide")} - {f"cli.{own}"}
    )


@pytest.mark.parametrize("words", [("status",), ("problems",), ("explain", MORI), ("members", "show", MORI)])
def test_what_rulings_say_is_not_read_where_the_usual_readings_are_followed(
    published: Workplace, words: tuple[str, ...]
) -> None:
    assert "rating.rulings" not in loaded(published, *words)["ours"]  # type: ignore[operator]


def test_of_programs_nothing_is_loaded_without_an_account(published: Workplace) -> None:
    tables = set(loaded(published, "status")["tables"])  # type: ignore[call-overload]
    assert tables.isdisjoint({"account", "account_session"})


def test_a_rating_is_explained_without_what_makes_a_list(published: Workplace) -> None:
    told = loaded(published, "explain", MORI)
    assert not [module for module in told["ours"] if module.startswith("office.runs.")]  # type: ignore[attr-defined]
    assert not {"message_place", "problem", "publication"} & set(told["tables"])  # type: ignore[call-overload]


ANEW = ("importer.checks", "importer.matching", "importer.review", "office.desk.anew")
"""What an event is looked at anew with."""


def looked_with(work: Workplace, *words: str) -> set[str]:
    """The modules of `ANEW` that a command has loaded."""
    return set(ANEW) & set(loaded(work, *words)["ours"])  # type: ignore[call-overload]


@pytest.mark.parametrize("words", [("status",), ("problems",)])
def test_a_desk_of_which_nothing_has_changed_is_not_matched_or_checked(
    published: Workplace, words: tuple[str, ...]
) -> None:
    assert looked_with(published, *words) == set()
    tables = set(loaded(published, *words)["tables"])  # type: ignore[call-overload]
    built = {"member", "membership", "organizer", "application", "event_player", "pairing", "list_rating"}
    assert tables.isdisjoint(built | {"message_place", "publication"})


def test_an_event_is_looked_at_anew_once_something_has_changed(published: Workplace) -> None:
    published.store(EVENT)
    assert looked_with(published, "status") == set()  # it was looked at when it came in
    by_sql(published, row("organizer", name="Invented Club", kind="club", known_since=MOMENT))
    assert looked_with(published, "status") == set(ANEW)


def test_tables_are_built_for_what_is_asked(published: Workplace) -> None:
    told = loaded(published, "members", "show", MORI)["tables"]
    assert "member" in told and "setting" in told  # type: ignore[operator]
    assert not {"event", "list_rating", "message", "organizer", "ruling"} & set(told)  # type: ignore[call-overload]


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
    module, _dot, name = table.rpartition(".")
    script = (
        f"from {module} import {name}\n"
        "from sqlmodel import SQLModel\n"
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
