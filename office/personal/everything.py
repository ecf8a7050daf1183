"""Everything an office holds about a member, for himself: each row of each table with what a published list
was reckoned from, as one JSON text. Who asks has to be known to be him: it is handed to nobody else.

What an office keeps of people stands in `kept.toml`, table by table: docs/privacy.md is made from it."""

import json
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session, SQLModel, col, select

from importer.organizers_people import address_of
from importer.stored import frozen_record
from importer.tables import EventPlayerRow, EventRow, MemberNameRow, MemberRow, ReadingRow, RegisterFactRow
from office.lists.erased import Erased
from office.lists.packing import unpacked_text
from office.notices.addresses import addresses_of
from office.personal.erase import entries_of
from office.tables import ListVersionRow, whole
from office.words import _, p_

FORMAT = "banzuke-member/1"


def everything(session: Session, member: MemberRow, now: datetime) -> str:
    """The text: `tables` by name, each with its rows; `could_be`, the events with a player who could have
    been he; `lists`, what stands of him among what published lists were reckoned from; `kept` says of each
    table why it is kept and how long. Of another who is erased the ID stands for the name."""
    whole()
    entries = entries_of(session, member)
    words = _words(session, entries)
    tables = {name: list(_rows(session, name, one.by, words)) for name, one in kept().items()}
    for row in tables["event_player"]:  # of whom else the player could have been is theirs
        row["candidates"] = json.dumps(_his(row["candidates"], words), ensure_ascii=False)
    others = Erased(session, but=words["id"])
    told_of = others.told_of
    told = {
        "format": FORMAT,
        "made": now.isoformat(timespec="seconds"),
        "members": [m.federation_id for m in entries],
        "tables": {name: told_of(rows) for name, rows in tables.items() if rows},
        "could_be": list(_could_be(session, words)),
        "as_read": list(_as_read(session, entries, others.ids)),
        "lists": told_of(list(_reckoned_from(session, words["id"]))),
        "kept": {
            name: {"what": _said(one.what), "why": _said(one.why), "until": _said(one.until)}
            for name, one in kept().items()
        },
    }
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


Words = Mapping[str, Collection[Any]]


def _words(session: Session, entries: Sequence[MemberRow]) -> Words:
    """What of a member can stand in a column, by the words of `kept.toml`: now, and at any time before."""
    numbers, ids = [m.id or 0 for m in entries], {m.federation_id for m in entries}
    facts = session.exec(select(RegisterFactRow).where(col(RegisterFactRow.member_id).in_(numbers))).all()
    told = [(fact.field, fact.value) for fact in facts if fact.value]
    of = {field: {v for f, v in told if f == field} for field in ("name", "kanji", "fide_id")}
    others = session.exec(select(MemberNameRow.name).where(col(MemberNameRow.member_id).in_(numbers)))
    names, mails = {*of["name"], *of["kanji"], *others}, addresses_of(session, entries)
    return {
        "row": set(numbers),
        "id": ids,
        "fide": of["fide_id"],
        "names": names,
        "mails": mails,
        "inside": ids,
        "lines": {*ids, *names, *mails},
    }


def _rows(session: Session, name: str, by: Mapping[str, str], words: Words) -> Iterator[dict[str, Any]]:
    table = SQLModel.metadata.tables[name]
    asked = [(table.c[column], what) for column, each in by.items() for what in each.split()]
    tests = [_test(session, column, what, words[what]) for column, what in asked if words[what]]
    if not tests:
        return
    query = sa.select(table).where(sa.or_(*tests)).order_by(*table.primary_key.columns)
    texts = {column for column, each in by.items() if each == "lines"}
    for row in session.connection().execute(query).mappings():
        told = {column: _plain(value) for column, value in row.items() if column not in SECRET}
        told |= {column: _lines(told[column], words["lines"]) for column in texts}
        if all(told[column] for column in texts):
            yield told


def _lines(text: str, words: Collection[str]) -> list[str]:
    """The lines of a text about many people in which he stands, by a whole word."""
    his = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(words)))})(?!\w)", re.IGNORECASE)
    return [line for line in text.splitlines() if his.search(line)]


def _test(
    session: Session, column: sa.Column[Any], what: str, words: Collection[Any]
) -> sa.ColumnElement[bool]:
    if what == "lines":  # sought line by line: whatever the database takes for the same letter
        return sa.true()
    if what == "inside":
        return sa.or_(*(column.contains(text, autoescape=True) for text in words))
    if what == "mails":  # as its sender writes it, and databases differ in what capitals they know
        written = session.scalars(sa.select(column).where(column.is_not(None)).distinct())
        return column.in_([text for text in written if (address_of(text) or text) in words])
    return column.in_(sorted(words))


SECRET = frozenset({"password", "second"})
"""Columns that are nobody's data but a lock's."""


