"""The same players, under the same numbers and names, in every view."""

from __future__ import annotations

from scraper.codes import NAME_DISAGREES, PLAYERS_DISAGREE
from scraper.event.gather import Gathered
from scraper.event.roster import Roster
from scraper.problems import place, problem
from scraper.records import Problem
from scraper.values import name_key

SHORTEST_CUT = 15
"""Some views cut long names; a beginning of at least so many letters is the same name."""


def same_players(gathered: Gathered) -> list[Problem]:
    """The start list's numbers against the crosstable's, where neither was cut at 150 rows."""
    start, table = gathered.start, gathered.crosstable
    if start is None or table is None or start.cut or table.cut:
        return []
    listed, crossed = {p.number for p in start.content.players}, set(table.content.rows)
    if listed == crossed:
        return []
    expected = f"the {len(listed)} players of {start.origin}"
    parts = [
        f"{word} number {', '.join(map(str, sorted(numbers)))}"
        for word, numbers in (("without", listed - crossed), ("and also", crossed - listed))
        if numbers
    ]
    found = f"{len(crossed)} players, {' '.join(parts)}"
    return [problem(PLAYERS_DISAGREE, place(table.origin, table=1), expected=expected, found=found)]


def same_names(gathered: Gathered, roster: Roster) -> list[Problem]:
    """Each numbered name of every view against the roster's name of that number."""
    problems: list[Problem] = []
    keys = {number: name_key(player.name) for number, player in roster.players.items()}

    def compare(number: int | None, name: str, where: str) -> None:
        if number is None or number not in keys or _same(keys[number], name_key(name)):
            return
        expected = f"{number} {roster.players[number].name}"
        problems.append(problem(NAME_DISAGREES, where, expected=expected, found=f"{number} {name}"))

    for round, view in sorted(gathered.rounds.items()):
        for row in view.content.rows:
            for seat in (row.white, row.black):
                if seat is not None:
                    compare(seat.number, seat.name, place(view.origin, round=round, table=1, row=row.row))
    if gathered.crosstable is not None:
        for crossed in gathered.crosstable.content.rows.values():
            where = place(gathered.crosstable.origin, table=1, row=crossed.row)
            compare(crossed.number, crossed.name, where)
    if gathered.not_paired is not None:
        for missed in {m.number: m for m in gathered.not_paired.content.missed}.values():
            where = place(gathered.not_paired.origin, table=1, row=missed.row)
            compare(missed.number, missed.name, where)
    return problems


def _same(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return short == long or (len(short) >= SHORTEST_CUT and long.startswith(short))
