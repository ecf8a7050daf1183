"""Accounts gathered from stored rows: of one member with everything that is asked of it, or of hundreds of
members at a time, with a query for each kind of row and never the whole history in memory."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from sqlalchemy import DateTime, String, bindparam, text
from sqlmodel import Session, select

from importer.merged import stands_for
from importer.tables import MemberRow
from office.lists.erased import Erased
from office.lists.event_names import EventNames
from office.lists.law import carried_over, law_of_version
from office.lists.sums import worked_out
from office.tables import ListMemberRow, ListVersionRow
from office.words import _
from publication.account import stored
from publication.account.gathered import Gathered
from publication.account.model import Account, Initial, ListVersion, Part
from publication.account.readings import Reading
from publication.exports.fields import wishes_of
from publication.exports.guests import guest_places
from publication.families import family_of
from scraper.records import called, pages_in

CHUNK = 400
"""Members loaded at once."""


def account(session: Session, member: MemberRow, version: ListVersionRow, *, public: bool = False) -> Account:
    """Everything behind the ratings of one member on one version, worked out again, with its readings.
    `public`: to be given away, so that no opponent who asked to be withheld is named in it."""
    withheld = wishes_of(session).withheld if public else None
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
        gathered = Gathered(held, wanted, withheld, erased, places, names)
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
    .bindparams(bindparam("keys", expanding=True, type_=String))
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
