"""The outcome of a run into the tables: one draft, whole, in the caller's transaction."""

import json
from collections.abc import Iterable
from datetime import datetime

from sqlmodel import Session, col, delete, func, select

from office.desk.desk import DeskEvent
from office.lists.canonical import TABLES, parts_of
from office.lists.chain import draft
from office.lists.columns import put_columns
from office.lists.packing import packed, sha256_of
from office.lists.rows import insert_rows
from office.runs.derived import derived_tables
from office.runs.inputs import Values
from office.runs.publication_store import kept, put_on
from office.runs.report import counts_of, games_of, run_report
from office.tables import ListVersionRow, VersionEventRow
from office.words import speaking
from rating.edition import Edition
from rating.outcome import Outcome

BELONGING = (*TABLES, VersionEventRow)


def store_draft(
    session: Session,
    outcome: Outcome,
    inputs: Values,
    events: Iterable[DeskEvent],
    law: Edition,
    previous: ListVersionRow,
    now: datetime,
) -> ListVersionRow:
    """Stores the outcome as the draft of its list, in the place of an earlier draft."""
    old, seen = draft(session, outcome.list_date), None
    if old is not None:
        if (seen := kept(session, old)) is not None:
            session.delete(seen)
            session.flush()
        drop(session, old)
    newest = session.exec(
        select(func.max(ListVersionRow.version)).where(ListVersionRow.list_date == outcome.list_date)
    ).one()
    blob, inputs_sha = packed(inputs)
    games = games_of(outcome)
    version = ListVersionRow(
        list_date=outcome.list_date,
        version=(newest or 0) + 1,
        how="run",
        state="draft",
        previous_id=previous.id,
        edition=outcome.edition,
        interpretations=json.dumps(outcome.interpretations.as_dict(), sort_keys=True),
        period_first=outcome.period.first,
        period_last=outcome.period.last,
        made_at=now,
        inputs=blob,
        inputs_sha256=inputs_sha,
        text_sha256="",
        report="",
        counts=counts_of(outcome, inputs, games),
    )
    session.add(version)
    session.flush()
    assert version.id is not None
    tables = derived_tables(outcome, inputs, law)
    for belonging, columns in tables.items():
        put_columns(session, belonging, version.id, columns)
    with speaking("en"):  # what is kept stays in one language
        version.report = run_report(outcome, inputs, law, games)
    held = [{"event_key": e.view.key, "reading_id": e.view.event.reading_id} for e in events]
    insert_rows(session, VersionEventRow, version, held)
    told = parts_of(version.list_date, version.version, version.how, version.edition, tables)
    version.text_sha256 = sha256_of(told)
    session.add(version)
    session.flush()
    put_on(session, version, seen)
    return version


def drop(session: Session, draft: ListVersionRow) -> None:
    """Takes a draft away with all that belongs to it."""
    for table in BELONGING:
        session.exec(delete(table).where(col(table.version_id) == draft.id))
    session.delete(draft)
    session.flush()
