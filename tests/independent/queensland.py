"""The Queensland text reckoned a second time, literally and list by list, with fractions.

Nothing of the program is imported: numbers and rules are those of the text and, where it leaves something
open, of R48 as it is followed and of all readings of R1, R2, R9, R10, R73, R98, R104, R107 and R108. Numbers
of sections are those of the text.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from tests.independent.arithmetic import EXPECTED, half_away, half_up, months_before

K = {"lightning": 5, "open": 20, "short": 15, "club": 10}
"""1: the K-factor of each class."""
DIFF = """0 7 14 21 29 36 43 50 57 65 72 80 87 95 102 110 117 125 133 141 149 158 166 175 184 193 202 211 220
230 240 251 262 273 284 296 309 322 336 351 366 383 401 422 444 470 501 538 589 677"""
PERFORMED = tuple(int(n) for n in DIFF.split())
"""Table 2: what is added at 50, 51, 52 … 99 per cent."""
ABOVE, BELOW = 500, 400
"""4b ii: how far above and below the player an opponent counts at most."""
RATED, PROVISIONAL, ADULT, NEW = "rated", "provisional", "adult", "new"


def period(list_date: date) -> tuple[date, date]:
    """The introduction: from the 21st to the 20th, two months later, of the month before the list."""
    return months_before(list_date, 3).replace(day=21), months_before(list_date, 1).replace(day=20)


def expected(own: int, average: Fraction) -> int:
    """Table 1 with the 3 % rule of 4b i, in per cent."""
    difference = half_up(abs(own - average))
    higher = 50 + sum(difference > last for last in EXPECTED)
    return max(0, (higher if own > average else 100 - higher) - 3)


def added(score: Fraction, games: int, words: Readings) -> int:
    """Table 2 with the ceiling of a performance (R9)."""
    percent = half_up(score * 100 / games)
    far = abs(percent - 50)
    points = PERFORMED[far] if far < len(PERFORMED) else 1000
    up, down = (BELOW, ABOVE) if words.r9 == "four-hundred-up-five-hundred-down" else (ABOVE, BELOW)
    return min(points, up) if percent >= 50 else -min(points, down)


@dataclass(frozen=True)
class Game:
    """A game that was played over the board."""

    day: date
    white: str
    black: str
    score: Fraction
    """White's."""


@dataclass(frozen=True)
class Event:
    """Players are members, or guests that nobody of `Office.members` is."""

    time_class: str
    first_day: date
    games: tuple[Game, ...]


@dataclass(frozen=True)
class Performance:
    time_class: str
    rating: int
    games: int


@dataclass(frozen=True)
class Held:
    rating: int
    provisional: bool


@dataclass(frozen=True)
class Row:
    """What a list says of one who holds a rating."""

    previous: int | None
    change: Fraction | None
    rating: int
    games: int
    in_all: int
    provisional: bool
    listed: bool


@dataclass
class State:
    """What a list leaves to the next one, by member."""

    held: dict[str, Held] = field(default_factory=dict)
    last_game: dict[str, date] = field(default_factory=dict)
    performed: dict[str, list[Performance]] = field(default_factory=dict)
    """Of players without a full rating, in the period of this list (2)."""
    games: dict[str, int] = field(default_factory=dict)
    """Rated games in all, of who holds a rating."""


@dataclass
class Office:
    members: set[str]
    acf: dict[date, dict[str, int]]
    """3: ratings of adults by ACF list."""

    def acf_of(self, player: str, day: date) -> int | None:
        """In the newest list before the day."""
        dated = [listed for listed, ratings in self.acf.items() if listed < day and player in ratings]
        return self.acf[max(dated)][player] if dated else None

    def adult(self, player: str, first: date) -> bool:
        """3: who is on any of these lists, or on one of before this day (R98), gets no QJ rating."""
        return any(player in ratings for listed, ratings in self.acf.items() if listed < first)


@dataclass(frozen=True)
class Readings:
    """R104, R107: whether what is followed is chosen; R108: how many rounds; the words of others."""

    by_games: bool = True
    provisional_stands: bool = True
    cycles: int = 5
    r1: str = "half-away-from-zero"
    r2: str = "one-sum"
    r9: str = "four-hundred-up-five-hundred-down"
    r10: str = "simple-mean"
    r73: str = "listed"
    r98: str = "any-list"


FOLLOWED = Readings()


@dataclass
class Played:
    """One player's part in one event. `rating`: None for who has none, and is estimated."""

    kind: str
    rating: int | None
    against: list[str] = field(default_factory=list)
    score: Fraction = Fraction(0)


def average(own: int, opponents: list[int]) -> Fraction:
    """4b ii."""
    return Fraction(sum(min(max(o, own - BELOW), own + ABOVE) for o in opponents), len(opponents))


def performance(own: int, opponents: list[int], score: Fraction, words: Readings) -> int:
    return half_up(average(own, opponents) + added(score, len(opponents), words))


