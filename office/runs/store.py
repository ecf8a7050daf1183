"""The outcome of a run into the tables: one draft, whole, in the caller's transaction."""

import json
from collections.abc import Iterable
from datetime import datetime

from sqlmodel import Session, col, delete, func, select

from office.desk.desk import DeskEvent
from office.lists.canonical import TABLES, canonical_text, packed, sha256
from office.lists.chain import draft
from office.lists.rows import insert_rows
from office.runs.counts import counts_of
from office.runs.derived import derived_rows
from office.runs.inputs import Values
from office.runs.publication_store import put_on, take_off
from office.runs.report import run_report
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
        seen = take_off(session, old)
        for table in BELONGING:
            session.exec(delete(table).where(col(table.version_id) == old.id))
        session.delete(old)
        session.flush()
    newest = session.exec(
        select(func.max(ListVersionRow.version)).where(ListVersionRow.list_date == outcome.list_date)
    ).one()
    blob, inputs_sha = packed(inputs)
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
        counts=counts_of(outcome, inputs),
    )
    session.add(version)
    session.flush()
    for belonging, rows in derived_rows(outcome, inputs, law):
        insert_rows(session, belonging, version, rows)
    with speaking("en"):  # what is kept stays in one language
        version.report = run_report(outcome, inputs, law)
    held = [{"event_key": e.view.key, "reading_id": e.view.event.reading_id} for e in events]
    insert_rows(session, VersionEventRow, version, held)
    version.text_sha256 = sha256(canonical_text(session, version))
    session.add(version)
    session.flush()
    put_on(session, version, seen)
    return version
