"""Help, and what typer says of a wrong command line, in Japanese; the English stays as typer has it."""

from __future__ import annotations

import re
from typing import Annotated

import pytest
import typer
from babel.messages.catalog import Catalog
from typer.main import get_command

import office.words
from cli import help_pages, main
from office.words import po, speaking

JAPANESE = {
    "help": {
        "Take reports in.\n\nNothing is lost.": "報告を取り込みます。\n\n何も失われません。",
        "The office's folder.": "事務局のフォルダーを指定します。" * 6,
        "this folder": "このフォルダー",
    },
    "typer": {
        "Usage: ": "使い方: ",
        "Options": "オプション",
        "Commands": "コマンド",
        "[OPTIONS]": "[オプション]",
        "Show this message and exit.": "この説明を表示して終了します。",
        "default: {default}": "既定値: {default}",
        "env var: {variable}": "環境変数: {variable}",
        "required": "必須",
        "Error: {message}": "エラー: {message}",
        "Try '{command}' for help.": "「{command}」で説明を表示します。",
        "No such option: {name}": "{name}というオプションはありません。",
        "No such command {name}.": "{name}というコマンドはありません。",
        "Missing argument {name}.": "引数{name}がありません。",
        "Invalid value for {name}: {message}": "{name}の値が正しくありません: {message}",
        "{kind} {path} does not exist.": "{kind}{path}がありません。",
        "File": "ファイル",
    },
}

app = typer.Typer(name="work", rich_markup_mode=None, add_completion=False)


@app.callback()
def _work(
    office: Annotated[
        str, typer.Option(envvar="OFFICE", help="The office's folder.", show_default="this folder")
    ] = ".",
) -> None: ...


@app.command("take")
def _take(file: Annotated[typer.FileText, typer.Argument()], number: int = 3) -> None:
    """Take reports in.

    Nothing is lost."""


@pytest.fixture
def _japanese(tmp_path, monkeypatch):  # type: ignore[no-untyped-def]
    monkeypatch.setattr(office.words, "LOCALE", tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    forget()
    catalog = Catalog(locale="ja")
    for context, texts in JAPANESE.items():
        for english, told in texts.items():
            catalog.add(english, told, context=context)
    file = tmp_path / "ja" / "LC_MESSAGES" / "banzuke.mo"
    file.parent.mkdir(parents=True)
    po.compiled(catalog, file)
    with speaking("ja"):
        yield
    forget()


def forget() -> None:
    office.words.catalogue.cache_clear()
    help_pages._templates.cache_clear()


def said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str
) -> tuple[object, str, str]:
    monkeypatch.setattr("sys.argv", ["work", *words])
    with pytest.raises(SystemExit) as ended:
        raise SystemExit(help_pages.run(help_pages.tree(app), words))
    return (ended.value.code, *capsys.readouterr())


@pytest.mark.usefixtures("_japanese")
def test_help_is_japanese_and_no_line_is_wider_than_the_screen(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, _ = said(capsys, monkeypatch, "--help")
    assert code == 0
    assert re.match(r"使い方: .*work \[オプション\] COMMAND \[ARGS\]\.\.\.\n", out)
    assert "オプション:\n" in out
    assert "コマンド:\n  take  報告を取り込みます。\n" in out
    assert "[環境変数: OFFICE; 既定値: (このフォルダー)]" in out.replace("\n", "").replace(" " * 19, "")
    assert all(help_pages._width(line) <= 80 for line in out.splitlines())
    _, out, _ = said(capsys, monkeypatch, "take", "--help")
    assert "  報告を取り込みます。\n\n  何も失われません。\n" in out
    assert "[既定値: 3]" in out


@pytest.mark.usefixtures("_japanese")
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--nothing",), "エラー: --nothingというオプションはありません。"),
        (("go",), "エラー: “go”というコマンドはありません。"),
        (("take",), "エラー: 引数“file”がありません。"),
    ],
)
def test_what_is_wrong_is_told_in_japanese(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], told: str
) -> None:
    code, out, err = said(capsys, monkeypatch, *words)
    assert (code, out) == (2, "")
    assert re.match("使い方: .*work ", err)
    assert "--help」で説明を表示します。" in err
    assert err.splitlines()[-1] == told


def test_english_is_typers_own(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, _ = said(capsys, monkeypatch, "--help")
    assert code == 0
    assert re.match(r"\s*Usage: .*work \[OPTIONS\] COMMAND \[ARGS\]\.\.\.\n", out)


def test_an_option_that_is_missing_is_told_with_its_choices_in_japanese() -> None:
    with speaking("ja"):
        told = help_pages.by_typer("Missing option '--for'. Choose from:\n\tone,\n\ttwo")
    assert told == "オプション「--for」が必要です。次のいずれかを指定してください：\n\tone,\n\ttwo"


def test_every_command_of_banzuke_is_gone_through() -> None:
    command = get_command(main.app)
    found = [getattr(holder, name) for holder, name in help_pages.texts(command)]
    assert len(found) > 150
    assert all(isinstance(text, str) and text for text in found)


def test_lines_break_between_japanese_letters_but_not_before_a_full_stop() -> None:
    assert help_pages.wrapped("報告を取り込みます。banzuke inbox でも同じです。", 20) == [
        "報告を取り込みます。",
        "banzuke inbox でも同",
        "じです。",
    ]
    assert help_pages.wrapped("報告を取り込みます。", 18) == ["報告を取り込みます。"]