def players(event: Event, state: State, office: Office, words: Readings, first: date) -> dict[str, Played]:
    """3, 4a: whoever played a game, and as what. A provisional rating is one in an event, or not (R107)."""
    part: dict[str, Played] = {}
    for game in event.games:
        for who, other, score in (
            (game.white, game.black, game.score),
            (game.black, game.white, 1 - game.score),
        ):
            if who not in part:
                if held := state.held.get(who):
                    stands = not held.provisional or words.provisional_stands
                    part[who] = Played(
                        PROVISIONAL if held.provisional else RATED, held.rating if stands else None
                    )
                elif office.adult(who, first if words.r98 == "list-before-period" else date.max):
                    part[who] = Played(ADULT, office.acf_of(who, event.first_day))
                else:
                    part[who] = Played(NEW, None)
            part[who].against.append(other)
            part[who].score += score
    return part


def strengths(part: dict[str, Played], words: Readings) -> dict[str, int] | None:
    """4a: everybody's rating; of who has none, after so many rounds. None where nobody is rated."""
    rated = {who: p.rating for who, p in part.items() if p.rating is not None}
    if not rated:
        return None
    start = half_up(Fraction(sum(rated.values()), len(rated)))
    now = {who: rated.get(who, start) for who in part}
    for _ in range(words.cycles):
        now |= {
            who: performance(now[who], [now[o] for o in p.against], p.score, words)
            for who, p in part.items()
            if p.rating is None
        }
    return now


@dataclass
class Period:
    """What a player did in all events of a period."""

    changes: list[Fraction] = field(default_factory=list)
    games: int = 0
    performances: list[Performance] = field(default_factory=list)


def rounded(change: Fraction, words: Readings) -> int:
    """1 (R1)."""
    return half_up(change) if words.r1 == "half-up" else half_away(change)


def overshoot(old: int, new: int, did: Period, words: Readings) -> int:
    """4c (R10)."""
    if words.r10 == "never" or did.games < 20 or len(did.performances) < 2 or new - old < 50:
        return new
    weights = [p.games if words.r10 == "weighted-mean" else 1 for p in did.performances]
    total = sum(p.rating * weight for p, weight in zip(did.performances, weights, strict=True))
    mean = Fraction(total, sum(weights))
    return max(old, min(new, half_up(mean)))


def newly(performances: list[Performance], by_games: bool) -> Held:
    """2: the mean by games or by events (R104); provisional under eight games that are no lightning games."""
    if by_games:
        games = sum(p.games for p in performances)
        mean = Fraction(sum(p.rating * p.games for p in performances), games)
    else:
        mean = Fraction(sum(p.rating for p in performances), len(performances))
    return Held(half_up(mean), sum(p.games for p in performances if p.time_class != "lightning") < 8)


def work_through(
    events: list[Event], state: State, office: Office, words: Readings, first: date
) -> tuple[dict[str, Period], dict[str, date]]:
    """1, 4: what each member did in the events of a period, and the day of his last game."""
    did: dict[str, Period] = {}
    last = dict(state.last_game)
    for event in events:
        part = players(event, state, office, words, first)
        rating = strengths(part, words)
        if rating is None:
            continue
        for who, p in part.items():
            if who not in office.members or p.kind == ADULT:
                continue
            days = [game.day for game in event.games if who in (game.white, game.black)]
            last[who] = max([*days, last.get(who, date.min)])
            opponents = [rating[o] for o in p.against]
            take_part(did.setdefault(who, Period()), p, event, rating[who], opponents, words)
    return did, last


def take_part(did: Period, p: Played, event: Event, own: int, opponents: list[int], words: Readings) -> None:
    """One event of a player: performance (2, 4c), and change of who has a full rating (1)."""
    n = len(opponents)
    performed = own if p.rating is None else performance(own, opponents, p.score, words)
    did.performances.append(Performance(event.time_class, performed, n))
    did.games += n
    if p.kind == RATED:
        expects = Fraction(n * expected(own, average(own, opponents)), 100)
        did.changes.append((p.score - expects) * K[event.time_class])


def reckon(
    list_date: date, events: list[Event], state: State, office: Office, words: Readings = FOLLOWED
) -> tuple[dict[str, Row], State]:
    """The list, and what it leaves to the next."""
    did, last = work_through(events, state, office, words, period(list_date)[0])
    after = State(last_game=last, games=dict(state.games))
    rows = {}
    for who in sorted(set(did) | set(state.held)):
        held, his = state.held.get(who), did.get(who, Period())
        change = None
        if held and not held.provisional:
            change = sum(his.changes, Fraction(0))
            parts = his.changes if words.r2 == "game-by-game" else [change]
            gained = held.rating + sum(rounded(part, words) for part in parts)
            now = Held(overshoot(held.rating, gained, his, words), provisional=False)
        elif his.games:
            now = newly(his.performances + state.performed.get(who, []), words.by_games)
            after.performed[who] = his.performances
        else:
            assert held
            now = held
        after.held[who] = now
        active = last[who] >= months_before(list_date, 18) if who in last else words.r73 == "listed"
        previous = held.rating if held else None
        in_all = after.games[who] = state.games.get(who, 0) + his.games
        listed = active and now.rating > 500
        rows[who] = Row(previous, change, now.rating, his.games, in_all, now.provisional, listed)
    return rows, after
