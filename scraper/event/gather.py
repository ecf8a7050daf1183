"""Which pages stand: of two pages of one view or round, the one updated later wins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Generic, TypeVar

from scraper.codes import LIST_TRUNCATED, OTHER_TOURNAMENT
from scraper.errors import OtherTournament
from scraper.page import Content, PageReading
from scraper.pages.card import PlayerCard
from scraper.pages.crosstable import Crosstable
from scraper.pages.details import Details
from scraper.pages.grid import Grid
from scraper.pages.individual import OtherView
from scraper.pages.not_paired import NotPaired
from scraper.pages.pairings import AllRounds, RoundPage
from scraper.pages.player_list import PlayerList
from scraper.pages.schedule import Schedule
from scraper.pages.start_list import StartList
from scraper.problems import problem
from scraper.records import System
from scraper.words import LISTS_MENU, ROUND_ROBIN_OR_TEAMS, PageKind

C = TypeVar("C", StartList, RoundPage, Crosstable, NotPaired, Grid, PlayerList, PlayerCard, Schedule)


@dataclass(frozen=True)
class View(Generic[C]):
    """A page that stands, with its content by type."""

    reading: PageReading
    content: C

    @property
    def origin(self) -> str:
        """How people call the page."""
        return self.reading.page.origin

    @property
    def updated(self) -> datetime | None:
        """The page's "Last update"."""
        return self.reading.head.last_update

    @property
    def cut(self) -> bool:
        """Whether the page's list was cut at 150 rows."""
        return any(p.code == LIST_TRUNCATED for p in self.reading.problems)


@dataclass(frozen=True, slots=True)
class Gathered:
    """One event's pages. `newest` has the latest head; `superseded` gave way to later ones of their view.

    `crosstable` and `grid` can be by rank until `numbered` gives them starting numbers. `lists` are
    rankings and the alphabetical list, `left_out` pages from which nothing is taken.
    """

    tournament: int
    newest: PageReading
    start: View[StartList] | None
    crosstable: View[Crosstable] | None
    not_paired: View[NotPaired] | None
    rounds: dict[int, View[RoundPage]]
    detailed: PageReading | None
    superseded: tuple[PageReading, ...]
    grid: View[Grid] | None = None
    lists: tuple[View[PlayerList], ...] = ()
    cards: tuple[View[PlayerCard], ...] = ()
    schedule: View[Schedule] | None = None
    standing: tuple[PageReading, ...] = ()
    left_out: tuple[PageReading, ...] = ()

    @property
    def details(self) -> Details | None:
        """The newest details that a page shows."""
        return self.detailed.details if self.detailed else None

    @property
    def tables(self) -> tuple[View[Crosstable] | View[Grid], ...]:
        """The crosstable and the grid, as far as they are there."""
        return tuple(t for t in (self.crosstable, self.grid) if t is not None)

    @property
    def round_robin(self) -> bool:
        """Whether the event is a round robin: by its type, else by the shape of a page or its menu."""
        if self.details is not None and self.details.system is not None:
            return self.details.system in (System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN)
        lists = self.newest.head.menu.get(LISTS_MENU, "").split(", ")
        return (
            self.grid is not None
            or any(isinstance(r.content, AllRounds) and r.content.round_robin for r in self.standing)
            or ROUND_ROBIN_OR_TEAMS in lists
        )

    @property
    def grid_only(self) -> bool:
        """Whether a grid is all that tells games."""
        return self.grid is not None and not any(
            row.black for view in self.rounds.values() for row in view.content.rows
        )


