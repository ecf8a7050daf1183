"""docs/dependencies.md names what pyproject.toml asks for, each with its reason and its licence."""

from __future__ import annotations

import re
import subprocess
import tomllib
from importlib.metadata import PackageNotFoundError, distribution, metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
ROWS = [[c.strip().strip("`") for c in line.split("|")[1:-1]] for line in PAGE.splitlines() if "| `" in line]
WORDS = {
    "Apache-2.0": "apache",
    "MIT": r"\bmit\b",
    "LGPL-3.0-only": "lgpl",
    "PSF-2.0": "python software foundation|matplotlib",
    "BSD-3-Clause": "bsd",
    "BSD-2-Clause": "bsd",
}
"""What a library may say for a licence, where it does not say an expression of SPDX."""


def asked_for() -> list[tuple[str, str]]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = {"": project["dependencies"], **project["optional-dependencies"]}
    name = re.compile("[A-Za-z0-9-]+")
    return [(m[0], extra) for extra, needs in extras.items() for need in needs if (m := name.match(need))]


def test_every_library_stands_there_with_its_extra_reason_and_licence() -> None:
    rows = [(name, extra) for name, extra, _why, _licence in ROWS]
    assert len(rows) > 20
    assert sorted(rows) == sorted(asked_for())
    assert all(why and licence for _name, _extra, why, licence in ROWS)


@pytest.mark.parametrize(("name", "licence"), [(row[0], row[3]) for row in ROWS])
def test_the_licence_is_what_the_installed_library_says(name: str, licence: str) -> None:
    try:
        told = metadata(name)
    except PackageNotFoundError:
        pytest.skip(f"{name} is not installed")
    if expression := told.get("License-Expression"):
        assert spdx(licence) == spdx(expression)
        return
    said = " ".join(
        [(told.get("License") or "")[:60]]
        + [text for text in told.get_all("Classifier") or [] if text.startswith("License")]
    )
    if not said.strip():  # then the licence itself is all there is
        kept = distribution(name)
        said = (kept.read_text("licenses/LICENSE") or kept.read_text("LICENSE") or "")[:200]
    for one in spdx(licence):
        assert re.search(WORDS[one], said, re.IGNORECASE), said


def spdx(expression: str) -> set[str]:
    """The licences that an expression names."""
    return set(re.findall(r"[\w.-]+", expression)) - {"AND", "OR", "and", "or"}


PRODUCT = {"run", *(extra for _name, extra in asked_for() if extra)}


def recipe(target: str) -> list[str]:
    """What make would do for this target, without doing it."""
    done = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.replace("\\\n", " ").splitlines()


def test_the_bill_of_materials_is_made_of_every_library_that_is_pinned_each_once() -> None:
    (line,) = [line for line in recipe("release") if "cyclonedx-py" in line and "install" not in line]
    merge, _, made = line.partition("|")
    assert made.split()[-1] == "-"
    merged = subprocess.run(merge, shell=True, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    files = [ROOT / "requirements" / f"{extra}.txt" for extra in PRODUCT]
    pinned = {pin for file in files for pin in pins(file.read_text("utf-8"))}
    assert len({name for name, *_hashes in pinned}) == len(pinned) > 60
    assert sorted(pins(merged)) == sorted(pinned)


def pins(text: str) -> list[tuple[str, ...]]:
    """Each pin of a file of requirements, with its hashes."""
    parts = re.split(r"^([a-z0-9]\S*==\S+)", text, flags=re.MULTILINE)[1:]
    return [
        (pin, *re.findall(r"--hash=(\S+)", more)) for pin, more in zip(parts[::2], parts[1::2], strict=True)
    ]


def test_a_release_and_the_audit_are_made_of_what_is_pinned() -> None:
    make = (ROOT / "Makefile").read_text("utf-8")
    for word in ("release:", "audit:", "SHA256SUMS", "cyclonedx-py", "requirements/release.txt"):
        assert word in make
    for target in ("release", "audit"):
        lines = [line for line in recipe(target) if "requirements/run.txt" in line and "install" not in line]
        assert len(lines) == 1, target
        assert sorted(re.findall(r"requirements/(\w+)\.txt", lines[0])) == sorted(PRODUCT), target
    assert "make audit" in (ROOT / ".ci" / "run").read_text("utf-8")
