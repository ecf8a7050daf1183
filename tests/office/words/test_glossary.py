"""One word for each thing: the catalogues keep to docs/glossary.md; Japanese sentences to Japanese signs."""

from __future__ import annotations

import re
from pathlib import Path

from importer.form import layout
from office.words import po

GLOSSARY = Path(__file__).resolve().parents[3] / "docs" / "glossary.md"
JAPANESE = r"[ぁ-ゟ゠-ヿ一-鿿]"


def not_used() -> dict[str, str]:
    """Each word that is not used, with the one used instead."""
    rows = [
        line.strip("|").split("|") for line in GLOSSARY.read_text("utf-8").splitlines() if line[:2] == "| "
    ]
    entries = [[cell.strip() for cell in row] for row in rows if len(row) == 5]
    found = {}
    for _thing, english, japanese, _article, words in entries:
        for word in filter(None, words.split(", ")) if words != "not used" else ():
            found[word] = english if word.isascii() else japanese
    return found


def said(language: str) -> list[str]:
    """Every text of a language as people read it."""
    texts = []
    for message in po.messages(po.read(po.path(language), language)):
        texts += [form for form in po.forms(message) if form] or (
            po.english(message) if language == "en" else []
        )
    return texts


def test_the_glossary_is_read_whole() -> None:
    words = not_used()
    assert len(words) > 40
    assert words["国籍"] == "所属連盟"
    assert words["frozen reading"] == "stored reading"


def test_no_other_word_is_used_for_a_thing() -> None:
    for language in ("en", "ja"):
        words = [word for word in not_used() if word.isascii() == (language == "en")]
        found = [(word, text) for text in said(language) for word in words if word in text]
        assert found == []


def test_the_report_form_uses_no_other_word() -> None:
    fields = (*layout.EVENT_FIELDS, *layout.PLAYER_FIELDS, *layout.GAME_FIELDS, layout.VERSION_FIELD)
    shown = [text for field in fields for text in (field.heading, field.note)]
    assert [(word, text) for text in shown for word in not_used() if word in text] == []


def test_japanese_sentences_have_japanese_signs() -> None:
    """No comma, semicolon or full stop of English beside Japanese letters; figures in half width."""
    wrong = re.compile(rf"{JAPANESE} ?[,;](?!\d)|[,;] ?{JAPANESE}|{JAPANESE}\.(?!\w)|[０-９Ａ-Ｚａ-ｚ]")
    assert [text for text in said("ja") if wrong.search(text)] == []


def test_polite_and_plain_style_are_not_mixed() -> None:
    """Sentences end in です or ます; notes without a verb end as they are."""
    plain = re.compile(r"(である|(?<!ま)(?<!で)した|される|する|いる|ない)。")
    assert [text for text in said("ja") if plain.search(text)] == []
