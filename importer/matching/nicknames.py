"""Short forms of Western given names: Bill for William.

`nicknames.csv` holds everyday pairs, chosen by hand and not complete; a larger list to compare is
names.csv of github.com/carltonnorthern/nicknames (Apache-2.0). A short form accepts nobody without an ID.
"""

import csv
from functools import cache
from importlib.resources import files

from importer.matching.spelling import spelled


@cache
def full_forms() -> dict[str, frozenset[str]]:
    """Every word of the table with the full names it can stand for, itself included where it is one; in
    the spelling of `spelled`."""
    found: dict[str, set[str]] = {}
    text = files("importer.matching").joinpath("nicknames.csv").read_text("utf-8")
    for row in csv.DictReader(text.splitlines()):
        name, *short = spelled([row["name"], *row["short"].split()])
        for word in (name, *short):
            found.setdefault(word, set()).add(name)
    return {word: frozenset(names) for word, names in found.items()}


@cache
def stand_for_the_same(word: str) -> frozenset[str]:
    """All words that can be the given name that `word` is; empty for a word that is not in the table."""
    forms = full_forms()
    mine = forms.get(word, frozenset())
    return frozenset(other for other, names in forms.items() if other != word and mine & names)
