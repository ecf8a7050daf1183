"""The players of an event, by starting number and by name.

The start list is the authority. Where it is missing or older than a late entry, players are taken as
the crosstable or a round prints them, and a problem says so.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

from scraper.event.gather import Gathered
from scraper.pages.pairing_rows import Seat
from scraper.problems import place, problem
from scraper.records import Player, Problem
from scraper.values import name_key


@dataclass(slots=True)
class Roster:
    """Players by number; `by_name` maps a normalised name to all numbers that have it."""

    players: dict[int, Player] = field(default_factory=dict)
    by_name: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    def add(self, player: Player) -> None:
        """One more player, if his number is free."""
        if player.number not in self.players:
            self.players[player.number] = player
            self.by_name[name_key(player.name)].append(player.number)

    def number(self, seat: Seat, where: Callable[[], str], problems: list[Problem]) -> int | None:
        """The starting number of a seat: as printed, else of the one player who has that very name.

        None, with a problem, if nobody or more than one has it.
        """
        if seat.number is not None:
            return seat.number
        having = self.by_name.get(name_key(seat.name), [])
        if len(having) == 1:
            return having[0]
        if having:
            expected, found = "a number, or a name of one player", f"{seat.name}: numbers {having}"
            problems.append(problem("player-ambiguous", where(), expected, found))
        else:
            expected = "a number, or a name of the start list"
            problems.append(problem("player-unknown", where(), expected, seat.name))
        return None


def read_roster(gathered: Gathered) -> tuple[Roster, list[Problem]]:
    """The players of the lists: start list, rankings, alphabetical list, cards.

    A number of another list that a whole start list lacks is named.
    """
    roster = Roster()
    problems: list[Problem] = []
    start = gathered.start
    if start is not None:
        for player in start.content.players:
            roster.add(player)
    else:
        found = "only other views"
        problems.append(problem("start-list-missing", gathered.origin, "a start list (art=0)", found))
    whole = start is not None and not start.cut
    for view in gathered.lists:
        for listed in view.content.rows:
            if listed.player.number:
                where = place(view.origin, row=listed.row)
                _meet(roster, listed.player, where, whole, problems)
    for card in gathered.cards:
        _meet(roster, card.content.player, place(card.origin, table=1), whole, problems)
    return roster, problems


def meet_others(gathered: Gathered, roster: Roster) -> list[Problem]:
    """Adds every player whom a crosstable, a grid, a round or the list "not paired" names with a number, in
    that order."""
    problems: list[Problem] = []
    whole = gathered.start is not None and not gathered.start.cut
    for table in gathered.tables:
        for row in table.content.rows.values():
            if row.number not in roster.players:
                met = Player(row.number, row.name, row.title, row.federation, rating=row.rating)
                _meet(roster, met, place(table.origin, row=row.row), whole, problems)
    for number in sorted(gathered.rounds):
        view = gathered.rounds[number]
        for pairing in view.content.rows:
            for seat in (pairing.white, pairing.black):
                if seat is None or seat.number is None or seat.number in roster.players:
                    continue
                met = Player(seat.number, seat.name, seat.title, rating=seat.rating)
                where = place(view.origin, round=number, table=pairing.table, row=pairing.row)
                _meet(roster, met, where, whole, problems)
    if gathered.not_paired is not None:
        for missed in gathered.not_paired.content.missed:
            where = place(gathered.not_paired.origin, row=missed.row)
            _meet(roster, Player(missed.number, missed.name), where, whole, problems)
    return problems


def _meet(roster: Roster, player: Player, where: str, whole: bool, problems: list[Problem]) -> None:
    """A player of another view; one who is not in a whole start list is named."""
    if player.number in roster.players:
        return
    if whole:
        found = f"{player.number} {player.name}"
        problems.append(problem("player-unknown", where, "a number of the start list", found))
    roster.add(player)
