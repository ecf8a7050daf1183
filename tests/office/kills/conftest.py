"""An office for each command, prepared once; the command is killed at some moments, and something fails at
others."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.depth import deep
from tests.office.kills.every import CASES, OFTEN
from tests.office.kills.failing import ALONE, FULL
from tests.office.kills.trial import failed, killed, prepared
from tests.workplace import Workplace

SEED = 1


@pytest.fixture
def kill(work: Workplace, queensland: Workplace, tmp_path: Path) -> Callable[[str], None]:
    """Kills a command at moments of a seed, lets something fail, and fails with every fault. The short run
    does one of the two to most commands; `python -m benchmarks kills` does both to all, many times."""

    def kills(name: str) -> None:
        case, chance = CASES[name], random.Random(f"{SEED} {name}")
        there = replace(work, folder=tmp_path / "area" / "office")
        template = queensland.folder if case.family else work.folder
        with prepared(case, there, template) as made:
            assert made.moments, "it does nothing"
            much = name in OFTEN
            dies = much or chance.random() < 0.5
            for _ in range(deep(15, 2 if much else dies)):
                at = made.chosen(chance)
                outcome = killed(made, at)
                assert not outcome.faults, (at, outcome.moment, outcome.faults)
            for _ in range(deep(15, much or not dies)):
                kind = chance.choice((ALONE, FULL))
                at = chance.choice(list(made.failing(kind, chance).values()))
                outcome = failed(made, at, kind)
                assert not outcome.faults, (at, outcome.moment, outcome.faults)

    return kills
