"""Players' cards, the playing schedule and the list "not paired", against the rounds."""

from collections.abc import Iterator

from scraper.event.gather import Gathered
from scraper.event.placed import PairingMap, Placed
from scraper.event.view import View
from scraper.pages.not_paired import NotPaired
from scraper.pages.tokens import MARK_TOKENS
from scraper.problems import At
from scraper.records import Kind, Problem


def cards_against_rounds(gathered: Gathered, pairings: PairingMap) -> Iterator[Problem]:
    """Opponent, colour and score of every game on a card; nothing is said where a result is open."""
    for card in gathered.cards:
        number = card.content.player.number
        for game in card.content.games:
            placed = pairings.get((game.round, number))
            if placed is None or placed.unread or game.opponent is None:
                continue
            p = placed.pairing
            other, _ = placed.opposite(number)
            colour = "w" if p.white == number else "b"
            score = placed.score(number) if p.black is not None else ""
            same_game = other == game.opponent and game.colour in (None, colour)
            if same_game and (p.kind == Kind.PENDING or game.score in ("", score)):
                continue
            expected = f"{other or 'no opponent'} {colour} {score}, as {placed.where()}"
            found = f"{game.opponent} {game.colour or ''} {game.score}"
            yield card.flaw("card-disagrees", expected, found, round=game.round, table=2, row=game.row)


def schedule_against_rounds(gathered: Gathered) -> Iterator[Problem]:
    """Day and time of each round in the schedule and over its pairings, where both state them."""
    schedule = gathered.schedule
    if schedule is None:
        return
    for row, planned in schedule.content.rounds:
        view = gathered.rounds.get(planned.number)
        if view is None:
            continue
        for ours, theirs in ((view.content.date, planned.date), (view.content.time, planned.time)):
            if ours is not None and theirs is not None and ours != theirs:
                expected = f"{ours}, as {view.origin}"
                yield schedule.flaw(
                    "schedule-disagrees", expected, str(theirs), round=planned.number, row=row
                )


def not_paired_against_rounds(view: View[NotPaired], pairings: PairingMap) -> Iterator[Problem]:
    """Each mark against the player's pairing, and each bye or round off against the marks.

    Nothing is said of pairings without a result, nor of a page that is newer than the list.
    """
    marked = {(m.round, m.number): m for m in view.content.missed}
    for (round, number), m in marked.items():
        placed = pairings.get((round, number))
        if placed is None or placed.origin == view.origin or _fits(m.mark, placed, number):
            continue
        expected = f"{placed.cell(number)}, as {placed.where()}"
        at = At(round=round, row=m.row, column=f"{round}.Rd")
        yield view.flaw("not-paired-disagrees", expected, repr(m.mark), **at)
    for (round, number), placed in pairings.items():
        if (round, number) in marked or placed.origin == view.origin or placed.pairing.black is not None:
            continue
        if view.updated is None or placed.updated is None or view.updated < placed.updated:
            continue
        expected = f"a mark of number {number}, who is {placed.pairing.kind} at {placed.where()}"
        yield view.flaw("not-paired-disagrees", expected, "none", round=round, table=1)


def _fits(mark: str, placed: Placed, number: int) -> bool:
    pairing = placed.pairing
    if pairing.kind == Kind.PENDING:
        return True
    if pairing.kind == Kind.FORFEIT:
        return mark == "0F" and placed.score(number) == "-"
    return pairing.kind in MARK_TOKENS[mark].kinds
