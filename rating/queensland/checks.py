"""What a list that is reckoned event by event asks of its input before it begins."""

from collections.abc import Iterable, Iterator, Sequence

from rating.checks import check_each_once, check_held, check_reports, day_problem, whole_problem
from rating.edition import Edition
from rating.errors import Problem
from rating.records import Event, Member


def check_lists(law: Edition, members: Sequence[Member]) -> Iterator[Problem]:
    """Members: each once, ratings and performances that are whole numbers, classes that exist."""
    yield from check_each_once(members)
    for member in members:
        place = f"member {member.id}"
        yield from check_held(set(law.shapes.types(law)), place, member)
        for item in member.acf:
            yield from whole_problem(f"{place}, ACF rating", item.rating)
            yield from day_problem(f"{place}, ACF list", item.list_date)
        if member.last_played is not None:
            yield from day_problem(f"{place}, last played", member.last_played)
        for event in member.previous_period:
            where = f"{place}, period before"
            yield from whole_problem(f"{where}, games", event.games)
            yield from _time_class(law, where, event.time_class, False)
            if event.games == 0:
                yield Problem("not-a-number", f"{where}, games", "one game or more", "0")


def check_classes(law: Edition, events: Iterable[Event]) -> Iterator[Problem]:
    """Events: each once, of a class that is stated or may be assumed, games of two people with a result."""
    return check_reports(events, lambda place, event: _time_class(law, place, event.time_class, event.junior))


def _time_class(law: Edition, place: str, stated: str | None, junior: bool) -> Iterator[Problem]:
    if law.queensland.time_class(law, stated, junior) is None:
        expected = f"one of {', '.join(law.words('time_classes'))}"
        remedy = "the officer names it; of a junior club or school event K 10 may be assumed"
        yield Problem("time-class", place, expected, stated or "nothing", remedy)
