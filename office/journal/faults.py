"""The journal compared: each entry with the one before it, and what is watched with its newest entry. Whoever
changes one of the two behind the program is named."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session, SQLModel

from office.errors import problem_of
from office.journal.note import WATCHED, head, state_of
from office.tables import whole
from scraper.records import Problem

AT_ONCE = 1_000


def journal_faults(session: Session) -> Iterator[Problem]:
    """Entries that are other than they were, gone or put in; settings, accounts, jobs and kinds of notices
    that are other than their newest entry."""
    whole()
    newest: dict[tuple[str, str], dict[str, Any]] = {}
    yield from _entries(session, newest)
    for kind, (key, _columns) in WATCHED.items():
        table = SQLModel.metadata.tables[kind]
        for row in session.connection().execute(sa.select(table).order_by(table.c[key])).mappings():
            told, now = newest.pop((kind, str(row[key])), {}), state_of(kind, dict(row))
            if told != now:
                yield _fault(f"{kind} {row[key]}", f"as in the journal: {_shown(told)}", _shown(now))
    for (kind, subject), told in newest.items():
        if told and kind in WATCHED:
            yield _fault(f"{kind} {subject}", f"as in the journal: {_shown(told)}", "none")


def _entries(session: Session, newest: dict[tuple[str, str], dict[str, Any]]) -> Iterator[Problem]:
    """Each entry held against the one before it. `newest` gets how each thing stands by its newest one."""
    journal, number, before = SQLModel.metadata.tables["journal"], 0, ""
    rows = session.connection().execute(sa.select(journal).order_by(journal.c.id)).mappings()
    for row in rows.yield_per(AT_ONCE):
        number += 1
        if row["id"] != number:
            yield _fault(f"journal, entry {number}", "an entry", "none")
            number = row["id"]
        elif row["head"] != head(before, dict(row)):
            found = f"{row['who']}, {row['kind']} {row['subject']}: {row['now']}"
            yield _fault(f"journal, entry {number}", "the entry as it was written", found)
        before = row["head"]
        with suppress(ValueError):  # it was named
            newest[row["kind"], row["subject"]] = json.loads(row["now"])


def _shown(state: dict[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in sorted(state.items())) or "none"


def _fault(place: str, expected: str, found: str) -> Problem:
    return problem_of("journal-differs", place, expected[:300], found[:300])
