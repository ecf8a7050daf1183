"""The rows of one type: what the games of a period make of every rating."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from rating.adjusted import points_onto
from rating.field import Field
from rating.outcome import Decision, GameLine, Notice, Row
from rating.records import Adjustment, EarlierGame, Held, Member
from rating.steps import UNRATED, Initial, Period, Standing, UnratedGames


@dataclass(frozen=True, slots=True)
class _Played:
    """What a player's games of a period are for him: changes in hundredths; the day, the event and his rating
    of those with a rating that he takes over; games for a first rating, and those with other unrated players;
    and rated ones that are kept."""

    moved: list[int] = field(default_factory=list)
    taken_over: list[tuple[date, str, int]] = field(default_factory=list)
    new: list[EarlierGame] = field(default_factory=list)
    besides: list[EarlierGame] = field(default_factory=list)
    results: list[EarlierGame] = field(default_factory=list)

    @property
    def to_keep(self) -> tuple[EarlierGame, ...]:
        """The games that can be asked for again at a later first rating."""
        return (*self.new, *self.besides, *self.results)


_NONE = _Played()


def first_row(
    field: Field,
    player: str,
    type: str,
    standing: Standing,
    mine: _Played,
    period: Period,
    decided: int | None,
    elsewhere: Sequence[EarlierGame] = (),
) -> Row | None:
    """The first rating by the games, or as the officer decided it where that is asked of him; None
    while the player stays UR."""
    law, switches = field.law, field.switches
    earlier = _as_they_enter(field, type, standing)
    played = UnratedGames(earlier, (*mine.new, *mine.besides), period, elsewhere)
    initial = law.shapes.initial(law, played, switches)
    if initial is None and decided is not None:
        # With each game as it was asked about.
        initial = _decided(field, (*standing.earlier, *mine.new, *mine.besides), period, decided)
    if initial is None:
        return None
    games = standing.games + _more_games(field, standing, played.all)
    return Row(
        id=player,
        how="initial",
        floor_acted=initial.floor_acted,
        rating=initial.rating,
        games=games,
        period_games=len(mine.new),
        peak=max(initial.rating, standing.peak or 0),
        initial=initial,
        marks=law.shapes.marks(law, "initial", games, False, switches) or (),
    )


def _more_games(field: Field, standing: Standing, games: Sequence[EarlierGame]) -> int:
    """How many more count of all his games towards a first rating than of those that were kept of him."""
    law, switches = field.law, field.switches
    kept = law.shapes.games_of_unrated(law, standing.earlier, switches)
    return law.shapes.games_of_unrated(law, games, switches) - kept


def _as_they_enter(field: Field, type: str, standing: Standing) -> tuple[EarlierGame, ...]:
    """The games kept of who is UR, each at the rating at which its opponent enters a first rating."""
    against = {game.opponent: UNRATED for game in standing.earlier}
    against |= {who: field.standings.of(who, type) for who in against if who is not None}
    again = field.law.shapes.entering_again(field.law, standing, against, field.switches)
    return standing.earlier if again is None else again


def _decided(field: Field, games: tuple[EarlierGame, ...], period: Period, decided: int) -> Initial | None:
    law = field.law
    if law.shapes.decision(law, games) is None:
        return None
    rating = law.shapes.floor(law, decided)
    window = Period(min(game.date for game in games), period.last)
    worked = law.shapes.performance(law, games, field.switches)
    return Initial(window, games, worked, rating, floor_acted=rating != decided, decided=True)


@dataclass(frozen=True, slots=True)
class TypeResult:
    """The rows of one type by id, by member the earlier games that stay kept for later lists, and what
    the officer has to decide. `fallen`: of who fell off the list and has no rating yet, what he had."""

    rows: tuple[Row, ...]
    kept: Mapping[str, tuple[EarlierGame, ...]]
    decisions: tuple[Decision, ...] = ()
    notices: tuple[Notice, ...] = ()
    fallen: Mapping[str, Held] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Given:
    """What the officer gave for one type: initial ratings he decided, adjustments, by member."""

    decided: Mapping[str, int]
    adjustments: Mapping[str, Adjustment]


def given(type: str, members: Iterable[Member], adjustments: Iterable[Adjustment]) -> Given:
    """The part of the officer's decisions that concerns one type."""
    return Given(
        {member.id: member.decided[type] for member in members if type in member.decided},
        {item.member: item for item in adjustments if item.type == type},
    )


def _played(field: Field, type: str, lines: Sequence[GameLine]) -> Mapping[str, _Played]:
    with_unrated = field.law.shapes.with_unrated(field.law, field.switches)
    results = field.law.shapes.keeps_results(field.law, field.switches)
    found: defaultdict[str, _Played] = defaultdict(_Played)
    for line in lines:
        if line.type != type:
            continue
        if line.c is not None:
            mine = found[line.player]
            mine.moved.append(line.c)
            if line.rating_from == "adopted":
                mine.taken_over.append((line.first_day, line.event, line.rating or 0))
            if results:
                mine.results.append(_result(field, line, type, line.opponent_rating or 0))
        elif line.for_initial:
            found[line.player].new.append(_kept(field, line, type))
        elif with_unrated and line.of_two_unrated:
            found[line.player].besides.append(_result(field, line, type, 0, assumed=True))
    return found


def _of_other_types(
    field: Field, type: str, lines: Sequence[GameLine]
) -> Callable[[str], Sequence[EarlierGame]]:
    """Gives the games of other types that are counted with a UR player's towards his first rating."""
    if not field.law.shapes.counts_all_types(field.law, field.switches):
        return lambda _: ()
    others = {t: _played(field, t, lines) for t in field.law.shapes.types(field.law) if t != type}
    return lambda player: tuple(
        game
        for t, played in others.items()
        for game in (*field.standings.of(player, t).earlier, *played.get(player, _NONE).new)
    )


