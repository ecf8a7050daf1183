"""What somebody had before his eyes when he answers: nobody answers a question that another one has answered,
or that asks something else, without seeing that."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from sqlmodel import Session, col, func, select

from importer.rulings import Kind, Made, answered, fingerprint
from importer.tables import ProblemRow, RulingRow
from office.errors import OfficeError, refusal
from office.families import family_of


def mark(row: ProblemRow) -> str:
    """A mark of a question as it stands: the same as long as it asks the same and is answered alike."""
    ruling = row.ruling_id if row.state == "settled" else None
    return fingerprint(row.key, row.place, row.expected, row.found, row.blocks, row.state, ruling)


@dataclass(slots=True)
class Seen:
    """The marks of the questions that were seen, by number, and the numbers of the decisions. `whole`: what
    is not named was not seen; otherwise it may have been, and is taken as long as nobody has answered it."""

    marks: dict[int, str] = field(default_factory=dict)
    rulings: set[int] = field(default_factory=set)
    whole: bool = True

    def look(self, rows: Iterable[ProblemRow]) -> None:
        """These questions are shown as they stand, with who answered them."""
        for row in rows:
            if row.id is not None:
                self.marks[row.id] = mark(row)
            if row.state == "settled" and row.ruling_id is not None:
                self.rulings.add(row.ruling_id)

    def standing(self, session: Session) -> list[int]:
        """Which of the questions stand as they were seen."""
        return [row.id for row in _rows(session, self.marks) if row.id and mark(row) == self.marks[row.id]]

    def answered(self, session: Session, numbers: Iterable[int]) -> None:
        """Whoever answers knows what his answer makes of what he saw."""
        self.look(_rows(session, numbers))


def _rows(session: Session, numbers: Iterable[int]) -> list[ProblemRow]:
    return list(session.exec(select(ProblemRow).where(col(ProblemRow.id).in_(list(numbers)))))


def last_number(session: Session) -> int:
    """The highest number of a question that is stored."""
    return session.exec(select(func.max(ProblemRow.id))).one() or 0


def refuse_unseen(
    session: Session, row: ProblemRow, seen: Seen, last: int, kind: Kind, value: str | None, made: Made
) -> None:
    """Stops an answer to a question that is not as it was seen: with what the other one answered, or with
    what is asked now. `last`: the highest number that was stored before this look."""
    known, now = seen.marks.get(row.id or 0), mark(row)
    if known == now:
        return
    ruling = session.get(RulingRow, row.ruling_id) if row.state == "settled" else None
    place = f"P{row.id} {row.code}, {row.place}"
    if ruling is not None:
        if known is None and ruling.id in seen.rulings:
            return  # the question was not seen, but its answer was
        if (ruling.kind, ruling.value, ruling.who) != (kind.value, value, made.who):  # else given once more
            remedy = (
                f"if that is wrong: look at it, banzuke resolve P{row.id}, and answer again;"
                f" or take it back: banzuke resolve --take-back {ruling.id}"
            )
            expected = "a question without an answer"
            raise refusal("answered-meanwhile", place, expected, answered_here(session, ruling), remedy)
    elif known is not None or seen.whole or (row.id or 0) > last:
        expected = "the question as it was shown"
        remedy = f"look at it again, banzuke resolve P{row.id}; then answer"
        raise refusal("question-changed", place, expected, f"it asks now: {row.found}", remedy)


def answered_here(session: Session, ruling: RulingRow) -> str:
    """A decision as whoever did not know of it is told, with the hour that it was where the office is."""
    return answered(ruling, family_of(session).zone)


def answered_meanwhile(session: Session, place: str, expected: str, ruling: RulingRow) -> OfficeError:
    """The refusal of what another one has decided already, whatever it is about."""
    remedy = f"if that is wrong, take it back: banzuke resolve --take-back {ruling.id}"
    return refusal("answered-meanwhile", place, expected, answered_here(session, ruling), remedy)
