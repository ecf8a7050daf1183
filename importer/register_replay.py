"""The register as its facts make it: `MemberRow` and `FideRatingRow` are derived from `RegisterFactRow`.

`replay` alone writes them, beside the first row of a new member, which is made by `columns_of` too. What
stands in them otherwise was written past the office, and `register_faults` names it.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import date
from typing import Any

import sqlalchemy as sa
from sqlalchemy import insert
from sqlmodel import Session, and_, col, delete

from importer.register_history import FIDE_FIELDS
from importer.tables import FideRatingRow, MemberRow, RegisterFactRow
from scraper.records import Problem

MERGED = "merged_into"
DAYS = frozenset({"born", "joined"})
WISHES = frozenset({"withheld", "birth_withheld"})
COLUMNS = tuple(n for n in MemberRow.model_fields if n not in ("id", "federation_id", "known_since"))
"""The columns of `MemberRow` that hold facts."""

ACF = "acf "
"""How the field of a rating on a list of the Australian federation begins; the list's date follows."""

Told = Mapping[str, tuple[str | None, str]]
"""The facts of a member that stand, by field: value and source."""


def columns_of(told: Mapping[str, str | None], rows: Mapping[str, int] | None = None) -> dict[str, Any]:
    """What stands in a member's row by the values of his facts; `rows`: members by federation ID."""
    return {name: _value(name, told.get(name), rows or {}) for name in COLUMNS}


def acf_field(list_date: date) -> str:
    """The field of a rating on the ACF list of this day."""
    return f"{ACF}{list_date}"


AT_ONCE = 500
"""So many members are asked for by number; of more, everybody is."""


def standing_facts(session: Session, members: Iterable[int] | None = None) -> dict[int, dict[str, Any]]:
    """The facts that stand, by member and field; of some members, or of all."""
    table = RegisterFactRow.__table__  # type: ignore[attr-defined]
    query = sa.select(table.c.member_id, table.c.field, table.c.value, table.c.source)
    query = query.where(table.c.known_until.is_(None)).order_by(table.c.id)
    wanted = None if members is None else frozenset(members)
    if wanted is not None and len(wanted) <= AT_ONCE:
        query = query.where(table.c.member_id.in_(wanted))
    found: dict[int, dict[str, Any]] = {}
    for member, field, value, source in session.connection().execute(query):
        if wanted is None or member in wanted:
            found.setdefault(member, {})[field] = value, source
    return found


def replay(session: Session, members: Iterable[MemberRow]) -> None:
    """Writes the rows of these members as their facts have them."""
    session.flush()
    rows = {m.id: m for m in members if m.id is not None}
    facts, by_id, held = standing_facts(session, rows), _by_id(session), _held(session)
    fresh: list[dict[str, Any]] = []
    for number, row in rows.items():
        told = facts.get(number, {})
        for name, value in columns_of({f: v for f, (v, _) in told.items()}, by_id).items():
            if getattr(row, name) != value:
                setattr(row, name, value)
                session.add(row)
        ratings, before = _ratings(told), held.get(number, {})
        for type_ in FIDE_FIELDS:
            if ratings.get(type_) == before.get(type_):
                continue
            mine = and_(col(FideRatingRow.member_id) == number, col(FideRatingRow.type) == type_)
            session.exec(delete(FideRatingRow).where(mine))
            if type_ in ratings:
                rating, source = ratings[type_]
                fresh.append({"member_id": number, "type": type_, "rating": rating, "source": source})
    if fresh:
        session.connection().execute(insert(FideRatingRow), fresh)
    session.flush()


def register_faults(session: Session) -> Iterator[Problem]:
    """Every member whose row, or whose FIDE ratings at joining, are other than his facts say."""
    if _as_told(session) and _ratings_as_told(session):
        return
    table = MemberRow.__table__  # type: ignore[attr-defined]
    query = sa.select(*(table.c[name] for name in ("id", "federation_id", *COLUMNS))).order_by(table.c.id)
    ratings, acf = _held(session), _on_lists(session)
    facts, by_id = standing_facts(session), _by_id(session)
    for number, federation_id, *cells in session.connection().execute(query).all():
        told = facts.get(number, {})
        expected = columns_of({field: value for field, (value, _) in told.items()}, by_id)
        for name, cell in zip(COLUMNS, cells, strict=True):
            if cell != expected[name]:
                yield _fault(f"{federation_id}, {name}", expected[name], cell)
        mine, held = _ratings(told), ratings.get(number, {})
        for type_ in sorted(mine.keys() | held.keys()):
            if mine.get(type_) != held.get(type_):
                yield _fault(f"{federation_id}, fide_rating {type_}", mine.get(type_), held.get(type_))
        on_lists = {field: _number(value) for field, (value, _) in told.items() if field.startswith(ACF)}
        stored = acf.get(number, {})
        for field in sorted(on_lists.keys() | stored.keys()):
            if on_lists.get(field) != stored.get(field):
                yield _fault(f"{federation_id}, {field}", on_lists.get(field), stored.get(field))


