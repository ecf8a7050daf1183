"""The lines of an event's crosstable. By hand: a list of ten thousand members rates twenty events, each of
some hundred games, and a template takes four times as long."""

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from publication.account.blocks import safe
from publication.account.figures import points, signed
from publication.site.events import Cell, Place
from publication.site.settings import WORDS, Words

SCORES: Mapping[int | None, str] = {2: "1", 1: "½", 0: "0"}
SIGNS = {"bye": "+", "half-bye": "=", "pending": "*"}
NONE = "–"


def crosstable(places: Sequence[Place], lang: str) -> Markup:
    """A line for each player in a language."""
    w = WORDS[lang]
    named = ["" if x.name is None else safe(x.name) for x in places]
    marks = {mark: _mark(w, mark) for x in places for of in x.rounds for *_, mark in of if mark}
    made = []
    for x, name in zip(places, named, strict=True):
        who = f'<span class="dim">{safe(w["withheld"])}</span>' if x.name is None else f"<bdi>{name}</bdi>"
        if x.id and x.name is not None:
            who = f'<a href="../../{lang}/members/{safe(x.id)}.html">{who}</a>'
        kanji = f' <bdi class="dim">{safe(x.kanji)}</bdi>' if x.kanji else ""
        rounds = "".join(
            [f'<td class="n r">{" ".join([_cell(c, named, marks) for c in of])}</td>' for of in x.rounds]
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


def _cell(c: Cell, named: Sequence[str], marks: Mapping[str, str]) -> str:
    opponent, colour, score, mark = c
    who = ""
    if opponent:
        title = f' title="{named[opponent - 1]}"' if named[opponent - 1] else ""
        who = f'<a href="#p{opponent}"{title}>{opponent}</a>{colour or ""}'
    if not mark:
        return who + SCORES.get(score, "")
    if mark == "forfeit":
        sign = "+" if score == 2 else "−"
    elif mark == "unrated":
        sign = SCORES.get(score, NONE)
    else:
        sign = SIGNS.get(mark, NONE)
    return who + marks[mark].replace("{}", sign)
