"""IDs of the families: each in its form, none taken for another's."""

from __future__ import annotations

import pytest

from importer.ids import forms, member_number
from rating.families import FAMILIES, part

N, Q = part("japanese", "importer"), part("queensland", "importer")


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
    read = [part(name, "importer").member_number(number) for name in FAMILIES]
    assert read.count(None) == len(FAMILIES) - 1
    assert member_number(number) == number


def test_the_forms_of_ids_are_told_in_words() -> None:
    assert forms() == "N and eight digits or Q and six digits"


@pytest.mark.parametrize(
    "text", ["N12345678", "12345678", " n12345678 ", "Ｎ１２３４５６７８", "１２３４５６７８"]
)
def test_an_id_is_read_without_its_n_and_in_full_width(text: str) -> None:
    assert N.member_number(text) == "N12345678"


@pytest.mark.parametrize(
    "text", ["", "N1234567", "N123456789", "1234567", "M12345678", "N1234 5678", "79000000x"]
)
def test_what_is_no_japanese_id_is_none(text: str) -> None:
    assert N.member_number(text) is None
