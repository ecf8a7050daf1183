"""What of a file cannot be taken, or is not read, in lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from office.words import _, n_
from office.words.formats import natural
from office.words.problems import place

if TYPE_CHECKING:
    from scraper.records import Problem


def unread_lines(sheets: Sequence[str]) -> Iterator[str]:
    """The sheets of a workbook on which something stands and not the table's headings, a line each."""
    for name in sheets:
        yield _("Nothing was taken from the sheet “{name}”, which does not have the headings", name=name)


def refused_lines(faults: Sequence[Problem]) -> Iterator[str]:
    """The lines of a file that cannot be taken; why, each fault says by itself."""
    places = {f.place.partition(", column ")[0] for f in faults}

    yield n_(
        "{n} line is wrong; nothing of the file is taken until it is corrected:",
        "{n} lines are wrong; nothing of the file is taken until they are corrected:",
        len(places),
    )
    yield from (f"  {place(where)}" for where in sorted(places, key=natural))
