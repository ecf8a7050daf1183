"""The program installed from its wheel, as pipx does it: no clone, nothing of this folder."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--wheel-dir", str(folder), str(ROOT)], check=True, cwd=folder)
    (built,) = folder.glob("banzuke-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """A fresh environment's folder of commands. The libraries are those of the tests, by a path: the
    program itself comes from the wheel alone."""
    folder = wheel.parent / "env"
    venv.create(folder, with_pip=False)
    site = Path(sysconfig.get_path("purelib", "venv", {"base": str(folder), "platbase": str(folder)}))
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", str(wheel)]
    python = folder / "bin" / "python"
    subprocess.run([*command[:3], "--python", str(python), *command[3:]], check=True)
    return folder / "bin"


def ran(installed: Path, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "LANG": "C.UTF-8"}
    return subprocess.run(
        [str(installed / "banzuke"), *words],
        cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


def test_a_wheel_carries_every_file_the_program_reads_and_no_tests(wheel: Path) -> None:
    held = zipfile.ZipFile(wheel).namelist()
    for folder in ("scraper", "importer", "rating", "office", "publication", "cli", "cassettes"):
        tracked = subprocess.run(
            ["git", "ls-files", folder], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.split()
        assert tracked
        assert not set(tracked) - set(held)
    assert not [name for name in held if name.startswith(("tests/", "benchmarks/", "docs/"))]


def test_the_demo_runs_from_an_installed_wheel(installed: Path, tmp_path: Path) -> None:
    done = ran(installed, tmp_path, "demo", "--to", str(tmp_path / "demo"))
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "demo" / "site" / "index.html").is_file()
    shown = ran(installed, tmp_path, "--office", str(tmp_path / "demo"), "status")
    assert shown.returncode == 0
    assert str(ROOT) not in shown.stdout + shown.stderr + done.stdout + done.stderr
