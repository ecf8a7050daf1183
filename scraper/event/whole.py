"""The whole event: one record, and every problem that its pages and the checks name."""

from collections import Counter
from collections.abc import Iterator, Sequence

from scraper.checks import crosstable, players, points, rounds, teams
from scraper.event.gather import Gathered, TeamGathered, gather, gather_team
from scraper.event.placed import Placed, Running, each_game_once, event_runs, not_paired_yet, running
from scraper.event.roster import Roster, meet_others, read_roster, with_starting_numbers
from scraper.event.rounds import by_player, read_rounds
from scraper.event.teams import (
    PlacedBoard,
    TeamRoster,
    numbers_missing,
    read_team_roster,
    read_team_rounds,
    with_teams,
)
from scraper.event.view import Reckoning
from scraper.page import PageReading
from scraper.pages.kinds import is_team_event
from scraper.pages.player_list import PlayerList
from scraper.records import EventRecord, Problem, Round, System
from scraper.words import PageKind


def assemble(readings: Sequence[PageReading], *, minutes_at_60: Reckoning) -> EventRecord:
    """One event from the readings of its pages. OtherTournament or PageTooLarge if they are none."""
    if any(is_team_event(r.head, r.details) or _has_team_players(r) for r in readings):
        return _assemble_teams(readings, minutes_at_60)
    gathered = gather(readings)
    problems = gathered.problems()
    roster = read_roster(gathered, problems)
    gathered = with_starting_numbers(gathered, roster, problems)
    meet_others(gathered, roster, problems)
    players.put_together(gathered, roster, problems)
    gathered.refuse_many(len(roster.players))
    placed = read_rounds(gathered, roster, problems)
    count = rounds.round_count(gathered, len(roster.players), problems)
    control = gathered.time_control(minutes_at_60, problems)
    now = running(gathered.newest.head, count, placed)
    told = _told(gathered, placed, now)
    problems = [p for p in problems if p not in told]
    problems += _checked(gathered, roster, placed, count, now)
    if now is not None:
        problems.append(event_runs(now, placed, gathered.origin))
    return gathered.record(
        round_count=count,
        rounds=_rounds(gathered, placed, count),
        system=_system(gathered, placed),
        time_control=control,
        players=tuple(roster.players[n] for n in sorted(roster.players)),
        pairings=each_game_once(placed),
        problems=tuple(problems),
    )


def _checked(
    gathered: Gathered, roster: Roster, placed: list[Placed], count: int | None, now: Running | None
) -> Iterator[Problem]:
    """Every check, in a fixed order."""
    pairings = by_player(placed)
    yield from players.same_players(gathered)
    yield from players.same_names(gathered, roster)
    if not gathered.grid_only:
        yield from rounds.rounds_there(gathered, placed, count, now)
        yield from rounds.rounds_dated(gathered)
        yield from players.once_each_round(placed, set(roster.players), gathered.newest.page.origin)
    if gathered.grid is not None:
        yield from crosstable.not_mirrored(gathered.grid)
        yield from crosstable.grid_points(gathered.grid)
        if not gathered.grid_only:
            yield from crosstable.grid_against_rounds(gathered.grid, placed)
    for ranking in gathered.lists:
        yield from points.ranking_points(ranking, pairings)
    yield from players.cards_against_rounds(gathered, pairings)
    yield from players.schedule_against_rounds(gathered)
    if gathered.crosstable is not None:
        yield from crosstable.games_mirrored(gathered.crosstable)
        yield from crosstable.crosstable_against_rounds(gathered.crosstable, pairings, now)
        yield from crosstable.games_counted(gathered.crosstable, placed)
        yield from points.crosstable_points(gathered.crosstable)
    yield from points.round_points(gathered.rounds, pairings)
    if gathered.not_paired is not None:
        yield from players.not_paired_against_rounds(gathered.not_paired, pairings)
    yield from rounds.results_pending(placed, now)


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
        if crosstable.round_told_by(table, round, pairings)
        for p in view.reading.problems
        if p.code == "round-not-stated"
    ]


