"""What the scraper gives to the rest of the program: one plain `EventRecord` per event.

Nothing here knows HTTP, HTML, a database or a rating. Absent is ``None``, never 0 or "".
The JSON form (`EventRecord.to_dict`) is the one that `banzuke read --json` prints and that is
frozen beside every import; its keys are relied upon by others and do not move.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from datetime import date, datetime
from enum import StrEnum
from operator import attrgetter, itemgetter
from typing import Any

from scraper.plain import (
    AS_IT_IS,
    IN_ORDER,
    day_in,
    document,
    moment_in,
    names_of,
    pairing_texts,
    plain_value,
    row_texts,
)

READER_VERSION = "2"
"""Raised whenever the same saved bytes could be read differently than before."""


class System(StrEnum):
    """How an event is paired; article 3(2) needs no more than this."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"
    DOUBLE_ROUND_ROBIN = "double-round-robin"
    TEAM_SWISS = "team-swiss"
    TEAM_ROUND_ROBIN = "team-round-robin"


class Kind(StrEnum):
    """What a pairing was. Only a `GAME` was played over the board."""

    GAME = "game"
    FORFEIT = "forfeit"
    BYE = "bye"
    HALF_BYE = "half-bye"
    NOT_PAIRED = "not-paired"
    PENDING = "pending"
    UNRATED = "unrated"
    """Over before each side had moved (TRF `W D L`): points, but no game."""


class Result(StrEnum):
    """Results from White's side; byes carry the player's points; a pending pairing has none."""

    WHITE_WINS = "1-0"
    BLACK_WINS = "0-1"
    DRAW = "1/2-1/2"
    WHITE_BY_FORFEIT = "+--"
    BLACK_BY_FORFEIT = "--+"
    DOUBLE_FORFEIT = "---"
    BYE_ONE = "1"
    BYE_HALF = "1/2"
    BYE_ZERO = "0"


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that was met and could not be taken as it was; a value, gathered whole.

    `code` is a stable word (docs/problems.md lists them), `place` says where (report, page, table,
    row, column), `expected` and `found` what should have stood there and what did, `remedy` what
    the reader of the problem can do.
    """

    code: str
    place: str
    expected: str
    found: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Round:
    """One round. `time` is "HH:MM" as printed, local to the event."""

    number: int
    date: date | None = None
    time: str | None = None


@dataclass(frozen=True, slots=True)
class TimeControl:
    """`text` as printed; `printed_kind` "standard", "rapid" or "blitz" as the page calls it;
    `minutes_at_60` whole minutes one player has for sixty moves, None where the text cannot be read."""

    text: str | None = None
    printed_kind: str | None = None
    minutes_at_60: int | None = None


@dataclass(slots=True, unsafe_hash=True)
class Player:
    """A player of the event as the source has him. `number` is the starting number.

    Ratings that the source prints as 0 are unrated: None. `sex` is "f" or "m" where printed. What only
    files state (`LATER`) is left out of the JSON form where it is None. A value that nothing changes, and not
    frozen, as a `Pairing`.
    """

    number: int
    name: str
    title: str | None = None
    federation: str | None = None
    national_id: str | None = None
    fide_id: str | None = None
    rating: int | None = None
    rating_national: int | None = None
    rating_international: int | None = None
    sex: str | None = None
    club: str | None = None
    born: str | None = None
    """`YYYY-MM-DD` or `YYYY`, where a file or a player's card states it."""


@dataclass(slots=True, unsafe_hash=True)
class Pairing:
    """Two players of a round, or one without an opponent (`black` None, for byes and not-paired, and
    for a forfeit on a team's board whose other side is empty).

    `white`/`black` are starting numbers. `colours` is False where the source has none; then
    `white` is simply the lower number. `board` is None where the source has none; in team events it
    is match × 100 + board. In files, which number no boards, it is the place in the round.

    A value, by which it is compared and found in sets: nothing changes it. It is not frozen, since there are
    hundreds in an event and a frozen one takes four times as long to make.
    """

    round: int
    board: int | None
    white: int
    black: int | None
    result: Result | None
    kind: Kind
    colours: bool = True


