"""The draft as an officer looks at it before publishing."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial

from sqlmodel import Session, select

from importer.rulings import Made
from office.lists.chain import by_events, newest
from office.lists.rows import type_name
from office.runs import queensland_report
from office.runs.publication_alarms import accept, set_limits
from office.runs.publication_store import kept, look_at, note_report, note_seen
from office.runs.report import signed
from office.tables import ListMemberRow, ListRatingRow, SettingRow
from office.text_table import table
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
    """Every type in rank order, with the rating before and the change; who has no rank comes last."""
    version = newest(session, list_date)
    if by_events(version):
        return queensland_report.preview_text(session, version)
    people = {
        p.federation_id: p
        for p in session.exec(select(ListMemberRow).where(ListMemberRow.version_id == version.id))
    }
    rows = session.exec(select(ListRatingRow).where(ListRatingRow.version_id == version.id)).all()
    head = _("List of {day}, version {version}", day=day(version.list_date), version=version.version)
    lines = [f"{head}, {_(version.state)}"]
    for type_ in sorted({r.type for r in rows}, reverse=True):
        mine = sorted((r for r in rows if r.type == type_), key=lambda r: (-r.rating, r.federation_id))
        cells = [
            (
                r.rank or "–",
                r.federation_id,
                people[r.federation_id].name,
                r.rating,
                _("new") if r.how == "initial" else r.previous,
                "" if r.how in ("initial", "opening") else signed(r.change or 0),
                r.games,
                r.period_games or "",
                r.k,
                _beside(r, people[r.federation_id]),
            )
            for r in mine
        ]
        headings = (
            *(_("rank"), _("ID"), _("name"), _(type_name(type_)), _("before"), _("change")),
            *(_("games"), _("this period"), _("K"), ""),
        )
        lines += ["", table(cells, headings)]
    return "\n".join(lines)


def _beside(row: ListRatingRow, person: ListMemberRow) -> str:
    """What the officer has to know of a rating: what was decided, how it is marked, who is no member."""
    parts = [
        _("{points} by decision", points=f"{row.adjusted:+d}") if row.adjusted is not None else "",
        _("decided") if row.decided is not None else "",
        row.marks or "",
        "" if person.member_on_day else _("not a member on this day"),
    ]
    return "; ".join(filter(None, parts))