def _plain(value: Any) -> Any:
    if isinstance(value, datetime | date):
        return value.isoformat()
    return f"{len(value)} bytes" if isinstance(value, bytes) else value


def _could_be(session: Session, words: Words) -> Iterator[dict[str, Any]]:
    """The events with a player who as the office looked him up could be this member, and is not matched with
    him. How that player is printed is another's."""
    player = EventPlayerRow
    told = sa.or_(*(col(player.candidates).contains(i, autoescape=True) for i in words["id"]))
    query = select(EventRow.key, player).join(player, col(player.event_id) == EventRow.id)
    for key, row in session.exec(query.where(told).order_by(col(EventRow.id), col(player.number))):
        if row.member_id not in words["row"] and _his(row.candidates, words):
            yield {"event": key}


def _his(candidates: str, words: Words) -> list[dict[str, Any]]:
    """Of whom a player could be, this member."""
    return [one for one in json.loads(candidates) if one["federation_id"] in words["id"]]


def _as_read(
    session: Session, entries: Sequence[MemberRow], erased: Collection[str]
) -> Iterator[dict[str, Any]]:
    """Him in the stored reading of each event, as its source has him; of an opponent of these IDs the ID."""
    at, member = EventPlayerRow, MemberRow
    whose = select(at.number, member.federation_id).join(member, col(member.id) == at.member_id)
    whose = whose.where(col(member.federation_id).in_(erased))
    query = select(EventPlayerRow, EventRow).join(EventRow, col(EventRow.id) == col(EventPlayerRow.event_id))
    mine = query.where(col(EventPlayerRow.member_id).in_([m.id for m in entries]))
    for player, event in session.exec(mine.order_by(col(EventRow.id), col(EventPlayerRow.number))):
        record, _fingerprint = frozen_record(session.get_one(ReadingRow, event.reading_id))
        names: dict[int, str] = {p.number: p.name for p in record.players}
        names |= dict(session.exec(whose.where(at.event_id == event.id)).all())
        games = [p for p in record.pairings if player.number in (p.white, p.black)]
        yield {
            "event": event.key,
            "name": names.get(player.number),
            "games": [
                {
                    "round": p.round,
                    "white": names.get(p.white),
                    "black": names.get(p.black or 0),
                    "result": p.result.value if p.result else None,
                }
                for p in games
            ],
        }


def _reckoned_from(session: Session, ids: Collection[str]) -> Iterator[dict[str, Any]]:
    """What stands of him among what each version of a list was reckoned from."""
    of = ListVersionRow
    query = select(col(of.list_date), col(of.version), col(of.inputs)).order_by(
        col(of.list_date), col(of.version)
    )
    for list_date, version, inputs in session.exec(query):
        for values in _members(unpacked_text(inputs), ids):
            yield {"list": list_date.isoformat(), "version": version, **values}


def _members(text: str, ids: Collection[str]) -> list[dict[str, Any]]:
    """The members of these IDs in the canonical JSON of inputs. Only what is around their IDs is read: all
    the others take ten times as long."""
    begin, found = text.find('"members":['), {}
    for number in ids if begin >= 0 else ():
        own = re.escape(json.dumps(number, ensure_ascii=False))
        for place in re.compile(f'"id":{own}').finditer(text, begin):
            start, values = _around(text, place.start())
            if values.get("id") == number and "ratings" in values:
                found[start] = values
    return [values for _, values in sorted(found.items())]


def _around(text: str, place: int) -> tuple[int, dict[str, Any]]:
    """Where the innermost object around a place in JSON begins, and the object."""
    start = place
    while (start := text.rfind("{", 0, start)) >= 0:
        with suppress(ValueError):  # a brace within a text
            values, end = DECODER.raw_decode(text, start)
            if end > place:
                return start, values
    return place, {}


DECODER = json.JSONDecoder()


@dataclass(frozen=True, slots=True)
class Kept:
    """A table with something of people: what, why, until when, and what an erasure takes of it. `by`: the
    columns by which a member's rows are found, and what of him stands there."""

    what: str
    why: str
    until: str
    erased: str
    by: Mapping[str, str] = field(default_factory=dict)


@cache
def kept() -> Mapping[str, Kept]:
    """By table."""
    told = tomllib.loads(Path(__file__).with_name("kept.toml").read_text("utf-8"))
    return {table: Kept(**parts) for table, parts in told.items()}


def _said(text: str) -> str:
    return p_("kept", text)


def markdown() -> str:
    """The table of docs/privacy.md, in the language spoken."""
    told = _("| table | what is kept | why | how long | erased on request |") + "\n|---|---|---|---|---|\n"
    for table, one in kept().items():
        cells = map(_said, (one.what, one.why, one.until, one.erased))
        told += f"| `{table}` | {' | '.join(cells)} |\n"
    return told
