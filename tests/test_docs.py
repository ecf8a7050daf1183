"""The documentation says what the code says."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from docs.__main__ import HERE, listed, pages
from office.lists.canonical import LATER, LEFT_OUT, TABLES
from office.lists.columns import table_of
from rating.reasons import REASONS
from rating.rulings import RULINGS
from web.serve import UPLOADS

ROOT = HERE.parent
LISTED = {
    "importer": {**listed("importer/codes.toml"), **listed("scraper/codes.toml")},
    "office": {**listed("office/codes.toml"), **listed("importer/codes.toml"), **listed("rating/codes.toml")},
    "rating": listed("rating/codes.toml"),
}
NAMERS = (
    *("Problem", "problem_of", "refusal", "finding", "refuse", "_against", "because", "refused", "_refused"),
    *("_shown", "_named", "refuse_unseen", "refuse_without_tick"),
)
"""What makes a problem, of a code that is one of its first two arguments."""


def test_the_pages_made_from_data_are_as_the_data_say() -> None:
    for name, text in pages().items():
        stands = (HERE / name).read_text("utf-8")
        assert stands == text, f"docs/{name} is behind: run python -m docs"


def test_the_japanese_page_of_problems_tells_each_of_the_english_one_in_japanese() -> None:
    english, japanese = (pages()[name].splitlines() for name in ("problems.md", "ja/problems.md"))
    codes = [[line.split("`")[1] for line in page if line.startswith("| `")] for page in (english, japanese)]
    assert codes[0] == codes[1] and len(codes[0]) > 300
    for line in japanese:
        cells = line.split(" | ")[1:] if line.startswith("| `") else []
        words = [cell for cell in cells if not re.match("banzuke |pip |docs/|--|YYYY", cell)]
        assert all(re.search("[ぁ-ん]", cell) for cell in words) and len(words) >= min(len(cells), 1), line


FOLDERS = {"office": ("office", "publication", "cli", "web")}
"""Where a list of codes is used, if not in the wing of its name alone."""


def _sources(package: str) -> list[Path]:
    return [f for folder in FOLDERS.get(package, (package,)) for f in (ROOT / folder).rglob("*.py")]


def _named(package: str) -> dict[str, Path]:
    found = {}
    for file in _sources(package):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if called in NAMERS:
                for argument in node.args[:2]:
                    for constant in ast.walk(argument):
                        if isinstance(constant, ast.Constant) and _is_code(constant.value):
                            found[constant.value] = file
    return found


def _is_code(value: object) -> bool:
    return (
        isinstance(value, str)
        and "-" in value
        and not value.startswith("-")
        and not value.endswith("-")
        and all(c.isascii() and (c.islower() or c == "-") for c in value)
    )


def test_every_problem_that_is_named_is_listed_with_its_remedy() -> None:
    reasons = set(REASONS)  # why a game does not count: no problems
    for package, known in LISTED.items():
        named = _named(package)
        assert len(named) > 10
        missing = {
            code: file.name for code, file in named.items() if code not in known and code not in reasons
        }
        assert not missing, f"not in {package}/codes.toml: {missing}"


def test_every_listed_problem_can_be_named() -> None:
    for package in ("importer", "office", "rating"):
        text = "".join(f.read_text("utf-8") for f in _sources(package))
        assert not [code for code in listed(f"{package}/codes.toml") if f'"{code}"' not in text]


def test_what_is_done_about_a_problem_stands_where_it_is_made_or_in_the_list() -> None:
    """A problem without a remedy of its own has the one of its code, and none stands there in vain."""
    known = {code for code, told in listed("office/codes.toml").items() if "do" in told}
    without: dict[str, str] = {}
    for file in _sources("office"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            called = getattr(getattr(node, "func", None), "id", "")
            if isinstance(node, ast.Call) and called in ("refusal", "problem_of") and len(node.args) < 5:
                assert not any(isinstance(a, ast.Starred) for a in node.args), file
                code = node.args[0]
                assert isinstance(code, ast.Constant), f"{file}, line {node.lineno}: which remedy?"
                without[str(code.value)] = file.name
    assert set(without) == known


def test_the_changelog_names_every_point_that_is_read_with_the_other_readings_there_are() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    section = text.partition("### Interpretations")[2].partition("\n### ")[0]
    told: dict[str, set[str]] = {}
    for entry in re.findall(r"^- (R\d.+(?:\n  .+)*)", section, re.MULTILINE):
        numbers, switches = re.findall(r"\bR\d+\b", entry), set(re.findall(r"`([a-z\d-]+)`", entry))
        told |= dict.fromkeys(numbers, switches)
        others = {word for n in numbers if n in RULINGS for word in RULINGS[n].words[1:]}
        assert others == switches or not others, entry
    assert set(RULINGS) <= set(told)


def test_every_benchmark_that_a_page_names_is_there() -> None:
    tree = ast.parse((ROOT / "benchmarks" / "__main__.py").read_text("utf-8"))
    told = {ast.unparse(n.targets[0]): n.value for n in tree.body if isinstance(n, ast.Assign)}
    long = ast.literal_eval(told["LONG"])
    found = set()
    for page in (ROOT / "README.md", ROOT / "CHANGELOG.md", *HERE.rglob("*.md")):
        found |= {*re.findall(r"python -m benchmarks([. ]\w+)", page.read_text("utf-8"))}
    names = {name.strip(".") for name in found}
    modules = {path.stem for path in (ROOT / "benchmarks").iterdir()}
    assert len(names) > 15
    assert not {n for n in names if (n[1:] not in long if n[0] == " " else n not in modules)}


def test_the_proxy_of_the_handbook_lets_through_what_the_desk_takes() -> None:
    for name in ("desk.md", "ja/desk.md"):
        (millions,) = re.findall(r"client_max_body_size (\d+)m;", (HERE / name).read_text("utf-8"))
        assert int(millions) * 1_000_000 >= max(UPLOADS.values())


def test_whoever_checks_a_text_by_himself_is_told_its_cells() -> None:
    told = dict(
        re.findall(r"^\| `(\w+)` \| `([\w ]+)` \|$", (HERE / "verifying.md").read_text("utf-8"), re.M)
    )
    stand = {}
    for table in map(table_of, TABLES):
        apart = {*LEFT_OUT, *LATER.get(table.name, ())}
        stand[table.name] = [column.name for column in table.columns if column.name not in apart]
    assert {kind: cells.split() for kind, cells in told.items()} == stand


@pytest.mark.parametrize(
    "name", ["api", "desk", "installing", "notices", "operations", "privacy", "settings", "site", "verifying"]
)
def test_the_japanese_page_of_an_administrator_has_all_that_is_typed_in_the_english_one(name: str) -> None:
    """Every command, option and file name, every block, heading and row: nobody's office hangs on English."""
    english, japanese = (typed((HERE / folder / f"{name}.md").read_text("utf-8")) for folder in (".", "ja"))
    assert english.pop("code") - japanese.pop("code") == set()
    assert english == japanese


def typed(page: str) -> dict[str, Any]:
    """What of a page is the same in every language."""
    blocks = re.findall(r"^ *```\w*\n(.*?)^ *```$", page, re.MULTILINE | re.DOTALL)
    text = re.sub(r"^ *```.*?^ *```$", "", page, flags=re.MULTILINE | re.DOTALL)
    spans = [" ".join(re.sub(r'"[^"]*"', '""', span).split()) for span in re.findall(r"`([^`]+)`", text)]
    return {
        "blocks": [
            re.sub(r" *# .*|--lang ja |(?<=-name |ficer )\"[^\"]+\"|[(（].*[)）]", "", block)
            for block in blocks
        ],
        "code": {span for span in spans if not re.search("[“”]|[ぁ-ヿ一-鿿]", span)},
        "headings": [len(mark) for mark in re.findall(r"^(##?) ", text, re.MULTILINE)],
        "rows": [line.count("|") for line in text.splitlines() if line.startswith("|")],
    }
