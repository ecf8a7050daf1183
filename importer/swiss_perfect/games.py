"""The `.sco` table as pairings, and the half-point byes that stand beside the players."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from importer.given import MOST_ROUNDS, Games, with_boards
from importer.swiss_perfect.dbase import Record
from scraper.records import Kind, Pairing, Player, Problem, Result

FIELDS = ("ROUND", "WHITE", "BLACK", "W_SCORE", "B_SCORE", "W_TYPE", "B_TYPE")
NO_RESULT, PLAYED = "0", "1"
"""Types of a result: not there yet, a game."""

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
TYPES = {Result.BLACK_BY_FORFEIT: "34", Result.WHITE_BY_FORFEIT: "35", Result.DOUBLE_FORFEIT: "36"}
"""The type of both players where a game was won so."""
ALONE = {
    "2": (Result.BYE_ONE, Kind.BYE),
    "1": (Result.BYE_HALF, Kind.HALF_BYE),
    "0": (Result.BYE_ZERO, Kind.NOT_PAIRED),
}


def read_games(records: Sequence[Record], players: Mapping[int, Player], file: str) -> Games:
    """The table's rows; `players` by their ID. A row without players is none for the program either (its
    crosstable shows nothing of it: *seen*, ncc, gonzaga_challengers_2010): it is counted and left out."""
    games = Games()
    pairings, faults = games.pairings, games.faults
    empty: Counter[int] = Counter()
    seen: dict[tuple[int, int], int] = {}
    for record in records:
        numbers = (_whole(record, name, faults) for name in ("ROUND", "WHITE", "BLACK"))
        round_number, white, black = numbers
        if round_number is None or white is None or black is None:
            continue
        if white <= 0 and black <= 0:
            empty[round_number] += 1
            continue
        if not 1 <= round_number <= MOST_ROUNDS:
            faults.append(record.wrong("ROUND", f"a round from 1 to {MOST_ROUNDS}", f"“{round_number}”"))
            continue
        at_table = [n for n in (white, black) if n > 0]
        wrong = [n for n in at_table if n not in players]
        if wrong or white == black:
            expected = "the IDs of two players of the .trn file"
            found = ", ".join(map(str, wrong)) or f"{white}, {black}"
            faults.append(record.wrong("WHITE, BLACK", expected, f"“{found}”"))
            continue
        if twice := [n for n in at_table if (round_number, n) in seen]:
            expected = f"each player once in round {round_number}"
            found = f"{players[twice[0]].name} again, first in record {seen[round_number, twice[0]]}"
            faults.append(record.wrong("WHITE, BLACK", expected, found))
            continue
        seen |= {(round_number, n): record.number for n in at_table}
        scores = record.values["W_SCORE"], record.values["B_SCORE"]
        types = record.values["W_TYPE"], record.values["B_TYPE"]
        if len(at_table) == 1:
            score = scores[0] if white > 0 else scores[1]
            if score not in ALONE:
                faults.append(record.wrong("W_SCORE, B_SCORE", "0, 1 or 2", f"“{score}”"))
            else:
                pairings.append(Pairing(round_number, None, at_table[0], None, *ALONE[score]))
            continue
        result, kind, sure = _result(scores, types)
        if not sure:
            game = f"round {round_number}, {players[white].name} – {players[black].name}"
            games.notes.append(_odd(record, game, scores, types, result))
        pairings.append(Pairing(round_number, None, white, black, result, kind))
    games.pairings = list(with_boards(pairings))
    if empty:
        games.notes.append(_empty_rows(file, empty))
    return games


def _empty_rows(file: str, empty: Mapping[int, int]) -> Problem:
    rounds = "; ".join(f"round {number}: {count}" for number, count in sorted(empty.items()))
    count = sum(empty.values())
    found = f"1 row with neither ({rounds})" if count == 1 else f"{count} rows with neither ({rounds})"
    place, expected = f"{file}, WHITE, BLACK", "two players in each row, or one and a bye"
    remedy = "nothing is to be done: Swiss Perfect leaves such rows out too"
    return Problem("swiss-perfect-rows-ignored", place, expected, found, remedy)


def with_half_byes(pairings: Sequence[Pairing], bonus: Mapping[int, int]) -> Iterator[Pairing]:
    """The pairings with each player's rounds that no record names, and his bonus (in half points) as
    half-point byes: on rounds without a record first, then on those he was out of with no point. A round that
    has no record at all was not left out by him: the office asks what became of it (`round-not-paired`)."""
    left = dict(bonus)
    out = {(p.round, p.white) for p in pairings} | {(p.round, p.black) for p in pairings if p.black}
    added = []
    recorded = sorted({p.round for p in pairings})
    for number in bonus:
        for round_number in recorded:
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


def _result(scores: tuple[str, str], types: tuple[str, str]) -> tuple[Result | None, Kind, bool]:
    """What the cells of two players say, and whether it is written as the program writes it."""
    if types == (PLAYED, PLAYED) and scores in GAMES:
        return GAMES[scores], Kind.GAME, True
    if types == (NO_RESULT, NO_RESULT) and scores == ("0", "0"):
        return None, Kind.PENDING, True
    forfeit = BY_FORFEIT.get(scores) if types != (PLAYED, PLAYED) else None
    if forfeit is None:
        return None, Kind.PENDING, False
    return forfeit, Kind.FORFEIT, set(types) == {TYPES[forfeit]}


def _odd(
    record: Record, game: str, scores: tuple[str, str], types: tuple[str, str], forfeit: Result | None
) -> Problem:
    """A result that is neither a game nor a forfeit as the program writes them. One point and types that
    are not both a game's, its crosstable prints as a forfeit (*seen*: 0-2 with types 1 and 0 as `45:+`)."""
    expected = "a game (type 1: 2-0, 1-1, 0-2) or a forfeit (34, 35, 36)"
    told = f"{scores[0]}-{scores[1]}, types {types[0]} and {types[1]}, in record {record.number}"
    code, remedy = (
        "swiss-perfect-result-unsure",
        "taken as a forfeit, as Swiss Perfect's crosstable shows it; ask the organizer, then --accept; if it"
        " was played, import corrected files",
    )
    if forfeit is None:
        code, remedy = (
            "swiss-perfect-result-unknown",
            "ask the organizer and import corrected files, or --accept: a game without a result is not rated",
        )
    return Problem(code, f"{record.file}, {game}", expected, told, remedy)


def _whole(record: Record, name: str, faults: list[Problem]) -> int | None:
    text = record.values[name]
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        faults.append(record.wrong(name, "a number", f"“{text}”"))
        return None
    return int(text)
