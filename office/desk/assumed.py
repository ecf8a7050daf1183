"""What the office does not know and rates without: shown until it is decided that this is known."""

import json
from collections.abc import Iterator
from typing import Any

from sqlmodel import Session, col, func, select

from importer.rulings import Kind, Made, Rulings, record
from importer.tables import ApplicationRow, MemberRow, OrganizerPersonRow, OrganizerRow, RulingRow
from office.errors import refusal
from office.families import family_of
from office.rules.standing import MISSING, STANDING
from office.tables import ListRatingRow
from office.words import _, n_


def know(session: Session, words: list[str], *, made: Made) -> list[RulingRow]:
    """Records that the office knows that it lacks something; `banzuke status` no longer tells it. Refused for
    a word that is none of `MISSING`."""
    for word in words:
        if word not in MISSING:
            remedy = "name what banzuke status --all shows under Assumed or Not asked"
            raise refusal("not-missing", "banzuke rule known", f"one of {', '.join(MISSING)}", word, remedy)
    return [record(session, Kind.KNOWN, subject={"what": w}, facts=STANDING, made=made) for w in words]


def missing_lines(session: Session, version_id: int | None, *, everything: bool) -> list[str]:
    """What is assumed, and what is not asked because nothing is entered; `everything`: also what is known to
    be so."""
    rows = Rulings.in_force(session).of_kind(Kind.KNOWN)
    known = {json.loads(row.subject)["what"] for row in rows}
    family, shown, hidden = family_of(session), set(), 0
    lines: list[str] = []
    for heading, found, asks in (
        (_("Assumed, because it is not known:"), _assumed(session, version_id), family.juniors),
        (_("Not asked, because nothing is entered:"), _not_entered(session), family.asks_who_reports),
    ):
        told = list(found) if asks else []
        mine = [(word, line) for word, line in told if everything or word not in known]
        hidden += len(told) - len(mine)
        shown |= {word for word, _line in mine} - known
        lines += [heading, *(f"  {line}" for _word, line in mine)] if mine else []
    if shown:
        command = f"banzuke rule known {' '.join(w for w in MISSING if w in shown)} --reason …"
        lines.append("  " + _("known and right so? Then no longer shown: {command}", command=command))
    if hidden:
        lines.append(
            n_(
                "{n} point that is known to be missing: banzuke status --all",
                "{n} points that are known to be missing: banzuke status --all",
                hidden,
            )
        )
    return lines


def _assumed(session: Session, version_id: int | None) -> Iterator[tuple[str, str]]:
    """How much of the register and the last list is assumed because it is not known."""
    rating = ListRatingRow
    assumed = (rating.version_id == version_id, col(rating.peak_assumed).is_(True))
    peaks = select(rating.federation_id, rating.type).where(*assumed).order_by(col(rating.id))
    count, who = _some(session, peaks)
    if count:
        yield "peaks", _("peak = opening rating, {count}: {who}", count=count, who=who)
    unborn = select(MemberRow.federation_id).where(col(MemberRow.born).is_(None)).order_by(col(MemberRow.id))
    count, who = _some(session, unborn)
    if count:
        told = _("no birth date, so no junior rule, {count}: {who}", count=count, who=who)
        yield "birth-dates", told


NAMED = 5
"""So many are named; the rest is counted."""


def _some(session: Session, query: Any) -> tuple[int, str]:
    """How many there are, and the first of them."""
    count = session.execute(select(func.count()).select_from(query.order_by(None).subquery())).scalar_one()
    first = [" ".join(row) for row in session.execute(query.limit(NAMED))] if count else []
    return count, ", ".join(first) + (" …" if count > NAMED else "")


def _not_entered(session: Session) -> Iterator[tuple[str, str]]:
    """What 3(3), 3(4) and 4(2) are not asked without."""
    if session.exec(select(OrganizerRow.id)).first() is None:
        yield "organizers", _("no organizers (3(3)): banzuke organizers import FILE")
    standing = select(ApplicationRow.id).where(col(ApplicationRow.known_until).is_(None))
    if session.exec(standing).first() is None:
        yield "applications", _("no applications (3(4)): banzuke applications import FILE")
    people = select(OrganizerPersonRow.id).where(col(OrganizerPersonRow.known_until).is_(None))
    ruled = select(RulingRow.id).where(
        RulingRow.kind == Kind.PERSON.value, col(RulingRow.taken_back_at).is_(None)
    )
    if session.exec(people).first() is None and session.exec(ruled).first() is None:
        told = _(
            "nobody who reports for organizers or runs events (4(2), 3(3)): banzuke organizers import FILE"
        )
        yield "people", told
