"""Accounts gathered from stored rows: of one member with everything that is asked of it, or of hundreds of
members at a time, with a query for each kind of row and never the whole history in memory."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from typing import Any

from sqlalchemy import DateTime, bindparam, text
from sqlmodel import Session, select

from importer.merged import stands_for
from importer.tables import MemberRow
from office.lists.erased import Erased
from office.lists.event_names import EventNames
from office.lists.law import carried_over, law_of_version
from office.lists.sums import worked_out
from office.tables import EarlierGameRow, ListMemberRow, ListVersionRow
from office.words import _
from publication.account import stored
from publication.account.events import NOTHING, Beside, Performance, Pool
from publication.account.model import (
    Account,
    Game,
    Initial,
    KeptGame,
    ListVersion,
    Origin,
    Part,
    Rating,
    Reason,
)
from publication.account.readings import Reading
from publication.exports.guests import guest_places, hides
from publication.families import family_of
from scraper.records import called, pages_in

CHUNK = 400
"""Members loaded at once."""


def account(session: Session, member: MemberRow, version: ListVersionRow, *, public: bool = False) -> Account:
    """Everything behind the ratings of one member on one version, worked out again, with its readings.
    `public`: to be given away, so that no opponent who asked to be withheld is named in it."""
    withheld = None
    if public:
        from publication.exports.fields import wishes_of

        withheld = wishes_of(session).withheld
    number, held, version_id = member.federation_id, versions(session), version.id or 0
    one, erased = frozenset({version_id}), Erased(session)
    ((_number, made),) = accounts(
        session, [number], held, one, asked=one, everything=True, withheld=withheld, erased=erased
    )
    found = made[0] if made else Account(number, held[version_id])
    faults: dict[str | None, str | None] = {}
    for again in worked_out(session, version, number):
        faults[again.type] = faults.get(again.type) or again.fault
    parts = {part.type: part for part in found.parts}
    none = version.how == "opening" or (member.merged_into is not None and not parts)
    every = dict.fromkeys((*(() if none else found.version.types), *parts))
    checked = tuple(replace(parts.get(t, Part(t)), checked=t in faults, fault=faults.get(t)) for t in every)
    p = ListMemberRow
    printed = session.exec(
        select(p).where(p.version_id == version_id, p.federation_id == number)
    ).one_or_none()
    if printed:
        found = replace(found, active=printed.active, last_game=printed.last_game)
    listed = None if number in erased.ids else printed
    name, kanji = (listed.name, listed.kanji) if listed else (member.name, member.kanji)
    found = replace(found, name=name, kanji=kanji, parts=checked)
    return replace(found, readings=tuple(_readings(session, found)))


def versions(session: Session) -> dict[int, ListVersion]:
    """Every version of every list by its number, without what is frozen with it."""
    names = (
        "id", "list_date", "version", "state", "how", "edition", "interpretations", "period_first",
        "period_last",
    )  # fmt: skip
    columns = [getattr(ListVersionRow, name) for name in (*names, "previous_id")]
    rows = {row.id: row for row in session.execute(select(*columns))}
    family, found = family_of(session).name, {}
    for number, row in rows.items():
        law, switches = law_of_version(row) if row.edition else (None, None)
        before = rows.get(row.previous_id)
        found[number] = ListVersion(
            **{name: getattr(row, name) for name in names},
            family=family,
            previous=(before.list_date, before.version) if before else None,
            rules=law,
            switches=switches,
        )
    return found


def accounts(
    session: Session,
    members: Sequence[str],
    held: Mapping[int, ListVersion],
    wanted: Collection[int],
    *,
    asked: Collection[int] = (),
    everything: bool = False,
    withheld: frozenset[str] | None = None,
    erased: Erased | None = None,
) -> Iterator[tuple[str, list[Account]]]:
    """The accounts of these members, by ID, on the versions `wanted`, newest first; of `held` all versions.
    `asked`: where these are a few of them, so that nothing else is read. `everything`: of these also ratings
    that a list left as they were, and all games kept; else those of who played and is unrated. With
    `withheld` for readers from outside: without the names of these and without the office's own words. Of who
    is `erased` the ID stands for the name."""
    family, renamed = family_of(session), _renamed(held.values())
    places = guest_places(session, erased.ids) if erased else frozenset()
    names = EventNames(session)
    for n in range(0, len(members), CHUNK):
        ids = members[n : n + CHUNK]
        gathered = _Gathered(held, wanted, withheld, erased, places, names)
        for row in stored.lines(session, ids, asked):
            gathered.take_line(row)
        for row in stored.ratings(session, ids, asked, everything=everything, renamed=renamed):
            gathered.take_rating(row)
        for row in stored.joined(session, ids, asked):
            gathered.take_joined(row, renamed)
        for row in () if everything else stored.stayed(session, gathered.without_rating()):
            gathered.take_rating(row)
        unrated = () if everything else gathered.without_rating()
        for kept in (
            stored.kept(session, ids, asked) if everything else stored.kept_of_unrated(session, unrated)
        ):
            gathered.take_kept(kept)
        for key, beside in family.beside(session, ids, asked, everything=everything):
            gathered.take_beside(*key, beside)
        yield from ((number, gathered.accounts(number)) for number in ids)


def _renamed(held: Collection[ListVersion]) -> list[int]:
    """The versions under an edition that names types otherwise than the list before: the ratings go on as
    others (R13). Of a list that was taken over its ratings alone say which types it has."""
    made = {(v.list_date, v.version): v for v in held}
    goes_on = (v for v in held if v.rules and carried_over(v.rules) and v.previous in made)
    return [v.id for v in goes_on if v.previous and not {*v.types} & {*made[v.previous].types}]


def _readings(session: Session, account: Account) -> Iterator[Reading]:
    """The readings of the events in an account, each as the newest list up to its own has it."""
    keys: set[str | None] = set()
    names: dict[str, str] = {}  # as the list tells it, where the officer named what a file does not
    for part in account.parts:
        names |= {x.event_key: x.event_name for x in part.games}
        if isinstance(part.initial, Initial):
            keys.update(x.event_key for x in part.initial.games)
    keys.update(names, (x.event_key for x in account.kept))
    asked = {"keys": sorted(filter(None, keys)), "version": account.version.id}
    rows = {row.event_key: row for row in session.connection().execute(_READ, asked)}
    for key, row in sorted(rows.items()):
        record = json.loads(row.record)
        name = names[key] if key in names else called(record["name"], record["group"])
        yield Reading(key, name, row.reader, row.read_at, pages_in(record))


_READ = (
    text(
        "SELECT held.event_key, reading.reader, reading.read_at, reading.record FROM version_event AS held"
        " JOIN reading ON reading.id = held.reading_id"
        " WHERE held.event_key IN :keys AND held.version_id <= :version ORDER BY held.version_id"
    )
    .bindparams(bindparam("keys", expanding=True))
    .columns(read_at=DateTime)
)
"""The readings of events that versions up to one hold. In words: nothing else here needs the table of
readings, which takes longer to build than to ask."""


def merged_note(session: Session, member: MemberRow) -> str | None:
    """Where an entry stands for another member: who that is."""
    kept = stands_for(session, member)
    if kept is member:
        return None
    gone, into = (f"{one.federation_id} {one.name}" for one in (member, kept))
    return _("{gone} was merged into {kept}", gone=gone, kept=into)


@dataclass(slots=True)
class _Rows:
    """What is stored of a member on a version."""

    ratings: dict[str | None, Rating] = field(default_factory=dict)
    games: dict[str | None, list[Game]] = field(default_factory=dict)
    kept: list[KeptGame] = field(default_factory=list)
    joined: dict[str, tuple[int | None, int | None]] = field(default_factory=dict)
    beside: Beside = NOTHING


class _Gathered:
    """The rows of a chunk of members on the versions `wanted`. `withheld` None: for the office itself.
    `places`: where who is `erased` was a guest; `names`: of events, for people."""

    def __init__(
        self,
        held: Mapping[int, ListVersion],
        wanted: Collection[int],
        withheld: frozenset[str] | None,
        erased: Erased | None,
        places: frozenset[str],
        names: EventNames,
    ) -> None:
        self._called = names.called
        self.held, self.wanted, self.public = held, wanted, withheld is not None
        self.hidden, self.erased = places if withheld is None else withheld | places, erased
        self.rows: dict[str, dict[int, _Rows]] = defaultdict(lambda: defaultdict(_Rows))
        self.origins: dict[tuple[str, str, int, str | None], tuple[Origin, date | None]] = {}
        self.kanji: dict[tuple[str, str, int, str | None], str | None] = {}

    def take_rating(self, row: Any) -> None:
        if row[1] in self.wanted:
            self.rows[row[0]][row[1]].ratings[row[2]] = Rating(*row[2:])

    def take_joined(self, row: Any, renamed: Collection[int]) -> None:
        """`renamed`: there a rating that the list before does not have goes on from another type's."""
        number, version_id, type_, rating, games = row
        if version_id in self.wanted and (rating is not None or version_id not in renamed):
            self.rows[number][version_id].joined[type_] = rating, games

    def without_rating(self) -> list[tuple[int, str, str]]:
        """Version, member and type where there are games or a merge and, so far, no rating."""
        return [
            (version, number, type_)
            for number, of in self.rows.items()
            for version, rows in of.items()
            for type_ in {*rows.games, *rows.joined}
            if type_ and type_ not in rows.ratings
        ]

    def take_line(self, row: Any) -> None:
        number, version_id = row[0], row[1]
        game = Game._make((*row[2:-1], () if row[-1] == "[]" else self._reasons(row[-1])))
        if (name := self._called(version_id, game.event_key, game.event_name)) != game.event_name:
            game = game._replace(event_name=name)
        if game.for_initial:
            source = game.opponent_rating_from or "assumed"
            version = self.held[version_id]
            origin, before = version.origin(source, game.opponent_taken_from), version.previous
            key = (number, game.event_key, game.round, game.opponent_id)
            self.origins[key] = origin, before[0] if before else None
            self.kanji[key] = game.opponent_kanji
        if version_id in self.wanted:
            who = self._instead(game.opponent_id, game.event_key, game.opponent_name)
            if who is not None:
                game = game._replace(opponent_id=who[0], opponent_name=who[0], opponent_kanji=None)
            self.rows[number][version_id].games.setdefault(game.type, []).append(game)

    def take_kept(self, row: EarlierGameRow) -> None:
        told = {name: getattr(row, name) for name in KeptGame._fields if hasattr(row, name)}
        told |= {"date": row.played_on.isoformat(), "list": row.list_date and row.list_date.isoformat()}
        kept = self._kept_game(row.federation_id, row.version_id, **told)
        self.rows[row.federation_id][row.version_id].kept.append(kept)

    def take_beside(self, number: str, version_id: int, beside: Beside) -> None:
        """Last: what a list left as it was is not told of, unless it hands something on to the next."""
        if version_id in self.rows.get(number, ()) or beside.performances:
            events = []
            for event in beside.events:
                told = [(m, self._instead(m.id, event.event_key, m.name)) for m in event.opponents]
                met = (m if who is None else m._replace(id=who[0], name=who[0]) for m, who in told)
                name = self._called(version_id, event.event_key, event.event_name)
                events.append(event._replace(event_name=name, opponents=tuple(met)))
            performed = tuple(self._performed(version_id, p) for p in beside.performances)
            beside = beside._replace(events=tuple(events), performances=performed)
            self.rows[number][version_id].beside = beside

    def accounts(self, number: str) -> list[Account]:
        """The accounts of one member, newest first."""
        mine = [(self.held[version], rows) for version, rows in self.rows.get(number, {}).items()]
        mine.sort(key=lambda item: (item[0].list_date, item[0].version), reverse=True)
        return [Account(number, v, tuple(self._parts(number, v, rows)), tuple(rows.kept)) for v, rows in mine]

    def _parts(self, number: str, version: ListVersion, rows: _Rows) -> Iterator[Part]:
        """A part for each rating and each type with games; of who has neither for what he hands on."""
        types = {*rows.ratings, *rows.games}
        if version.how == "opening":
            handed_on = version.types if rows.beside.performances else ()
            types |= {*(game.type for game in rows.kept), *handed_on}
        for type_ in sorted(types, key=lambda t: (t == "rapid", t or "")):
            row = rows.ratings.get(type_)
            how = (
                self._initial(number, version.id, **json.loads(row.initial)) if row and row.initial else None
            )
            beside = rows.beside if row or not rows.ratings else NOTHING
            games = tuple(rows.games.get(type_, ()))
            yield Part(type_, row, games, how, beside, rows.joined.get(type_ or ""))

    def _instead(
        self, number: str | None, event_key: str | None, name: str | None
    ) -> tuple[str | None] | None:
        """What stands in the place of an opponent's ID and of his name; None where he is told as he is."""
        if hides(self.hidden, number, event_key, name):
            return (None,)
        return (number,) if self.erased and number in self.erased.ids else None

    def _reasons(self, told: str) -> tuple[Reason, ...]:
        reasons = json.loads(told)
        if self.public:
            return tuple(Reason(r["reason"], r["article"]) for r in reasons)
        return tuple(Reason(**self._unnamed(r)) for r in reasons)

    def _unnamed(self, reason: dict[str, Any]) -> dict[str, Any]:
        """The same without the name of who is erased."""
        if not self.erased or not self.erased.ids:
            return reason
        who = reason["player"] if reason["player"] in self.erased.ids else reason["who"]
        return {**reason, "who": who, "detail": self.erased.told(reason["detail"])}

    def _performed(self, version_id: int, p: Performance) -> Performance:
        return p._replace(source=self._called(version_id, p.event_key, p.source))

    def _initial(self, number: str, version_id: int, **told: Any) -> Initial | Pool:
        if "performances" in told:
            performed = (self._performed(version_id, Performance(**p)) for p in told["performances"])
            return Pool(tuple(performed), told["games_counted"])
        first, last = map(date.fromisoformat, told["window"])
        games = tuple(self._kept_game(number, version_id, **g) for g in told["games"])
        if self.public and told.get("decided"):
            told["decided"] = {**told["decided"], "reason": ""}
        return Initial(**{**told, "window": (first, last), "games": games, "ra": Fraction(*told["ra"])})

    def _kept_game(self, number: str, version_id: int, **g: Any) -> KeptGame:
        of = date.fromisoformat(g["list"]) if g["list"] else None
        key = (number, g["event_key"], g["round"], g["opponent_id"])
        if g["event_key"] is None:
            origin = Origin("list", None, of) if of else Origin("handed-over")
        else:
            origin, reckoned = self.origins.get(key) or (Origin("list" if of else "assumed", None, of), of)
            if of is not None and reckoned not in (None, of):
                origin = Origin("list", None, of)  # of another list than that of the game (R105)
            if of is None and origin.how != "assumed":
                origin = Origin("assumed")  # he has a rating to take over, and does not count as rated (R5)
        told = {name: g[name] for name in KeptGame._fields[:-2]}
        told |= {"date": date.fromisoformat(g["date"]), "list": of, "opponent_name": g["opponent_name"] or ""}
        told["source"] = self._called(version_id, g["event_key"], g["source"])
        who = self._instead(g["opponent_id"], g["event_key"], g["opponent_name"])
        if who is not None:
            told |= {"opponent_id": who[0], "opponent_name": who[0]}
            return KeptGame(**told, rating_from=origin)
        return KeptGame(**told, rating_from=origin, opponent_kanji=self.kanji.get(key))
