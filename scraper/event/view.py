"""What individual and team events share: the pages that stand, and the record of the event they tell."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar, Unpack

from scraper.errors import OtherTournament, PageTooLarge
from scraper.page import MOST_PLAYERS, PageReading
from scraper.pages.details import Details
from scraper.problems import At, place, problem
from scraper.records import EventRecord, Problem, Source, TimeControl

C = TypeVar("C")

Reckoning = Callable[[str], int | None]
"""From a time control's text to whole minutes for sixty moves, or None if it cannot be read."""

OF_SUPERSEDED = ("other-round", "other-view")
"""Problems that stay of a page that gave way: it was asked for as something else, which is now missing."""


@dataclass(frozen=True)
class View(Generic[C]):
    """What stands of a page: its content by type, or one of the rounds it shows."""

    reading: PageReading
    content: C

    @property
    def origin(self) -> str:
        """How people call the page."""
        return self.reading.page.origin

    def flaw(
        self, code: str, expected: str, found: str, remedy: str | None = None, **at: Unpack[At]
    ) -> Problem:
        """A problem of the page."""
        return problem(code, place(self.origin, **at), expected, found, remedy)

    @property
    def updated(self) -> datetime | None:
        """The page's "Last update"."""
        return self.reading.head.last_update

    @property
    def cut(self) -> bool:
        """Whether the page's list was cut at 150 rows."""
        return any(p.code == "list-truncated" for p in self.reading.problems)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pages:
    """One event's pages. `newest` has the latest head, `detailed` the newest details that a page shows;
    `superseded` gave way to later ones of their view."""

    tournament: int
    newest: PageReading
    detailed: PageReading | None
    standing: tuple[PageReading, ...] = ()
    superseded: tuple[PageReading, ...]

    @property
    def details(self) -> Details | None:
        """The newest details that a page shows."""
        return self.detailed.details if self.detailed else None

    @property
    def on_one_day(self) -> bool:
        """Whether the details say that the whole event is on one day."""
        details = self.details
        return details is not None and details.first_day is not None and details.first_day == details.last_day

    @property
    def origin(self) -> str:
        """How people call the newest page."""
        return self.newest.page.origin

    def problems(self) -> list[Problem]:
        """What the pages met when they were read."""
        gave_way = [p for r in self.superseded for p in r.problems if p.code in OF_SUPERSEDED]
        return [p for r in self.standing for p in r.problems] + gave_way

    def refuse_many(self, players: int) -> None:
        """PageTooLarge for more players than any event has."""
        if players > MOST_PLAYERS:
            expected, many = f"at most {MOST_PLAYERS} players", f"{players} players"
            raise PageTooLarge.because("page-too-large", self.origin, expected, many)

    def time_control(self, minutes_at_60: Reckoning, problems: list[Problem]) -> TimeControl:
        """The time control of the details, and what is not known of either: a text, and minutes that the
        office's reckoning finds in it."""
        details = self.details or Details()
        text = details.time_control
        control = TimeControl(text, details.time_control_kind, minutes_at_60(text) if text else None)
        if self.detailed is None:
            expected = "the table of the tournament's details"
            problems.append(problem("details-missing", self.origin, expected, "none on any page"))
        where = place(self.detailed.page.origin if self.detailed else self.origin, column="Time control")
        if text is None:
            expected = "the time for each player"
            problems.append(problem("time-control-missing", where, expected, "no such row"))
        elif control.minutes_at_60 is None:
            expected = "a text from which the minutes for sixty moves can be reckoned"
            problems.append(problem("time-control-unreadable", where, expected, text))
        return control

    def record(self, **read: Any) -> EventRecord:
        """The event with what its head and details say; `read` is everything else."""
        head, details = self.newest.head, self.details or Details()
        sources = tuple(r.source for r in self.standing)
        return EventRecord(
            name=head.name,
            group=head.group,
            federation=details.federation,
            organizer=details.organizer,
            first_day=details.first_day,
            last_day=details.last_day,
            rating_calculation=details.rating_calculation,
            last_update=max((p.last_update for p in sources if p.last_update), default=None),
            source=Source(tournament=self.tournament, pages=sources),
            **read,
        )


def later(one: datetime | None, other: datetime | None) -> bool:
    """Whether one page was updated after another, as far as both say when."""
    return one is not None and other is not None and one > other


def of_one_event(ordered: Sequence[PageReading]) -> int:
    """The tournament whose pages these are. OtherTournament if they are of several."""
    first = ordered[0]
    for other in ordered[1:]:
        if other.head.tournament != first.head.tournament:
            expected = f"tournament {first.head.tournament}, as {first.page.origin}"
            found = f"tournament {other.head.tournament}"
            raise OtherTournament.because("other-tournament", other.page.origin, expected, found)
    return first.head.tournament


def age(reading: PageReading, rows: int) -> tuple[datetime, int, datetime]:
    """From old to new: by "Last update", then the list with more rows, then by when it was fetched."""
    fetched = reading.page.fetched_at
    if fetched is not None and fetched.tzinfo is None:
        fetched = fetched.replace(tzinfo=UTC)
    return (
        reading.head.last_update or datetime.min,  # noqa: DTZ901 - the site states no zone
        rows,
        fetched or datetime.min.replace(tzinfo=UTC),
    )


def by_view(reading: PageReading) -> tuple[str, int]:
    """By view and round."""
    return reading.kind, reading.round or 0
