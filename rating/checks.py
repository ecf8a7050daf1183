"""What a calculation asks of its input before it begins: one check, one function, all gathered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime

from rating.edition import Edition
from rating.errors import Problem
from rating.records import EarlierGame, Event, Game, Member
from rating.results import KNOWN

FIDE_TYPES = ("standard", "rapid", "blitz")
SCORES = (0, 1, 2)


def check_members(law: Edition, members: Sequence[Member]) -> Iterator[Problem]:
    """Members: each once, dates that are dates, ratings that are whole numbers of types that exist."""
    for name, times in Counter(member.id for member in members).items():
        if times > 1:
            yield Problem("member-twice", f"member {name}", "once", f"{times} times")
    for member in members:
        place = f"member {member.id}"
        if member.born is not None:
            yield from _day(f"{place}, born", member.born)
        if member.joined is not None:
            yield from _day(f"{place}, joined", member.joined)
        for start, end in member.membership:
            yield from _days(f"{place}, membership", start, end)
        for type, held in member.ratings.items():
            where = f"{place}, {type} rating"
            yield from _type(law, where, type)
            yield from _whole(where, held.rating)
            yield from _whole(f"{where}, games", held.games)
            yield from _whole(f"{where}, peak", held.peak)
            if _is_whole(held.rating) and _is_whole(held.peak) and held.peak < held.rating:
                yield Problem("peak-below-rating", where, f"a peak of {held.rating} or more", str(held.peak))
        for type, rating in member.fide.items():
            if type not in FIDE_TYPES:
                yield Problem("unknown-type", f"{place}, FIDE rating", f"one of {FIDE_TYPES}", type)
            yield from _whole(f"{place}, FIDE {type}", rating)
        for earlier in member.earlier_games:
            yield from _earlier(law, place, earlier)


def check_events(law: Edition, events: Iterable[Event]) -> Iterator[Problem]:
    """Events: each once, a type or minutes and these in agreement, games of two people with a result."""
    seen: set[str] = set()
    for event in events:
        place = f"event {event.id}"
        if event.id in seen:
            yield Problem("event-twice", place, "once", "again", "the same report is read once")
        seen.add(event.id)
        yield from _day(f"{place}, last day", event.last_day)
        yield from _event_type(law, place, event)
        for game in event.games:
            yield from _game(f"{place}, round {game.round}, {game.white} - {game.black}", game)


def _event_type(law: Edition, place: str, event: Event) -> Iterator[Problem]:
    if event.type is not None and event.type not in law.shapes.types(law):
        yield from _type(law, place, event.type)
        return
    if event.minutes_at_60 is None:
        if event.type is None:
            yield Problem("no-type", place, "a type or the minutes at the mark", "neither")
        return
    if not _is_whole(event.minutes_at_60):
        yield from _whole(f"{place}, minutes", event.minutes_at_60)
        return
    by_minutes = law.shapes.rating_type(law, event.minutes_at_60)
    if event.type is not None and event.type != by_minutes:
        yield Problem(
            "type-contradicts-time",
            place,
            f"{by_minutes or 'too fast to be rated'} by {event.minutes_at_60} minutes",
            event.type,
            "the officer decides which of the two is right",
        )


def _game(place: str, game: Game) -> Iterator[Problem]:
    if game.white == game.black:
        yield Problem("against-himself", place, "two players", game.white)
    if game.result not in KNOWN:
        yield Problem("unknown-result", place, f"one of {', '.join(KNOWN)}", repr(game.result))
    yield from _days(f"{place}, day", game.first_day, game.last_day)


def _earlier(law: Edition, place: str, game: EarlierGame) -> Iterator[Problem]:
    where = f"{place}, earlier game"
    yield from _type(law, where, game.type)
    yield from _day(where, game.date)
    yield from _whole(f"{where}, opponent", game.opponent_rating)
    if not _is_whole(game.score) or game.score not in SCORES:
        yield Problem("score", where, "0, 1 or 2 halves", repr(game.score))


def _type(law: Edition, place: str, type: str) -> Iterator[Problem]:
    types = law.shapes.types(law)
    if type not in types:
        yield Problem("unknown-type", place, f"one of {', '.join(types)}", type)


def _whole(place: str, value: object) -> Iterator[Problem]:
    if not _is_whole(value):
        yield Problem("not-a-number", place, "a whole number, not negative", repr(value))


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _days(place: str, first: object, last: object) -> Iterator[Problem]:
    problems = [*_day(place, first), *_day(place, last)]
    yield from problems
    if not problems and isinstance(first, date) and isinstance(last, date) and last < first:
        yield Problem("days-reversed", place, f"a last day from {first.isoformat()}", last.isoformat())


def _day(place: str, value: object) -> Iterator[Problem]:
    if not isinstance(value, date) or isinstance(value, datetime):
        yield Problem("not-a-date", place, "a date", repr(value))
