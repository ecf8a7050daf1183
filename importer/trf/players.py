"""Players (line 001) and what a national line adds to them (NRS records: rating, number, origin)."""

from dataclasses import replace

from importer.trf.days import born
from importer.trf.lines import Line
from scraper.records import Player, Problem

HOME = "JPN"
"""Whose national lines are read and written; those of other federations are left alone."""

SEXES = {"": None, "m": "m", "w": "f", "f": "f"}
_OLD_TITLES = {
    "G": "GM",
    "M": "IM",
    "F": "FM",
    "C": "CM",
    "WG": "WGM",
    "WM": "WIM",
    "WF": "WFM",
    "WC": "WCM",
    "MM": "IM",
}


def read_players(
    lines: list[Line], national: list[Line], file: str
) -> tuple[dict[int, Player], dict[int, Line], list[Problem]]:
    """The players and their lines by starting number, and every fault in the columns before the results."""
    players: dict[int, Player] = {}
    at: dict[int, Line] = {}
    faults: list[Problem] = []
    for line in lines:
        number = _number(line.at(5, 8))
        if number is None:
            faults.append(fault(file, line, "5-8", "a starting number", line.at(5, 8)))
        elif number in players:
            faults.append(fault(file, line, "5-8", "each starting number once", f"{number} again"))
        else:
            players[number], at[number] = _player(line, number, file, faults), line
    for line in national:
        number = _number(line.at(5, 8))
        if number is None or number not in players:
            faults.append(fault(file, line, "5-8", "the number of a player (001)", line.at(5, 8)))
            continue
        players[number] = replace(
            players[number],
            rating_national=_rating(line, file, faults),
            national_id=line.at(58, 68) or None,
            club=line.at(54, 56) or None,
        )
    return players, at, faults


def fault(file: str, line: Line, columns: str, expected: str, found: str) -> Problem:
    """What is wrong in some columns of a line; the file is refused."""
    place = f"{file}, line {line.number}, columns {columns}"
    remedy = "correct the line, or write the file anew with the pairing program"
    return Problem("trf-line", place, expected, f"“{found}”" if found else "nothing", remedy)


def _player(line: Line, number: int, file: str, faults: list[Problem]) -> Player:
    name = line.at(15, 47)
    if not name:
        faults.append(fault(file, line, "15-47", "the player's name", ""))
    sex = line.at(10, 10).casefold()
    if sex not in SEXES:
        faults.append(fault(file, line, "10", "m or w", line.at(10, 10)))
    fide_id = line.at(58, 68).lstrip("0")
    if fide_id and not (fide_id.isascii() and fide_id.isdigit()):
        faults.append(fault(file, line, "58-68", "a FIDE ID, digits", line.at(58, 68)))
    rating = _rating(line, file, faults)
    title = line.at(11, 13).upper()
    return Player(
        number=number,
        name=name,
        title=_OLD_TITLES.get(title, title) or None,
        federation=line.at(54, 56) or None,
        fide_id=fide_id or None,
        rating=rating,
        rating_international=rating,
        sex=SEXES.get(sex),
        born=born(line.at(70, 79)),
    )


def _rating(line: Line, file: str, faults: list[Problem]) -> int | None:
    text = line.at(49, 52)
    if not text or set(text) == {"-"}:
        return None
    if not (text.isascii() and text.isdigit()):
        faults.append(fault(file, line, "49-52", "a rating", text))
        return None
    return int(text) or None


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and int(text) else None
