"""A pairing and where it stands; what the checks compare."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from scraper.pages.head import Head
from scraper.pages.pairing_rows import PairingRow
from scraper.pages.tokens import MIRRORED
from scraper.problems import place, problem
from scraper.records import Kind, Pairing, Problem, Result

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


def each_game_once(placed: Iterable[Placed]) -> tuple[Pairing, ...]:
    """The pairings as the record has them. Two players who stand together again in one round have one game,
    and where the rows differ it has no result; `player-twice` names the rows."""
    found: dict[object, Pairing] = {}
    for nth, one in enumerate(placed):
        new = one.pairing
        game = (new.round, frozenset(one.players)) if new.black is not None else nth
        first = found.setdefault(game, new)
        if first is not new and replace(new, board=first.board) != first:
            found[game] = replace(first, result=None, kind=Kind.PENDING)
    return tuple(found.values())


PairingMap = dict[tuple[int, int], Placed]
"""By round and starting number: each player's pairing of each round."""


@dataclass(frozen=True, slots=True)
class Running:
    """The `round` in play and the number of rounds; earlier rounds are final."""

    round: int
    count: int


def running(head: Head, count: int | None, placed: Iterable[Placed]) -> Running | None:
    """The running event: the last round in the menu is not the last of all, and games of it are open."""
    last = head.rounds_paired
    if not last or count is None or last >= count:
        return None
    in_play = any(p.pairing.round == last and p.pairing.kind == Kind.PENDING for p in placed)
    return Running(last, count) if in_play else None


def in_play(round: int, now: Running | None) -> bool:
    """Whether two pages may differ in the results of a round because it is being played."""
    return now is not None and round == now.round


def not_paired_yet(round: int, now: Running | None) -> bool:
    """Whether a round comes after the one in play."""
    return now is not None and round > now.round


def event_runs(now: Running, placed: Sequence[Placed], origin: str) -> Problem:
    """The one problem that says so."""
    here = [p for p in placed if p.pairing.round == now.round]
    open_ = sum(p.pairing.kind == Kind.PENDING for p in here)
    found = f"round {now.round} of {now.count} in play, {open_} of {len(here)} pairings without a result"
    expected = "an event that is over; only the rounds before were checked whole"
    return problem("event-running", place(origin, round=now.round), expected, found)
