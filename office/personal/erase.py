"""Erasure on request (7(1), R94): what the office knows of a member beyond what published numbers rest on is
overwritten, for good. A published list and its games stay as they are: the database refuses to change them.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import update
from sqlmodel import Session, col, or_, select

from importer.merged import merged
from importer.organizers_people import address_of
from importer.register_history import Known, note_facts
from importer.register_replay import replay
from importer.rulings import CODES, Kind, Made, Rulings, record
from importer.tables import (
    EventPlayerRow,
    MemberNameRow,
    MemberRow,
    OrganizerPersonRow,
    ProblemRow,
    RegisterFactRow,
    RulingRow,
)
from importer.view import EventView
from office.chain.compare import EMPTY
from office.corrections.open_lists import (
    closing_article,
    last_open_day,
    under_correction,
    version_that_closes,
)
from office.database.lifted import overwrite, triggers_lifted
from office.desk.refresh import refresh
from office.errors import OfficeError
from office.families import day_here
from office.lists.chain import standing_versions
from office.lists.columns import table_of
from office.locks import files_held
from office.notices.addresses import addresses_of, forget_addresses, take_away
from office.notices.settings import ways
from office.notices.tables import NoticeRecipientRow
from office.opened import Office
from office.personal.needed import last_open
from office.register.find import find_member
from office.rules.standing import HOW_MUCH, STANDING
from office.tables import GameLineRow, LookRow
from scraper.records import Problem

SPOKEN_OF = (
    *("kana", "surname", "given", "sex", "federation", "fide_id"),
    *("club", "school", "location", "level"),
)
"""Facts that no number rests on, and no list prints."""

PRINTED = ("name", "kanji")
"""Facts that lists print; in the register they go too, unless R94 is read otherwise."""

TABLES = ("register_fact", "member_name")
"""Where rows are emptied that the database otherwise keeps as they are."""


@dataclass(frozen=True, slots=True)
class ErasedNow:
    """The decision; the entries of the register that were this one person; and how many rows were emptied."""

    ruling: RulingRow
    members: tuple[str, ...]
    rows: int


def erase(session: Session, text: str, *, how_much: str, made: Made) -> ErasedNow:
    """Erases what is known of a member, with every entry merged with his, in the caller's transaction.
    `how_much`: one of `HOW_MUCH`. Refused while a list with his games can still be corrected, or an event
    with him, or with a player who may be he, is to be rated: both would look for him under his name. Of
    whom nothing is left to erase, the decision that erased it is answered, and no row."""
    member = find_member(session, text)
    entries, before = entries_of(session, member), erased_before(session, member, how_much)
    ids = tuple(m.federation_id for m in entries)
    if before is not None:
        return ErasedNow(before, ids, 0)
    waits = list(_waits(session, entries, day_here(session, made.now)))
    if waits:
        raise OfficeError(*waits)
    fields = _fields(how_much)
    values, addresses = _values(session, entries, fields), addresses_of(session, entries)
    ruling, *_others = [
        record(session, Kind.ERASURE, subject={"member": i}, facts=STANDING, value=how_much, made=made)
        for i in ids
    ]
    wishes = ("withheld", "birth_withheld")
    with triggers_lifted(session, TABLES):
        rows = sum(_emptied(session, one, fields, made.now) for one in entries)
    source = f"ruling {ruling.id}"
    missing = [(m, wish) for m in entries for wish in wishes if not getattr(m, wish)]
    missing = missing or [(entries[0], wishes[0])]  # by a fact more, who keeps the register knows it changed
    note_facts(session, [Known(m.id or 0, wish, True, source) for m, wish in missing], made.now)
    replay(session, entries)
    _no_candidates(session, ids)
    session.connection().execute(table_of(LookRow).delete())  # worked out anew
    refresh(session)
    forget(session, values)
    forget_addresses(session, addresses - _shared(session, entries), made.now)
    return ErasedNow(ruling, ids, rows)


def erased_before(session: Session, member: MemberRow, how_much: str) -> RulingRow | None:
    """The decision by which a member was erased before, with every entry merged with his; None where he was
    not, or something is known of him again."""
    entries = entries_of(session, member)
    rulings = Rulings.in_force(session).of_kind(Kind.ERASURE)
    erased = {json.loads(r.subject).get("member"): r for r in rulings}
    ids, rows = [m.federation_id for m in entries], [m.id for m in entries]
    if not erased.keys() >= {*ids} or not all(m.withheld and m.birth_withheld for m in entries):
        return None
    fact, name, person = RegisterFactRow, MemberNameRow, OrganizerPersonRow
    known = col(fact.value).is_not(None) & col(fact.value).not_in(ids)
    told = or_(col(person.name).is_not(None), col(person.email).is_not(None))
    for query in (
        select(fact.id).where(col(fact.member_id).in_(rows), col(fact.field).in_(_fields(how_much)), known),
        select(name.id).where(col(name.member_id).in_(rows), name.name != ""),
        select(person.id).where(col(person.federation_id).in_(ids), told),
    ):
        if session.exec(query.limit(1)).first() is not None:
            return None
    return erased[member.federation_id]


def _fields(how_much: str) -> Sequence[str]:
    return SPOKEN_OF if how_much == HOW_MUCH[1] else (*SPOKEN_OF, *PRINTED)


def gone_for_good(office: Office) -> None:
    """After the transaction: what the database still holds of what was erased or forgotten is overwritten,
    and mails to it that lie in the folder of notices are deleted."""
    overwrite(office.engine)
    with office.reading() as session, files_held(office.place.folder, deleting=True):
        take_away(session, ways(office.place).folder)


def entries_of(session: Session, member: MemberRow) -> list[MemberRow]:
    """Every entry of the register that is this person, by the merges that stand; in the order of the IDs."""
    one = merged(session)
    stands = one.row(member.id or 0)
    numbers = {stands, *(row for row, end in one.rows.items() if end == stands)}
    query = select(MemberRow).where(col(MemberRow.id).in_(numbers))
    return list(session.exec(query.order_by(col(MemberRow.federation_id))))


def _waits(session: Session, entries: Sequence[MemberRow], today: date) -> Iterator[Problem]:
    ids, rows = [m.federation_id for m in entries], [m.id for m in entries]
    corrected = under_correction(session, today)
    for version in standing_versions(session):
        if version.how != "run":
            continue
        mine = select(GameLineRow.id).where(GameLineRow.version_id == version.id)
        played = or_(col(GameLineRow.federation_id).in_(ids), col(GameLineRow.opponent_id).in_(ids))
        last, place = last_open(session, version), f"list of {version.list_date}"
        if version.list_date in corrected and session.exec(mine.where(played)).first() is not None:
            expected, found = "no correction under way of a list with this member's games", "one"
            remedy = "publish the correction, or end it: banzuke correction close EVENT; then erase"
            yield Problem("erasure-too-early", place, expected, found, remedy)
        elif last is not None and today <= last and session.exec(mine.where(played)).first() is not None:
            if last_open_day(version_that_closes(session, version.list_date)) is None:
                expected = f"a day after {last}, the ninetieth after the list was published"
            else:
                article = closing_article(version)
                expected = f"a day after {last}, from which on its games are not corrected any more{article}"
            remedy = f"withhold the member until then (members import, column Withheld); erase after {last}"
            yield Problem("erasure-too-early", place, expected, str(today), remedy)
    query = select(EventPlayerRow.event_id).where(col(EventPlayerRow.member_id).in_(rows))
    his, desk = set(session.exec(query)), refresh(session)
    newest = desk.last.list_date if desk.last else date.min
    for event in desk.current:
        asked = [] if event.published is not None else _asked(event.view, ids)
        if (event.view.event.id not in his and not asked) or event.published is not None:
            continue
        to_come = (event.list_date or date.min) > newest
        if event.view.excluded() and not to_come and event.into is None:
            continue  # no list takes it
        expected, found = "no event of a list to come with this member", "one that is not on a list"
        remedy = "publish the list with it, or leave the event out; then erase"
        if to_come:  # the list has it also where it is left out
            remedy = f"publish the list of {event.list_date}; then erase"
        if event.view.event.id not in his:
            expected, found = "no player who may be this member", "; ".join(asked)
            remedy = "decide who it is: banzuke problems; then erase"
        yield Problem("erasure-too-early", event.named, expected, found, remedy)


def _asked(view: EventView, ids: Collection[str]) -> list[str]:
    """The players of an event of whom it is asked who they are, and who can be the member of these IDs by
    more than likeness."""
    return [
        f"{player.number} {player.name}"
        for player in view.players.values()
        if player.match in CODES
        and any(c["likeness"] is None and c["federation_id"] in ids for c in json.loads(player.candidates))
    ]


def _emptied(session: Session, member: MemberRow, fields: Sequence[str], now: Any) -> int:
    """Empties the rows of one entry as `EMPTY` says; how many they were."""
    facts, names = table_of(RegisterFactRow), table_of(MemberNameRow)
    people = table_of(OrganizerPersonRow)
    mine = (facts.c.member_id == member.id) & facts.c.field.in_(fields)
    name, empty = facts.c.field == "name", EMPTY["register_fact"]
    named, person = names.c.member_id == member.id, people.c.federation_id == member.federation_id
    changes = (
        update(facts).where(mine & ~name).values(**empty),
        update(facts).where(mine & name).values(**{**empty, "value": member.federation_id}),
        update(names).where(named).values(**EMPTY["member_name"]),
        update(people).where(person).values(**EMPTY["organizer_person"]),
    )
    connection = session.connection()
    rows = sum(connection.execute(change).rowcount for change in changes)
    for table, own in ((names, named), (people, person)):
        connection.execute(update(table).where(own & table.c.known_until.is_(None)).values(known_until=now))
    session.expire_all()
    return rows


def _no_candidates(session: Session, ids: Collection[str]) -> None:
    """Takes these IDs, with the name and what else the register knew, from among those who a player was
    looked up to be. For events of lists to come that is looked up anew; on a published list it is the last
    word."""
    told = col(EventPlayerRow.candidates)
    named = or_(*(told.contains(i, autoescape=True) for i in ids))
    for row in session.exec(select(EventPlayerRow).where(named)):
        others = [one for one in json.loads(row.candidates) if one["federation_id"] not in ids]
        row.candidates = json.dumps(others, ensure_ascii=False)


def _values(session: Session, entries: Sequence[MemberRow], fields: Sequence[str]) -> list[str]:
    """Every text that is going to be erased and could stand in a question that was asked, and his name as an
    event has it."""
    numbers, ids = [m.id for m in entries], [m.federation_id for m in entries]
    fact, player = RegisterFactRow, EventPlayerRow
    facts = select(fact.value).where(col(fact.member_id).in_(numbers), col(fact.field).in_(fields))
    names = select(MemberNameRow.name).where(col(MemberNameRow.member_id).in_(numbers))
    entered = select(player.name).where(col(player.member_id).in_(numbers if "name" in fields else ()))
    mails = select(OrganizerPersonRow.email).where(col(OrganizerPersonRow.federation_id).in_(ids))
    found = {text for query in (facts, names, entered, mails) for text in session.exec(query) if text}
    return sorted(found)


SHORT = 3
"""Letters: what is no longer, such as `m` or `JPN`, names nobody, and stands in other words. Two kanji can be
a whole name."""


def _shared(session: Session, entries: Sequence[MemberRow]) -> set[str]:
    """Addresses that other members have among an organizer's people, as a club's, and that nobody said are
    this one's: whoever reads there wants no notices, and was told something, as before."""
    person, one = OrganizerPersonRow, NoticeRecipientRow
    query = select(person.email).where(col(person.known_until).is_(None), col(person.email).is_not(None))
    others = col(person.federation_id).not_in([m.federation_id for m in entries])
    mine = select(one.address).where(col(one.member_id).in_([m.id for m in entries]))
    found = {address_of(text or "") for text in session.exec(query.where(others))}
    return {address for address in found if address} - {*session.exec(mine)}


def forget(session: Session, values: Iterable[str], instead: str = "—") -> None:
    """Takes these texts out of questions that are no longer asked: those that are were just put anew."""
    told = (x for x in values if len(x) > (SHORT if x.isascii() else 1))
    values = sorted(told, key=len, reverse=True)
    for row in session.exec(select(ProblemRow).where(ProblemRow.state != "open")):
        for part in ("place", "expected", "found", "remedy"):
            text = getattr(row, part)
            for value in values:
                text = text.replace(value, instead)
            setattr(row, part, text)
