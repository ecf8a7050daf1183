"""A player of FIDE's list as plain values, and the cells they are made from."""

from collections.abc import Mapping
from dataclasses import dataclass

TYPES = ("standard", "rapid", "blitz")


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


def player_of(cells: Mapping[str, str]) -> FidePlayer:
    """A player from cells by name; ValueError if one is not what it should be."""
    number, name = cells["fide_id"], cells["name"]
    if not (number.isascii() and number.isdigit() and name):
        raise ValueError("no FIDE ID or no name")
    sex = cells.get("sex", "").lower()
    if sex not in ("", "m", "f"):
        raise ValueError(f"sex “{sex}”")
    return FidePlayer(
        fide_id=str(int(number)),
        name=name,
        federation=cells.get("federation", ""),
        sex=sex or None,
        title=cells.get("title") or None,
        standard=_rating(cells.get("standard", "")),
        rapid=_rating(cells.get("rapid", "")),
        blitz=_rating(cells.get("blitz", "")),
        born_year=_year(cells.get("born", "")),
        flag=cells.get("flag") or None,
    )


def _rating(text: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and int(text) < 4000):
        raise ValueError(f"rating “{text}”")
    return int(text) or None


def _year(text: str) -> int | None:
    """The year of a cell that holds a year, or a day that begins with one (older lists)."""
    year = text[:4]
    if not text or year == "0000":
        return None
    if not (year.isascii() and year.isdigit() and len(year) == 4 and 1850 < int(year) < 2100):
        raise ValueError(f"year of birth “{text}”")
    return int(year)
