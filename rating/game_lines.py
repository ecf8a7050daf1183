"""Each game from both sides: what was used, what came of it, or all the reasons why it does not
count, in their order."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Literal

from rating.edition import Edition
from rating.errors import Problem
from rating.field import Field, Seen, seen_by_both
from rating.interpretations import Interpretations
from rating.outcome import GameLine, NotCounted
from rating.reasons import REASONS
from rating.records import Event, Game
from rating.results import SCORES
from rating.steps import KFactor, KFacts, Standing


def type_of(law: Edition, event: Event, switches: Interpretations) -> str | None:
    """The rating an event's games enter, None where it is too fast. The input has been checked."""
    type = event.type
    if event.minutes_at_60 is not None:
        type = law.shapes.rating_type(law, event.minutes_at_60, event.fide_official, switches)
    return None if type is None else law.shapes.event_types(law)[type]


def reasons_against(seen: Seen, event: Event, game: Game, type: str | None) -> tuple[NotCounted, ...]:
    """Every reason that holds against a game of this type for who sees the two so, in the order in which they
    are shown."""
    found = [
        *_by_the_event(seen.field, event, game, type),
        *_by_membership(seen.field, event, game, type),
        *_by_rating(seen, event, game, type),
        *_by_both_ratings(seen, event, game, type),
    ]
    return tuple(sorted(found, key=lambda item: REASONS.index(item.reason)))


def by_the_report(
    law: Edition, event: Event, game: Game, type: str | None, switches: Interpretations
) -> Iterator[NotCounted]:
    """What stands against a game of a report, whoever plays it and whatever was paid."""
    if decision := event.excluded or game.excluded:
        yield _against(law, "excluded-by-officer", decision, type=type)
    if event.organizer_refused is not None:
        yield _against(law, "organizer", event.organizer_refused, type=type)
    if type is None:
        yield _against(law, "too-fast", f"{event.minutes_at_60} minutes", type=type)
    if law.shapes.forfeit(law, game.result):
        yield _against(law, "forfeit", game.result, type=type)
    reported, days = event.reported, (game.first_day, game.last_day)
    deadline = law.shapes.late(law, reported, event.last_day, days, switches)
    if deadline is not None and not event.late_accepted:
        detail = f"reported {reported.isoformat()}, in time until {deadline.isoformat()}"
        yield _against(law, "late", detail, type=type)


def _by_the_event(field: Field, event: Event, game: Game, type: str | None) -> Iterator[NotCounted]:
    law, won = field.law, field.matches.get(event.id)
    yield from by_the_report(law, event, game, type, field.switches)
    if law.shapes.fee_excludes(law, event.fee_unpaid, event.fee_accepted):
        yield _against(law, "fee-unpaid", event.fee_unpaid or "", type=type)
    if won is not None and game.round > won:
        yield _against(law, "match-won", f"won in round {won}", type=type)


def _by_membership(field: Field, event: Event, game: Game, type: str | None) -> Iterator[NotCounted]:
    law, days = field.law, (game.first_day, game.last_day)
    if not law.has("membership"):
        return  # who is on no register has no rating
    for player in (game.white, game.black):
        member = field.members.get(player)
        if member is None:
            detail = f"{player} is not on the register"
            yield _against(law, "not-a-member", detail, player, days[0], type=type)
            continue
        one_time = player in event.one_time
        day = law.shapes.membership(law, member.membership, *days, one_time, field.switches)
        if day is not None:
            detail = f"{player} had no membership on {day.isoformat()}"
            yield _against(law, "not-a-member", detail, player, day, type=type)


def _by_rating(seen: Seen, event: Event, game: Game, type: str | None) -> Iterator[NotCounted]:
    field, law = seen.field, seen.field.law
    if type is None:
        # No type to be rated in: only who holds no rating at all is UR.
        both = (game.white, game.black)
        unrated = [player for player in both if not any(item.held for item in field.standings.all_of(player))]
    else:
        unrated = _unrated(seen, game, seen.of(game.white, type), seen.of(game.black, type))
    if unrated:
        yield _against_unrated(law, "unrated-player", unrated, type)
    if event.id in field.matches:
        if type is not None:
            unrated = _unrated(seen, game, seen.asked(game.white, type), seen.asked(game.black, type))
        if unrated:
            yield _against_unrated(law, "unrated-match", unrated, type)


