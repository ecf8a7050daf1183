"""The `.sco` table as pairings, and the half-point byes that stand beside the players."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from importer.swiss_perfect.dbase import Record
from scraper.records import Kind, Pairing, Player, Problem, Result

FIELDS = ("ROUND", "WHITE", "BLACK", "W_SCORE", "B_SCORE", "W_TYPE", "B_TYPE")
MOST_ROUNDS = 99
NO_RESULT, PLAYED, FORFEITS = "0", "1", ("34", "35", "36")
"""Types of a result: not there yet, a game, forfeits (0-2, 2-0, 0-0)."""

GAMES = {
    ("2", "0"): Result.WHITE_WINS,
    ("0", "2"): Result.BLACK_WINS,
    ("1", "1"): Result.DRAW,
}
BY_FORFEIT = {
    ("2", "0"): Result.WHITE_BY_FORFEIT,
    ("0", "2"): Result.BLACK_BY_FORFEIT,
    ("0", "0"): Result.DOUBLE_FORFEIT,
}
ALONE = {
    "2": (Result.BYE_ONE, Kind.BYE),
    "1": (Result.BYE_HALF, Kind.HALF_BYE),
    "0": (Result.BYE_ZERO, Kind.NOT_PAIRED),
}


def read_games(
    records: Sequence[Record], players: Mapping[int, Player], file: str
) -> tuple[list[Pairing], list[Problem]]:
    """The pairings in the table's order, boards counted within each round; every fault of the table."""
    pairings: list[Pairing] = []
    faults: list[Problem] = []
    boards: Counter[int] = Counter()
    seen: dict[tuple[int, int], int] = {}
    for record in records:
        numbers = {name: _whole(record, name, file, faults) for name in ("ROUND", "WHITE", "BLACK")}
        round_number, white, black = numbers["ROUND"], numbers["WHITE"], numbers["BLACK"]
        if round_number is None or white is None or black is None:
            continue
        if not 1 <= round_number <= MOST_ROUNDS:
            faults.append(fault(file, record, "ROUND", f"a round from 1 to {MOST_ROUNDS}", str(round_number)))
            continue
        at_table = [n for n in (white, black) if n > 0]
        wrong = [n for n in at_table if n not in players]
        twice = [n for n in at_table if (round_number, n) in seen]
        if wrong or not at_table or white == black:
            found = ", ".join(map(str, wrong)) or f"{white} and {black}"
            faults.append(
                fault(file, record, "WHITE, BLACK", "the IDs of two players of the .trn file", found)
            )
            continue
        if twice:
            expected = f"each player once in round {round_number}"
            found = f"{players[twice[0]].name} again, first in record {seen[round_number, twice[0]]}"
            faults.append(fault(file, record, "WHITE, BLACK", expected, found))
            continue
        for n in at_table:
            seen[round_number, n] = record.number
        pairing = _pairing(record, round_number, white, black, file, faults)
        if pairing is not None:
            if pairing.black is not None:
                boards[round_number] += 1
                pairing = replace(pairing, board=boards[round_number])
            pairings.append(pairing)
    return pairings, faults


def fault(file: str, record: Record, field: str, expected: str, found: str) -> Problem:
    """What is wrong in a field of a record; the event is refused."""
    place = f"{file}, record {record.number}, field {field}"
    remedy = "correct it in Swiss Perfect and send the three files again"
    return Problem("swiss-perfect-value", place, expected, f"“{found}”", remedy)


def with_half_byes(pairings: Sequence[Pairing], bonus: Mapping[int, int], last: int) -> Iterator[Pairing]:
    """The pairings with each player's rounds that no record names, and his bonus (in half points) as
    half-point byes: on rounds without a record first, then on those he was out of with no point."""
    left = dict(bonus)
    out = {(p.round, p.white) for p in pairings} | {(p.round, p.black) for p in pairings if p.black}
    added = []
    for number in bonus:
        for round_number in range(1, last + 1):
            if (round_number, number) not in out:
                half = left[number] > 0
                left[number] -= half
                result, kind = ALONE["1" if half else "0"]
                added.append(Pairing(round_number, None, number, None, result, kind))
    for pairing in pairings:
        if pairing.kind is Kind.NOT_PAIRED and left.get(pairing.white, 0) > 0:
            left[pairing.white] -= 1
            result, kind = ALONE["1"]
            pairing = replace(pairing, result=result, kind=kind)
        yield pairing
    yield from added


def _pairing(
    record: Record, round_number: int, white: int, black: int, file: str, faults: list[Problem]
) -> Pairing | None:
    values = record.values
    scores, types = (values["W_SCORE"], values["B_SCORE"]), (values["W_TYPE"], values["B_TYPE"])
    if white <= 0 or black <= 0:
        who, score = (white, scores[0]) if white > 0 else (black, scores[1])
        if score not in ALONE:
            faults.append(fault(file, record, "W_SCORE, B_SCORE", "0, 1 or 2", score))
            return None
        result, kind = ALONE[score]
        return Pairing(round_number, None, who, None, result, kind)
    if types == (PLAYED, PLAYED) and scores in GAMES:
        return Pairing(round_number, None, white, black, GAMES[scores], Kind.GAME)
    if types[0] in FORFEITS and types[1] in FORFEITS and scores in BY_FORFEIT:
        return Pairing(round_number, None, white, black, BY_FORFEIT[scores], Kind.FORFEIT)
    if types == (NO_RESULT, NO_RESULT) and scores == ("0", "0"):
        return Pairing(round_number, None, white, black, None, Kind.PENDING)
    expected = "a game (type 1: 2-0, 1-1, 0-2) or a forfeit (34, 35, 36)"
    found = f"{scores[0]}-{scores[1]}, types {types[0]} and {types[1]}"
    faults.append(fault(file, record, "W_SCORE to B_TYPE", expected, found))
    return None


def _whole(record: Record, name: str, file: str, faults: list[Problem]) -> int | None:
    text = record.values[name]
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        faults.append(fault(file, record, name, "a number", text))
        return None
    return int(text)
