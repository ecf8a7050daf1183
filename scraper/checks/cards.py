"""Players' cards and the playing schedule, against the rounds."""

from collections.abc import Iterator

from scraper.event.gather import Gathered
from scraper.event.placed import PairingMap
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
