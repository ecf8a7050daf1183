"""An invented tournament as the stand-in knows it: plain data, nothing of HTML or HTTP."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

GAMES = {
    "1-0": (2, 0),
    "0-1": (0, 2),
    "1/2": (1, 1),
    "+--": (2, 0),
    "--+": (0, 2),
    "---": (0, 0),
}
"""Half-points of White and Black; a pairing without a result yet is ""."""

ALONE = {"bye": 2, "half": 1, "zero": 0}
"""Half-points of a row without opponent: pairing-allocated bye, half-point bye, not paired."""


@dataclass(frozen=True)
class Entrant:
    """A player as printed; empty strings and zeros print as the site prints what it does not know."""

    number: int
    surname: str
    given: str
    rating: int = 0
    national_id: str = ""
    fide_id: str = ""
    federation: str = "JPN"
    title: str = ""
    rating_national: int = 0
    rating_international: int = 0
    sex: str = ""
    group: str = ""
    club: str = ""
    fixed_board: bool = False

    @property
    def name(self) -> str:
        """As lists print it."""
        return f"{self.surname}, {self.given}" + (" *)" if self.fixed_board else "")

    @property
    def crosstable_name(self) -> str:
        """As crosstables print it: without comma and footnote."""
        return f"{self.surname} {self.given}"


@dataclass(frozen=True)
class Row:
    """One board: two starting numbers and a key of GAMES (or ""), or one and a key of ALONE."""

    white: int
    black: int | None
    result: str


@dataclass(frozen=True)
class Round:
    number: int
    rows: tuple[Row, ...] = ()
    day: date | None = None
    time: str | None = None


@dataclass(frozen=True)
class Event:
    """`start_columns` in the order of the page; `gated` for an event that ended five days ago or more;
    `system` is `swiss`, `round-robin` or
    `team-swiss` (a player's `club` is his team)."""

    number: int
    name: str
    organizer: str
    location: str
    round_count: int
    first_day: date
    last_day: date
    time_control: str
    time_control_kind: str
    last_update: datetime
    server_time: datetime
    entrants: tuple[Entrant, ...]
    rounds: tuple[Round, ...]
    federation: str = "Japan ( JPN )"
    director: str = ""
    chief_arbiter: str = ""
    arbiters: str = ""
    rating_calculation: str = "Rating national"
    fide_event: str = ""
    average_age: int | None = None
    uploader: str = "invented federation"
    remark: str = ""
    groups: tuple[tuple[int, str], ...] = ()
    start_columns: tuple[str, ...] = ("ID", "FideID", "FED", "Rtg", "sex", "Typ")
    gated: bool = False
    pgn: bool = False
    number_column: bool = True
    points_column: bool = False
    system: str = "swiss"

    def entrant(self, number: int) -> Entrant:
        return self.entrants[number - 1]

    def half_points(self, number: int, before_round: int) -> int:
        """What a player has before a round, in half-points."""
        total = 0
        for round_ in self.rounds:
            if round_.number < before_round:
                total += sum(points(row, number) for row in round_.rows)
        return total


def points(row: Row, number: int) -> int:
    """The half-points of a player in a row; 0 if he is not in it or it has no result yet."""
    if row.black is None:
        return ALONE[row.result] if row.white == number and row.result else 0
    white, black = GAMES.get(row.result, (0, 0))
    return white if row.white == number else black if row.black == number else 0