@dataclass(frozen=True, slots=True)
class PageSource:
    """One page a reading stands on. `kind` as the site's views are named in scraper/pages."""

    kind: str
    round: int | None
    address: str | None
    origin: str
    sha256: str
    fetched_at: datetime | None
    last_update: datetime | None


@dataclass(frozen=True, slots=True)
class Source:
    """Where a reading comes from: the tournament number, the reader and the pages. Of a report that came
    as a file, `site` is the kind of file (`form`, `swiss-perfect`, `trf`), `tournament` None, and each
    file stands as a page."""

    site: str = "chess-results.com"
    tournament: int | None = None
    reader: str = READER_VERSION
    pages: tuple[PageSource, ...] = ()

    @property
    def by_hand(self) -> tuple[PageSource, ...]:
        """The pages of the site that a person saved and brought: they were not fetched from an address."""
        return tuple(p for p in self.pages if p.address is None) if self.tournament is not None else ()


def called(name: str, group: str | None) -> str:
    """An event for people: the groups of a festival have one name, and are told apart as the site does it."""
    return f"{name} [{group}]" if group else name


@dataclass(frozen=True, slots=True)
class EventRecord:
    """One event, whole: everything later steps may know of what the source says.

    `last_update` is the newest "Last update" of its pages, as printed (the site states no zone).
    Only files state the rest from `form` on: "tournament" or "meeting" (3(2)), `non_members` the number of
    participants who are no members (4(3) d), `place` where it was held, `arbiter` the chief arbiter; `run_by`
    who was in charge of it (3(3)) and `reporter` who reports it (4(2)), each with a federation ID.
    """

    name: str
    group: str | None = None
    federation: str | None = None
    organizer: str | None = None
    first_day: date | None = None
    last_day: date | None = None
    round_count: int | None = None
    rounds: tuple[Round, ...] = ()
    system: System | None = None
    time_control: TimeControl = field(default_factory=TimeControl)
    rating_calculation: str | None = None
    last_update: datetime | None = None
    players: tuple[Player, ...] = ()
    pairings: tuple[Pairing, ...] = ()
    problems: tuple[Problem, ...] = ()
    source: Source = field(default_factory=Source)
    form: str | None = None
    non_members: int | None = None
    place: str | None = None
    arbiter: str | None = None
    run_by: str | None = None
    run_by_id: str | None = None
    reporter: str | None = None
    reporter_id: str | None = None

    @property
    def called(self) -> str:
        """The name for people, with the group."""
        return called(self.name, self.group)

    def to_dict(self) -> dict[str, Any]:
        """The JSON document as plain values: days "YYYY-MM-DD", times "YYYY-MM-DDTHH:MM:SS"."""
        plain = {
            name: _EACH[name](getattr(self, name)) if name in _EACH else plain_value(getattr(self, name))
            for name in names_of(EventRecord) or ()
        }
        for part in (plain, *plain["players"]):
            for name in LATER:
                if name in part and part[name] is None:
                    del part[name]
        return plain

    def to_texts(self) -> tuple[str, str]:
        """The JSON document on one line; and what was read alone, without where and of which moment, the
        names in their order: what a fingerprint is over."""
        told = dict(zip(_BESIDE, map(plain_value, _cells_beside(self)), strict=True))
        told = {name: value for name, value in told.items() if value is not None or name not in LATER}
        whole = {name: AS_IT_IS(value) for name, value in told.items()}
        read = {name: IN_ORDER(value) for name, value in told.items() if name not in _NOT_READ}
        players = list(map(_cells_of_player, self.players))
        if all(cells[-1] is None for cells in players):  # `born`, which is then left out
            texts = row_texts(_PLAYER[:-1], [cells[:-1] for cells in players])
        else:
            plain = self.to_dict()["players"]
            texts = AS_IT_IS(plain), IN_ORDER(plain)
        whole["players"], read["players"] = texts
        whole["pairings"], read["pairings"] = pairing_texts(map(_cells_of_pairing, self.pairings))
        order = [name for name in names_of(EventRecord) or () if name in whole]
        return document(whole, order), document(read, sorted(read))

    def __reduce__(self) -> Any:
        """Players and pairings go from one process to another as plain cells: of an event of 200 players a
        third of the time and of the bytes."""
        cells = map(_cells_of_player, self.players), map(_cells_of_pairing, self.pairings)
        return _from_cells, (_cells_beside(self), *map(list, cells))

    @classmethod
    def from_dict(cls, d: dict[str, Any]) -> EventRecord:
        """The record of a JSON document written by `to_dict`; a KeyError or ValueError if it is none."""
        d = dict(d)
        source = {**d["source"], "pages": pages_in(d)}
        return cls(
            **{
                **{f.name: d[f.name] for f in fields(cls) if f.name not in LATER or f.name in d},
                "first_day": day_in(d["first_day"]),
                "last_day": day_in(d["last_day"]),
                "rounds": tuple(Round(**{**r, "date": day_in(r["date"])}) for r in d["rounds"]),
                "system": d["system"] and System(d["system"]),
                "time_control": TimeControl(**d["time_control"]),
                "last_update": moment_in(d["last_update"]),
                "players": tuple(Player(**p) for p in d["players"]),
                "pairings": tuple(map(_pairing, d["pairings"])),
                "problems": tuple(Problem(**p) for p in d["problems"]),
                "source": Source(**source),
            }
        )


