"""What an event's page tells: who played whom, and what it did to ratings."""

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, partial
from typing import Any, NamedTuple

from sqlmodel import Session, col, select

from importer.tables import EventPlayerRow, EventRow, MemberRow
from importer.view import reading
from office.corrections.open_lists import of_corrections
from office.lists.packing import unpacked
from office.lists.rows import left_out
from office.runs.inputs import day_of, players_in
from office.tables import ListVersionRow, VersionEventRow
from office.words.formats import natural
from publication.account.document import Page, public_pages
from publication.exports.guests import hides
from publication.site.addresses import event_slug
from publication.site.people import People
from publication.site.performances import Effect, Side, effects, lines_by_event, of_games
from publication.site.versions import Version
from scraper.records import EventRecord, Pairing, called

POINTS = {"1-0": (2, 0), "0-1": (0, 2), "1/2-1/2": (1, 1), "+--": (2, 0), "--+": (0, 2), "---": (0, 0)}
"""Points of both sides in halves, by the result of a game or a forfeit."""

BYES = {"bye": 2, "half-bye": 1}


@dataclass(frozen=True, slots=True)
class Head:
    """An event in a list of events. `version` is the one that stands for the list that took it, or, where a
    correction took it off, the last that held it; `rated` is false there, and where the office left it out
    whole. Name and days are as that version was reckoned, also where the office decided them."""

    key: str
    slug: str
    name: str
    first_day: date | None
    last_day: date | None
    organizer: str | None
    time_control: str | None
    tournament: int | None
    version: Version
    reading_id: int
    rated: bool


class Cell(NamedTuple):
    """A round of a player: the opponent's number in the table, colour (`w`, `b` or None), and the score in
    halves; `mark` names what is no game: `forfeit`, `bye`, `half-bye`, `not-paired`, `pending`, `unrated`."""

    opponent: int | None
    colour: str | None
    score: int | None
    mark: str | None


class Place(NamedTuple):
    """A line of the crosstable. `id` None: no member with a page; `name` None: withheld; `kanji` as the list
    that rated the event has it. `change` in hundredths and `performance` over the games that counted.
    `rounds`: of each round its cells."""

    number: int
    id: str | None
    name: str | None
    halves: int
    rating: int | None
    counted: int
    change: int | None
    performance: int | None
    kanji: str
    rounds: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class EventStory:
    """Everything on an event's page; `rounds` are the numbers of its rounds, `pages` what it was read
    from."""

    head: Head
    type: str | None
    rounds: tuple[int, ...]
    places: tuple[Place, ...]
    left_out: tuple[tuple[str, int], ...]
    pages: tuple[Page, ...]


def heads(
    session: Session, versions: Sequence[Version], unrated: Mapping[str, Collection[str]] | None = None
) -> list[Head]:
    """The events that versions hold, newest first, each by the reading it was rated from: one that is taken
    up again for a correction meanwhile stands here as it was published, and so does one that no standing
    version holds any more. Those of one day stand by their names. `unrated`: by the marks of versions, the
    events that they leave out whole; asked for where it is not given."""
    if unrated is None:
        unrated = {v.mark: left_out(session, v.id) for v in versions if v.newest}
    every = {v.id: v for v in versions}
    held = session.exec(select(VersionEventRow).where(col(VersionEventRow.version_id).in_(every))).all()
    stands = [row for row in held if every[row.version_id].newest]
    place = {number: n for n, number in enumerate(every)}
    gone = {row.event_key: row for row in sorted(held, key=lambda row: place[row.version_id])}
    for row in stands:
        gone.pop(row.event_key, None)
    events, reckoned = {e.key: e for e in session.exec(select(EventRow))}, cache(partial(_reckoned, session))
    decided_anew = {*gone, *(ruling.event_key for ruling in session.exec(of_corrections()))}
    found = []
    for row in (*stands, *gone.values()):
        version = every[row.version_id]
        event = events[row.event_key]
        told: EventRow | EventRecord = event
        name, days, control = event.called, (event.first_day, event.last_day), event.time_control
        if event.reading_id != row.reading_id:
            told = reading(session, row.reading_id)
            control = told.time_control.text
        if told is not event or row.event_key in decided_anew:
            was = reckoned(version)[row.event_key]
            name, days = called(was["name"], told.group), (day_of(was["first_day"]), day_of(was["last_day"]))
        found.append(
            Head(
                key=event.key,
                slug=event_slug(event.key),
                name=name,
                first_day=days[0],
                last_day=days[1],
                organizer=told.organizer,
                time_control=control,
                tournament=event.tournament,
                version=version,
                reading_id=row.reading_id,
                rated=version.newest and row.event_key not in unrated[version.mark],
            )
        )
    found.sort(key=lambda h: (natural(h.name), h.key))  # groups of a festival, as people look for theirs
    return sorted(found, key=lambda h: h.last_day or date.min, reverse=True)


