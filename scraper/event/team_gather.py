"""Which pages of a team event stand: of two pages of one view or round, the one updated later wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Generic, TypeVar

from scraper.codes import LIST_TRUNCATED, OTHER_TOURNAMENT
from scraper.errors import OtherTournament
from scraper.page import PageReading
from scraper.pages.details import Details
from scraper.pages.player_list import PlayerList
from scraper.pages.team_boards import BoardPairings, BoardRound
from scraper.pages.team_composition import Composition
from scraper.pages.team_pairings import MatchRound, TeamPairings
from scraper.problems import problem

C = TypeVar("C", PlayerList, Composition, BoardRound, MatchRound)


@dataclass(frozen=True)
class Part(Generic[C]):
    """What stands of a page: its list, or one of the rounds it shows."""

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
class TeamGathered:
    """One team event's pages. `boards` and `matches` are by round; `results` is the composition with a
    column for each round, `line_up` the one without."""

    tournament: int
    newest: PageReading
    players: Part[PlayerList] | None
    results: Part[Composition] | None
    line_up: Part[Composition] | None
    boards: dict[int, Part[BoardRound]]
    matches: dict[int, Part[MatchRound]]
    detailed: PageReading | None
    standing: tuple[PageReading, ...]
    superseded: tuple[PageReading, ...]

    @property
    def details(self) -> Details | None:
        """The newest details that a page shows."""
        return self.detailed.details if self.detailed else None

    @property
    def compositions(self) -> tuple[Part[Composition], ...]:
        """The compositions that stand, the one with results first."""
        return tuple(c for c in (self.results, self.line_up) if c is not None)

    @property
    def rounds(self) -> tuple[int, ...]:
        """Every round that has a page, of boards or of matches."""
        return tuple(sorted({*self.boards, *self.matches}))


def gather_team(readings: Sequence[PageReading]) -> TeamGathered:
    """The pages of one team event, whatever their order. OtherTournament if they are of several."""
    ordered = sorted(readings, key=lambda r: (_age(r), r.kind, r.round or 0, r.page.origin, r.page.sha256))
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
    players: Part[PlayerList] | None = None
    results: Part[Composition] | None = None
    line_up: Part[Composition] | None = None
    boards: dict[int, Part[BoardRound]] = {}
    matches: dict[int, Part[MatchRound]] = {}
    detailed: PageReading | None = None
    for reading in ordered:  # from old to new: the later one replaces the earlier
        detailed = reading if reading.details is not None else detailed
        match reading.content:
            case PlayerList() as listed:
                players = Part(reading, listed)
            case Composition(rounds=()) as composition:
                line_up = Part(reading, composition)
            case Composition() as composition:
                results = Part(reading, composition)
            case BoardPairings(rounds=rounds):
                boards |= {r.number: Part(reading, r) for r in rounds}
            case TeamPairings(rounds=shown):
                matches |= {r.number: Part(reading, r) for r in shown}
    parts = (players, *boards.values(), *matches.values(), results, line_up)
    used = [p.reading for p in parts if p is not None] + ([detailed] if detailed else [])
    return TeamGathered(
        tournament=first.head.tournament,
        newest=ordered[-1],
        players=players,
        results=results,
        line_up=line_up,
        boards=boards,
        matches=matches,
        detailed=detailed,
        standing=_in_order([r for r in ordered if any(r is u for u in used)]),
        superseded=tuple(r for r in ordered if not any(r is u for u in used)),
    )


def _in_order(readings: list[PageReading]) -> tuple[PageReading, ...]:
    """By view and round, so that the same pages give the same record whatever their order."""
    return tuple(sorted(readings, key=lambda r: (r.kind, r.round or 0, r.page.origin, r.page.sha256)))


def _age(reading: PageReading) -> tuple[datetime, int, datetime]:
    """From old to new: by "Last update", then the list with more rows, then by when it was fetched."""
    fetched = reading.page.fetched_at
    if fetched is not None and fetched.tzinfo is None:
        fetched = fetched.replace(tzinfo=UTC)
    rows = len(reading.content.rows) if isinstance(reading.content, PlayerList) else 0
    return (
        reading.head.last_update or datetime.min,  # noqa: DTZ901 - the site states no zone
        rows,
        fetched or datetime.min.replace(tzinfo=UTC),
    )
