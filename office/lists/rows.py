"""Rows of a version as plain tuples with names: a list of ten thousand is read in a fraction of the time that
mapped objects take."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import sqlmodel
from sqlalchemy import text
from sqlmodel import Session, SQLModel

from office.lists.columns import Stored, columns_of, put_columns, read_rows
from office.lists.packing import unpacked
from office.tables import ListRatingRow, ListVersionRow
from office.words.problems import said

Belonging = TypeVar("Belonging", bound=SQLModel)

RATING = (
    "federation_id", "type", "rating", "rank", "games", "period_games", "k", "previous", "previous_from",
    "how", "marks", "adjusted",
)  # fmt: skip


def insert_rows(
    session: Session, table: type, version: ListVersionRow, rows: Iterable[Mapping[str, Any]]
) -> None:
    assert version.id is not None
    put_columns(session, table, version.id, columns_of(table, list(rows)))


def rows_of(session: Session, table: type[Belonging], version: ListVersionRow) -> Iterable[Belonging]:
    """The rows of a table that belong to a version, as mapped objects."""
    return session.exec(sqlmodel.select(table).where(table.version_id == version.id))  # type: ignore[attr-defined]


def rating_rows(session: Session, version_id: int | None) -> Sequence[Stored]:
    """Every rating of a version, by ID and type."""
    return read_rows(session, ListRatingRow, version_id, RATING, "federation_id", "type")


def unseen(session: Session, version: ListVersionRow) -> frozenset[str]:
    """Whom a list keeps and does not show."""
    return _marked(session, version, listed=False)


def provisional(session: Session, version: ListVersionRow) -> frozenset[str]:
    """Whose rating on a list is marked by a `P`."""
    return _marked(session, version, provisional=True)


_STOOD_EARLIER = """
WITH RECURSIVE earlier(id) AS (
    SELECT previous_id FROM list_version WHERE id = :version
    UNION SELECT v.previous_id FROM list_version v JOIN earlier ON v.id = earlier.id
)
SELECT DISTINCT kept.federation_id FROM event_rating kept
JOIN event_rating stood ON stood.federation_id = kept.federation_id AND stood.listed
WHERE kept.version_id = :version AND NOT kept.listed AND stood.version_id IN (SELECT id FROM earlier)
"""


def listed_earlier(session: Session, version_id: int | None) -> frozenset[str]:
    """Of those whom a version keeps and does not show, who stood on a list before: on one of the versions
    from which it was reckoned, each from the one before it. What a correction put in their place, or they in
    its, is none of them."""
    found = session.connection().execute(text(_STOOD_EARLIER), {"version": version_id})
    return frozenset(number for (number,) in found)


def _marked(session: Session, version: ListVersionRow, **mark: bool) -> frozenset[str]:
    from office.tables import EventRatingRow

    query = sqlmodel.select(EventRatingRow.federation_id).where(EventRatingRow.version_id == version.id)
    return frozenset(session.exec(query.filter_by(**mark)))


def type_name(type_: str) -> str:
    """A rating type as a heading: `Standard`, `Rapid`; what is an abbreviation stays one."""
    return type_written(type_) if len(type_) <= 3 else type_.capitalize()


def type_order(type_: str) -> tuple[int, str]:
    """Standard before rapid, and what an edition calls otherwise where it has only one."""
    return (1 if type_ == "rapid" else 0, type_)


def type_written(type_: str) -> str:
    """A rating type within a sentence: `standard`; an abbreviation as it is written, `QJ`."""
    return type_.upper() if len(type_) <= 3 else type_


def type_said(type_: str) -> str:
    """The same in the language spoken."""
    return said(type_written(type_))


_NOTHING_COUNTED = """
SELECT event_key FROM version_event WHERE version_id = :version
EXCEPT SELECT event_key FROM game_line WHERE version_id = :version AND (counts OR for_initial)
EXCEPT SELECT event_key FROM event_line WHERE version_id = :version
"""


def left_out(session: Session, version_id: int | None) -> frozenset[str]:
    """The keys of these events of a version, as it was reckoned: excluded ones, those of an organizer who may
    not host rated games, and those of which every game came too late or was too fast. What was decided since
    changes nothing."""
    found = session.connection().execute(text(_NOTHING_COUNTED), {"version": version_id})
    without = {key for (key,) in found}
    if not without:  # all of them did something: what the run used need not be unpacked
        return frozenset()
    events = unpacked(session.get_one(ListVersionRow, version_id).inputs)["events"]
    whole = {e["key"] for e in events if e["excluded"] is not None or e.get("organizer_refused") is not None}
    return frozenset(without & (whole | _none_could_count(session, version_id, without - whole)))


def _none_could_count(session: Session, version_id: int | None, keys: Collection[str]) -> set[str]:
    """Those of which each game is left out by its day or its time control, whoever played it."""
    from office.tables import GameLineRow

    of = GameLineRow
    query = sqlmodel.select(of.event_key, of.reasons).where(of.version_id == version_id).distinct()
    lines = session.exec(query.where(sqlmodel.col(of.event_key).in_(keys))).all()
    told = [(key, {one["reason"] for one in json.loads(reasons)}) for key, reasons in lines]
    return {key for key, _ in told} - {key for key, reasons in told if not reasons & OF_THE_EVENT}


OF_THE_EVENT = frozenset({"late", "too-fast"})
"""Why games are not rated that says nothing of their players (rating/reasons.py)."""
