"""The run on PostgreSQL leaves out only tests that there are, each with a reason."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.on_postgresql import LEFT_OUT, left_out

ROOT = Path(__file__).resolve().parents[1]


def test_what_is_left_out_is_there_and_has_a_reason() -> None:
    for name, why in LEFT_OUT.items():
        path, _colons, begins = name.partition("[")[0].partition("::")
        assert (ROOT / path).exists(), name
        if begins:
            tree = ast.parse((ROOT / path).read_text("utf-8"))
            assert any(
                isinstance(one, ast.FunctionDef) and one.name.startswith(begins) for one in tree.body
            ), name
        assert len(why.split()) > 3


def test_the_others_are_in_it() -> None:
    assert left_out("tests/office/test_move.py::test_there") is not None
    assert left_out("tests/office/test_lists.py::test_there") is None
