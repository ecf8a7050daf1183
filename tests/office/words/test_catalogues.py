"""The catalogues hold what the sources say, whole and fit to be said; a damaged one is named, never built."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from office.errors import OfficeError
from office.words import LANGUAGES, po, sources
from office.words.__main__ import main

ROOT = Path(__file__).resolve().parents[3]
HANDBOOK = {"en": ROOT / "docs", "ja": ROOT / "docs" / "ja"}


def test_the_catalogues_are_as_make_words_writes_them() -> None:
    said = sources.template()
    for language in LANGUAGES:
        catalog = po.read(po.path(language), language)
        stands = po.path(language).read_text("utf-8")
        assert po.text(po.updated(catalog, said, language), language) == stands, "run make words"


def test_nothing_stands_without_japanese() -> None:
    assert po.untranslated(po.read(po.path("ja"), "ja")) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_and_plural_forms_fit(language: str) -> None:
    assert list(po.unfit(po.read(po.path(language), language), language)) == []


HEADING = {"en": r"“([^”]+)”( of the handbook)", "ja": r"(ハンドブック|docs/[\w/-]+\.md)の「([^」]+)」"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_and_headings_of_the_handbook_that_are_named_are_there(language: str) -> None:
    """Whoever is sent to the handbook finds it: in Japanese a heading of a Japanese page, unless an English
    one is named."""
    named = set()
    for message in po.messages(po.read(po.path("ja"), "ja")):
        for text in po.forms(message) if language == "ja" else po.english(message):
            for name in re.findall(r"docs/[\w/-]+\.md", text):
                assert (ROOT / name).is_file(), text
                named.add(name)
            for found in re.findall(HEADING[language], text):
                where, heading = found if language == "ja" else reversed(found)
                pages = [ROOT / where] if where.endswith(".md") else list(HANDBOOK[language].glob("*.md"))
                headings = "\n".join(page.read_text("utf-8") for page in pages)
                assert re.search(f"^#+ {re.escape(heading)}$", headings, re.MULTILINE), text
                named.add(heading)
    assert {"en": "Who gets which field", "ja": "公開される項目"}[language] in named
    assert {"en": "docs/organizers.md", "ja": "docs/ja/organizers.md"}[language] in named


def written(folder: Path, body: str, language: str = "ja") -> Path:
    file = folder / "banzuke.po"
    file.write_text(po.HEADER.format(language=language, plural_forms="nplurals=1; plural=0;") + body, "utf-8")
    return file


@pytest.mark.parametrize(
    "body",
    [
        'msgid "A\nmsgstr "B"\n',
        'msgid "A"\nmsgid "B"\n',
        "no catalogue\n",
        'msgid "A"\nmsgstr "B\\',
        'msgstr "B"\n',
    ],
)
def test_a_damaged_catalogue_is_named(tmp_path: Path, body: str) -> None:
    with pytest.raises(OfficeError) as refused:
        po.read(written(tmp_path, body), "ja")
    assert refused.value.problems[0].code == "catalogue-unreadable"


def test_other_bytes_another_language_and_no_file_are_named(tmp_path: Path) -> None:
    file = written(tmp_path, 'msgid "A"\nmsgstr "B"\n', "en")
    for change in (lambda: None, lambda: file.write_bytes(b'msgid "A"\nmsgstr "\x83\x81"\n'), file.unlink):
        change()
        with pytest.raises(OfficeError) as refused:
            po.read(file, "ja")
        assert refused.value.problems[0].code == "catalogue-unreadable"


@pytest.mark.parametrize(
    "body",
    [
        'msgid "Members: {count}"\nmsgstr "会員{kount}名"\n',
        'msgid "Members: {count}"\nmsgstr "会員{count名"\n',
        'msgid "Members: {count}"\nmsgstr "会員"\n',
        'msgid "{n} game"\nmsgid_plural "{n} games"\nmsgstr[0] "{m}局"\n',
        'msgid "Members"\nmsgstr " "\n',
    ],
)
def test_a_translation_that_is_blank_or_has_other_placeholders_is_named(tmp_path: Path, body: str) -> None:
    problems = list(po.unfit(po.read(written(tmp_path, body), "ja"), "ja"))
    assert [p.code for p in problems] == ["translation-unfit"]


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Sources of both languages that compile, English with a text left as it is; the folder of Japanese."""
    monkeypatch.setattr(po, "LOCALE", tmp_path)
    for language, body in (("en", 'msgid "A"\nmsgstr ""\n'), ("ja", 'msgid "A"\nmsgstr "ア"\n')):
        po.path(language).parent.mkdir(parents=True)
        written(po.path(language).parent, body, language)
    po.compile_all()
    return po.path("ja").parent


