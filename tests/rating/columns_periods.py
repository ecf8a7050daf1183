"""Random periods for the second engine: from a number, so that a period is cheap and can be had again."""

import random
from datetime import date, timedelta

from hypothesis import strategies as st

from rating.edition import Edition
from rating.errors import RatingError
from rating.interpretations import Interpretations
from rating.records import EarlierGame, Event, Game, Held, Member
from rating.rulings import RULINGS

# A list whose period runs over New Year: ages, days without a date and lateness all move.
LIST = date(2027, 2, 1)
FIRST, LAST = date(2026, 12, 21), date(2027, 1, 20)
NAMES = tuple("ABCDEFGHIJ")
ALWAYS = ((date(2015, 1, 1), date(2030, 1, 1)),)
OF_AGE = (date(2008, 1, 1), date(2008, 1, 2), date(2009, 1, 1), date(2007, 12, 31), date(2009, 1, 2))

seeds = st.integers(0, 2**40)
sizes = st.integers(16, 60)
switched = st.builds(
    Interpretations, **{ruling.switch: st.sampled_from(ruling.words) for ruling in RULINGS.values()}
)


def period(law: Edition, seed: int, size: int) -> tuple[list[Member], list[Event]]:
    """Ten members, up to four reports with so many games in all: most of them count, and everything
    that can stand against a game does so in some."""
    chance = random.Random(seed)
    return [_member(chance, law, name) for name in NAMES], _events(chance, law, size)


def earlier_lists(law: Edition, seed: int) -> dict[date, dict[str, dict[str, int]]]:
    """The lists under which the events of a period can have begun: some of its players had another rating
    there, some none. None for an edition that asks for none."""
    if not law.has("list_following"):
        return {}
    chance = random.Random(seed + 1)
    days = (date(2026, 9, 1), date(2026, 10, 1), date(2026, 11, 1), date(2026, 12, 1))
    return {
        day: {
            name: {
                type: chance.choice((chance.randrange(1300, 2700), 1399, 1400))
                for type in law.shapes.types(law)
                if chance.random() < 0.7
            }
            for name in NAMES
            if chance.random() < 0.9
        }
        for day in days
    }


def _day(chance, first, last):
    return first + timedelta(days=chance.randrange((last - first).days + 1))


def _seldom(chance, value, otherwise=None):
    return value if chance.random() < 0.08 else otherwise


def _held(chance):
    rating = chance.choice((chance.randrange(0, 2700), chance.randrange(1000, 1100), 2299, 2300, 2400))
    games = chance.choice((0, 17, 18, 29, 30, chance.randrange(60)))
    peak = chance.choice((rating, rating, max(rating, 2000), max(rating, 2399), max(rating, 2400)))
    return Held(rating, games, peak, chance.random() < 0.2)


def _member(chance, law, name):
    types = law.shapes.types(law)
    begin = _day(chance, date(2026, 6, 1), LAST)
    end = begin + timedelta(days=chance.randrange(200))
    again = end + timedelta(days=chance.randrange(-2, 4))
    joined = ((again, date(2030, 1, 1)), (begin, end))
    born = chance.choice((None, _day(chance, date(1960, 1, 1), date(2018, 1, 1)), chance.choice(OF_AGE)))
    return Member(
        name,
        born=born,
        membership=chance.choice((*(ALWAYS,) * 8, joined, ((date(2020, 1, 1), date(2026, 12, 31)),), ())),
        ratings={type: _held(chance) for type in types if chance.random() < 0.7},
        fide={
            type: chance.randrange(900, 2600)
            for type in ("standard", "rapid", "blitz")
            if chance.random() < 0.15
        },
        joined=chance.choice((None, date(2026, 12, 1), date(2027, 1, 25), date(2027, 3, 1))),
        jca=_seldom(chance, chance.randrange(900, 2500)),
        earlier_games=tuple(
            EarlierGame(
                chance.choice(types),
                _day(chance, date(2024, 12, 1), LAST),
                chance.randrange(800, 2500),
                chance.choice(scores),
                f"earlier {number}",
                chance.random() < 0.2,
                opponent=NAMES[number],
            )
            for scores in (chance.choice(((0, 1, 2), (0, 1, 2), (2,), (0,))),)
            for number in range(chance.choice((0, 0, 5, 8)))
        ),
        decided={types[0]: 1500} if chance.random() < 0.1 else {},
    )


def _game(chance, names):
    white, black = chance.sample(names, 2)
    first = _day(chance, date(2026, 12, 10), LAST) if chance.random() < 0.9 else date(2026, 9, 30)
    last = min(LAST, first + timedelta(days=chance.choice((*(0,) * 8, 3, 20))))
    return Game(
        chance.randrange(1, 10),
        _seldom(chance, "Z", white),
        black,
        _seldom(chance, chance.choice(("+--", "--+", "---")), chance.choice(("1-0", "0-1", "1/2-1/2"))),
        first,
        last,
        board=chance.choice((None, 1, 2, 3)),
        excluded=_seldom(chance, chance.choice(("a warning", ""))),
        ref=chance.choice((None, "page 1", "page 2")),
    )


def _events(chance, law, size):
    kinds = tuple(law.shapes.event_types(law))
    # Two who play each other very often: K times their games passes 700.
    names = NAMES[:2] if chance.random() < 0.3 else NAMES
    found = []
    for number in range(chance.randrange(1, 5)):
        games = tuple(_game(chance, names) for _ in range(size // 4))
        minutes = chance.choice((None, None, chance.choice((*range(5, 100, 5), 45, 60))))
        last = max((game.last_day for game in games), default=FIRST)
        found.append(
            Event(
                f"E{number}",
                chance.choice((LAST, max(last, FIRST))),
                _seldom(chance, date(2026, 10, 20), last),
                games,
                type=chance.choice(kinds) if minutes is None else None,
                minutes_at_60=minutes,
                late_accepted=chance.random() < 0.2,
                excluded=_seldom(chance, "no"),
                organizer_refused=_seldom(chance, "no club"),
                for_list=chance.choice((None, None, None, LIST)),
                fide_official=chance.random() < 0.3,
                one_time=tuple(name for name in NAMES if chance.random() < 0.1),
                fee_unpaid=_seldom(chance, "600 yen"),
                fee_accepted=chance.random() < 0.2,
                match_games=_seldom(chance, chance.randrange(1, 12)) if law.has("match") else None,
            )
        )
    return found


def answer(function, *given, **named):
    """What a function gives, or the problems that it refuses with."""
    try:
        return function(*given, **named)
    except RatingError as error:
        return error.problems
