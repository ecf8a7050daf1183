"""Files of an office are its own, what is published is everybody's, and nothing names a package of others."""

from __future__ import annotations

import os
import re
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.importer.invented import csv_bytes, pairing, player, reading, register_csv
from tests.workplace import HATA, MORI, NAMES, TANI, Workplace, small_federation

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(params=[0o000, 0o077])
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whatever the system lets others do."""
    before = os.umask(request.param)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {str(p.relative_to(folder)): p.stat().st_mode & 0o777 for p in (folder, *folder.rglob("*"))}


@pytest.mark.usefixtures("umask")
def test_files_of_an_office_are_private_and_published_ones_are_not(work: Workplace, tmp_path: Path) -> None:
    work.folder = tmp_path / "new"
    work.done("init", "--officer", "Tester")
    work.register(*({"ID": i, "Name": n} for i, n in NAMES.items()))
    work.opening({"ID": i, "Name": NAMES[i], "ST": 1500, "ST-G": 100} for i in (MORI, HATA))
    work.run("import", work.file("012 Cup\n001    1      Mori, Sora\n", "cup.trf"))
    work.run("inbox", work.file("From: a@example.jp\r\n\r\nNothing.\r\n", "one.eml"))
    work.done("members", "export", work.folder / "register.csv")
    work.done("rulings", "export", work.folder / "rulings.json")
    own = modes(work.folder)
    kept = {"archive", "mails", "register.csv", "rulings.json"}
    assert kept | {"banzuke.toml" if work.served() else "banzuke.sqlite"} <= own.keys()
    assert {name: oct(mode) for name, mode in own.items() if mode & 0o077} == {}
    out = tmp_path / "out"
    work.done("rate")
    work.done("publish")
    work.done("export", "list", "--to", out / "lists")
    work.done("bundle", out / "lists" / "all.zip")
    work.done("site", out / "site")
    work.done("export", "list", "--format", "swiss-manager")  # with years of birth
    assert [oct(p.stat().st_mode & 0o777) for p in work.place.lists.glob("members-*")] == ["0o600"]
    for published in (out / "lists", (out / "site").resolve()):
        assert set(modes(published).values()) == {0o644, 0o755}
    assert {oct(one.stat().st_mode & 0o777) for one in (out, out / ".site.site")} == {"0o755"}
    assert oct((out / ".site.site" / "changed.txt").stat().st_mode & 0o777) == "0o600"


def test_the_logs_of_the_database_are_private_too(work: Workplace, tmp_path: Path) -> None:
    from sqlmodel import text

    from cli.main import private_files
    from office.database import engine
    from office.database.engine import transaction
    from office.place import Place

    work.folder = tmp_path / "new"
    work.done("init")
    before = os.umask(0)
    try:
        with private_files(), transaction(engine.open_engine(Place(work.folder))) as session:
            session.execute(text("UPDATE setting SET value = 'x' WHERE name = 'officer'"))
            found = {p.name: oct(p.stat().st_mode & 0o777) for p in work.folder.glob("banzuke.sqlite*")}
    finally:
        os.umask(before)
    assert found == dict.fromkeys(
        (f"banzuke.sqlite{end}" for end in ("", "-wal", "-shm", "-writer")), "0o600"
    )


def test_the_page_of_an_explanation_names_no_withheld_opponent(work: Workplace) -> None:
    small_federation(work)
    players = [player(n, NAMES[i], i) for n, i in enumerate((MORI, HATA, TANI), start=1)]
    work.store(reading(players, [pairing(1, 1, 2, "1-0"), pairing(2, 3, 1, "1-0")]))
    work.done(
        "members", "import", work.file(register_csv([{"ID": HATA, "Name": NAMES[HATA], "Withheld": "yes"}]))
    )
    work.done("rate")
    page = work.done("explain", MORI, "--html").out
    assert NAMES[HATA] not in page and HATA not in page
    assert NAMES[TANI] in page
    assert "(name withheld)" in page
    assert NAMES[HATA] in work.done("explain", MORI).out


def test_the_page_of_an_explanation_names_no_file_and_tells_no_age_that_is_not_to_be_shown(
    work: Workplace,
) -> None:
    small_federation(work)
    players = [player(n, NAMES[i], i) for n, i in enumerate((MORI, HATA), start=1)]
    work.store(reading(players, [pairing(1, 1, 2, "1-0")]))
    young = {"ID": MORI, "Name": NAMES[MORI], "Birth": "2012-05-05"}
    work.register(young)
    work.done("rate")
    assert "under 19" in work.done("explain", MORI, "--html").out
    told = (MORI, NAMES[MORI], "", "yes")
    headings = ("ID", "Name", "Memberships", "Birth withheld")
    work.done("members", "import", work.file(csv_bytes(headings, [told]), "b.csv"))
    assert "under 19" not in work.done("explain", MORI, "--html").out
    assert "under 19" in work.done("explain", MORI).out


FROM_AN_INDEX = re.compile(r"""pipx? install (-\S+ )*[\\'"“]*banzuke(?![-\w])""")
BARE = re.compile(r"""(?<!/)banzuke-[^\s/]*\.whl\[|pipx install (-\S+ )*[\'"“]*banzuke-""")
"""A bare file name some versions of pipx do not find, and others leave its extras out without a word."""


@pytest.mark.parametrize(
    ("line", "is_it"),
    [
        ("pip install banzuke", True),
        ("pip install 'banzuke[web]'", True),
        ('pip install "banzuke[web]"', True),
        (r"pip install \"banzuke[web]\"", True),
        ("pipx install --force banzuke", True),
        ('pipx install --force "./banzuke-0.2.0-py3-none-any.whl[web]"', False),
        ("pipx install banzuke-0.2.0-py3-none-any.whl", False),
    ],
)
def test_a_name_that_an_index_would_answer_is_told_from_a_file(line: str, is_it: bool) -> None:
    assert bool(FROM_AN_INDEX.search(line)) == is_it


def test_nothing_says_to_install_a_package_that_is_not_published(work: Workplace) -> None:
    small_federation(work)
    archive = work.folder.parent / "b.zip"
    work.done("bundle", archive)
    read = zipfile.ZipFile(archive).read("README.txt").decode()
    assert "banzuke verify" in read
    texts = {"README.txt of a bundle": read}
    for folder in ("office", "publication", "cli", "web", "importer", "docs"):
        for file in (ROOT / folder).rglob("*"):
            if file.suffix in (".py", ".toml", ".md", ".html", ".txt"):
                texts[str(file)] = file.read_text("utf-8")
    assert [name for name, text in texts.items() if FROM_AN_INDEX.search(text)] == []
    assert [name for name, text in texts.items() if BARE.search(text)] == []


def test_the_licence_is_there_whole_and_goes_with_the_wheel() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert (project["license"], project["license-files"]) == ("AGPL-3.0-or-later", ["LICENSE"])
    text = (ROOT / "LICENSE").read_text("utf-8")
    assert "GNU AFFERO GENERAL PUBLIC LICENSE" in text and "END OF TERMS AND CONDITIONS" in text


def test_every_extra_is_pinned_with_hashes_and_no_file_names_an_index() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    for extra, needs in extras.items():
        pinned = (ROOT / "requirements" / f"{extra}.txt").read_text("utf-8")
        for need in needs:
            assert re.search(
                rf"^{re.match('[a-z0-9-]+', need)[0]}==\S+ \\\n    --hash=sha256:", pinned, re.MULTILINE
            )  # type: ignore[index]
    for file in (ROOT / "requirements").glob("*.txt"):
        lines = file.read_text("utf-8").splitlines()
        assert not [line for line in lines if line.startswith("-")], file
        pins = [at for at, line in enumerate(lines) if re.match(r"[a-z0-9]", line)]
        assert pins and all(lines[at + 1].startswith("    --hash=sha256:") for at in pins), file


@pytest.mark.parametrize("half", ["key.pub", "key.sec"])
def test_a_key_that_cannot_be_read_is_trouble_with_a_file_and_no_reason_for_another_key(
    work: Workplace, half: str
) -> None:
    """As the key of an office of another account; root may read every file, but no folder as one."""
    (work.folder / half).unlink()
    (work.folder / half).mkdir()
    refused = work.run("key").problem()
    assert (refused["code"], refused["place"]) == ("file-trouble", str(work.folder / half))
    assert "--new" not in refused["do"]
    found = [(one["code"], one["place"]) for one in work.run("doctor").problems()]
    assert ("file-trouble", str(work.folder / half)) in found
    assert "key-unfit" not in {code for code, _place in found}
