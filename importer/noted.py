"""The numbered problems: what was asked once keeps its number."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count, zip_longest
from typing import Any

from sqlalchemy import BindParameter, CompoundSelect, bindparam, insert, union_all
from sqlalchemy import select as columns
from sqlmodel import Session

from importer.findings import Finding
from importer.rulings import subject_text
from importer.tables import ProblemRow


def note_problems(session: Session, fresh: Sequence[str], findings: Sequence[Finding]) -> None:
    """Brings the numbered problems of all events in line with what was found just now. `fresh`: the keys of
    those that no published list holds; what was settled of the others stays as it was: a published list
    stands on it."""
    found = {f.key: f for f in findings}
    held = {key: (row_id, *told) for key, row_id, *told in _noted(session, fresh, list(found))}
    numbers: Iterator[int] | None = None
    new: list[dict[str, Any]] = []
    for key, finding in found.items():
        told: dict[str, Any] = {name: getattr(finding, name) for name in AS_FOUND}
        told["state"] = "open" if finding.settled_by is None else "settled"
        told["ruling_id"] = finding.settled_by
        if key not in held:
            code, subject = finding.code, subject_text(finding.subject)
            told |= {"event_key": finding.event_key, "code": code, "subject": subject}
            numbers = numbers or next_numbers(session)
            new.append({"id": next(numbers), "key": key, **told})
        elif tuple(told.values()) != tuple(held[key][1:]):
            row = session.get_one(ProblemRow, held[key][0])
            for name, value in told.items():
                setattr(row, name, value)
            session.add(row)
    for key in held.keys() - found.keys():
        row = session.get_one(ProblemRow, held[key][0])
        row.state = "gone"
        session.add(row)
    session.flush()
    if new:
        session.connection().execute(insert(ProblemRow), new)


AS_FOUND = ("place", "expected", "found", "remedy", "blocks")
"""What the row of a question says just as its finding does."""

AT_A_TIME = 10_000
"""Keys that one query names."""


def _noted(session: Session, fresh: Sequence[str], found: Sequence[str]) -> Iterator[Sequence[Any]]:
    """Of every question that may have to change: key, number and what is stored of it."""
    session.flush()
    for of_events, of_keys in zip_longest(_some(fresh), _some(found), fillvalue=()):
        yield from session.connection().execute(_stored(), {"events": of_events, "keys": of_keys})


@cache
def _stored() -> CompoundSelect[Any]:
    own = ProblemRow.__table__.c  # type: ignore[attr-defined]
    events: BindParameter[Any] = bindparam("events", expanding=True)
    keys: BindParameter[Any] = bindparam("keys", expanding=True)
    stored = columns(*(own[n] for n in ("key", "id", *AS_FOUND, "state", "ruling_id")))
    return union_all(
        stored.where(own.state == "open", own.event_key.is_not(None)),
        stored.where(own.event_key.in_(events), own.state != "gone"),
        stored.where(own.key.in_(keys)),
    )


def _some(keys: Sequence[str]) -> Iterator[Sequence[str]]:
    return (keys[at : at + AT_A_TIME] for at in range(0, len(keys) or 1, AT_A_TIME))


def next_numbers(session: Session) -> Iterator[int]:
    """The numbers of questions that are asked for the first time: the same for who only looks as for the
    command that stores them."""
    session.flush()
    return count((session.connection().exec_driver_sql("SELECT max(id) FROM problem").scalar() or 0) + 1)
