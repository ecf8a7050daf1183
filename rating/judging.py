"""Whether a game counts: all the reasons why it does not, in their order."""

from collections.abc import Iterator
from datetime import date

from rating.edition import Edition
from rating.field import Field, Seen
from rating.interpretations import Interpretations
from rating.outcome import NotCounted
from rating.reasons import REASONS
from rating.records import Event, Game


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


def _by_the_event(field: Field, event: Event, game: Game, type: str | None) -> Iterator[NotCounted]:
    law = field.law
    for decision in filter(None, (event.excluded, game.excluded)):
        yield _against(law, "excluded-by-officer", decision, type=type)
        break
    if event.organizer_refused is not None:
        yield _against(law, "organizer", event.organizer_refused, type=type)
    if type is None:
        yield _against(law, "too-fast", f"{event.minutes_at_60} minutes", type=type)
    if law.shapes.forfeit(law, game.result):
        yield _against(law, "forfeit", game.result, type=type)
    days = (game.first_day, game.last_day)
    deadline = law.shapes.late(law, event.reported, event.last_day, days, field.switches)
    if deadline is not None and not event.late_accepted:
        yield _against(
            law,
            "late",
            f"reported {event.reported.isoformat()}, in time until {deadline.isoformat()}",
            type=type,
        )
    if law.shapes.fee_excludes(law, event.fee_unpaid, event.fee_accepted):
        yield _against(law, "fee-unpaid", event.fee_unpaid or "", type=type)
    won = field.matches.get(event.id)
    if won is not None and game.round > won:
        yield _against(law, "match-won", f"won in round {won}", type=type)


def _by_membership(field: Field, event: Event, game: Game, type: str | None) -> Iterator[NotCounted]:
    law = field.law
    for player in (game.white, game.black):
        member = field.members.get(player)
        if not law.has("membership"):
            continue  # who is on no register has no rating
        if member is None:
            detail = f"{player} is not on the register"
            yield _against(law, "not-a-member", detail, player, game.first_day, type=type)
            continue
        one_time = player in event.one_time
        day = law.shapes.membership(law, member.membership, game.first_day, game.last_day, one_time)
        if day is not None:
            detail = f"{player} had no membership on {day.isoformat()}"
            yield _against(law, "not-a-member", detail, player, day, type=type)


def _by_rating(seen: Seen, event: Event, game: Game, type: str | None) -> Iterator[NotCounted]:
    field, law = seen.field, seen.field.law
    if type is None:
        # No type to be rated in: only who holds no rating at all is UR.
        unrated = [
            player
            for player in (game.white, game.black)
            if not any(item.held for item in field.standings.all_of(player))
        ]
    else:
        white, black = seen.of(game.white, type), seen.of(game.black, type)
        if not law.shapes.unrated(law, white, black, field.switches):
            return
        unrated = [
            player for player, item in ((game.white, white), (game.black, black)) if item.rating is None
        ] or [game.white, game.black]
    if unrated:
        detail = " and ".join(unrated) + f" without a {type or 'national'} rating"
        player = unrated[0] if len(unrated) == 1 else None
        yield _against(law, "unrated-player", detail, player, type=type)
        if event.id in field.matches:
            yield _against(law, "unrated-match", detail, player, type=type)


def _by_both_ratings(seen: Seen, event: Event, game: Game, type: str | None) -> Iterator[NotCounted]:
    """What stands against this game by who plays it: too fast for their ratings, or these too far apart."""
    law = seen.field.law
    if type is None or not (law.has("rate_of_play") or law.has("too_far_apart")):
        return
    white, black = seen.of(game.white, type), seen.of(game.black, type)
    needed = law.shapes.rate_of_play(law, type, white, black)
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
