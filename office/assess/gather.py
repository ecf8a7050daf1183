"""A stored history as columns: what was published, and the same games under other rules. The games of one
list come from its stored rows, or from what the engine gives."""

from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from datetime import date
from operator import attrgetter
from typing import Any

import numpy as np
from sqlmodel import Session

from office.assess.columns import UNKNOWN, Course, Flags, Floats, Games, History, Holders, Key, Model, Whole
from office.errors import refusal
from office.lists.columns import read_rows
from office.lists.law import carried_over, law_of_version
from office.lists.packing import unpacked
from office.lists.rows import rating_rows, type_order, unseen
from office.runs.inputs import Values
from office.simulate.run import Rules, replayed
from office.tables import EventLineRow, GameLineRow, ListVersionRow
from rating.editions import held as editions_held

PUBLISHED = "published"
PERCENT = 100.0

GAME = (
    "federation_id", "opponent_id", "event_key", "round", "board", "type", "score", "rating",
    "opponent_rating", "pd", "k", "counts", "for_initial", "colour",
)  # fmt: skip
EVENT = ("federation_id", "event_key", "table_percentage", "k")

_ENGINE = attrgetter("player", "opponent", "event", *GAME[3:])
"""What the engine calls the columns of `GAME`."""

ByEvent = Mapping[tuple[str, str], tuple[int | None, int | None]]
"""Where ratings come event by event: by event and player the percentage that Table 1 expects, and K."""


@dataclass(frozen=True, slots=True, eq=False)
class Period:
    """The games of a list that are rated for somebody or count towards an initial rating, both players being
    on the register; columns as in `Games` and `Model`. `left_out`: how many more with somebody on none.
    `unrated`: by type how many played, and how many of these had no rating."""

    keys: Sequence[Key]
    type: Whole
    who: Whole
    score: Floats
    colours: Flags
    rating: Whole
    k: Whole
    expected: Floats
    difference: Floats
    left_out: int
    unrated: Mapping[str, tuple[int, int]]


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
        raise refusal("assess-no-games", "banzuke assess", expected, "none")
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
        lines = [_ENGINE(line) for line in outcome.lines]
        played = period(lines, by_event, lambda who: history.place.get(who, UNKNOWN), types)
        counted += int((~np.isnan(played.expected)).any(axis=0).sum())
        at = games.of_list(number)
        place = dict(zip(games.keys[at], range(at.start, at.stop), strict=True))
        there = np.array([place.get(key, UNKNOWN) for key in played.keys], np.int64)
        both = there != UNKNOWN
        expected[:, there[both]] = played.expected[:, both]
        differences[there[both]] = played.difference[both]
        known = {m["id"] for m in inputs["members"]}
        held = {}
        for type_, mine in outcome.lists.items():
            if rows := [r for r in mine if r.listed and r.id in known]:
                held[became(type_)] = [(history.place[r.id], r.rating, r.games) for r in rows]
        lists.append(_holders(held, played, types, len(history.place)))
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
        self.before: list[Whole] = []
        self.ages: list[Whole] = []
        self.born: list[dict[int, int]] = []
        self.lists: list[Mapping[str, Holders]] = []
        self.unrated: list[Mapping[str, tuple[int, int]]] = []
        self.by_event = False

    def version(self, session: Session, version: ListVersionRow) -> None:
        inputs = unpacked(version.inputs)
        for m in inputs["members"]:
            self.names[m["id"]] = m["name"]
            self._who(m["id"])
        self.birthdays(inputs["members"])
        rows = read_rows(session, EventLineRow, version.id, EVENT)
        percentages = {(row.event_key, row.federation_id): (row.table_percentage, row.k) for row in rows}
        self.by_event = self.by_event or bool(percentages)
        games = read_rows(session, GameLineRow, version.id, GAME)  # White's side, then Black's
        played = period(games, percentages, self._who, self.types)
        self.keys += played.keys
        self.played.append(played)
        self.before.append(self._before(inputs["members"], played))
        self.ages.append(self._ages(played.who, version.list_date))
        self.holders(rating_rows(session, version.id), unseen(session, version), played)

    def holders(self, rows: Iterable[Any], unseen: frozenset[str], played: Period | None) -> None:
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
        """How many rated games each side had on the list before; none who had no rating of the type."""
        games = np.zeros((len(self.types), len(self.place)), np.int64)
        for m in members:
            for name, held in m["ratings"].items():
                if (type_ := self.types.get(became(name))) is not None:
                    games[type_, self.place[m["id"]]] = held["games"]
        return games[played.type, played.who]

    def _ages(self, who: Whole, day: date) -> Whole:
        """Whole years on a day."""
        ages = {}
        for n, ordinal in self.born[-1].items():
            birthday = date.fromordinal(ordinal)
            ages[n] = day.year - birthday.year - ((day.month, day.day) < (birthday.month, birthday.day))
        return _column(len(self.place), ages)[who]

    def birthdays(self, members: Iterable[Values]) -> None:
        """Notes the birthdays that the next list knows."""
        known = [m for m in members if m.get("born") is not None]
        self.born.append({self._who(m["id"]): date.fromisoformat(m["born"]).toordinal() for m in known})

    def whole(self, **told: Any) -> History:
        joined = {
            name: np.concatenate([getattr(p, name) for p in self.played], axis=-1)
            for name in ("type", "who", "score", "colours", "rating", "k", "expected", "difference")
        }
        expected, difference, who = (joined.pop(name) for name in ("expected", "difference", "who"))
        types = sorted(self.types, key=type_order)
        joined["type"] = np.array([types.index(type_) for type_ in self.types], np.int64)[joined["type"]]
        games = Games(
            keys=self.keys,
            list=np.repeat(np.arange(1, len(self.played) + 1), [len(p.keys) for p in self.played]),
            white=who[0],
            black=who[1],
            before=np.concatenate(self.before, axis=-1),
            age=np.concatenate(self.ages, axis=-1),
            **joined,
        )
        counted = int((~np.isnan(expected)).any(axis=0).sum())
        return History(
            types=tuple(types),
            people=tuple(self.place),
            names=self.names,
            games=games,
            published=Model(PUBLISHED, "published", expected, difference, counted),
            course=Course(PUBLISHED, "published", self.lists, self.unrated),
            born=[_column(len(self.place), born) for born in self.born],
            left_out=sum(p.left_out for p in self.played),
            place=self.place,
            by_event=self.by_event,
            **told,
        )

    def _who(self, number: str) -> int:
        return self.place.setdefault(number, len(self.place))


