"""Files with bytes changed, cut out and doubled: the register's readers take them or refuse them by name."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from benchmarks.fide_list import write_files
from importer.applications import read_applications
from importer.errors import ImportRefused
from importer.fide_list.read import Wanted, read_list
from importer.organizers import read_organizers
from importer.register import examine_register
from rating.families import part
from tests.depth import deep
from tests.importer.people import people, register_file
from tests.importer.test_workbook import ods, text_cell, xls, xlsx
from tests.office.test_organizers import APPLICATIONS, ORGANIZERS

ROUNDS = deep(40, 12)
WANTED = Wanted(frozenset({"JPN"}), frozenset({"1000003"}))


def mutated(data: bytes, dice: random.Random) -> bytes:
    """The bytes with one to four changes."""
    made = bytearray(data)
    for _ in range(dice.randint(1, 4)):
        at = dice.randrange(len(made) or 1)
        size = dice.choice((1, 1, 2, 8, 64))
        match dice.randrange(5):
            case 0:
                made[at : at + size] = dice.randbytes(size)
            case 1:
                del made[at : at + size]
            case 2:
                made[at:at] = made[at : at + size]
            case 3:
                made[at:at] = dice.choice((b'"', b"\x00", b"\xff", b",", b"\n", b"<", b"&", b"9" * 30))
            case _:
                del made[at:]
    return bytes(made)


def register(data: bytes, _: Path) -> None:
    examine_register(data, "register", family=part("japanese", "importer"))


def organizers(data: bytes, _: Path) -> None:
    read_organizers(data, "organizers")


def applications(data: bytes, _: Path) -> None:
    read_applications(data, "applications")


def fide(data: bytes, folder: Path) -> None:
    path = folder / "list"
    path.write_bytes(data)
    read_list(path, WANTED, month=date(2026, 10, 1), kind=None)


def fide_text(folder: Path) -> bytes:
    return write_files(folder, 40)[0].read_bytes()


def fide_xml(folder: Path) -> bytes:
    return write_files(folder, 40)[1].read_bytes()


def old_row(_: Path) -> bytes:
    return ods(f"<table:table-row>{text_cell('ID')}{text_cell('Name')}</table:table-row>")


CASES: dict[str, tuple[Callable[[bytes, Path], None], Callable[[Path], bytes]]] = {
    "csv": (register, lambda _: register_file(people(20))),
    "xlsx": (register, lambda _: xlsx()),
    "xls": (register, lambda _: xls()),
    "ods": (register, old_row),
    "organizers": (organizers, lambda _: ORGANIZERS.encode()),
    "applications": (applications, lambda _: APPLICATIONS.encode()),
    "fide-text": (fide, fide_text),
    "fide-xml": (fide, fide_xml),
}


def mutate(case: str, folder: Path, rounds: int, seed: int = 1) -> dict[str, int]:
    """How many mutated files were taken and how many refused."""
    reader, make = CASES[case]
    whole = make(folder)
    dice = random.Random(seed)
    counts = {"taken": 0, "refused": 0, "unsaid": 0}
    for _ in range(rounds):
        try:
            reader(mutated(whole, dice), folder)
            counts["taken"] += 1
        except ImportRefused as refusal:
            said = refusal.problems and all(p.place and p.found and p.remedy for p in refusal.problems)
            counts["refused" if said else "unsaid"] += 1
    return counts


@pytest.mark.parametrize("case", CASES)
def test_a_damaged_file_is_taken_or_refused_by_name(case: str, tmp_path: Path) -> None:
    counts = mutate(case, tmp_path, ROUNDS)
    assert counts["unsaid"] == 0
    assert counts["refused"] > 0
