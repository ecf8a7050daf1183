"""What the views tell of one player: put together, and compared.

The start list is the authority; what it does not print is taken from the first other view that does.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from scraper.event.gather import Gathered
from scraper.event.roster import Roster
from scraper.problems import place, problem
from scraper.records import Player, Problem
from scraper.values import name_key, same_name

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
