"""What cannot have happened in a case, whatever the regulations: games before a birth or after their event,
and two games of one pair in one round."""

from collections.abc import Iterator, Sequence
from datetime import date

from rating.errors import Problem
from rating.records import Event, Game, Member
from rating.reports import is_taken
from rating.steps import Period


def impossible(
    members: Sequence[Member], events: Sequence[Event], list_date: date, period: Period
) -> Iterator[Problem]:
    """A problem for each, with the place of the game or of the value in the file. A report can come before
    its event ends, as a link does; it brings no game after the event or, to this list, after its period."""
    for n, member in enumerate(members):
        for m, earlier in enumerate(member.earlier_games):
            if member.born is not None and earlier.date < member.born:
                where = f"members[{n}].unrated_games[{m}].date"
                yield _before_birth(where, member, earlier.date.isoformat())
            if earlier.date > period.last:
                where, expected = f"members[{n}].unrated_games[{m}].date", period.last.isoformat()
                yield Problem("game-after-report", where, f"a day up to {expected}", earlier.date.isoformat())
    register = {member.id: member for member in members}
    for event in events:
        seen: dict[tuple[int, frozenset[str]], Game] = {}
        for game in event.games:
            place, day = game.ref or "", game.last_day.isoformat()
            pair = game.round, frozenset((game.white, game.black))
            if (first := seen.setdefault(pair, game)) is not game:
                expected = f"{game.white} and {game.black} once in round {game.round}"
                yield Problem("pairing-twice", place, expected, f"again, as {first.ref}")
            last = min(event.last_day, period.last) if is_taken(event, list_date, period) else event.last_day
            if game.last_day > last:
                expected = f"a day up to {last.isoformat()}, with this report of {event.reported.isoformat()}"
                yield Problem("game-after-report", f"{place}.date", expected, day)
            for player in (game.white, game.black):
                member = register.get(player, Member(player))
                if member.born is not None and game.first_day < member.born:
                    yield _before_birth(f"{place}.date", member, day)


def _before_birth(place: str, member: Member, day: str) -> Problem:
    born = member.born.isoformat() if member.born else ""
    return Problem("game-before-birth", place, f"a day after {member.id} was born, {born}", day)
