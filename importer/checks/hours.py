"""Games and days against the clock: what no day holds shows a wrong time control, or wrong days of rounds."""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from itertools import groupby
from operator import attrgetter

from importer.findings import Facts, Finding
from importer.view import EventView
from scraper.records import Kind

HOURS_A_DAY = 12
"""Hours of play that a day holds, as FIDE's rating regulations reckon it: games of 60 moves (R52)."""

GAME = Kind.GAME.value

REMEDY = (
    "ask the organizer, then: banzuke resolve EVENT --time-control “45+30”, or --round N --date YYYY-MM-DD;"
    " without an answer it is rated as it stands"
)


def too_many_games_a_day(facts: Facts, minutes: int | None, hours: int) -> Iterator[Finding]:
    """Days on which somebody played more than `hours` hold, where both use their `minutes` of 60 moves."""
    if not minutes:
        return
    told = []
    for day, players in sorted(_games_by_day(facts.view).items()):
        most = max(players.values())
        if most * 2 * minutes > hours * 60:
            many = sum(count == most for count in players.values())
            told.append(f"{day}: {most} games of {_long(minutes)} ({many} player{'' if many == 1 else 's'})")
    if told:
        expected = f"games of 60 moves that fit into {hours} hours a day (R52)"
        place, found = "days of the rounds", "; ".join(told)
        yield facts.finding("too-many-games-a-day", {}, place, expected, found, REMEDY, blocks=False)


def time_control_against_days(facts: Facts, minutes: int | None, hours: int) -> Iterator[Finding]:
    """Rounds, not all of them dated, that the event's days cannot hold."""
    event = facts.view.event
    if not minutes or event.first_day is None or event.last_day is None or event.first_day > event.last_day:
        return
    rounds = {p.round for p in facts.view.pairings if p.kind == GAME}
    if all(_day(facts.view, number) is not None for number in rounds):
        return  # told by the day
    days = (event.last_day - event.first_day).days + 1
    if len(rounds) * 2 * minutes > days * hours * 60:
        yield facts.finding(
            "time-control-against-days",
            {},
            "details, row Time control",
            f"rounds that fit into {hours} hours on each of {days} day{'' if days == 1 else 's'} (R52)",
            f"{len(rounds)} rounds of {_long(minutes)}",
            REMEDY,
            blocks=False,
        )


def _games_by_day(view: EventView) -> dict[date, Counter[int]]:
    """How many games each player had on each day; games of rounds that nobody dates are left out."""
    found: dict[date, list[int]] = {}
    dated = {number: _day(view, number) for number in {p.round for p in view.pairings}}
    for number, of_round in groupby(view.pairings, key=attrgetter("round")):
        day = dated[number]
        games = [p for p in of_round if p.kind == GAME]
        if day is not None and games:
            met = found.setdefault(day, [])
            met += [p.white for p in games]
            met += [p.black for p in games if p.black is not None]
    return {day: Counter(met) for day, met in found.items()}


def _day(view: EventView, number: int) -> date | None:
    """The one day on which a round was played."""
    days = view.days(number)
    return days[0] if days is not None and days[0] == days[1] else None


def _long(minutes: int) -> str:
    """How long a game takes in which both players use the time of 60 moves."""
    return f"{2 * minutes // 60} h {2 * minutes % 60:02d}"
