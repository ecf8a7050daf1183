"""The opening balance from CSV: the last list, and the UR players' earlier games.

The list may be the file the federation publishes (formats.md), with peak columns added: `ID, Name, ST,
ST-G, ST-Peak, RP, RP-G, RP-Peak, Last-Game`. An empty rating is UR. The games: `ID, Type (ST or RP),
Date, Opponent Rating, Score (1, 0.5, 0), Source`. A list from before September 2022 has one rating: `NCS,
NCS-G, NCS-Peak` in the place of the others (2019 1(1)), and its games are of type NCS.
"""

import codecs
from dataclasses import dataclass
from datetime import date

from importer.csv_file import (
    Line,
    parse_count,
    parse_day,
    parse_rating,
    read_lines,
    refuse_faults,
    refuse_repeats,
)
from importer.families.family import Family
from importer.given import GivenFile
from importer.register_cells import id_on

TYPE_COLUMNS = {"standard": "ST", "rapid": "RP", "ncs": "NCS"}
LIST_REQUIRED = ("ID", "Name", "ST", "ST-G", "RP", "RP-G")
LIST_OPTIONAL = ("ST-Peak", "RP-Peak", "Last-Game")
ONE_RATING_REQUIRED = ("ID", "Name", "NCS", "NCS-G")
ONE_RATING_OPTIONAL = ("NCS-Peak", "Last-Game")
NOT_TAKEN_OVER = ("Kanji", "K", "ST-K", "ST-R", "RP-K", "RP-R", "NCS-K", "NCS-R", "Act", "Mem", "Marks")
"""Columns of the published file that are worked out anew for every list."""
GAME_COLUMNS = ("ID", "Type", "Date", "Opponent Rating", "Score", "Source")
SCORES = {"1": 2, "0.5": 1, "½": 1, "1/2": 1, "0": 0}


@dataclass(frozen=True, slots=True)
class Rated:
    """One rating on the list taken over. `peak` None: nobody handed it over."""

    line: Line
    federation_id: str
    name: str
    type: str
    rating: int
    games: int
    peak: int | None
    last_game: date | None


@dataclass(frozen=True, slots=True)
class Game:
    """An earlier game of a UR player against a rated opponent; `score` in halves."""

    line: Line
    federation_id: str
    type: str
    played_on: date
    opponent_rating: int
    score: int
    source: str


def read_list(file: GivenFile, family: Family) -> tuple[list[Line], list[Rated]]:
    """Every line and every rating on them, in the file's order; `ImportRefused` with all faults."""
    required: tuple[str, ...] = LIST_REQUIRED
    optional: tuple[str, ...] = LIST_OPTIONAL
    if _one_rating(file.data):
        required, optional = ONE_RATING_REQUIRED, ONE_RATING_OPTIONAL
    lines = read_lines(file.data, file.name, required=required, optional=(*optional, *NOT_TAKEN_OVER))
    refuse_repeats(lines, "ID", lambda line: family.member_number(line.text("ID") or "") or line.number)
    ratings = [r for line in lines for r in _ratings(line, family)]
    refuse_faults(lines)
    return lines, ratings


def _one_rating(data: bytes) -> bool:
    """Whether the heading row has the column NCS: ASCII in every encoding a list can be in."""
    headings = data.lstrip(codecs.BOM_UTF8).split(b"\n", 1)[0].split(b",")
    return b"NCS" in [h.strip().strip(b'"') for h in headings]


def read_games(file: GivenFile, family: Family) -> list[Game]:
    """Every game, in the file's order; `ImportRefused` with all faults."""
    lines = read_lines(file.data, file.name, required=GAME_COLUMNS, optional=())
    games = [_game(line, family) for line in lines]
    refuse_faults(lines)
    return games


def _ratings(line: Line, family: Family) -> list[Rated]:
    number = id_on(line, family)
    name = line.needed("Name", "the Roman name")
    last_game = line.value("Last-Game", parse_day, "a day, YYYY-MM-DD")
    found = []
    for type_, column in TYPE_COLUMNS.items():
        rating = line.value(column, parse_rating, "a rating, empty for UR")
        games = line.value(f"{column}-G", parse_count, "the number of rated games")
        peak = line.value(f"{column}-Peak", parse_rating, "the highest rating ever held")
        if rating is None:
            for other, value in ((f"{column}-Peak", peak), (f"{column}-G", games)):
                if value:
                    fix = (
                        "enter the rating, or take the figure out; a UR player's games go into the games file"
                    )
                    line.fault(other, f"nothing, as {column} is empty (UR)", str(value), fix)
            continue
        if games is None:
            line.fault(f"{column}-G", "the number of rated games (5(1))", "an empty cell", "fill it in")
            continue
        if peak is not None and peak < rating:
            line.fault(
                f"{column}-Peak", f"at least the rating, {rating}", str(peak), "correct one of the two"
            )
        found.append(Rated(line, number, name, type_, rating, games, peak, last_game))
    return found


def _game(line: Line, family: Family) -> Game:
    kinds = {column: type_ for type_, column in TYPE_COLUMNS.items()}
    type_ = line.needed("Type", "ST, RP or NCS")
    if type_ and type_ not in kinds:
        line.fault("Type", "ST, RP or NCS", f"“{type_}”", "correct the cell")
    score = line.needed("Score", "1, 0.5 or 0")
    if score and score not in SCORES:
        line.fault("Score", "1, 0.5 or 0", f"“{score}”", "correct the cell")
    for column in ("Date", "Opponent Rating"):
        line.needed(column, "the day and the opponent's rating of every game (6(3))")
    return Game(
        line=line,
        federation_id=id_on(line, family),
        type=kinds.get(type_, ""),
        played_on=line.value("Date", parse_day, "a day, YYYY-MM-DD") or date.min,
        opponent_rating=line.value("Opponent Rating", parse_rating, "a rating") or 0,
        score=SCORES.get(score, 0),
        source=line.needed("Source", "where the game was played"),
    )
