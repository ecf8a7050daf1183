"""The pairings of every round: from its page, else from the crosstable.

A player whom a round's page does not name is taken from the crosstable, then from the list "not
paired". A pairing without a result takes it from a crosstable that was updated later. Where a round
robin's grid is all there is, `grid_games` makes the games.
"""

from functools import partial

from scraper.event.gather import Gathered
from scraper.event.placed import PairingMap, Placed
from scraper.event.roster import Roster
from scraper.event.view import View, later
from scraper.pages.crosstable import Crosstable, Grid
from scraper.pages.not_paired import NotPaired
from scraper.pages.pairings import RoundPage
from scraper.pages.tokens import MARK_TOKENS, MIRRORED
from scraper.problems import At, place
from scraper.records import Kind, Pairing, Problem

NO_BOARD = 1_000_000
"""Pairings without a board come last in their round."""


def read_rounds(gathered: Gathered, roster: Roster, problems: list[Problem]) -> list[Placed]:
    """All pairings by round, board and White's number; rows whose players cannot be told are left out."""
    if gathered.grid is not None and gathered.grid_only:
        return grid_games(gathered.grid, problems)
    placed: list[Placed] = []
    table = gathered.crosstable
    numbers = set(gathered.rounds)
    if table is not None:
        numbers.update(table.content.rounds)
    if gathered.not_paired is not None:
        numbers.update(m.round for m in gathered.not_paired.content.missed)
    for number in sorted(numbers):
        here: list[Placed] = []
        view = gathered.rounds.get(number)
        if view is not None:
            here = _of_page(number, view, roster, problems)
            if table is not None:
                here = [_finished(p, table) if p.pairing.kind is Kind.PENDING else p for p in here]
        if table is not None:
            here += _of_crosstable(number, table, here)
        if gathered.not_paired is not None:
            here += _of_not_paired(number, gathered.not_paired, here, problems)
        here.sort(key=lambda p: (p.pairing.board or NO_BOARD, p.pairing.white))
        placed += here
    return placed


def by_player(placed: list[Placed]) -> PairingMap:
    """Each player's pairing of each round; the first one where a player stands twice."""
    found: PairingMap = {}
    for p in placed:
        round = p.pairing.round
        for number in p.players:
            found.setdefault((round, number), p)
    return found


def _of_page(number: int, view: View[RoundPage], roster: Roster, problems: list[Problem]) -> list[Placed]:
    placed: list[Placed] = []
    origin, updated = view.origin, view.updated
    for row in view.content.rows:
        white = row.white.number
        black = None if row.black is None else row.black.number
        if white is None or (row.black is not None and black is None):
            where = partial(place, origin, round=number, table=row.table, row=row.row)
            white = roster.number(row.white, where, problems)
            black = None if row.black is None else roster.number(row.black, where, problems)
            if white is None or (row.black is not None and black is None):
                continue
        token = row.token
        result, kind = (None, Kind.PENDING) if token is None else (token.result, token.kind)
        pairing = Pairing(number, row.board, white, black, result, kind)
        placed.append(Placed(pairing, origin, updated, row, token is None))
    return placed


def _finished(p: Placed, table: View[Crosstable]) -> Placed:
    """A pending pairing with the result of a crosstable that is later than its page."""
    if p.unread or not later(table.updated, p.updated):
        return p
    mark = table.content.mark(p.pairing.white, p.pairing.round)
    if mark is None:
        return p
    if p.pairing.black is None:
        if mark.token is None:
            return p
        return p.with_result(mark.token.result, mark.token.kind)
    answer = table.content.mark(p.pairing.black, p.pairing.round)
    meant = (p.pairing.black, "w", p.pairing.white, "b")
    if answer is None or (mark.opponent, mark.colour, answer.opponent, answer.colour) != meant:
        return p
    return p.with_result(*MIRRORED.get((mark.score, answer.score), (None, Kind.PENDING)))


def _of_crosstable(round: int, table: View[Crosstable], here: list[Placed]) -> list[Placed]:
    """Pairings of players whom the round's page does not name.

    A game is taken where both cells tell it alike; `games_mirrored` (scraper/checks/crosstable.py) names
    the others.
    """
    named = {n for p in here for n in p.players}
    added: list[Placed] = []
    for row in table.content.rows.values():
        mark = row.marks.get(round)
        if mark is None or row.number in named:
            continue
        if mark.token is not None:
            pairing = Pairing(round, None, row.number, None, mark.token.result, mark.token.kind)
            added.append(Placed(pairing, table.origin, table.updated))
        elif mark.colour == "w" and mark.opponent is not None and mark.opponent not in named:
            answer = table.content.mark(mark.opponent, round)
            meant = MIRRORED.get((mark.score, answer.score)) if answer else None
            if answer is None or meant is None or (answer.opponent, answer.colour) != (row.number, "b"):
                continue
            pairing = Pairing(round, None, row.number, mark.opponent, *meant)
            added.append(Placed(pairing, table.origin, table.updated))
    return added


def _of_not_paired(
    round: int, view: View[NotPaired], here: list[Placed], problems: list[Problem]
) -> list[Placed]:
    """Byes of players whom neither the round's page nor the crosstable names."""
    named = {n for p in here for n in p.players}
    missed = [m for m in view.content.missed if m.round == round and m.number not in named]
    added: list[Placed] = []
    for m in missed:
        token = MARK_TOKENS.get(m.mark)
        at = At(round=round, row=m.row, column=f"{round}.Rd")
        if token is None or token.result is None:
            expected = f"the opponent of number {m.number}, which a round's page or a crosstable names"
            problems.append(view.flaw("forfeit-without-opponent", expected, f"{m.mark!r} only", **at))
            continue
        if token.other is not None:
            expected = "a mark for one kind of round off; taken as not paired, without points"
            problems.append(view.flaw("half-bye-or-not-paired", expected, f"{m.mark!r} only", **at))
        pairing = Pairing(round, None, m.number, None, token.result, token.kind)
        added.append(Placed(pairing, view.origin, view.updated, unread=token.other is not None))
    return added


def grid_games(view: View[Grid], problems: list[Problem]) -> list[Placed]:
    """A game for each pair and leg where both cells tell it alike; White is the lower number.

    Pairs without a result are pending as soon as any pair has one.
    """
    grid = view.content
    placed: list[Placed] = []
    for leg in range(1, grid.legs + 1):
        for number, row in sorted(grid.rows.items()):
            for other, answer in sorted(grid.rows.items()):
                if other <= number:
                    continue
                scores = leg_of(row.marks.get(other, ()), leg), leg_of(answer.marks.get(number, ()), leg)
                meant = MIRRORED.get(scores)
                if meant is not None:
                    pairing = Pairing(leg, None, number, other, *meant, colours=False)
                    placed.append(Placed(pairing, view.origin, view.updated))
    if placed:
        found = f"a grid of {len(grid.rows)} players, {grid.legs} result(s) for each pair"
        problems.append(view.flaw("round-unknown", "rounds, as on the page of pairings", found, table=1))
    return placed


def leg_of(scores: tuple[str, ...], leg: int) -> str:
    """The score of a leg, empty where none is printed yet."""
    return scores[leg - 1] if len(scores) >= leg else ""
