"""The sums behind a list, added up again from its stored rows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from office.errors import problem_of
from office.families import family_of
from office.lists.columns import StoredRows
from scraper.records import Problem

if TYPE_CHECKING:
    from sqlmodel import Session

    from office.families.family import WorkedOut
    from office.tables import ListVersionRow


def worked_out(
    session: Session, version: ListVersionRow, number: str | None = None, stored: StoredRows | None = None
) -> Iterable[WorkedOut]:
    """Every rating of a version worked out again from what is stored with it, or those of one member.
    `stored`: its rows, where they were read already."""
    if version.how == "opening":
        return ()
    return family_of(session).worked_out(stored or StoredRows(session, version.id), version, number)


def wrong_sums(session: Session, version: ListVersionRow, stored: StoredRows | None = None) -> list[Problem]:
    """Everything of a version that its stored rows do not give; empty when all holds."""
    place = f"list of {version.list_date}"
    return [
        problem_of("sum-does-not-hold", f"{place}, {x.where}", "the stored figures", x.fault)
        for x in worked_out(session, version, stored=stored)
        if x.fault
    ]
