"""A stored history as columns: what was published, and the same games under other rules."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

import numpy as np
from sqlmodel import Session

from office.assess.columns import (
    UNKNOWN,
    Course,
    Games,
    History,
    Holders,
    Key,
    Model,
    Whole,
)
from office.assess.lines import Line, Period, became, difference, key, of_outcome, pairs
from office.errors import refusal
from office.lists.canonical import unpacked
from office.lists.law import law_of_version
from office.lists.rows import event_rows, game_rows, rating_rows, unseen
from office.runs.inputs import Values
from office.simulate.run import Rules, replayed
from office.tables import ListVersionRow
from rating.outcome import Outcome

PUBLISHED = "published"


def gathered(session: Session, versions: Sequence[ListVersionRow]) -> History:
    """The history of these published versions, each after the other. Refused where not one game of it was
    rated."""
    reader = _Reader()
    before = session.get_one(ListVersionRow, versions[0].previous_id)
    reader.holders(rating_rows(session, before.id), unseen(session, before), {})
    reader.birthdays([])
    for version in versions:
        reader.version(session, version)
    if not reader.games:
        expected = f"rated games on the lists {versions[0].list_date} to {versions[-1].list_date}"
        remedy = "name a range with rated games: --from, --to"
        raise refusal("assess-no-games", "banzuke assess", expected, "none", remedy)
    law = law_of_version(versions[-1])[0]
    below = law.values.get("k_junior_below_age")
    return reader.whole(
        dates=[before.list_date, *(v.list_date for v in versions)],
        editions=[None, *(v.edition for v in versions)],
        junior_below=below if isinstance(below, int) else None,
    )


def simulated(
    session: Session, versions: Sequence[ListVersionRow], rules: Rules, name: str, history: History
) -> tuple[Model, Course]:
    """The same lists under these rules: what they would have expected of each game, and who would stand
    where. Refused as a simulation is."""
    games = history.games
    expected, differences = np.full((2, len(games)), np.nan), np.full(len(games), np.nan)
    lists, unrated, counted = [history.course.lists[0]], [history.course.unrated[0]], 0
    for number, (_, inputs, outcome) in enumerate(replayed(session, rules, versions), start=1):
        known = {m["id"] for m in inputs["members"]}
        lines = (of_outcome(line, known) for line in outcome.lines)
        by_event = {(x.event, x.player): (x.table, x.k) for x in outcome.event_lines}
        at = games.of_list(number)
        place = dict(zip(games.keys[at], range(at.start, at.stop), strict=True))
        played = Period(by_event)
        for white, black in pairs(lines):
            if not played.take(white, black):
                continue
            says = [played.expected(side) for side in (white, black)]
            counted += any(value is not None for value in says)
            if (n := place.get(key(white))) is not None:
                expected[:, n] = [np.nan if value is None else value for value in says]
                differences[n] = difference(white)
        lists.append(_listed(outcome, known, history.place, played.k))
        unrated.append(played.unrated())
    model = Model(name, "simulated", expected, differences, counted)
    return model, Course(name, "simulated", lists, unrated)


class _Reader:
    """What is read of the versions, list by list."""

    def __init__(self) -> None:
        self.place: dict[str, int] = {}
        self.names: dict[str, str] = {}
        self.types: dict[str, int] = {}
        self.games: list[Key] = []
        self.rows: list[tuple[Any, ...]] = []
        self.born: list[dict[int, int]] = []
        self.lists: list[Mapping[str, Holders]] = []
        self.unrated: list[Mapping[str, tuple[int, int]]] = []
        self.left_out = 0

    def version(self, session: Session, version: ListVersionRow) -> None:
        """Reads the next version."""
        inputs = unpacked(version.inputs)
        for m in inputs["members"]:
            self.names[m["id"]] = m["name"]
            self._who(m["id"])
        self.birthdays(inputs["members"])
        ages = _ages(self.born[-1], version.list_date)
        before = {
            (m["id"], became(type_)): held["games"]
            for m in inputs["members"]
            for type_, held in m["ratings"].items()
        }
        percentages = event_rows(session, version.id)
        played = Period(
            {(row.event_key, row.federation_id): (row.table_percentage, row.k) for row in percentages}
        )
        number = len(self.lists)
        for white, black in pairs(map(Line._make, game_rows(session, version.id))):
            if not played.take(white, black):
                continue
            if white.player is None or black.player is None:
                self.left_out += 1
                continue
            assert white.type is not None and white.score is not None
            type_ = became(white.type)
            sides = [
                (
                    side.rating or UNKNOWN,
                    played.factor(side) or UNKNOWN,
                    before.get((side.player or "", type_), UNKNOWN),
                    ages.get(self._who(side.player or ""), UNKNOWN),
                    played.expected(side),
                )
                for side in (white, black)
            ]
            self.games.append(key(white))
            self.rows.append(
                (
                    number,
                    self.types.setdefault(type_, len(self.types)),
                    self._who(white.player),
                    self._who(black.player),
                    white.score / 2,
                    white.colour is not None,
                    difference(white),
                    *zip(*sides, strict=True),
                )
            )
        self.holders(rating_rows(session, version.id), unseen(session, version), played.k)
        self.unrated[-1] = played.unrated()

    def holders(self, rows: Iterable[Any], unseen: frozenset[str], k: Mapping[tuple[str, str], int]) -> None:
        """Notes who holds what on the next list."""
        by_type: dict[str, list[tuple[int, int, int, int]]] = {}
        for row in rows:
            if row.federation_id in unseen:
                continue
            type_ = became(row.type)
            self.types.setdefault(type_, len(self.types))
            used = k.get((row.federation_id, type_), UNKNOWN)
            mine = by_type.setdefault(type_, [])
            mine.append((self._who(row.federation_id), row.rating, row.games, used))
        self.lists.append({type_: _holders(mine) for type_, mine in by_type.items()})
        self.unrated.append({})

    def birthdays(self, members: Iterable[Values]) -> None:
        """Notes the birthdays that the next list knows."""
        self.born.append(
            {
                self._who(m["id"]): date.fromisoformat(m["born"]).toordinal()
                for m in members
                if m.get("born") is not None
            }
        )

    def whole(self, **told: Any) -> History:
        """What was read, as columns."""
        list_, type_, white, black, score, colours, apart, *sides = zip(*self.rows, strict=True)
        rating, k, before, age, expected = (np.array(side).T for side in sides)
        games = Games(
            keys=self.games,
            list=np.array(list_, np.int64),
            type=np.array(type_, np.int64),
            white=np.array(white, np.int64),
            black=np.array(black, np.int64),
            score=np.array(score, np.float64),
            colours=np.array(colours, np.bool_),
            rating=rating,
            k=k,
            before=before,
            age=age,
        )
        expected = expected.astype(np.float64)  # None becomes NaN
        counted = int((~np.isnan(expected)).any(axis=0).sum())
        return History(
            types=tuple(self.types),
            people=tuple(self.place),
            names=self.names,
            games=games,
            published=Model(PUBLISHED, "published", expected, np.array(apart), counted),
            course=Course(PUBLISHED, "published", self.lists, self.unrated),
            born=[self._column(born) for born in self.born],
            left_out=self.left_out,
            place=self.place,
            **told,
        )

    def _column(self, born: Mapping[int, int]) -> Whole:
        found = np.full(len(self.place), UNKNOWN, np.int64)
        found[list(born)] = list(born.values())
        return found

    def _who(self, number: str) -> int:
        return self.place.setdefault(number, len(self.place))


def _ages(born: Mapping[int, int], day: date) -> dict[int, int]:
    """Whole years on a day."""
    found = {}
    for who, ordinal in born.items():
        birthday = date.fromordinal(ordinal)
        found[who] = day.year - birthday.year - ((day.month, day.day) < (birthday.month, birthday.day))
    return found


def _holders(rows: Sequence[tuple[int, int, int, int]]) -> Holders:
    who, rating, games, k = np.array(sorted(rows), np.int64).T
    return Holders(who, rating, games, k)


def _listed(
    outcome: Outcome, known: set[str], place: Mapping[str, int], k: Mapping[tuple[str, str], int]
) -> dict[str, Holders]:
    """Who holds what on a simulated list."""
    found = {}
    for name, rows in outcome.lists.items():
        type_ = became(name)
        mine = [
            (place[r.id], r.rating, r.games, k.get((r.id, type_), UNKNOWN))
            for r in rows
            if r.listed and r.id in known
        ]
        if mine:
            found[type_] = _holders(mine)
    return found
