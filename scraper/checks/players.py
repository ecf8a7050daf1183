"""The same players, under the same numbers and names, in every view, each once in a round; and what the views
tell of one player, put together and compared.

The start list is the authority; what it does not print is taken from the first other view that does. Cards,
the playing schedule and the list "not paired" are held against the rounds.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

from scraper.event.gather import Gathered
from scraper.event.placed import PairingMap, Placed
from scraper.event.roster import Roster, player_of
from scraper.event.view import View
from scraper.pages.not_paired import NotPaired
from scraper.pages.tokens import MARK_TOKENS
from scraper.problems import At, place, problem
from scraper.records import Kind, Player, Problem
from scraper.values import name_key, same_name


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
        missing, more = (sorted(numbers) for numbers in (listed - crossed, crossed - listed))
        without, also = (", ".join(map(str, numbers)) for numbers in (missing, more))
        found = f"{len(crossed)} players, without number {without} and also number {also}"
        if not more:
            found = f"{len(crossed)} players, without number {without}"
        elif not missing:
            found = f"{len(crossed)} players, and also number {also}"
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
    for seat, page, at in gathered.in_rounds():
        yield seat.number, seat.name, page, {"round": at["round"], "row": at["row"]}
    for row, table, at in gathered.in_tables():
        yield row.number, row.name, table, at
    for listed, ranking, at in gathered.in_lists():
        yield listed.number, listed.name, ranking, at
    for card in gathered.cards:
        player = card.content.player
        yield player.number, player.name, card, {"table": 1}
        for game in card.content.games:
            yield game.opponent, game.name, card, {"table": 2, "row": game.row}
    for missed, view, at in {
        met.number: (met, view, at) for met, view, at in gathered.in_not_paired()
    }.values():
        yield missed.number, missed.name, view, at


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
    for player, view, at in chain(gathered.in_lists(), gathered.in_cards()):
        if not player.number:  # he is the one player who has that very name, or nobody
            having = roster.by_name.get(name_key(player.name), [])
            player = replace(player, number=having[0] if len(having) == 1 else 0)
        _meet(roster, player, view, at, problems)
    for met, view, at in chain(gathered.in_tables(), gathered.in_rounds()):
        known = roster.players.get(met.number or 0)
        if known is not None and (
            met.rating not in (None, known.rating)
            or met.title not in (None, known.title)
            or getattr(met, "federation", None) not in (None, known.federation)
        ):  # nearly every row and seat says nothing new, and nothing else
            _meet(roster, player_of(met), view, at, problems)


def _meet(roster: Roster, met: Player, view: View[Any], at: At, problems: list[Problem]) -> None:
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
            where = f"{place(view.origin, **at)}, column {COMPARED[field]}"
            expected = f"{before} for number {met.number}"
            problems.append(problem("player-disagrees", where, expected, str(value)))
    if filled:
        roster.players[met.number] = replace(known, **filled)  # type: ignore[arg-type]
