"""The outcome of a run of the Japanese lists as rows of the tables, with what is printed beside a rating: K,
ranks, membership and activity (R18, R23); unrated players' games, stored from run to run (6(3))."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from datetime import date
from functools import cache
from itertools import chain, compress
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from sqlmodel import Session

from office.families.japanese.initial import game_kept, is_assumed, performance_values
from office.lists.columns import Columns, each_once, read_rows
from office.lists.law import carried_over, known_as
from office.runs.derived import RATING_FIELDS, columns_told, last_played, printed_names
from office.runs.inputs import Values, day_of
from office.runs.ranks import rank_of_each
from office.tables import EarlierGameRow, ListMemberRow, ListRatingRow
from rating.records import Held
from rating.row_columns import column, moving

if TYPE_CHECKING:
    from office.tables import ListVersionRow
    from rating.edition import Edition
    from rating.interpretations import Interpretations
    from rating.outcome import Outcome, Row
    from rating.records import EarlierGame


KEPT = ("opponent_rating", "score", "source", "event_key", "round", "opponent_id", "opponent_name")
FACTS = (*KEPT[2:], "list")


def kept_games(
    session: Session, version: ListVersionRow, renamed: Mapping[str, str]
) -> dict[str, list[Values]]:
    """The stored games of a version as inputs of the next run, by player and in the order of their days;
    `ref` is the key of each there. `renamed`: types that the next edition has under another name."""
    names = ("federation_id", "type", "played_on", "list_date", *KEPT)
    rows = read_rows(session, EarlierGameRow, version.id, names)
    found: dict[str, list[Values]] = defaultdict(list)
    by_day = sorted(rows, key=lambda row: row[2])
    for number, type_, day, list_date, *cells in by_day:
        mine = found[number]
        game = {"ref": f"kept {number} {len(mine)}", "type": renamed.get(type_, type_)}
        game["date"] = day.isoformat()
        game |= zip(KEPT, cells, strict=True)
        mine.append(game | {"list": list_date.isoformat() if list_date else None})
    return found


class Earlier:
    """The games of a run by player and key: those it was given and those it brought."""

    def __init__(self, outcome: Outcome, inputs: Values) -> None:
        known = {m["id"]: m["name"] for m in inputs["members"]}
        events = {e["key"]: e["name"] for e in inputs["events"]}
        self._facts: dict[tuple[str, str | None], Values] = {
            (m["id"], g["ref"]): g for m in inputs["members"] for g in m["earlier_games"]
        }
        self._previous = previous = outcome.previous_list.isoformat()
        printed = cache(lambda: printed_names(inputs))  # of who is on no register (R123)
        for line in outcome.lines:
            if line.for_initial:
                who, name = line.opponent, known.get(line.opponent)
                opponent = (who, name) if name else (None, printed()[line.event, who])
                cells = (events[line.event], line.event, line.round, *opponent)
                self._facts[line.player, line.ref] = dict(zip(FACTS, (*cells, previous), strict=True))

    def values(self, player: str, game: EarlierGame) -> Values:
        """All that is stored of a game."""
        facts = self._facts[player, game.ref]
        told: Values = {"type": game.type, "date": game.date.isoformat()}
        told |= {"opponent_rating": game.opponent_rating, "score": game.score}
        if "ref" in facts and (facts["opponent_rating"], is_assumed(facts)) != _entering(game):
            facts = facts | {"list": self._previous}  # R105
        return told | {name: facts[name] for name in FACTS} | ({"list": None} if game.assumed else {})


def _entering(game: EarlierGame) -> tuple[int, bool]:
    return game.opponent_rating, game.assumed


def rows(
    outcome: Outcome, inputs: Values, law: Edition
) -> Iterable[tuple[type, Sequence[Mapping[str, Any]] | Columns]]:
    games, day = Earlier(outcome, inputs), outcome.list_date.isoformat()
    people = inputs["members"]
    on_day = frozenset(m["id"] for m in people for first, last in m["membership"] if first <= day <= last)
    yield ListMemberRow, _members(outcome, inputs, on_day)
    yield ListRatingRow, _ratings(outcome, inputs, law, games, on_day)
    yield EarlierGameRow, _earlier(outcome, games)


def _members(outcome: Outcome, inputs: Values, on_day: Set[str]) -> Columns:
    """Everyone with a rating of any type on the list, with his membership and activity on its date."""
    members = {m["id"]: m for m in inputs["members"]}
    in_order = chain(*(column(rows, "id") for rows in outcome.lists.values()))  # those of each type
    on_list = list(dict.fromkeys(sorted(in_order)))
    last, day = last_played(outcome, members), outcome.list_date
    if outcome.interpretations.r95 == "active":
        for row in chain(*map(moving, outcome.lists.values())):
            if row.initial is not None:
                last[row.id] = max([last[row.id] or date.min, *(game.date for game in row.initial.games)])
    year, played = year_before(day), list(map(last.__getitem__, on_list))
    mine = list(map(members.__getitem__, on_list))
    return {
        "federation_id": on_list,
        "name": list(map(itemgetter("name"), mine)),
        "kanji": list(map(itemgetter("kanji"), mine)),
        "member_on_day": list(map(on_day.__contains__, on_list)),
        "active": each_once(played, lambda of: of is not None and year <= of < day),
        "last_game": played,
    }


def _ratings(outcome: Outcome, inputs: Values, law: Edition, games: Earlier, on_day: Set[str]) -> Columns:
    """Every row of every type, with the K and the rank that the list prints (`on_day`: the members then)."""
    members = {m["id"]: m for m in inputs["members"]}
    everyone = outcome.interpretations.r18 == "everyone-ranked"
    found: dict[str, list[Any]] = defaultdict(list)
    printed = printed_k(outcome, members, law)
    for type_, rows in outcome.lists.items():
        told = columns_told(rows, ("id", *RATING_FIELDS, *KEPT_AS_TOLD, *TOLD_OTHERWISE))
        numbers, count = told.pop("id"), len(rows)
        floored, adjusted, marks, initial = map(told.pop, TOLD_OTHERWISE)
        ranked = [everyone] * count if everyone else list(map(on_day.__contains__, numbers))
        place = rank_of_each(compress(told["rating"], ranked))
        held = list(map(itemgetter("ratings"), map(members.__getitem__, numbers)))
        new = {n: rows[n] for n, one in enumerate(initial) if one is not None}
        decided = {n: _decided(row, members[row.id], type_) for n, row in new.items()}
        worked = {n: _initial(row, games, decided[n]) for n, row in new.items()}
        by = told["adjustment_reference"]
        told |= {
            "federation_id": numbers,
            "type": [type_] * count,
            "rank": [
                place[of] if is_ranked else None for of, is_ranked in zip(told["rating"], ranked, strict=True)
            ],
            "floored": floored,
            "peak_assumed": [one is not None and one["peak_assumed"] for one in _before(held, type_, law)],
            "k": printed[type_],
            "initial": _at(worked, count),
            "adjusted": _at({n: adjusted[n] for n, one in enumerate(by) if one is not None}, count),
            "decided": _at({n: one["rating"] for n, one in decided.items() if one}, count),
            "marks": each_once(marks, lambda one: " ".join(one) if one else None),
        }
        for name, column_ in told.items():
            found[name] += column_
    return found


def _at(told: Mapping[int, Any], count: int) -> list[Any]:
    """A column with something in a few places."""
    found: list[Any] = [None] * count
    for place, value in told.items():
        found[place] = value
    return found


KEPT_AS_TOLD = ("taken_from", "adopted", "adjustment_reference")
TOLD_OTHERWISE = ("floor_acted", "adjusted", "marks", "initial")


def year_before(day: date) -> date:
    """The same day a year earlier; list dates are firsts of months, so it always exists."""
    return day.replace(year=day.year - 1)


def printed_k(outcome: Outcome, members: Mapping[str, Values], law: Edition) -> dict[str, list[int]]:
    """R23: the K of a game played on the list's date, by this very list (or, switched, by the one before), by
    type in the order of its rows."""
    from rating.columns.k_factor import OfType, printed

    ids = {type_: column(rows, "id") for type_, rows in outcome.lists.items()}
    numbers = list(dict.fromkeys(chain(*ids.values())))
    days = each_once(map(itemgetter("born"), map(members.__getitem__, numbers)), day_of)
    born: dict[str, date | None] = dict(zip(numbers, days, strict=True))
    switches = outcome.interpretations
    if switches.r23 == "this-period" or switches.r12 == "both-types":
        held = {type_: OfType.of(mine) for type_, mine in _one_by_one(outcome, members, law, born).items()}
    else:
        names = ("rating", "games", "peak", "adopted")
        held = {
            type_: OfType(ids[type_], *(column(rows, name) for name in names))
            for type_, rows in outcome.lists.items()
        }
    found = printed(law, held, born, outcome.list_date, switches)
    return {type_: found[type_][: len(rows)] for type_, rows in outcome.lists.items()}


def _one_by_one(
    outcome: Outcome, members: Mapping[str, Values], law: Edition, born: Mapping[str, date | None]
) -> dict[str, dict[str, Held | Row]]:
    """What everybody of whom K is printed holds, where more than the list itself is asked."""
    from rating.columns.arrays import UNRATED as NO_RATING

    held: dict[str, dict[str, Held | Row]] = {
        type_: {row.id: row for row in rows} for type_, rows in outcome.lists.items()
    }
    if outcome.interpretations.r23 == "this-period":
        held = {
            t: {
                row.id: _without_period(row, t, members[row.id], law, outcome.interpretations) for row in rows
            }
            for t, rows in outcome.lists.items()
        }
        for number in born:
            for type_, one in members[number]["ratings"].items():
                before = Held(one["rating"], one["games"], one["peak"], one["adopted"])
                mine = held.setdefault(carried_over(law).get(type_, type_), {})
                mine[number] = before  # who has no row stands behind those who have
    if outcome.interpretations.r12 == "both-types":
        for type_, mine in held.items():
            for number in born.keys() - mine.keys():  # the games of who is unrated in it count too
                games = _towards(outcome, type_, number, members[number], law)
                mine[number] = Held(NO_RATING, games, 0)
    return held


def _without_period(row: Row, type_: str, told: Values, law: Edition, switches: Interpretations) -> Held:
    """Who is new on a list, as the list before it would have him: with the games from before the period, and
    a peak only where he took a rating over. Of a first rating not each game of the period is in the number
    (R65, R70)."""
    taken_over, games = row.previous or 0, row.games - row.period_games
    if row.how == "initial":
        into = carried_over(law)
        kept = [game_kept(g) for g in told["earlier_games"] if into.get(g["type"], g["type"]) == type_]
        games = law.shapes.games_of_unrated(law, law.shapes.earlier(law, kept, switches), switches)
    return Held(taken_over or row.rating, games, taken_over, row.adopted)


def _towards(outcome: Outcome, type_: str, number: str, member: Values, law: Edition) -> int:
    """How many games of a type count for K that are kept of an unrated player: on this list, or (R23) on the
    one before."""
    switches, into = outcome.interpretations, carried_over(law)
    kept = [g for g in outcome.earlier_games.get(number, ()) if into.get(g.type, g.type) == type_]
    if switches.r23 == "this-period":
        before = {game["ref"] for game in member["earlier_games"]}
        kept = [game for game in kept if game.ref in before]
    return law.shapes.games_of_unrated(law, law.shapes.earlier(law, kept, switches), switches)


def _before(held: Sequence[Values], type_: str, law: Edition) -> Sequence[Values | None]:
    """By member what the list before held of this type, under this name or the one it was carried over from
    (R13). `held`: by member all that it held."""
    found = [mine.get(type_) for mine in held]
    for name in known_as(type_, law)[1:]:
        found = [mine.get(name) if one is None else one for one, mine in zip(found, held, strict=True)]
    return found


def _decided(row: Row, member: Values, type_: str) -> Values | None:
    """The first rating as the officer decided it, with the reason, where the list is made with it."""
    if row.initial is None or not row.initial.decided:
        return None
    decided: Values = member["decided"][type_]
    return decided


def _initial(row: Row, games: Earlier, decided: Values | None) -> str | None:
    """How an initial rating came about, as JSON: what `explain` shows."""
    if row.initial is None:
        return None
    return json.dumps(
        {
            "window": [row.initial.window.first.isoformat(), row.initial.window.last.isoformat()],
            "games": [games.values(row.id, g) for g in row.initial.games],
            **performance_values(row.initial.performance),
            "floor_acted": row.initial.floor_acted,
            **({"decided": decided} if decided else {}),
        },
        ensure_ascii=False,
    )


def _earlier(outcome: Outcome, games: Earlier) -> list[Values]:
    return [
        {name: told[name] for name in ("type", *KEPT)}
        | {"federation_id": number, "played_on": g.date, "list_date": day_of(told["list"])}
        for number, kept in outcome.earlier_games.items()
        for g in kept
        for told in (games.values(number, g),)
    ]
