"""The roles an edition fills with named functions. A method here is a role and its signature.

Every function takes the edition first and reads its numbers from there; `switches` are the
interpretations of the run. An edition that leaves a role of its family empty does not load; for the
roles in `OPTIONAL` an edition may have no article, and then the answer is None.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Literal, Protocol, TypeVar

if TYPE_CHECKING:
    from rating.interpretations import Interpretations
    from rating.records import EarlierGame, Event, Held, Member
    from rating.steps import (
        Expected,
        Fee,
        Initial,
        KFactor,
        KFacts,
        Performance,
        Period,
        Standing,
        TakenOver,
        Towards,
        UnratedGames,
    )
    from rating.time_control import TimeControl

Law = TypeVar("Law", contravariant=True)
"""The edition, which holds the functions itself."""


class Shapes(Protocol[Law]):
    """The functions of one edition, by role. Any object with these attributes serves."""

    def types(self, law: Law, /) -> tuple[str, ...]: ...
    def event_types(self, law: Law, /) -> Mapping[str, str]: ...
    def rating_type(
        self, law: Law, /, minutes: int, fide_official: bool = False, switches: Interpretations = ...
    ) -> str | None: ...
    def minutes(self, law: Law, /, control: TimeControl) -> int: ...
    def membership(
        self,
        law: Law,
        /,
        membership: Sequence[tuple[date, date]],
        first_day: date,
        last_day: date,
        one_time: bool,
        switches: Interpretations,
    ) -> date | None: ...
    def member_alone(self, law: Law, /, switches: Interpretations) -> bool | None: ...
    def period(self, law: Law, /, list_date: date) -> Period: ...
    def previous_list(self, law: Law, /, list_date: date) -> date: ...
    def list_following(self, law: Law, /, day: date) -> date: ...
    def in_event(
        self, law: Law, /, now: Standing, then: Standing, own: bool, switches: Interpretations
    ) -> Standing: ...
    def asked_in_event(
        self, law: Law, /, seen: Standing, then: Standing, switches: Interpretations
    ) -> Standing: ...
    def match(self, law: Law, /, event: Event, switches: Interpretations) -> bool | None: ...
    def match_won(self, law: Law, /, event: Event, switches: Interpretations) -> int | None: ...
    def report_day(self, law: Law, /, moment: datetime) -> date: ...
    def report_deadline(self, law: Law, /, last_day: date) -> date: ...
    def late(
        self,
        law: Law,
        /,
        reported: date,
        last_day: date,
        game_days: tuple[date, date],
        switches: Interpretations,
    ) -> date | None: ...
    def fee_excludes(self, law: Law, /, unpaid: str | None, accepted: bool) -> bool | None: ...
    def fees(
        self, law: Law, /, events: Sequence[Event], switches: Interpretations
    ) -> tuple[Fee, ...] | None: ...
    def fee_due(
        self, law: Law, /, reported: date, period: Period, switches: Interpretations
    ) -> date | None: ...
    def forfeit(self, law: Law, /, result: str) -> bool: ...
    def unrated(self, law: Law, /, white: Standing, black: Standing, switches: Interpretations) -> bool: ...
    def rating_of_unrated(
        self, law: Law, /, opponent: Standing, player: Standing, switches: Interpretations
    ) -> int | None: ...
    def rate_of_play(
        self, law: Law, /, type: str, white: Standing, black: Standing, switches: Interpretations
    ) -> int | None: ...
    def too_far_apart(self, law: Law, /, type: str, white: Standing, black: Standing) -> int | None: ...
    def expected_score(self, law: Law, /, own: int, opponent: int, type: str) -> Expected: ...
    def k_factor(self, law: Law, /, facts: KFacts, switches: Interpretations) -> KFactor: ...
    def k_in_period(self, law: Law, /, switches: Interpretations) -> Literal["event", "game"] | None: ...
    def k_limit(self, law: Law, /, k: int, games: int, switches: Interpretations) -> int | None: ...
    def change(self, law: Law, /, score: int, pd: int, k: int) -> int: ...
    def rounding(self, law: Law, /, changes: Sequence[int], switches: Interpretations) -> int: ...
    def floor(self, law: Law, /, rating: int) -> int: ...
    def leaves_list(self, law: Law, /, rating: int) -> int | None: ...
    def carried_over(self, law: Law, /) -> Mapping[str, str] | None: ...
    def opening(self, law: Law, /, held: Held, switches: Interpretations) -> Held: ...
    def fide(
        self, law: Law, /, member: Member, type: str, list_date: date, switches: Interpretations
    ) -> int | None: ...
    def other_type(
        self, law: Law, /, type: str, standings: Mapping[str, Standing]
    ) -> tuple[str, int] | None: ...
    def outside_rating(
        self, law: Law, /, member: Member, switches: Interpretations
    ) -> tuple[str, int] | None: ...
    def standing_before(
        self, law: Law, /, member: Member, type: str, list_date: date, switches: Interpretations
    ) -> Standing: ...
    def taken_over(
        self, law: Law, /, member: Member, type: str, held: Mapping[str, Standing], switches: Interpretations
    ) -> TakenOver | None: ...
    def taken_over_at(self, law: Law, /, now: int, then: int, switches: Interpretations) -> int | None: ...
    def on_list(self, law: Law, /, standing: Standing, games: int, switches: Interpretations) -> bool: ...
    def counts_as_rated(
        self, law: Law, /, player: Standing, opponent: Standing, switches: Interpretations
    ) -> bool: ...
    def entering(
        self, law: Law, /, opponent: Standing, player: Standing, switches: Interpretations
    ) -> int | None: ...
    def entering_again(
        self,
        law: Law,
        /,
        player: Standing,
        opponents: Mapping[str | None, Standing],
        switches: Interpretations,
    ) -> tuple[EarlierGame, ...] | None: ...
    def earlier(
        self, law: Law, /, games: Sequence[EarlierGame], switches: Interpretations
    ) -> tuple[EarlierGame, ...]: ...
    def keeps_results(self, law: Law, /, switches: Interpretations) -> bool | None: ...
    def with_unrated(self, law: Law, /, switches: Interpretations) -> bool | None: ...
    def games_of_unrated(
        self, law: Law, /, games: Sequence[EarlierGame], switches: Interpretations
    ) -> int: ...
    def initial(self, law: Law, /, played: UnratedGames, switches: Interpretations) -> Initial | None: ...
    def towards_initial(
        self, law: Law, /, played: UnratedGames, switches: Interpretations
    ) -> Towards | None: ...
    def counts_all_types(self, law: Law, /, switches: Interpretations) -> bool | None: ...
    def decision(self, law: Law, /, games: Sequence[EarlierGame]) -> str | None: ...
    def decision_asked(
        self,
        law: Law,
        /,
        earlier: Sequence[EarlierGame],
        new: Sequence[EarlierGame],
        switches: Interpretations,
    ) -> str | None: ...
    def game_day(self, law: Law, /, first_day: date, last_day: date, switches: Interpretations) -> date: ...
    def performance(
        self, law: Law, /, games: Sequence[EarlierGame], switches: Interpretations
    ) -> Performance: ...
    def marks(
        self, law: Law, /, how: str, games: int, adopted: bool, switches: Interpretations
    ) -> tuple[str, ...] | None: ...
    def adjustment(
        self, law: Law, /, announced: date | None, list_date: date, switches: Interpretations
    ) -> tuple[int, date] | None: ...
    def points_onto(self, law: Law, /, worked: int, switches: Interpretations) -> int | None: ...
    def leaves_points_away(self, law: Law, /, switches: Interpretations) -> bool | None: ...
    def is_open(self, law: Law, /, published: date, error_reported: date) -> bool: ...


OPTIONAL = frozenset(
    (
        "membership",
        "member_alone",
        "late",
        "list_following",
        "in_event",
        "asked_in_event",
        "match",
        "match_won",
        "rate_of_play",
        "too_far_apart",
        "leaves_list",
        "fee_excludes",
        "fees",
        "fee_due",
        "rating_of_unrated",
        "k_in_period",
        "points_onto",
        "leaves_points_away",
        "k_limit",
        "carried_over",
        "fide",
        "other_type",
        "outside_rating",
        "taken_over_at",
        "entering_again",
        "keeps_results",
        "with_unrated",
        "towards_initial",
        "counts_all_types",
        "decision",
        "decision_asked",
        "marks",
    )
)
# Roles that nothing asks for but the work of an office on its own lists.
OF_OFFICE = frozenset(("report_day", "report_deadline", "opening", "adjustment", "is_open"))
# Roles that every office asks for, whatever it reckons by.
COMMON = frozenset(("types", "period", "previous_list", "report_day", "forfeit", "rounding"))


def roles_in(kind: type) -> tuple[str, ...]:
    """The roles that `Shapes` or `QueenslandShapes` names, in its order."""
    return tuple(name for name in vars(kind) if not name.startswith("_"))


def no_such_article(*_: object, **__: object) -> None:
    """Stands where an edition has no article for a role: nothing to say."""
