"""The rating cases that were worked from the texts alone."""

import json

import pytest

from rating.case import load_case, outcome_of

from .shared import CASES, shared

FILES = sorted(CASES.glob("*/*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_case_comes_out_as_it_was_worked_by_hand(path):
    text = path.read_text(encoding="utf-8")
    assert outcome_of(load_case(text)) == json.loads(text)["outcome"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_keys_stand_in_the_order_of_the_examples(path):
    text = path.read_text(encoding="utf-8")
    assert json.dumps(outcome_of(load_case(text))) == json.dumps(json.loads(text)["outcome"])


@pytest.mark.parametrize("folder", ["jcf-2024-10", "ncs-2022-09", "ncs-2019-09", "qjrl", "editions"])
def test_the_copied_cases_are_the_shared_ones(folder):
    examples = {
        path.name: path.read_text(encoding="utf-8") for path in shared(f"examples/{folder}").iterdir()
    }
    copies = {path.name: path.read_text(encoding="utf-8") for path in (CASES / folder).iterdir()}
    assert copies == examples
    assert copies
