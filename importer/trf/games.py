"""The results of the players' lines as pairings: each game stands in two lines, which have to agree. And the
points that a file states, against the results it states: a slip in either shows there."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from importer.given import with_boards
from importer.trf.lines import FIRST, WIDTH, Line, Lines
from importer.written import Outcome
from scraper.records import Kind, Pairing, Player, Problem, Result

MOST_ROUNDS = 99
"""More than this no event has."""

ALONE: Mapping[str, Outcome] = {
    **dict.fromkeys(("", "Z", "-", "0"), (Result.BYE_ZERO, Kind.NOT_PAIRED)),
    **dict.fromkeys(("H", "=", "D"), (Result.BYE_HALF, Kind.HALF_BYE)),
    **dict.fromkeys(("U", "F", "+", "1", "W"), (Result.BYE_ONE, Kind.BYE)),
}
"""A cell without an opponent. TRF16 files write byes with the signs of games."""

PENDING: tuple[None, Kind] = (None, Kind.PENDING)
WITH: Mapping[tuple[str, str], tuple[Result | None, Kind]] = {
    ("1", "0"): (Result.WHITE_WINS, Kind.GAME),
    ("0", "1"): (Result.BLACK_WINS, Kind.GAME),
    ("=", "="): (Result.DRAW, Kind.GAME),
    ("+", "-"): (Result.WHITE_BY_FORFEIT, Kind.FORFEIT),
    ("-", "+"): (Result.BLACK_BY_FORFEIT, Kind.FORFEIT),
    ("-", "-"): (Result.DOUBLE_FORFEIT, Kind.FORFEIT),
    ("W", "L"): (Result.WHITE_WINS, Kind.UNRATED),
    ("L", "W"): (Result.BLACK_WINS, Kind.UNRATED),
    ("D", "D"): (Result.DRAW, Kind.UNRATED),
    ("", ""): PENDING,
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

    @property
    def shown(self) -> str:
        return f"{self.opponent or '0000'} {self.colour or '-'} {self.sign or ' '}".rstrip()


def read_cells(at: Mapping[int, Line]) -> tuple[dict[tuple[int, int], Cell], int]:
    """Every cell by round and player, and the last round that any line writes in; with a note of every
    fault."""
    longest = max((len(line.text) for line in at.values()), default=0)
    last = (max(longest - FIRST, -1) + WIDTH) // WIDTH
    if last > MOST_ROUNDS:
        line = next(line for line in at.values() if len(line.text) == longest)
        line.fault(f"{FIRST}-{longest}", f"at most {MOST_ROUNDS} rounds", f"{last} rounds")
        return {}, 0
    cells = {}
    for number, line in at.items():
        for round_number in range(1, last + 1):
            cell = _cell(line, number, round_number, at)
            if cell is not None:
                cells[round_number, number] = cell
    return cells, last


def _cell(line: Line, number: int, round_number: int, at: Mapping[int, Line]) -> Cell | None:
    start = FIRST + WIDTH * (round_number - 1)
    columns = f"{start}-{start + 7}"
    who, colour = line.at(start, start + 3), line.at(start + 5, start + 5)
    sign = line.at(start + 7, start + 7).upper()
    opponent = None
    if who not in _NO_OPPONENT:
        opponent = int(who) if who.isascii() and who.isdigit() else 0
    if opponent is not None and (opponent not in at or opponent == number):
        line.fault(columns, "the number of another player", who)
    elif colour.casefold() not in _COLOURS:
        line.fault(columns, "the colour w, b or -", colour)
    elif sign not in _SIGNS or (opponent is None and sign not in ALONE):
        line.fault(columns, "a result, 1 = 0 + - W D L H F U Z", sign)
    else:
        return Cell(line, round_number, number, opponent, _COLOURS[colour.casefold()], sign)
    return None


def read_pairings(
    cells: Mapping[tuple[int, int], Cell], players: Mapping[int, Player], last: int
) -> tuple[list[Pairing], list[Problem]]:
    """The pairings in the order of rounds and lines, and a problem for each whose two lines disagree: such
    a pairing has no result until the officer knows it, unless they disagree about the colours alone. Boards
    are counted in the order of the lines."""
    met = list(_pairings(cells, players, last))
    pairings = with_boards(one for one in met if isinstance(one, Pairing))
    return list(pairings), [one for one in met if isinstance(one, Problem)]


def _pairings(
    cells: Mapping[tuple[int, int], Cell], players: Mapping[int, Player], last: int
) -> Iterator[Pairing | Problem]:
    for round_number in range(1, last + 1):
        for number in players:
            cell = cells[round_number, number]
            if cell.opponent is None:
                yield Pairing(round_number, None, number, None, *ALONE[cell.sign])
                continue
            other = cells[round_number, cell.opponent]
            if other.opponent != number:
                yield _disagree(cell, other, players)
                if other.opponent is None or number < cell.opponent:
                    yield Pairing(round_number, None, number, cell.opponent, *PENDING, colours=False)
            elif number < cell.opponent:
                yield from _pairing(cell, other, players)


def _pairing(cell: Cell, other: Cell, players: Mapping[int, Player]) -> Iterator[Pairing | Problem]:
    known = {cell.colour, other.colour} == {"w", "b"}
    one_known = {cell.colour, other.colour} in ({"w", ""}, {"b", ""})
    first_is_black = cell.colour == "b" or (cell.colour == "" and other.colour == "w")
    white, black = (other, cell) if (known or one_known) and first_is_black else (cell, other)
    met = WITH.get((white.sign, black.sign))
    if met is None or (cell.colour == other.colour != ""):
        yield _disagree(cell, other, players)
    colours = known or one_known
    yield Pairing(white.round, None, white.number, black.number, *(met or PENDING), colours=colours)


def _disagree(cell: Cell, other: Cell, players: Mapping[int, Player]) -> Problem:
    one, two = players[cell.number].name, players[other.number].name
    place = f"{cell.line.file}, round {cell.round}, {one} – {two}"
    expected = "the same game in the lines of both players"
    found = f"“{cell.shown}” in line {cell.line.number}, “{other.shown}” in line {other.line.number}"
    remedy = "ask the organizer for a corrected file and import it; without a result the pairing is not rated"
    return Problem("trf-lines-disagree", place, expected, found, remedy)


HALF, ONE = Fraction(1, 2), Fraction(1)
_DRAWN = {Result.DRAW: HALF, Result.BYE_HALF: HALF}
WHITE: Mapping[Result, Fraction] = _DRAWN | dict.fromkeys(
    (Result.WHITE_WINS, Result.WHITE_BY_FORFEIT, Result.BYE_ONE), ONE
)
BLACK: Mapping[Result, Fraction] = _DRAWN | dict.fromkeys((Result.BLACK_WINS, Result.BLACK_BY_FORFEIT), ONE)
OWN_POINTS = ("162", "299", "362")
"""Lines by which an event counts points in its own way; then nothing is compared."""


def points(pairings: Iterable[Pairing]) -> dict[int, Fraction]:
    """Each player's points: 1 for a win, a full bye or a forfeit won, ½ for a draw or a half-point bye."""
    total: dict[int, Fraction] = defaultdict(Fraction)
    for p in pairings:
        if p.result is not None:
            total[p.white] += WHITE.get(p.result, Fraction(0))
            if p.black is not None:
                total[p.black] += BLACK.get(p.result, Fraction(0))
    return total


