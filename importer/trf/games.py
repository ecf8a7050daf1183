"""The results of the players' lines as pairings: each game stands in two lines, which have to agree."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from importer.trf.lines import Line
from importer.trf.players import fault
from scraper.records import Kind, Pairing, Player, Problem, Result

FIRST, WIDTH, MOST_ROUNDS = 92, 10, 99
"""Columns of round 1 and of each round; more rounds than this no event has."""

ALONE = {
    "": (Result.BYE_ZERO, Kind.NOT_PAIRED),
    "Z": (Result.BYE_ZERO, Kind.NOT_PAIRED),
    "-": (Result.BYE_ZERO, Kind.NOT_PAIRED),
    "0": (Result.BYE_ZERO, Kind.NOT_PAIRED),
    "H": (Result.BYE_HALF, Kind.HALF_BYE),
    "=": (Result.BYE_HALF, Kind.HALF_BYE),
    "D": (Result.BYE_HALF, Kind.HALF_BYE),
    "U": (Result.BYE_ONE, Kind.BYE),
    "F": (Result.BYE_ONE, Kind.BYE),
    "+": (Result.BYE_ONE, Kind.BYE),
    "1": (Result.BYE_ONE, Kind.BYE),
    "W": (Result.BYE_ONE, Kind.BYE),
}
"""A cell without an opponent. TRF16 files write byes with the signs of games."""

WITH = {
    ("1", "0"): (Result.WHITE_WINS, Kind.GAME),
    ("0", "1"): (Result.BLACK_WINS, Kind.GAME),
    ("=", "="): (Result.DRAW, Kind.GAME),
    ("+", "-"): (Result.WHITE_BY_FORFEIT, Kind.FORFEIT),
    ("-", "+"): (Result.BLACK_BY_FORFEIT, Kind.FORFEIT),
    ("-", "-"): (Result.DOUBLE_FORFEIT, Kind.FORFEIT),
    ("W", "L"): (Result.WHITE_WINS, Kind.UNRATED),
    ("L", "W"): (Result.BLACK_WINS, Kind.UNRATED),
    ("D", "D"): (Result.DRAW, Kind.UNRATED),
    ("", ""): (None, Kind.PENDING),
}
"""The two cells of a pairing, White's first."""

_SIGNS = frozenset(ALONE) | frozenset(s for pair in WITH for s in pair)
_COLOURS = {"w": "w", "b": "b", "": "", "-": ""}
_NO_OPPONENT = frozenset({"", "0", "00", "000", "0000"})


@dataclass(frozen=True, slots=True)
class Cell:
    """One player's round as his line has it: `opponent` None without one, `colour` "w", "b" or ""."""

    line: Line
    round: int
    number: int
    opponent: int | None
    colour: str
    sign: str


def read_cells(at: Mapping[int, Line], file: str) -> tuple[dict[tuple[int, int], Cell], int, list[Problem]]:
    """Every cell by round and player, the last round that any line writes in, and every fault."""
    faults: list[Problem] = []
    longest = max((len(line.text) for line in at.values()), default=0)
    last = (max(longest - FIRST, -1) + WIDTH) // WIDTH
    if last > MOST_ROUNDS:
        line = next(line for line in at.values() if len(line.text) == longest)
        wanted = f"at most {MOST_ROUNDS} rounds"
        return {}, 0, [fault(file, line, f"{FIRST}-{longest}", wanted, f"{last} rounds")]
    cells = {}
    for number, line in at.items():
        for round_number in range(1, last + 1):
            cell = _cell(line, number, round_number, at, file, faults)
            if cell is not None:
                cells[round_number, number] = cell
    return cells, last, faults


def _cell(
    line: Line, number: int, round_number: int, at: Mapping[int, Line], file: str, faults: list[Problem]
) -> Cell | None:
    start = FIRST + WIDTH * (round_number - 1)
    columns = f"{start}-{start + 7}"
    who, colour, sign = (
        line.at(start, start + 3),
        line.at(start + 5, start + 5),
        line.at(start + 7, start + 7),
    )
    opponent = None
    if who not in _NO_OPPONENT:
        opponent = int(who) if who.isascii() and who.isdigit() else 0
        if opponent not in at or opponent == number:
            faults.append(fault(file, line, columns, "the number of another player", who))
            return None
    if colour.casefold() not in _COLOURS:
        faults.append(fault(file, line, columns, "the colour w, b or -", colour))
        return None
    sign = sign.upper()
    if sign not in _SIGNS or (opponent is None and sign not in ALONE):
        faults.append(fault(file, line, columns, "a result, 1 = 0 + - W D L H F U Z", sign))
        return None
    return Cell(line, round_number, number, opponent, _COLOURS[colour.casefold()], sign)


def read_pairings(
    cells: Mapping[tuple[int, int], Cell], players: Mapping[int, Player], last: int, file: str
) -> Iterator[Pairing | Problem]:
    """The pairings in the order of rounds and lines, and a problem for each whose two lines disagree: such
    a pairing has no result until the officer knows it. Boards are counted in the order of the lines."""
    boards: Counter[int] = Counter()
    for met in _pairings(cells, players, last, file):
        if isinstance(met, Pairing) and met.black is not None:
            boards[met.round] += 1
            met = replace(met, board=boards[met.round])
        yield met


def _pairings(
    cells: Mapping[tuple[int, int], Cell], players: Mapping[int, Player], last: int, file: str
) -> Iterator[Pairing | Problem]:
    for round_number in range(1, last + 1):
        for number in players:
            cell = cells[round_number, number]
            if cell.opponent is None:
                result, kind = ALONE[cell.sign]
                yield Pairing(round_number, None, number, None, result, kind)
                continue
            other = cells[round_number, cell.opponent]
            if other.opponent != number:
                yield _disagree(file, cell, other, players)
                if other.opponent is None or number < cell.opponent:
                    yield Pairing(
                        round_number, None, number, cell.opponent, None, Kind.PENDING, colours=False
                    )
            elif number < cell.opponent:
                yield from _pairing(cell, other, players, file)


def _pairing(
    cell: Cell, other: Cell, players: Mapping[int, Player], file: str
) -> Iterator[Pairing | Problem]:
    known = {cell.colour, other.colour} == {"w", "b"}
    one_known = {cell.colour, other.colour} in ({"w", ""}, {"b", ""})
    first_is_black = cell.colour == "b" or (cell.colour == "" and other.colour == "w")
    white, black = (other, cell) if (known or one_known) and first_is_black else (cell, other)
    met = WITH.get((white.sign, black.sign))
    if met is None or (cell.colour == other.colour != ""):
        yield _disagree(file, cell, other, players)
    result, kind = met or (None, Kind.PENDING)
    yield Pairing(white.round, None, white.number, black.number, result, kind, colours=known or one_known)


def _disagree(file: str, cell: Cell, other: Cell, players: Mapping[int, Player]) -> Problem:
    one, two = players[cell.number].name, players[other.number].name
    found = f"“{_shown(cell)}” in line {cell.line.number}, “{_shown(other)}” in line {other.line.number}"
    return Problem(
        "trf-lines-disagree",
        f"{file}, round {cell.round}, {one} – {two}",
        "the same game in the lines of both players",
        found,
        "ask the organizer for a corrected file and import it; without a result the pairing is not rated",
    )


def _shown(cell: Cell) -> str:
    return f"{cell.opponent or '0000'} {cell.colour or '-'} {cell.sign or ' '}".rstrip()
