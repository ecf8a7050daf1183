"""The same players, under the same numbers and names, in every view."""

from collections.abc import Iterator

from scraper.event.gather import Gathered
from scraper.event.roster import Roster
from scraper.event.view import View
from scraper.pages.start_list import StartList
from scraper.problems import place, problem
from scraper.records import Problem
from scraper.values import name_key, same_name


def same_players(gathered: Gathered) -> Iterator[Problem]:
    """The start list's numbers against those of the crosstable or the grid, where neither was cut."""
    start = gathered.start
    if start is None or start.cut:
        return
    for table in gathered.tables:
        if not table.cut:
            yield from _same_numbers(start, set(table.content.rows), table.origin)


def _same_numbers(start: View[StartList], crossed: set[int], origin: str) -> list[Problem]:
    listed = {p.number for p in start.content.players}
    if listed == crossed:
        return []
    expected = f"the {len(listed)} players of {start.origin}"
    parts = [
        f"{word} number {', '.join(map(str, sorted(numbers)))}"
        for word, numbers in (("without", listed - crossed), ("and also", crossed - listed))
        if numbers
    ]
    found = f"{len(crossed)} players, {' '.join(parts)}"
    return [problem("players-disagree", place(origin, table=1), expected=expected, found=found)]


def same_names(gathered: Gathered, roster: Roster) -> list[Problem]:
    """Each numbered name of every view against the roster's name of that number."""
    problems: list[Problem] = []
    names = {number: player.name for number, player in roster.players.items()}
    keys = {number: name_key(name) for number, name in names.items()}

    def compare(
        number: int | None,
        name: str,
        origin: str,
        row: int | None,
        *,
        round: int | None = None,
        table: int = 1,
    ) -> None:
        if number is None or number not in keys or same_name(keys[number], name_key(name)):
            return
        expected, found = f"{number} {names[number]}", f"{number} {name}"
        at = place(origin, round=round, table=table, row=row)
        problems.append(problem("name-disagrees", at, expected=expected, found=found))

    for round, view in sorted(gathered.rounds.items()):
        for row in view.content.rows:
            for seat in (row.white, row.black):
                # Nearly every name is the very text of the roster.
                if seat is not None and seat.number is not None and names.get(seat.number) != seat.name:
                    compare(seat.number, seat.name, view.origin, row.row, round=round)
    for table in gathered.tables:
        for crossed in table.content.rows.values():
            compare(crossed.number, crossed.name, table.origin, crossed.row)
    for ranking in gathered.lists:
        for listed in ranking.content.rows:
            compare(listed.player.number or None, listed.player.name, ranking.origin, listed.row)
    for card in gathered.cards:
        player = card.content.player
        compare(player.number, player.name, card.origin, None)
        for game in card.content.games:
            compare(game.opponent, game.name, card.origin, game.row, table=2)
    if gathered.not_paired is not None:
        for missed in {m.number: m for m in gathered.not_paired.content.missed}.values():
            compare(missed.number, missed.name, gathered.not_paired.origin, missed.row)
    return problems
