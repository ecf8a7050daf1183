"""A family's part of a wing, and functions that are loaded when one of them is called."""

from importlib.resources import files

import pytest

from rating.edition_file import read_edition
from rating.editions import load
from rating.errors import EditionError
from rating.families import Later, family_named, part


def test_a_part_of_a_family_is_what_stands_in_its_place():
    assert part("japanese", "rating") is family_named("japanese")
    assert part("queensland", "rating").by_event


def test_a_function_of_a_module_that_is_loaded_later_is_that_function():
    assert Later("math").gcd(12, 18) == 6
    assert Later("json").dumps([1], indent=2) == "[\n  1\n]"


def test_the_queensland_list_has_one_type():
    text = files("rating.editions").joinpath("qjrl.toml").read_text(encoding="utf-8")
    assert load("qjrl").values["types"] == ("qj",)
    with pytest.raises(EditionError, match="types: 1 of them, found qj, other"):
        read_edition(text.replace('types = ["qj"]', 'types = ["qj", "other"]', 1), "qjrl.toml")
