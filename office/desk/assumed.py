"""What the office does not know and rates without: shown until it is decided that this is known."""

import json
from collections.abc import Iterator
from datetime import date

from sqlalchemy import text
from sqlmodel import Session

from importer.rulings import Kind, Made, Rulings, record
from importer.tables import RulingRow
from office.errors import refusal, typed_list
from office.families import family_of
from office.lists.law import law_if_held
from office.rules.standing import MISSING, STANDING
from office.words import _, n_
from office.words.problems import said
from rating.edition import Edition


def know(session: Session, words: list[str], *, made: Made) -> list[RulingRow]:
    """Records that the office knows that it lacks something; `banzuke status` no longer tells it. Refused for
    a word that is nothing which this office can lack."""
    possible = can_be_missing(session)
    for word in words:
        if word not in possible:
            expected = f"one of {typed_list(possible)}" if possible else "no word: nothing is missed here"
            raise refusal("not-missing", "banzuke rule known", expected, f"“{word}”")
    return [record(session, Kind.KNOWN, subject={"what": w}, facts=STANDING, made=made) for w in words]


def can_be_missing(session: Session) -> tuple[str, ...]:
    """Which of `MISSING` the office rates by at all, or would ask about."""
    family = family_of(session)
    asked = {"peaks": family.juniors, "birth-dates": family.juniors}
    return tuple(word for word in MISSING if asked.get(word, family.asks_who_reports))


def missing_lines(
    session: Session, version_id: int | None, coming: date, rulings: Rulings, *, everything: bool
) -> list[str]:
    """What is assumed, and what the edition of the list to come, `coming`, would ask if anything were
    entered; `everything`: also what is known to be so."""
    rows = rulings.of_kind(Kind.KNOWN)
    known = {json.loads(row.subject)["what"] for row in rows}
    family, shown, hidden = family_of(session), set(), 0
    lines: list[str] = []
    law = law_if_held(coming, rulings)
    for heading, found, asks in (
        (_("Assumed, because it is not known:"), _assumed(session, version_id), family.juniors),
        (
            _("Not asked, because nothing is entered:"),
            _not_entered(session, law, rulings) if law is not None else (),
            family.asks_who_reports,
        ),
    ):
        told = list(found) if asks else []
        mine = [(word, line) for word, line in told if everything or word not in known]
        hidden += len(told) - len(mine)
        shown |= {word for word, _line in mine} - known
        lines += [heading, *(f"  {line}" for _word, line in mine)] if mine else []
    if shown:
        command = f"banzuke rule known {' '.join(w for w in MISSING if w in shown)} --reason …"
        lines.append("  " + _("known and right so? Then no longer shown: {command}", command=command))
    more = n_(
        "{n} point that is known to be missing: banzuke status --all",
        "{n} points that are known to be missing: banzuke status --all",
        hidden,
    )
    return [*lines, more] if hidden else lines


# Asked without the mapped tables: to build them takes longer than to ask.


def _assumed(session: Session, version_id: int | None) -> Iterator[tuple[str, str]]:
    """How much of the register and the last list is assumed because it is not known."""
    peaks = "list_rating WHERE version_id = :version AND peak_assumed"
    count, who = _some(session, "federation_id, type", peaks, version_id)
    if count:
        yield "peaks", _("peak = opening rating, {count}: {who}", count=count, who=who)
    count, who = _some(session, "federation_id", _BIRTH_UNKNOWN)
    if count:
        yield "birth-dates", _("no birth date, so no junior rule, {count}: {who}", count=count, who=who)


_BIRTH_UNKNOWN = (
    "member WHERE born IS NULL AND merged_into IS NULL AND NOT EXISTS"
    " (SELECT 1 FROM member AS other WHERE other.merged_into = member.id AND other.born IS NOT NULL)"
)
"""Of a member who was entered twice, either entry can say it (office/runs/merged.py)."""

NAMED = 5
"""So many are named; the rest is counted."""


def _some(session: Session, columns: str, rows: str, version_id: int | None = None) -> tuple[int, str]:
    """How many rows there are, and the first of them."""
    given = {} if version_id is None else {"version": version_id}
    count = session.execute(text(f"SELECT count(*) FROM {rows}"), given).scalar_one()
    query = text(f"SELECT {columns} FROM {rows} ORDER BY id LIMIT {NAMED}")
    first = [" ".join(map(said, row)) for row in session.execute(query, given)] if count else []
    return count, _(", ").join(first) + (" …" if count > NAMED else "")


def _not_entered(session: Session, law: Edition, rulings: Rulings) -> Iterator[tuple[str, str]]:
    """What is not asked without organizers, applications and their people, under the articles that would."""
    under = {name: entry.article for entry in law.entries for name in entry.values}
    if "hosts" in under and not _any(session, "organizer"):
        told = _("no organizers ({article}): banzuke organizers import FILE", article=under["hosts"])
        yield "organizers", told
    if "application_days" in under and not _any(session, "application WHERE known_until IS NULL"):
        facts = {"article": under["application_days"]}
        yield "applications", _("no applications ({article}): banzuke applications import FILE", **facts)
    who = [under[name] for name in ("reporters", "run_by") if name in under]
    people = _any(session, "organizer_person WHERE known_until IS NULL")
    if who and not people and not rulings.of_kind(Kind.PERSON):
        told = _(
            "nobody who reports for organizers or runs events ({articles}): banzuke organizers import FILE",
            articles=_(", ").join(who),
        )
        yield "people", told


def _any(session: Session, rows: str) -> bool:
    return session.execute(text(f"SELECT 1 FROM {rows} LIMIT 1")).first() is not None
