"""An edition gives each of its values as what it is, and refuses a question for another kind by name."""

from dataclasses import replace

import pytest

from rating.editions import load
from rating.errors import EditionError
from rating.tables import Step

LAW = replace(
    load("jcf-2024-10"),
    values={
        "number": 5,
        "word": "list",
        "words": ("a", "b"),
        "mixed": ("a", 1),
        "numbers": (1, 2),
        "none": (),
        "table": (Step(0, None, 50, 50),),
        "pairs": {50: 0},
    },
)
KINDS = {
    "number": ("a whole number", {"number"}),
    "word": ("a text", {"word"}),
    "words": ("a list of texts", {"words", "none"}),
    "steps": ("a table of steps", {"table"}),
    "percentages": ("a table of percentages", {"pairs"}),
}


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind in KINDS for name in LAW.values])
def test_a_value_is_of_its_kind_or_refused(kind: str, name: str) -> None:
    expected, fitting = KINDS[kind]
    if name in fitting:
        assert getattr(LAW, kind)(name) == LAW.values[name]
        return
    with pytest.raises(EditionError) as refusal:
        getattr(LAW, kind)(name)
    (problem,) = refusal.value.problems
    assert (problem.code, problem.place, problem.expected) == (
        "edition-value", f"jcf-2024-10: {name}", expected
    )  # fmt: skip


def test_what_an_edition_does_not_have_is_refused_by_name() -> None:
    asked = {
        "edition-value": lambda: LAW.number("nothing"),
        "unknown-reason": lambda: LAW.article_of_reason("no such reason"),
        "unknown-role": lambda: LAW.article_of_role("no such role"),
        "unknown-edition": lambda: load("jcf-1900-01"),
    }
    for code, ask in asked.items():
        with pytest.raises(EditionError) as refusal:
            ask()
        assert [p.code for p in refusal.value.problems] == [code]
    for ask in (LAW.word, LAW.article_of_value):
        with pytest.raises(EditionError, match="a value of this edition"):
            ask("nothing")
