"""The sums behind the Japanese lists, added up again from the stored games by the articles."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from operator import itemgetter
from typing import Any

from sqlmodel import SQLModel

from office.families.family import NO_FIGURES, UNREADABLE, WorkedOut
from office.families.japanese.initial import is_assumed, performance_values
from office.lists.columns import Stored, StoredRows, table_of
from office.lists.law import law_of_version
from office.tables import GameLineRow, ListRatingRow, ListVersionRow
from rating.adjusted import points_onto
from rating.edition import Edition
from rating.interpretations import Interpretations
from rating.records import EarlierGame
from rating.results import SCORES


def worked_out(stored: StoredRows, version: ListVersionRow, number: str | None) -> Iterator[WorkedOut]:
    """Every row of a version worked out again from its stored games, or those of one member."""
    law, switches = law_of_version(version)
    lines: dict[tuple[str | None, str | None], list[Stored]] = {}
    for line in stored.of(GameLineRow, number):
        lines.setdefault((line.federation_id, line.type), []).append(line)
    stands, whose = _standing(law, switches), itemgetter(*_places(ListRatingRow, ("federation_id", "type")))
    for row in stored.of(ListRatingRow, number):
        who, type_ = key = whose(row)
        mine = lines.get(key, ())
        try:
            found = None if not mine and stands(row) else fault(row, mine, law, switches)
        except UNREADABLE:
            found = NO_FIGURES
        yield WorkedOut(f"{who}, {type_}", type_, found)


_STOOD = (
    *("how", "games", "adopted", "marks", "previous", "change", "rounded", "floored", "rating"),
    *("period_games", "peak", "adjusted", "adjustment_reference"),
)


def _standing(law: Edition, switches: Interpretations) -> Callable[[Stored], bool]:
    """Tells of a rating without games whether everything stored of it is what that gives, so that `fault` has
    nothing to say: of most players nothing else is true."""
    cells, none = itemgetter(*_places(ListRatingRow, _STOOD)), law.shapes.rounding(law, (), switches)

    @cache
    def floored(rating: int) -> int:
        return law.shapes.floor(law, rating)

    @cache
    def marked(how: str, games: int, adopted: bool, marks: str | None) -> bool:
        return tuple((marks or "").split()) == (law.shapes.marks(law, how, games, adopted, switches) or ())

    def stands(row: Stored) -> bool:
        (
            how, games, adopted, marks, previous, change, rounded, raised, rating, played, peak, adjusted,
            reference,
        ) = cells(row)  # fmt: skip
        if how == "initial" or previous is None or raised or adjusted is not None or reference is not None:
            return False
        if change != 0 or played != 0 or rounded != none or rating != previous + none:
            return False
        if floored(rating) != rating or peak < rating or games < 0:
            return False
        return marked(how, games, adopted, marks)

    return stands


def fault(row: Stored, lines: Sequence[Stored], law: Edition, switches: Interpretations) -> str | None:
    """What the stored games of a player and type give, where it is not what is stored of him; None where
    it is. Every figure that an explanation shows is worked out again from those before it."""
    marks = law.shapes.marks(law, row.how, row.games, row.adopted, switches) or ()
    if tuple((row.marks or "").split()) != marks:
        return f"marks {' '.join(marks) or 'none'}, not {row.marks or 'none'}"
    if row.how == "initial":
        return _initial_fault(row, [line for line in lines if line.for_initial], law, switches)
    counted = [line for line in lines if line.counts]
    for line in counted:
        found = _line_fault(line, row, law)
        if found:
            return f"round {line.round}, {line.opponent_name}: {found}"
    changes = [line.c or 0 for line in counted]
    if sum(changes) != row.change or len(counted) != row.period_games:
        return f"{len(counted)} games and {sum(changes)} hundredths, not {row.period_games} and {row.change}"
    rounded = law.shapes.rounding(law, changes, switches)
    adjusted = row.adjusted or 0
    worked = (row.previous or 0) + rounded
    before = worked + adjusted
    onto = worked if row.adjusted is None else points_onto(law, worked, switches)
    rating = law.shapes.floor(law, onto + adjusted)
    if rounded != row.rounded or rating != row.rating or row.floored != (rating != before):
        by = f" {adjusted:+d}" if adjusted else ""
        return f"{row.previous} {rounded:+d}{by} = {rating}, not {row.rating}"
    if row.peak < row.rating:
        return f"a peak of {row.peak} and a rating of {row.rating}"
    if row.games < row.period_games:
        return f"{row.games} games in all and {row.period_games} in the period"
    if (row.adjusted is None) != (row.adjustment_reference is None):
        return "an adjustment without its reference, or a reference without points"
    return None


def _line_fault(line: Stored, row: Stored, law: Edition) -> str | None:
    """What one stored game gives, where it is not what is stored of it."""
    rating, opponent, score, result, colour, d, d_used, column, pd, k, why, c = _cells()(line)
    if rating != row.previous:
        return f"own rating {rating} in a game, and {row.previous} before the list"
    if rating is None or opponent is None or score is None or k is None:
        return "a game that counts without ratings, score or K"
    scores = SCORES.get(result, (None, None))
    if colour and score != scores[colour == "black"]:
        return f"a score of {score} halves for {colour} in {result}"
    again = law.shapes.expected_score(law, rating, opponent, line.type or "")
    if (d, d_used, column, pd) != (again.d, again.d_used, again.column, again.pd):
        return f"D {again.d}, PD {again.pd} {again.column}, where {d}, {pd} {column} is stored"
    if why == "many":  # R68: held to the limit by the games of the period
        by_rule: object = law.number("k_times_games") // max(row.period_games, 1)
    else:
        by_rule = law.values.get(f"k_{why}")
    if by_rule != k:
        return f"K {by_rule} ({why}), where {k} is stored"
    found = law.shapes.change(law, score, again.pd, k)
    return None if found == c else f"C {found}, where {c} is stored"


_CELLS = (
    *("rating", "opponent_rating", "score", "result", "colour", "d", "d_used", "column", "pd"),
    *("k", "k_reason", "c"),
)


@cache
def _cells() -> itemgetter[Any]:
    """Gives the cells of a stored game at once: a row asks for each name anew."""
    return itemgetter(*_places(GameLineRow, _CELLS))


def _places(table: type[SQLModel], wanted: Iterable[str]) -> Iterator[int]:
    names = [column.name for column in table_of(table).columns]
    return map(names.index, wanted)


def _initial_fault(row: Stored, lines: list[Stored], law: Edition, switches: Interpretations) -> str | None:
    stored = json.loads(row.initial or "{}")
    games = [
        EarlierGame(
            type=row.type,
            date=date.fromisoformat(g["date"]),
            opponent_rating=g["opponent_rating"],
            score=g["score"],
            assumed=is_assumed(g),
        )
        for g in stored["games"]
    ]
    if found := _games_fault(row, stored, lines):
        return found
    if row.games < (counted := law.shapes.games_of_unrated(law, games, switches)):
        return f"{counted} games for the initial rating, and {row.games} in all"
    performance = law.shapes.performance(law, games, switches)
    for name, value in performance_values(performance).items():
        if stored[name] != value:
            return f"{name} {value}, not {stored[name]}"
    if row.decided is not None and law.shapes.decision(law, games) is None:
        return f"decided at {row.decided}, where the regulations ask for no decision"
    before = performance.pr if row.decided is None else row.decided
    rating = law.shapes.floor(law, before)
    if rating != row.rating or row.floored != (rating != before) or stored["floor_acted"] != row.floored:
        what = f"performance {before}" if row.decided is None else f"decided at {before}"
        return f"{what}, so {rating}, not {row.rating}"
    return None


def _games_fault(row: Stored, stored: Mapping[str, Any], lines: list[Stored]) -> str | None:
    """Whether the games an initial rating is worked from are those that the list stores of the player."""
    if len(lines) != row.period_games:
        return f"{len(lines)} games of the period, not {row.period_games}"
    first, last = stored["window"]
    told = Counter((g["event_key"], g["round"], g["opponent_id"], g["score"]) for g in stored["games"])
    new = Counter(
        (x.event_key, x.round, x.opponent_id, x.score)
        for x in lines
        if first <= x.first_day.isoformat() and x.last_day.isoformat() <= last
    )
    for game in stored["games"]:
        if not first <= game["date"] <= last:
            return f"a game of {game['date']}, not from {first} to {last}"
    for event, round_, opponent, _ in new - told:
        return f"{event}, round {round_}, {opponent}: not so among the games of the initial rating"
    return None
