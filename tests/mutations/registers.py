"""Damaged registers, organizers, applications and FIDE lists: taken into tables, or refused by name."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from functools import cache, lru_cache
from pathlib import Path

from sqlalchemy import Engine, create_engine
from sqlmodel import Session

from importer.errors import ImportRefused
from importer.register import examine_register
from importer.register_apply import apply_register
from office.tables import whole as all_tables
from rating.families import part
from tests.importer.people import people, register_file
from tests.importer.test_register_mutations import CASES
from tests.mutations import folder_of_its_own
from tests.mutations.values import damaged

NOW = datetime(2026, 11, 2, 1, 0, tzinfo=UTC)
CELLS = (
    "9999-12-31",
    "0001-01-01",
    "9" * 30,
    "-",
    "=1+1",
    "2026-04-01/9999-12-31",
    "N99999999",
    "\u200b",
    "-1",
)


@lru_cache(maxsize=1)
def tables() -> Engine:
    engine = create_engine("sqlite://")
    all_tables().create_all(engine)
    return engine


@lru_cache(maxsize=1)
def folder() -> Path:
    return folder_of_its_own()


@cache
def whole(case: str) -> bytes:
    return CASES[case][1](folder())


def odd_cells(chance: random.Random) -> bytes:
    """A register some of whose cells hold something else."""
    lines = [line.split(",") for line in register_file(people(20)).decode("utf-8-sig").splitlines()]
    for _ in range(chance.randint(1, 4)):
        line = chance.choice(lines)
        line[chance.randrange(len(line))] = chance.choice(CELLS)
    return "\n".join(",".join(line) for line in lines).encode()


def fault(chance: random.Random) -> str | None:
    """What a damaged register leads to that must not be, None if all is well."""
    case = chance.choice((*sorted(CASES), "cells"))
    return judged(case, odd_cells(chance) if case == "cells" else damaged(whole(case), chance))


def judged(case: str, data: bytes) -> str | None:
    """The same of a file as it is; `cells` is a register too."""
    try:
        if case in ("cells", "csv"):
            entries, faults = examine_register(data, "register", family=part("japanese", "importer"))
            with Session(tables()) as session:
                apply_register(session, entries, NOW, "register.csv")
                session.flush()
                session.rollback()
            problems = tuple(faults)
        else:
            CASES[case][0](data, folder())
            problems = ()
    except ImportRefused as refused:
        problems = refused.problems
        if not problems:
            return f"{case}: refused without a reason"
    except Exception as error:  # noqa: BLE001 - any is the fault that is looked for
        return f"{case}: {type(error).__name__}: {error}"
    return next(
        (f"{case}: says nothing: {p}" for p in problems if not (p.place and p.found and p.remedy)), None
    )
