"""Rows of a version as plain tuples with names: a list of ten thousand is read in a fraction of the time that
mapped objects take."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import sqlmodel
from sqlalchemy import Row, select
from sqlmodel import Session, SQLModel

from office.lists.columns import columns_of, put_columns
from office.tables import ListMemberRow, ListRatingRow, ListVersionRow

Belonging = TypeVar("Belonging", bound=SQLModel)

MEMBER = ("federation_id", "name", "kanji", "active", "member_on_day")
RATING = (
    "federation_id", "type", "rating", "rank", "games", "period_games", "k", "previous", "previous_from",
    "how", "marks", "adjusted",
)  # fmt: skip
GAME = (
    "federation_id", "opponent_id", "event_key", "round", "board", "type", "score", "rating",
    "opponent_rating", "pd", "k", "counts", "for_initial", "colour",
)  # fmt: skip
EVENT = ("federation_id", "event_key", "table_percentage", "k")


def insert_rows(
    session: Session, table: type, version: ListVersionRow, rows: Iterable[Mapping[str, Any]]
) -> None:
    """Stores rows of a version."""
    assert version.id is not None
    put_columns(session, table, version.id, columns_of(table, list(rows)))


def rows_of(session: Session, table: type[Belonging], version: ListVersionRow) -> Iterable[Belonging]:
    """The rows of a table that belong to a version, as mapped objects."""
    return session.exec(sqlmodel.select(table).where(table.version_id == version.id))  # type: ignore[attr-defined]


def member_rows(session: Session, version_id: int | None) -> Sequence[Row[Any]]:
    """The people of a version, with the columns of `MEMBER`."""
    return _rows(session, ListMemberRow, MEMBER, version_id)


def rating_rows(session: Session, version_id: int | None) -> Sequence[Row[Any]]:
    """The ratings of a version, with the columns of `RATING`."""
    return _rows(session, ListRatingRow, RATING, version_id)


def game_rows(session: Session, version_id: int | None) -> Sequence[Row[Any]]:
    """The games of a version, with the columns of `GAME`: White's side, then Black's of the same game."""
    from office.tables import GameLineRow

    return _rows(session, GameLineRow, GAME, version_id, GameLineRow.id)


def event_rows(session: Session, version_id: int | None) -> Sequence[Row[Any]]:
    """What a version that is reckoned event by event says of each player, with the columns of `EVENT`."""
    from office.tables import EventLineRow

    return _rows(session, EventLineRow, EVENT, version_id)


def unseen(session: Session, version: ListVersionRow) -> frozenset[str]:
    """Whom a list keeps and does not show."""
    return _marked(session, version, listed=False)


def provisional(session: Session, version: ListVersionRow) -> frozenset[str]:
    """Whose rating on a list is marked by a `P`."""
    return _marked(session, version, provisional=True)


def _marked(session: Session, version: ListVersionRow, **mark: bool) -> frozenset[str]:
    from office.tables import EventRatingRow

    query = sqlmodel.select(EventRatingRow.federation_id).where(EventRatingRow.version_id == version.id)
    return frozenset(session.exec(query.filter_by(**mark)))


def _rows(
    session: Session, table: Any, names: Sequence[str], version_id: int | None, order: Any = None
) -> Sequence[Row[Any]]:
    columns = [getattr(table, name) for name in names]
    order = table.federation_id if order is None else order
    return session.execute(select(*columns).where(table.version_id == version_id).order_by(order)).all()


def type_name(type_: str) -> str:
    """A rating type as a heading: `Standard`, `Rapid`; what is an abbreviation stays one."""
    return type_.upper() if len(type_) <= 3 else type_.capitalize()
