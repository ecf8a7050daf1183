"""First ratings that only the officer can give (2019 2(4)): asked by a run, answered under a number."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import Select
from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from importer.findings import Finding
from importer.noted import next_numbers
from importer.rulings import DECIDED_ANEW, Kind, Made, Rulings, record, take_back
from importer.tables import ProblemRow, RulingRow
from office.errors import WaitsForOfficer, refusal
from office.lists.chain import latest_published
from office.lists.law import carried_over
from office.rules.standing import HIGHEST, rating_subject, with_points
from scraper.records import Problem

if TYPE_CHECKING:
    from rating.edition import Edition
    from rating.outcome import Outcome
    from rating.records import EarlierGame

CODE = "decision-needed"
RESULTS = {2: "won", 0: "lost"}


def note_decisions(
    session: Session, outcome: Outcome, law: Edition, inputs: Mapping[str, Any], rulings: Rulings
) -> None:
    """Brings the numbered questions of a list in line with what its run asks, answered or not."""
    names = {m["id"]: m["name"] for m in inputs["members"]}
    rows = {row.key: row for row in questions(session, outcome.list_date)}
    numbers = next_numbers(session)
    for member, type_, games in _asked(outcome, law):
        finding = _finding(outcome.list_date, law, names[member], member, type_, games)
        texts = {name: getattr(finding, name) for name in ("place", "expected", "found", "remedy")}
        subject = json.dumps(dict(sorted(finding.subject.items())), ensure_ascii=False)
        row = rows.pop(finding.key, None) or ProblemRow(
            id=next(numbers), key=finding.key, code=CODE, subject=subject, blocks=True, state="", **texts
        )
        row.sqlmodel_update(texts)
        _settle(row, rulings)
        session.add(row)
    for row in rows.values():
        row.state = "gone"
        session.add(row)
    session.flush()


def settle(session: Session, rulings: Rulings) -> None:
    """Opens and settles these questions by the rulings in force, as a look at the desk does for others."""
    session.flush()
    for number in session.connection().execute(_standing()).scalars().all():
        row = session.get_one(ProblemRow, number)
        _settle(row, rulings)
        session.add(row)
    session.flush()


@cache
def _standing() -> Select[Any]:
    own = ProblemRow.__table__.c  # type: ignore[attr-defined]
    return columns(own.id).where(own.code == CODE, own.state != "gone")


def questions(session: Session, list_date: date) -> list[ProblemRow]:
    """The questions of one list that its last run asked."""
    query = select(ProblemRow).where(ProblemRow.code == CODE).order_by(col(ProblemRow.id))
    return [r for r in session.exec(query) if json.loads(r.subject)["list"] == list_date.isoformat()]


def open_questions(session: Session, list_date: date) -> list[ProblemRow]:
    """Those that nobody has answered."""
    return [row for row in questions(session, list_date) if row.state == "open"]


def refuse_undecided(session: Session, list_date: date) -> None:
    """Stops while a first rating of a list waits for the officer."""
    rows = open_questions(session, list_date)
    if rows:
        expected = "every first rating that is for the office to decide decided"
        found = f"{len(rows)} open: " + ", ".join(f"P{r.id} {r.code}" for r in rows)
        remedy = (
            "banzuke resolve P… --rating N gives the rating, --accept leaves the player unrated;"
            " then: banzuke rate"
        )
        raise WaitsForOfficer(Problem("open-problems", f"list of {list_date}", expected, found, remedy))


def left_unrated(
    session: Session, list_date: date, decided: Collection[tuple[str, str]], made: Made | None
) -> list[ProblemRow]:
    """The questions of a list that is corrected. None is decided on a list that is out: the player stays
    unrated on it, as if that was accepted, which is stored with `made`. Refused where the list has a rating
    (`decided`: member and type) that was decided over other games: it is not taken from him unasked."""
    rows = open_questions(session, list_date)
    asked = [row for row in rows if _whose(row) in decided]
    if asked:
        expected = "games that need no decision, or those that the published decision was made on"
        remedy = (
            "no rating is decided on a list that is out: leave the event that changes these games as it was,"
            " banzuke correction close E…; points on the next list put it right: banzuke rule adjustment"
        )
        found = [Problem("open-problems", row.place, expected, row.found, remedy) for row in asked]
        raise WaitsForOfficer(*found)
    if made is not None:
        for row in rows:
            subject, facts = json.loads(row.subject), _facts(row)
            record(session, Kind.ACCEPT, subject=subject, facts=facts, code=CODE, value=None, made=made)
        settle(session, Rulings.in_force(session))
    return rows


def _whose(row: ProblemRow) -> tuple[str, str]:
    subject = json.loads(row.subject)
    return subject["member"], subject["type"]


def decided_on(session: Session, rulings: Rulings, list_date: date) -> dict[str, dict[str, Any]]:
    """The decided ratings of a list by member and type, each with its reason: those whose question is
    still the same."""
    found: dict[str, dict[str, Any]] = {}
    for row in questions(session, list_date):
        ruling = _answer(row, rulings, Kind.DECIDED) if row.state != "gone" else None
        if ruling is not None:
            subject = json.loads(row.subject)
            told = {"rating": int(ruling.value or ""), "reason": ruling.reason}
            found.setdefault(subject["member"], {})[subject["type"]] = told
    return found


def decide(session: Session, row: ProblemRow, kind: Kind, value: str | None, *, made: Made) -> RulingRow:
    """Records the officer's answer to such a question: the rating, or that the player stays unrated."""
    subject = json.loads(row.subject)
    last = latest_published(session)
    if last is not None and date.fromisoformat(subject["list"]) <= last.list_date:
        expected, found = "a list that is not published", f"the list of {subject['list']}"
        remedy = (
            "the player stayed unrated, and a later list asks again: the next one with a new game of"
            " theirs, or the next (R106)"
        )
        if _answer(row, Rulings.in_force(session), Kind.DECIDED) is not None:
            remedy = with_points(subject)
        raise refusal("list-published", f"P{row.id}", expected, found, remedy)
    if kind not in (Kind.DECIDED, Kind.ACCEPT):
        remedy = (
            "--rating N gives the rating; --accept leaves the player unrated until a later list asks: the"
            " next one with a new game of theirs, or the next (R106)"
        )
        found = f"the problem {CODE}"
        raise refusal("decision-does-not-fit", "banzuke resolve", "--rating or --accept", found, remedy)
    if kind is Kind.DECIDED and not 0 <= int(value or "") <= HIGHEST:
        expected = f"a rating from 0 to {HIGHEST}"
        raise refusal("not-a-rating", "--rating", expected, str(value), "correct it")
    rulings = Rulings.in_force(session)
    other = _answer(row, rulings, Kind.ACCEPT if kind is Kind.DECIDED else Kind.DECIDED)
    if other is not None:  # two answers to one question: the later one holds
        take_back(session, other, replace(made, reason=DECIDED_ANEW))
    code = CODE if kind is Kind.ACCEPT else None
    return record(session, kind, subject=subject, facts=_facts(row), code=code, value=value, made=made)