@pytest.mark.parametrize(
    "body",
    [
        'msgid "A"\nmsgstr ""\n',
        '#, fuzzy\nmsgid "A"\nmsgstr "ア"\n',
        'msgid "A"\nmsgstr " "\n',
        'msgid "{n} game"\nmsgid_plural "{n} games"\nmsgstr[0] ""\n',
    ],
)
def test_what_is_not_translated_is_refused_before_anything_is_compiled(
    house: Path, body: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (house / "banzuke.mo").read_bytes()
    written(house, body)
    monkeypatch.setattr(sys, "argv", ["office.words", "compile"])
    assert main() == 1
    said = capsys.readouterr().err
    assert said.startswith(f"translation-unfit: {house / 'banzuke.po'}: ") and "translate the text" in said
    assert (house / "banzuke.mo").read_bytes() == before


def test_a_folder_of_no_language_of_ours_is_named(house: Path) -> None:
    (folder := house.parent.with_name("fr")).mkdir()
    with pytest.raises(OfficeError) as refused:
        po.compile_all()
    (problem,) = refused.value.problems
    assert (problem.code, problem.place) == ("catalogue-unreadable", str(folder))
    assert (problem.expected, problem.found) == ("one of en, ja", "fr")
    assert "remove the folder" in problem.remedy


def test_of_a_language_that_is_only_begun_a_hundred_texts_are_named_and_how_to_see_the_rest(
    house: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    written(house, "".join(f'msgid "A{n}"\nmsgstr ""\n\n' for n in range(130)))
    monkeypatch.setattr(sys, "argv", ["office.words", "compile"])
    assert main() == 1
    *named, last = capsys.readouterr().err.splitlines()
    assert len([line for line in named if line.startswith("translation-unfit")]) == 100
    assert last == "and 30 more; what is not translated: python -m office.words open --lang LANGUAGE"


def test_of_translations_that_are_refused_none_is_said_to_be_taken(
    house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (house / "banzuke.po").read_bytes()
    for text, code, told in (("{a}", 1, ""), ("イ", 0, "a.tsv: 1 changed\n")):
        (tmp_path / "a.tsv").write_text(f"\tA\t{text}\n", "utf-8")
        monkeypatch.setattr(sys, "argv", ["office.words", "import", "--lang", "ja", str(tmp_path / "a.tsv")])
        assert (main(), capsys.readouterr().out) == (code, told)
        assert ((house / "banzuke.po").read_bytes() == before) == bool(code)


def test_the_english_catalogue_holds_only_what_it_says_otherwise_than_the_sources(
    house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "template", lambda: of(A="", B=""))
    (tmp_path / "a.tsv").write_text("\tB\tBetter\n", "utf-8")
    monkeypatch.setattr(sys, "argv", ["office.words", "import", "--lang", "en", str(tmp_path / "a.tsv")])
    assert main() == 0
    held = po.messages(po.read(po.path("en"), "en"))
    assert [(m.id, m.string) for m in held] == [("B", "Better")]


def test_sources_are_read_in_python_and_templates(tmp_path: Path) -> None:
    for wing in sources.WINGS:
        (tmp_path / wing).mkdir()
    (tmp_path / "cli" / "a.py").write_text(
        'from office.words import _\n_("One" " text {x}", x=f())\n'
        'n_("{n} game", "{n} games", k)\nN_("Later")\n'
        'p_("badge", "Open")\n_(variable)\nother("No")\n',
        "utf-8",
    )
    (tmp_path / "web" / "a.html").write_text(
        '{% if a %}{{ _("In a page, {name}", name=n) }}{% endif %}{{ n_("a day", "{n} days", d) }}'
        '{{ p_("badge", "Open") }}',
        "utf-8",
    )
    found = {
        po.key(m): (po.english(m), [f for f, _ in m.locations])
        for m in po.messages(sources.template(tmp_path))
    }
    assert found == {
        ("", "One text {x}"): (("One text {x}",), ["cli/a.py"]),
        ("", "{n} game"): (("{n} game", "{n} games"), ["cli/a.py"]),
        ("", "Later"): (("Later",), ["cli/a.py"]),
        ("badge", "Open"): (("Open",), ["cli/a.py", "web/a.html"]),
        ("", "In a page, {name}"): (("In a page, {name}",), ["web/a.html"]),
        ("", "a day"): (("a day", "{n} days"), ["web/a.html"]),
    }


def of(**texts: str) -> Catalog:
    catalog = Catalog(locale="ja")
    for text, translation in texts.items():
        catalog.add(text, translation)
    return catalog


def test_a_translation_survives_that_its_text_goes_and_comes_back() -> None:
    gone = po.updated(of(A="ア", B="イ", C=""), of(A="", D=""), "ja")
    assert {m.id: m.string for m in po.messages(gone)} == {"A": "ア", "D": None}
    assert [m.id for m in gone.obsolete.values()] == ["B"]
    back = po.updated(gone, of(A="", B=""), "ja")
    assert {m.id: m.string for m in po.messages(back)} == {"A": "ア", "B": "イ"}
    assert not back.obsolete


def test_a_translation_follows_when_a_place_is_renamed() -> None:
    old = of(**{"{rows} of {n} rows": "{n}行中{rows}行", "{a} kept": "{a}を保存"})
    new = po.updated(old, of(**{"{lines} of {total} rows": "", "{a} kept": "", "{a} lost": ""}), "ja")
    assert {m.id: m.string for m in po.messages(new)} == {
        "{lines} of {total} rows": "{total}行中{lines}行",
        "{a} kept": "{a}を保存",
        "{a} lost": None,
    }
    assert not new.obsolete


def test_translations_are_taken_from_three_kinds_of_files(tmp_path: Path) -> None:
    catalog = Catalog(locale="ja")
    catalog.add("A\nB")
    catalog.add("Open", context="badge")
    catalog.add(("{n} game", "{n} games"))
    tsv = tmp_path / "a.tsv"
    tsv.write_text("\tA\\nB\tア\\nイ\n", "utf-8")
    json_file = tmp_path / "a.json"
    json_file.write_text(json.dumps([{"msgctxt": "badge", "msgid": "Open", "msgstr": "公開"}]), "utf-8")
    one = written(tmp_path, 'msgid "{n} game"\nmsgid_plural "{n} games"\nmsgstr[0] "{n}局"\n')
    for file in (tsv, json_file, one):
        assert po.take(catalog, po.entries(file, "ja"), file.name) == 1
    assert [m.string for m in po.messages(catalog)] == ["ア\nイ", ("{n}局",), "公開"]
    assert po.take(catalog, po.entries(one, "ja"), one.name) == 0


def test_a_translation_of_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OfficeError) as refused:
        po.take(of(A=""), [{"msgid": "A", "msgstr": "ア"}, {"msgid": "Z", "msgstr": "ん"}], "a.json")
    (problem,) = refused.value.problems
    assert (problem.code, problem.place) == ("translation-of-nothing", "a.json, entry 2")
