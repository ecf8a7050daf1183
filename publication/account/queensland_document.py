"""The explanation of a player's rating on a list that is reckoned event by event, as plain values.

Built from stored rows alone. Scores are halves, changes hundredths, as stored.
"""

import json
from typing import Any

from office.families.queensland.sums import event_fault, performances_of, row_fault
from office.tables import EventLineRow, ListRatingRow
from publication.account.member import Story
from publication.account.queensland_story import EventStory
from rating.edition import Edition
from rating.interpretations import Interpretations

Values = dict[str, Any]


def opening(story: Story) -> Values:
    """What was taken over from before this office."""
    held = story.by_event
    assert held is not None
    return {
        "ratings": [
            {
                "type": type_,
                "rating": row.rating,
                "provisional": bool(held.mark and held.mark.provisional),
                "listed": bool(held.mark and held.mark.listed),
            }
            for type_, row in story.ratings.items()
        ],
        "performances": [
            {"source": p.source, "time_class": p.time_class, "performance": p.performance, "games": p.games}
            for p in held.performances
        ],
    }


def rating_part(story: Story, type_: str, law: Edition, switches: Interpretations) -> Values:
    """The rating, every event behind it, and the games that do not count."""
    held = story.by_event
    assert held is not None
    row = story.ratings.get(type_)
    events = [_event(line, law) for line in held.lines]
    told: Values = {
        "type": type_,
        "how": row.how if row else "adult" if any(x.standing == "adult" for x in held.lines) else "none",
        "rating": None,
        "events": events,
        "not_counted": [
            {
                "event": {"key": x.event_key, "name": x.event_name},
                "round": x.round,
                "days": [x.first_day.isoformat(), x.last_day.isoformat()],
                "opponent": {"id": x.opponent_id, "name": x.opponent_name},
                "result": x.result,
                "reasons": json.loads(x.reasons),
            }
            for x in story.lines
            if not x.counts
        ],
        "numbers": {
            "percent_less": law.number("percent_less"),
            "above": law.number("ceiling_above"),
            "below": law.number("ceiling_below"),
            "full_from": law.number("full_from_games"),
            "not_counted": law.word("class_not_counted"),
            "listed_above": law.number("listed_above"),
            "inactive_after": law.number("inactive_after_months"),
            "many_games": law.number("overshoot_from_games"),
            "many_events": law.number("overshoot_from_events"),
            "many_points": law.number("overshoot_from_points"),
        },
        "articles": {
            role: law.article_of_role(role)
            for role in (
                "event_k", "expected_of_event", "event_change", "rounding", "pooled", "estimates",
                "less_percent", "held_opponent", "overshoot", "listed", "active", "adult_rating",
                "time_class", "event_performance",
            )
        },
    }  # fmt: skip
    wrong = _wrong(story, held, row, law, switches)
    if row is None:
        return told | ({"check": {"holds": wrong is None, "found": wrong}} if held.lines else {})
    return told | _row(story, held, row, law, switches) | {"check": {"holds": wrong is None, "found": wrong}}


def _row(
    story: Story, held: EventStory, row: ListRatingRow, law: Edition, switches: Interpretations
) -> Values:
    assert held.mark is not None
    assert story.printed is not None
    pool = json.loads(row.initial) if row.initial else None
    mean = None
    if row.previous is not None and held.mark.gained is not None:
        performed = performances_of(held.lines)
        mean = law.queensland.overshoot(law, row.previous, held.mark.gained, performed, switches).mean
    return {
        "rating": row.rating,
        "previous": row.previous,
        "provisional": held.mark.provisional,
        "listed": held.mark.listed,
        "active": story.printed.active,
        "last_game": story.printed.last_game and story.printed.last_game.isoformat(),
        "rank": row.rank,
        "period_games": row.period_games,
        "sum": None if row.change is None else {"change": row.change, "rounded": row.rounded},
        "gained": held.mark.gained,
        "capped": held.mark.capped,
        "mean_performance": None if mean is None else [mean.numerator, mean.denominator],
        "pool": pool,
    }


def _event(line: EventLineRow, law: Edition) -> Values:
    names = ("time_class", "class_assumed", "standing", "rating", "games", "score", "p", "dp", "performance")
    moved = ("d", "table_percentage", "percentage", "k", "change")
    estimates = json.loads(line.estimates)
    own = estimates[-2] if estimates else line.rating
    return {
        "event": {"key": line.event_key, "name": line.event_name},
        **{name: getattr(line, name) for name in (*names, *moved)},
        "average": [line.average_numerator, line.average_denominator],
        "estimates": estimates,
        "opponents": json.loads(line.opponents),
        "ceilings": [own - law.number("ceiling_below"), own + law.number("ceiling_above")],
        "expected": None if line.percentage is None else line.percentage * line.games,
    }


def _wrong(
    story: Story, held: EventStory, row: ListRatingRow | None, law: Edition, switches: Interpretations
) -> str | None:
    for lines in held.events.values():
        found = event_fault(lines, law, switches)
        if found:
            return found
    if row is None or story.printed is None:
        return None
    return row_fault(row, held.mark, story.printed, held.lines, story.version, law, switches)
