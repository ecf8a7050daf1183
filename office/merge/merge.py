"""A member who was entered twice becomes one, or two entries stay two: rulings that can be taken back; what
speaks against two entries being one person, and what merging them would do, for whoever decides it."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from sqlmodel import Session, col, select

from importer.ids import member_number
from importer.merged import (
    apart_subject,
    apply_merges,
    entries_of,
    merge_subject,
    merged,
    ruled_apart,
    stands_for,
)
from importer.rulings import Kind, Made, Rulings, fingerprint, record
from importer.tables import EventPlayerRow, EventRow, MemberRow, PairingRow, RulingRow
from importer.words import SEX_IN_WORDS
from office.desk.refresh import refresh
from office.errors import OfficeError, refusal
from office.families import day_here
from office.lists.chain import latest_published, list_after
from office.lists.law import law_if_held
from office.lists.rows import type_written
from office.merge.touched import Touched, published_of, touched
from office.register.find import find_member
from office.register.member import mark, member_lines
from office.rules.reasons import reason_told
from office.rules.standing import adjusted_twice, adjustments_of_one, ruling_words, subject_words
from office.tables import ListRatingRow, ListVersionRow
from office.words import _, p_
from office.words.formats import day
from scraper.records import Problem

FACTS = fingerprint("merge")
"""That two entries are one person stands whatever becomes of the events they played in."""


@dataclass(frozen=True, slots=True)
class MergedNow:
    """The ruling, both entries, what spoke against it, and what of published lists is touched, which a
    correction brings in: events that the merged entry played in, lists that have it beside the other."""

    ruling: RulingRow
    gone: MemberRow
    kept: MemberRow
    against: tuple[Problem, ...]
    published: Touched


def merge(session: Session, duplicate: str, into: str, *, anyway: bool, made: Made) -> MergedNow:
    """Rules that the entry `duplicate` is the member `into`. Refused with everything that speaks against it,
    unless `anyway`; and where one of the two is merged already, both are the same, or any of
    their entries were ruled two people."""
    done = _merged(session, duplicate, into, anyway=anyway, made=made)
    refresh(session)
    return done


def _merged(session: Session, duplicate: str, into: str, *, anyway: bool, made: Made) -> MergedNow:
    """The same without a look at the open events, of which it says nothing."""
    gone, kept = _entry(session, duplicate), _entry(session, into)
    _refuse_impossible(session, gone, kept)
    mine, theirs = (entries_of(session, entry.federation_id) for entry in (gone, kept))
    for ids, ruled in ruled_apart(session).items():
        if not ids.isdisjoint(mine) and not ids.isdisjoint(theirs):
            found = f"ruling {ruled.id}: they are two people"
            raise _impossible("two entries of one person", found, f"banzuke resolve --take-back {ruled.id}")
    _refuse_two_adjustments(session, gone, kept)
    speaking = (_facts, _events, _ratings)
    against = [problem for speaks in speaking for problem in speaks(session, gone, kept)]
    if against and not anyway:
        raise OfficeError(*against)
    rows = [gone.id or 0, *(row for row, end in merged(session).rows.items() if end == gone.id)]
    today = day_here(session, made.now)
    events = published_of(session, rows, today)
    subject, into_id = merge_subject(gone.federation_id), kept.federation_id
    ruling = record(session, Kind.MERGE, subject=subject, facts=FACTS, value=into_id, made=made)
    apply_merges(session, made.now)
    of_lists = touched(session, kept.federation_id, events, today)
    return MergedNow(ruling, gone, kept, tuple(against), of_lists)


def keep_apart(session: Session, one: str, other: str, made: Made) -> RulingRow:
    """Rules that two entries are two people, in whatever order they are named: they are no longer listed as
    possible doubles."""
    first, second = sorted((_entry(session, one), _entry(session, other)), key=lambda m: m.federation_id)
    _refuse_impossible(session, first, second)
    subject = apart_subject(first.federation_id, second.federation_id)
    return record(session, Kind.APART, subject=subject, facts=FACTS, made=made)


def _entry(session: Session, text: str) -> MemberRow:
    """An entry by its ID: names cannot tell two entries of one person apart."""
    if member_number(text) is None:
        remedy = "give the IDs of both entries; see: banzuke members show NAME"
        raise refusal("no-such-member", "merge", "an ID on the register", f"“{text}”", remedy)
    return find_member(session, text)


def _refuse_impossible(session: Session, gone: MemberRow, kept: MemberRow) -> None:
    if gone.id == kept.id:
        raise _impossible("two entries", f"{gone.federation_id} twice", "give the IDs of both entries")
    for entry in (gone, kept):
        if entry.merged_into is not None:
            other = stands_for(session, entry)
            found = f"{entry.federation_id}, merged into {other.federation_id} {other.name} already"
            remedy = f"merge into {other.federation_id}, or take that ruling back: banzuke rulings"
            raise _impossible("an entry that stands for itself", found, remedy)


def _impossible(expected: str, found: str, remedy: str) -> OfficeError:
    return refusal("merge-impossible", "merge", expected, found, remedy)


ONCE = {"born": "birth date", "fide_id": "FIDE ID", "sex": "sex"}
"""What one person has once."""

ANYWAY = "if they are one person all the same: --anyway, and say why with --reason"


def _facts(_session: Session, gone: MemberRow, kept: MemberRow) -> Iterator[Problem]:
    for name, words in ONCE.items():
        one, other = getattr(kept, name), getattr(gone, name)
        if one is not None and other is not None and one != other:
            one, other = (SEX_IN_WORDS.get(value, value) for value in (one, other))
            place, expected = f"register, {words}", f"{one}, as {_named(kept)} has it"
            yield Problem("merge-facts-differ", place, expected, f"{other} ({_named(gone)})", ANYWAY)


def _events(session: Session, gone: MemberRow, kept: MemberRow) -> Iterator[Problem]:
    """Events with both of them: one person is in an event once."""
    one, both = merged(session), {gone.id or 0, kept.id or 0}
    entries = both | {row for row, end in one.rows.items() if end in both}
    rows = session.exec(select(EventPlayerRow).where(col(EventPlayerRow.member_id).in_(entries)))
    numbers: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        numbers[row.event_id][one.row(row.member_id or 0)].append(row.number)
    for event_id, players in sorted(numbers.items()):
        if len(players) < 2:
            continue
        event = session.get_one(EventRow, event_id)
        all_numbers = {n for mine in players.values() for n in mine}
        games = session.exec(select(PairingRow).where(PairingRow.event_id == event_id))
        rounds = sorted(p.round for p in games if {p.white, p.black} <= all_numbers)
        found = "both played in it"
        if rounds:
            found = f"both played in it, against each other in round {', '.join(map(str, rounds))}"
        place = f"E{event.id} {event.called} ({event.key})"
        yield Problem("merge-played-together", place, "one of the two", found, ANYWAY)


def _ratings(session: Session, gone: MemberRow, kept: MemberRow) -> Iterator[Problem]:
    last = latest_published(session)
    if last is None:
        return
    law = law_if_held(list_after(last), Rulings.in_force(session))
    row, held = ListRatingRow, defaultdict[str, dict[str, ListRatingRow]](dict)
    query = select(row).where(row.version_id == last.id)
    for one in session.exec(
        query.where(col(row.federation_id).in_([gone.federation_id, kept.federation_id]))
    ):
        held[one.type][one.federation_id] = one
    for type_, who in sorted(held.items()):
        if len(who) == 2 and len({row.rating for row in who.values()}) == 2:
            mine, theirs = who[kept.federation_id], who[gone.federation_id]
            place = f"list of {last.list_date}, {type_written(type_)}"
            expected = f"one rating; {kept.federation_id} has {mine.rating} ({mine.games} games)"
            found = f"{gone.federation_id} has {theirs.rating} ({theirs.games} games)"
            remedy = f"{ANYWAY}; R53 says which stands"
            if law is not None and law.has("adjustment"):
                remedy = f"{ANYWAY}; R53 says which stands, banzuke rule adjustment puts it right"
            yield Problem("merge-ratings-differ", place, expected, found, remedy)


def _refuse_two_adjustments(session: Session, gone: MemberRow, kept: MemberRow) -> None:
    """One rating has one adjustment on a list: of two on a list to come one is taken back before. Of those
    on a list that is out none can be; a correction leaves one."""
    entries = [id for one in (kept, gone) for id in entries_of(session, one.federation_id)]
    last = latest_published(session)
    twice = []
    for (list_date, type_), rows in adjustments_of_one(Rulings.in_force(session), entries).items():
        if len(rows) > 1 and (last is None or list_date > last.list_date.isoformat()):
            twice.append(adjusted_twice(f"list of {list_date}, {type_written(type_)}", rows))
    if twice:
        raise OfficeError(*twice)


def _named(member: MemberRow) -> str:
    return f"{member.federation_id} {member.name}"


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two entries: what is known of it, what hangs on it, and the mark it was shown with."""

    member: MemberRow
    lines: Sequence[str]
    hangs: Hangs
    mark: str


