"""The whole event: one record, and every problem that its pages and the checks name."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scraper.checks.cards import cards_against_rounds, schedule_against_rounds
from scraper.checks.crosstable import (
    crosstable_against_rounds,
    games_counted,
    games_mirrored,
    round_told_by,
)
from scraper.checks.facts import put_together
from scraper.checks.grid import grid_against_rounds, grid_points
from scraper.checks.not_paired import not_paired_against_rounds
from scraper.checks.once import once_each_round
from scraper.checks.players import same_names, same_players
from scraper.checks.points import crosstable_points, ranking_points, round_points
from scraper.checks.rounds import results_pending, round_count, rounds_dated, rounds_there
from scraper.event.gather import Gathered, gather
from scraper.event.grid_games import not_mirrored
from scraper.event.numbered import with_starting_numbers
from scraper.event.placed import Placed
from scraper.event.roster import Roster, meet_others, read_roster
from scraper.event.rounds import by_player, read_rounds
from scraper.event.running import Running, event_runs, not_paired_yet, running
from scraper.event.team import assemble_teams, has_teams
from scraper.event.view import Reckoning
from scraper.page import PageReading
from scraper.problems import problem
from scraper.records import EventRecord, PageSource, Problem, Round, System


@dataclass(frozen=True, slots=True)
class EventReading:
    """A `record`, and for information what was not used: pages that later ones of the same view or round
    superseded, and, as the problems that name them, views that are not needed (`left_out`)."""

    record: EventRecord
    superseded: tuple[PageSource, ...] = ()
    left_out: tuple[Problem, ...] = ()


def assemble(readings: Sequence[PageReading], *, minutes_at_60: Reckoning) -> EventReading:
    """One event from the readings of its pages. OtherTournament or PageTooLarge if they are none."""
    if has_teams(readings):
        record, superseded = assemble_teams(readings, minutes_at_60=minutes_at_60)
        return EventReading(record, tuple(r.source for r in superseded))
    gathered = gather(readings)
    problems = gathered.problems()
    roster, found = read_roster(gathered)
    problems += found
    gathered, found = with_starting_numbers(gathered, roster)
    problems += found + meet_others(gathered, roster) + put_together(gathered, roster)
    gathered.refuse_many(len(roster.players))
    placed, found = read_rounds(gathered, roster)
    problems += found
    count, found = round_count(gathered, len(roster.players))
    problems += found
    control, found = gathered.time_control(minutes_at_60)
    problems += found
    now = running(gathered.newest.head, count, placed)
    told = _told(gathered, placed, now)
    problems = [p for p in problems if p not in told]
    problems += _checked(gathered, roster, placed, count, now)
    if now is not None:
        problems.append(event_runs(now, placed, gathered.origin))
    record = gathered.record(
        round_count=count,
        rounds=_rounds(gathered, placed, count),
        system=_system(gathered, placed),
        time_control=control,
        players=tuple(roster.players[n] for n in sorted(roster.players)),
        pairings=tuple(p.pairing for p in placed),
        problems=tuple(problems),
    )
    older = tuple(r.source for r in gathered.superseded)
    return EventReading(record, older, tuple(_not_needed(r) for r in gathered.left_out))


def _checked(
    gathered: Gathered, roster: Roster, placed: list[Placed], count: int | None, now: Running | None
) -> Iterator[Problem]:
    """Every check, in a fixed order."""
    pairings = by_player(placed)
    yield from same_players(gathered)
    yield from same_names(gathered, roster)
    if not gathered.grid_only:
        yield from rounds_there(gathered, placed, count, now)
        yield from rounds_dated(gathered)
        yield from once_each_round(placed, set(roster.players), gathered.newest.page.origin)
    if gathered.grid is not None:
        yield from not_mirrored(gathered.grid)
        yield from grid_points(gathered.grid)
        if not gathered.grid_only:
            yield from grid_against_rounds(gathered.grid, placed)
    for ranking in gathered.lists:
        yield from ranking_points(ranking, pairings)
    yield from cards_against_rounds(gathered, pairings)
    yield from schedule_against_rounds(gathered)
    if gathered.crosstable is not None:
        yield from games_mirrored(gathered.crosstable)
        yield from crosstable_against_rounds(gathered.crosstable, pairings, now)
        yield from games_counted(gathered.crosstable, placed)
        yield from crosstable_points(gathered.crosstable)
    yield from round_points(gathered.rounds, pairings)
    if gathered.not_paired is not None:
        yield from not_paired_against_rounds(gathered.not_paired, pairings)
    yield from results_pending(placed, now)


def _told(gathered: Gathered, placed: list[Placed], now: Running | None) -> list[Problem]:
    """Problems that the other pages settle: a round's number that its page does not state, the page of a
    round that comes after the one in play."""
    to_come = [
        p
        for round, view in gathered.rounds.items()
        if not_paired_yet(round, now)
        for p in view.reading.problems
        if p.code == "round-not-paired"
    ]
    table = gathered.crosstable
    if table is None:
        return to_come
    unstated = {round: view for round, view in gathered.rounds.items() if not view.content.stated}
    pairings = by_player(placed) if unstated else {}
    return to_come + [
        p
        for round, view in unstated.items()
        if round_told_by(table, round, pairings)
        for p in view.reading.problems
        if p.code == "round-not-stated"
    ]


def _rounds(gathered: Gathered, placed: list[Placed], count: int | None) -> tuple[Round, ...]:
    """Rounds 1 to the last that is stated or seen, with day and time where a page or the schedule says."""
    planned = {r.number: r for _, r in gathered.schedule.content.rounds} if gathered.schedule else {}
    last = max([count or 0, *gathered.rounds, *planned, *(p.pairing.round for p in placed)], default=0)
    rounds = []
    for number in range(1, last + 1):
        view = gathered.rounds.get(number)
        known = planned.get(number, Round(number))
        if view is not None:
            known = Round(number, view.content.date or known.date, view.content.time or known.time)
        rounds.append(known)
    return tuple(rounds)


def _system(gathered: Gathered, placed: list[Placed]) -> System | None:
    """The printed type, or a round robin by the shape of its pages; double where each pair meets twice."""
    system = gathered.details.system if gathered.details else None
    if system is None and gathered.round_robin:
        system = System.ROUND_ROBIN
    if system != System.ROUND_ROBIN:
        return system
    met = Counter(frozenset(p.players) for p in placed if p.pairing.black is not None)
    return System.DOUBLE_ROUND_ROBIN if met and set(met.values()) == {2} else system


def _not_needed(reading: PageReading) -> Problem:
    expected, found = "a view with players, pairings or results", f'"{reading.head.view}"'
    return problem("view-not-needed", reading.page.origin, expected, found)
