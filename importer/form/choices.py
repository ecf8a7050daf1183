"""The form's fixed choices, as cells name them."""

from collections.abc import Mapping
from typing import Any

from importer.form.cells import Cells
from importer.form.layout import FORMS, RESULTS, SYSTEMS, TYPES, choice
from importer.written import folded

MOST_NUMBER = 9999
"""The highest number of a player."""

LISTS: Mapping[str, Mapping[str, Any]] = {"form": FORMS, "type": TYPES, "system": SYSTEMS, "result": RESULTS}
_CHOICES = {key: choice(words) for key, words in LISTS.items()}


def named(key: str, text: str) -> str | None:
    """The choice that a text names, in either language or both; None if it names none or several."""
    return _CHOICES[key].get(folded(text))


def one_of(key: str) -> str:
    """What can be chosen, in words."""
    return "one of " + ", ".join(LISTS[key])


def chosen(cells: Cells, key: str, *, needed: bool) -> str | None:
    """The choice that the cell names; a fault if it names none."""
    text = cells.needed(key, one_of(key)) if needed else cells.text(key)
    if not text:
        return None
    word = named(key, text)
    if word is None:
        cells.fault(key, one_of(key), f"“{text}”", "choose one from the list")
    return word
