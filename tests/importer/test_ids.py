"""IDs of the two families: each in its form, neither taken for the other."""

from __future__ import annotations

import pytest

from importer.ids import FORMS, JAPANESE, QUEENSLAND, member_number, queensland_id


@pytest.mark.parametrize(
    ("text", "number"),
    [("Q000012", "Q000012"), ("q12", "Q000012"), (" Ｑ１２ ", "Q000012"), ("Q123456", "Q123456")],
)
def test_a_queensland_id_is_read_with_zeros_left_out(text: str, number: str) -> None:
    assert queensland_id(text) == member_number(text) == member_number(text, QUEENSLAND) == number


@pytest.mark.parametrize("text", ["", "Q", "12", "5201234", "Q1234567", "QQ12", "Q-12", "N90000001"])
def test_other_text_is_no_queensland_id(text: str) -> None:
    assert queensland_id(text) is None


def test_an_id_of_one_family_is_none_of_the_other() -> None:
    assert member_number("N90000001", JAPANESE) == "N90000001"
    assert member_number("N90000001", QUEENSLAND) is None
    assert member_number("Q000001", JAPANESE) is None
    assert FORMS.keys() == {JAPANESE, QUEENSLAND}
