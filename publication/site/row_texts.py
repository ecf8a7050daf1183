"""The rows of lists as they stand in pages and files, written once for equal rows.

From list to list most rows stay as they are but for the rank. Each is kept without it: the row of the page as
the template gives it, and the rows of the JSON; the rank is put in its place.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from json.encoder import encode_basestring

from publication.site.held import Row
from publication.site.render import template

RANK = "\ue000"
"""Stands for the rank in a row that is rendered to be kept: a sign of no alphabet."""

MOST = 100_000
"""So many rows are kept: a list of ten thousand members has twenty thousand."""

_Kept = tuple[str, str, str]
"""A row of the page before and after the rank, and of the JSON after it."""


@dataclass(slots=True)
class RowTexts:
    """What is kept of the rows of the lists before, by the columns that were shown."""

    _known: dict[tuple[str, ...], dict[tuple[object, ...], _Kept]] = field(default_factory=dict)

    def of(self, rows: Sequence[Row], shown: tuple[str, ...]) -> tuple[Sequence[str], str]:
        """The rows of one type of a list: those of the page one by one, the JSON whole. `shown`: the columns
        that the page shows."""
        known = self._known.setdefault(shown, {})
        if len(known) > MOST:
            known.clear()
        keys = [row if row[0] is None else row[1:] for row in rows]
        texts = [known.get(key) for key in keys]
        if None in texts:
            new = [row for row, text in zip(rows, texts, strict=True) if text is None]
            known |= _cut(new, shown)
            texts = [text or known.get(key) for key, text in zip(keys, texts, strict=True)]
        page, as_json = [], []
        for row, kept in zip(rows, texts, strict=True):
            rank = row[0]
            if kept is None:
                page.append(rendered([row], shown))
                as_json.append(f"[{_cells_of_json(row)}")
            elif rank is None:
                page.append(kept[0])
                as_json.append(f"[null,{kept[2]}")
            else:
                before, after, json_rest = kept
                page.append(f"{before}{rank}{after}")
                as_json.append(f"[{rank},{json_rest}")
        return page, f"[{','.join(as_json)}]"


def rendered(rows: Sequence[Row], shown: Sequence[str]) -> str:
    """Rows of a page, by the template."""
    return template("list_rows.html").render(rows=rows, shown=shown)


def _cells_of_json(cells: Iterable[str | int | None]) -> str:
    """Cells as `json.dumps` writes them in a row, up to its end."""
    return ",".join([
        encode_basestring(cell) if isinstance(cell, str) else "null" if cell is None else str(cell)
        for cell in cells
    ]) + "]"  # fmt: skip


def _cut(rows: Sequence[Row], shown: Sequence[str]) -> dict[tuple[object, ...], _Kept]:
    """Rows that can be kept: those that are one line of the page, with one rank in it."""
    rows = [row for row in rows if "\n" not in row[2] and "\n" not in row[3]]
    marked = [row if row[0] is None else row._replace(rank=RANK) for row in rows]  # type: ignore[arg-type]
    lines = rendered(marked, shown).split("\n")
    if len(lines) != len(rows) + 1:
        return {}
    found: dict[tuple[object, ...], _Kept] = {}
    for row, line in zip(rows, lines, strict=False):
        if row[0] is None:
            found[row] = (f"{line}\n", "", _cells_of_json(row[1:]))
        else:
            before, *after = line.split(RANK)
            if len(after) == 1:
                found[row[1:]] = (before, f"{after[0]}\n", _cells_of_json(row[1:]))
    return found
