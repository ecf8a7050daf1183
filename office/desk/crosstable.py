"""The crosstable of one event on the desk."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlmodel import Session

from importer.view import EventView
from office.desk.event_page import Taken, taken
from scraper.records import Kind, Result

if TYPE_CHECKING:
    from importer.ahead import Paired

HALVES: Mapping[Result, tuple[int, int]] = {
    Result.WHITE_WINS: (2, 0),
    Result.BLACK_WINS: (0, 2),
    Result.DRAW: (1, 1),
    Result.WHITE_BY_FORFEIT: (2, 0),
    Result.BLACK_BY_FORFEIT: (0, 2),
    Result.DOUBLE_FORFEIT: (0, 0),
    Result.BYE_ONE: (2, 0),
    Result.BYE_HALF: (1, 0),
    Result.BYE_ZERO: (0, 0),
}
"""Half points of White and of Black."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of one player. `opponent`: his starting number, None without one; `white`: whether this
    player had the white pieces, None where the source does not say; `halves`: half points, None while the
    result is not known; `kind` of the pairing; `left_out`: by decision."""

    opponent: int | None
    white: bool | None
    halves: int | None
    kind: Kind
    left_out: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A player with his rounds. Of a round without anything of him the cells are empty; who plays several
    games in one has several. `halves`: half points in sum; `question`: the number of the open one who he
    is."""

    player: Taken
    cells: Sequence[Sequence[Cell]]
    halves: int
    question: int | None = None


@dataclass(frozen=True, slots=True)
class Crosstable:
    """All players by starting number. `rounds`: the numbers of the rounds."""

    rounds: Sequence[int]
    rows: Sequence[Row]


def crosstable(session: Session, view: EventView, questions: Mapping[int, int] | None) -> Crosstable:
    """The table of an event. `questions`: numbers of open questions who a player is, by his starting
    number."""
    rounds = sorted({*view.rounds, *(p.round for p in view.pairings)})
    cells: dict[tuple[int, int], list[Cell]] = defaultdict(list)
    for pairing in view.pairings:
        for number, played in _both(view, pairing):
            cells[number, pairing.round].append(played)
    rows = []
    for player in taken(session, view):
        mine = [cells[player.number, n] for n in rounds]
        halves = sum(played.halves or 0 for one in mine for played in one)
        rows.append(Row(player, mine, halves, (questions or {}).get(player.number)))
    return Crosstable(rounds, rows)


def _both(view: EventView, pairing: Paired) -> list[tuple[int, Cell]]:
    kind = Kind(pairing.kind)
    white, black = HALVES[Result(pairing.result)] if pairing.result else (None, None)
    if pairing.black is None:
        return [(pairing.white, Cell(None, None, white, kind))]
    out = view.excluded_game(pairing) is not None
    colours = (True, False) if pairing.colours else (None, None)
    return [
        (pairing.white, Cell(pairing.black, colours[0], white, kind, out)),
        (pairing.black, Cell(pairing.white, colours[1], black, kind, out)),
    ]
