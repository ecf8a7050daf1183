"""What an account is told in: headings, sentences and tables, which text and HTML both print; and to whom."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from markupsafe import Markup, escape

from office.text_table import table
from office.words import _
from office.words.formats import joined

NAME, NUMBER, DAY = "", "n", "day"
"""What a column holds: the class of its cells in HTML."""


@dataclass(frozen=True, slots=True)
class Heading:
    """What follows is about this."""

    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence or a few; `failed`: what must not be overlooked."""

    text: str
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under `columns`, each with what it holds; `label` is for who does not see the table."""

    label: str
    columns: Sequence[tuple[str, str]]
    rows: Sequence[tuple[object, ...]]


Block = Heading | Line | Table


@dataclass(frozen=True, slots=True)
class Told:
    """What a list did to one rating: of what it is told, what became of it, and how it came about."""

    heading: str
    lines: Sequence[str]
    how: Sequence[Block]

    @property
    def text(self) -> str:
        """What became of it, as one text."""
        return joined(self.lines)


def _name(_id: str | None, name: str | None, _kanji: str | None = None) -> str:
    return _("(name withheld)") if name is None else name


@dataclass(frozen=True, slots=True)
class Reader:
    """For whom it is told. `office`: also what only the office is to see, its own words and what was worked
    out again; `reasons_of_k`: also why K was what it was, which can say how old a player is. People (by ID,
    name and kanji) and events (by key and name) as he is shown them."""

    office: bool = True
    reasons_of_k: bool = True
    person: Callable[[str | None, str | None, str | None], str] = _name
    event: Callable[[str | None, str], str] = _name


def as_text(blocks: Iterable[Block]) -> Iterator[str]:
    """Line by line, tables in columns."""
    for block in blocks:
        match block:
            case Heading(text):
                yield from ("", text)
            case Line(text):
                yield f"  {text}"
            case Table(columns=columns, rows=rows):
                numbers = {n for n, (_text, kind) in enumerate(columns) if kind == NUMBER}
                lines = table(list(rows), tuple(text for text, _kind in columns), numbers).splitlines()
                yield from (f"  {line}" for line in lines)


def as_html(blocks: Iterable[Block], level: int = 3, said: Callable[[object], str] | None = None) -> Markup:
    """The same in HTML, headings of this level. `said`: what a line or a cell becomes, escaped if it is not
    markup already."""
    said = said or escaped
    return Markup("\n".join([_html(block, level, said) for block in blocks]))


def _html(block: Block, level: int, said: Callable[[object], str]) -> str:
    match block:
        case Heading(text):
            return f"<h{level}>{escape(text)}</h{level}>"
        case Line(text, failed):
            alarm = ' class="failed" role="alert"' if failed else ""
            return f"<p{alarm}>{said(text)}</p>"
        case Table(label, columns, rows):
            row = _row(tuple(kind for _text, kind in columns))
            body = "\n".join(
                [row % tuple([c if type(c) is int else said(c) for c in cells]) for cells in rows]
            )
            return (
                f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(label)}">\n<table>\n'
                f"<thead>{_head(tuple(columns))}</thead>\n<tbody>\n{body}\n</tbody>\n</table>\n</div>"
            )


@lru_cache(maxsize=65_536, typed=True)  # a text that is markup already is another than the same text
def escaped(cell: object) -> str:
    """What a line or a cell holds, escaped if it is not markup already."""
    return safe(cell) if type(cell) is str else str(escape(cell))


def safe(text: str) -> str:
    """A text escaped for HTML. In nearly all nothing is to be escaped, and markupsafe takes five times as
    long."""
    return str(escape(text)) if _MEANS.search(text) else text


_MEANS = re.compile("[&<>\"']")


@cache
def _row(kinds: tuple[str, ...]) -> str:
    return f"<tr>{''.join(f'<td{_class(kind)}>%s</td>' for kind in kinds)}</tr>"


@cache
def _head(columns: tuple[tuple[str, str], ...]) -> str:
    cells = (f'<th scope="col"{_class(kind)}>{escape(text)}</th>' for text, kind in columns)
    return f"<tr>{''.join(cells)}</tr>"


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""
