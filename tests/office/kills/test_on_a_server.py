"""On PostgreSQL: some of the commands, more in the long run; and the move of an office to it."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from office.database import engine
from tests.depth import deep, every
from tests.office.kills.every import CASES, OFTEN
from tests.office.kills.failing import GONE
from tests.office.kills.on_server import ON_SERVER, moving
from tests.office.kills.served import Served
from tests.office.kills.trial import failed, killed, prepared
from tests.workplace import Workplace


@pytest.mark.parametrize("name", every(sorted(ON_SERVER), 40, 7))
@pytest.mark.slow
def test_killed_on_a_server_and_typed_again_it_is_as_if_it_had_not_been(
    work: Workplace, queensland: Workplace, tmp_path: Path, cluster: str, name: str
) -> None:
    work.monkeypatch.setattr(engine, "postgresql", cache(engine.postgresql))
    template = queensland.folder if CASES[name].family else work.folder
    there, chance = replace(work, folder=tmp_path / "area" / "office"), random.Random(name)
    with prepared(CASES[name], there, template, Served(cluster)) as made:
        for _ in range(deep(5, 2 if name in OFTEN else 1)):
            outcome = killed(made, at := made.chosen(chance))
            assert not outcome.faults, (at, outcome.moment, outcome.faults)
        if gone := list(made.failing(GONE, chance).values()):
            outcome = failed(made, at := chance.choice(gone), GONE)
            assert not outcome.faults, (at, outcome.moment, outcome.faults)


@pytest.mark.parametrize("back", [False, True], ids=["to the server", "back"])
@pytest.mark.slow
def test_a_move_that_is_killed_at_any_moment_is_made_good_by_the_same_command(
    work: Workplace, tmp_path: Path, cluster: str, back: bool
) -> None:
    there, chance = replace(work, folder=tmp_path / "area" / "office"), random.Random(1)
    last = f"before {'unlink' if back else 'replace'} banzuke.toml"
    with prepared(moving(Served(cluster), back=back), there, work.folder) as made:
        for at in (made.moments.index(last), *(made.chosen(chance) for _ in range(deep(40, 1)))):
            outcome = killed(made, at)
            assert not outcome.faults, (at, outcome.moment, outcome.faults)
