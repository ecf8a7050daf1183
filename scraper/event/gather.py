"""Which pages stand: of two pages of one view or round, the one updated later wins."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from scraper.event.view import Pages, View, age, by_view, of_one_event
from scraper.page import PageReading
from scraper.pages.card import PlayerCard
from scraper.pages.crosstable import CrossRow, Crosstable, Grid
from scraper.pages.kinds import OtherView, is_round_robin
from scraper.pages.not_paired import MissedRound, NotPaired
from scraper.pages.pairing_rows import Seat
from scraper.pages.pairings import AllRounds, RoundPage, round_pages
from scraper.pages.player_list import PlayerList, StartList
from scraper.pages.schedule import Schedule
from scraper.pages.team_boards import BoardPairings, BoardRound
from scraper.pages.team_composition import Composition
from scraper.pages.team_pairings import MatchRound, TeamPairings
from scraper.problems import At
from scraper.records import Player
from scraper.words import PageKind

Met = CrossRow[Any] | Seat | MissedRound
"""What names a player, and tells little or nothing more of him."""

C = TypeVar("C", StartList, Crosstable, NotPaired, Grid, Schedule)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered(Pages):
    """The pages of an individual event. `crosstable` and `grid` can be by rank until `numbered` gives them
    starting numbers. `lists` are rankings and the alphabetical list. Who stands in what, and where, the
    methods `in_…` say."""

    start: View[StartList] | None
    crosstable: View[Crosstable] | None
    not_paired: View[NotPaired] | None
    rounds: dict[int, View[RoundPage]]
    grid: View[Grid] | None
    lists: tuple[View[PlayerList], ...]
    cards: tuple[View[PlayerCard], ...]
    schedule: View[Schedule] | None

    def in_lists(self) -> Iterator[tuple[Player, View[Any], At]]:
        """The players of rankings and the alphabetical list; the number of one who has none is 0."""
        for view in self.lists:
            for listed in view.content.rows:
                yield listed.player, view, {"row": listed.row}

    def in_cards(self) -> Iterator[tuple[Player, View[Any], At]]:
        """The players whose cards these are."""
        for card in self.cards:
            yield card.content.player, card, {"table": 1}

    def in_tables(self) -> Iterator[tuple[CrossRow[Any] | Seat, View[Any], At]]:
        """The rows of the crosstable and the grid."""
        for table in self.tables:
            for row in table.content.rows.values():
                yield row, table, {"row": row.row}

    def in_rounds(self) -> Iterator[tuple[CrossRow[Any] | Seat, View[Any], At]]:
        """Both sides of every pairing."""
        for number, page in sorted(self.rounds.items()):
            for row in page.content.rows:
                for seat in (row.white, row.black):
                    if seat is not None:
                        yield seat, page, {"round": number, "table": row.table, "row": row.row}

    def in_not_paired(self) -> Iterator[tuple[MissedRound, View[Any], At]]:
        """Everybody of the list "not paired", once for each round that he missed."""
        if (view := self.not_paired) is not None:
            for missed in view.content.missed:
                yield missed, view, {"row": missed.row}

    @property
    def tables(self) -> tuple[View[Crosstable] | View[Grid], ...]:
        """The crosstable and the grid, as far as they are there."""
        return tuple(t for t in (self.crosstable, self.grid) if t is not None)

    @property
    def round_robin(self) -> bool:
        """Whether the event is a round robin: by its type, else by the shape of a page or its menu."""
        shaped = self.grid is not None or any(
            isinstance(r.content, AllRounds) and r.content.round_robin for r in self.standing
        )
        return is_round_robin(
            self.details.system if self.details else None, self.newest.head.listed, shaped=shaped
        )

    @property
    def grid_only(self) -> bool:
        """Whether a grid is all that tells games."""
        return self.grid is not None and not any(
            row.black for view in self.rounds.values() for row in view.content.rows
        )


def gather(readings: Sequence[PageReading]) -> Gathered:
    """The pages of one event, whatever their order. OtherTournament if they are of several."""
    ages = {id(r): age(r, r.content.rows if isinstance(r.content, StartList) else 0) for r in readings}
    in_views = sorted(readings, key=lambda r: (*by_view(r), ages[id(r)], r.page.origin, r.page.sha256))
    tournament = of_one_event(in_views)
    # From old to new: the later one replaces the earlier.
    ordered = sorted(in_views, key=lambda r: ages[id(r)])
    rounds: dict[int, View[RoundPage]] = {}
    lists: dict[tuple[PageKind, int], View[PlayerList]] = {}
    cards: dict[int, View[PlayerCard]] = {}
    for r in ordered:
        rounds |= {one.number: View(r, one) for one in round_pages(r.content) if one.number}
        if isinstance(r.content, PlayerList):
            lists[r.kind, r.content.after or 0] = View(r, r.content)
        if isinstance(r.content, PlayerCard):
            cards[r.content.player.number] = View(r, r.content)
    crosstable = _last(ordered, Crosstable, PageKind.CROSSTABLE, PageKind.RANKING_CROSSTABLE)
    grid = _last(ordered, Grid, PageKind.CROSSTABLE, PageKind.RANKING_CROSSTABLE)
    start, not_paired = _last(ordered, StartList), _last(ordered, NotPaired)
    schedule = _last(ordered, Schedule)
    listed = tuple(lists[k] for k in sorted(lists))
    by_card = tuple(cards[n] for n in sorted(cards))
    in_rounds = (rounds[n] for n in sorted(rounds))
    views = (start, *in_rounds, crosstable, grid, not_paired, *listed, *by_card, schedule)
    standing: dict[int, PageReading] = {id(v.reading): v.reading for v in views if v is not None}
    if (detailed := _detailed(ordered)) is not None:
        standing.setdefault(id(detailed), detailed)
    return Gathered(
        tournament=tournament,
        newest=ordered[-1],
        start=start,
        crosstable=crosstable,
        not_paired=not_paired,
        rounds=rounds,
        detailed=detailed,
        superseded=tuple(
            r for r in in_views if id(r) not in standing and not isinstance(r.content, OtherView)
        ),
        grid=grid,
        lists=listed,
        cards=by_card,
        schedule=schedule,
        standing=tuple(standing.values()),
    )


def _last(ordered: Iterable[PageReading], content: type[C], *kinds: PageKind) -> View[C] | None:
    """The latest page with a content; of several `kinds` of page the first that is there."""
    found = {r.kind: View[C](r, r.content) for r in ordered if isinstance(r.content, content)}
    return next((found[kind] for kind in kinds or found if kind in found), None)


def _detailed(ordered: Sequence[PageReading]) -> PageReading | None:
    return next((r for r in reversed(ordered) if r.details is not None), None)


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
    rows = {id(r): len(r.content.rows) if isinstance(r.content, PlayerList) else 0 for r in readings}
    ordered = sorted(readings, key=lambda r: (age(r, rows[id(r)]), *_place(r)))
    tournament = of_one_event(ordered)
    # From old to new: the later one replaces the earlier.
    listed = (View(r, r.content) for r in reversed(ordered) if isinstance(r.content, PlayerList))
    sheets = {bool(c.rounds): View(r, c) for r in ordered if isinstance(c := r.content, Composition)}
    players, results, line_up = next(listed, None), sheets.get(True), sheets.get(False)
    boards: dict[int, View[BoardRound]] = {}
    matches: dict[int, View[MatchRound]] = {}
    for r in ordered:
        if isinstance(r.content, BoardPairings):
            boards |= {one.number: View(r, one) for one in r.content.rounds}
        elif isinstance(r.content, TeamPairings):
            matches |= {one.number: View(r, one) for one in r.content.rounds}
    detailed = _detailed(ordered)
    parts = (players, *boards.values(), *matches.values(), results, line_up)
    used = {id(p.reading) for p in parts if p is not None} | {id(detailed)}
    return TeamGathered(
        tournament=tournament,
        newest=ordered[-1],
        players=players,
        results=results,
        line_up=line_up,
        boards=boards,
        matches=matches,
        detailed=detailed,
        # By view and round, so that the same pages give the same record whatever their order.
        standing=tuple(sorted((r for r in ordered if id(r) in used), key=_place)),
        superseded=tuple(r for r in ordered if id(r) not in used),
    )


def _place(reading: PageReading) -> tuple[str, int, str, str]:
    return *by_view(reading), reading.page.origin, reading.page.sha256
