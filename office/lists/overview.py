"""Every list and version of an office, in lines."""

import json
from typing import Any

from sqlmodel import Session, select

from office.families import day_here
from office.lists.chain import LATER, NEWEST
from office.lists.rows import left_out, type_name
from office.tables import ListVersionRow
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
    return [(version, _line(session, version)) for version in versions]


def _line(session: Session, version: ListVersionRow) -> tuple[Any, ...]:
    published = f" {day_here(session, version.published_at)}" if version.published_at else ""
    return (
        version.list_date,
        version.version,
        _(version.state) + published,
        version.edition if version.how == "run" else _("taken over"),
        *_figures(json.loads(version.counts) if version.counts else None, len(left_out(session, version.id))),
        version.text_sha256[:12],
    )


def _figures(counts: dict[str, Any] | None, unrated: int) -> tuple[Any, ...]:
    """What a run came to; of its events those that are rated, `unrated` are not."""
    if counts is None:
        return ("", "", "", "")
    types = sorted(counts["types"].items(), key=lambda item: (item[0] == "rapid", item[0]))
    listed, initial = (
        _(", ").join(f"{_(type_name(name))} {of[what]}" for name, of in types)
        for what in ("listed", "initial")
    )
    return (
        _("{n} of {all}", n=counts["events"] - unrated, all=counts["events"]),
        _("{n} of {all}", n=counts["games"], all=counts["games"] + counts["not_counted"]),
        listed,
        initial,
    )
