"""The rating cases that were worked from the texts alone."""

import json

import pytest

from rating.case import load_case, outcome_of

from .shared import CASES, shared

FILES = sorted(CASES.rglob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_case_comes_out_as_it_was_worked_by_hand(path):
    text = path.read_text(encoding="utf-8")
    assert outcome_of(load_case(text)) == json.loads(text)["outcome"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_keys_stand_in_the_order_of_the_examples(path):
    text = path.read_text(encoding="utf-8")
    assert json.dumps(outcome_of(load_case(text))) == json.dumps(json.loads(text)["outcome"])


def test_the_copied_cases_are_the_shared_ones():
    """All of them, in whatever folder they lie; FIDE's are beside them, worked from the sheet of facts."""
    theirs, ours = (
        {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in root.rglob("*.json")}
        for root in (shared("examples"), CASES)
    )
    assert {name: text for name, text in ours.items() if not name.startswith("fide-")} == theirs
    assert len(ours) == len(FILES)
