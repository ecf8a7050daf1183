"""The same players, under the same numbers and names, in every view."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from scraper.event.gather import Gathered
from scraper.event.placed import Placed
from scraper.event.roster import Roster
from scraper.event.view import View
from scraper.problems import At, place, problem
from scraper.records import Problem
from scraper.values import name_key, same_name


def same_players(gathered: Gathered) -> Iterator[Problem]:
    """The start list's numbers against those of the crosstable or the grid, where neither was cut."""
    start = gathered.start
    if start is None or start.cut:
        return
    listed = {p.number for p in start.content.players}
    for table in gathered.tables:
        crossed = set(table.content.rows)
        if table.cut or listed == crossed:
            continue
        expected = f"the {len(listed)} players of {start.origin}"
        parts = [
            f"{word} number {', '.join(map(str, sorted(numbers)))}"
            for word, numbers in (("without", listed - crossed), ("and also", crossed - listed))
            if numbers
        ]
        found = f"{len(crossed)} players, {' '.join(parts)}"
        yield table.flaw("players-disagree", expected, found, table=1)


def same_names(gathered: Gathered, roster: Roster) -> Iterator[Problem]:
    """Each numbered name of every view against the roster's name of that number."""
    names = {number: player.name for number, player in roster.players.items()}
    keys = {number: name_key(name) for number, name in names.items()}
    for number, name, view, at in _named(gathered):
        # Nearly every name is the very text of the roster.
        known = names.get(number) if number else None
        if number and known not in (None, name) and not same_name(keys[number], name_key(name)):
            yield view.flaw("name-disagrees", f"{number} {known}", f"{number} {name}", **at)


def _named(gathered: Gathered) -> Iterator[tuple[int | None, str, View[Any], At]]:
    """Every name with its number, and where it stands."""
    for round, page in sorted(gathered.rounds.items()):
        for row in page.content.rows:
            for seat in (row.white, row.black):
                if seat is not None:
                    yield seat.number, seat.name, page, {"round": round, "row": row.row}
    for table in gathered.tables:
        for crossed in table.content.rows.values():
            yield crossed.number, crossed.name, table, {"row": crossed.row}
    for ranking in gathered.lists:
        for listed in ranking.content.rows:
            yield listed.player.number, listed.player.name, ranking, {"row": listed.row}
    for card in gathered.cards:
        player = card.content.player
        yield player.number, player.name, card, {"table": 1}
        for game in card.content.games:
            yield game.opponent, game.name, card, {"table": 2, "row": game.row}
    if gathered.not_paired is not None:
        for missed in {m.number: m for m in gathered.not_paired.content.missed}.values():
            yield missed.number, missed.name, gathered.not_paired, {"row": missed.row}


def once_each_round(placed: Iterable[Placed], numbers: set[int], origin: str) -> Iterator[Problem]:
    """One problem per player who stands twice, and one per round for those who are nowhere in it.

    A round is paired when somebody has an opponent in it.
    """
    rounds: dict[int, list[Placed]] = defaultdict(list)
    for p in placed:
        rounds[p.pairing.round].append(p)
    for round, here in sorted(rounds.items()):
        standing = [n for p in here for n in p.players]
        counted = Counter(standing)
        for p in here if len(counted) < len(standing) else ():
            twice = [n for n in p.players if counted[n] > 1 or (p.pairing.white == p.pairing.black)]
            if twice:
                found = f"number {', '.join(map(str, sorted(set(twice))))} again"
                yield problem("player-twice", p.where(), "each player once in the round", found)
        missing = sorted(numbers - counted.keys())
        if missing and any(p.pairing.black is not None for p in here):
            where = place(next((p.origin for p in here if p.row), origin), round=round)
            found = f"not number {', '.join(map(str, missing))}"
            yield problem("player-missing", where, f"all {len(numbers)} players", found)
