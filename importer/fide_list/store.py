"""What is kept of FIDE's list, in the tables: all of a list or nothing; the same file again is no second. And
where the register and the list disagree, and what the list could fill: suggestions, never changes.

A FIDE ID is suggested only where name, year of birth and sex all agree and nobody else has them. The rating
held when first joining (6(1)) is that of the list of the month of joining.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta
from operator import attrgetter
from typing import Any

from sqlalchemy import func, insert
from sqlmodel import Session, col, delete, select

from importer.errors import ImportRefused
from importer.fide_list.players import ALL, Wanted
from importer.fide_list.read import Contents
from importer.known import known_members
from importer.matching import Known
from importer.merged import merged
from importer.names import name_key
from importer.register_cells import FIDE_COLUMNS
from importer.tables import FideListRow, FidePlayerRow, FideRatingRow, MemberRow, RegisterFactRow
from importer.words import SEX_IN_WORDS
from scraper.records import Problem

AT_JOINING = {type_: column for type_, column in FIDE_COLUMNS.items() if type_ != "blitz"}
"""The ratings that 6(1) takes over; blitz is taken over under 2022 6(2) alone."""

NEWEST_FIRST = (
    col(FideListRow.month).desc(),
    col(FideListRow.imported_at).desc(),
    col(FideListRow.id).desc(),
)
"""Lists of FIDE from the newest on: by month, and of one month by when each was last imported."""

DAYS_BEFORE = 7
"""So many days before its month a list can be out."""


@dataclass(frozen=True, slots=True)
class StoredList:
    """The list as stored; `again`: the same file was imported before, and its players are stored anew, since
    the register may name more of them now; `beside`: that another file of the month counted until now, and
    that the list is shorter than it can be."""

    kept: int
    again: bool
    beside: tuple[Problem, ...]


def wanted_by(session: Session, home: str) -> Wanted:
    """Whom the office keeps: the players of its own federation, `home`, and whoever's FIDE ID is on the
    register."""
    ids = session.exec(select(MemberRow.fide_id).where(col(MemberRow.fide_id).is_not(None)))
    return Wanted(frozenset({home}), frozenset(str(i).lstrip("0") for i in ids))


def store_list(session: Session, contents: Contents, file: str, now: datetime) -> StoredList:
    """Stores the list in the caller's transaction. Refused for a month that FIDE has no list of yet; a list
    can be out some days before its month."""
    soon = now + timedelta(days=DAYS_BEFORE)
    if (contents.month.year, contents.month.month) > (soon.year, soon.month):
        expected, found = f"a list of a month up to {soon:%Y-%m}", f"{contents.month:%Y-%m}"
        remedy = "say the month of the list: --month YYYY-MM"
        raise ImportRefused.because("fide-list-unclear", file, expected, found, remedy)
    named: dict[str, Any] = {n: getattr(contents, n) for n in ("month", "kind", "sha256")}
    row = session.exec(select(FideListRow).filter_by(**named)).one_or_none()
    again = row is not None
    of_kind = select(FideListRow.imported_at).filter_by(month=contents.month, kind=contents.kind)
    # Later than the other files of the month also where one was imported by a clock that was ahead.
    moment = max([now, *(at + timedelta.resolution for at in session.exec(of_kind) if at >= now)])
    beside = (*_beside(session, contents), *_short(session, contents))
    kept = len(contents.kept)
    if row is None:
        row = FideListRow(**named, file=file, players=contents.players, kept=kept, imported_at=moment)
    row.kept, row.imported_at = kept, moment
    session.add(row)
    session.flush()
    session.exec(delete(FidePlayerRow).where(col(FidePlayerRow.list_id) == row.id))
    if contents.kept:
        rows = [{"list_id": row.id, **asdict(player)} for player in contents.kept]
        session.connection().execute(insert(FidePlayerRow), rows)
    return StoredList(kept, again, beside)


def _beside(session: Session, contents: Contents) -> Iterator[Problem]:
    """Another file of the month and kind, which counted until now. A list of FIDE names its month and no day:
    nothing in it says which is the newer, so the one imported last counts, and whoever imports it is told."""
    of_month = select(FideListRow).filter_by(month=contents.month, kind=contents.kind)
    others = of_month.where(FideListRow.sha256 != contents.sha256)
    other = session.exec(others.order_by(*NEWEST_FIRST)).first()
    if other is not None:
        place = f"FIDE's list of {contents.month:%Y-%m}, {contents.kind}"
        found = f"another one too: {other.file}, imported before"
        remedy = "this one counts from now on; if the other is the newer, import that once more"
        yield Problem("fide-list-twice", place, "one file of a month", found, remedy)


def _short(session: Session, contents: Contents) -> Iterator[Problem]:
    """A list with far fewer players than the one before, which only grows: text that was cut off at the end
    of a line is in nothing else other than a whole list."""
    of_kind = select(FideListRow).filter_by(kind=contents.kind).where(FideListRow.month <= contents.month)
    others = of_kind.where(FideListRow.sha256 != contents.sha256)
    before = session.exec(others.order_by(*NEWEST_FIRST)).first()
    if before is not None and contents.players * 10 < before.players * 9:
        place = f"FIDE's list of {contents.month:%Y-%m}, {contents.kind}"
        expected = f"about {before.players} players, as on {before.file}"
        remedy = "download it again, and import that"
        yield Problem("fide-list-short", place, expected, f"{contents.players} players", remedy)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One field of one member: `kind` is `fill` where the register has nothing, `differs` where it says
    something else, `missing` where FIDE's list does not have the member's FIDE ID: one that the register had
    when the list was imported, for of the players of other federations nobody else is kept."""

    federation_id: str
    name: str
    kind: str
    field: str
    ours: str
    theirs: str


