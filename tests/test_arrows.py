"""The wings and their arrows: who may import whom; and no circle between files."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LAYERS = (
    "scraper",
    "rating",
    "importer",
    "office",
    "publication",
    "cli",
    "web",
    "cassettes",
    "docs",
    "benchmarks",
    "tests",
)
MAY: dict[str, set[str]] = {
    "scraper": set(),
    "rating": set(),
    "importer": {"scraper.records", "rating.families"},
    "office": {"scraper", "importer", "rating", "cassettes"},
    "publication": {"scraper.records", "scraper.unfinished", "importer", "rating", "office"},
    "cli": {"scraper", "importer", "rating", "office", "publication", "cassettes"},
    "web": {"scraper.records", "importer", "rating", "office", "publication"},
    "cassettes": set(),
}
HTTP = {"httpx", "selectolax", "tenacity"}
DATABASE = {"sqlmodel", "sqlalchemy", "alembic"}
SERVING = {"fastapi", "starlette", "uvicorn"}
NEVER = {
    "scraper": DATABASE | {"typer"},
    "rating": DATABASE | HTTP | {"typer", "socket", "sqlite3", "random", "subprocess"},
    "importer": HTTP | SERVING | {"typer", "alembic"},
    "office": SERVING,
    "publication": HTTP | SERVING | {"typer", "alembic"},
    "cli": HTTP | SERVING | {"alembic", "jinja2"},
    "web": HTTP | {"alembic", "typer"},
}


def pairs(path: Path) -> Iterator[tuple[str, str]]:
    """What a file imports, wherever in it: the module, and the module with the name that is taken from it
    (twice the module where it is taken whole); relative imports made whole."""
    package = path.relative_to(ROOT).with_suffix("").parts[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((name.name, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*base, *(node.module or "").split("."))).strip(".")
            yield from ((module, f"{module}.{name.name}") for name in node.names)


def imported(path: Path) -> set[str]:
    """Every module a file imports."""
    return {name for pair in pairs(path) for name in pair}


def within(module: str, allowed: str) -> bool:
    return module == allowed or module.startswith(f"{allowed}.")


def modules(layer: str) -> list[Path]:
    found = sorted((ROOT / layer).rglob("*.py"))
    assert found or layer == "cassettes"
    return found


@pytest.mark.parametrize("layer", MAY)
def test_a_layer_imports_only_those_below_it(layer: str) -> None:
    wrong = []
    for path in modules(layer):
        for module in sorted(imported(path)):
            top = module.split(".")[0]
            if top not in LAYERS or top == layer:
                continue
            whole = any(within(module, allowed) for allowed in MAY[layer])
            parent = any(within(allowed, module) for allowed in MAY[layer])
            if not whole and not (parent and module != top):
                wrong.append(f"{path.relative_to(ROOT)}: {module}")
    assert wrong == []


@pytest.mark.parametrize("layer", NEVER)
def test_a_layer_does_not_know_what_is_not_its_business(layer: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)}: {module}"
        for path in modules(layer)
        for module in sorted(imported(path))
        if module.split(".")[0] in NEVER[layer]
    ]
    assert wrong == []


def circle(layers: Iterable[str]) -> str:
    """A circle of files that import each other, wherever in them: also within functions, and for types alone;
    empty where there is none. A name that is no file of its own belongs to the file it is taken from."""
    files = {dotted(path): path for layer in layers for path in modules(layer)}
    arrows = {
        name: {whole if whole in files else module for module, whole in pairs(path)} & files.keys() - {name}
        for name, path in files.items()
    }
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        return " -> ".join(reversed(error.args[1]))
    return ""


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def test_no_files_import_each_other_in_a_circle() -> None:
    found = circle(MAY)
    assert not found, f"each of these files imports the next, wherever in it: {found}"


def test_nothing_is_a_common_drawer() -> None:
    drawers = {"common", "utils", "util", "helpers", "helper", "misc"}
    for layer in MAY:
        for path in modules(layer):
            assert not drawers & set(path.relative_to(ROOT).with_suffix("").parts), path


def test_the_test_of_arrows_sees_a_wrong_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "importer"
    folder.mkdir()
    (folder / "wrong.py").write_text("def late():\n    from scraper.client import Client\n", encoding="utf-8")
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    with pytest.raises(AssertionError):
        test_a_layer_imports_only_those_below_it("importer")
    (folder / "wrong.py").write_text("from scraper.records import EventRecord\n", encoding="utf-8")
    test_a_layer_imports_only_those_below_it("importer")
    (folder / "wrong.py").write_text("import httpx\n", encoding="utf-8")
    with pytest.raises(AssertionError):
        test_a_layer_does_not_know_what_is_not_its_business("importer")


def test_the_test_of_circles_sees_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "office"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "a.py").write_text("def late():\n    from office import b\n", encoding="utf-8")
    (folder / "b.py").write_text("if TYPE_CHECKING:\n    from office.c import Thing\n", encoding="utf-8")
    (folder / "c.py").write_text("from .a import late\n", encoding="utf-8")
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    assert circle(["office"]).count(" -> ") == 3
    (folder / "c.py").write_text("import ast\n", encoding="utf-8")
    assert circle(["office"]) == ""