def gather(readings: Sequence[PageReading]) -> Gathered:
    """The pages of one event, whatever their order. OtherTournament if they are of several."""
    age = {id(r): _age(r) for r in readings}
    ordered = sorted(readings, key=lambda r: (r.kind, r.round or 0, age[id(r)], r.page.origin, r.page.sha256))
    first = ordered[0]
    for other in ordered[1:]:
        if other.head.tournament != first.head.tournament:
            raise OtherTournament(
                problem(
                    OTHER_TOURNAMENT,
                    other.page.origin,
                    expected=f"tournament {first.head.tournament}, as {first.page.origin}",
                    found=f"tournament {other.head.tournament}",
                )
            )
    by_view = ordered
    ordered = sorted(by_view, key=lambda r: age[id(r)])  # from old to new: the later one replaces the earlier
    rounds: dict[int, View[RoundPage]] = {}
    lists: dict[tuple[PageKind, int | None], View[PlayerList]] = {}
    cards: dict[int, View[PlayerCard]] = {}
    for r in ordered:
        for one in r.content.rounds if isinstance(r.content, AllRounds) else (r.content,):
            if isinstance(one, RoundPage) and one.number:
                rounds[one.number] = View(r, one)
        if isinstance(r.content, PlayerList):
            lists[r.kind, r.content.after] = View(r, r.content)
        if isinstance(r.content, PlayerCard):
            cards[r.content.player.number] = View(r, r.content)
    detailed = [r for r in ordered if r.details is not None]
    start, not_paired = _last(ordered, StartList), _last(ordered, NotPaired)
    crosstable = _last(ordered, Crosstable, (PageKind.CROSSTABLE, PageKind.RANKING_CROSSTABLE))
    grid = _last(ordered, Grid, (PageKind.CROSSTABLE, PageKind.RANKING_CROSSTABLE))
    schedule = _last(ordered, Schedule)
    told = detailed[-1] if detailed else None
    views = (
        start,
        *(rounds[n] for n in sorted(rounds)),
        crosstable,
        grid,
        not_paired,
        *(lists[k] for k in sorted(lists, key=_by_round)),
        *(cards[n] for n in sorted(cards)),
        schedule,
    )
    standing: dict[int, PageReading] = {id(v.reading): v.reading for v in views if v is not None}
    if told is not None:
        standing.setdefault(id(told), told)
    left_out = {id(r): r for r in ordered if isinstance(r.content, OtherView) and id(r) not in standing}
    return Gathered(
        tournament=first.head.tournament,
        newest=ordered[-1],
        start=start,
        crosstable=crosstable,
        not_paired=not_paired,
        rounds=rounds,
        detailed=told,
        superseded=tuple(r for r in by_view if id(r) not in standing and id(r) not in left_out),
        grid=grid,
        lists=tuple(lists[k] for k in sorted(lists, key=_by_round)),
        cards=tuple(cards[n] for n in sorted(cards)),
        schedule=schedule,
        standing=tuple(standing.values()),
        left_out=tuple(left_out.values()),
    )


def _last(ordered: Iterable[PageReading], kind: type[C], kinds: tuple[PageKind, ...] = ()) -> View[C] | None:
    """The latest page with a content; of several `kinds` of page the first that is there."""
    found: dict[PageKind, View[C]] = {}
    for r in ordered:
        content: Content = r.content
        if isinstance(content, kind):
            found[r.kind if kinds else PageKind.OTHER] = View[C](r, content)
    return next((found[k] for k in kinds or (PageKind.OTHER,) if k in found), None)


def _by_round(key: tuple[PageKind, int | None]) -> tuple[PageKind, int]:
    return key[0], key[1] or 0


def _age(reading: PageReading) -> tuple[datetime, int, datetime]:
    """From old to new: by "Last update", then the list with more rows, then by when it was fetched."""
    fetched = reading.page.fetched_at
    if fetched is not None and fetched.tzinfo is None:
        fetched = fetched.replace(tzinfo=UTC)
    rows = reading.content.rows if isinstance(reading.content, StartList) else 0
    return (
        reading.head.last_update or datetime.min,  # noqa: DTZ901 - the site states no zone
        rows,
        fetched or datetime.min.replace(tzinfo=UTC),
    )
