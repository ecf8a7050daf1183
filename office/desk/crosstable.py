"""The crosstable of one event on the desk."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlmodel import Session

from importer.view import EventView
from office.desk.event_page import Taken, of_players, taken
from office.desk.groups import Group
from office.desk.lengths import crosstable_rows
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
    """Players by starting number, those of one page. `rounds`: the numbers of the rounds; `pages`: the first
    and the last starting number of each page; `page`: which of them it is."""

    rounds: Sequence[int]
    rows: Sequence[Row]
    pages: Sequence[tuple[int, int]]
    page: int


def crosstable(session: Session, view: EventView, groups: Iterable[Group], first: int = 0) -> Crosstable:
    """The table of an event, the page with a starting number; the first, where that is behind the last.
    `groups`: its open questions."""
    rounds = sorted({*view.rounds, *(p.round for p in view.pairings)})
    numbers, most = sorted(view.players), crosstable_rows(len(rounds))
    parts = [numbers[n : n + most] for n in range(0, len(numbers) or 1, most)]
    page = next((n for n, part in enumerate(parts) if part and part[-1] >= first), 0)
    mine = set(parts[page])
    cells: dict[tuple[int, int], list[Cell]] = defaultdict(list)
    for pairing in view.pairings:
        if pairing.white in mine or pairing.black in mine:
            for number, played in _both(view, pairing):
                cells[number, pairing.round].append(played)
    questions, rows = of_players(view, mine, groups), []
    for player in taken(session, view, mine):
        of_rounds = [cells[player.number, n] for n in rounds]
        halves = sum(played.halves or 0 for one in of_rounds for played in one)
        rows.append(Row(player, of_rounds, halves, questions.get(player.number)))
    return Crosstable(rounds, rows, [(part[0], part[-1]) for part in parts if part], page)


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
