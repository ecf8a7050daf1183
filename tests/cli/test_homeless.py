"""An account that the system does not know, without a home, as a container's of a number alone."""

from __future__ import annotations

import os
import pwd
from pathlib import Path

import pytest

from tests.office.test_read_only import auditor
from tests.workplace import Workplace


@pytest.fixture(autouse=True)
def homeless(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "LOGNAME", "USER", "LNAME", "USERNAME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)

    def nobody(number: object) -> None:
        raise KeyError(f"uid not found: {number}")

    monkeypatch.setattr(pwd, "getpwuid", nobody)


def test_units_need_an_account_of_the_system(work: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.install.OWN", ())
    refused = work.run("install", "--to", work.folder.parent / "units")
    assert (refused.code, refused.problem()["code"]) == (1, "unit-name")
    assert refused.problem()["found"] == f"“{os.geteuid()}”"


def test_a_mailbox_without_a_password_is_told_to_have_none(
    work: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    keyring = pytest.importorskip("keyring")
    monkeypatch.setattr(keyring.core, "_keyring_backend", None)
    for name, value in {"HOST": "mail.example.jp", "USER": "rating"}.items():
        monkeypatch.setenv(f"BANZUKE_IMAP_{name}", value)
    refused = work.run("inbox", "--imap")
    assert (refused.code, refused.problem()["code"]) == (1, "imap-no-password")
    assert "home directory" in refused.problem()["found"]


def test_a_page_is_read_into_no_folder_of_a_home_that_is_not_there(work: Workplace, tmp_path: Path) -> None:
    work.folder = tmp_path / "no office"
    refused = work.run("read", "https://chess-results.com/tnr9900001.aspx", "--offline")
    assert (refused.code, refused.problem()["code"]) == (1, "file-trouble")
    assert "--office DIR" in refused.problem()["do"]


def test_an_office_that_would_lie_too_deep_for_its_database_is_refused_by_the_length(
    work: Workplace, tmp_path: Path
) -> None:
    deep = tmp_path.joinpath(*["a" * 200] * 2)
    work.folder = deep / ("b" * (504 - len(str(deep / "banzuke.sqlite"))))
    refused = work.run("init").problem()
    assert (refused["code"], refused["found"]) == ("database-unwritable", "a path of 505 bytes")
    assert refused["do"] == "take a folder with a shorter path"
    assert not deep.exists()
    work.folder = work.folder.with_name(work.folder.name[1:])
    work.done("init")
    work.done("status")


def test_an_office_in_a_folder_that_may_not_be_written_is_refused_by_the_folder(
    work: Workplace, tmp_path: Path
) -> None:
    work.folder = tmp_path / "closed"
    (work.folder / "archive").mkdir(parents=True)
    with auditor(work.folder):
        refused = work.run("init").problem()
        assert (refused["code"], refused["place"]) == ("not-writable", str(work.folder))
    work.done("init")
