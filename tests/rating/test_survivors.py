"""What survives mutation testing is explained beside the code it is about, and only that."""

from pathlib import Path

import pytest

from benchmarks.mutants.changes import Changes, explained

ROOT = Path(__file__).resolve().parents[2]
EXPLAINED = explained()


@pytest.mark.parametrize("module", sorted({key[0] for key in EXPLAINED}))
def test_every_explained_change_can_still_be_made(module):
    possible = {change.key for change in Changes(ROOT, module).all}
    assert {key for key in EXPLAINED if key[0] == module} <= possible


def test_no_entry_does_without_its_explanation():
    assert EXPLAINED
    assert all(len(why.split()) > 3 for why in EXPLAINED.values())