def suggestions(session: Session, month: date | None = None) -> tuple[date | None, list[Suggestion]]:
    """By the newest list held, or by that of a month; with the month, None if no such list is held."""
    lists = session.exec(select(FideListRow).order_by(*NEWEST_FIRST)).all()[::-1]
    mine = [row for row in lists if month is None or row.month == month]
    if not mine:
        return None, []
    newest = mine[-1].month
    of_newest = [row for row in lists if row.month == newest]
    players = _players(session, of_newest)
    members = sorted(known_members(session, {}), key=attrgetter("federation_id"))
    whole = max((row.imported_at for row in of_newest if row.kind == ALL), default=None)
    since = _fide_ids_since(session)
    found: list[Suggestion] = []
    by_identity = _identities(players.values(), members)
    for member in members:
        player = players.get(_fide_id(member))
        if player is not None:
            found += _compared(member, player)
        elif member.fide_id and whole and since.get(member.fide_id, whole) <= whole:
            gone = f"not on the list of {newest:%Y-%m}"
            found.append(_suggestion(member, "missing", "FIDE ID", member.fide_id, gone))
        elif not member.fide_id and (other := by_identity.get(_his_identity(member))):
            theirs = f"{other.fide_id} ({other.name}, born {other.born_year})"
            found.append(_suggestion(member, "fill", "FIDE ID", "", theirs))
    found += _at_joining(session, lists, members)
    return newest, sorted(found, key=lambda s: s.federation_id)


Identity = tuple[str, int | None, str | None]


def _identity(name: str, year: int | None, sex: str | None) -> Identity:
    return name_key(name), year, sex


def _his_identity(member: Known) -> Identity:
    return _identity(member.name, member.born.year if member.born else None, member.sex)


def _fide_id(member: Known) -> str:
    return (member.fide_id or "").lstrip("0")


def _fide_ids_since(session: Session) -> dict[str, datetime]:
    """Since when the register has each FIDE ID."""
    row = RegisterFactRow
    known = select(row.value, func.min(row.known_since)).where(
        row.field == "fide_id", col(row.value).is_not(None), col(row.known_until).is_(None)
    )
    return {fide_id or "": since for fide_id, since in session.exec(known.group_by(col(row.value)))}


