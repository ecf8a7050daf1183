"""The same players and teams, under the same names and with the same facts, in every view of a team event."""

from scraper.checks.facts import COMPARED
from scraper.event.team_gather import TeamGathered
from scraper.event.team_roster import TeamRoster
from scraper.problems import place, problem
from scraper.records import Player, Problem
from scraper.values import name_key, same_name


def team_players_alike(gathered: TeamGathered, roster: TeamRoster) -> list[Problem]:
    """Each numbered player of a composition or a board against the roster: name, then ratings, IDs and the
    like. A row whose name is not that of its number tells nothing more."""
    problems: list[Problem] = []
    keys = {number: name_key(player.name) for number, player in roster.players.items()}

    def compare(met: Player, origin: str, row: tuple[int, int], round: int | None = None) -> None:
        known = roster.players.get(met.number)
        if known is None or met == known:
            return
        where = place(origin, round=round, table=row[0], row=row[1])
        if not same_name(keys[met.number], name_key(met.name)):
            expected, found = f"{met.number} {known.name}", f"{met.number} {met.name}"
            problems.append(problem("name-disagrees", where, expected=expected, found=found))
            return
        for field, heading in COMPARED.items():
            value, before = getattr(met, field), getattr(known, field)
            if value is not None and value != before:
                expected, found = f"{before} for number {met.number}", f"{value} ({heading})"
                problems.append(problem("player-disagrees", where, expected=expected, found=found))

    for part in gathered.compositions:
        for team in part.content.teams:
            for row in team.players:
                if row.number is not None:
                    compare(row.player(row.number), part.origin, (row.table, row.row))
    for number, page in sorted(gathered.boards.items()):
        for match in page.content.matches:
            for board in match.boards:
                for seat in (board.first, board.second):
                    if seat is not None and seat.number is not None:
                        met = Player(seat.number, seat.name, seat.title, rating=seat.rating)
                        compare(met, page.origin, (board.table, board.row), number)
    return problems


def teams_known(gathered: TeamGathered) -> list[Problem]:
    """Each team of a match against the teams of the composition, where there is one."""
    names = {team.name for part in gathered.compositions for team in part.content.teams}
    if not names:
        return []
    problems: list[Problem] = []

    def compare(name: str | None, where: str) -> None:
        if name is not None and name not in names:
            expected = f"one of the {len(names)} teams of the composition"
            problems.append(problem("team-unknown", where, expected=expected, found=name))

    for number, boards in sorted(gathered.boards.items()):
        for match in boards.content.matches:
            where = place(boards.origin, round=number, table=match.table, row=match.row)
            compare(match.first.name, where)
            compare(match.second.name if match.second else None, where)
    for number, page in sorted(gathered.matches.items()):
        for row in page.content.matches:
            where = place(page.origin, round=number, table=row.table, row=row.row)
            compare(row.first, where)
            compare(row.second, where)
    return problems