def _rounds(gathered: Gathered, placed: list[Placed], count: int | None) -> tuple[Round, ...]:
    """Rounds 1 to the last that is stated or seen, with day and time where a page or the schedule says."""
    planned = {r.number: r for _, r in gathered.schedule.content.rounds} if gathered.schedule else {}
    last = max([count or 0, *gathered.rounds, *planned, *(p.pairing.round for p in placed)], default=0)
    found: list[Round] = []
    for number in range(1, last + 1):
        view = gathered.rounds.get(number)
        known = planned.get(number, Round(number))
        if view is not None:
            known = Round(number, view.content.date or known.date, view.content.time or known.time)
        found.append(known)
    return tuple(found)


def _system(gathered: Gathered, placed: list[Placed]) -> System | None:
    """The printed type, or a round robin by the shape of its pages; double where each pair meets twice."""
    system = gathered.details.system if gathered.details else None
    if system is None and gathered.round_robin:
        system = System.ROUND_ROBIN
    if system != System.ROUND_ROBIN:
        return system
    met = Counter(frozenset(p.players) for p in placed if p.pairing.black is not None)
    return System.DOUBLE_ROUND_ROBIN if met and set(met.values()) == {2} else system


def _has_team_players(reading: PageReading) -> bool:
    return reading.kind == PageKind.START_LIST and isinstance(reading.content, PlayerList)


def _assemble_teams(readings: Sequence[PageReading], minutes_at_60: Reckoning) -> EventRecord:
    """One team event from the readings of its pages: the games on its boards. A team's bye gives no game and
    stands nowhere in the record."""
    gathered = gather_team(readings)
    problems = gathered.problems()
    roster = read_team_roster(gathered, problems)
    gathered.refuse_many(len(roster.players))
    placed = read_team_rounds(gathered, roster, problems)
    problems += numbers_missing(roster)
    count = rounds.first_stated(rounds.stated_rounds(gathered), problems)
    control = gathered.time_control(minutes_at_60, problems)
    now = running(gathered.newest.head, count, placed)
    problems += _teams_checked(gathered, roster, placed, count, now)
    if now is not None:
        problems.append(event_runs(now, placed, gathered.origin))
    return gathered.record(
        round_count=count,
        rounds=_team_rounds(gathered, count),
        system=gathered.details.system if gathered.details else None,
        time_control=control,
        players=with_teams(roster),
        pairings=each_game_once(placed),
        problems=tuple(problems),
    )


def _teams_checked(
    gathered: TeamGathered,
    roster: TeamRoster,
    placed: list[PlacedBoard],
    count: int | None,
    now: Running | None,
) -> Iterator[Problem]:
    """Every check, in a fixed order."""
    yield from teams.teams_known(gathered)
    yield from teams.team_players_alike(gathered, roster)
    yield from rounds.team_rounds_there(gathered, count, now)
    yield from rounds.team_rounds_dated(gathered)
    yield from teams.boards_numbered(gathered)
    yield from players.once_each_round(placed, set(), gathered.origin)
    yield from teams.boards_add_up(gathered)
    yield from teams.matches_agree(gathered, now)
    yield from teams.results_as_on_boards(gathered, roster, placed, now)
    yield from teams.points_add_up(gathered)
    yield from teams.teams_add_up(gathered, now)
    yield from rounds.results_pending(placed, now)


def _team_rounds(gathered: TeamGathered, count: int | None) -> tuple[Round, ...]:
    """Rounds 1 to the last that is stated or seen, with day and time where a page has them."""
    found: list[Round] = []
    for number in range(1, max([count or 0, *gathered.rounds], default=0) + 1):
        boards, matches = gathered.boards.get(number), gathered.matches.get(number)
        dated = [p.content for p in (boards, matches) if p is not None and p.content.date is not None]
        found.append(Round(number, dated[0].date, dated[0].time) if dated else Round(number))
    return tuple(found)
