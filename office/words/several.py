"""Several things in one text of a problem, `A and B` or `D to D`, known by their form."""

import re
from collections.abc import Sequence

RANGE = re.compile(r"(\d{4}-\d\d-\d\d|\d+) to (\d{4}-\d\d-\d\d|\d+)")
"""Two days or numbers and nothing else: few words of its own, but no text of people."""
ON_DAY = re.compile(r"([^;:,]+(?:, [^;:,]+)?) on (\d{4}-\d\d-\d\d)")
"""Somebody and a day, one of a list of them."""
PLAYERS = re.compile(r"(?:(.*), )?(players \d+ \D.* and \d+ \D.*)")
"""A place that ends in several people, whose names can hold a comma."""
_PEOPLE = re.compile(r" and (?=\d+ \D)"), re.compile(r"\d+ \D.*")
_OPTIONS = re.compile(" and "), re.compile(r"(--|\.)[\w-]+")
"""What parts people, each with his number, and options or endings of files; and what each of them is."""


def alike(text: str) -> Sequence[str]:
    """The parts of a text that are all people, or all options; none where it is anything else."""
    for parting, one in (_PEOPLE, _OPTIONS):
        parts = parting.split(text)
        if len(parts) > 1 and all(map(one.fullmatch, parts)):
            return parts
    return ()
