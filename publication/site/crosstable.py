"""The lines of an event's crosstable, a page at a time where there are many. By hand: a list of ten thousand
members rates twenty events, each of some hundred games, and a template takes four times as long."""

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from office.desk.lengths import crosstable_rows
from publication.account.blocks import safe
from publication.account.figures import points, signed
from publication.site.events import Cell, Place
from publication.site.settings import WORDS, Words

SCORES: Mapping[int | None, str] = {2: "1", 1: "½", 0: "0"}
SIGNS = {"bye": "+", "half-bye": "=", "pending": "*"}
NONE = "–"


def cut(places: Sequence[Place]) -> list[slice]:
    """The lines of each page; of nearly every event all on one."""
    most = crosstable_rows(len(places[0].rounds) if places else 0)
    return [slice(n, min(n + most, len(places))) for n in range(0, len(places) or 1, most)]


def room(count: int) -> str:
    """What the table of so many players is called for its styles: on phones the numbers of opponents have
    the room that they need."""
    return " thousands" if count >= 1000 else " hundreds" if count >= 100 else ""


def crosstables(places: Sequence[Place], lang: str, names: Sequence[str]) -> list[Markup]:
    """The lines of each page in a language. `names`: of the files of its pages; an opponent who stands on
    another is a link to it."""
    parts = cut(places)
    pages = [name for name, part in zip(names, parts, strict=True) for _ in places[part]]
    return [
        crosstable(places, lang, part, ["" if page == name else page for page in pages])
        for name, part in zip(names, parts, strict=True)
    ]


def crosstable(
    places: Sequence[Place], lang: str, part: slice = slice(None), pages: Sequence[str] = ()
) -> Markup:
    """A line for each player of a `part` in a language. `pages`: by place, where it is not this one."""
    w = WORDS[lang]
    named = ["" if x.name is None else safe(x.name) for x in places]
    leads = [f'<a href="{page}#p{n}"' for n, page in enumerate(pages or [""] * len(places), 1)]
    shown = places[part]
    marks = {mark: _mark(w, mark) for x in shown for of in x.rounds for *_, mark in of if mark}
    made = []
    for x, name in zip(shown, named[part], strict=True):
        who = f'<span class="dim">{safe(w["withheld"])}</span>' if x.name is None else f"<bdi>{name}</bdi>"
        if x.id and x.name is not None:
            who = f'<a href="../../{lang}/members/{safe(x.id)}.html">{who}</a>'
        kanji = f' <bdi class="dim">{safe(x.kanji)}</bdi>' if x.kanji else ""
        rounds = "".join(
            [
                f'<td class="n r">{" ".join([_cell(c, named, leads, marks) for c in of])}</td>'
                for of in x.rounds
            ]
        )
        way = "" if not x.change else " up" if x.change > 0 else " down"
        made.append(
            f'<tr id="p{x.number}"><td class="n">{x.number}</td><th scope="row">{who}{kanji}</th>'
            f'<td class="n">{"" if x.rating is None else x.rating}</td>{rounds}'
            f'<td class="n">{points(x.halves)}</td><td class="n">{x.counted or ""}</td>'
            f'<td class="n perf">{"" if x.performance is None else x.performance}</td>'
            f'<td class="n{way}">{"" if x.change is None else signed(x.change)}</td></tr>\n'
        )
    return Markup("".join(made))


def _mark(w: Words, mark: str) -> str:
    """How a cell shows what is no game; its sign goes where `{}` is."""
    return f'<abbr title="{safe(w[mark])}">{{}}</abbr>'


def _cell(c: Cell, named: Sequence[str], leads: Sequence[str], marks: Mapping[str, str]) -> str:
    opponent, colour, score, mark = c
    who = ""
    if opponent:
        title = f' title="{named[opponent - 1]}"' if named[opponent - 1] else ""
        who = f"{leads[opponent - 1]}{title}>{opponent}</a>{colour or ''}"
    if not mark:
        return who + SCORES.get(score, "")
    if mark == "forfeit":
        sign = "+" if score == 2 else "−"
    elif mark == "unrated":
        sign = SCORES.get(score, NONE)
    else:
        sign = SIGNS.get(mark, NONE)
    return who + marks[mark].replace("{}", sign)
