"""Offices as programs of the past made them, kept in `tests/office/past/`: whole folders, the database as
rows.

`python -m tests.office.past` makes what is missing, each by its own program, taken from git (past_made.py).
What is there is never made again.
"""

from __future__ import annotations

import io
import json
import lzma
import subprocess
import sys
import tarfile
import tempfile
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from tests.office.forms import load, state_in, state_of, text_of

ROOT = Path(__file__).resolve().parents[2]
PAST = Path(__file__).with_name("past")

PROGRAMS = {
    "b1": "5260256c001e3cf652cabdc4be2cf3e7e91bd09f",
    "b2": "a2a395092158272db1f9820bdd9de3fa370c3758",
    "b3": "6e7e6ba9498af5a790b5f62569b521fbb92a8f99",
    "b4": "7581f22210413b24bd98d0c5f7fd745053bbca54",
    "b5": "6e87a39102202b2db18f3a61a553845b63f8b437",
    "b7": "d721b94ee6ebc0eab929b8cbfd88a29317c4a53f",
    "b7-rows": "b1209859ec8523ac5db9f9cf549779a2ccbf9e5c",
}
"""By its newest migration the commit of a program, the last one that had it; of b7 the first one, and a later
one, which has an entry of the journal for each row. None had b6, which came with b7."""

OFFICES = [*(f"{name}-queensland" for name in PROGRAMS), "b1-ncs", "b7-rows-ncs"]
"""Under the Queensland text in every state; under the texts of NCS before the present one, which have no
table of their own, in the oldest and the newest."""


B6 = "b6-queensland"
"""No program stood at b6, so none made this office: it is that of b5 with the tables that b6 brought, filled
with what the program of b7 stored in them."""


SAFELY: dict[str, Any] = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
"""How archives are unpacked, which Python knows since 3.11.4."""


def unpacked(office: str, engine: Engine, folder: Path) -> dict[str, Any]:
    """An office as it was: its rows in an empty database, its files in a folder. What was told of it then:
    its `lists`, the SHA-256 of each one's `exports`, the `moment` at which it was left, and secrets of
    accounts."""
    kept = "b5-queensland" if office == B6 else office
    with tarfile.open(PAST / f"{kept}.tar.xz") as packed:
        rows, told = (packed.extractfile(name).read() for name in ("rows.json", "told.json"))
        files = [one for one in packed.getmembers() if one.name.startswith("office/")]
        for one in files:
            one.name = one.name.removeprefix("office/")
        packed.extractall(folder, files, **SAFELY)
    state = dict(state_in(rows))
    ((revision,),) = state["alembic_version"][1]
    if office == B6:
        with tarfile.open(PAST / "b7-queensland.tar.xz") as packed:
            later = state_in(packed.extractfile("rows.json").read())
        revision = "b6"
        state |= {name: table for name, table in later.items() if name.startswith("notice")}
    load(engine, revision, state)
    found: dict[str, Any] = json.loads(told)
    found["moment"] = datetime.fromisoformat(found["moment"])
    return found


def write() -> None:
    """Makes what is missing."""
    PAST.mkdir(exist_ok=True)
    for office in OFFICES:
        file = PAST / f"{office}.tar.xz"
        if file.exists():
            continue
        name, _, family = office.rpartition("-")
        with tempfile.TemporaryDirectory() as work:
            tree, made = Path(work, "tree"), Path(work, "made")
            tree.mkdir(), made.mkdir()
            archive = subprocess.run(
                ["git", "archive", PROGRAMS[name]], cwd=ROOT, capture_output=True, check=True
            )
            with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as packed:
                packed.extractall(tree, **SAFELY)
            words = [sys.executable, "-m", "tests.office.past_made", tree, family, made]
            subprocess.run(list(map(str, words)), cwd=ROOT, check=True)
            file.write_bytes(lzma.compress(_packed(made), preset=9 | lzma.PRESET_EXTREME))


def _packed(made: Path) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as packed:

        def add(name: str, data: bytes) -> None:
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(data), 0o600
            packed.addfile(entry, io.BytesIO(data))

        add("rows.json", text_of(state_of(made / "office" / "banzuke.sqlite")))
        add("told.json", (made / "told.json").read_bytes())
        for path in sorted((made / "office").rglob("*")):
            of_the_day = path.name.startswith("banzuke.sqlite") or path.suffix == ".lock"
            parts = path.relative_to(made).parts
            if path.is_file() and not of_the_day and parts[1] not in ("lists", "seen"):
                add("/".join(parts), path.read_bytes())
    return out.getvalue()


if __name__ == "__main__":
    write()
