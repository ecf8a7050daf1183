"""A pairing and where it stands; what the checks compare."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from scraper.pages.pairing_rows import PairingRow
from scraper.problems import place
from scraper.records import Kind, Pairing, Result


@dataclass(frozen=True, slots=True)
class Placed:
    """`row` is the row of the round's page, None where the pairing comes from another view.

    `unread` says that the result's token is unknown or can mean two things: nothing may stand on it.
    """

    pairing: Pairing
    origin: str
    updated: datetime | None
    row: PairingRow | None = None
    unread: bool = False

    @property
    def players(self) -> tuple[int, ...]:
        """White's number and Black's, if there is an opponent."""
        p = self.pairing
        return (p.white,) if p.black is None else (p.white, p.black)

    def where(self, column: str | None = None) -> str:
        """The place of the pairing."""
        row, table = (self.row.row, self.row.table) if self.row else (None, 1)
        return place(self.origin, round=self.pairing.round, table=table, row=row, column=column)


PairingMap = dict[tuple[int, int], Placed]
"""By round and starting number: each player's pairing of each round."""

_WHITE_SCORES: dict[Result, tuple[str, str]] = {
    Result.WHITE_WINS: ("1", "0"),
    Result.BLACK_WINS: ("0", "1"),
    Result.DRAW: ("½", "½"),
    Result.WHITE_BY_FORFEIT: ("+", "-"),
    Result.BLACK_BY_FORFEIT: ("-", "+"),
    Result.DOUBLE_FORFEIT: ("-", "-"),
}
_ALONE: dict[Kind, str] = {Kind.BYE: "-1", Kind.HALF_BYE: "-½", Kind.NOT_PAIRED: "-0", Kind.PENDING: "-1"}


def score_of(pairing: Pairing, number: int) -> str:
    """The score of one of two players as a crosstable prints it; empty while pending."""
    if pairing.result is None:
        return ""
    return _WHITE_SCORES[pairing.result][0 if pairing.white == number else 1]


def cell_of(pairing: Pairing, number: int) -> str:
    """A pairing as the crosstable's cell of one player: `12w1`, `-0`.

    A bye is always -1, even where the event gives ½ for it; so is one that is not credited yet.
    """
    if pairing.black is None:
        return _ALONE[pairing.kind]
    opponent, colour = (pairing.black, "w") if pairing.white == number else (pairing.white, "b")
    return f"{opponent}{colour}{score_of(pairing, number)}"
