"""A short run of `benchmarks.differential`, and that it sees what differs."""

import re
from dataclasses import replace

import pytest

from benchmarks import differential
from rating.columns import engine as columns

LINES = 4_000
"""Of each edition, about."""
KINDS = {"top", "new", "usual"}


@pytest.mark.slow
def test_the_engines_differ_in_no_line_of_a_short_run():
    found, laws = {}, differential.laws()
    assert list(differential.run(LINES * len(laws), 0, found)) == []
    assert found.keys() == {law.id for law in laws}
    for law, compared in found.items():
        assert compared.counted > 500, law
        assert compared.met.keys() >= KINDS, law
    without = [law for law, compared in found.items() if "junior" not in compared.met]
    assert len(without) < len(laws) / 2, without  # rare: a short run need not meet one under each edition
    assert sum(compared.lines for compared in found.values()) >= LINES * len(laws)
    assert {"many", "too-fast", "forfeit", "unrated-player", "late"} <= found["fide-2025-10"].met.keys()


def test_a_difference_in_one_line_is_told_with_its_seed(monkeypatch, capsys):
    plain = columns.rate

    def wrong(*args, **how):
        outcome = plain(*args, **how)
        at = next((n for n, line in enumerate(outcome.lines) if line.c), None)
        if at is None:
            return outcome
        line = replace(outcome.lines[at], c=outcome.lines[at].c + 1)
        return replace(outcome, lines=(*outcome.lines[:at], line, *outcome.lines[at + 1 :]))

    monkeypatch.setattr(columns, "rate", wrong)
    assert differential.main(300, 7) == 1
    assert re.search(r", seed ([7-9]|\d\d): GameLine\(", capsys.readouterr().out)


@pytest.mark.parametrize("seed", [0, 1])
def test_every_other_period_has_random_readings(seed):
    assert (differential.switches_of(seed) == differential.switches_of(seed + 2)) == bool(seed % 2)


def test_the_command_line_is_told_and_what_is_no_number_is_refused(capsys):
    assert differential.asked([]) == (differential.WHOLE_RUN, 0)
    assert differential.asked(["20000", "7"]) == (20000, 7)
    for words, code in ((["--help"], 0), (["many"], 2), (["0"], 2), (["10", "-1"], 2)):
        with pytest.raises(SystemExit) as ended:
            differential.asked(words)
        assert ended.value.code == code
    assert "LINES" in capsys.readouterr().out
