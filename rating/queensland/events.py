"""One event: who is rated in it, what the others are worth, what each was to expect and performed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from rating.edition import Edition
from rating.game_lines import line_of
from rating.interpretations import Interpretations
from rating.outcome import EventLine, GameLine, NotCounted
from rating.records import AcfRating, Event, Game, Held, Member, report_order
from rating.results import SCORES
from rating.steps import Crosstable, Kind


@dataclass(frozen=True, slots=True)
class Reckoned:
    """An event worked out. `rated` is False where nobody in it has a rating; then `players` is empty."""

    id: str
    rated: bool
    players: tuple[EventLine, ...]
    lines: tuple[GameLine, ...]


def reckon(
    law: Edition,
    type: str,
    event: Event,
    register: Mapping[str, Member],
    first: date,
    switches: Interpretations,
) -> Reckoned:
    """The lines of one event of a period that begins on `first`. Its time class has been checked."""
    games = sorted(event.games, key=report_order)
    refused = {n: tuple(_reasons(law, event, game)) for n, game in enumerate(games)}
    tables = _crosstables([game for n, game in enumerate(games) if not refused[n]])
    first_day = min((game.first_day for game in games), default=event.last_day)
    kinds: dict[str, Kind] = {}
    ratings: dict[str, int] = {}
    for player in sorted({*tables, *(p for game in games for p in (game.white, game.black))}):
        held, acf = _known(type, register.get(player))
        kinds[player] = law.queensland.kind(law, held, acf, first, switches)
        rating = _rating(law, kinds[player], held, acf, first_day, switches)
        if rating is not None:
            ratings[player] = rating
    playing = {player: rating for player, rating in ratings.items() if player in tables}
    if not law.queensland.event_rated(law, tuple(playing.values())):
        none = NotCounted("no-rated-player", law.article_of_reason("no-rated-player"), "nobody is rated")
        reasons = {n: (*found, none) for n, found in refused.items()}
        return Reckoned(event.id, False, (), tuple(_lines(event, type, games, reasons, ratings, ratings)))
    estimates = law.queensland.estimates(law, playing, tables, switches)
    strength = {**ratings, **{player: found[-1] for player, found in estimates.items()}}
    # The last cycle was worked from the estimates of the one before it.
    before = {**ratings, **{player: found[-2] for player, found in estimates.items()}}
    players = tuple(
        _player(
            law,
            event,
            player,
            kinds[player],
            before if player in estimates else strength,
            tables[player],
            estimates.get(player, ()),
            switches,
        )
        for player in sorted(tables)
    )
    return Reckoned(event.id, True, players, tuple(_lines(event, type, games, refused, ratings, strength)))


def _known(type: str, member: Member | None) -> tuple[Held | None, Sequence[AcfRating]]:
    return (None, ()) if member is None else (member.ratings.get(type), member.acf)


def _rating(
    law: Edition,
    kind: Kind,
    held: Held | None,
    acf: Sequence[AcfRating],
    first_day: date,
    switches: Interpretations,
) -> int | None:
    if kind == "adult":
        return law.queensland.adult_rating(law, acf, first_day)
    return held.rating if held and law.queensland.plays_with_rating(law, kind, switches) else None


def _player(
    law: Edition,
    event: Event,
    player: str,
    kind: Kind,
    strength: Mapping[str, int],
    table: Crosstable,
    estimates: tuple[int, ...],
    switches: Interpretations,
) -> EventLine:
    """What one player was to expect and performed, against these strengths."""
    do = law.queensland
    time_class = do.time_class(law, event.time_class, event.junior) or ""
    games = len(table.opponents)
    own = strength[player]
    average = do.average_opposition(law, own, [strength[opponent] for opponent in table.opponents])
    performance = do.event_performance(law, average, table.score, games, switches)
    line = EventLine(
        event=event.id,
        player=player,
        time_class=time_class,
        standing=kind,
        rating=estimates[-1] if estimates else own,
        games=games,
        score=table.score,
        average=average,
        performance=performance.pr,
        p=performance.p,
        dp=performance.dp,
        estimates=estimates,
    )
    if kind != "rated":
        return line
    k, expected = do.event_k(law, time_class), do.expected_of_event(law, own, average)
    return replace(
        line,
        d=expected.d,
        table=expected.table,
        percentage=expected.percentage,
        k=k,
        change=do.event_change(law, table.score, games, expected.percentage, k),
    )


def _crosstables(games: Sequence[Game]) -> Mapping[str, Crosstable]:
    opponents: dict[str, list[str]] = {}
    scores: dict[str, int] = {}
    for game in games:
        for player, opponent, score in zip(
            (game.white, game.black), (game.black, game.white), SCORES[game.result], strict=True
        ):
            opponents.setdefault(player, []).append(opponent)
            scores[player] = scores.get(player, 0) + score
    return {player: Crosstable(tuple(met), scores[player]) for player, met in opponents.items()}


def _reasons(law: Edition, event: Event, game: Game) -> Iterator[NotCounted]:
    excluded = event.excluded or game.excluded
    if excluded is not None:
        yield NotCounted("excluded-by-officer", law.article_of_reason("excluded-by-officer"), excluded)
    if law.shapes.forfeit(law, game.result):
        yield NotCounted("forfeit", law.article_of_reason("forfeit"), game.result)


def _lines(
    event: Event,
    type: str,
    games: Sequence[Game],
    reasons: Mapping[int, tuple[NotCounted, ...]],
    ratings: Mapping[str, int],
    strength: Mapping[str, int],
) -> Iterator[GameLine]:
    for n, game in enumerate(games):
        sides: tuple[tuple[Literal["white", "black"], str, str], ...] = (
            ("white", game.white, game.black),
            ("black", game.black, game.white),
        )
        for colour, player, opponent in sides:
            yield line_of(
                event,
                game,
                colour,
                type=type,
                rating=strength.get(player),
                rating_from="list" if player in ratings else None,
                opponent_rating=strength.get(opponent),
                opponent_rating_from="list" if opponent in ratings else None,
                rated_player=player in ratings,
                counts=not reasons[n],
                for_initial=False,
                reasons=reasons[n],
            )
