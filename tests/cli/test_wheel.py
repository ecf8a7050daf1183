"""The program installed from its wheel, as pipx does it: no clone, nothing of this folder."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import httpx
import pytest

from cli.main import app
from tests.depth import every

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wheel_of(ROOT, tmp_path_factory.mktemp("wheel"))


def wheel_of(source: Path, folder: Path) -> Path:
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--wheel-dir", str(folder), str(source)], check=True, cwd=folder)
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


def environment(folder: Path) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": str(folder), "LANG": "C.UTF-8"}


def ran(installed: Path, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(installed / "banzuke"), *words],
        cwd=folder, env=environment(folder), capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


@pytest.mark.slow
def test_a_wheel_carries_every_file_the_program_reads_and_no_tests(wheel: Path) -> None:
    held = zipfile.ZipFile(wheel).namelist()
    for folder in ("scraper", "importer", "rating", "office", "publication", "cli", "web", "cassettes"):
        sources = tracked(folder)
        assert sources
        assert not set(sources) - set(held)
    assert not [name for name in held if name.startswith(("tests/", "benchmarks/", "docs/"))]


@pytest.mark.slow
def test_the_sdist_holds_the_sources_and_the_same_wheel_can_be_built_of_it(
    wheel: Path, tmp_path: Path
) -> None:
    """As `make release` does it: the sdist is built of the clone, the wheel of the sdist."""
    assert built("sdist", ROOT, tmp_path).returncode == 0
    (sdist,) = tmp_path.iterdir()
    assert set(tracked()) - held(sdist) == set()
    (tmp_path / "again").mkdir()
    again = wheel_of(sdist, tmp_path / "again")
    one, other = ({i.filename: i.CRC for i in zipfile.ZipFile(w).infolist()} for w in (wheel, again))
    assert one == other


def tracked(*folders: str) -> list[str]:
    command = ["git", "ls-files", "-z", *folders]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return told.split("\0")[:-1]


def held(sdist: Path) -> set[str]:
    with tarfile.open(sdist) as opened:
        return {name.partition("/")[2] for name in opened.getnames()}


def built(target: str, clone: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(folder)]
    return subprocess.run(command, cwd=clone, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_an_office_in_the_clones_folder_is_in_nothing_that_is_built(tmp_path: Path) -> None:
    clone, out = tmp_path / "clone", tmp_path / "out"
    for name in tracked():
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, clone / name)
    for office in (".", "our office"):
        app(["--office", str(clone / office), "init", "--officer", "Mori"], standalone_mode=False)
    (clone / "register.csv").write_text("ID,Name\n", "utf-8")
    assert (clone / "our office" / "key.sec").is_file() and (clone / "banzuke.sqlite").is_file()
    done = built("sdist", clone, out)
    assert done.returncode == 0, done.stderr
    (sdist,) = out.iterdir()
    assert held(sdist) == {*tracked(), "PKG-INFO"}
    # Among the sources it would be packed with them: it is named, and nothing is built.
    app(["--office", str(clone / "office"), "init", "--officer", "Mori"], standalone_mode=False)
    for target in ("sdist", "wheel"):
        refused = built(target, clone, tmp_path / target)
        assert refused.returncode != 0 and f"found one in {clone / 'office'}: move it" in refused.stderr
        assert not list(tmp_path.glob(f"{target}/*"))


@pytest.fixture(scope="module")
def demo(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's office, made by the installed program."""
    folder = tmp_path_factory.mktemp("first machine") / "demo"
    said(installed, folder.parent, "demo", "--to", str(folder))
    return folder


def said(installed: Path, folder: Path, *words: str) -> str:
    """What a command says that has to succeed, and does not come from this folder."""
    done = ran(installed, folder, *words)
    assert done.returncode == 0, done.stderr
    assert str(ROOT) not in done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_demo_runs_from_an_installed_wheel(installed: Path, demo: Path) -> None:
    assert (demo / "site" / "index.html").is_file()
    assert said(installed, demo.parent, "--office", str(demo), "status")


@pytest.mark.slow
def test_the_installed_program_is_the_wheels_alone(installed: Path, tmp_path: Path) -> None:
    asked = "import cli, office, web; print(cli.__file__, office.__file__, web.__file__)"
    told = subprocess.run(
        [str(installed / "python"), "-c", asked], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert all(Path(one).is_relative_to(installed.parent) for one in told.stdout.split())


@pytest.mark.parametrize("encrypted", every([False, True], 2, 1), ids="encrypted {}".format)
@pytest.mark.slow
def test_a_backup_is_restored_on_another_machine_and_the_office_goes_on(
    installed: Path, demo: Path, tmp_path: Path, encrypted: bool
) -> None:
    """All that comes over from the first machine is the file, and the key that was kept elsewhere."""
    home, file, open_it = tmp_path / "second machine", tmp_path / "backup", []
    first = tmp_path / "first machine"
    shutil.copytree(demo, first / "office")
    words = ["--office", str(first / "office")]
    recipient = []
    home.mkdir()
    if encrypted:
        identity = pytest.importorskip("pyrage").x25519.Identity.generate()
        (home / "backup-key.txt").write_text(f"{identity}\n", "utf-8")
        recipient, open_it = ["--recipient", str(identity.to_public())], ["--identity", "backup-key.txt"]
    said(installed, first, *words, "backup", str(first / "backups"), *recipient)
    lists, heads = said(installed, first, *words, "lists"), (first / "office" / "heads.txt").read_bytes()
    (made,) = (first / "backups").iterdir()
    assert made.read_bytes().startswith(b"age-encryption.org/") == encrypted
    made.rename(file)
    shutil.rmtree(first)

    here = ["--office", "office"]
    said(installed, home, *here, "restore", str(file), *open_it)
    assert "The office is sound" in said(installed, home, *here, "doctor")
    assert said(installed, home, *here, "lists") == lists
    assert (home / "office" / "heads.txt").read_bytes() == heads
    assert said(installed, home, *here, "status")
    said(installed, home, *here, "jobs", "change", "backup", "--with", f"'{home / 'backups'}'")
    said(installed, home, *here, "jobs", "on", "backup")
    said(installed, home, *here, "jobs", "run", "backup")
    (again,) = (home / "backups").iterdir()
    assert str(again) in said(installed, home, *here, "jobs", "log", "backup")


@pytest.mark.slow
def test_the_desk_opens_from_an_installed_wheel(installed: Path, tmp_path: Path) -> None:
    office = ("--office", str(tmp_path / "office"))
    assert ran(installed, tmp_path, *office, "init", "--officer", "Officer One").returncode == 0
    command = [str(installed / "banzuke"), *office, "serve", "--port", "0", "--no-jobs"]
    told = environment(tmp_path) | {"PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, cwd=tmp_path, env=told, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address, link = (process.stdout.readline().split()[-1] for _ in range(2))
            page = httpx.get(link)
            assert page.status_code == 200 and "Rating office" in page.text
            files = re.findall(r'"/(static/[^"]+)"', page.text)
            assert files and {httpx.get(f"{address}{file}").status_code for file in files} == {200}
        finally:
            process.terminate()
        assert process.wait(30) == 0
