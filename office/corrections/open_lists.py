"""Which published lists an error can still change: those not closed on the day it was reported (JCF 7(3),
NCS 2022 3(7))."""

import json
from datetime import date, timedelta

from sqlmodel import Session, col, select

from importer.rulings import Kind
from importer.tables import RulingRow
from office.errors import refusal
from office.families import day_here
from office.lists.chain import standing_versions
from office.lists.law import switches_of
from office.tables import ListVersionRow
from rating.editions import load

SILENT_TEXT_DAYS = 90
"""Days after which a list is closed, where the office reads a text that says nothing so (R48)."""


def is_open(version: ListVersionRow, error_reported: date) -> bool:
    """Whether a list is recalculated for an error reported on this day. The day that counts is that of its
    first publication as the edition says it; a list taken over from before this office is not reckoned
    here and so is never recalculated."""
    if version.how != "run" or version.edition is None or version.published_at is None:
        return False
    law = load(version.edition)
    published = law.shapes.report_day(law, version.published_at)
    if not law.has("is_open"):  # R48
        closes = switches_of(version).r48 == "ninety-days"
        return not closes or published > error_reported - timedelta(days=SILENT_TEXT_DAYS)
    return bool(law.shapes.is_open(law, published, error_reported))


LOOKED_AHEAD = 366
"""Days; no text closes a list later than that."""


def last_open_day(version: ListVersionRow) -> date | None:
    """The last day on which an error can be reported that the list is recalculated for; None of a list that
    nothing closes. `version`: the first one of a list that this office reckoned."""
    assert version.edition is not None and version.published_at is not None
    law = load(version.edition)
    published = law.shapes.report_day(law, version.published_at)
    for days in range(LOOKED_AHEAD):
        if not is_open(version, published + timedelta(days=days)):
            return published + timedelta(days=days - 1)
    return None


def closing_article(version: ListVersionRow) -> str:
    """The article that says how long a list is open, in brackets; "" where its edition has none."""
    law = load(version.edition) if version.edition else None
    return f" ({law.article_of_role('is_open')})" if law and law.has("is_open") else ""


def first_published(session: Session, list_date: date) -> ListVersionRow:
    """The first version of a list: a correction of it does not open it again for ninety days more."""
    published = select(ListVersionRow).where(ListVersionRow.state == "published")
    query = published.where(ListVersionRow.list_date == list_date).order_by(col(ListVersionRow.version))
    version = session.exec(query).first()
    if version is None:
        expected, remedy = "a published list", "see the lists: banzuke explain, banzuke preview"
        raise refusal("no-such-list", f"list of {list_date}", expected, "none", remedy)
    return version


def require_open(session: Session, list_date: date, error_reported: date) -> None:
    """Refuses an error in a closed list: nothing of it is recalculated."""
    version = first_published(session, list_date)
    if is_open(version, error_reported):
        return
    closed_by = "taken over from before this office"
    if version.published_at is not None and version.how == "run":
        closed_by = f"published on {day_here(session, version.published_at)}"
    expected = f"a list that is open to an error reported on {error_reported}{closing_article(version)}"
    remedy = (
        "it stays as it is; the office may make the error good in the next list: banzuke rule adjustment"
        " MEMBER --points N --closed-list DATE --error-reported DATE --reference … --reason …"
    )
    raise refusal("list-closed", f"list of {list_date}", expected, f"one {closed_by}", remedy)


def chain(session: Session, today: date) -> list[ListVersionRow]:
    """The standing versions that a correction made today goes through, oldest first: from the first list
    that is open today, or was when an error in one of its events was reported."""
    standing = [v for v in standing_versions(session) if v.how == "run"]
    reported = _reported_errors(session)
    for n, version in enumerate(standing):
        first = first_published(session, version.list_date)
        days = [today, *reported.get(version.list_date, ())]
        if any(is_open(first, day) for day in days):
            return standing[n:]
    return []


def _reported_errors(session: Session) -> dict[date, list[date]]:
    """For each list, the days on which errors in its events were reported that are not corrected yet."""
    found: dict[date, list[date]] = {}
    for row in session.exec(
        select(RulingRow).where(
            col(RulingRow.kind).in_([Kind.REOPEN.value, Kind.INTO.value]),
            col(RulingRow.taken_back_at).is_(None),
        )
    ):
        told = json.loads(row.value or "{}")
        found.setdefault(date.fromisoformat(told["list"]), []).append(date.fromisoformat(told["reported"]))
    return found
