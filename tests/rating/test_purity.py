"""The rating layer knows the regulations and nothing else."""

import ast
import sys
from pathlib import Path

import pytest

import rating

SOURCES = sorted(Path(rating.__file__).parent.rglob("*.py"))
COLUMNS = Path(rating.__file__).parent / "columns"
STANDARD = {
    "__future__",
    "calendar",
    "collections",
    "dataclasses",
    "datetime",
    "fractions",
    "functools",
    "importlib",
    "itertools",
    "json",
    "operator",
    "re",
    "sys",
    "tomllib",
    "types",
    "typing",
    "unicodedata",
    "zoneinfo",
}


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            names.add((node.module or "").split(".")[0])
    return names


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_nothing_is_imported_but_itself_and_plain_standard_modules(path):
    # The second engine works on arrays; the law itself knows only whole numbers.
    arrays = {"numpy"} if COLUMNS in path.parents else set()
    assert imported(path) <= STANDARD | {"rating"} | arrays
    assert set(sys.stdlib_module_names) >= STANDARD


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_no_clock_is_read_and_no_file_opened_but_its_own_data(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute):
            assert node.attr not in ("today", "now", "utcnow", "open", "write_text", "read_bytes")
            own_data = ast.unparse(node.value).startswith("files(")
            assert node.attr != "read_text" or own_data
        if isinstance(node, ast.Name):
            assert node.id not in ("open", "print", "input")


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_every_module_says_what_it_is_for_and_stays_small(path):
    text = path.read_text(encoding="utf-8")
    assert ast.get_docstring(ast.parse(text))
    assert len(text.splitlines()) < 300
