"""The draft as an officer looks at it before publishing."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial

from sqlmodel import Session

from importer.rulings import Made
from office.families import family_of
from office.lists.chain import newest
from office.lists.rows import rows_of
from office.runs.publication_alarms import accept, set_limits
from office.runs.publication_store import kept, look_at, note_report, note_seen
from office.tables import ListMemberRow, ListRatingRow, SettingRow
from office.words import _, language
from office.words.formats import day


@dataclass(frozen=True, slots=True)
class Previewed:
    """A list as it was shown. `open`: how many alarms wait for the officer's word."""

    text: str
    report: str
    open: int
    published: bool


def preview_list(
    session: Session,
    list_date: date | None,
    accepted: Sequence[str],
    *,
    made: Made,
    jump: int | None = None,
    games: int | None = None,
) -> Previewed:
    """Shows a list with its publication report. A draft is then `previewed`: the officer has seen these very
    figures. `accepted` names alarms that are taken as they are; `jump` and `games` set what raises one."""
    version = newest(session, list_date)
    set_limits(session, jump=jump, games=games)
    if version.state == "published":
        row = kept(session, version)
        report = row.report if row is not None else look_at(session, version).report
        shown = report if language() == "en" else look_at(session, version).shown
        return Previewed(preview_text(session, version.list_date), shown, 0, True)
    setting = session.get(SettingRow, "officer")
    note_seen(session, version, officer=made.who or (setting.value if setting else None), now=made.now)
    word = partial(accept, session, names=accepted, made=made)
    looked = look_at(session, version, word)
    note_report(session, version, looked.report)
    return Previewed(preview_text(session, version.list_date), looked.shown, len(looked.open), False)


def preview_text(session: Session, list_date: date | None) -> str:
    """The list as it would be printed, highest rating first."""
    version = newest(session, list_date)
    people = {p.federation_id: p for p in rows_of(session, ListMemberRow, version)}
    rows = sorted(rows_of(session, ListRatingRow, version), key=lambda r: (-r.rating, r.federation_id))
    head = _("List of {day}, version {version}", day=day(version.list_date), version=version.version)
    lines = family_of(session).preview_lines(session, version, rows, people)
    return "\n".join([f"{head}, {_(version.state)}", *lines])
