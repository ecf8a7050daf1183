"""IDs of the families: each in its form, none taken for another's."""

from __future__ import annotations

import pytest

from importer.families.family import family_named
from importer.ids import forms, member_number
from rating.families import FAMILIES

Q = family_named("queensland")


@pytest.mark.parametrize(
    ("text", "number"),
    [("Q000012", "Q000012"), ("q12", "Q000012"), (" Ｑ１２ ", "Q000012"), ("Q123456", "Q123456")],
)
def test_a_queensland_id_is_read_with_zeros_left_out(text: str, number: str) -> None:
    assert Q.member_number(text) == member_number(text) == number


@pytest.mark.parametrize("text", ["", "Q", "12", "5201234", "Q1234567", "QQ12", "Q-12", "N90000001"])
def test_other_text_is_no_queensland_id(text: str) -> None:
    assert Q.member_number(text) is None


@pytest.mark.parametrize("number", ["N90000001", "Q000001"])
def test_an_id_of_one_family_is_none_of_another(number: str) -> None:
    assert [family_named(name).member_number(number) for name in FAMILIES].count(None) == len(FAMILIES) - 1
    assert member_number(number) == number


def test_the_forms_of_ids_are_told_in_words() -> None:
    assert forms() == "N and eight digits or Q and six digits"
