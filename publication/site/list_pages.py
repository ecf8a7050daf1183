"""The rows of a list version as its pages show them, in rank order, cut into pages."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from publication.account.words import SIGNS

PAGE_ROWS = 500
"""Rows of one page of a list: a phone shows it at once, and 10,000 members are twenty pages."""


class Row(NamedTuple):
    """A line of a list. `change` is what the rounded sum added, None for a new rating or the first list;
    `signs` stand for what the list prints beside the rating (`P` provisional, `*` not for qualification).
    A plain tuple, since there are more than a million of them."""

    rank: int | None
    id: str
    name: str
    kanji: str
    rating: int
    change: int | None
    how: str
    games: int
    period_games: int
    k: int | None
    active: int
    member: int
    signs: str


plain_row: Callable[[Iterable[object]], Row] = partial(tuple.__new__, Row)
"""A row from its cells, by the shortest way there is."""


def signs(marks: Iterable[str]) -> str:
    """The signs of a rating's marks."""
    return "".join(SIGNS[mark] for mark in marks)


def marks_of(marks: str | None, provisional: bool) -> tuple[str, ...]:
    """The marks beside a rating, whichever text they come from."""
    return (*(marks or "").split(), *(("provisional",) if provisional else ()))


def cut(rows: Sequence[Row]) -> list[Sequence[Row]]:
    """The rows page by page; a list without rows has one empty page."""
    return [rows[n : n + PAGE_ROWS] for n in range(0, len(rows), PAGE_ROWS)] or [rows]
