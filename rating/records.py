"""What goes into a rating run and what comes out: plain records, no database, no clock.

Units: ratings are whole points; scores are counted in halves (win 2, draw 1, loss 0); expected
scores `pd` and changes `c` are hundredths; K is a whole number.

All of them are values, which nothing changes. Those of which there are hundreds of thousands in a period
(here, in `steps` and in `outcome`) are not frozen all the same: a frozen one takes thrice as long to make.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from types import MappingProxyType

EarlierLists = Mapping[date, Mapping[str, Mapping[str, int]]]
"""Lists before the one before, whole: by date, member and type the rating; who is not on it had none."""
NO_LISTS: EarlierLists = MappingProxyType({})


@dataclass(slots=True, unsafe_hash=True)
class Held:
    """A rating of one type on the list before the one to be made: rating, rated games in all, peak.

    `adopted`: it was once taken over (JCF 6(1), 6(2)), not worked from games (R14 asks for it).
    `provisional`: a QJ rating marked `P`.
    """

    rating: int
    games: int
    peak: int
    adopted: bool = False
    provisional: bool = False


@dataclass(slots=True, unsafe_hash=True)
class EarlierGame:
    """A game of a UR player, kept for his initial rating (JCF 6(3)): at the opponent's rating of the
    list it was reckoned from. `ref` is the caller's own key for it and is given back untouched. `assumed`:
    the opponent was UR too, and the rating is what the text then assumed (2022 6(4)), 0 where it assumes
    none (FIDE 8.2.1, R101). `event`: in which it
    was played, None where nobody knows (FIDE 8.2.1 asks for the first one); `opponent`: against whom, None
    likewise (R105); two games are alike whatever these are."""

    type: str
    date: date
    opponent_rating: int
    score: int
    ref: str | None = None
    assumed: bool = False
    event: str | None = field(default=None, compare=False)
    opponent: str | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class EventPerformance:
    """What a new QJ player performed in one event of the period before (QJ 2)."""

    performance: int
    games: int
    time_class: str


@dataclass(frozen=True, slots=True)
class AcfRating:
    """An adult's rating on the ACF list of this day (QJ 3)."""

    list_date: date
    rating: int


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points the office adds to a rating on one list by decision, with its reference: a balance
    adjustment of the board (2019 5(2)) or the correction of a closed list (JCF 7(3)). `announced`: the
    day the members were told."""

    member: str
    type: str
    points: int
    reference: str
    announced: date | None = None


@dataclass(slots=True, unsafe_hash=True)
class Member:
    """A member with the register facts known when the run is made (R17).

    `membership`: inclusive intervals. `ratings`: by type, from the list before. `fide`: by type, at
    first joining. `joined`: the day of first joining, None if unknown (then always held). `jca`,
    `foreign`: a JCA rating, and another country's that the officer took on application (2019 2(3)).
    `decided`: by type, an initial rating the officer decided (2019 2(4)). `acf`, `last_played`,
    `previous_period`: what the QJ list asks for.
    """

    id: str
    born: date | None = None
    membership: tuple[tuple[date, date], ...] = ()
    ratings: Mapping[str, Held] = field(default_factory=dict)
    fide: Mapping[str, int] = field(default_factory=dict)
    joined: date | None = None
    earlier_games: tuple[EarlierGame, ...] = ()
    jca: int | None = None
    foreign: int | None = None
    decided: Mapping[str, int] = field(default_factory=dict)
    acf: tuple[AcfRating, ...] = ()
    last_played: date | None = None
    previous_period: tuple[EventPerformance, ...] = ()


@dataclass(slots=True, unsafe_hash=True)
class Game:
    """One pairing between two people. `result` as in the reports: 1-0, 0-1, 1/2-1/2, +--, --+, ---.

    `first_day`/`last_day`: the day it was played twice, or the event's days where a round has no
    date. `white`/`black` are ids; who is not among the members is no member. `excluded`: the
    officer's reason for leaving this game out (3(8)). `ref` is given back untouched.
    """

    round: int
    white: str
    black: str
    result: str
    first_day: date
    last_day: date
    board: int | None = None
    excluded: str | None = None
    ref: str | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """A reported event. Exactly one of `type` and `minutes_at_60` decides the rating type; where both
    are given they have to agree. `reported`: the day the report arrived, in Japan. `excluded`: the
    officer's reason for leaving the event out (3(8)). `organizer_refused`: why its organizer may not
    host rated games (3(3)), None where he may. `for_list`: the list that takes the event whatever the
    period of its report (R16: deferred by ruling); None: the list of that period.

    `fide_official`: a FIDE official event (2022 4(6)). `one_time`: who plays with a membership for this
    event alone (2022 2(2)). `organizer`, `periodic`: who pays the renewal fees, and whether it is one of
    a club's periodic meetings (2022 3(4)). `fee_unpaid`: what was not paid in time, `fee_accepted`: the
    officer rates it all the same (2022 3(5)). `time_class`: lightning, open, short or club; `junior`: an
    event of a junior club or school, which need not state it (QJ). `match_games`: of how many games a match
    was agreed on, None where it is none or nobody says (FIDE 6.2).
    """

    id: str
    reported: date
    last_day: date
    games: tuple[Game, ...]
    type: str | None = None
    minutes_at_60: int | None = None
    late_accepted: bool = False
    excluded: str | None = None
    organizer_refused: str | None = None
    for_list: date | None = None
    fide_official: bool = False
    one_time: tuple[str, ...] = ()
    organizer: str | None = None
    periodic: bool = False
    fee_unpaid: str | None = None
    fee_accepted: bool = False
    time_class: str | None = None
    junior: bool = False
    match_games: int | None = None


def report_order(game: Game) -> tuple[object, ...]:
    """Sorts the games of a report the same way however they came: by round, board, players, and all that
    tells two games of one pair in one round apart."""
    return (
        game.round,
        game.board is None,
        game.board or 0,
        game.white,
        game.black,
        game.first_day,
        game.last_day,
        game.result,
        game.ref or "",
        game.excluded or "",
    )
