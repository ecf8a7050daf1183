"""Every ruling has alternatives, one switch, one place where it is consulted, and makes a difference."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

import rating
from docs.__main__ import CORRECTIONS, of_the_regulations
from rating.editions import load, names
from rating.interpretations import Interpretations
from rating.rulings import RULINGS

from . import examples_elsewhere, examples_japan

ROOT = Path(rating.__file__).parent
PAGE = ROOT.parent / "docs" / "interpretations.md"
IN_RATING = sorted(number for number, ruling in RULINGS.items() if "rating/" in ruling.consulted_in)
EXAMPLES = vars(examples_japan) | vars(examples_elsewhere)


@pytest.mark.parametrize("number", IN_RATING)
def test_every_alternative_changes_an_outcome(number):
    ruling = RULINGS[number]
    example = EXAMPLES[ruling.switch]
    results = [example(Interpretations(**{ruling.switch: word})) for word in ruling.words]
    assert len({repr(result) for result in results}) == len(ruling.words)
    assert len(ruling.words) > 1


@pytest.mark.parametrize("number", sorted(RULINGS))
def test_the_first_alternative_is_the_one_followed(number):
    ruling = RULINGS[number]
    assert getattr(Interpretations(), ruling.switch) == ruling.words[0]
    assert ruling.article
    assert ruling.left_open
    assert all(ruling.alternatives.values())


def test_every_switch_has_a_ruling_and_every_ruling_a_switch():
    assert [field.name for field in fields(Interpretations)] == [ruling.switch for ruling in RULINGS.values()]


@pytest.mark.parametrize("number", IN_RATING)
def test_a_switch_is_consulted_in_one_place_the_one_named(number):
    ruling = RULINGS[number]
    places = [
        path.relative_to(ROOT.parent).as_posix()
        for path in ROOT.rglob("*.py")
        if "columns" not in path.parts
        for _ in re.findall(rf"switches\.{ruling.switch}\b", path.read_text(encoding="utf-8"))
    ]
    assert places == [ruling.consulted_in.strip("`")]


def test_the_page_of_the_interpretations_is_the_generated_one():
    assert PAGE.read_text(encoding="utf-8").startswith(of_the_regulations())
    assert all(item["text"] in of_the_regulations() for item in CORRECTIONS)


@pytest.mark.parametrize("edition", names())
def test_an_edition_and_the_rulings_name_each_other_under_the_same_article(edition):
    articles = {entry.article for entry in load(edition).entries}
    for ruling in RULINGS.values():
        assert set(ruling.articles) <= set(names())
        named = set(filter(None, ruling.articles.get(edition, "").split(", ")))
        assert named <= articles, ruling.number
        open_in = {entry.article for entry in load(edition).entries if ruling.number in entry.rulings}
        assert open_in <= named, ruling.number
