"""One word for each thing: the catalogues keep to docs/glossary.md; Japanese sentences to Japanese signs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from importer.form import layout
from office.words import po

ROOT = Path(__file__).resolve().parents[3]
GLOSSARY = ROOT / "docs" / "glossary.md"
JAPANESE = r"[ぁ-ゟ゠-ヿ一-鿿]"
TEMPLATES = ("office/mail/reply.txt", "office/notices/texts/*.txt", "publication/announce/*.txt")
"""Mails and announcements: texts outside the catalogues."""
NO_WORDS = re.compile(r"```.*?```|`[^`]*`|\]\([^)]*\)|{%.*?%}|{{.*?}}", re.DOTALL)
"""In pages and templates: code, addresses, what is filled in."""
NAMES = re.compile(r"banzuke[ -]rul\w+|rating/rulings\.py|^rulings$|{\w+}")
"""In texts: commands, files and keys of files, what is filled in."""
ABOUT_CODE = ("glossary.md", "architecture.md", "interpretations.md")
"""Pages that name what stands in the code, or are made from its data."""


def not_used() -> dict[str, tuple[str, re.Pattern[str]]]:
    """Each word that is not used, with the one used instead and what finds it. `X alone`: without the rest
    of the word that is used."""
    rows = [
        line.strip("|").split("|") for line in GLOSSARY.read_text("utf-8").splitlines() if line[:2] == "| "
    ]
    entries = [[cell.strip() for cell in row] for row in rows if len(row) == 5]
    found = {}
    for _thing, english, japanese, _article, words in entries:
        for entry in filter(None, words.split(", ")) if words != "not used" else ():
            word = entry.removesuffix(" alone")
            before, _, after = japanese.partition(word) if word != entry else ("", "", "")
            sought = (f"(?<!{before})" if before else "") + word + (f"(?!{after})" if after else "")
            found[word] = (english if word.isascii() else japanese, re.compile(sought, re.IGNORECASE))
    return found


def said(language: str) -> list[str]:
    """Every text of a language as people read it."""
    held = {
        po.key(message): po.forms(message) for message in po.messages(po.read(po.path(language), language))
    }
    every = po.messages(po.read(po.path("ja"), "ja"))
    return [form for message in every for form in held.get(po.key(message), po.english(message))]


def others(texts: Iterable[str], language: str) -> list[tuple[str, str]]:
    """The words of a language in texts that are not used, each with its text."""
    sought = {
        word: pattern for word, (_, pattern) in not_used().items() if word.isascii() == (language == "en")
    }
    found = [(NAMES.sub("", text), text) for text in texts]
    return [
        (word, text) for bare, text in found for word, sought_for in sought.items() if sought_for.search(bare)
    ]


def written(*files: str) -> list[str]:
    """The lines of pages and templates, without what is no word of theirs."""
    found = sorted(path for file in files for path in ROOT.glob(file) if path.name not in ABOUT_CODE)
    assert len(found) >= len(files)
    return [line for path in found for line in NO_WORDS.sub("", path.read_text("utf-8")).splitlines()]


def test_the_glossary_is_read_whole() -> None:
    words = not_used()
    assert len(words) > 60
    assert words["国籍"][0] == "所属連盟"
    assert words["frozen reading"][0] == "stored reading"


def test_a_word_that_is_not_used_alone_is_used_as_a_part_of_another() -> None:
    assert others(["最高レーティング、通算対局数、会員名簿"], "ja") == []
    assert [word for word, _ in others(["最高、通算対局、名簿"], "ja")] == ["名簿", "通算対局", "最高"]


def test_no_other_word_is_used_for_a_thing() -> None:
    assert others(said("en"), "en") == []
    assert others(said("ja"), "ja") == []


def test_no_other_word_stands_in_mails_announcements_and_the_handbook() -> None:
    assert others(written(*TEMPLATES, "docs/*.md"), "en") == []
    assert others(written(*TEMPLATES, "docs/ja/*.md"), "ja") == []


def test_the_report_form_uses_no_other_word() -> None:
    fields = (*layout.EVENT_FIELDS, *layout.PLAYER_FIELDS, *layout.GAME_FIELDS, layout.VERSION_FIELD)
    shown = [text for field in fields for text in (field.heading, field.note)]
    found = others(shown, "en") + others(shown, "ja")
    assert found == [("guest", "{id_form}; empty for guests 非会員は空欄"), ("種別", "Type 種別")], (
        "the forms that organizers have say this"
    )


def test_japanese_sentences_have_japanese_signs() -> None:
    """No comma, semicolon or full stop of English beside Japanese letters, and no wide semicolon, which
    Japanese does not use; figures in half width."""
    wrong = re.compile(rf"{JAPANESE} ?[,;](?!\d)|[,;] ?{JAPANESE}|{JAPANESE}\.(?!\w)|[０-９Ａ-Ｚａ-ｚ；]")
    assert [text for text in said("ja") if wrong.search(text)] == []


def test_japanese_counts_and_units_are_written_in_one_way() -> None:
    """一つ, and figures before every other counter; no blank before % and MB (docs/words.md)."""
    kanji = "[一二三四五六七八九](件|局|名|枚|桁|か月)"
    wrong = re.compile(rf"(?<![\d.])[1-9]つ|{kanji}|％|[\d}}] (%|MB)|だれか?[がをにの]")
    found = [text for text in [*said("ja"), *written(*TEMPLATES, "docs/ja/*.md")] if wrong.search(text)]
    assert found == []


PLAIN = r"(?:[くぐぬぶむる]|(?<!しょ)う|(?<!ず)つ|(?<![まで])す|(?<!まし)(?<!でし)た|だ|(?<!くださ)(?<!扱)い)"
"""How a verb or an adjective ends that is neither です nor ます."""
POLITE = re.compile(r"(ます|です|ません|ました|でした|ください)[。（）|\s]")


def test_polite_and_plain_style_are_not_mixed() -> None:
    """Sentences end in です or ます; notes without a verb end as they are."""
    sentence = re.compile(PLAIN + r"(（[^（）]*）)?。")
    assert [text for text in said("ja") if sentence.search(text)] == []
    told = [
        text for m in po.messages(po.read(po.path("ja"), "ja")) if m.context == "help" for text in po.forms(m)
    ]
    help_line = re.compile(PLAIN + r"([（：\n]|$)")
    assert [text for text in told if help_line.search(text)] == []


@pytest.mark.parametrize(
    "end", ["続ける（Ctrl+C）", "動かしてもよい", "取り込む", "納められなかった", "作る", "話す", "である"]
)
def test_a_plain_end_is_found(end: str) -> None:
    assert re.search(PLAIN + r"(（[^（）]*）)?。", f"{end}。")
    assert not re.search(
        PLAIN + r"(（[^（）]*）)?。", "します。でした。です。ください。一件ずつ。更新料の扱い。"
    )


def test_the_japanese_handbook_is_polite_and_its_tables_are_brief() -> None:
    lines = written("docs/ja/*.md")
    sentence = re.compile(PLAIN + r"(（[^（）]*）)?。")
    assert [line for line in lines if line[:1] != "|" and sentence.search(line)] == []
    # The list of problems is made from the catalogue: what a problem says stands in whole sentences.
    by_hand = written("docs/ja/[!p]*.md", "docs/ja/privacy.md")
    assert [line for line in by_hand if line[:1] == "|" and POLITE.search(line)] == []
