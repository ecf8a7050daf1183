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
from office.assess.lines import Period, became, of_engine, period
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
    reader.holders(rating_rows(session, before.id), unseen(session, before), None)
    reader.birthdays([])
    for version in versions:
        reader.version(session, version)
    if not reader.keys:
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
    games, size = history.games, len(history.games)
    expected, differences = np.full((2, size), np.nan), np.full(size, np.nan)
    lists, unrated, counted = [history.course.lists[0]], [history.course.unrated[0]], 0
    types = {type_: n for n, type_ in enumerate(history.types)}
    for number, (_, inputs, outcome) in enumerate(replayed(session, rules, versions), start=1):
        by_event = {(x.event, x.player): (x.table, x.k) for x in outcome.event_lines}
        played = period(of_engine(outcome), by_event, lambda who: history.place.get(who, UNKNOWN), types)
        counted += int((~np.isnan(played.expected)).any(axis=0).sum())
        at = games.of_list(number)
        place = dict(zip(games.keys[at], range(at.start, at.stop), strict=True))
        there = np.array([place.get(key, UNKNOWN) for key in played.keys], np.int64)
        both = there != UNKNOWN
        expected[:, there[both]] = played.expected[:, both]
        differences[there[both]] = played.difference[both]
        known = {m["id"] for m in inputs["members"]}
        lists.append(_listed(outcome, known, history.place, played, types))
        unrated.append(played.unrated)
    model = Model(name, "simulated", expected, differences, counted)
    return model, Course(name, "simulated", lists, unrated)


class _Reader:
    """What is read of the versions, list by list."""

    def __init__(self) -> None:
        self.place: dict[str, int] = {}
        self.names: dict[str, str] = {}
        self.types: dict[str, int] = {}
        self.keys: list[Key] = []
        self.played: list[Period] = []
        self.facts: list[tuple[Whole, Whole]] = []
        self.born: list[dict[int, int]] = []
        self.lists: list[Mapping[str, Holders]] = []
        self.unrated: list[Mapping[str, tuple[int, int]]] = []

    def version(self, session: Session, version: ListVersionRow) -> None:
        """Reads the next version."""
        inputs = unpacked(version.inputs)
        for m in inputs["members"]:
            self.names[m["id"]] = m["name"]
            self._who(m["id"])
        self.birthdays(inputs["members"])
        percentages = {
            (row.event_key, row.federation_id): (row.table_percentage, row.k)
            for row in event_rows(session, version.id)
        }
        played = period(game_rows(session, version.id), percentages, self._who, self.types)
        self.keys += played.keys
        self.played.append(played)
        self.facts.append(
            (self._before(inputs["members"], played), self._ages(played.who, version.list_date))
        )
        self.holders(rating_rows(session, version.id), unseen(session, version), played)

    def holders(self, rows: Iterable[Any], unseen: frozenset[str], played: Period | None) -> None:
        """Notes who holds what on the next list."""
        by_type: dict[str, list[tuple[int, int, int]]] = {}
        for row in rows:
            if row.federation_id not in unseen:
                told = (self._who(row.federation_id), row.rating, row.games)
                by_type.setdefault(became(row.type), []).append(told)
        for type_ in by_type:
            self.types.setdefault(type_, len(self.types))
        self.lists.append(_holders(by_type, played, self.types, len(self.place)))
        self.unrated.append(played.unrated if played is not None else {})

    def _before(self, members: Iterable[Values], played: Period) -> Whole:
        """How many rated games each side had on the list before."""
        games = np.full((len(self.types), len(self.place)), UNKNOWN, np.int64)
        for m in members:
            for name, held in m["ratings"].items():
                if (type_ := self.types.get(became(name))) is not None:
                    games[type_, self.place[m["id"]]] = held["games"]
        return games[played.type, played.who]

    def _ages(self, who: Whole, day: date) -> Whole:
        """Whole years on a day."""
        ages = np.full(len(self.place), UNKNOWN, np.int64)
        for n, ordinal in self.born[-1].items():
            birthday = date.fromordinal(ordinal)
            ages[n] = day.year - birthday.year - ((day.month, day.day) < (birthday.month, birthday.day))
        return ages[who]

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
        joined = {
            name: np.concatenate([getattr(p, name) for p in self.played], axis=-1)
            for name in ("type", "who", "score", "colours", "rating", "k", "expected", "difference")
        }
        expected, difference, who = (joined.pop(name) for name in ("expected", "difference", "who"))
        games = Games(
            keys=self.keys,
            list=np.repeat(np.arange(1, len(self.played) + 1), [len(p.keys) for p in self.played]),
            white=who[0],
            black=who[1],
            before=np.concatenate([before for before, _ages in self.facts], axis=-1),
            age=np.concatenate([ages for _before, ages in self.facts], axis=-1),
            **joined,
        )
        counted = int((~np.isnan(expected)).any(axis=0).sum())
        return History(
            types=tuple(self.types),
            people=tuple(self.place),
            names=self.names,
            games=games,
            published=Model(PUBLISHED, "published", expected, difference, counted),
            course=Course(PUBLISHED, "published", self.lists, self.unrated),
            born=[self._column(born) for born in self.born],
            left_out=sum(p.left_out for p in self.played),
            place=self.place,
            **told,
        )

    def _column(self, born: Mapping[int, int]) -> Whole:
        found = np.full(len(self.place), UNKNOWN, np.int64)
        found[list(born)] = list(born.values())
        return found

    def _who(self, number: str) -> int:
        return self.place.setdefault(number, len(self.place))


def _holders(
    by_type: Mapping[str, Sequence[tuple[int, int, int]]],
    played: Period | None,
    types: Mapping[str, int],
    people: int,
) -> dict[str, Holders]:
    """By type who holds what: from place, rating and games of each."""
    found = {}
    for type_, rows in by_type.items():
        who, rating, games = np.array(sorted(rows), np.int64).T
        k = np.full(who.size, UNKNOWN, np.int64)
        if played is not None:
            k = played.largest_k(types.get(type_), people)[who]
        found[type_] = Holders(who, rating, games, k)
    return found


def _listed(
    outcome: Outcome, known: set[str], place: Mapping[str, int], played: Period, types: Mapping[str, int]
) -> dict[str, Holders]:
    """Who holds what on a simulated list."""
    rows = {
        became(name): [(place[r.id], r.rating, r.games) for r in mine if r.listed and r.id in known]
        for name, mine in outcome.lists.items()
    }
    return _holders({t: mine for t, mine in rows.items() if mine}, played, types, len(place))
