"""A list in the columns of the text (Organisers 6), as an office kept it before this program: taken apart
into a register and an opening list, with IDs, which the text has not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date

from importer.cell_values import one_of, parse_day, parse_rating
from importer.csv_file import Line, refuse_faults
from importer.families.queensland import Queensland
from importer.given import GivenFile
from importer.spreadsheet import told_csv
from importer.table_file import table_lines

REQUIRED = ("Rating", "Surname", "Name")
OPTIONAL = ("Games", "Born", "M/F", "School", "HS/PS/club", "Location", "P")
"""As `export list` writes them; `Name` is the given name. `Games` are those of one period, which no opening
list asks for."""

REGISTER = ("ID", "Name", "Surname", "Given", "Birth", "Sex", "School", "Level", "Location")
LIST = ("ID", "Name", "QJ", "P", "Last-Game")
"""Of whom nobody knows the day of the last game, nothing stands there: it is to be filled in."""

SEXES = {"m": "m", "f": "f"}
LEVELS = {level.lower(): level for level in ("HS", "PS", "club")}


def taken_apart(file: GivenFile, taken: Iterable[str]) -> tuple[bytes, bytes, int]:
    """The register and the opening list as CSV, and how many players they have; the IDs are those behind
    `taken`. `ImportRefused` with every fault."""
    lines = table_lines(
        file.data, file.name, required=REQUIRED, optional=OPTIONAL, days=frozenset({"Born"}),
        encoding=None, unread=None,
    )  # fmt: skip
    known, register, opening = set(taken), [], []
    for line in lines:
        number = Queensland().next_number(known)
        known.add(number)
        told, rated = _player(line)
        register.append({**told, "ID": number})
        opening.append({**rated, "ID": number})
    refuse_faults(lines)
    return told_csv(REGISTER, register), told_csv(LIST, opening), len(lines)


def _player(line: Line) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """A player as the register and as the opening list has him."""
    surname, given = line.needed("Surname", "the surname"), line.needed("Name", "the given name")
    line.needed("Rating", "the rating")
    rating = line.value("Rating", parse_rating, "a rating")
    born = line.value("Born", _day, "a day as YYYYMMDD")
    mark = line.text("P")
    if mark not in (None, "P"):
        line.fault("P", "P for a provisional rating, or nothing", f"“{mark}”", "correct the cell")
    name = f"{surname} {given}"
    register = {
        "Name": name,
        "Surname": surname,
        "Given": given,
        "Birth": born.isoformat() if born else "",
        "Sex": line.value("M/F", one_of(SEXES), "M or F") or "",
        "School": line.text("School") or "",
        "Level": line.value("HS/PS/club", one_of(LEVELS), "HS, PS or club") or "",
        "Location": line.text("Location") or "",
    }
    return register, {"Name": name, "QJ": str(rating), "P": mark or ""}


def _day(text: str) -> date:
    """A day as the text has it, 20110504, or as a register has it. ValueError for another."""
    return parse_day(f"{text[:4]}-{text[4:6]}-{text[6:]}" if len(text) == 8 and text.isdigit() else text)
