"""Published lists that have two entries of the register as one, or as two, where now it is the other way."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from json import loads
from typing import NamedTuple

from sqlmodel import Session, col, select

from importer.merged import merged
from importer.rulings import Kind
from importer.tables import MemberRow, RulingRow
from office.lists.chain import published, standing_versions
from office.lists.packing import unpacked
from office.tables import EarlierGameRow, ListRatingRow, ListVersionRow


def merges(session: Session) -> Sequence[RulingRow]:
    """Every ruling that two entries are one person, those taken back among them."""
    return session.exec(select(RulingRow).where(RulingRow.kind == Kind.MERGE.value)).all()


def numbers_of(ruling: RulingRow) -> tuple[str, str]:
    """The entry that was given up, and the member who was kept."""
    return loads(ruling.subject)["member"], ruling.value or ""


def held_otherwise(session: Session, lists: Collection[ListVersionRow]) -> dict[str, list[date]]:
    """Of these lists, the standing versions that a correction makes anew, those that have an entry otherwise
    than as is decided now, by its ID: beside the member whom it was merged into; or not at all, since it was
    one with him, though it has something of its own on the list that the first of them goes on from."""
    rulings = merges(session)
    if not rulings:
        return {}
    one, parted, standing = merged(session), _parted(rulings), standing_versions(session)
    into = _into(rulings)
    every = published(session)
    rows = _rows(session, every, {number for ruling in rulings for number in numbers_of(ruling)})
    # What he had on a version that a correction of the merge has replaced is his as well.
    replaced = {
        version.id: set[str]().union(*(rows[v.id] for v in every if v.list_date == version.list_date))
        for version in standing
    }
    open_lists = {version.id for version in lists}
    found: dict[str, list[date]] = defaultdict(list)
    stands: set[str] = set()
    for version in standing:
        mine = rows[version.id]
        if version.id not in open_lists:
            stands = mine
            continue
        otherwise, missing = mine & one.ids.keys(), ((stands | replaced[version.id]) - mine) & parted
        doubtful = {n for n in missing if any(one.id(m) != one.id(n) for m in _reached(n, into, mine))}
        for number, kept in _as_one(version, doubtful).items():
            if one.id(number) != one.id(kept):
                otherwise.add(number)
        otherwise |= {number for number in missing if number in found and number not in one.ids}
        for number in otherwise:
            found[number].append(version.list_date)
        stands = stands | replaced[version.id]
    return found


@dataclass(frozen=True, slots=True)
class LeftOff:
    """An entry that a list would take up with nothing of its own. `kept`: with whom the list before has it
    as one; `stood`: the last list on which it stood by itself."""

    number: str
    name: str
    kept: str
    before: date
    stood: date


def left_off(session: Session, draft: ListVersionRow) -> list[LeftOff]:
    """Who was merged when the list was made that this draft goes on from, and no longer is: there is no row
    of his own on it, so what he had before is lost to him unless that list is corrected."""
    rulings = merges(session)
    parted = _parted(rulings)
    if not parted:
        return []
    before = session.get(ListVersionRow, draft.previous_id)
    if before is None or before.how != "run":
        return []
    # Also replaced versions: a correction of the merge left nothing of his own on the one that stands.
    every = [v for v in published(session) if v.list_date <= before.list_date]
    rows, one, found = _rows(session, every, parted), merged(session), []
    stood = {n: v.list_date for v in sorted(every, key=lambda v: v.list_date) for n in rows[v.id]}
    wanted = {n for n in stood.keys() - rows[before.id] if one.id(n) not in rows[before.id]}
    for number, kept in sorted(_as_one(before, wanted).items()):
        if one.id(number) != one.id(kept):
            name = session.exec(select(MemberRow.name).where(MemberRow.federation_id == number)).one()
            found.append(LeftOff(number, name, kept, before.list_date, stood[number]))
    return found


class Ratings(NamedTuple):
    """Ratings of a type. `previous`: by ID those that a list goes on from; `held`: rating and games on the
    list before, by ID."""

    type: str
    previous: Mapping[str, int | None]
    held: Mapping[str, tuple[int, int]]


def gone_on_from(session: Session, version_id: int, types: Iterable[Ratings]) -> dict[str, dict[str, str]]:
    """By type whose rating a list takes where it goes on from that of another entry of the member (R53), by
    his ID. `types` are not asked for where nobody was ever merged; what the list was reckoned from is long,
    so it is read only where a member who was kept goes on from a rating that is not his."""
    kept = {numbers_of(ruling)[1] for ruling in merges(session)}
    if not kept:
        return {}
    asked: dict[str, list[Ratings]] = defaultdict(list)
    for of in types:
        for number in of.previous.keys() & kept if of.held else ():
            if of.previous[number] not in (None, of.held.get(number, (None,))[0]):
                asked[number].append(of)
    found: dict[str, dict[str, str]] = defaultdict(dict)
    if not asked:
        return found
    for member in unpacked(session.get_one(ListVersionRow, version_id).inputs)["members"]:
        for of in asked.get(member["id"], ()):
            was = of.previous[member["id"]]
            if mine := [n for n in member.get("merged", ()) if of.held.get(n, (None,))[0] == was]:
                found[of.type][member["id"]] = max(mine, key=lambda n: of.held[n][1])
    return found


def _parted(rulings: Iterable[RulingRow]) -> set[str]:
    """The entries that such a ruling linked, directly or by others, of which one was taken back."""
    groups: dict[str, set[str]] = {}
    for ruling in rulings:
        own, other = (groups.get(number, {number}) for number in numbers_of(ruling))
        groups |= dict.fromkeys(own | other, own | other)
    back = (numbers_of(ruling)[0] for ruling in rulings if ruling.taken_back_at is not None)
    return {number for gone in back for number in groups[gone]}


def _into(rulings: Iterable[RulingRow]) -> Mapping[str, set[str]]:
    """Into whom each entry was ever merged, by its ID."""
    found: dict[str, set[str]] = defaultdict(set)
    for number, kept in map(numbers_of, rulings):
        found[number].add(kept)
    return found


def _reached(number: str, into: Mapping[str, set[str]], stand: Collection[str]) -> set[str]:
    """Everybody with whom a list can have an entry as one. Who stands on it by himself (`stand`) was nobody
    else then, so no merge of his counts."""
    found, left = set[str](), [number]
    while left:
        for kept in into.get(left.pop(), set()) - found:
            found.add(kept)
            if kept not in stand:
                left.append(kept)
    return found


def _rows(
    session: Session, versions: Sequence[ListVersionRow], numbers: Collection[str]
) -> Mapping[int | None, set[str]]:
    """By version, who of these has a rating of his own on it, or games that are kept for one."""
    found: dict[int | None, set[str]] = defaultdict(set)
    of = [version.id for version in versions]
    for row in (ListRatingRow, EarlierGameRow):
        query = select(row.version_id, row.federation_id).distinct()
        query = query.where(col(row.federation_id).in_(numbers), col(row.version_id).in_(of))
        for version, number in session.exec(query):
            found[version].add(number)
    return found


def _as_one(version: ListVersionRow, numbers: Collection[str]) -> dict[str, str]:
    """Who of these a list was reckoned as one with, by their IDs. What it was reckoned from is long, so it is
    read only where somebody is asked for."""
    if not numbers:
        return {}
    told = {n: m["id"] for m in unpacked(version.inputs)["members"] for n in m.get("merged", ())}
    return {number: told[number] for number in numbers if number in told}
