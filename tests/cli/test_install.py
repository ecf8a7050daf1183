"""Units for systemd and the container: every word in them is one that the program, or systemd, knows."""

from __future__ import annotations

import errno
import json
import os
import pwd
import re
import shutil
import subprocess
from fnmatch import fnmatch
from pathlib import Path

import pytest

from cli.install import UNITS
from office.faults import problems_of
from tests.cli.test_documented import unknown
from tests.workplace import Workplace

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def wherever(monkeypatch: pytest.MonkeyPatch) -> None:
    """The offices of tests may lie in /tmp."""
    monkeypatch.setattr("cli.install.OWN", ())


def units(work: Workplace, *words: str) -> dict[str, str]:
    folder = work.folder.parent / "units"
    work.done("install", "--to", folder, *words)
    return {p.name: p.read_text("utf-8") for p in folder.iterdir()}


def test_every_unit_is_for_this_office_and_its_command_is_one(work: Workplace) -> None:
    told = units(work, "--user", "nobody")
    assert set(told) == set(UNITS)
    for name, text in told.items():
        assert "@" not in text, name
        if name.endswith(".service"):
            assert f"Environment=BANZUKE_OFFICE={work.folder}" in text
            assert f"ReadWritePaths={work.folder}" in text
            assert "User=nobody" in text
            (command,) = re.findall(r"^ExecStart=\S+ (.*)$", text, re.MULTILINE)
            assert unknown(command) is None, command
        else:
            assert "Asia/Tokyo" in text
            assert name.replace(".timer", ".service") in told


def test_units_are_switched_on_only_from_a_folder_in_which_systemd_looks(work: Workplace) -> None:
    elsewhere, there = work.folder.parent / "units", work.folder.parent / "systemd" / "system"
    assert "systemctl" not in work.done("install", "--to", elsewhere).err
    assert "Next: systemctl daemon-reload; " in work.done("install", "--to", there).err


def test_the_units_of_an_office_of_queensland_keep_its_time(queensland: Workplace) -> None:
    assert "Australia/Brisbane" in units(queensland)["banzuke-poll.timer"]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
def test_systemd_takes_them(work: Workplace) -> None:
    units(work, "--user", "root")
    files = [str(p) for p in (work.folder.parent / "units").iterdir()]
    said = subprocess.run(["systemd-analyze", "verify", *files], capture_output=True, text=True)
    ours = [line for line in said.stderr.splitlines() if "banzuke" in line and "not executable" not in line]
    assert ours == []


def test_a_path_that_systemd_would_read_otherwise_is_refused(work: Workplace) -> None:
    refused = work.run("install", "--to", work.folder.parent / "units", "--user", "two words")
    assert (refused.code, refused.problem()["code"]) == (1, "unit-name")
    for path in ("/srv/two words", "/srv/o'hara", '/srv/"quoted"', "/srv/100%"):
        refused = work.run("install", "--to", work.folder.parent / "units", "--write", path)
        assert (refused.code, refused.problem()["code"]) == (1, "unit-name"), path
    assert not (work.folder.parent / "units").exists()