def event_stories(
    session: Session,
    wanted: Sequence[Head],
    people: Callable[[Collection[str]], People],
    inputs: Callable[[Version], Any],
) -> Iterator[EventStory]:
    """The stories of these events, those of one list after the other: its rows are asked for once. `people`:
    of these IDs at least, those who have a page; `inputs`: of a version, as `inputs_of` has them."""
    by_version: dict[int, list[Head]] = {}
    for head in wanted:
        by_version.setdefault(head.version.id, []).append(head)
    for mine in by_version.values():
        version = mine[0].version
        frozen, kanji = _who_was_whom(inputs(version))
        lines = lines_by_event(session, version)
        moved = effects(session, version, lines)
        matched, called = _matched_now(session, mine)
        for head in mine:
            now = matched.get((head.key, head.reading_id), {})
            who = now | frozen.get(head.key, {})
            told = lines.get(head.key, ()), moved.get(head.key, {})
            yield _story(session, head, people, who, {} if now else called.get(head.key, {}), kanji, *told)


def inputs_of(session: Session, version: Version) -> Any:
    """What a version was reckoned from."""
    return unpacked(session.get_one(ListVersionRow, version.id).inputs)


def _reckoned(session: Session, version: Version) -> Mapping[str, Any]:
    """By key the events that a version was reckoned from."""
    return {event["key"]: event for event in inputs_of(session, version)["events"]}


def _who_was_whom(inputs: Any) -> tuple[dict[str, dict[int, str]], dict[str, str]]:
    """For each event of a version the federation ID (or, for guests, another word) of its players by their
    numbers, as the list was reckoned; and the kanji of its members, as they were frozen with it."""
    found: dict[str, dict[int, str]] = {}
    for event in inputs["events"]:
        found.setdefault(event["key"], {}).update(players_in(event))
    return found, {m["id"]: m.get("kanji") or "" for m in inputs.get("members", ())}


def _matched_now(
    session: Session, wanted: Sequence[Head]
) -> tuple[dict[tuple[str, int], dict[int, str]], dict[str, dict[str, set[str]]]]:
    """The same for who played no game at all, from the events as they stand now, by key and reading: of one
    that is read otherwise by now the numbers tell nothing. And by key the federation IDs by printed names."""
    found: dict[tuple[str, int], dict[int, str]] = {}
    called: dict[str, dict[str, set[str]]] = {}
    p = EventPlayerRow
    query = (
        select(EventRow.key, EventRow.reading_id, p.number, p.name, MemberRow.federation_id)  # type: ignore[call-overload]
        .join(p, col(p.event_id) == EventRow.id)
        .join(MemberRow, col(MemberRow.id) == p.member_id)
        .where(col(EventRow.key).in_([head.key for head in wanted]))
    )
    for key, reading_id, number, name, federation_id in session.exec(query):
        found.setdefault((key, reading_id), {})[number] = federation_id
        called.setdefault(key, {}).setdefault(name, set()).add(federation_id)
    return found, called


