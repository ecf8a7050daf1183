"""What a calculation asks of its input before it begins: one check, one function, all gathered."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import date, datetime

from rating.edition import Edition
from rating.edition_kinds import FIDE_TYPES
from rating.errors import Problem
from rating.interpretations import Interpretations
from rating.records import Adjustment, EarlierGame, Event, Game, Member
from rating.results import KNOWN

SCORES = (0, 1, 2)


def check_members(law: Edition, members: Sequence[Member]) -> Iterator[Problem]:
    """Members: each once, dates that are dates, ratings that are whole numbers of types that exist."""
    yield from check_each_once(members)
    carried = law.shapes.carried_over(law) or {}
    types = {*law.shapes.types(law), *carried}
    for member in members:
        if _is_plain_member(member, types, carried):
            continue
        place = f"member {member.id}"
        if member.born is not None:
            yield from day_problem(f"{place}, born", member.born)
        if member.joined is not None:
            yield from day_problem(f"{place}, joined", member.joined)
        for start, end in member.membership:
            yield from _days(f"{place}, membership", start, end)
        yield from check_held(types, place, member)
        for type, rating in member.fide.items():
            if type not in FIDE_TYPES:
                yield Problem("unknown-type", f"{place}, FIDE rating", f"one of {FIDE_TYPES}", type)
            yield from whole_problem(f"{place}, FIDE {type}", rating)
        for earlier in member.earlier_games:
            yield from _earlier(types, place, earlier)
        for old, new in carried.items():
            if old in member.ratings and new in member.ratings:
                yield Problem("rating-twice", f"{place}, ratings", f"{new}, or {old} carried over", "both")
        for type, rating in member.decided.items():
            yield from _type(types, f"{place}, decided rating", type)
            yield from whole_problem(f"{place}, decided {type}", rating)
        for name, value in (("JCA", member.jca), ("foreign", member.foreign)):
            if value is not None:
                yield from whole_problem(f"{place}, {name} rating", value)


def _is_plain_member(member: Member, types: Collection[str], carried: Collection[str]) -> bool:
    """Whether nothing can be said against a member: most hold ratings alone."""
    if not is_plain(member):
        return False
    for name, held in member.ratings.items():
        if name not in types or name in carried:
            return False
        if not (type(held.rating) is type(held.games) is type(held.peak) is int):
            return False
        if held.games < 0 or not 0 <= held.rating <= held.peak:
            return False
    return True


def is_plain(member: Member) -> bool:
    """Whether a member has nothing beside the ratings he holds that a list asks for or that is to be looked
    at: neither a rating from elsewhere nor games of an unrated player, and days that are days."""
    if member.fide or member.earlier_games or member.decided:
        return False
    if not (member.jca is member.foreign is None and _is_day(member.born) and _is_day(member.joined)):
        return False
    for first, last in member.membership:
        if not (type(first) is date and type(last) is date and first <= last):
            return False
    return True


def _is_day(value: object) -> bool:
    return value is None or type(value) is date


def check_each_once(members: Sequence[Member]) -> Iterator[Problem]:
    """Each member stands once."""
    for name, times in Counter(member.id for member in members).items():
        if times > 1:
            yield Problem("member-twice", f"member {name}", "once", f"{times} times")


def check_held(
    types: Collection[str], place: str, member: Member, *, below_zero: bool = False
) -> Iterator[Problem]:
    """The ratings of the list before: of types that exist, whole numbers, no peak below the rating.
    `below_zero`: where the text has no lowest rating."""
    for type, held in member.ratings.items():
        where = f"{place}, {type} rating"
        yield from _type(types, where, type)
        yield from whole_problem(where, held.rating, below_zero=below_zero)
        yield from whole_problem(f"{where}, games", held.games)
        yield from whole_problem(f"{where}, peak", held.peak, below_zero=below_zero)
        if _is_int(held.rating) and _is_int(held.peak) and held.peak < held.rating:
            yield Problem("peak-below-rating", where, f"a peak of {held.rating} or more", str(held.peak))


def check_events(law: Edition, events: Iterable[Event], switches: Interpretations) -> Iterator[Problem]:
    """Events: each once, a type or minutes and these in agreement, games of two people with a result."""
    yield from check_reports(events, lambda place, event: _event_type(law, place, event, switches))


def check_reports(
    events: Iterable[Event], check_kind: Callable[[str, Event], Iterable[Problem]]
) -> Iterator[Problem]:
    """Each event once, on days, of a kind that is right, with games of two people with a result."""
    seen: set[str] = set()
    for event in events:
        place = f"event {event.id}"
        if event.id in seen:
            yield Problem("event-twice", place, "once", "again", "the same report is read once")
        seen.add(event.id)
        yield from day_problem(f"{place}, last day", event.last_day)
        yield from check_kind(place, event)
        for game in event.games:
            if not _is_plain(game):
                yield from _game(f"{place}, round {game.round}, {game.white} - {game.black}", game)


def check_adjustments(
    law: Edition,
    adjustments: Sequence[Adjustment],
    members: Sequence[Member],
    list_date: date,
    switches: Interpretations,
) -> Iterator[Problem]:
    """Adjustments: one for a rating, of a member who holds one, with a reference, as the text asks."""
    if not adjustments:
        return
    carried = law.shapes.carried_over(law) or {}
    held = {(member.id, carried.get(type, type)) for member in members for type in member.ratings}
    seen: set[tuple[str, str]] = set()
    for item in adjustments:
        place = f"adjustment of {item.member}, {item.type}"
        missing = law.shapes.adjustment(law, item.announced, list_date, switches)
        if missing is not None:
            months, until = missing
            found = item.announced.isoformat() if item.announced else "not announced"
            expected = f"announced {months} months before {until}"
            yield Problem("adjustment-not-announced", place, expected, found)
        if not item.reference:
            yield Problem("adjustment-reference", place, "a reference", "none")
        if (item.member, item.type) in seen:
            yield Problem("adjustment-twice", place, "one adjustment", "another")
        if (item.member, item.type) not in held:
            yield Problem("adjustment-of-nobody", place, "a rating that is held", "none")
        seen.add((item.member, item.type))


def _event_type(law: Edition, place: str, event: Event, switches: Interpretations) -> Iterator[Problem]:
    known = law.shapes.event_types(law)
    if event.type is not None and event.type not in known:
        yield from _type(known, place, event.type)
        return
    if event.minutes_at_60 is None:
        if event.type is None:
            yield Problem("no-type", place, "a type or the minutes at the mark", "neither")
        return
    if not _is_whole(event.minutes_at_60):
        yield from whole_problem(f"{place}, minutes", event.minutes_at_60)
        return
    by_minutes = law.shapes.rating_type(law, event.minutes_at_60, event.fide_official, switches)
    if event.type is not None and event.type != by_minutes:
        yield Problem(
            "type-contradicts-time",
            place,
            f"{by_minutes or 'too fast to be rated'} by {event.minutes_at_60} minutes",
            event.type,
            "the officer decides which of the two is right",
        )


def _is_plain(game: Game) -> bool:
    """Whether nothing can be said against a game: most are, and none of these needs a place in words."""
    first, last = game.first_day, game.last_day
    dated = type(first) is date and type(last) is date and first <= last
    return dated and game.white != game.black and game.result in KNOWN


def _game(place: str, game: Game) -> Iterator[Problem]:
    if game.white == game.black:
        yield Problem("against-himself", place, "two players", game.white)
    if game.result not in KNOWN:
        yield Problem("unknown-result", place, f"one of {', '.join(KNOWN)}", repr(game.result))
    yield from _days(f"{place}, day", game.first_day, game.last_day)


def _earlier(types: Collection[str], place: str, game: EarlierGame) -> Iterator[Problem]:
    where = f"{place}, earlier game"
    yield from _type(types, where, game.type)
    yield from day_problem(where, game.date)
    yield from whole_problem(f"{where}, opponent", game.opponent_rating)
    if not _is_whole(game.score) or game.score not in SCORES:
        yield Problem("score", where, "0, 1 or 2 halves", repr(game.score))


def _type(types: Collection[str], place: str, type: str) -> Iterator[Problem]:
    if type not in types:
        yield Problem("unknown-type", place, f"one of {', '.join(types)}", type)


def whole_problem(place: str, value: object, *, below_zero: bool = False) -> Iterator[Problem]:
    if not (_is_int(value) if below_zero else _is_whole(value)):
        expected = "a whole number" if below_zero else "a whole number, not negative"
        yield Problem("not-a-number", place, expected, repr(value))


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_whole(value: object) -> bool:
    return _is_int(value) and value >= 0  # type: ignore[operator]


def _days(place: str, first: object, last: object) -> Iterator[Problem]:
    problems = [*day_problem(place, first), *day_problem(place, last)]
    yield from problems
    if not problems and isinstance(first, date) and isinstance(last, date) and last < first:
        yield Problem("days-reversed", place, f"a last day from {first.isoformat()}", last.isoformat())


def day_problem(place: str, value: object) -> Iterator[Problem]:
    if not isinstance(value, date) or isinstance(value, datetime):
        yield Problem("not-a-date", place, "a date", repr(value))
