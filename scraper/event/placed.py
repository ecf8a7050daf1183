"""A pairing and where it stands; what the checks compare."""

from dataclasses import replace
from datetime import datetime

from scraper.pages.pairing_rows import PairingRow
from scraper.pages.tokens import MIRRORED
from scraper.problems import place
from scraper.records import Kind, Pairing, Result

_SCORES = {result: scores for scores, (result, _) in MIRRORED.items() if result is not None}
_NO_SCORES = ("", "")
_ALONE: dict[Kind, str] = {Kind.BYE: "-1", Kind.HALF_BYE: "-½", Kind.NOT_PAIRED: "-0", Kind.PENDING: "-1"}


class Placed:
    """`row` is the row of the round's page, None where the pairing comes from another view.

    `unread` says that the result's token is unknown or can mean two things: nothing may stand on it.
    `players` are White's number and Black's, if there is an opponent, `scores` theirs as a crosstable prints
    them, empty while pending: the checks ask for both again and again, so they are worked out once.
    """

    __slots__ = ("origin", "pairing", "players", "row", "scores", "unread", "updated")

    def __init__(
        self,
        pairing: Pairing,
        origin: str,
        updated: datetime | None,
        row: PairingRow | None = None,
        unread: bool = False,
    ) -> None:
        self.pairing = pairing
        self.origin = origin
        self.updated = updated
        self.row = row
        self.unread = unread
        white, black = pairing.white, pairing.black
        self.players: tuple[int, ...] = (white,) if black is None else (white, black)
        self.scores = _NO_SCORES if pairing.result is None else _SCORES.get(pairing.result, _NO_SCORES)

    def with_result(self, result: Result | None, kind: Kind) -> "Placed":
        """The same pairing with another result."""
        pairing = replace(self.pairing, result=result, kind=kind)
        return Placed(pairing, self.origin, self.updated, self.row, self.unread)

    def score(self, number: int) -> str:
        """The score of one of two players as a crosstable prints it."""
        return self.scores[0 if self.pairing.white == number else 1]

    def opposite(self, number: int) -> tuple[int | None, str]:
        """The number of the other player, if there is one, and the colour of this one."""
        p = self.pairing
        return (p.black, "w") if p.white == number else (p.white, "b")

    def cell(self, number: int) -> str:
        """The pairing as the crosstable's cell of one player: `12w1`, `-0`.

        A bye is always -1, even where the event gives ½ for it; so is one that is not credited yet.
        """
        pairing = self.pairing
        if pairing.black is None:
            return _ALONE[pairing.kind]
        if pairing.white == number:
            return f"{pairing.black}w{self.scores[0]}"
        return f"{pairing.white}b{self.scores[1]}"

    def where(self, column: str | None = None) -> str:
        """The place of the pairing."""
        row, table = (self.row.row, self.row.table) if self.row else (None, 1)
        return place(self.origin, round=self.pairing.round, table=table, row=row, column=column)


PairingMap = dict[tuple[int, int], Placed]
"""By round and starting number: each player's pairing of each round."""