def _as_told(session: Session) -> bool:
    """Whether the database finds each member's cells among his standing facts, one fact for each: so it is
    of any register that nobody changed past the office. Where it is not sure, each is looked at by name.

    A fact is worth its own power of two where the cell says the same. So many facts as cells, of the same
    sum: there is just one for each.
    """
    facts, members = RegisterFactRow.__table__, MemberRow.__table__  # type: ignore[attr-defined]
    other = members.alias()
    named = sa.select(other.c.id).where(other.c.federation_id == facts.c.value).scalar_subquery()
    worth: dict[str, Any] = {}
    filled: list[Any] = []
    for place, name in enumerate(COLUMNS):
        cell = members.c[name]
        said: Any = named if name == MERGED else sa.true() if name in WISHES else facts.c.value
        alike = (sa.cast(cell, sa.String) if name in DAYS else cell) == said
        worth[name] = _if(alike, 1 << place)
        filled.append(alike if name in WISHES else cell.is_not(None))
    # That a fact stands is asked in the sums and not with the join: without statistics PostgreSQL takes it
    # that no fact is without an end, and would look through all of them for each member.
    standing = facts.c.known_until.is_(None)
    sum_of_facts = sa.func.coalesce(sa.func.sum(_if(standing, sa.case(worth, value=facts.c.field))), 0)
    differs = sum_of_facts != sum(_if(has, 1 << place) for place, has in enumerate(filled))
    so_many = sa.func.coalesce(sa.func.sum(_if(standing, 1)), 0)
    his = (facts.c.member_id == members.c.id) & facts.c.value.is_not(None) & facts.c.field.in_(COLUMNS)
    query = (
        sa.select(members.c.id)
        .select_from(members.outerjoin(facts, his))
        .group_by(members.c.id)
        .having(differs | (so_many != sum(_if(has, 1) for has in filled)))
    )
    return session.connection().execute(query.limit(1)).first() is None


def _if(condition: Any, number: Any) -> Any:
    """The number where the condition holds, else nothing."""
    told = sa.literal_column(str(number)) if isinstance(number, int) else number
    return sa.case((condition, told), else_=sa.literal_column("0"))


def _ratings_as_told(session: Session) -> bool:
    """Whether the ratings that are stored beside the members' rows are those that the facts say."""
    facts = RegisterFactRow.__table__.c  # type: ignore[attr-defined]
    query = sa.select(facts.member_id, facts.field, facts.value, facts.source).order_by(facts.id)
    of_ratings = facts.field.in_(FIDE_FIELDS.values()) | facts.field.startswith(ACF)
    fide: dict[int, dict[str, Any]] = {}
    acf: dict[int, dict[str, Any]] = {}
    types = {field: type_ for type_, field in FIDE_FIELDS.items()}
    rows = session.connection().execute(query.where(facts.known_until.is_(None) & of_ratings))
    for member, field, value, source in rows:
        if value is not None and field in types:
            fide.setdefault(member, {})[types[field]] = _number(value), source
        elif value is not None:
            acf.setdefault(member, {})[field] = _number(value)
    return fide == _held(session) and acf == _on_lists(session)


def _on_lists(session: Session) -> dict[int, dict[str, int]]:
    """The ratings on ACF lists that are stored, by member and field."""
    from importer.tables import AcfRatingRow

    found: dict[int, dict[str, int]] = {}
    query = sa.select(*map(col, (AcfRatingRow.member_id, AcfRatingRow.list_date, AcfRatingRow.rating)))
    for member, list_date, rating in session.execute(query).all():
        found.setdefault(member, {})[acf_field(list_date)] = rating
    return found


def _fault(place: str, expected: object, found: object) -> Problem:
    remedy = (
        "restore the database from a copy made before; what is learned of a member comes by: members import"
    )
    told = f"{_words(expected)}, as its facts say"
    return Problem("register-differs", f"member {place}", told, _words(found), remedy)


def _words(value: object) -> str:
    if value is None:
        return "nothing"
    return " of ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _held(session: Session) -> dict[int, dict[str, tuple[int, str]]]:
    """The FIDE ratings at joining that are stored, by member and type: rating and source."""
    found: dict[int, dict[str, tuple[int, str]]] = {}
    row = FideRatingRow
    query = sa.select(*map(col, (row.member_id, row.type, row.rating, row.source)))
    for member, type_, rating, source in session.execute(query).all():
        found.setdefault(member, {})[type_] = rating, source
    return found


def _by_id(session: Session) -> dict[str, int]:
    table = MemberRow.__table__  # type: ignore[attr-defined]
    rows = session.connection().execute(sa.select(table.c.federation_id, table.c.id))
    return {row[0]: row[1] for row in rows}


def _ratings(told: Told) -> dict[str, tuple[int, str]]:
    return {
        type_: (_number(told[field][0]), told[field][1])
        for type_, field in FIDE_FIELDS.items()
        if field in told and told[field][0] is not None
    }


def _value(name: str, text: str | None, rows: Mapping[str, int]) -> Any:
    if name in WISHES:
        return text is not None
    if text is None:
        return None
    if name in DAYS:
        with suppress(ValueError):  # else somebody wrote it past the program: told as it stands
            return date.fromisoformat(text)
        return text
    return rows.get(text) if name == MERGED else text


def _number(text: str | None) -> Any:
    """A rating among the facts; what somebody wrote there past the program, as it stands."""
    return int(text) if text and text.isdecimal() else text
