"""Settings from the environment and the file, shown with whence each is; secrets, never shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from office.errors import OfficeError
from office.mail.settings import FIELDS, Mailbox, secret
from office.place import Place, secret_text, with_password
from office.settings import Inbox, Settings, settings
from office.words import VARIABLE
from tests.workplace import Workplace

BOX = Mailbox("imap.example.jp", 993, "rating", "INBOX", "tls")


def shown(text: str) -> dict[str, list[str]]:
    return {line.split()[0]: line.split()[1:] for line in text.splitlines()}


def test_each_setting_is_shown_with_whence_it_is(work: Workplace) -> None:
    Place(work.folder).settings.write_text('[inbox]\nhost = "imap.example.jp"\nuser = "rating"\n', "utf-8")
    work.monkeypatch.setenv("BANZUKE_IMAP_USER", "somebody")
    work.monkeypatch.setenv("BANZUKE_OFFICER", "Mori Sora")
    work.monkeypatch.setenv("BANZUKE_IMAP_PASSWORD", "hushed")
    said = work.done("settings")
    told = shown(said.out)
    assert told["inbox.host"] == ["file", "BANZUKE_IMAP_HOST", "imap.example.jp"]
    assert told["inbox.user"] == ["environment", "BANZUKE_IMAP_USER", "somebody"]
    assert told["inbox.security"] == ["default", "BANZUKE_IMAP_SECURITY", "tls"]
    assert told["officer"] == ["environment", "BANZUKE_OFFICER", "Mori", "Sora"]
    assert told["imap-password"] == ["set", "BANZUKE_IMAP_PASSWORD"]
    assert told["imap-token"][:2] == ["not", "set"]
    assert "hushed" not in said.all


@pytest.mark.parametrize(
    ("file", "place"),
    [
        ('databse = "x"\n', "databse"),
        ('log = "loud"\n', "log"),
        ('officer = "Mori"\n', "officer"),
        ('[inbox]\nhost = "a"\nport = 0\n', "inbox.port"),
        ('[inbox]\npasword = "x"\n', "inbox.pasword"),
        ('inbox = "x"\n', "inbox"),
        ('database = "mysql://x"\n', "database"),
    ],
)
def test_what_is_no_setting_is_named_by_its_place(work: Workplace, file: str, place: str) -> None:
    Place(work.folder).settings.write_text(file, "utf-8")
    refused = work.run("settings")
    assert refused.code == 1
    assert [(p["code"], p["place"]) for p in refused.problems()] == [
        ("settings-unknown", f"banzuke.toml, {place}")
    ]


def test_the_names_are_those_that_the_commands_read() -> None:
    assert tuple(Inbox.model_fields) == FIELDS
    assert VARIABLE == "BANZUKE_LANG" and "lang" in Settings.model_fields


def test_a_secret_comes_from_the_variable_then_a_named_file_then_the_folder(tmp_path: Path) -> None:
    (tmp_path / "imap-password").write_text("of the folder\n", "utf-8")
    (tmp_path / "other").write_text("of the file", "utf-8")
    folder = {"CREDENTIALS_DIRECTORY": str(tmp_path)}
    named = {**folder, "BANZUKE_IMAP_PASSWORD_FILE": str(tmp_path / "other")}
    assert secret_text("imap-password", {}) is None
    assert secret_text("imap-password", folder) == "of the folder"
    assert secret_text("imap-password", {"BANZUKE_SECRETS": str(tmp_path)}) == "of the folder"
    assert secret_text("imap-password", named) == "of the file"
    assert secret_text("imap-password", {**named, "BANZUKE_IMAP_PASSWORD": "given"}) == "given"
    assert secret(BOX, folder).text == "of the folder"
    assert secret(BOX, {**folder, "BANZUKE_IMAP_TOKEN": " t \n"}).text == "t"


@pytest.mark.parametrize("content", [None, b"", b"\n", b"\xff\xfe", b"x" * 10_001])
def test_a_file_without_a_secret_is_refused_by_its_name(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "secret"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(OfficeError) as refused:
        secret_text("imap-password", {"BANZUKE_IMAP_PASSWORD_FILE": str(file)})
    (problem,) = refused.value.problems
    assert problem.code == "secret-unreadable" and str(file) in problem.place


def test_the_password_of_the_database_is_put_into_an_address_that_has_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "database-password").write_text("p@ss/w:rd\n", "utf-8")
    monkeypatch.setenv("BANZUKE_SECRETS", str(tmp_path))
    address = "postgresql://banzuke@db:5432/banzuke"
    assert with_password(address) == "postgresql://banzuke:p%40ss%2Fw%3Ard@db:5432/banzuke"
    for whole in (
        "postgresql://banzuke:other@db/banzuke",
        "postgresql://db/banzuke",
        "postgresql:///b?host=/x",
    ):
        assert with_password(whole) == whole


def test_the_settings_of_no_file_are_the_defaults(tmp_path: Path) -> None:
    made, _shown = settings(Place(tmp_path), {})
    assert (made.log, made.inbox.folder, made.database) == ("text", "INBOX", None)