def _identities(players: Iterable[FidePlayerRow], members: Sequence[Known]) -> dict[Identity, FidePlayerRow]:
    """FIDE's players whom no member holds and whom name, year of birth and sex tell from everybody else, on
    either side."""
    held = {_fide_id(member) for member in members}
    theirs: dict[Identity, list[FidePlayerRow]] = defaultdict(list)
    for player in players:
        if player.fide_id not in held:
            theirs[_identity(player.name, player.born_year, player.sex)].append(player)
    ours = Counter(map(_his_identity, members))
    return {
        identity: found[0]
        for identity, found in theirs.items()
        if len(found) == 1 and ours[identity] == 1 and None not in identity
    }


def _compared(member: Known, player: FidePlayerRow) -> Iterator[Suggestion]:
    pairs = (
        ("Birth", member.born and str(member.born.year), player.born_year and str(player.born_year)),
        ("Sex", SEX_IN_WORDS.get(member.sex or ""), SEX_IN_WORDS.get(player.sex or "")),
        ("Federation", member.federation, player.federation),
    )
    for field, ours, theirs in pairs:
        if theirs and ours != theirs:
            yield _suggestion(member, "differs" if ours else "fill", field, ours or "", theirs)
    if name_key(member.name) != name_key(player.name):
        yield _suggestion(member, "differs", "Name", member.name, player.name)


def _at_joining(
    session: Session, lists: Iterable[FideListRow], members: Iterable[Known]
) -> Iterator[Suggestion]:
    """6(1): the ratings on the list of the month of joining, beside those the register has; of somebody who
    was entered twice, of the entry that joined first."""
    by_month: dict[date, list[FideListRow]] = defaultdict(list)
    for list_ in lists:
        by_month[list_.month].append(list_)
    one, first = merged(session), dict[int, MemberRow]()
    kept_first = col(MemberRow.joined), col(MemberRow.merged_into).is_not(None)
    for row in session.exec(select(MemberRow).where(kept_first[0].is_not(None)).order_by(*kept_first)):
        first.setdefault(one.row(row.id or 0), row)
    joined: dict[date, list[tuple[MemberRow, str]]] = defaultdict(list)
    for member in members:
        entry = first.get(member.member_id)
        if entry and entry.joined and member.fide_id and entry.joined.replace(day=1) in by_month:
            joined[entry.joined.replace(day=1)].append((entry, _fide_id(member)))
    held = {(row.member_id, row.type): row.rating for row in session.exec(select(FideRatingRow))}
    for month, newcomers in joined.items():
        players = _players(session, by_month[month])
        for entry, fide_id in newcomers:
            player = players.get(fide_id)
            for type_, column in AT_JOINING.items() if player else ():
                theirs, ours = getattr(player, type_), held.get((entry.id or 0, type_))
                if theirs is not None and theirs != ours:
                    kind = "fill" if ours is None else "differs"
                    told = f"{theirs} (FIDE list {month:%Y-%m})"
                    yield _suggestion(entry, kind, column, str(ours or ""), told)


def _players(session: Session, lists: Iterable[FideListRow]) -> Mapping[str, FidePlayerRow]:
    """The players of the lists of one month, by FIDE ID; a list of one kind adds its rating to the others."""
    found: dict[str, FidePlayerRow] = {}
    for row in lists:
        for player in session.exec(select(FidePlayerRow).where(FidePlayerRow.list_id == row.id)):
            before = found.get(player.fide_id)
            if before is not None:
                for type_ in FIDE_COLUMNS:
                    if getattr(player, type_) is None:
                        setattr(player, type_, getattr(before, type_))
                session.expunge(player)
            found[player.fide_id] = player
    return found


def _suggestion(member: Known | MemberRow, kind: str, field: str, ours: str, theirs: str) -> Suggestion:
    return Suggestion(member.federation_id, member.name, kind, field, ours, theirs)