def points_disagree(
    lines: Lines, at: Mapping[int, Line], players: Mapping[int, Player], pairings: Sequence[Pairing]
) -> Iterator[Problem]:
    """A player whose points cannot come from his results, as long as every result is known. What a round
    without opponent brought is often not said in it (seen): there, anything up to a point is possible."""
    if any(code in lines for code in OWN_POINTS) or any(p.kind is Kind.PENDING for p in pairings):
        return
    reckoned = points(pairings)
    out = Counter(p.white for p in pairings if p.kind is Kind.NOT_PAIRED)
    for number, line in at.items():
        text = line.at(81, 84)
        stated = _points(text)
        least = reckoned[number]
        if stated is not None and not least <= stated <= least + out[number]:
            more = f" to {shown(least + out[number])}" if out[number] else ""
            place = f"{line.file}, line {line.number}, {players[number].name}"
            expected = f"{shown(least)}{more} points, as his results give"
            remedy = "ask the organizer; import a corrected file, or accept the results as they are"
            yield Problem("trf-points-disagree", place, expected, text, remedy)


def shown(points_: Fraction) -> str:
    """Points as a file states them."""
    whole, half = divmod(points_ * 2, 2)
    return f"{whole}.{5 * half}"


def _points(text: str) -> Fraction | None:
    parts = text.replace(",", ".").split(".")
    if len(parts) > 2 or not all(p.isascii() and p.isdigit() for p in parts):
        return None
    return Fraction(text.replace(",", "."))
