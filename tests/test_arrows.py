"""The layers and their arrows: who may import whom."""

from __future__ import annotations

import ast
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
    "publication": {"scraper", "importer", "rating", "office"},
    "cli": {"scraper", "importer", "rating", "office", "publication", "cassettes"},
    "cassettes": set(),
}
HTTP = {"httpx", "selectolax", "tenacity"}
DATABASE = {"sqlmodel", "sqlalchemy", "alembic"}
NEVER = {
    "scraper": DATABASE | {"typer"},
    "rating": DATABASE | HTTP | {"typer", "socket", "sqlite3", "random", "subprocess"},
    "importer": HTTP | {"typer", "alembic"},
}


def imported(path: Path) -> set[str]:
    """Every module a file imports, wherever in it; relative imports made whole."""
    package = path.relative_to(ROOT).with_suffix("").parts[:-1]
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*base, *(node.module or "").split("."))).strip(".")
            found |= {module, *(f"{module}.{name.name}" for name in node.names)}
    return found


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