@dataclass(frozen=True, slots=True)
class Preview:
    """`gone` is given up, `kept` stays; `against`: what speaks against their being one person; `after`: what
    would be known of the kept one; `moved`: the events that would then be his; `published`: what of
    published lists is touched, which a correction brings in."""

    gone: Side
    kept: Side
    against: Sequence[Problem]
    after: Sequence[str]
    moved: Sequence[EventRow]
    published: Touched


def preview(session: Session, duplicate: str, into: str, made: Made) -> Preview:
    """The same as `merge`, anyway, of which nothing is kept: the session has to be one that stores nothing.
    Refused where the two cannot be merged at all."""
    gone, kept = (_side(session, number) for number in (duplicate, into))
    done = _merged(session, duplicate, into, anyway=True, made=made)
    session.flush()
    after = [line.strip() for line in member_lines(session, done.kept, None)][1:]
    before = {event.id for event in kept.hangs.events}
    moved = [event for event in gone.hangs.events if event.id not in before]
    return Preview(gone, kept, done.against, after, moved, done.published)


def _side(session: Session, number: str) -> Side:
    member = find_member(session, number)
    lines = [line.strip() for line in member_lines(session, member, None)][1:]
    return Side(member, lines, hangs_on(session, member), mark(session, member))


def decisions_about(session: Session, member: MemberRow) -> list[tuple[int, str]]:
    """Every decision in force that no event has and that names the member: its number, and in words."""
    number, found = member.federation_id, []
    for row in Rulings.in_force(session).in_order():
        named = {*json.loads(row.subject).values(), row.value}
        if row.kind == Kind.PERSON:  # by an address: whose it is
            named.add(json.loads(row.value or "{}").get("as"))
        if row.event_key is None and number in named:
            parts = (ruling_words(row), subject_words(row), reason_told(row.reason))
            told = p_("punctuation", ": ").join(parts)
            found.append((row.id or 0, f"{told} ({row.who}{_(', ')}{day(day_here(session, row.made_at))})"))
    return found


