"""How far a printed rating may lie from the member's before it speaks against him: the office's own limit."""

from sqlmodel import Session

from importer.matching.against import RATING_GAP
from importer.rulings import Kind, Made, Rulings, Subject, record
from importer.tables import RulingRow
from office.errors import refusal
from office.rules.standing import STANDING

RATINGS: Subject = {"office": "printed ratings"}
"""What the ruling is about: no event, no member."""

MOST = 4000


def rating_gap(rulings: Rulings) -> int:
    """The limit in points, as ruled; else 500."""
    ruled = rulings.standing(Kind.RATING_GAP, RATINGS)
    return int(ruled.value or "") if ruled else RATING_GAP


def rule_rating_gap(session: Session, points: int, *, made: Made) -> RulingRow:
    """Rules the limit, for every event that no published list holds yet."""
    if not 0 < points <= MOST:
        expected, remedy = f"points from 1 to {MOST}", "correct it"
        raise refusal("not-a-rating", "POINTS", expected, str(points), remedy)
    return record(
        session,
        Kind.RATING_GAP,
        subject=RATINGS,
        facts=STANDING,
        value=str(points),
        made=made,
    )
