"""The explanation of a member's ratings on one list as plain values: what text, JSON and HTML all show.

Built from stored rows alone. Scores are halves, changes and expected scores hundredths, as stored.
"""

import json
from collections.abc import Callable
from typing import Any

from office.families.japanese.earlier import kept_values
from office.families.japanese.sums import fault
from office.lists.law import law_of_version
from office.tables import GameLineRow, ListRatingRow
from publication.account import queensland_document
from publication.account.member import Story
from rating.citation import REGISTRY
from rating.edition import Edition
from rating.interpretations import Interpretations

Values = dict[str, Any]


def cite(law: Edition, function: Callable[..., Any]) -> str:
    """The article of an edition that a function carries."""
    return REGISTRY[function.__name__].articles[law.id]


def document(story: Story) -> Values:
    """Everything behind the ratings of one member on one list version."""
    version, printed = story.version, story.printed
    base: Values = {
        "member": {
            "id": story.member.federation_id,
            "name": printed.name if printed else story.member.name,
            "kanji": printed.kanji if printed else story.member.kanji,
        },
        "list": version.list_date.isoformat(),
        "version": version.version,
        "state": version.state,
        "how": version.how,
    }
    if story.by_event is not None:
        base["family"] = "queensland"
    if version.how == "opening":
        taken = queensland_document.opening(story) if story.by_event is not None else _opening(story)
        return {**base, "opening": taken}
    law, switches = law_of_version(version)
    assert story.previous is not None
    if story.by_event is not None:
        parts = [queensland_document.rating_part(story, t, law, switches) for t in law.shapes.types(law)]
        return {**base, **_made_under(story), "types": parts}
    return {
        **base,
        "edition": version.edition,
        "interpretations": json.loads(version.interpretations),
        "k_numbers": {n: v for n, v in law.values.items() if n.startswith("k_")},
        "period": [str(version.period_first), str(version.period_last)],
        "previous_list": {"list": str(story.previous.list_date), "version": story.previous.version},
        "types": [_type(story, type_, law, switches) for type_ in law.shapes.types(law)],
        "games_of_no_type": [_game(x) for x in story.lines if x.type is None],
    }


def _made_under(story: Story) -> Values:
    version = story.version
    assert story.previous is not None
    return {
        "edition": version.edition,
        "interpretations": json.loads(version.interpretations),
        "period": [str(version.period_first), str(version.period_last)],
        "previous_list": {"list": str(story.previous.list_date), "version": story.previous.version},
    }


def _opening(story: Story) -> Values:
    return {
        "ratings": [
            {
                "type": type_,
                "rating": row.rating,
                "games": row.games,
                "peak": row.peak,
                "peak_assumed": row.peak_assumed,
            }
            for type_, row in story.ratings.items()
        ],
        "kept": [kept_values(game, "") for game in story.earlier],
    }


def _type(story: Story, type_: str, law: Edition, switches: Interpretations) -> Values:
    row = story.ratings.get(type_)
    mine = [x for x in story.lines if x.type == type_]
    counted = [x for x in mine if x.counts]
    told: Values = {
        "type": type_,
        "how": row.how if row else "unrated",
        "games": [_game(x, law) for x in counted],
        "towards_initial": [_game(x) for x in mine if x.for_initial],
        "not_counted": [_game(x) for x in mine if not x.counts and not x.for_initial],
        "initial_article": cite(law, law.shapes.initial),
        "unrated_opponent": law.values.get("unrated_opponent"),
        "half_point": law.values.get("points_for_half_point"),
        "rating": None,
    }
    if row is None:
        carried = law.shapes.carried_over(law) or {}
        kept = [kept_values(g, "") for g in story.earlier if carried.get(g.type, g.type) == type_]
        return {**told, "kept": kept}
    wrong = fault(row, mine, law, switches)
    told |= {
        "rating": row.rating,
        "previous": row.previous,
        "previous_from": _previous_from(row, law),
        "previous_article": _previous_article(row, law),
        "taken_from": row.taken_from,
        "games_in_all": row.games,
        "peak": row.peak,
        "peak_assumed": row.peak_assumed,
        "k_printed": row.k,
        "floor": {"acted": row.floored, "article": cite(law, law.shapes.floor)},
        "check": {"holds": wrong is None, "found": wrong},
    }
    if row.marks and law.has("marks"):
        told["marks"] = {"words": row.marks.split(), "article": law.article_of_role("marks")}
    if row.how == "initial":
        initial = json.loads(row.initial or "{}")
        role = "performance" if row.decided is None else "decision"
        return told | {"initial": {**initial, "article": law.article_of_role(role)}}
    if row.adjusted is not None:
        told["adjustment"] = {
            "points": row.adjusted,
            "reference": row.adjustment_reference,
            "article": law.article_of_role("adjustment"),
        }
    return told | {
        "sum": {"change": row.change, "rounded": row.rounded, "article": cite(law, law.shapes.rounding)}
    }


def _previous_from(row: ListRatingRow, law: Edition) -> str | None:
    """`adopted` is of the other type; a rating taken over from elsewhere is `outside`."""
    if row.previous_from == "adopted" and row.taken_from not in law.shapes.types(law):
        return "outside"
    return row.previous_from


def _previous_article(row: ListRatingRow, law: Edition) -> str | None:
    roles = {"fide": "fide", "adopted": "other_type", "outside": "outside_rating"}
    role = roles.get(_previous_from(row, law) or "")
    return law.article_of_role(role) if role else None


def _game(x: GameLineRow, law: Edition | None = None) -> Values:
    """One game as this player has it; with `law` one that counts, K's reason in the edition's numbers."""
    base: Values = {
        "event": {"key": x.event_key, "name": x.event_name},
        "round": x.round,
        "board": x.board,
        "days": [x.first_day.isoformat(), x.last_day.isoformat()],
        "colour": x.colour,
        "result": x.result,
        "opponent": {"id": x.opponent_id, "name": x.opponent_name},
        "rating": x.rating,
        "opponent_rating": x.opponent_rating,
    }
    if law is None:
        return base | {"reasons": json.loads(x.reasons)}
    names = ("opponent_rating_from", "d", "d_used", "column", "pd", "expected_article", "k", "k_reason")
    return base | {n: getattr(x, n) for n in (*names, "k_article", "score", "c")}
