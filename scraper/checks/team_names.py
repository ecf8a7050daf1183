"""The same players and teams, under the same names and with the same facts, in every view of a team event."""

from collections.abc import Iterator
from typing import Any

from scraper.checks.facts import COMPARED
from scraper.event.team_gather import TeamGathered
from scraper.event.team_roster import TeamRoster
from scraper.event.view import View
from scraper.problems import At
from scraper.records import Player, Problem
from scraper.values import name_key, same_name


def team_players_alike(gathered: TeamGathered, roster: TeamRoster) -> Iterator[Problem]:
    """Each numbered player of a composition or a board against the roster: name, then ratings, IDs and the
    like. A row whose name is not that of its number tells nothing more."""
    keys = {number: name_key(player.name) for number, player in roster.players.items()}
    for met, view, at in _met(gathered):
        known = roster.players.get(met.number)
        if known is None or met == known:
            continue
        if not same_name(keys[met.number], name_key(met.name)):
            expected, found = f"{met.number} {known.name}", f"{met.number} {met.name}"
            yield view.flaw("name-disagrees", expected, found, **at)
            continue
        for field, heading in COMPARED.items():
            value, before = getattr(met, field), getattr(known, field)
            if value is not None and value != before:
                expected, found = f"{before} for number {met.number}", f"{value} ({heading})"
                yield view.flaw("player-disagrees", expected, found, **at)


def _met(gathered: TeamGathered) -> Iterator[tuple[Player, View[Any], At]]:
    """Every player with a number, and where he stands."""
    for part in gathered.compositions:
        for team in part.content.teams:
            for row in team.players:
                if row.number is not None:
                    yield row.listed, part, row.at()
    for number, page in sorted(gathered.boards.items()):
        for match in page.content.matches:
            for board in match.boards:
                for seat in (board.first, board.second):
                    if seat is not None and seat.number is not None:
                        yield seat.player(seat.number), page, board.at(number)


def teams_known(gathered: TeamGathered) -> Iterator[Problem]:
    """Each team of a match against the teams of the composition, where there is one."""
    names = {team.name for part in gathered.compositions for team in part.content.teams}
    for team, view, at in _teams(gathered) if names else ():
        if team is not None and team not in names:
            expected = f"one of the {len(names)} teams of the composition"
            yield view.flaw("team-unknown", expected, team, **at)


def _teams(gathered: TeamGathered) -> Iterator[tuple[str | None, View[Any], At]]:
    for number, boards in sorted(gathered.boards.items()):
        for match in boards.content.matches:
            yield match.first.name, boards, match.at(number)
            yield match.second.name if match.second else None, boards, match.at(number)
    for number, page in sorted(gathered.matches.items()):
        for row in page.content.matches:
            yield row.first, page, row.at(number)
            yield row.second, page, row.at(number)
