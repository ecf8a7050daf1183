"""Which pages of a team event stand: of two pages of one view or round, the one updated later wins."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from scraper.event.view import Pages, View, age, by_view, of_one_event
from scraper.page import PageReading
from scraper.pages.player_list import PlayerList
from scraper.pages.team_boards import BoardPairings, BoardRound
from scraper.pages.team_composition import Composition
from scraper.pages.team_pairings import MatchRound, TeamPairings


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamGathered(Pages):
    """The pages of a team event. `boards` and `matches` are by round; `results` is the composition with a
    column for each round, `line_up` the one without."""

    players: View[PlayerList] | None
    results: View[Composition] | None
    line_up: View[Composition] | None
    boards: dict[int, View[BoardRound]]
    matches: dict[int, View[MatchRound]]

    @property
    def compositions(self) -> tuple[View[Composition], ...]:
        """The compositions that stand, the one with results first."""
        return tuple(c for c in (self.results, self.line_up) if c is not None)

    @property
    def rounds(self) -> tuple[int, ...]:
        """Every round that has a page, of boards or of matches."""
        return tuple(sorted({*self.boards, *self.matches}))


def gather_team(readings: Sequence[PageReading]) -> TeamGathered:
    """The pages of one team event, whatever their order. OtherTournament if they are of several."""
    ordered = sorted(readings, key=lambda r: (_age(r), *by_view(r), r.page.origin, r.page.sha256))
    tournament = of_one_event(ordered)
    players: View[PlayerList] | None = None
    results: View[Composition] | None = None
    line_up: View[Composition] | None = None
    boards: dict[int, View[BoardRound]] = {}
    matches: dict[int, View[MatchRound]] = {}
    detailed: PageReading | None = None
    for reading in ordered:  # from old to new: the later one replaces the earlier
        detailed = reading if reading.details is not None else detailed
        match reading.content:
            case PlayerList() as listed:
                players = View(reading, listed)
            case Composition(rounds=()) as composition:
                line_up = View(reading, composition)
            case Composition() as composition:
                results = View(reading, composition)
            case BoardPairings(rounds=rounds):
                boards |= {r.number: View(reading, r) for r in rounds}
            case TeamPairings(rounds=shown):
                matches |= {r.number: View(reading, r) for r in shown}
    parts = (players, *boards.values(), *matches.values(), results, line_up)
    used = [p.reading for p in parts if p is not None] + ([detailed] if detailed else [])
    return TeamGathered(
        tournament=tournament,
        newest=ordered[-1],
        players=players,
        results=results,
        line_up=line_up,
        boards=boards,
        matches=matches,
        detailed=detailed,
        standing=tuple(sorted((r for r in ordered if any(r is u for u in used)), key=_place)),
        superseded=tuple(r for r in ordered if not any(r is u for u in used)),
    )


def _place(reading: PageReading) -> tuple[str, int, str, str]:
    """By view and round, so that the same pages give the same record whatever their order."""
    return *by_view(reading), reading.page.origin, reading.page.sha256


def _age(reading: PageReading) -> tuple[datetime, int, datetime]:
    rows = len(reading.content.rows) if isinstance(reading.content, PlayerList) else 0
    return age(reading, rows)
