"""What the site prints for a result, and what it means: one row per token, in tokens.csv.

`seen` names a saved page of shared/samples that has the token; tokens without one are only reported
by other readers of the site. docs/reading.md shows these tables and a test keeps it equal to them.
A token that is not here is a problem, never guessed.
"""

import csv
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from scraper.records import Kind, Result


@dataclass(frozen=True, slots=True)
class Token:
    """A printed `text` and its meaning; `result` is None with `Kind.PENDING`, and for a forfeit that does not
    say whose. A mark of the list "not paired" can mean an `other` kind as well."""

    text: str
    result: Result | None
    kind: Kind
    seen: str | None
    note: str = ""
    other: Kind | None = None

    @classmethod
    def of_row(cls, text: str, result: str, kind: str, seen: str, note: str, other: str) -> Self:
        """One row of tokens.csv, where an empty field is None."""
        or_else = Kind(other) if other else None
        return cls(text, Result(result) if result else None, Kind(kind), seen or None, note, or_else)

    @property
    def kinds(self) -> frozenset[Kind]:
        """All that it can mean."""
        return frozenset({self.kind, self.other or self.kind})


with Path(__file__).with_name("tokens.csv").open(encoding="utf-8", newline="") as _file:
    _ROWS = [(row.pop("table"), Token.of_row(**row)) for row in csv.DictReader(_file)]

GAMES = tuple(t for table, t in _ROWS if table == "two players")
"""The column Result of a round, where White and Black are players."""

REFUSED: dict[str, str] = {
    "0 - 0": "a played game lost by both has no result of its own in the record",
    "1U - 0U": "a game that the organizer declared unrated",
    "0U - 1U": "a game that the organizer declared unrated",
    "½U - ½U": "a game that the organizer declared unrated",
}
"""Tokens that are known by report and have no place in the record: named, and not taken; with the reason."""

BYES = {word: tuple(t for table, t in _ROWS if table == word) for word in ("bye", "not paired")}
"""A round's rows without an opponent: what stands for Black, and the column Result."""

CELLS = tuple(t for table, t in _ROWS if table == "cell")
"""Cells of a starting rank crosstable without an opponent."""

SCORE_HALF_POINTS: dict[str, int] = {"1": 2, "0": 0, "½": 1, "+": 2, "-": 0, "": 0}
"""What follows opponent and colour in a cell, `12w1`, `121b+`, `13b`, and its worth in half points: won,
lost, drawn, won and lost by forfeit, no result yet. All seen in the British crosstables."""

CELL = re.compile(r"(\d{1,5})([wbs])([10½+-]?)", re.ASCII)
"""Opponent, colour, score; the language says which letters are colours (`s` is Black in German)."""

GRID_OWN = "*"
GRID_SCORES = tuple(filter(None, SCORE_HALF_POINTS))
"""What a round robin's grid prints for one leg, seen in ussa2026_roundrobin_crosstable.

Two in one cell, leg 1 and then leg 2, are reported.
"""

CARD_RESULT = r"(?:(?P<colour>[ws-]) ?)?(?P<score>[10½+-])?(?P<forfeit>K)?"
"""A player's card: `w 1`, `s 0`, `w ½` (seen: belyaladya2019_player_card, kids2020_player_card_russian);
`- 1` is a bye, and a K at the end a forfeit (both reported). In the layout of 2026 the colour is a box."""

CARD_COLOURS: dict[str, str] = {"w": "w", "s": "b"}
"""On a card `s` is Black in English and in Russian."""

MIRRORED: dict[tuple[str, str], tuple[Result | None, Kind]] = {
    ("1", "0"): (Result.WHITE_WINS, Kind.GAME),
    ("0", "1"): (Result.BLACK_WINS, Kind.GAME),
    ("½", "½"): (Result.DRAW, Kind.GAME),
    ("+", "-"): (Result.WHITE_BY_FORFEIT, Kind.FORFEIT),
    ("-", "+"): (Result.BLACK_BY_FORFEIT, Kind.FORFEIT),
    ("-", "-"): (Result.DOUBLE_FORFEIT, Kind.FORFEIT),
    ("", ""): (None, Kind.PENDING),
}
"""White's and Black's score in the two cells of one game. Any other two contradict each other."""


MARKS = tuple(t for table, t in _ROWS if table == "mark")
"""The list "not paired" (art=40), which does not name the opponent of a forfeit."""

MARK_TOKENS = {m.text: m for m in MARKS}
GAME_TOKENS = {t.text: t for t in GAMES}
BYE_TOKENS = {(word, t.text): t for word, row in BYES.items() for t in row}
CELL_TOKENS = {t.text: t for t in CELLS}


def ruling_on(text: str) -> str | None:
    """What to do about a token known by report that is not taken, and why it is not; None for one that is not
    known at all."""
    why = REFUSED.get(text)
    return f"Record a ruling on this game: {why}." if why else None
