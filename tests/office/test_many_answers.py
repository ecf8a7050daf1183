"""Many questions of one event that are answered at once, and many answers that are taken back: each is looked
up, and nothing is gone through for each."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace
from time import process_time
from typing import Any

import pytest
from sqlalchemy import Engine, event

from importer.ahead import Entered
from importer.findings import Finding
from importer.rulings import Rulings
from importer.tables import EventRow
from importer.view import EventView
from tests.importer.invented import pairing, player, reading
from tests.workplace import MORI, NAMES, Workplace, small_federation

FEW, ALL = 4, 60


def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often these are asked for from now on: for each question, each player, everything decided."""
    times: Counter[str] = Counter()
    parts: tuple[tuple[Any, str], ...] = (
        (Finding, "key"), (EventView, "subject_of"), (Rulings, "in_force"),
    )  # fmt: skip
    for whose, name in parts:
        was = vars(whose)[name]
        asked = was.fget if isinstance(was, property) else was.__func__ if name == "in_force" else was

        def told(*given: Any, name: str = name, asked: Any = asked) -> Any:
            times[name] += 1
            return asked(*given)

        kind: Any = {"key": property, "in_force": classmethod}.get(name, lambda it: it)
        monkeypatch.setattr(whose, name, kind(told))
    return times


def test_each_of_many_answers_looks_its_question_and_its_player_up(
    work: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    small_federation(work)
    strangers = [player(2 + n, f"Sato {'abcdefghij'[n // 10]}{'klmnopqrst'[n % 10]}un") for n in range(ALL)]
    games = [pairing(1 + n, 1, 2 + n, "1-0") for n in range(ALL)]
    work.store(reading([player(1, NAMES[MORI], MORI), *strangers], games))
    asked = [f"P{p.id}" for p in work.problems() if p.code == "member-unknown"]
    assert len(asked) == ALL
    times = counted(monkeypatch)
    took = []
    for some in (asked[:FEW], asked[FEW:]):
        times.clear()
        assert work.run("resolve", ",".join(some), "--no-member", "--reason", "guests").code == 0
        took.append(times.copy())
    few, many = took
    assert many["subject_of"] - few["subject_of"] <= 2 * ALL
    assert many["key"] - few["key"] <= 2 * ALL

    made = [n for (n,) in work.rows("SELECT id FROM ruling WHERE kind = 'match' ORDER BY id")]
    took.clear()
    for numbers in (made[:FEW], made[FEW:]):
        times.clear()
        told = ",".join(map(str, numbers))
        assert work.run("resolve", "--take-back", told, "--reason", "a slip").code == 0
        took.append(times.copy())
    assert took[0]["in_force"] == took[1]["in_force"]
    assert [f"P{p.id}" for p in work.problems() if p.code == "member-unknown"] == asked


def test_decided_again_each_of_many_looks_through_no_decision_that_was_taken_back(
    work: Workplace,
) -> None:
    small_federation(work)
    strangers = [player(2 + n, f"Sato {'abcdefghij'[n]}un") for n in range(10)]
    games = [pairing(1 + n, 1, 2 + n, "1-0") for n in range(10)]
    work.store(reading([player(1, NAMES[MORI], MORI), *strangers], games))
    for reason in ("guests", "guests all the same"):
        work.done("resolve", "E1", "--no-member", "--reason", reason)
        made = [str(n) for (n,) in work.rows("SELECT id FROM ruling WHERE kind = 'match' ORDER BY id")[-10:]]
        work.done("resolve", "--take-back", ",".join(made), "--reason", "a slip")
    looked = []

    def told(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        if "FROM ruling" in statement and "subject =" in statement:
            looked.append(statement)

    event.listen(Engine, "before_cursor_execute", told)
    try:
        work.done("resolve", "E1", "--no-member", "--reason", "guests after all")
    finally:
        event.remove(Engine, "before_cursor_execute", told)
    assert looked == []
    work.done("resolve", "E1", "--player", 2, "--match", MORI, "--reason", "he is on the register")
    assert work.rows("SELECT count(*) FROM ruling WHERE kind = 'match' AND taken_back_at IS NULL") == [(10,)]


def test_each_of_many_namesakes_is_told_by_his_order_at_once() -> None:
    blank = dict.fromkeys((field.name for field in fields(Entered)), "")
    one = Entered(**{**blank, "name": "Sato Jun", "rating": None})  # type: ignore[arg-type]
    players = {n: replace(one, number=n) for n in range(1, 8_001)}
    view = EventView(EventRow.model_construct(key="1"), {}, players, (), Rulings([]))
    begun = process_time()
    named = [view.subject_of(player) for player in players.values()]
    assert [told["nth"] for told in named] == list(players)
    assert view.player_of(named[-1]) is players[8_000]
    assert process_time() - begun < 2
