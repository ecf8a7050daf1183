"""The draft as an officer looks at it before publishing."""

from datetime import date

from sqlmodel import Session, select

from office.lists.chain import newest
from office.runs.report import signed
from office.tables import ListMemberRow, ListRatingRow
from office.text_table import table


def preview_text(session: Session, list_date: date | None) -> str:
    """Every type in rank order, with the rating before and the change; who has no rank comes last."""
    version = newest(session, list_date)
    people = {
        p.federation_id: p
        for p in session.exec(select(ListMemberRow).where(ListMemberRow.version_id == version.id))
    }
    rows = session.exec(select(ListRatingRow).where(ListRatingRow.version_id == version.id)).all()
    lines = [f"List of {version.list_date}, version {version.version}, {version.state}"]
    for type_ in sorted({r.type for r in rows}, reverse=True):
        mine = sorted((r for r in rows if r.type == type_), key=lambda r: (-r.rating, r.federation_id))
        cells = [
            (
                r.rank or "–",
                r.federation_id,
                people[r.federation_id].name,
                r.rating,
                "new" if r.how == "initial" else r.previous,
                "" if r.how in ("initial", "opening") else signed(r.change or 0),
                r.games,
                r.period_games or "",
                r.k,
                "" if people[r.federation_id].member_on_day else "no member on this day",
            )
            for r in mine
        ]
        headings = ("rank", "ID", "name", type_, "before", "change", "games", "now", "K", "")
        lines += ["", table(cells, headings)]
    return "\n".join(lines)
