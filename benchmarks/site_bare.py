"""The floor of the site's benchmark: the same files rendered, dumped and written, and nothing else.

What our build hands to its templates and what its files hold is caught while a build runs whose time does not
count. A few hundred files at a time, all of it in memory by then, the bare work is done in one go, timed as a
whole, into a folder of its own:

- pages: each template that a page needs is rendered by Jinja with the facts our build gave it, encoded and
  written. That is the rows of every page of a list (one rendering for both languages, as ours) and of every
  crosstable, the drawing of every member, and every page; styles and scripts are written as they are. What a
  page is given finished, since we put it together by hand (a member's history, tallies, best events and wins,
  the rows of a club, the menu), counts as ours alone.
- figures: what stands beside the pages is dumped by the standard library from plain values (`json.dumps`,
  `csv.writer`) and written. These files are pages as well, and nobody writes them without dumping; but it is
  told apart how much they are. A workbook is written by xlsxwriter from its cells. Parquet and files of fixed
  columns are written as they are: what makes them counts as ours alone.

The libraries are used as they are meant to be; what the site does to be faster than that is ours. Not in the
floor, all of it ours: the database, whatever is worked out from it, signatures, the state, links,
folders, the switch. Both take the same function that writes a file. In the end every file is compared: the
floor has written the same bytes.
"""

import csv
import io
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime
from datetime import time as clock
from functools import cache, partial
from pathlib import Path
from typing import Any

import xlsxwriter  # type: ignore[import-untyped]
from jinja2 import Template
from markupsafe import Markup
from sqlmodel import Session

from benchmarks.timing import Spent
from importer.plain_text import shown
from importer.spreadsheet import runs
from office.place import Place
from office.words import language, speaking
from publication.exports import formats
from publication.exports.sheet import Cells
from publication.exports.workbook import NEVER
from publication.site import member_files, pages_events, pages_lists
from publication.site import target as site_target
from publication.site.events import Place as Line
from publication.site.graph import EDGES, Graph
from publication.site.held import Row, cut
from publication.site.render import environment
from publication.site.settings import WORDS
from publication.site.target import Target
from publication.site.whole import write_site

AT_ONCE = 300
"""So many pieces of work are done in one go."""

ROWS = (
    '{% for r in rows %}\n<tr><td class="n">{{ r.rank if r.rank is not none else "–" }}</td>'
    '<td class="n">{{ r.rating }}{{ r.signs }}</td>'
    '<th scope="row"><a href="../../members/{{ r.id }}.html"><bdi>{{ r.name }}</bdi></a></th>'
    '{% if "kanji" in shown %}<td class="kj"><bdi>{{ r.kanji }}</bdi></td>{% endif %}'
    '<td class="id">{{ r.id }}</td>'
    '<td class="n {{ "up" if (r.change or 0) > 0 else "down" if (r.change or 0) < 0 else "" }}">'
    '{{ "" if r.change is none else r.change | plus }}</td>'
    '<td class="n g">{{ r.games }}</td><td class="n g">{{ r.period_games or "" }}</td>'
    '{% if "k" in shown %}<td class="n g">{{ r.k if r.k is not none else "" }}</td>{% endif %}</tr>\n'
    "{% endfor %}\n"
)
"""The rows of a page of a list."""

DRAWING = (
    '<g aria-hidden="true">{% for level, y in g.levels %}'
    '<path class="grid" d="M{{ left }} {{ y }}H{{ right }}"/>'
    '<text x="{{ left - 6 }}" y="{{ y + 4 }}" text-anchor="end">{{ level }}</text>{% endfor %}'
    '{% for label, x in g.times %}<path class="grid" d="M{{ x }} {{ top }}V{{ bottom }}"/>'
    '<text x="{{ x }}" y="{{ bottom + 22 }}" text-anchor="middle">{{ label }}</text>{% endfor %}'
    '{% for c in g.curves %}<path class="curve curve-{{ loop.index }}" d="{{ c.path }}"/>'
    '<circle class="dot-{{ loop.index }}" cx="{{ c.last[0] }}" cy="{{ c.last[1] }}" r="4"/>'
    '{% endfor %}</g>\n{% for m in g.moments %}\n<a class="at" href="#on-{{ m.day }}">'
    '<rect class="hit" x="{{ m.begin }}" y="{{ top }}" width="{{ m.width }}" height="{{ bottom - top }}"/>'
    '<path class="rule" d="M{{ m.x }} {{ top }}V{{ bottom }}"/>{% for n, y, _ in m.values %}'
    '<circle class="dot-{{ n }}" cx="{{ m.x }}" cy="{{ y }}" r="4"/>{% endfor %}'
    '<text class="tip" x="{{ left }}" y="20">{{ m.day }}'
    '{% for n, _, said in m.values %} <tspan class="said-{{ n }}" dx="8">{{ said }}</tspan>'
    "{% endfor %}</text>{% if m.events %}"
    '<text class="tip" x="{{ left }}" y="44">{{ m.events }}</text>{% endif %}</a>\n{% endfor %}'
)
"""The drawing of a member."""

