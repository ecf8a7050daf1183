"""A team event, whole: one record of the games on its boards, and every problem its pages name."""

from collections.abc import Iterator, Sequence

from scraper.checks.rounds import results_pending
from scraper.checks.team_boards import boards_add_up, boards_numbered, matches_agree, players_once
from scraper.checks.team_composition import points_add_up, results_as_on_boards, teams_add_up
from scraper.checks.team_names import team_players_alike, teams_known
from scraper.checks.team_rounds import team_round_count, team_rounds_dated, team_rounds_there
from scraper.event.running import Running, event_runs, running
from scraper.event.team_gather import TeamGathered, gather_team
from scraper.event.team_roster import TeamRoster, numbers_missing, read_team_roster, with_teams
from scraper.event.team_rounds import PlacedBoard, read_team_rounds
from scraper.event.view import Reckoning
from scraper.page import PageReading
from scraper.pages.player_list import PlayerList
from scraper.pages.team_page import is_team_event
from scraper.records import EventRecord, Problem, Round
from scraper.words import PageKind


def has_teams(readings: Sequence[PageReading]) -> bool:
    """Whether a page among them says that it belongs to a team event."""
    return any(
        is_team_event(r.head, r.details)
        or (r.kind == PageKind.START_LIST and isinstance(r.content, PlayerList))
        for r in readings
    )


def assemble_teams(
    readings: Sequence[PageReading], *, minutes_at_60: Reckoning
) -> tuple[EventRecord, tuple[PageReading, ...]]:
    """One team event from the readings of its pages, and the pages that later ones superseded.

    A team's bye gives no game and stands nowhere in the record. OtherTournament or PageTooLarge if the
    pages are no one event.
    """
    gathered = gather_team(readings)
    problems = gathered.problems()
    roster, found = read_team_roster(gathered)
    problems += found
    gathered.refuse_many(len(roster.players))
    placed, found = read_team_rounds(gathered, roster)
    problems += found + numbers_missing(roster)
    count, found = team_round_count(gathered)
    problems += found
    control, found = gathered.time_control(minutes_at_60)
    problems += found
    games = [p.placed for p in placed]
    now = running(gathered.newest.head, count, games)
    problems += _checked(gathered, roster, placed, count, now)
    if now is not None:
        problems.append(event_runs(now, games, gathered.origin))
    record = gathered.record(
        round_count=count,
        rounds=_rounds(gathered, count),
        system=gathered.details.system if gathered.details else None,
        time_control=control,
        players=with_teams(roster),
        pairings=tuple(p.placed.pairing for p in placed),
        problems=tuple(problems),
    )
    return record, gathered.superseded


def _checked(
    gathered: TeamGathered,
    roster: TeamRoster,
    placed: list[PlacedBoard],
    count: int | None,
    now: Running | None,
) -> Iterator[Problem]:
    """Every check, in a fixed order."""
    yield from teams_known(gathered)
    yield from team_players_alike(gathered, roster)
    yield from team_rounds_there(gathered, count, now)
    yield from team_rounds_dated(gathered)
    yield from boards_numbered(gathered)
    yield from players_once(placed)
    yield from boards_add_up(gathered)
    yield from matches_agree(gathered, now)
    yield from results_as_on_boards(gathered, roster, placed, now)
    yield from points_add_up(gathered)
    yield from teams_add_up(gathered, now)
    yield from results_pending((p.placed for p in placed), now)


def _rounds(gathered: TeamGathered, count: int | None) -> tuple[Round, ...]:
    """Rounds 1 to the last that is stated or seen, with day and time where a page has them."""
    rounds = []
    for number in range(1, max([count or 0, *gathered.rounds], default=0) + 1):
        boards, matches = gathered.boards.get(number), gathered.matches.get(number)
        dated = [p.content for p in (boards, matches) if p is not None and p.content.date is not None]
        rounds.append(Round(number, dated[0].date, dated[0].time) if dated else Round(number))
    return tuple(rounds)
