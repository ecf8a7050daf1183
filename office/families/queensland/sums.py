"""The sums behind the Queensland list, worked out again from its stored rows by the articles."""

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from office.families.family import NO_FIGURES, UNREADABLE, WorkedOut
from office.lists.columns import Stored, StoredRows
from office.lists.law import law_of_version
from office.tables import EventLineRow, EventRatingRow, ListMemberRow, ListRatingRow, ListVersionRow
from rating.edition import Edition
from rating.interpretations import Interpretations
from rating.records import EventPerformance
from rating.steps import Crosstable

Games = Sequence[Mapping[str, Any]]


def worked_out(stored: StoredRows, version: ListVersionRow, number: str | None) -> Iterator[WorkedOut]:
    """Every event and every row of a version worked out again, or those of one player."""
    law, switches = law_of_version(version)
    (type_,) = law.shapes.types(law)
    events: dict[str, list[Stored]] = {}
    mine: dict[str | None, list[Stored]] = {}
    for line in sorted(stored.of(EventLineRow), key=lambda one: (one.event_key, one.player)):
        events.setdefault(line.event_key, []).append(line)
        mine.setdefault(line.federation_id, []).append(line)
    for key, all_of_it in events.items():
        if number is None or number in {line.federation_id for line in all_of_it}:
            try:
                found = event_fault(all_of_it, law, switches)
            except UNREADABLE:
                found = NO_FIGURES
            yield WorkedOut(f"event {key}", type_, found)

    people = {person.federation_id: person for person in stored.of(ListMemberRow, number)}
    marks = {mark.federation_id: mark for mark in stored.of(EventRatingRow, number)}
    for row in stored.of(ListRatingRow, number):
        who = row.federation_id
        try:
            found = row_fault(row, marks.get(who), people[who], mine.get(who, []), version, law, switches)
        except UNREADABLE:
            found = NO_FIGURES
        yield WorkedOut(f"{who}, {row.type}", type_, found)


def event_fault(lines: Sequence[Stored], law: Edition, switches: Interpretations) -> str | None:
    """What the stored games of an event give, where it is not what is stored; None where it is."""
    games = {line.player: json.loads(line.opponents) for line in lines}
    estimates = {line.player: tuple(json.loads(line.estimates)) for line in lines}
    rated = {line.player: line.rating for line in lines if not estimates[line.player]}
    tables = {
        player: Crosstable(tuple(g["player"] for g in mine), sum(g["score"] for g in mine))
        for player, mine in games.items()
    }
    again = law.queensland.estimates(law, rated, tables, switches)
    for line in lines:
        if estimates[line.player] != again.get(line.player, ()):
            return f"{line.player_name} estimated {again.get(line.player, ())}, not {estimates[line.player]}"
        found = _line_fault(line, games[line.player], rated, estimates, law, switches)
        if found:
            return f"the figures of {line.player_name}: {found}"
    return None


def _line_fault(
    line: Stored,
    games: Games,
    rated: Mapping[str, int],
    estimates: Mapping[str, tuple[int, ...]],
    law: Edition,
    switches: Interpretations,
) -> str | None:
    do = law.queensland
    new = bool(estimates[line.player])
    own = estimates[line.player][-2] if new else line.rating
    for game in games:
        opponent = game["player"]
        worth = rated.get(opponent) if opponent in rated else estimates[opponent][-2 if new else -1]
        if worth != game["rating"] or do.held_opponent(law, own, game["rating"]) != game["counted"]:
            return f"round {game['round']}: {game['name']} stood at {worth}, not {game['rating']}"
    score, count = sum(g["score"] for g in games), len(games)
    average = Fraction(sum(g["counted"] for g in games), count)
    if (average, score, count) != (
        Fraction(line.average_numerator, line.average_denominator),
        line.score,
        line.games,
    ):
        return f"{score} halves of {count} games against {average}, not {line.score} of {line.games}"
    worked = do.event_performance(law, average, score, count, switches)
    if (worked.p, worked.dp, worked.pr) != (line.p, line.dp, line.performance):
        return f"performance {worked.pr}, not {line.performance}"
    if new and line.rating != worked.pr:
        return f"taken for {line.rating}, and the last cycle gives {worked.pr}"
    if line.standing != "rated":
        return None if line.change is None else "a change, and no full rating"
    expected = do.expected_of_event(law, own, average)
    k = do.event_k(law, line.time_class)
    change = do.event_change(law, score, count, expected.percentage, k)
    stored = (line.d, line.table_percentage, line.percentage, line.k, line.change)
    again = (expected.d, expected.table, expected.percentage, k, change)
    return None if stored == again else f"{again}, not {stored}"


def row_fault(
    row: Stored,
    mark: Stored | None,
    person: Stored,
    lines: Sequence[Stored],
    version: ListVersionRow,
    law: Edition,
    switches: Interpretations,
) -> str | None:
    """What a player's stored events give, where it is not his stored row; None where it is."""
    if mark is None:
        return "a rating without its marks"
    do = law.queensland
    active = do.active(law, person.last_game, version.list_date, switches)
    listed = active and do.listed(law, row.rating)
    if (active, listed) != (person.active, mark.listed):
        return f"listed {listed}, not {mark.listed}"
    if sum(line.games for line in lines) != row.period_games:
        return f"{sum(line.games for line in lines)} games, not {row.period_games}"
    if row.how == "initial":
        return _pool_fault(row, mark, lines, law, switches)
    if row.rounded is None:
        holds = mark.provisional and row.rating == row.previous and not lines
        return None if holds else "a provisional rating that moved without a game"
    changes = [line.change or 0 for line in lines]
    rounded = law.shapes.rounding(law, changes, switches)
    gained = (row.previous or 0) + rounded
    performed = tuple(EventPerformance(line.performance, line.games, line.time_class) for line in lines)
    rating = do.overshoot(law, row.previous or 0, gained, performed, switches).rating
    stored = (row.change, row.rounded, mark.gained, row.rating, mark.capped, mark.provisional)
    again = (sum(changes), rounded, gained, rating, rating != gained, False)
    return None if stored == again else f"{row.previous} {rounded:+d} = {rating}, not {row.rating}"


def _pool_fault(
    row: Stored, mark: Stored, lines: Sequence[Stored], law: Edition, switches: Interpretations
) -> str | None:
    told = json.loads(row.initial or "{}")["performances"]
    now = {
        (p["event_key"], p["performance"], p["games"], p["time_class"]) for p in told if p["period"] == "this"
    }
    if now != {(x.event_key, x.performance, x.games, x.time_class) for x in lines}:
        return "other performances of this period than those of its events"
    performed = [EventPerformance(p["performance"], p["games"], p["time_class"]) for p in told]
    pool = law.queensland.pooled(law, performed, switches)
    if (pool.rating, pool.provisional) != (row.rating, mark.provisional):
        return f"the mean of the performances is {pool.rating}, not {row.rating}"
    return None