CROSSTABLE = (
    '{% set scores = {2: "1", 1: "½", 0: "0"} %}{% for x in shown %}\n'
    '<tr id="p{{ x.number }}"><td class="n">{{ x.number }}</td><th scope="row">'
    '{% if x.name is none %}<span class="dim">{{ w.withheld }}</span>{% elif x.id %}'
    '<a href="../../{{ lang }}/members/{{ x.id }}.html"><bdi>{{ x.name }}</bdi></a>'
    "{% else %}<bdi>{{ x.name }}</bdi>{% endif %}"
    '{% if x.kanji %} <bdi class="dim">{{ x.kanji }}</bdi>{% endif %}</th>'
    '<td class="n">{{ x.rating if x.rating is not none else "" }}</td>'
    '{% for round in x.rounds %}<td class="n r">{% for c in round %}{% if c.opponent %}'
    '<a href="{% if pages %}{{ pages[c.opponent - 1] }}{% endif %}#p{{ c.opponent }}"'
    "{% if places[c.opponent - 1].name %}"
    ' title="{{ places[c.opponent - 1].name }}"{% endif %}>{{ c.opponent }}</a>'
    '{{ c.colour or "" }}{% endif %}'
    '{% if c.mark == "forfeit" %}<abbr title="{{ w.forfeit }}">{{ "+" if c.score == 2 else "−" }}</abbr>'
    '{% elif c.mark == "unrated" %}<abbr title="{{ w.unrated }}">{{ scores.get(c.score, "–") }}</abbr>'
    '{% elif c.mark %}<abbr title="{{ w[c.mark] }}">'
    '{{ {"bye": "+", "half-bye": "=", "pending": "*"}.get(c.mark, "–") }}</abbr>'
    '{% else %}{{ scores.get(c.score, "") }}{% endif %}{{ " " if not loop.last }}{% endfor %}</td>'
    "{% endfor %}"
    '<td class="n">{{ x.halves | points }}</td><td class="n">{{ x.counted or "" }}</td>'
    '<td class="n perf">{{ x.performance if x.performance is not none else "" }}</td>'
    '<td class="n{{ " up" if (x.change or 0) > 0 else " down" if (x.change or 0) < 0 }}">'
    '{{ x.change | signed if x.change is not none else "" }}</td></tr>\n{% endfor %}'
)
"""The rows of a page of an event's crosstable. `pages`: by place, the file where it is if not this one."""

Job = Callable[[], object]


@dataclass(slots=True)
class Kind(Spent):
    """Work of one kind that waits, and the seconds that it took so far."""

    jobs: list[Job] = field(default_factory=list)

    def run(self) -> None:
        """Does what waits."""
        jobs, self.jobs = self.jobs, []
        with self.more():
            for job in jobs:
                job()


def bare_site(session: Session, folder: Path) -> tuple[Spent, Spent]:
    """The floor of this office's site, its pages and its figures; `folder` is empty."""
    target = Target(folder / "site")
    catching = _Catching(folder / "bare")
    with catching.everything():
        write_site(session, target, Place(folder))
    for kind in (catching.pages, catching.figures):
        kind.run()
    site = target.folder.resolve()
    files = [p.relative_to(site) for p in site.rglob("*") if p.is_file()]
    other = [str(p) for p in files if (site / p).read_bytes() != (catching.folder / p).read_bytes()]
    assert not other, other[:5]
    return catching.pages, catching.figures


