"""Columns of plain text."""

from collections.abc import Container
from typing import Any
from unicodedata import east_asian_width


def table(rows: list[tuple[Any, ...]], headings: tuple[str, ...], right: Container[int] = ()) -> str:
    """Columns as wide as their widest cell, full-width characters counted as two; a row is one line.
    `right`: the columns of numbers, which end at the right."""
    cells = [tuple("" if c is None else str(c).replace("\n", " ") for c in row) for row in (headings, *rows)]
    widths = [max(wide(row[i]) for row in cells) for i in range(len(headings))]
    return "\n".join(
        "  ".join(
            padded(c, w if n in right else -w) for n, (c, w) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    )


def hung(line: str, indent: str = "") -> str:
    """A line after an indent; its further lines, as a reason may have them, stand below it and not where one
    begins."""
    return indent + line.replace("\n", f"\n{indent}    ")


def wide(text: str) -> int:
    """The columns that a text takes: kanji and kana have two."""
    return sum(2 if east_asian_width(c) in "WF" else 1 for c in text)


def padded(text: str, width: int) -> str:
    """Text in a column of this width, to the right, or left if the width is negative; cut if longer."""
    kept = text
    while wide(kept) > abs(width):
        kept = kept[:-1]
    blanks = " " * (abs(width) - wide(kept))
    return kept + blanks if width < 0 else blanks + kept


def column(text: str, width: int) -> str:
    """Text with blanks behind it up to a column's width; longer text keeps one blank."""
    return text + " " * max(1, width - wide(text))
