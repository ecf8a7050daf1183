"""Who plays under a name that nobody is to be told: guests in lists whom the office knows as members now."""

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from typing import Any

from sqlmodel import Session, col, select

from importer.merged import merged
from importer.names import name_key
from importer.tables import MemberRow
from office.tables import GameLineRow, ListVersionRow, VersionEventRow


def guest_place(event_key: str | None, name: str | None, *, whoever: bool = False) -> str:
    """What a guest is known by in the lists: his event, and his name there; `whoever`: also where the list
    took him for a member."""
    return f"{event_key}#{'=' if whoever else ''}{name}"


def hides(withheld: Collection[str], number: str | None, event_key: str | None, name: str | None) -> bool:
    """Whether nobody is to be named who is a list's `number`: an ID, or None or a place for a guest. Where
    somebody withheld plays under this name now, the list may have taken him for another member."""
    if not withheld:
        return False
    if number in withheld or guest_place(event_key, name, whoever=True) in withheld:
        return True
    return (number is None or "#" in number) and guest_place(event_key, name) in withheld


def guest_places(session: Session, withheld: Collection[str]) -> frozenset[str]:
    """Where these members play by what is known now, in events that a list holds without lines of theirs: it
    has each as a guest there, or as somebody else; as it may under one of several numbers. Also as readings
    of before have him: with his number, his FIDE ID or his name's words, and a name that nobody has there
    now; and as a guest where another list has him. A member of his name keeps his."""
    if not withheld:
        return frozenset()
    from importer.tables import EventPlayerRow, EventRow, ReadingRow

    found = {guest_place(key, name) for key, name in _in_other_lists(session, withheld)}
    for key, reading_id, (number, name, fide_id) in _not_as_themselves(session, withheld):
        players = select(EventPlayerRow.name, MemberRow.federation_id).join(EventRow)
        players = players.outerjoin(MemberRow, col(MemberRow.id) == EventPlayerRow.member_id)
        there = session.exec(players.where(EventRow.key == key)).all()
        namesake = any(one == name and member not in (None, *withheld) for one, member in there)
        found.add(guest_place(key, name, whoever=not namesake))
        names, words = {one for one, _member in there}, name_key(name)
        r = ReadingRow
        earlier = select(r.record).where(r.event_key == key, col(r.id) != reading_id)
        for text in session.exec(earlier):
            for player in json.loads(text).get("players", ()):
                same = player["number"] == number or (fide_id and player.get("fide_id") == fide_id)
                if player["name"] not in names and (same or name_key(player["name"]) == words):
                    found.add(guest_place(key, player["name"], whoever=True))
    return frozenset(found)


def _in_other_lists(session: Session, withheld: Collection[str]) -> Iterator[tuple[str, str]]:
    """The events, with the name there, in which a list has as a guest whom another one has as one of these
    members: by a game of one round against one opponent. It holds also while nobody is matched, as in an
    event that is read otherwise now."""
    line = GameLineRow
    game: Any = (line.event_key, line.round, line.opponent_id, line.opponent_name)
    own = session.exec(select(*game).where(col(line.federation_id).in_(withheld)).distinct()).all()
    his = {(key, number, who) for key, number, *both in own for who in both}
    guests = select(*game, line.player_name).where(col(line.federation_id).is_(None))  # type: ignore[call-overload]
    there = guests.where(col(line.event_key).in_({key for key, *_game in own})).distinct()
    for key, number, *both, name in session.exec(there):
        if any((key, number, who) in his for who in both if who is not None):
            yield key, name


def _not_as_themselves(
    session: Session, withheld: Collection[str]
) -> Iterator[tuple[str, int, tuple[int, str, str | None]]]:
    """The events in which these members play by what is known now, with the reading and, of each, number,
    name and FIDE ID there, where a published list that holds the event has no line of his own, or he has
    several numbers, of which it may have one alone as his."""
    from importer.tables import EventPlayerRow, EventRow

    p, own = EventPlayerRow, GameLineRow
    same, row = merged(session), VersionEventRow
    of_event = EventRow.key, EventRow.reading_id, MemberRow.federation_id
    query = select(*of_event, p.number, p.name, p.fide_id)  # type: ignore[call-overload]
    query = query.join(p, col(p.event_id) == EventRow.id).join(MemberRow, col(MemberRow.id) == p.member_id)
    playing = session.exec(query.where(col(MemberRow.federation_id).in_(withheld))).all()
    holding = select(row.event_key, row.version_id).join(ListVersionRow)
    holding = holding.where(col(row.event_key).in_({key for key, *_his in playing}))
    lists = defaultdict[str, set[int]](set)
    for key, version in session.exec(holding.where(ListVersionRow.state == "published")):
        lists[key].add(version)
    lines = select(own.federation_id, own.event_key, own.version_id).distinct()
    as_himself = {
        (same.id(member or ""), key, version)
        for member, key, version in session.exec(lines.where(col(own.federation_id).in_(withheld)))
    }
    times = Counter((key, same.id(member)) for key, _reading, member, *_his in playing)
    for key, reading_id, member, *his in playing:
        several = times[key, same.id(member)] > 1
        if any(several or (same.id(member), key, version) not in as_himself for version in lists[key]):
            yield key, reading_id, tuple(his)
