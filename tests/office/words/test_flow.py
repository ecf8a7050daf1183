"""Texts of problems are followed back to the strings that stand in the sources."""

from __future__ import annotations

from pathlib import Path

import pytest

from office.words import sources
from office.words.flow import Flow
from office.words.program import Program

MADE = "from scraper.records import Problem\n"


def texts(tmp_path: Path, *files: str) -> set[str]:
    for wing in sources.WINGS:
        (tmp_path / wing).mkdir(exist_ok=True)
    for n, file in enumerate(files):
        (tmp_path / "office" / f"m{n}.py").write_text(MADE + file, "utf-8")
    return set(Flow(Program(tmp_path, sources.WINGS)).texts)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('Problem("a-code", "line 3", f"{len(rows)} rows", "no row", REMEDY)\nREMEDY = "add one"',
         {"line 3", "{rows} rows", "no row", "add one"}),
        ('def f(n):\n    several = "" if n == 1 else "s"\n'
         '    return Problem("c", p, f"{n} game{several}", e, remedy="{braces} here")',
         {"{n} game", "{n} games", "{{braces}} here"}),
        ('def refused(place, expected, remedy="ask them"):\n'
         '    return Problem("c", place, expected, "f", remedy)\n'
         'refused("sheet of players", "each once" if a else "none at all")\n'
         'refused("row 1", expected=say(2))\n'
         'def say(n):\n    yield f"{n} of {n}"\n    return "two words"',
         {"ask them", "sheet of players", "each once", "none at all", "row 1", "two words"}),
        ('class Refused(Exception):\n    def __init__(self, found):\n'
         '        Problem("c", "p", "e", found, "r")\n'
         'class Late(Refused):\n    pass\nraise Late("too late")', {"too late"}),
        ('def f():\n    told = []\n'
         '    Problem("c", "p", "e", "; ".join(f"{who} came late" for who in told), "r")',
         {"{who} came late"}),
        ('def f():\n    for code, said in pairs():\n        Problem(code, "p", said, "f", "r")\n'
         'def pairs():\n    yield "not-this", "but this"', {"but this"}),
        ('NAMES = {"Chief arbiter": "no heading"}\nProblem("c", f"column {NAMES[x]}", "e", str(x), "r")',
         {"column {names}", "no heading"}),
        ('other("not a problem")\nx = "nor this"', set()),
    ],
)  # fmt: skip
def test_what_a_problem_is_made_of(tmp_path: Path, source: str, found: set[str]) -> None:
    assert texts(tmp_path, source) == found


def test_across_files(tmp_path: Path) -> None:
    first = 'from office.m1 import REMEDY, problem\nproblem("c", "here and there", found="two of them")'
    second = (
        'REMEDY = "leave one out"\ndef problem(code, place, *, found):\n'
        '    return Problem(code, place, "e", found, REMEDY)'
    )
    assert texts(tmp_path, first, second) == {"here and there", "two of them", "leave one out"}


def test_meanings_and_remedies_of_codes(tmp_path: Path) -> None:
    (tmp_path / "office").mkdir()
    codes = '[a-code]\nmeaning = "What it means."\nremedy = "Do this."\n'
    (tmp_path / "office" / "codes.toml").write_text(codes, "utf-8")
    assert {said.text for _, said in sources.every(tmp_path)} == {"What it means.", "Do this."}
