"""Names that look like texts within texts: what people wrote makes nobody wait."""

from __future__ import annotations

from time import process_time

import pytest

from office.words import speaking
from office.words.problems import place, said

DEEP = "Mori: Sora ("
"""It can be taken apart at its colon and at its bracket."""


@pytest.mark.parametrize(
    "text",
    [
        DEEP * 40 + ")" * 40,
        f"1 {DEEP * 60 + ')' * 60}; 2 Hata Rin",
        "Mori; Sora, S: Aki (" * 60 + ")" * 60,
        "Mori: " * 1500,
        "Mori; Sora: " * 400,
    ],
)
def test_a_text_of_people_is_told_at_once_however_deep_it_looks(text: str) -> None:
    begun = process_time()
    with speaking("ja"):
        said(text)
    assert process_time() - begun < 3


@pytest.mark.parametrize("text", ["Mori, " * 1500 + "Sora", "Mori" + " (Sora)" * 1500])
def test_a_place_that_people_named_is_told_at_once(text: str) -> None:
    begun = process_time()
    with speaking("ja"):
        place(text)
    assert process_time() - begun < 3


def test_a_text_of_ours_is_told_however_much_people_wrote_into_it() -> None:
    name = DEEP * 40
    with speaking("ja"):
        assert said(f"“{name}”, no ID: no member has this name").startswith(f"「{name}」、")
