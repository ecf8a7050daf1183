"""The name an event keeps for ever: by its tournament number, or for a report that came as a file by what
the report says of it (R43)."""

import hashlib
import json
import unicodedata
from collections import Counter
from collections.abc import Callable, Container, Iterable, Sequence
from datetime import date

from sqlmodel import Session, col, select

from importer.ids import fide_number
from importer.names import is_person, name_key
from importer.rulings import Kind
from importer.tables import EventPlayerRow, EventRow, PairingRow, RulingRow
from importer.view import reading, rounds_unknown
from scraper.records import EventRecord, Problem
from scraper.records import Kind as Paired

SITE = "chess-results.com"


def event_key(record: EventRecord) -> str:
    """`chess-results:1234567`, or `report:2026-` and ten hexadecimal digits over the event's name, group and
    first day, as they are compared: case, commas and widths do not matter.

    A report without a first day (Swiss Perfect) is named `report:undated-` over its name and the pairs of
    its first round, which no later correction of a result changes.
    """
    if record.source.tournament is not None:
        return f"{record.source.site.removesuffix('.com')}:{record.source.tournament}"
    if record.source.site == SITE:
        raise ValueError("a reading without a tournament number names no event")
    if record.first_day is not None:
        return dated_key(record.name, record.group, record.first_day)
    names = {p.number: _key(p.name) for p in record.players}
    first = min((p.round for p in record.pairings), default=0)
    pairs = sorted(
        sorted(names.get(n, "") for n in (p.white, p.black) if n is not None)
        for p in record.pairings
        if p.round == first
    )
    return f"report:undated-{_digest([_key(record.name), _key(record.group or ''), pairs])}"


def dated_key(name: str, group: str | None, first_day: date) -> str:
    """The key of a report that says its first day."""
    named = [_key(name), _key(group or ""), first_day.isoformat()]
    return f"report:{first_day.year}-{_digest(named)}"


def is_named(event: EventRow, name: str) -> bool:
    """Whether a stored event is meant by `E3`, its key or its tournament number, in full width too."""
    plain = unicodedata.normalize("NFKC", name)
    number = event.key if event.tournament is None else str(event.tournament)
    return plain.upper() == f"E{event.id}" or plain in (event.key, number)


def another_event(
    session: Session, record: EventRecord, published: Callable[[], Container[str]]
) -> Problem | None:
    """Why what was read is not the event that is stored under its key; None where it is one, or none is.
    `published`: the keys of the events that a list holds, from which nothing is taken away."""
    key = event_key(record)
    event = session.exec(select(EventRow).where(col(EventRow.key) == key)).one_or_none()
    if event is None:
        return None
    if record.source.tournament is not None:
        found = _number_of_another(session, event, record)
    else:
        others = _same_name_other_players(session, event, record)
        if others is not None:
            return others
        found = _same_name_other_games(session, event, record)
    return found if found is None or key not in published() else None


def _number_of_another(session: Session, event: EventRow, record: EventRecord) -> Problem | None:
    """Where another tournament was uploaded under the number: other days, another name or group, and less
    than half of the games that were played. Its games would take the place of those of the event. An event
    that was taken up or left out is the officer's to have otherwise."""
    days = event.first_day, event.last_day
    if (event.name, event.group, *days) == (record.name, record.group, record.first_day, record.last_day):
        return None
    if _is_decided(session, event):
        return None
    before, now = _games(session, event, record)
    before_it = reading(session, event.reading_id)
    of_a_grid = rounds_unknown(before_it) or rounds_unknown(record)  # whose rounds and colours are not known
    kept, games = _kept(before, now, _by_players if of_a_grid else _by_all)
    if kept * 2 >= games:
        return None
    place = f"{record.called}, {record.first_day or 'without a day'}"
    named = event.called
    expected = f"E{event.id} {named}, {days[0] or 'without a day'}, which has this number"
    found = f"{kept} of its {games} games, and another name or other days"
    remedy = (
        "if another tournament was uploaded under the number: have it uploaded under one of its own, or"
        f" reported as a form or TRF; if it is the same event: banzuke resolve E{event.id} --exclude, import"
        " it again and take that back"
    )
    return Problem("number-of-another-event", place, expected, found, remedy)


def _is_decided(session: Session, event: EventRow) -> bool:
    """Whether an event was taken up or left out by decision."""
    row = RulingRow
    decided = select(row.id).where(row.event_key == event.key, col(row.taken_back_at).is_(None))
    kinds = [Kind.EXCLUDE.value, Kind.REOPEN.value, Kind.INTO.value]
    return session.exec(decided.where(col(row.kind).in_(kinds)).limit(1)).first() is not None


Game = tuple[int, str, str, str]
"""Round, White, Black and result; the players by the keys of their names."""