def _column(people: int, known: Mapping[int, int]) -> Whole:
    found = np.full(people, UNKNOWN, np.int64)
    found[list(known)] = list(known.values())
    return found


Rows = Mapping[str, Sequence[tuple[int, int, int]]]


def _holders(
    by_type: Rows, played: Period | None, types: Mapping[str, int], people: int
) -> dict[str, Holders]:
    """By type who holds what: from place, rating and games of each."""
    found = {}
    for type_, rows in by_type.items():
        who, rating, games = np.array(sorted(rows), np.int64).T
        k = np.full(people, UNKNOWN, np.int64)
        if played is not None and type_ in types:
            mine = played.type == types[type_]
            np.maximum.at(k, played.who[:, mine].ravel(), played.k[:, mine].ravel())
        found[type_] = Holders(who, rating, games, k[who])
    return found


def period(
    rows: Sequence[Sequence[Any]],
    by_event: ByEvent,
    place: Callable[[str], int],
    types: MutableMapping[str, int],
) -> Period:
    """The columns of rows of `GAME`: White's side of each game, then Black's. `place`:
    where a person stands in `History.people`, `UNKNOWN` where nowhere; new types are added."""
    columns = list(zip(*rows, strict=True)) if rows else [()] * 14
    player, _opponent, event, round_, board, type_, halves, rating, other, pd, k, *flags = columns
    if by_event:
        found = [by_event.get((e, p or ""), (None, None)) for e, p in zip(event, player, strict=True)]
        pd, k = zip(*found, strict=True)
    counts, initial, colour = (np.array([bool(v) for v in flag], np.bool_).reshape(-1, 2).T for flag in flags)
    taken = (counts | initial).any(axis=0) & (_sides(halves)[0] != UNKNOWN)
    taken &= np.array([name is not None for name in type_[::2]], np.bool_)
    who = np.array([UNKNOWN if p is None else place(p) for p in player], np.int64).reshape(-1, 2).T
    known = (who != UNKNOWN).all(axis=0)
    on = np.flatnonzero(taken & known)
    code = [types.setdefault(became(type_[2 * n]), len(types)) for n in on.tolist()]
    ratings, percents = _sides(rating), _sides(pd)
    against = _sides(other)[0]
    apart = np.where((ratings[0] == UNKNOWN) | (against == UNKNOWN), np.nan, ratings[0] - against)
    expected = np.where(counts & (percents != UNKNOWN), percents / PERCENT, np.nan)
    kinds, people, rated = np.array(code, np.int64), who[:, on], ratings[:, on]
    return Period(
        keys=[(event[n], round_[n], board[n], player[n], player[n + 1]) for n in (2 * on).tolist()],
        type=kinds,
        who=people,
        score=_sides(halves)[0, on] / 2,
        colours=colour[0, on],
        rating=rated,
        k=np.where(counts, _sides(k), UNKNOWN)[:, on],
        expected=expected[:, on],
        difference=apart[on],
        left_out=int((taken & ~known).sum()),
        unrated={name: _unrated(people, rated, kinds == n) for name, n in types.items() if n in kinds},
    )


def became(type_: str) -> str:
    """A type of rating under the name it has today: where an edition changes, one goes on as another
    (R13)."""
    return _BECAME.get(type_, type_)


_BECAME = {old: new for law in editions_held() for old, new in carried_over(law).items()}


def _sides(column: Sequence[int | None]) -> Whole:
    """A column of whole numbers, White's above Black's."""
    return np.array([UNKNOWN if v is None else v for v in column], np.int64).reshape(-1, 2).T


def _unrated(who: Whole, rating: Whole, of: Flags) -> tuple[int, int]:
    return np.unique(who[:, of]).size, np.unique(who[:, of][rating[:, of] == UNKNOWN]).size
