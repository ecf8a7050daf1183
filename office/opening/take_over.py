"""Storing the opening balance: the first version of the chain, published as it is handed over.

What a family's files hold and which rows they make stands in its folder; it refuses with every fault.
"""

from datetime import date, datetime

from sqlmodel import Session, select

from importer.given import GivenFile
from importer.tables import MemberRow
from office.chain.link import append
from office.errors import refusal
from office.families import day_here, family_of
from office.families.family import Opening
from office.lists.canonical import canonical_parts
from office.lists.chain import latest_published, next_list
from office.lists.packing import packed, sha256_of
from office.lists.rows import insert_rows
from office.tables import ListVersionRow


def take_over(
    session: Session,
    list_date: date,
    file: GivenFile,
    beside: GivenFile | None,
    *,
    officer: str,
    now: datetime,
) -> Opening:
    """Stores and publishes the list of a file as the opening list. `beside`: the file of what is kept of
    players without a full rating. Refused with every fault if a line names nobody on the register, or
    another name than the register's; if no list has the date, or it is still to come; and if the office has
    a list already."""
    if (earlier := latest_published(session)) is not None:
        raise refusal("opening-repeated", "opening", "an office without lists", f"list {earlier.list_date}")
    latest = next_list(day_here(session, now))
    if list_date > latest:
        remedy = "give the date the list was published under, --list YYYY-MM-01"
        raise refusal("day-to-come", "--list", f"a list that is out, up to {latest}", str(list_date), remedy)
    members = {m.federation_id: m for m in session.exec(select(MemberRow))}
    opening = family_of(session).opening(session, list_date, file, beside, members)
    inputs, inputs_sha = packed(opening.content)
    version = ListVersionRow(
        list_date=list_date,
        version=1,
        how="opening",
        state="draft",
        edition=opening.edition,
        made_at=now,
        inputs=inputs,
        inputs_sha256=inputs_sha,
        text_sha256="",
        report=opening.report,
    )
    session.add(version)
    session.flush()
    for table, rows in opening.rows:
        insert_rows(session, table, version, rows)
    version.text_sha256 = sha256_of(canonical_parts(session, version))
    version.state, version.published_at, version.published_by = "published", now, officer
    session.add(version)
    append(session, version)
    return opening
