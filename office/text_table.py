"""Columns of plain text."""

from typing import Any
from unicodedata import east_asian_width


def table(rows: list[tuple[Any, ...]], headings: tuple[str, ...]) -> str:
    """Columns as wide as their widest cell, full-width characters counted as two."""
    cells = [tuple("" if c is None else str(c) for c in row) for row in (headings, *rows)]
    widths = [max(_width(row[i]) for row in cells) for i in range(len(headings))]
    return "\n".join(
        "  ".join(c + " " * (w - _width(c)) for c, w in zip(row, widths, strict=True)).rstrip()
        for row in cells
    )


def _width(text: str) -> int:
    return sum(2 if east_asian_width(c) in "WF" else 1 for c in text)


def padded(text: str, width: int) -> str:
    """Text in a column of this width, to the right, or left if the width is negative; cut if longer."""
    kept = text
    while _width(kept) > abs(width):
        kept = kept[:-1]
    blanks = " " * (abs(width) - _width(kept))
    return kept + blanks if width < 0 else blanks + kept
