"""Where an article stands in its text, so that a file can be held to the text's order."""

import re
from functools import cache

from rating.families import family_named


def place_of(family: str, article: str) -> tuple[int | str, ...] | None:
    """The place of an article in its text; None where its family has no such place."""
    for rank, pattern in enumerate(_places(family)):
        if match := pattern.fullmatch(article):
            return (rank, *(int(part) if part.isdigit() else part for part in match.groups(default="")))
    return None


@cache
def _places(family: str) -> tuple[re.Pattern[str], ...]:
    return tuple(map(re.compile, family_named(family).places))


def order(place: tuple[int | str, ...]) -> tuple[tuple[int, int | str], ...]:
    """A place to be compared with others: what has no further part stands before its parts."""
    return tuple((0 if part == "" else 1 if isinstance(part, int) else 2, part) for part in place)


def follows(before: tuple[int | str, ...], after: tuple[int | str, ...]) -> bool:
    """Whether no numbered article is left out between two places, the first before the second."""
    if before[0] != after[0]:
        return all(not isinstance(part, int) or part == 1 for part in after[1:])
    for n, (old, new) in enumerate(zip(before[1:], after[1:], strict=True), 1):
        if old == new:
            continue
        if old == "" and isinstance(new, int):
            return new == 1  # 7.1, 7.1.1
        if not isinstance(old, int) or not isinstance(new, int):
            return True  # letters: 4a, 4b i, 4c
        return new == old + 1 and all(not isinstance(part, int) or part == 1 for part in after[n + 1 :])
    return True
