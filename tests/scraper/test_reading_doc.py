"""The documentation says what the data say, and every problem is listed."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from docs.__main__ import CARD_CELLS, GRID_SEEN, token_tables, word_tables
from scraper import problems as codes
from scraper.pages.tokens import BYES, CELLS, GAMES, MARKS
from scraper.words import ASKED, NOT_NEEDED_ARTS
from tests.samples import samples

MAKERS = ("problem", "because", "met", "flaw")
"""What makes a problem of the code that is its first argument."""
ROOT = Path(__file__).resolve().parents[2]
WORDS, WORDS_END = "<!-- words: made by docs/__main__.py -->", "<!-- end of words -->"
BEGIN, END = "<!-- tokens: made by docs/__main__.py -->", "<!-- end of tokens -->"


def test_the_documented_tokens_are_those_of_the_data() -> None:
    text = (ROOT / "docs" / "reading.md").read_text("utf-8")
    assert text.split(BEGIN)[1].split(END)[0].strip() == token_tables(), (
        "docs/reading.md is behind: put what docs.__main__.token_tables() gives between its marks"
    )


def test_the_documented_words_are_those_of_the_data() -> None:
    text = (ROOT / "docs" / "reading.md").read_text("utf-8")
    assert text.split(WORDS)[1].split(WORDS_END)[0].strip() == word_tables(), (
        "docs/reading.md is behind: put what docs.__main__.word_tables() gives between its marks"
    )


def test_the_documented_views_of_individual_events_are_those_of_the_data() -> None:
    text = (ROOT / "docs" / "reading.md").read_text("utf-8").partition("\n## ")[0]
    told = re.findall(r"^\| [^|]+ \| (\d[\d, ]*) \|", text, re.MULTILINE)
    assert sorted(art for row in told for art in row.split(", ")) == sorted({*ASKED, *NOT_NEEDED_ARTS})


def test_every_token_marked_seen_stands_in_the_page_that_is_named() -> None:
    printed = [
        *((t.seen, f">{t.text}<") for t in GAMES if t.text),
        *((t.seen, f">{word}<") for word, row in BYES.items() for t in row),
        *((t.seen, f"{t.text}<") for t in CELLS),
        *((m.seen, f">{m.text}<") for m in MARKS),
        *((seen, f">{a}<") for (a, _), seen in GRID_SEEN.items()),
        *((seen, f">{text}<") for text, _, seen in CARD_CELLS),
    ]
    checked = 0
    for page, text in printed:
        if page is not None:
            body = samples("chess-results", f"{page}.html").read_text("utf-8")
            assert text in body.replace("&frac12;", "½"), (page, text)
            checked += 1
    assert checked > 10


def test_every_code_is_a_kebab_case_word_with_its_meaning_and_remedy() -> None:
    for code, told in (codes.CODES | codes.FETCH_CODES).items():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code)
        assert told.meaning.endswith(".")
        assert told.remedy.endswith(".")


def test_every_listed_code_is_used_and_every_used_one_is_listed() -> None:
    said: set[str] = set()
    named: set[str] = set()
    for path in (ROOT / "scraper").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                said.add(node.value)
            if isinstance(node, ast.Call) and node.args and _called(node).endswith(MAKERS):
                named |= {n.value for n in ast.walk(node.args[0]) if isinstance(n, ast.Constant)}
    assert codes.CODES.keys() | codes.FETCH_CODES.keys() <= said
    assert len(named) > 40
    assert named <= codes.CODES.keys() | codes.FETCH_CODES.keys()


def _called(call: ast.Call) -> str:
    return str(getattr(call.func, "id", getattr(call.func, "attr", "")))
