"""The rows of lists, put together by hand: the same as a template writes them."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import date

import pytest

from benchmarks.site_bare import CROSSTABLE, DRAWING, plain_of
from benchmarks.site_bare import ROWS as TEMPLATE
from publication.site.crosstable import crosstable, crosstables, room
from publication.site.data import plain
from publication.site.drawing import drawing
from publication.site.events import Cell, Place
from publication.site.graph import EDGES, graph
from publication.site.held import Row
from publication.site.row_texts import row_texts
from publication.site.settings import WORDS

SHOWN = (("kanji", "k"), ("kanji",), ("k",), ())

PLAIN = Row(1, "N10000001", "Mori Ken", "森 健", 1804, 12, "rated", 40, 5, 20, 1, 1, "")
ROWS = (
    PLAIN,
    PLAIN._replace(rank=2, id="N10000002", name="Tani <b>&\"'", kanji="", change=-7, signs="P*"),
    PLAIN._replace(rank=3, id="N10000003", name="=1+1", kanji="＝一", change=0, k=None, active=0),
    PLAIN._replace(rank=None, id="N10000004", name='quoted "twice", with a comma', change=None, member=0),
    PLAIN._replace(rank=None, id="N1000 <5>", name="\u202eright to left", period_games=0),
    PLAIN._replace(rank=10, id="N10000006", name="two\nlines", kanji="三\n行"),
    PLAIN._replace(rank=12, id="N10000008", name="\u2028 \U0001f600 \\ \x07 {} %s", how="adopted", games=0),
    PLAIN._replace(rank=None, id="N10000009", name="\r\nsplit", kanji="-4 <i>", k=0),
)


@pytest.mark.parametrize("shown", SHOWN)
def test_rows_are_as_a_template_writes_them(shown: tuple[str, ...]) -> None:
    template = plain_of(TEMPLATE)
    assert row_texts(ROWS, shown) == [template.render(rows=[row], shown=shown) for row in ROWS]
    assert row_texts([], shown) == []


def test_a_drawing_is_as_a_template_writes_it() -> None:
    days = [date(2025, 12, 1), date(2026, 1, 1), date(2026, 3, 1), date(2028, 3, 1)]
    first, second = list(zip(days, (1500, 1512, 1490, 2012), strict=True)), [(days[1], 900), (days[3], 905)]
    events = {days[1]: ['<Open> & "one"', "two"], days[3]: ["it's"]}
    for courses in ([("standard", first)], [("standard", first), ("rapid", second)], [("rapid", second)]):
        made = graph(courses, events)
        assert made is not None
        assert drawing(made) == plain_of(DRAWING).render(g=made, **EDGES)


NOBODY = Place(1, None, None, 0, None, 0, None, None, "", ((), ()))
CROSSED = (
    NOBODY._replace(name="Mori <b>&\"'", halves=5, rating=1804, counted=3, change=-480, performance=1912,
                    id="N1 <5>", kanji="森 <健>", rounds=(
                        (Cell(2, "w", 2, None), Cell(3, "b", 1, None)), (Cell(2, None, 0, None),))),
    NOBODY._replace(number=2, id="N10000002", halves=4, change=1520, rounds=(
        (Cell(1, "b", 0, "forfeit"), Cell(1, "b", 2, "forfeit")), (Cell(None, None, 2, "bye"),))),
    NOBODY._replace(number=3, name="", change=0, rounds=(
        (Cell(None, None, 1, "half-bye"), Cell(2, "w", None, "pending")),
        (Cell(1, "w", None, "not-paired"),))),
    NOBODY._replace(number=4, name="guest {} %s", rounds=(
        (Cell(3, "b", 1, "unrated"), Cell(1, "b", None, "unrated")), (Cell(4, "w", None, None),))),
)  # fmt: skip


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_crosstable_is_as_a_template_writes_it(lang: str) -> None:
    told = {"places": CROSSED, "lang": lang, "w": WORDS[lang]}
    assert crosstable(CROSSED, lang) == plain_of(CROSSTABLE).render(shown=CROSSED, pages=(), **told)
    pages = ["one.html", "one.html", "one.html", ""]
    second = plain_of(CROSSTABLE).render(shown=CROSSED[3:], pages=pages, **told)
    assert crosstable(CROSSED, lang, slice(3, 4), pages) == second and 'href="one.html#p3"' in second
    assert crosstable((), lang) == ""


def test_a_crosstable_on_several_pages_has_the_same_lines_and_leads_from_one_to_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = crosstable(CROSSED, "en")
    assert crosstables(CROSSED, "en", ["one.html"]) == [whole]
    assert crosstables((), "en", ["one.html"]) == [""]
    names = ["one.html", "one-2.html"]
    for most in ("ROWS", "CELLS"):  # three players; or six rounds of players, of whom each has two
        with monkeypatch.context() as patched:
            patched.setattr(f"office.desk.lengths.{most}", 3 if most == "ROWS" else 7)
            first, second = crosstables(CROSSED, "en", names)
        assert re.findall('id="p(.)"', first) == ["1", "2", "3"] and re.findall('id="p(.)"', second) == ["4"]
        assert re.findall('href="(.*?)#p(.)"', second) == [("one.html", "3"), ("one.html", "1"), ("", "4")]
        assert re.sub(r'"one(-2)?\.html#', '"#', first + second) == whole


def test_a_crosstable_is_called_by_the_figures_of_its_places() -> None:
    assert [room(n) for n in (0, 99, 100, 999, 1000)] == ["", "", " hundreds", " hundreds", " thousands"]


@dataclass
class Told:
    """Something that is no plain value."""

    name: str = "x"


@pytest.mark.parametrize(
    "values",
    [
        "".join(map(chr, range(0x3000))), "half of a pair \ud800", "\U0001f600", 2**70,
        {1: None, "b": (True, -5)}, ROWS, {"rows": list(ROWS)},
    ],
)  # fmt: skip
def test_plain_values_are_as_json_writes_them(values: object) -> None:
    assert plain(values) == json.dumps(values, ensure_ascii=False, separators=(",", ":"))


@pytest.mark.parametrize("value", [date(2026, 11, 1), Told(), {1, 2}])
def test_what_is_no_plain_value_is_no_json(value: object) -> None:
    with pytest.raises(TypeError):
        plain([value])