def _games(session: Session, event: EventRow, record: EventRecord) -> tuple[list[Game], list[Game]]:
    """The games that were played as they are stored, and the pairings as they were read now."""
    p, rows = PairingRow, _players(session, event)
    names = {player.number: _key(player.name) for player in rows}
    stored = session.exec(select(p).where(p.event_id == event.id, p.kind == Paired.GAME.value)).all()
    before = [(x.round, names.get(x.white, ""), names.get(x.black or 0, ""), x.result or "") for x in stored]
    names = {number: _key(name) for number, name in _as_before(rows, record).items()}
    now = [
        (x.round, names.get(x.white, ""), names.get(x.black or 0, ""), x.result.value if x.result else "")
        for x in record.pairings
    ]
    return before, now


def _players(session: Session, event: EventRow) -> Sequence[EventPlayerRow]:
    return session.exec(select(EventPlayerRow).where(EventPlayerRow.event_id == event.id)).all()


def _as_before(rows: Sequence[EventPlayerRow], record: EventRecord) -> dict[int, str]:
    """The names of what was read now, by number; who is in it under a new name is called as the stored player
    who has his ID: a corrected report may spell everybody anew (Note 4)."""
    known = {_key(row.name) for row in rows}
    holders = {number: row.name for row in rows for number in _ids(row.national_id, row.fide_id)}
    names = {}
    for player in record.players:
        mine = () if _key(player.name) in known else _ids(player.national_id, player.fide_id)
        names[player.number] = next((holders[n] for n in mine if n in holders), player.name)
    return names


def _ids(national_id: str | None, fide_id: str | None) -> list[str]:
    from importer.matching.identifiers import one_id  # with what matching needs, only for a report that came

    printed, fide = one_id(national_id or ""), fide_number(fide_id)
    return [*([printed] if printed else ()), *([f"FIDE {fide}"] if fide else ())]


def _kept(before: Iterable[Game], now: Iterable[Game], known_by: Callable[[Game], object]) -> tuple[int, int]:
    """How many of the games before are known again by that, and how many they were."""
    games = Counter(map(known_by, before))
    return (games & Counter(map(known_by, now))).total(), games.total()


def _by_all(game: Game) -> object:
    return game


def _by_round(game: Game) -> object:
    return game[0], *sorted(game[1:3])


def _by_players(game: Game) -> object:
    return tuple(sorted(game[1:3]))


def _same_name_other_players(session: Session, event: EventRow, record: EventRecord) -> Problem | None:
    """Two events of one name and first day (the groups of a festival, reported one by one) are not one: the
    report is refused where it shares less than half of the players of the stored event, or of its own."""
    rows = _players(session, event)
    common, smaller = shared([row.name for row in rows], _as_before(rows, record).values())
    if common * 2 >= smaller:
        return None
    place = f"{record.called}, {record.first_day or 'without a day'}"
    expected = f"the players of E{event.id}, which has this name and first day"
    found = f"{common} of {smaller} players are the same"
    remedy = "give the group in the report, or in the event's name, and import it again"
    return Problem("same-name-other-players", place, expected, found, remedy)


def _same_name_other_games(session: Session, event: EventRow, record: EventRecord) -> Problem | None:
    """Nor are two of the same players on one day (a club's standard and its rapid games): the report is
    refused where less than half of the games that were played between those who are in both is in it. With a
    time control of the other type a game is known again as it was played; else by its round and players,
    since colours and results may be what is corrected."""
    if _is_decided(session, event):
        return None
    before, now = _games(session, event, record)
    there = {_key(name) for name in _as_before(_players(session, event), record).values()}
    types = event.printed_kind, record.time_control.printed_kind
    known_by = _by_all if None not in types and types[0] != types[1] else _by_round
    kept, games = _kept([game for game in before if there.issuperset(game[1:3])], now, known_by)
    if kept * 2 >= games:
        return None
    place = f"{record.called}, {record.first_day or 'without a day'}"
    expected = f"the games of E{event.id}, which has this name and first day"
    found = f"{kept} of its {games} games"
    remedy = (
        "if it is another event: correct its day, or give the group in the report or in the event's name, and"
        f" import it again; if it is the same one: banzuke resolve E{event.id} --exclude, import it again and"
        " take that back"
    )
    return Problem("same-name-other-games", place, expected, found, remedy)


def shared(one: Iterable[str], other: Iterable[str]) -> tuple[int, int]:
    """How many persons are in both lists of players, and how many in the smaller one."""
    names = [{_key(name) for name in names if is_person(name)} for names in (one, other)]
    return len(names[0] & names[1]), min(map(len, names))


_SINCE, _KEPT = "、·ʻ′", "\ue000\ue001\ue002\ue003"
"""Signs that names have been compared without since keys were made: a key keeps them."""


def _key(text: str) -> str:
    if any(sign in text for sign in (*_SINCE, "´")):
        key = name_key(text.replace("´", " ").translate(str.maketrans(_SINCE, _KEPT)))
        kept = key.translate(str.maketrans(_KEPT, _SINCE))
        return " ".join(sorted(kept.split())) or text.strip()
    return name_key(text) or text.strip()


def _digest(values: Sequence[object]) -> str:
    text = json.dumps(values, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:10]
