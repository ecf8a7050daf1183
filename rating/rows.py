"""The rows of one type: what the games of a period make of every rating."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rating.edition import Edition
from rating.interpretations import Interpretations
from rating.outcome import GameLine, Row
from rating.records import EarlierGame
from rating.standings import Standings
from rating.steps import Period, Standing


@dataclass(frozen=True, slots=True)
class TypeResult:
    """The rows of one type by id, and by member the earlier games that stay kept for later lists."""

    rows: tuple[Row, ...]
    kept: Mapping[str, tuple[EarlierGame, ...]]


def rows_of(
    law: Edition,
    type: str,
    standings: Standings,
    lines: Sequence[GameLine],
    period: Period,
    switches: Interpretations,
) -> TypeResult:
    """Every holder of a rating, who adopts one, and who gets his first; nobody who is UR."""
    changes: dict[str, list[int]] = {}
    new: dict[str, list[EarlierGame]] = {}
    for line in lines:
        if line.type != type:
            continue
        if line.c is not None:
            changes.setdefault(line.player, []).append(line.c)
        elif line.for_initial:
            new.setdefault(line.player, []).append(_kept(law, line, type, switches))
    rows: list[Row] = []
    kept: dict[str, tuple[EarlierGame, ...]] = {}
    for player in sorted(standings.by_member):
        standing = standings.of(player, type)
        if standing.rating is None:
            row = _initial(law, player, standing, new.get(player, []), period, switches)
        elif standing.held or player in changes:
            taken_from = standings.taken_from.get((player, type))
            row = _rated(law, player, standing, changes.get(player, []), taken_from, switches)
        else:
            row = None
        if row is not None:
            rows.append(row)
        elif games := (*standing.earlier, *new.get(player, [])):
            kept[player] = games
    return TypeResult(tuple(rows), kept)


def _rated(
    law: Edition,
    player: str,
    standing: Standing,
    changes: Sequence[int],
    taken_from: str | None,
    switches: Interpretations,
) -> Row:
    previous = standing.rating or 0
    rounded = law.shapes.rounding(law, changes, switches)
    rating = law.shapes.floor(law, previous + rounded)
    return Row(
        id=player,
        how="adopted" if standing.source == "adopted" else "rated",
        previous=previous,
        previous_from=standing.source,
        change=sum(changes),
        rounded=rounded,
        floor_acted=rating != previous + rounded,
        rating=rating,
        games=standing.games + len(changes),
        period_games=len(changes),
        peak=max(rating, standing.peak or 0),
        adopted=standing.adopted,
        taken_from=taken_from,
    )


def _initial(
    law: Edition,
    player: str,
    standing: Standing,
    new: Sequence[EarlierGame],
    period: Period,
    switches: Interpretations,
) -> Row | None:
    initial = law.shapes.initial(law, standing.earlier, new, period, switches)
    if initial is None:
        return None
    return Row(
        id=player,
        how="initial",
        previous=None,
        previous_from=None,
        change=None,
        rounded=None,
        floor_acted=initial.floor_acted,
        rating=initial.rating,
        games=standing.games + len(new),
        period_games=len(new),
        peak=initial.rating,
        adopted=False,
        initial=initial,
    )


def _kept(law: Edition, line: GameLine, type: str, switches: Interpretations) -> EarlierGame:
    day = law.shapes.game_day(law, line.first_day, line.last_day, switches)
    assert line.opponent_rating is not None
    assert line.score is not None
    return EarlierGame(type, day, line.opponent_rating, line.score, line.ref)
