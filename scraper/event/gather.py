"""Which pages stand: of two pages of one view or round, the one updated later wins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Generic, TypeVar

from scraper.codes import LIST_TRUNCATED, OTHER_TOURNAMENT
from scraper.errors import OtherTournament
from scraper.page import Content, PageReading
from scraper.pages.crosstable import Crosstable
from scraper.pages.details import Details
from scraper.pages.not_paired import NotPaired
from scraper.pages.pairings import RoundPage
from scraper.pages.start_list import StartList
from scraper.problems import problem

C = TypeVar("C", StartList, RoundPage, Crosstable, NotPaired)


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
    """One event's pages. `newest` has the latest head; `superseded` gave way to later ones of their view."""

    tournament: int
    newest: PageReading
    start: View[StartList] | None
    crosstable: View[Crosstable] | None
    not_paired: View[NotPaired] | None
    rounds: dict[int, View[RoundPage]]
    detailed: PageReading | None
    superseded: tuple[PageReading, ...]

    @property
    def details(self) -> Details | None:
        """The newest details that a page shows."""
        return self.detailed.details if self.detailed else None

    @property
    def standing(self) -> tuple[PageReading, ...]:
        """The pages that the reading stands on: start list, rounds, crosstable, not paired, other details."""
        views = (self.start, *(self.rounds[n] for n in sorted(self.rounds)), self.crosstable, self.not_paired)
        pages = [v.reading for v in views if v is not None]
        if self.detailed is not None and not any(self.detailed is p for p in pages):
            pages.append(self.detailed)
        return tuple(pages)


def gather(readings: Sequence[PageReading]) -> Gathered:
    """The pages of one event, whatever their order. OtherTournament if they are of several."""
    ordered = sorted(readings, key=lambda r: (r.kind, r.round or 0, _age(r), r.page.origin, r.page.sha256))
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
    rounds: dict[int, View[RoundPage]] = {}
    for r in ordered:  # from old to new: the later one replaces the earlier
        if isinstance(r.content, RoundPage) and r.content.number:
            rounds[r.content.number] = View(r, r.content)
    detailed = [r for r in ordered if r.details is not None]
    gathered = Gathered(
        tournament=first.head.tournament,
        newest=max(ordered, key=_age),
        start=_last(ordered, StartList),
        crosstable=_last(ordered, Crosstable),
        not_paired=_last(ordered, NotPaired),
        rounds=rounds,
        detailed=max(detailed, key=_age) if detailed else None,
        superseded=(),
    )
    standing = gathered.standing
    return Gathered(
        tournament=gathered.tournament,
        newest=gathered.newest,
        start=gathered.start,
        crosstable=gathered.crosstable,
        not_paired=gathered.not_paired,
        rounds=rounds,
        detailed=gathered.detailed,
        superseded=tuple(r for r in ordered if not any(r is s for s in standing)),
    )


def _last(ordered: Iterable[PageReading], kind: type[C]) -> View[C] | None:
    found: View[C] | None = None
    for r in ordered:
        content: Content = r.content
        if isinstance(content, kind):
            found = View[C](r, content)
    return found


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