class _Catching:
    """What a build renders and writes, turned into bare work."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pages, self.figures = Kind(), Kind()
        self.write = site_target.write_file
        self.render: Callable[..., str] = Template.render
        self._rendered: dict[bytes, Job] = {}
        self._books: dict[bytes, Callable[[], bytes]] = {}

    @contextmanager
    def everything(self) -> Iterator[None]:
        """Catches what happens inside."""
        made, catching = pages_lists.row_texts, self
        book, drawing, cross = formats.workbook, member_files.drawing, pages_events.crosstables

        def rendered(this: Template, *given: Any, **facts: Any) -> str:
            text = catching.render(this, *given, **facts)
            catching._rendered[text.encode()] = partial(
                _spoken, language(), partial(catching.render, plain(this.name or ""), **facts)
            )
            return text

        def drawn(g: Graph) -> Markup:
            catching.pages.jobs.append(partial(catching.render, plain_of(DRAWING), g=g, **EDGES))
            return drawing(g)

        def crossed(places: Sequence[Line], lang: str, names: Sequence[str]) -> list[Markup]:
            page = partial(catching.render, plain_of(CROSSTABLE), lang=lang, w=WORDS[lang], places=places)
            parts = pages_events.cut(places)
            on = [name for name, part in zip(names, parts, strict=True) for _ in places[part]]
            for name, part in zip(names, parts, strict=True):
                other = ["" if of == name else of for of in on] if len(parts) > 1 else ()
                catching.pages.jobs.append(partial(page, shown=places[part], pages=other))
            return cross(places, lang, names)

        def texts(rows: Sequence[Row], shown: Sequence[str]) -> list[str]:
            page = partial(catching.render, plain_of(ROWS), shown=shown)
            catching.pages.jobs += [partial(page, rows=part) for part in cut(rows)]
            return made(rows, shown)

        def booked(*given: Any) -> bytes:
            made = book(*given)
            catching._books[made] = partial(cell_by_cell, *given)
            return made

        Template.render = rendered  # type: ignore[method-assign,assignment]
        pages_lists.row_texts = texts  # type: ignore[assignment]
        formats.workbook = booked  # type: ignore[assignment]
        member_files.drawing, pages_events.crosstables = drawn, crossed
        site_target.write_file = self._written
        try:
            yield
        finally:
            Template.render = self.render  # type: ignore[method-assign]
            pages_lists.row_texts = made
            formats.workbook, member_files.drawing = book, drawing
            pages_events.crosstables = cross
            site_target.write_file = self.write

    def _written(self, path: str, data: bytes) -> None:
        self.write(path, data)
        inside = path.partition("/releases/")[2].partition("/")[2]
        to = str(self.folder / inside)
        os.makedirs(os.path.dirname(to), exist_ok=True)
        if (render := self._rendered.pop(data, None)) is not None:
            self.pages.jobs.append(lambda: self.write(to, render().encode()))  # type: ignore[attr-defined]
        elif inside.startswith("data/"):
            self.figures.jobs.append(self._job(inside, data, to))
        else:
            self.pages.jobs.append(partial(self.write, to, data))
        for kind in (self.pages, self.figures):
            if len(kind.jobs) >= AT_ONCE:
                kind.run()

    def _job(self, inside: str, data: bytes, to: str) -> Job:
        """The work of one file."""
        name, _, ending = inside.removeprefix("data/").rpartition(".")
        if (book := self._books.pop(data, None)) is not None:
            return lambda: self.write(to, book())
        if ending not in ("csv", "js", "json") or name.startswith("schemas/"):
            return partial(self.write, to, data)
        if ending == "csv":
            cells = list(csv.reader(io.StringIO(data.decode(), newline="")))
            return lambda: self.write(to, _csv(cells))
        if ending == "js":
            called, text = data.decode().removeprefix("banzuke.put(").split(",", 1)
            values = json.loads(text.removesuffix(");\n"))
            return lambda: self.write(to, _script(called, _json(values)))
        values = json.loads(data)
        if name.startswith("lists/"):
            return lambda: self.write(to, _list(values))
        return lambda: self.write(to, f"{_json(values)}\n".encode())


@cache
def plain(name: str) -> Template:
    """A template as Jinja itself makes it, without what the site does to have it rendered faster."""
    made = environment().overlay()
    made.template_class = Template
    return made.get_template(name)


@cache
def plain_of(text: str) -> Template:
    """The template of a text, made in the same way."""
    made = environment().overlay()
    made.template_class = Template
    return made.from_string(text)


def cell_by_cell(
    sheets: Mapping[str, Sequence[Cells]], columns: Sequence[tuple[str, int | None]], title: str | None = None
) -> bytes:
    """The workbook of publication/exports/workbook.py, as XlsxWriter is meant to be used."""
    data = io.BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with xlsxwriter.Workbook(data, options) as book:
        book.set_properties({"created": NEVER} | ({"title": title} if title else {}))
        bold = book.add_format({"bold": True}) if title else None
        day = book.add_format({"num_format": "yyyy-mm-dd"})
        literal = book.add_format({"quote_prefix": True})
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name)
            for column, (heading, width) in enumerate(columns):
                if width:
                    sheet.set_column(column, column, width)
                sheet.write_string(0, column, heading, bold)
            for at, row in enumerate(rows, start=1):
                for column, cell in enumerate(row):
                    if isinstance(cell, date):
                        sheet.write_datetime(at, column, datetime.combine(cell, clock()), day)
                    elif isinstance(cell, bool):
                        sheet.write_boolean(at, column, cell)
                    elif isinstance(cell, int):
                        sheet.write_number(at, column, cell)
                    elif cell:
                        sheet.write_string(at, column, shown(cell), literal if runs(cell) else None)
            if title:
                sheet.freeze_panes(1, 0)
                sheet.autofilter(0, 0, len(rows), len(columns) - 1)
    return data.getvalue()


def _spoken(in_language: str, render: Callable[[], str]) -> str:
    """A page rendered in the language that was spoken when it was first made."""
    with speaking(in_language):
        return render()


def _json(values: Any) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def _list(values: Any) -> bytes:
    head = {name: told for name, told in values.items() if name != "members"}
    members = ",\n".join(map(_json, values["members"]))
    return f'{_json(head)[:-1]},"members":[\n{members}\n]}}\n'.encode()


def _csv(rows: Sequence[Sequence[object]]) -> bytes:
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue().encode()


def _script(name: str, values: str) -> bytes:
    for sign in "<\x85\u2028\u2029":
        values = values.replace(sign, f"\\u{ord(sign):04x}")
    return f"banzuke.put({name},{values});\n".encode()
