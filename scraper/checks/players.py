"""The same players, under the same numbers and names, in every view, each once in a round; and what the views
tell of one player, put together and compared.

The start list is the authority; what it does not print is taken from the first other view that does.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from scraper.event.gather import Gathered
from scraper.event.placed import Placed
from scraper.event.roster import Roster
from scraper.event.view import View
from scraper.problems import At, place, problem
from scraper.records import Player, Problem
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
    """One problem per player who stands twice, and one per round for those of `numbers` who are not in it.

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


COMPARED = {
    "rating": "Rtg",
    "rating_national": "RtgN",
    "rating_international": "RtgI",
    "national_id": "ID",
    "fide_id": "FideID",
    "federation": "FED",
    "sex": "sex",
    "title": "title",
}
"""Facts that must be equal wherever they are printed, and their headings. Clubs are cut in some views."""

FILLED = (*COMPARED, "club", "born")


def put_together(gathered: Gathered, roster: Roster, problems: list[Problem]) -> None:
    """Fills in the roster what other views print of a player; one problem for each fact that differs.

    A row whose name is not that of its number tells nothing: `name-disagrees` names it.
    """
    for player, where in _listed(gathered, roster):
        _meet(roster, player, where, problems)
    for table in gathered.tables:
        for row in table.content.rows.values():
            known = roster.players.get(row.number)
            if known is None or (
                row.rating in (None, known.rating)
                and row.title in (None, known.title)
                and row.federation in (None, known.federation)
            ):
                continue  # nearly every row: nothing new, nothing else
            met = Player(row.number, row.name, row.title, row.federation, rating=row.rating)
            _meet(roster, met, partial(place, table.origin, row=row.row), problems)
    for number, page in sorted(gathered.rounds.items()):
        for pairing in page.content.rows:
            for seat in (pairing.white, pairing.black):
                known = roster.players.get(seat.number) if seat is not None and seat.number else None
                if seat is None or known is None:
                    continue
                if seat.rating in (None, known.rating) and seat.title in (None, known.title):
                    continue  # nearly every seat, as above
                met = Player(known.number, seat.name, seat.title, rating=seat.rating)
                place_of = partial(place, page.origin, round=number, table=pairing.table, row=pairing.row)
                _meet(roster, met, place_of, problems)


def _meet(roster: Roster, met: Player, where: Callable[[], str], problems: list[Problem]) -> None:
    known = roster.players.get(met.number)
    if known is None or met is known or not same_name(name_key(known.name), name_key(met.name)):
        return
    filled: dict[str, object] = {}
    for field in FILLED:
        value, before = getattr(met, field), getattr(known, field)
        if value is None or value == before:
            continue
        if before is None:
            filled[field] = value
        elif field in COMPARED:
            place_of = f"{where()}, column {COMPARED[field]}"
            expected = f"{before} for number {met.number}"
            problems.append(problem("player-disagrees", place_of, expected, str(value)))
    if filled:
        roster.players[met.number] = replace(known, **filled)  # type: ignore[arg-type]


def _listed(gathered: Gathered, roster: Roster) -> Iterator[tuple[Player, Callable[[], str]]]:
    """The players of rankings, alphabetical lists and cards; a row without a number is that of the one
    player who has that very name, or nobody's."""
    for view in gathered.lists:
        for listed in view.content.rows:
            player = listed.player
            if not player.number:
                having = roster.by_name.get(name_key(player.name), [])
                if len(having) != 1:
                    continue
                player = replace(player, number=having[0])
            yield player, partial(place, view.origin, row=listed.row)
    for card in gathered.cards:
        yield card.content.player, partial(place, card.origin, table=1)
