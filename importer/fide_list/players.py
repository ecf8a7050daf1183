"""What the readers of FIDE's list are asked for and give: players as plain values, and their cells."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from importer.errors import ImportRefused
from scraper.records import Problem

TYPES = ("standard", "rapid", "blitz")
ALL = "all"


@dataclass(frozen=True, slots=True)
class Wanted:
    """Whom to keep: everybody of these federations, and everybody with these FIDE IDs."""

    federations: frozenset[str]
    fide_ids: frozenset[str]


@dataclass(slots=True)
class Read:
    """What a reader found. `rows`: place and cells of each wanted player; a list of one kind of rating has
    it in the cell `rating`. `odd`: of each wanted one who cannot be read."""

    month: date | None = None
    kind: str | None = None
    players: int = 0
    rows: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    odd: list[Problem] = field(default_factory=list)


def refused(code: str, place: str, expected: str, found: str, remedy: str = "") -> ImportRefused:
    """The refusal of a list."""
    remedy = remedy or "download the list again from FIDE, and import the file as it is"
    return ImportRefused.because(code, place, expected, found, remedy)


def odd(place: str, found: str) -> Problem:
    """Of a wanted player who cannot be read."""
    remedy = "nothing of this line is used; look at the list itself"
    return Problem("bad-line", place, "a player of FIDE's list", found, remedy)


@dataclass(frozen=True, slots=True)
class FidePlayer:
    """One player; a rating of 0 and an empty cell are None."""

    fide_id: str
    name: str
    federation: str
    sex: str | None
    title: str | None
    standard: int | None
    rapid: int | None
    blitz: int | None
    born_year: int | None
    flag: str | None


class Unfit(ValueError):
    """A cell that is not what it should be; says what."""


def player_of(cells: Mapping[str, str]) -> FidePlayer:
    """A player from cells by name; `Unfit` if one is not what it should be."""
    if any("\0" in cell for cell in cells.values()):  # which PostgreSQL does not store
        raise Unfit("a NUL character")
    number, name = cells.get("fide_id", ""), cells.get("name", "")
    if not (number.isascii() and number.isdigit() and name):
        raise Unfit("no FIDE ID or no name")
    sex = cells.get("sex", "").lower()
    if sex not in ("", "m", "f"):
        raise Unfit(f"sex “{sex}”")
    return FidePlayer(
        fide_id=str(int(number)),
        name=name,
        federation=cells.get("federation", ""),
        sex=sex or None,
        title=cells.get("title") or None,
        **{type_: _rating(cells.get(type_, "")) for type_ in TYPES},
        born_year=_year(cells.get("born", "")),
        flag=cells.get("flag") or None,
    )


def _rating(text: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and int(text) < 4000):
        raise Unfit(f"rating “{text}”")
    return int(text) or None


def _year(text: str) -> int | None:
    """The year of a cell that holds a year, or a day that begins with one (older lists)."""
    year = text[:4]
    if not text or year == "0000":
        return None
    if not (year.isascii() and year.isdigit() and len(year) == 4 and 1850 < int(year) < 2100):
        raise Unfit(f"year of birth “{text}”")
    return int(year)
