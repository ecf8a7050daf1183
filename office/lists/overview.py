"""Every list and version of an office, in lines."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import func
from sqlmodel import Session, col, select

from office.families import day_here
from office.lists.chain import LATER, NEWEST, by_events
from office.lists.rows import left_out, type_name
from office.tables import ListRatingRow, ListVersionRow
from office.text_table import table
from office.words import N_, _

HEADINGS = (
    *(N_("list"), N_("version"), N_("state"), N_("edition"), N_("events"), N_("games"), N_("players")),
    *(N_("first ratings"), N_("SHA-256")),
)

STATES = (N_("draft"), N_("previewed"), N_("published"))
"""Of a version, as it is stored."""


def lists_text(session: Session) -> str:
    """A line a version, the newest list first: its state and edition, what its run came to, and how the
    signature of its text begins. What was taken over has no counts. Empty where there is no list."""
    lines = [cells for _version, cells in overview(session)]
    return table(lines, headings()) if lines else ""


def headings() -> tuple[str, ...]:
    return tuple(map(_, HEADINGS))


def overview(session: Session) -> list[tuple[ListVersionRow, tuple[Any, ...]]]:
    """Every version, the newest list first, with the cells of its line."""
    versions = session.exec(select(ListVersionRow).order_by(*NEWEST).options(LATER)).all()
    first = _first_ratings(session, [version.id for version in versions if by_events(version)])
    return [(version, _line(session, version, first)) for version in versions]


def _first_ratings(session: Session, by_event: Sequence[int | None]) -> dict[int | None, dict[str, int]]:
    """How many have their first rating on a version that was worked out event by event, by type: the counts
    of its run have also who is rated like a newcomer again, and who is not on the register."""
    r = ListRatingRow
    query = select(r.version_id, r.type, func.count()).where(
        col(r.version_id).in_(by_event), r.how == "initial", col(r.previous).is_(None)
    )
    found: dict[int | None, dict[str, int]] = {version: {} for version in by_event}
    if by_event:
        for version, type_, n in session.exec(query.group_by(col(r.version_id), r.type)):
            found[version][type_] = n
    return found


def _line(
    session: Session, version: ListVersionRow, first: Mapping[int | None, Mapping[str, int]]
) -> tuple[Any, ...]:
    published = f" {day_here(session, version.published_at)}" if version.published_at else ""
    return (
        version.list_date,
        version.version,
        _(version.state) + published,
        version.edition if version.how == "run" else _("taken over"),
        *_figures(version, len(left_out(session, version.id)), first.get(version.id)),
        version.text_sha256[:12],
    )


def _figures(version: ListVersionRow, unrated: int, first: Mapping[str, int] | None) -> tuple[Any, ...]:
    """What a run came to; of its events those that are rated, `unrated` are not. `first`: its first ratings,
    where its own counts have more."""
    if not version.counts:
        return ("", "", "", "")
    counts = json.loads(version.counts)
    types = sorted(counts["types"].items(), key=lambda item: (item[0] == "rapid", item[0]))
    listed, initial = (
        _(", ").join(f"{_(type_name(name))} {n}" for name, n in of)
        for of in (
            [(name, of["listed"]) for name, of in types],
            [(name, of["initial"] if first is None else first.get(name, 0)) for name, of in types],
        )
    )
    return (
        _("{n} of {all}", n=counts["events"] - unrated, all=counts["events"]),
        _("{n} of {all}", n=counts["games"], all=counts["games"] + counts["not_counted"]),
        listed,
        initial,
    )