def _asked(outcome: Outcome, law: Edition) -> Iterable[tuple[str, str, Sequence[EarlierGame]]]:
    """Who is asked of the officer, with the games it is about; also who was decided already."""
    from rating.row_columns import moving

    carried = carried_over(law)
    for decision in outcome.decisions:
        kept = outcome.earlier_games.get(decision.id, ())
        mine = [g for g in kept if carried.get(g.type, g.type) == decision.type]
        yield decision.id, decision.type, sorted(mine, key=_order)
    for type_, rows in outcome.lists.items():
        for row in moving(rows):
            if row.initial is not None and row.initial.decided:
                yield row.id, type_, sorted(row.initial.games, key=_order)


def _order(game: EarlierGame) -> tuple[date, int, str]:
    return game.date, game.opponent_rating, game.ref or ""


def _finding(
    list_date: date, law: Edition, name: str, member: str, type_: str, games: Sequence[EarlierGame]
) -> Finding:
    article = law.article_of_role("decision")
    told = "; ".join(f"{RESULTS.get(g.score, 'drawn')} {g.date} against {g.opponent_rating}" for g in games)
    return Finding(
        None,
        CODE,
        rating_subject(list_date, member, type_),
        f"list of {list_date}, {member} {name}, {type_}",
        f"a first rating decided by the office ({article})",
        f"{len(games)} games, all {RESULTS[games[0].score]}: {told}",
        "banzuke resolve PROBLEM --rating N; --accept leaves the player unrated until the next list asks",
    )


def _settle(row: ProblemRow, rulings: Rulings) -> None:
    answer = _answer(row, rulings, Kind.DECIDED) or _answer(row, rulings, Kind.ACCEPT)
    row.state, row.ruling_id = ("settled", answer.id) if answer else ("open", None)


def _answer(row: ProblemRow, rulings: Rulings, kind: Kind) -> RulingRow | None:
    code = CODE if kind is Kind.ACCEPT else None
    return rulings.find(kind, None, json.loads(row.subject), _facts(row), code)


def _facts(row: ProblemRow) -> str:
    return Finding(None, CODE, json.loads(row.subject), row.place, row.expected, row.found, row.remedy).facts
