"""What matters stands first: who moves, a yes before a list is published, what is known to be missing."""

from __future__ import annotations

import io
import sys
from datetime import timedelta

import pytest

from tests.office.test_desk import EVENT, with_player
from tests.workplace import HATA, LATE, MORI, NAMES, ONO, TANI, Workplace, once, small_federation


class Terminal(io.StringIO):
    """Somebody at a terminal, and what he types."""

    def isatty(self) -> bool:
        return True


@once
def drafted(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT)
    work.done("rate")


def publish(work: Workplace, stdin: io.StringIO, *words: str) -> object:
    work.asking = True
    work.monkeypatch.setattr(sys, "stdin", stdin)
    return work.run("publish", *words)


def state(work: Workplace) -> list[tuple[str, int]]:
    return work.rows("SELECT state, count(*) FROM list_version GROUP BY state ORDER BY state")


def test_the_preview_shows_who_moves_first_and_the_rest_with_all(work: Workplace) -> None:
    small_federation(work, abe={"Name": NAMES[LATE]})
    work.store(with_player(EVENT, 2, national_id=None, name="Nobody Known"))
    for problem in work.problems():
        work.resolve(problem, "--no-member")
    work.done("rate")
    said = work.done("preview").out.partition("against the list")[0]
    assert HATA not in said
    assert "1 rating does not move: banzuke preview --all" in said
    changes = [float(w) for w in said.split() if w[:1] in "+-" and w.count(".") == 1]
    assert changes == sorted(changes, key=lambda c: -abs(c))
    assert len(changes) == 3
    whole = work.done("preview", "--all").out.partition("against the list")[0]
    order = [whole.index(number) for number in (MORI, TANI, HATA, ONO)]
    assert order == sorted(order)
    assert "does not move" not in whole


@pytest.mark.parametrize("typed", ["no\n", "\n", "", "yesterday\n"])
def test_without_a_yes_nothing_is_published(work: Workplace, typed: str) -> None:
    drafted(work)
    before = state(work)
    said = publish(work, Terminal(typed))
    assert said.code == 1
    assert "The list of 1 November 2026, version 1, can never be changed or taken back" in said.out
    assert "Nothing was published" in said.err
    assert state(work) == before


def test_a_clock_that_stands_before_what_was_noted_is_told_before_a_yes(work: Workplace) -> None:
    """The moment of a publication is signed, and nobody can change it."""
    drafted(work)
    assert publish(work, Terminal("no\n")).problems() == []
    work.moment -= timedelta(days=2)
    assert publish(work, Terminal("no\n")).problem()["code"] == "clock-behind"


@pytest.mark.parametrize("typed", ["yes\n", "Y\n", " Yes \n"])
def test_a_yes_at_the_terminal_publishes(work: Workplace, typed: str) -> None:
    drafted(work)
    assert publish(work, Terminal(typed)).code == 0
    assert state(work) == [("published", 2)]


def test_what_cannot_be_published_is_refused_before_a_yes_is_asked_for(work: Workplace) -> None:
    small_federation(work)
    assert publish(work, io.StringIO()).problem()["code"] == "no-draft"
    correction = work.run("correction", "publish", "--reason", "nothing")
    assert correction.problem()["code"] == "nothing-to-correct"


def test_without_a_terminal_a_list_is_published_with_yes_alone(work: Workplace) -> None:
    drafted(work)
    before = work.dump()
    said = publish(work, io.StringIO("yes\n"))
    assert (said.code, said.problem()["code"]) == (1, "publish-unconfirmed")
    assert work.dump() == before
    assert publish(work, io.StringIO(), "--yes").code == 0
    assert state(work) == [("published", 2)]


def test_what_would_be_refused_is_refused_before_anybody_is_asked(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT)
    said = publish(work, Terminal("yes\n"))
    assert said.problem()["code"] == "no-draft"
    assert said.out == ""


def test_import_from_a_terminal_says_that_it_waits_for_text(work: Workplace) -> None:
    work.monkeypatch.setattr(sys, "stdin", Terminal("no link at all"))
    assert "Waiting for text: paste it here, then end with Ctrl-D" in work.run("import", "-").err
    work.monkeypatch.setattr(sys, "stdin", io.StringIO("no link at all"))
    assert "Waiting for text" not in work.run("import", "-").err


def test_what_is_known_to_be_missing_is_no_longer_shown_but_with_all(work: Workplace) -> None:
    work.register({"ID": MORI, "Name": NAMES[MORI]}, {"ID": HATA, "Name": NAMES[HATA]})
    work.opening({"ID": i, "Name": NAMES[i], "ST": 1500, "ST-G": 9} for i in (MORI, HATA))
    said = work.done("status").out
    words = "peaks organizers applications people"
    assert f"banzuke rule known {words} --reason …" in said
    work.done("rule", "known", "peaks", "people", "--reason", "as the old office did")
    said = work.done("status").out
    assert "peak = opening rating" not in said
    assert "nobody who reports" not in said
    assert "banzuke rule known organizers applications --reason …" in said
    assert "2 points that are known to be missing: banzuke status --all" in said
    whole = work.done("status", "--all").out
    assert "peak = opening rating, 2" in whole
    assert "nobody who reports" in whole
    work.done("resolve", "--take-back", "1", "--reason", "they were found")
    assert "peak = opening rating, 2" in work.done("status").out
    assert work.run("rule", "known", "the-rules", "--reason", "well").problem()["code"] == "not-missing"
    told = work.run("--lang", "ja", "rule", "known", "the-rules", "--reason", "well").err
    assert "次のいずれか：'peaks'、'birth-dates'、" in told


def test_the_opening_names_a_few_of_each_finding_and_everybody_with_all(work: Workplace) -> None:
    people = [{"ID": f"N900001{n:02d}", "Name": f"Test {'abcdefghijklmnop'[n]}en"} for n in range(12)]
    work.register(*people)
    path = work.file(
        "ID,Name,ST,ST-G,RP,RP-G\n" + f"{people[0]['ID']},{people[0]['Name']},1500,9,,\n", "o.csv"
    )
    words = ("opening", "import", path, "--list", "2026-10-01")
    said = work.done(*words, "--dry-run")
    assert "so unrated (UR): 11\n  N90000101, N90000102" in said.out
    assert "N90000111" not in said.out
    assert "--dry-run --all" in said.err
    assert "N90000111" in work.done(*words, "--dry-run", "--all").out
    taken = work.done(*words)
    assert "--dry-run" not in taken.err  # a list that is taken over is refused from now on