def rows_of(field: Field, type: str, lines: Sequence[GameLine], period: Period, officer: Given) -> TypeResult:
    """Every holder of a rating, who adopts one, and who gets his first; nobody who is UR."""
    law, standings, switches = field.law, field.standings, field.switches
    played = _played(field, type, lines)
    still, keeps = law.shapes.rounding(law, (), switches), law.shapes.keeps_results(law, switches)
    elsewhere = _of_other_types(field, type, lines)
    rows: list[Row] = []
    kept: dict[str, tuple[EarlierGame, ...]] = {}
    fallen: dict[str, Held] = {}
    decisions: list[Decision] = []
    notices: list[Notice] = []
    for player in sorted(standings.by_member):
        member, mine = field.members[player], played.get(player, _NONE)
        standing = standings.by_member[player].get(type, UNRATED)
        row = None
        if standing.rating is None:
            told = officer.decided.get(player)
            row = first_row(field, player, type, standing, mine, period, told, elsewhere(player))
            asked = (
                law.shapes.decision_asked(law, standing.earlier, mine.new, switches) if row is None else None
            )
            if asked is not None:
                decisions.append(Decision(player, type, asked))
        elif law.shapes.on_list(law, standing, len(mine.moved), switches):
            taken: tuple[str | None, str | None] = (None, None)
            if standing.source == "adopted":
                taken = (standings.taken_from[player, type], standings.taken_under[player, type])
            rounded = law.shapes.rounding(law, mine.moved, switches) if mine.moved else still
            row = _rated(field, player, standing, mine, rounded, taken, officer)
            if (lowest := law.shapes.leaves_list(law, row.rating)) is not None:
                detail = f"{row.rating} is below {lowest}; the player is unrated from this list on"
                notices.append(Notice("off-the-list", player, type, detail))
                # The games that are kept of him are counted again with his next rating.
                again = law.shapes.games_of_unrated(law, (*standing.earlier, *mine.to_keep), switches)
                fallen[player] = Held(row.rating, max(row.games - again, 0), row.peak)
                row = None
        elif mine.new:
            # He has not taken a rating over, and was unrated in these games (R103).
            unrated = law.shapes.standing_before(law, member, type, field.list_date, switches)
            row = first_row(field, player, type, unrated, mine, period, None)
        if player in officer.decided and (row is None or row.initial is None or not row.initial.decided):
            detail = "a rating was decided, but the regulations ask for no decision; it was not used"
            notices.append(Notice("decision-not-needed", player, type, detail))
        if row is not None:
            rows.append(row)
        elif type in member.ratings:
            fallen.setdefault(player, member.ratings[type])
        if (row is None or keeps) and (games := (*standing.earlier, *mine.to_keep)):
            kept[player] = games
    return TypeResult(tuple(rows), kept, tuple(decisions), tuple(notices), fallen)


def _rated(
    field: Field,
    player: str,
    standing: Standing,
    mine: _Played,
    rounded: int,
    taken: tuple[str | None, str | None],
    officer: Given,
) -> Row:
    """The row of who held a rating or takes one over; `rounded`: the sum of his changes in whole points."""
    law, switches = field.law, field.switches
    previous = standing.rating or 0
    if mine.taken_over:
        at_first = law.shapes.taken_over_at(law, previous, min(mine.taken_over)[-1], switches)
        previous = previous if at_first is None else at_first
    adjustment = officer.adjustments.get(player)
    adjusted = adjustment.points if adjustment else 0
    onto = points_onto(law, previous + rounded, switches) if adjustment else previous + rounded
    rating = law.shapes.floor(law, onto + adjusted)
    how: Literal["adopted", "rated"] = "adopted" if standing.source == "adopted" else "rated"
    towards = (*standing.earlier, *mine.new, *mine.besides)
    games = standing.games + len(mine.moved) + _more_games(field, standing, towards)
    return Row(
        id=player,
        how=how,
        previous=previous,
        previous_from=standing.source,
        change=sum(mine.moved),
        rounded=rounded,
        floor_acted=rating != previous + rounded + adjusted,
        rating=rating,
        games=games,
        period_games=len(mine.moved),
        peak=max(rating, standing.peak or 0),
        adopted=standing.adopted,
        taken_from=taken[0],
        taken_under=taken[1],
        marks=law.shapes.marks(law, how, games, standing.adopted, switches) or (),
        adjusted=adjusted,
        adjustment_reference=adjustment.reference if adjustment else None,
    )


def _kept(field: Field, line: GameLine, type: str) -> EarlierGame:
    assert line.enters_at is not None
    # Who may take a rating over has one, and is not always rated for this opponent (R5).
    other = field.standings.of(line.opponent, type)
    rated = field.law.shapes.counts_as_rated(field.law, other, UNRATED, field.switches)
    assumed = line.enters_at != line.opponent_rating or (other.source == "adopted" and not rated)
    return _result(field, line, type, line.enters_at, assumed=assumed)


def _result(
    field: Field, line: GameLine, type: str, opponent_rating: int, *, assumed: bool = False
) -> EarlierGame:
    day = field.law.shapes.game_day(field.law, line.first_day, line.last_day, field.switches)
    assert line.score is not None
    return EarlierGame(type, day, opponent_rating, line.score, line.ref, assumed, line.event, line.opponent)
