"""Two officers at once: whoever answers on an older sight of a question hears what the other one answered;
and commands that write take turns, whatever they are. On both databases, by the command line and by the
functions that another door calls."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from itertools import combinations, count, permutations
from pathlib import Path
from threading import Event, Thread

import pytest
from sqlmodel import Session, col, select

import cli.out
import cli.sight
from importer.errors import ImportRefused
from importer.guests import NO_MEMBER
from importer.rulings import CODES, Kind, Made, answered
from importer.store import received
from importer.tables import EventPlayerRow, EventRow, MemberRow, ProblemRow, RulingRow
from office.database.engine import look, transaction
from office.desk.refresh import refresh
from office.desk.resolve import Decision, resolve_all
from office.desk.seen import Seen, mark
from office.desk.withdraw import withdraw
from office.errors import OfficeError
from office.house import contact, set_contact
from office.intake.take_in import take_in
from office.register.enter import add
from office.rules.enter import adjust, rule_rating_gap
from office.rules.standing import Adjusting
from office.runs.rate import rate_list
from rating.interpretations import Interpretations
from tests.begun import Begun
from tests.office.conftest import ASKING
from tests.workplace import HATA, LATE, MORI, NOVEMBER, Said, Workplace

pytestmark = pytest.mark.slow

ANSWERS: dict[str, tuple[Kind, str | None, tuple[str, ...]]] = {
    "Mori": (Kind.MATCH, MORI, ("--match", MORI)),
    "nobody": (Kind.MATCH, NO_MEMBER, ("--no-member",)),
    "always Abe": (Kind.ALIAS, LATE, ("--alias", LATE)),
    "left out": (Kind.EXCLUDE, None, ("--exclude",)),
}
"""Answers to the question who a player is; the last one settles the whole event."""

PAIRS = list(permutations(ANSWERS, 2))
ADJUSTED = ("rule", "adjustment", MORI, "--reference", "Board 3")


def made(who: str) -> Made:
    return Made(f"{who} says so", who, NOVEMBER)


def who_is(session: Session) -> ProblemRow:
    """The question who a player is."""
    of_players = select(ProblemRow).where(col(ProblemRow.code).in_(CODES.values()))
    return session.exec(of_players.where(col(ProblemRow.subject).contains("Some Body"))).one()


def asked(work: Workplace) -> tuple[int, str]:
    """Its number, and its mark as anybody is shown it now."""
    with look(work.engine()) as session:
        refresh(session)
        row = who_is(session)
        assert row.id is not None
        return row.id, mark(row)


def answer(work: Workplace, who: str, seen: str, name: str) -> None:
    """What a door that is no terminal does with an answer: the mark comes with it."""
    kind, value, _words = ANSWERS[name]
    number, _now = asked(work)
    with transaction(work.engine()) as session:
        (told,) = resolve_all(
            session, [f"P{number}"], Decision(kind, value), seen=Seen({number: seen}), made=made(who)
        )
        assert told.settled


def in_force(work: Workplace) -> list[RulingRow]:
    with look(work.engine()) as session:
        rows = session.exec(select(RulingRow).where(col(RulingRow.taken_back_at).is_(None))).all()
        return [row for row in rows if row.kind != Kind.EDITION.value]


def take_back(work: Workplace) -> None:
    """The office as it was before anybody answered."""
    numbers = [row.id for row in in_force(work) if row.id is not None]
    with transaction(work.engine()) as session:
        withdraw(session, numbers, seen=Seen(), made=made("nobody in particular"))


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        (Kind.REOPEN, {"list": "2026-11-01", "reported": "2026-11-02"}, "reported on 2026-11-02, taken up"),
        (Kind.ADJUSTMENT, {"points": -7, "reference": "round 1"}, "“round 1”, an adjustment of -7 points"),
        (Kind.PERSON, {"as": MORI, "valid": "2026-01-01/"}, f"{MORI}, 2026-01-01/, with this organizer"),
    ],
)
def test_what_another_one_answered_is_told_in_words(kind: Kind, value: dict[str, object], words: str) -> None:
    row = RulingRow(
        kind=kind, subject="{}", fingerprint="", value=json.dumps(value), reason="so", who="Aoki",
        made_at=NOVEMBER,
    )  # fmt: skip
    assert f"{words}, by Aoki" in answered(row)


@pytest.mark.either
def test_an_answer_on_an_older_sight_is_refused_with_what_the_other_one_answered(both: Workplace) -> None:
    for first, second in PAIRS:
        _number, seen = asked(both)
        answer(both, "Aoki", seen, first)
        with pytest.raises(OfficeError) as refused:
            answer(both, "Baba", seen, second)
        (problem,) = refused.value.problems
        assert problem.code == "answered-meanwhile"
        assert "by Aoki on 2026-11-02 10:00 (Asia/Tokyo): Aoki says so" in problem.found
        assert problem.found.startswith(f"decided as {ANSWERS[first][0].value}")
        assert [row.who for row in in_force(both)] == ["Aoki"]
        take_back(both)


@pytest.mark.either
def test_an_answer_on_the_sight_of_the_other_answer_takes_its_place(both: Workplace) -> None:
    for first, second in PAIRS:
        if first == "always Abe":
            continue  # whoever bears a name that is always Abe's is not asked about
        answer(both, "Aoki", asked(both)[1], first)
        answer(both, "Baba", asked(both)[1], second)
        assert "Baba" in [row.who for row in in_force(both)]
        take_back(both)


@pytest.mark.either
def test_an_answer_to_a_question_that_asks_something_else_by_now_is_refused(both: Workplace) -> None:
    _number, seen = asked(both)
    with transaction(both.engine()) as session:
        cells = {"ID": "N90000050", "Name": "Some Bodyy", "Memberships": "2015-04-01/2035-03-31"}
        add(session, cells, anyway=True, who="Aoki", now=NOVEMBER)
    with pytest.raises(OfficeError) as refused:
        answer(both, "Baba", seen, "nobody")
    assert refused.value.problems[0].code == "question-changed"
    assert "Some Bodyy" in refused.value.problems[0].found
    with pytest.raises(OfficeError):
        answer(both, "Baba", "no mark at all", "nobody")
    answer(both, "Baba", asked(both)[1], "nobody")


class Terminal:
    """A terminal of its own, as the office knows it: by the process that leads it."""

    def __init__(self, work: Workplace, leader: int, who: str) -> None:
        self.work, self.leader, self.who = work, leader, who

    def run(self, *words: object) -> Said:
        self.work.monkeypatch.setattr(cli.sight.os, "getsid", lambda _: self.leader)
        self.work.monkeypatch.setenv("BANZUKE_OFFICER", self.who)
        return self.work.run(*words)

    def resolve(self, target: str, *words: str) -> Said:
        return self.run("resolve", target, *words, "--reason", f"{self.who} says so")


@pytest.fixture
def two(both: Workplace) -> tuple[Terminal, Terminal]:
    return Terminal(both, os.getpid(), "Aoki"), Terminal(both, os.getppid(), "Baba")


@pytest.mark.either
def test_two_terminals_that_saw_the_same_question(two: tuple[Terminal, Terminal]) -> None:
    one, other = two
    target = f"P{asked(one.work)[0]}"
    for first, second in PAIRS[::2]:
        assert one.run("resolve", target).code == other.run("problems").code == 0
        assert one.resolve(target, *ANSWERS[first][2]).code == 0
        said = other.resolve(target, *ANSWERS[second][2])
        assert said.code == 1
        assert said.problem()["code"] == "answered-meanwhile"
        assert "by Aoki on 2026-11-02 10:00 (Asia/Tokyo): Aoki says so" in said.err
        assert [row.who for row in in_force(one.work)] == ["Aoki"]
        take_back(one.work)


@pytest.mark.either
def test_a_terminal_that_looks_again_may_answer_again(two: tuple[Terminal, Terminal]) -> None:
    one, other = two
    target = f"P{asked(one.work)[0]}"
    for terminal in two:
        terminal.run("problems")
    assert one.resolve(target, "--match", HATA).code == 0
    assert one.resolve(target, "--no-member").code == 0, "his own answer is no surprise to him"
    assert other.resolve(target, "--match", HATA).code == 1
    assert "settled by decision" in other.run("resolve", target).out
    assert other.resolve(target, "--match", HATA).code == 0
    assert [row.who for row in in_force(one.work)] == ["Baba"]


@pytest.mark.either
def test_a_terminal_that_was_shown_nothing_answers_what_is_open_and_nothing_else(
    two: tuple[Terminal, Terminal],
) -> None:
    one, other = two
    target = f"P{asked(one.work)[0]}"
    assert one.resolve(target, "--match", HATA).code == 0
    assert one.resolve(target, "--match", HATA).code == 0, "the same once more is no other answer"
    assert other.resolve(target, "--no-member").problem()["code"] == "answered-meanwhile"


@pytest.mark.either
def test_a_decision_that_no_question_asked_for_is_replaced_by_nobody_who_has_not_seen_it(
    two: tuple[Terminal, Terminal],
) -> None:
    one, other = two
    for first, second in (
        (("resolve", "E1", "--reported", "2026-10-05"), ("resolve", "E1", "--reported", "2026-10-06")),
        ((*ADJUSTED, "--points=5"), (*ADJUSTED, "--points=6")),
        (("rule", "rating-gap", "300"), ("rule", "rating-gap", "400")),
    ):
        reason = ("--reason", "so it is")
        assert one.run(*first, *reason).code == other.run(*first, *reason).code == 0
        said = one.run(*second, *reason)
        assert said.problem()["code"] == "answered-meanwhile"
        assert "by Baba on 2026-11-02 10:00 (Asia/Tokyo)" in said.problem()["found"]
        assert one.run("rulings").code == 0
        assert one.run(*second, *reason).code == 0


@pytest.mark.either
@pytest.mark.parametrize("reported", ["2026-10-05", "2026-07-05"])
def test_an_event_that_two_defer_is_put_one_list_further_and_no_more(
    two: tuple[Terminal, Terminal], reported: str
) -> None:
    """Out of the list that is to come, or of those that were out when it came."""
    one, other = two

    def deferred() -> list[str]:
        rows = one.work.rows("SELECT subject FROM ruling WHERE kind = 'defer'")
        return [json.loads(subject)["list"] for (subject,) in rows]

    assert one.resolve("E1", "--reported", reported).code == 0
    for _again in range(2):
        assert one.resolve("E1", "--defer").code == 0
    first = deferred()
    assert len(first) == 1
    said = other.resolve("E1", "--defer")
    assert said.problem()["code"] == "answered-meanwhile"
    assert "by Aoki on 2026-11-02 10:00 (Asia/Tokyo): Aoki says so" in said.problem()["found"]
    assert deferred() == first
    assert other.run("rulings").code == 0
    assert other.resolve("E1", "--defer").code == 0  # knowing of it
    assert len(deferred()) == 2


@pytest.mark.either
def test_a_yes_to_one_draft_publishes_no_other_one(both: Workplace) -> None:
    for number, words in ((1, "--accept"), (2, "--no-member"), (3, "--no-member")):
        both.done("resolve", f"P{number}", words, "--reason", "as the organizer says")
    both.done("rate")
    both.asking = True
    both.monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)

    def another_draft(_question: str) -> bool:
        """What the other officer does while the first one is asked."""
        with transaction(both.engine()) as session:
            adjust(session, MORI, "standard", Adjusting(7, "Board 2026/3"), None, made=made("Aoki"))
            rate_list(session, None, switches=Interpretations(), now=NOVEMBER)
        return True

    both.monkeypatch.setattr(cli.out, "said_yes", another_draft)
    said = both.run("publish")
    assert said.problem()["code"] == "draft-out-of-date"
    assert "another one made since" in said.err
    both.monkeypatch.setattr(cli.out, "said_yes", lambda _: True)
    assert "published" not in both.done("lists").out.split("2026-11-01")[1].splitlines()[0]
    both.done("publish")


@pytest.mark.either
def test_what_a_closed_terminal_was_shown_is_taken_away(two: tuple[Terminal, Terminal]) -> None:
    one, _other = two
    ended = subprocess.Popen([sys.executable, "-c", ""])
    Terminal(one.work, ended.pid, "Aoki").run("problems")
    ended.wait()
    one.run("problems")
    (left,) = (one.work.folder / "seen").iterdir()
    assert f"-{os.getpid()}-" in left.name
    assert left.parent.stat().st_mode & 0o077 == 0


def test_what_a_machine_that_is_gone_was_shown_is_taken_away_after_some_time(
    two: tuple[Terminal, Terminal],
) -> None:
    """Each container has a name of its own, and a new one with the next release."""
    one, _other = two
    one.run("problems")
    (mine,) = (one.work.folder / "seen").iterdir()
    gone, living = (mine.with_name(f"{name}-0-7-123.json") for name in ("0123456789ab", "ba9876543210"))
    for file, days in ((gone, 91), (living, 89)):
        file.write_bytes(mine.read_bytes())
        moment = time.time() - days * 86_400
        os.utime(file, (moment, moment))
    one.run("problems")
    assert sorted((one.work.folder / "seen").iterdir()) == sorted([mine, living])


@pytest.mark.either
def test_two_processes_that_answer_at_once(both: Workplace) -> None:
    target = f"P{asked(both)[0]}"
    root = Path(__file__).resolve().parents[2]
    started = [
        Begun(
            [sys.executable, "-m", "cli.main", "--office", both.folder, "resolve", target, *words,
             "--who", who, "--reason", "so it is"],
            cwd=root, start_new_session=True, stdout=-1, stderr=-1, text=True,
        )
        for who, words in (("Aoki", ["--no-member"]), ("Baba", ["--match", HATA]))
    ]  # fmt: skip
    told = [process.communicate(timeout=60)[1] for process in started]
    assert sorted(process.returncode for process in started) == [0, 1]
    (refused,) = [err for process, err in zip(started, told, strict=True) if process.returncode]
    assert refused.startswith("answered-meanwhile: ")
    assert len(in_force(both)) == 1


def _question(session: Session, n: int) -> None:
    refresh(session)
    row = who_is(session)
    decision = Decision(Kind.MATCH, (HATA, NO_MEMBER)[n % 2])
    resolve_all(
        session, [f"P{row.id}"], decision, seen=Seen({row.id or 0: mark(row)}), made=made(f"Aoki {n}")
    )


def _of_event(kind: Kind, value: str) -> Callable[[Session, int], None]:
    def write(session: Session, n: int) -> None:
        seen = Seen(rulings={row.id or 0 for row in session.exec(select(RulingRow))})
        resolve_all(
            session, ["E1"], Decision(kind, value.format(n % 20 + 10)), seen=seen, made=made(f"Aoki {n}")
        )

    return write


def _points(session: Session, n: int) -> None:
    adjust(session, MORI, "standard", Adjusting(n + 1, "Board 3"), None, made=made("Aoki"))


def _member(session: Session, n: int) -> None:
    cells = {"ID": f"N9100{n:04}", "Name": f"New {n}"}
    add(session, cells, anyway=True, who="Aoki", now=NOVEMBER)


def _report(session: Session, n: int) -> None:
    report = received(
        session, reference=f"https://chess-results.com/tnr1400001.aspx?{n}", text=None,
        arrived_on=date(2026, 10, 5), day_stated=True, now=NOVEMBER,
    )  # fmt: skip
    take_in(session, replace(ASKING, organizer=f"Club {n}"), report, NOVEMBER)
    report.state = "read"
    refresh(session)


WRITERS: dict[str, Callable[[Session, int], object]] = {
    "a question answered": _question,
    "the day of a report": _of_event(Kind.REPORTED, "2026-10-{}"),
    "a time control": _of_event(Kind.TIME_CONTROL, "{}+30"),
    "a form": lambda session, n: _of_event(Kind.FORM, ("tournament", "meeting")[n % 2])(session, n),
    "points": _points,
    "a limit": lambda session, n: rule_rating_gap(session, 300 + n, made=made("Aoki")),
    "where the office is reached": lambda session, n: set_contact(session, f"office{n}@federation.example"),
    "a member": _member,
    "a report": _report,
}


def trace(session: Session) -> dict[str, object]:
    """What each of these leaves behind."""
    rows = session.exec(select(RulingRow).where(col(RulingRow.taken_back_at).is_(None))).all()
    event = session.exec(select(EventRow)).one()
    return {
        "rulings": sorted((row.kind, row.value, row.who) for row in rows),
        "contact": contact(session),
        "members": sorted(session.exec(select(MemberRow.federation_id)).all()),
        "reading": (event.reading_id, event.newer_reading_id),
        "match": [p.match for p in session.exec(select(EventPlayerRow).order_by(EventPlayerRow.id))],  # type: ignore[arg-type]
    }


@pytest.mark.either
def test_each_two_commands_that_write_take_turns(both: Workplace) -> None:
    """The second begins while the first has written and not ended: it waits, and then builds on the first."""
    numbers = count(1)
    for first, second in combinations(WRITERS, 2):
        begun = Event()
        found: dict[str, object] = {}

        def follow(name: str = second, begun: Event = begun, found: dict[str, object] = found) -> None:
            begun.set()
            try:
                with transaction(both.engine()) as session:
                    found["before"] = trace(session)
                    WRITERS[name](session, next(numbers))
                    session.flush()
                    found["after"] = trace(session)
            except (OfficeError, ImportRefused) as refused:  # pragma: no cover  told below
                found["refused"] = refused

        thread = Thread(target=follow)
        with transaction(both.engine()) as session:
            stood = trace(session)
            WRITERS[first](session, next(numbers))
            session.flush()
            left = trace(session)
            assert left != stood, first
            thread.start()
            assert begun.wait(10)
            with look(both.engine()) as other:
                assert trace(other) == stood
            assert "before" not in found, (first, second)
        thread.join(20)
        assert found.get("before") == left, (first, second, found)
        assert found["after"] != left, second
        with look(both.engine()) as session:
            assert trace(session) == found["after"], (first, second)