def _story(
    session: Session,
    head: Head,
    people_of: Callable[[Collection[str]], People],
    who_was: Mapping[int, str],
    called: Mapping[str, Collection[str]],
    kanji: Mapping[str, str],
    lines: Sequence[Any],
    effects: Mapping[str, Effect],
) -> EventStory:
    """An event from what its list says of it: who was whom, with kanji by ID, the sides of its games, and
    what it did to each player. `called`: whom its players are taken for now, where it is read otherwise; who
    is withheld is hidden by it where nothing else says who he is."""
    record = reading(session, head.reading_id)
    who = {p.number: p.national_id or "" for p in record.players} | dict(who_was)
    people = people_of({*who.values()} - {""})
    cells, points = _cells(record.pairings)
    rounds = tuple(sorted({p.round for p in record.pairings}))
    own = {} if head.version.by_events else _apart(head.version, record, who, lines)
    order = sorted(record.players, key=lambda p: (-points.get(p.number, 0), p.number))
    place_of = {p.number: n for n, p in enumerate(order, 1)}
    places = []
    for n, player in enumerate(order, 1):
        number = who.get(player.number, "")
        hidden = hides(people.withheld, number, head.key, player.name)
        if number not in people.shown:  # an ID that is printed otherwise is nobody's
            hidden |= not people.withheld.isdisjoint(called.get(player.name, ()))
        grid = tuple(
            tuple(
                Cell(place_of.get(opponent or 0), colour, score, mark)
                for opponent, colour, score, mark in cells.get((player.number, r), ())
            )
            for r in rounds
        )
        places.append(
            Place(
                n,
                number if number in people.shown else None,
                None if hidden else player.name,
                points.get(player.number, 0),
                *(own.get(player.number) or effects.get(number, Effect())),
                kanji="" if hidden else kanji.get(number, ""),
                rounds=grid,
            )
        )
    type_ = next((x.type for x in lines if x.type), None)
    return EventStory(head, type_, rounds, tuple(places), _left_out(lines), public_pages(record.source.pages))


def _apart(
    version: Version, record: EventRecord, who: Mapping[int, str], lines: Sequence[Side]
) -> dict[int, Effect]:
    """By their numbers the players whom a member is several times, as who left and was entered again: what
    the event did to him by the games of this number."""
    names, found = {p.number: p.name for p in record.players}, {}
    times = Counter(who.values())
    for number in names:
        if (member := who.get(number, "")) and times[member] > 1:
            met = {(p.round, names.get(p.black or 0)) for p in record.pairings if p.white == number}
            met |= {(p.round, names.get(p.white)) for p in record.pairings if p.black == number}
            mine = [x for x in lines if x.federation_id == member and (x.round, x.opponent_name) in met]
            found[number] = of_games(version, mine).get(member, Effect())
    return found


def _cells(pairings: Sequence[Pairing]) -> tuple[dict[tuple[int, int], list[Cell]], dict[int, int]]:
    cells: dict[tuple[int, int], list[Cell]] = {}
    points: dict[int, int] = {}

    def put(player: int, round_: int, cell: Cell) -> None:
        cells.setdefault((player, round_), []).append(cell)
        points[player] = points.get(player, 0) + (cell[2] or 0)

    for p in pairings:
        scores = POINTS.get(p.result or "", (None, None))
        if p.black is None or p.kind in ("bye", "half-bye", "not-paired"):
            score = scores[0] if p.kind == "forfeit" else BYES.get(p.kind)
            put(p.white, p.round, Cell(None, None, score, p.kind))
            continue
        mark = None if p.kind == "game" else p.kind
        colours = ("w", "b") if p.colours else (None, None)
        put(p.white, p.round, Cell(p.black, colours[0], scores[0], mark))
        put(p.black, p.round, Cell(p.white, colours[1], scores[1], mark))
    return cells, points


def _left_out(lines: Sequence[Any]) -> tuple[tuple[str, int], ...]:
    """How many games did not count, by the first reason of each."""
    found: dict[str, set[tuple[int, int | None, str]]] = {}
    for line in lines:
        if not line.counts:
            pair = "\t".join(sorted((line.player_name, line.opponent_name)))
            reason = json.loads(line.reasons)[0]["reason"]
            found.setdefault(reason, set()).add((line.round, line.board, pair))
    return tuple(sorted((reason, len(games)) for reason, games in found.items()))
