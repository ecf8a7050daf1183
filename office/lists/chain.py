"""Which list comes next, and which versions stand."""

from collections.abc import Mapping
from datetime import date
from functools import cache
from typing import Any

from sqlalchemy import BindParameter, Select, bindparam
from sqlalchemy import select as columns
from sqlalchemy.orm import defer
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from office.errors import refusal
from office.tables import ListVersionRow, VersionEventRow
from rating.calendar import add_months

NEWEST = (col(ListVersionRow.list_date).desc(), col(ListVersionRow.version).desc())
"""The order of versions in which the newest list, and of it the newest version, comes first."""


LATER = defer(ListVersionRow.inputs)  # type: ignore[arg-type]
"""For a query of many versions: what each was reckoned from is long, and is read when it is asked for."""


def published(session: Session) -> list[ListVersionRow]:
    """Every published version, in the order in which they were stored."""
    query = select(ListVersionRow).where(ListVersionRow.state == "published")
    return list(session.exec(query.order_by(col(ListVersionRow.id)).options(LATER)))


def latest_published(session: Session) -> ListVersionRow | None:
    """The newest version of the newest published list; None in an office without one."""
    return session.exec(_latest()).first()


@cache
def _latest() -> "SelectOfScalar[ListVersionRow]":
    query = select(ListVersionRow).where(ListVersionRow.state == "published")
    return query.order_by(*NEWEST).limit(1)


def has_ratings(session: Session, version: ListVersionRow, number: int) -> bool:
    """Whether a version has at least so many ratings."""
    from office.tables import ListRatingRow  # no other question here needs it

    mine = select(ListRatingRow.id).where(ListRatingRow.version_id == version.id)
    return session.exec(mine.offset(number - 1).limit(1)).first() is not None


def require_published(session: Session) -> ListVersionRow:
    """The newest published list; refused where the opening balance is still missing."""
    version = latest_published(session)
    if version is None:
        raise refusal("no-opening", "office", "a list to start from", "none")
    return version


def place_of(version: ListVersionRow) -> str:
    """A version as the place of a problem."""
    return f"list of {version.list_date}, version {version.version}"


def next_list(after: date) -> date:
    """The 1st of the month after a list's date; lists are monthly (3(6))."""
    return months_later(after, 1)


def list_after(last: ListVersionRow) -> date:
    """The date of the list after a version: as many months later as its edition puts between its lists.
    A list that was taken over under no edition by name is of a text with monthly lists."""
    if last.edition is None:
        return next_list(last.list_date)
    from rating.editions import load  # with the articles that editions name

    return months_later(last.list_date, load(last.edition).number("months_between_lists"))


def by_events(version: ListVersionRow) -> bool:
    """Whether a version is reckoned event by event: a list that was taken over names its edition where that
    is not for its date to say."""
    from rating.editions import load

    return version.edition is not None and load(version.edition).by_event


def months_later(day: date, months: int) -> date:
    """The 1st of the month so many months after a day's: a list that was taken over may be of any day."""
    return add_months(day.replace(day=1), months)


def standing_versions(session: Session) -> list[ListVersionRow]:
    """The newest published version of every list, oldest list first: what is in force."""
    rows = sorted(published(session), key=lambda row: (row.list_date, row.version))
    return list({row.list_date: row for row in rows}.values())


def draft(session: Session, list_date: date) -> ListVersionRow | None:
    """The draft of a list, looked at or not, if one was made."""
    return session.exec(
        select(ListVersionRow).where(
            ListVersionRow.list_date == list_date, ListVersionRow.state != "published"
        )
    ).one_or_none()


def newest(session: Session, list_date: date | None, *, published: bool = False) -> ListVersionRow:
    """The newest version of a list, published before draft; of the newest list where no date is given.
    `published`: drafts are not looked at."""
    query = select(ListVersionRow).order_by(*NEWEST)
    if list_date is not None:
        query = query.where(ListVersionRow.list_date == list_date)
    if published:
        query = query.where(ListVersionRow.state == "published")
    first = session.exec(query.limit(1)).first()
    if first is None:
        held = set(session.exec(select(col(ListVersionRow.list_date))))
        place = f"list {list_date}" if list_date else "office"
        if not held:
            remedy = "take the last list over first: banzuke opening import LIST.csv --list YYYY-MM-01"
            raise refusal("no-such-list", place, "a list", "no list yet", remedy)
        dates = ", ".join(d.isoformat() for d in sorted(held))
        remedy = "name one of these with --list, or make it with: banzuke rate"
        raise refusal("no-such-list", place, f"one of the lists held: {dates}", "no such list", remedy)
    same_day = session.exec(query.where(ListVersionRow.list_date == first.list_date)).all()
    return next((v for v in same_day if v.state == "published"), same_day[0])


def standing(session: Session) -> dict[int, date]:
    """The row of the newest published version of every list, with the date of the list; without what these
    were reckoned from, which is long."""
    session.flush()
    rows = session.connection().execute(_published())
    newest = {day: number for day, _version, number in sorted(map(tuple, rows))}
    return {number: day for day, number in newest.items()}


def published_events(session: Session, dates: Mapping[int, date] | None = None) -> dict[str, date]:
    """The events that the standing versions of published lists hold, each with the date of its list. `dates`:
    the standing versions, where they are known."""
    dates = standing(session) if dates is None else dates
    session.flush()
    rows = session.connection().execute(_held(), {"versions": list(dates)})
    return {key: dates[version] for key, version in rows}


@cache
def _published() -> Select[Any]:
    own = ListVersionRow.__table__.c  # type: ignore[attr-defined]
    return columns(own.list_date, own.version, own.id).where(own.state == "published")


@cache
def _held() -> Select[Any]:
    own = VersionEventRow.__table__.c  # type: ignore[attr-defined]
    versions: BindParameter[Any] = bindparam("versions", expanding=True)
    return columns(own.event_key, own.version_id).where(own.version_id.in_(versions))