def _unrated(seen: Seen, game: Game, white: Standing, black: Standing) -> list[str]:
    """Who of the two is unrated, or both where they are so for each other alone."""
    law = seen.field.law
    if not law.shapes.unrated(law, white, black, seen.field.switches):
        return []
    both = (game.white, white), (game.black, black)
    return [player for player, item in both if item.rating is None] or [game.white, game.black]


def _against_unrated(law: Edition, reason: str, unrated: Sequence[str], type: str | None) -> NotCounted:
    detail = " and ".join(unrated) + f" without a {type or 'national'} rating"
    return _against(law, reason, detail, unrated[0] if len(unrated) == 1 else None, type=type)


def _by_both_ratings(seen: Seen, event: Event, game: Game, type: str | None) -> Iterator[NotCounted]:
    """What stands against this game by who plays it: too fast for their ratings, or these too far apart."""
    law = seen.field.law
    if type is None or not (law.has("rate_of_play") or law.has("too_far_apart")):
        return
    white, black = seen.asked(game.white, type), seen.asked(game.black, type)
    needed = law.shapes.rate_of_play(law, type, white, black, seen.field.switches)
    if needed is not None and event.minutes_at_60 is not None and event.minutes_at_60 < needed:
        detail = f"{event.minutes_at_60} minutes, {needed} needed with these ratings"
        yield _against(law, "too-fast", detail, type=type)
    apart = law.shapes.too_far_apart(law, type, white, black)
    if apart is not None:
        yield _against(law, "too-far-apart", f"{apart} points", type=type)


def _against(
    law: Edition,
    reason: str,
    detail: str,
    player: str | None = None,
    day: date | None = None,
    *,
    type: str | None,
) -> NotCounted:
    return NotCounted(reason, law.article_of_reason(reason, type), detail, player, day)


@dataclass(slots=True, unsafe_hash=True)
class Side:
    """One side of a game, and whether a birth date was missing for its K."""

    line: GameLine
    birth_date_missing: bool = False


def sides_of(field: Field, event: Event, game: Game, problems: list[Problem]) -> Iterator[Side]:
    """White's side, then Black's. A game that cannot be decided adds a problem."""
    type = type_of(field.law, event, field.switches)
    white, black = seen_by_both(field, event, game.white, game.black)
    reasons = reasons_against(white, event, game, type)
    yield _side(white, event, game, type, "white", reasons, problems)
    if black is not white:
        reasons = reasons_against(black, event, game, type)
    yield _side(black, event, game, type, "black", reasons, problems)