def pages_in(d: dict[str, Any]) -> tuple[PageSource, ...]:
    """The pages alone of such a document."""
    return tuple(
        PageSource(
            **{**p, "fetched_at": moment_in(p["fetched_at"]), "last_update": moment_in(p["last_update"])}
        )
        for p in d["source"]["pages"]
    )


LATER = ("born", "form", "non_members", "place", "arbiter", "run_by", "run_by_id", "reporter", "reporter_id")
"""Fields that came after readings were frozen: absent where None, so that no frozen reading changes."""


@dataclass(frozen=True, slots=True)
class SavedPage:
    """Bytes as they came, and where from. `origin` names them for people (an address or a file name)."""

    body: bytes
    origin: str
    sha256: str
    address: str | None = None
    fetched_at: datetime | None = None


# There are hundreds of players and pairings in an event: they are told and read in one step each, not cell by
# cell.
_PLAYER, _PAIRING = names_of(Player) or (), names_of(Pairing) or ()
_BESIDE = tuple(name for name in names_of(EventRecord) or () if name not in ("players", "pairings"))
_cells_of_player, _cells_of_pairing = attrgetter(*_PLAYER), attrgetter(*_PAIRING)
_cells_beside = attrgetter(*_BESIDE)
_told_of_pairing = itemgetter(*_PAIRING)
_RESULTS, _KINDS = {result.value: result for result in Result}, {kind.value: kind for kind in Kind}


def _from_cells(beside: tuple[Any, ...], players: list[Any], pairings: list[Any]) -> EventRecord:
    more: dict[str, Any] = dict(zip(_BESIDE, beside, strict=True))
    more["players"] = tuple([Player(*cells) for cells in players])
    more["pairings"] = tuple([Pairing(*cells) for cells in pairings])
    return EventRecord(**more)


def _plain_players(players: tuple[Player, ...]) -> list[dict[str, Any]]:
    return [dict(zip(_PLAYER, cells, strict=True)) for cells in map(_cells_of_player, players)]


def pairing_cells(pairings: tuple[Pairing, ...]) -> list[tuple[Any, ...]]:
    """The cells of the pairings as they stand in the JSON document, in the order of a pairing's fields."""
    return [
        (number, board, white, black, result and result._value_, kind._value_, colours)
        for number, board, white, black, result, kind, colours in map(_cells_of_pairing, pairings)
    ]


def _plain_pairings(pairings: tuple[Pairing, ...]) -> list[dict[str, Any]]:
    return [dict(zip(_PAIRING, cells, strict=True)) for cells in pairing_cells(pairings)]


_NOT_READ = ("source", "last_update")
_EACH: dict[str, Callable[[Any], list[dict[str, Any]]]] = {
    "players": _plain_players,
    "pairings": _plain_pairings,
}


def _pairing(told: dict[str, Any]) -> Pairing:
    if len(told) != len(_PAIRING):  # a cell too many is refused, and one that has a default may be left out
        result = told["result"] and Result(told["result"])
        return Pairing(**{**told, "result": result, "kind": Kind(told["kind"])})
    number, board, white, black, result, kind, colours = _told_of_pairing(told)
    return Pairing(number, board, white, black, result and _RESULTS[result], _KINDS[kind], colours)
