"""Settings from the environment and the file, shown with whence each is; secrets, never shown."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request

from cli.session import open_office
from office.database.engine import postgresql
from office.errors import OfficeError
from office.mail.settings import FIELDS, Mailbox, mailbox_settings, secret
from office.notices.settings import Server, password, ways, webhook_secret
from office.place import Place, secret_text, with_password
from office.settings import Inbox, Settings, settings
from office.words import VARIABLE, asked, office_of
from tests.workplace import Workplace

ROOT = Path(__file__).resolve().parents[2]
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


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ('log = "loud"\n', "次のいずれか：'text'、'json'"),
        ('api_questions = "x"\n', "整数"),
        ("[inbox]\nport = 0\n", "1以上"),
        ('database = "mysql://x"\n', "postgresql:// で始まる文字列"),
    ],
)
def test_what_a_setting_expects_is_told_in_japanese(work: Workplace, file: str, expected: str) -> None:
    Place(work.folder).settings.write_text(file, "utf-8")
    assert f"必要      {expected}\n" in work.run("--lang", "ja", "settings").err


def test_where_one_is_wrong_every_name_is_shown_all_the_same_as_its_remedy_says(work: Workplace) -> None:
    Place(work.folder).settings.write_text('[inbox]\nhots = "imap.example.jp"\n', "utf-8")
    refused = work.run("settings")
    assert (refused.code, refused.problem()["do"]) == (1, "correct it; banzuke settings shows every setting")
    told = shown(refused.out)
    assert (told["inbox.host"], told["imap-token"]) == (["BANZUKE_IMAP_HOST"], ["BANZUKE_IMAP_TOKEN"])
    Place(work.folder).settings.unlink()
    assert list(told) == list(shown(work.done("settings").out))


@pytest.mark.parametrize("file", ["inbox", "notices"])
def test_what_is_to_be_written_so_is_not_told_in_japanese(work: Workplace, file: str) -> None:
    Place(work.folder).settings.write_text(f'[{file}]\nhost = "a"\nuser = "b"\nsecurity = "ssl"\n', "utf-8")
    command = ("inbox", "--imap") if file == "inbox" else ("notices", "send")
    said = work.run("--lang", "ja", *command)
    assert f"[{file}]、security\n    必要      次のいずれか：'tls'、'starttls'、'none'\n" in said.err


def test_a_file_with_the_mark_of_an_editor_is_read_and_one_that_is_no_utf_8_named(work: Workplace) -> None:
    place = Place(work.folder)
    place.settings.write_bytes(b'\xef\xbb\xbflog = "json"\n')
    assert shown(work.done("settings").out)["log"] == ["file", "BANZUKE_LOG", "json"]
    assert place.settings_text("postgresql://h/x") == 'database = "postgresql://h/x"\nlog = "json"\n'
    place.settings.write_bytes("# 番付".encode("cp932"))
    told = work.run("status").problem()
    assert (told["code"], told["expected"]) == ("settings-unreadable", "a TOML file in UTF-8")
    assert told["found"] == "an invalid byte at 2"
    with pytest.raises(OfficeError) as named:  # as a restore puts it where the office is to be
        place.settings_text(None)
    assert named.value.problems[0].code == "settings-unreadable"


def test_an_address_of_another_database_is_named_without_its_password(work: Workplace) -> None:
    Place(work.folder).settings.write_text('database = "postgres://office:hushed@db/x"\n', "utf-8")
    for command in ("status", "settings"):
        said = work.run(command)
        assert (said.problem()["found"], "hushed" in said.all) == ("“postgres://…”", False)


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("postgresql://office:hu/sh&ed?#@db/x", "postgresql://office:***@db/x"),
        ("postgresql://db/x?user=office&password=hu@shed", "postgresql://db/x?user=office&password=***"),
        ("postgresql://db/x?sslpassword=hushed&sslkey=k", "postgresql://db/x?sslpassword=***&sslkey=k"),
        ("postgresql://office@db:5432/x", "postgresql://office@db:5432/x"),
    ],
)
def test_whatever_signs_a_password_has_none_of_them_is_shown(
    work: Workplace, written: str, told: str
) -> None:
    Place(work.folder).settings.write_text(f'database = "{written}"\n', "utf-8")
    assert shown(work.done("settings").out)["database"] == ["file", told]


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("https://office:hu@shed@hook.example/@x", "https://***@hook.example/…"),
        ("https://hook.example:0/services/hushed", "https://hook.example:0/…"),
        ("https://hook.example?key=hushed#x", "https://hook.example/…"),
    ],
)
def test_what_is_secret_in_the_address_of_the_webhook_is_not_shown(
    work: Workplace, written: str, told: str
) -> None:
    text = f'[notices]\nsender = "rating@office.example"\nwebhook = "{written}"\n'
    Place(work.folder).settings.write_text(text, "utf-8")
    assert shown(work.done("settings").out)["notices.webhook"][-1] == told
    for words in (("on", "waiting"), ("send",)):
        assert work.run("notices", *words).problem()["found"] == f"“{told}”"
    assert "\n    on" not in work.done("notices").out
    for scheme in ("http://", ""):
        address = written.replace("https://", scheme)
        Place(work.folder).settings.write_text(f'[notices]\nwebhook = "{address}"\n', "utf-8")
        assert work.run("settings").problem()["found"] == f"“{told.replace('https://', scheme)}”"


def test_settings_beside_no_database_are_no_office(work: Workplace) -> None:
    Place(work.folder).settings.write_text('log = "json"\n', "utf-8")
    Place(work.folder).database.unlink()
    for command in (("status",), ("init",)):
        told = work.run(*command).problem()
        assert (told["code"], told["expected"]) == (
            "no-office",
            "banzuke.sqlite, or a database in banzuke.toml",
        )
    assert not Place(work.folder).database.exists()


def test_no_value_of_what_is_no_setting_is_shown(work: Workplace) -> None:
    Place(work.folder).settings.write_text('[inbox]\npassword = "hushed"\n', "utf-8")
    refused = work.run("settings")
    assert (refused.problem()["expected"], refused.problem()["found"]) == ("a setting of the file", "none")
    assert "hushed" not in refused.all


@pytest.mark.parametrize(("variable", "value"), [("BANZUKE_LANG", "xx"), ("BANZUKE_IMAP_PORT", "many")])
def test_a_variable_that_cannot_be_so_is_named_and_not_the_file(
    work: Workplace, variable: str, value: str
) -> None:
    work.monkeypatch.setenv(variable, value)
    refused = work.run("settings")
    assert (refused.code, refused.problem()["place"]) == (1, variable)


def test_a_variable_that_is_misspelt_is_named(work: Workplace) -> None:
    for name in ("BANZUKE_DATABASE", "BANZUKE_IMAP_PASWORD", "BANZUKE_KEY", "BANZUKE_SMTP_PASSWORD_FILE"):
        work.monkeypatch.setenv(name, str(work.file("hushed", "secret")))
    said = work.done("settings")
    assert [(p["code"], p["place"]) for p in said.problems()] == [
        ("settings-unknown", "BANZUKE_DATABASE"),
        ("settings-unknown", "BANZUKE_IMAP_PASWORD"),
    ]


def test_the_names_are_those_that_the_commands_read() -> None:
    assert tuple(Inbox.model_fields) == FIELDS
    assert VARIABLE == "BANZUKE_LANG" and "lang" in Settings.model_fields


DEVELOPERS = {"BANZUKE_WORDS"}
"""Of tests alone (docs/words.md)."""


def documented() -> list[str]:
    """Every variable that the handbook names, by its whole name."""
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    found = {name for page in pages for name in re.findall(r"BANZUKE_\w+", page.read_text("utf-8"))}
    return sorted(found - DEVELOPERS)


GIVEN = {
    "OFFICER": "Mori Sora",
    "LANG": "ja",
    "LOG": "json",
    "KEY": "no key",
    "API": "off",
    "API_QUESTIONS": "7",
    "API_REPORTS": "7",
    "API_TRUST": "as-owner",
    "IMAP_PORT": "1143",
    "IMAP_SECURITY": "starttls",
    "NOTICES_PORT": "1025",
    "NOTICES_SECURITY": "starttls",
    "NOTICES_SENDER": "b@example.jp",
    "NOTICES_WEBHOOK": "https://example.jp/hook",
}
"""What a variable can be, where it is not any text."""


def seen(work: Workplace, of: str) -> object:
    """What whoever needs a variable makes of the environment as it is."""
    if of.startswith("IMAP_") and of not in ("IMAP_PASSWORD", "IMAP_TOKEN"):
        return mailbox_settings(work.place, {}, os.environ)
    if of.startswith("NOTICES_"):
        return ways(work.place)
    if of in ("LOG", "API", "API_QUESTIONS", "API_REPORTS", "API_TRUST"):
        pytest.importorskip("fastapi")
        from web import serve

        desks: list[Any] = []
        real = serve.application
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(serve, "application", lambda desk: desks.append(desk) or real(desk))
            with serve.listening(open_office(work.folder), host="127.0.0.1", port=0):
                return desks[0].settings
    if of == "METRICS_TOKEN":
        pytest.importorskip("fastapi")
        from web.measured import _may_read

        return _may_read(Request({"type": "http", "client": ("127.0.0.1", 1), "headers": []}))
    if of == "DATABASE_PASSWORD":
        return with_password("postgresql://banzuke@db/banzuke")
    if of == "OFFICER":
        work.done("jobs", "on", "poll")
        return work.rows("SELECT changed_by FROM job")
    if of == "OFFICE":
        return asked(["status"], os.environ), office_of(["status"], os.environ)
    if of == "LANG":
        return work.done("status").out
    if of == "KEY":
        return work.run("verify", work.file("no archive", "lists.zip")).err
    try:
        server = Server("smtp.example.jp", 465, "rating", "tls")
        return {"SMTP_PASSWORD": lambda: password(server), "WEBHOOK_SECRET": webhook_secret}.get(
            of, lambda: secret(BOX).text
        )()
    except OfficeError as error:
        return error.problems[0].code


@pytest.mark.parametrize("variable", documented())
def test_a_variable_that_is_documented_has_an_effect(work: Workplace, variable: str, tmp_path: Path) -> None:
    with work.place.settings.open("a") as file:
        file.write('[inbox]\nhost = "h"\nuser = "u"\n[notices]\nsender = "a@example.jp"\nhost = "h"\n')
    of = variable.removeprefix("BANZUKE_").removesuffix("_FILE")
    before = seen(work, of)
    text = GIVEN.get(of, "another")
    (tmp_path / "imap-password").write_text("of a file")
    if variable.endswith("_FILE") or of == "SECRETS":
        text = str(tmp_path / "imap-password" if of != "SECRETS" else tmp_path)
    work.monkeypatch.setenv(variable, text)
    assert seen(work, of) != before


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("postgresql://banzuke:s3cret@db:5432/office", "postgresql://banzuke:***@db:5432/office"),
        (
            "postgresql://db/office?user=b&password=s3cret&x=1",
            "postgresql://db/office?user=b&password=***&x=1",
        ),
        ("postgresql://banzuke@db:5432/office", "postgresql://banzuke@db:5432/office"),
        ("postgresql://db:5432/office", "postgresql://db:5432/office"),
    ],
)
def test_a_password_in_the_address_of_the_database_is_not_shown(
    work: Workplace, written: str, shown: str
) -> None:
    work.place.settings.write_text(f'database = "{written}"\n', "utf-8")
    said = work.done("settings").out
    assert shown in said and "s3cret" not in said


def test_the_database_of_an_office_is_not_the_environments(work: Workplace) -> None:
    before = work.place.server()
    work.monkeypatch.setenv("BANZUKE_DATABASE", "postgresql://elsewhere/other")
    assert work.place.server() == before
    assert settings(work.place, os.environ)[0].database != "postgresql://elsewhere/other"
    assert "BANZUKE_DATABASE" not in work.done("settings").out.replace("BANZUKE_DATABASE_PASSWORD", "")
    assert not [name for name in documented() if name == "BANZUKE_DATABASE"]


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
    assert postgresql(address).url.password == "p@ss/w:rd"  # of whatever comes: database copy, restore
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