class Stood(NamedTuple):
    """A rating on a version of a list."""

    version: ListVersionRow
    type: str
    rating: int
    games: int


@dataclass(frozen=True, slots=True)
class Hangs:
    """`ratings`: on the newest list first; `events`: in which he is a player, the newest first."""

    ratings: Sequence[Stood]
    events: Sequence[EventRow]

    @property
    def standing(self) -> Sequence[Stood]:
        """The ratings as each list has them by its newest version."""
        newest: dict[tuple[date, str], Stood] = {}
        for one in self.ratings:
            newest.setdefault((one.version.list_date, one.type), one)
        return list(newest.values())


def hangs_on(session: Session, member: MemberRow) -> Hangs:
    """Everything that rests on this entry of the register; of its events also those in which another entry
    played that was merged into it."""
    r, v = ListRatingRow, ListVersionRow
    query = select(v, r.type, r.rating, r.games).join(r, col(r.version_id) == v.id)
    order = (col(v.list_date).desc(), col(v.version).desc(), col(r.type).desc())
    rows = session.exec(query.where(r.federation_id == member.federation_id).order_by(*order))
    ratings = [Stood(*row) for row in rows]
    entries = [member.id, *(gone for gone, kept in merged(session).rows.items() if kept == member.id)]
    mine = select(EventPlayerRow.event_id).where(col(EventPlayerRow.member_id).in_(entries))
    played = select(EventRow).where(col(EventRow.id).in_(mine)).order_by(col(EventRow.id).desc())
    return Hangs(ratings, session.exec(played).all())