def test_an_office_in_a_folder_that_every_unit_has_of_its_own_is_refused(
    work: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The units would start, and find no office there."""
    folder, outside = work.folder.parent / "units", work.folder.parent / "outside"
    monkeypatch.setattr("cli.install.OWN", (work.folder,))
    outside.symlink_to(work.folder)
    refused = work.run("--office", outside, "install", "--to", folder).problem()
    assert (refused["code"], refused["place"]) == ("unit-name", "office")
    (www := work.folder.parent / "own" / "www").mkdir(parents=True)
    monkeypatch.setattr("cli.install.OWN", (www.parent,))
    refused = work.run("install", "--to", folder, "--write", www).problem()
    assert (refused["code"], refused["place"]) == ("unit-name", f"--write {www}")
    assert not folder.exists()


def test_an_account_that_the_system_does_not_have_is_refused_before_any_unit_is_written(
    work: Workplace,
) -> None:
    folder = work.folder.parent / "units"
    refused = work.run("install", "--to", folder, "--user", "nobody-of-this-name").problem()
    assert (refused["code"], refused["place"]) == ("unit-name", "--user")
    assert refused["do"] == "make it first: useradd --system --create-home nobody-of-this-name"
    assert not folder.exists()
    assert f"User={os.getuid()}\n" in units(work, "--user", str(os.getuid()))["banzuke-desk.service"]


def test_an_account_that_the_office_is_closed_to_gets_no_units(work: Workplace) -> None:
    """They would start, and the desk would end at once: the folder is its owner's alone."""
    folder, mine = work.folder.parent / "units", pwd.getpwuid(os.getuid()).pw_name
    work.folder.chmod(0o700)
    refused = work.run("install", "--to", folder, "--user", "nobody").problem()
    assert (refused["code"], refused["place"]) == ("not-writable", "--user")
    assert refused["expected"].endswith(f": {mine}") and f"--user {mine}" in refused["do"]
    assert not folder.exists()
    assert f"User={mine}" in units(work, "--user", mine)["banzuke-desk.service"]
    work.folder.chmod(0o770)  # others may be let in by a group
    assert "User=nobody" in units(work, "--user", "nobody")["banzuke-desk.service"]


def test_jobs_may_write_the_folders_that_are_named_and_no_other(work: Workplace) -> None:
    www, backups = (work.folder.parent / name for name in ("www", "backups"))
    www.mkdir()
    refused = work.run("install", "--to", work.folder, "--write", www, "--write", backups).problem()
    assert (refused["code"], refused["place"]) == ("file-trouble", f"--write {backups}")
    backups.mkdir()
    told = units(work, "--write", str(www), "--write", str(backups))
    for name in ("banzuke-desk.service", "banzuke-work.service"):
        assert f"ReadWritePaths={work.folder} {www} {backups}\n" in told[name]
        assert "BANZUKE_SECRETS=/etc/banzuke/secrets" in told[name]
        assert "Environment=BANZUKE_LOG=json\n" in told[name]


def test_the_container_is_made_of_what_is_pinned_and_runs_commands_that_are_there() -> None:
    text = (ROOT / "Containerfile").read_text("utf-8")
    (pinned,) = re.findall(r"for extra in ([a-z ]+); do", text)
    assert pinned.split() == ["run", "web", "postgresql", "backup"]
    assert all((ROOT / "requirements" / f"{extra}.txt").is_file() for extra in pinned.split())
    assert "pip install --no-cache-dir --require-hashes -r requirements/$extra.txt" in text
    (words,) = re.findall(r"^CMD \[(.*)\]$", text, re.MULTILINE)
    assert unknown(" ".join(re.findall(r'"([^"]+)"', words))) is None
    compose = (ROOT / "compose.yaml").read_text("utf-8")
    (words,) = re.findall(r"command: \[(.*)\]", compose)
    assert unknown(" ".join(re.findall(r'"([^"]+)"', words))) is None
    assert "POSTGRES_PASSWORD:" not in compose and "database-password" in compose
    assert "/secrets/" in (ROOT / ".gitignore").read_text("utf-8")
    assert "\nname: banzuke\n" in compose  # as docs/installing.md calls network and image, from any folder
    assert (
        "pg_isready -U banzuke -h localhost" in compose
    )  # its socket alone answers while a database is made


def test_the_container_has_the_programs_that_send_a_site_and_keeps_what_jobs_write_in_volumes() -> None:
    text, compose = ((ROOT / name).read_text("utf-8") for name in ("Containerfile", "compose.yaml"))
    (installed,) = re.findall(r"apt-get install -y --no-install-recommends ([a-z -]+?) &&", text)
    assert set(installed.split()) == {
        "rsync",
        "openssh-client",
        "rclone",
    }  # what publication/site/upload.py starts
    (kept,) = re.findall(r"^VOLUME (\[.*\])$", text, re.MULTILINE)
    owned = " ".join(re.findall(r"install -d -o banzuke (?:-m 0700 )?([^&\n]+)", text)).split()
    assert sorted(json.loads(kept)) == sorted(owned)  # a new volume has the owner of the image's folder
    (mounted,) = re.findall(r'volumes: (\[".*:/office".*\])', compose)
    named = dict(reversed(one.split(":")) for one in json.loads(mounted))
    assert sorted(named) == sorted(owned)
    volumes = compose.split("\nvolumes:\n")[1].replace(":", "").split()
    assert sorted(volumes) == sorted({*named.values(), "database"})
    for page in ("docs/installing.md", "docs/ja/installing.md"):
        told = (ROOT / page).read_text("utf-8")
        for words in re.findall(r"(?:exec desk banzuke|run --rm desk) (.*)", told):
            assert unknown(words.split("`")[0]) is None, words


def test_nothing_of_a_clone_that_git_leaves_out_goes_into_the_image() -> None:
    ignored = (ROOT / ".dockerignore").read_text("utf-8").split()
    for line in (ROOT / ".gitignore").read_text("utf-8").split():
        name = line.strip("/")
        if not name.startswith("*.mo"):  # compiled again as the wheel is built
            assert any(fnmatch(name, one.removeprefix("**/")) for one in ignored), line


def test_where_a_unit_may_not_write_the_folder_to_name_is_said() -> None:
    # As of a site in /srv/www that a unit wrote (systemd 252).
    refused = OSError(errno.EROFS, os.strerror(errno.EROFS), "/srv/www/.ratings.site")
    (problem,) = problems_of(refused)
    assert (problem.code, problem.place) == ("file-trouble", "/srv/www/.ratings.site")
    assert problem.remedy.endswith("banzuke install --user NAME --write FOLDER")
