"""The sums behind a list, added up again from its stored games."""

import json
from datetime import date

from sqlmodel import Session, select

from importer.ids import QUEENSLAND
from office.explain import queensland_sums
from office.tables import GameLineRow, ListRatingRow, ListVersionRow
from rating.edition import Edition
from rating.editions import load
from rating.interpretations import Interpretations, interpretations
from rating.records import EarlierGame
from scraper.records import Problem


def law_of_version(version: ListVersionRow) -> tuple[Edition, Interpretations]:
    """The edition and the interpretations a version was reckoned with."""
    assert version.edition is not None
    chosen = {k.lower(): v for k, v in json.loads(version.interpretations).items()}
    return load(version.edition), interpretations(**chosen)


def wrong_sums(session: Session, version: ListVersionRow) -> list[Problem]:
    """Every row of a version whose stored games do not give its stored rating; empty when all hold."""
    if version.how == "opening":
        return []
    law, switches = law_of_version(version)
    if law.family == QUEENSLAND:
        return queensland_sums.wrong_sums(session, version, law, switches)
    lines: dict[tuple[str, str], list[GameLineRow]] = {}
    for line in session.exec(select(GameLineRow).where(GameLineRow.version_id == version.id)):
        if line.counts and line.federation_id is not None and line.type is not None:
            lines.setdefault((line.federation_id, line.type), []).append(line)
    wrong = []
    for row in session.exec(select(ListRatingRow).where(ListRatingRow.version_id == version.id)):
        found = fault(row, lines.get((row.federation_id, row.type), []), law, switches)
        if found:
            place = f"list of {version.list_date}, {row.federation_id}, {row.type}"
            remedy = "do not publish; make the draft anew: banzuke rate"
            wrong.append(Problem("sum-does-not-hold", place, "the stored rating", found, remedy))
    return wrong


def fault(
    row: ListRatingRow, lines: list[GameLineRow], law: Edition, switches: Interpretations
) -> str | None:
    """What the stored games give, where it is not the stored rating; None where it is."""
    if row.how == "initial":
        return _initial_fault(row, law, switches)
    for line in lines:
        assert line.score is not None and line.pd is not None and line.k is not None
        c = law.shapes.change(law, line.score, line.pd, line.k)
        if c != line.c:
            return f"a game with C {c} where {line.c} is stored"
    changes = [line.c or 0 for line in lines]
    if sum(changes) != row.change or len(lines) != row.period_games:
        return f"{len(lines)} games and {sum(changes)} hundredths, not {row.period_games} and {row.change}"
    rounded = law.shapes.rounding(law, changes, switches)
    adjusted = row.adjusted or 0
    rating = law.shapes.floor(law, (row.previous or 0) + rounded + adjusted)
    if rounded != row.rounded or rating != row.rating:
        by = f" {adjusted:+d}" if adjusted else ""
        return f"{row.previous} {rounded:+d}{by} = {rating}, not {row.rating}"
    if (row.adjusted is None) != (row.adjustment_reference is None):
        return "an adjustment without its reference, or a reference without points"
    return None


def _initial_fault(row: ListRatingRow, law: Edition, switches: Interpretations) -> str | None:
    stored = json.loads(row.initial or "{}")
    games = [
        EarlierGame(
            type=row.type,
            date=date.fromisoformat(g["date"]),
            opponent_rating=g["opponent_rating"],
            score=g["score"],
        )
        for g in stored["games"]
    ]
    if row.decided is not None:
        if law.shapes.decision(law, games) is None:
            return f"decided at {row.decided}, where the regulations ask for no decision"
        rating = law.shapes.floor(law, row.decided)
        return None if rating == row.rating else f"decided at {row.decided}, so {rating}, not {row.rating}"
    performance = law.shapes.performance(law, games, switches)
    rating = law.shapes.floor(law, performance.pr)
    return None if rating == row.rating else f"performance {performance.pr}, so {rating}, not {row.rating}"