def _side(
    seen: Seen,
    event: Event,
    game: Game,
    type: str | None,
    colour: Literal["white", "black"],
    reasons: tuple[NotCounted, ...],
    problems: list[Problem],
) -> Side:
    player, opponent = (game.white, game.black) if colour == "white" else (game.black, game.white)
    field, law = seen.field, seen.field.law
    if law.shapes.member_alone(law, field.switches):
        reasons = tuple(r for r in reasons if r.reason != "not-a-member" or r.player == player)
    own = None if type is None else seen.of(player, type)
    other = None if type is None else seen.of(opponent, type)
    only_unrated = [item.reason for item in reasons] == ["unrated-player"]
    entering = stand_in = None
    if only_unrated and own is not None and other is not None:
        if own.rating is None:
            entering = law.shapes.entering(law, other, own, field.switches)
        elif other.rating is None:
            stand_in = law.shapes.rating_of_unrated(law, other, own, field.switches)
    if stand_in is not None:
        # Rated for this player, at the rating the text gives UR; for the UR player it is not (R7).
        reasons = ()
    line = line_of(
        event,
        game,
        colour,
        type=type,
        rating=own.rating if own else None,
        rating_from=own.source if own else None,
        opponent_rating=stand_in if stand_in is not None else other.rating if other else None,
        opponent_rating_from=other.source if other else None,
        rated_player=own.rating is not None
        if own
        else any(standing.held for standing in field.standings.all_of(player)),
        counts=not reasons,
        for_initial=entering is not None,
        reasons=reasons,
        enters_at=entering,
    )
    score = line.score
    if reasons or type is None or score is None or line.rating is None or line.opponent_rating is None:
        return Side(line)
    expected = law.shapes.expected_score(law, line.rating, line.opponent_rating, type)
    k = _k(field, line, type, problems)
    return Side(
        replace(
            line,
            d=expected.d,
            d_used=expected.d_used,
            column=expected.column,
            pd=expected.pd,
            expected_article=law.article_of_role("expected_score", type),
            k=k.k,
            k_reason=k.reason,
            k_article=law.article_of_role("k_factor", type),
            c=law.shapes.change(law, score, expected.pd, k.k),
        ),
        k.birth_date_missing,
    )


def held_to_k_limit(field: Field, sides: Sequence[Side]) -> Sequence[Side]:
    """The sides of a period with K as its number of games leaves it; for the reason `many` where that is
    less than K by the games and the age."""
    law = field.law
    rated = Counter((side.line.player, side.line.type) for side in sides if side.line.c is not None)
    limits: dict[tuple[int, int], int | None] = {}
    found = list(sides)
    for n, side in enumerate(sides):
        line = side.line
        if line.k is None or line.pd is None or line.score is None:
            continue
        asked = (line.k, rated[line.player, line.type])
        if asked not in limits:
            limits[asked] = law.shapes.k_limit(law, *asked, field.switches)
        if (k := limits[asked]) is not None and k != line.k:
            c = law.shapes.change(law, line.score, line.pd, k)
            article = law.article_of_role("k_limit", line.type)
            found[n] = replace(side, line=replace(line, k=k, k_reason="many", k_article=article, c=c))
    return found


def line_of(event: Event, game: Game, colour: Literal["white", "black"], **told: Any) -> GameLine:
    """A game as one of its two players has it, with what else is told of it."""
    white = colour == "white"
    return GameLine(
        event=event.id,
        ref=game.ref,
        round=game.round,
        board=game.board,
        first_day=game.first_day,
        last_day=game.last_day,
        player=game.white if white else game.black,
        opponent=game.black if white else game.white,
        colour=colour,
        result=game.result,
        score=SCORES.get(game.result, (None, None))[0 if white else 1],
        **told,
    )


def _k(field: Field, line: GameLine, type: str, problems: list[Problem]) -> KFactor:
    """K on the day of the game. Where only the event's days are known and K is not the same on all of
    them, the officer has to date the game."""
    first, last = (k_on(field, line.player, type, day) for day in (line.first_day, line.last_day))
    if first.k != last.k:
        problems.append(
            Problem(
                "date-needed",
                f"event {line.event}, round {line.round}, {line.player} - {line.opponent}",
                f"the day of the game: K is {first.k} on {line.first_day.isoformat()} "
                f"and {last.k} on {line.last_day.isoformat()}",
                "only the days of the event",
                "the officer gives the date of the round",
            )
        )
    return last


def k_on(field: Field, player: str, type: str, day: date, since: Mapping[str, int] | None = None) -> KFactor:
    """K of a rated player on a day. `since`: by type the games that count beside those of the list before."""
    mine = field.standings.by_member.get(player, {})
    if since:
        mine = {t: replace(item, games=item.games + since.get(t, 0)) for t, item in mine.items()}
    facts = KFacts(
        standing=mine[type],
        all_types=tuple(mine.values()),
        born=field.members[player].born,
        day=day,
        list_date=field.list_date,
    )
    return field.law.shapes.k_factor(field.law, facts, field.switches)
