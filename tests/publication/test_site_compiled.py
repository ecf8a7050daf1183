"""Compiled templates: the pages are those that Jinja makes, and a file is taken only as it was made."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment, StrictUndefined, UndefinedError

from publication.site import compiled
from publication.site.compiled import Kept, stating

KNOWN = {"lang": "en", "root": "../"}
TEXT = (
    '{{ w.one }} {{ w["one"] }} {{ w[key] }} {{ w.some.format(n=n) }} {{ root }}{{ lang }}/{{ n }}'
    "{% for lang in ('ja',) %}{% endfor %}"
    "{% include 'part.html' %}{% macro m(w, root) %}{{ root }}{{ w.one }}{% endmacro %}{{ m(w, root) }}"
)
WORDS = {"one": "<one> & 一", "some": "{n} <some>"}
FACTS = {"w": WORDS, "key": "one", "n": 3, **KNOWN}


def environment() -> Environment:
    held = {"page.html": TEXT, "part.html": "{{ w.one }}{{ n }}"}
    return Environment(loader=DictLoader(held), autoescape=True)


def test_what_is_known_stands_in_the_code_and_the_page_is_the_same() -> None:
    plain, made = environment(), stating(environment(), KNOWN, WORDS)
    said = made.get_template("page.html").render(**FACTS | {"lang": "never", "root": "asked"})
    assert said == plain.get_template("page.html").render(**FACTS)


class Held:
    """A value with something that belongs to it."""

    name, text, empty = "<name>", "of a value", ""

    def called(self, *given: object, **named: object) -> str:
        return f"{given} {named}"


def test_what_belongs_to_a_value_and_what_stands_in_a_dict_is_found_as_jinja_finds_it() -> None:
    text = (
        "{{ a.name }}{{ a.empty }}{{ b.name }}{{ b['text'] }}{{ b.items() | length }}"
        "{{ a.called(1, x=b.name) }}"
        "{{ '{n}'.format(n=a.text) }}{% for one in both %}{{ one.name }}{{ one.text }};{% endfor %}{{ c[0] }}"
        "{% macro m(x) %}{{ x.name }}, {{ x.text }}{% endmacro %}{{ m(a) }}{{ m(b) }}"
        "{% set s %}{{ a.name }} and {{ b.name }}{% endset %}{{ s }}{{ none }}{{ 3 }} {{ a.name ~ b.text }}"
    )
    facts = {"a": Held(), "b": {"name": "<of a dict>", "text": "&"}, "c": [("x",)]}
    facts["both"] = [facts["a"], facts["b"]]
    plain = Environment(loader=DictLoader({"page.html": text}), autoescape=True, undefined=StrictUndefined)
    made = stating(plain, KNOWN, WORDS)
    assert made.get_template("page.html").render(facts) == plain.get_template("page.html").render(facts)


@pytest.mark.parametrize("text", ["{{ a.gone }}", "{{ b.gone }}", "{{ b['gone'] }}", "{{ gone.name }}"])
def test_what_is_missing_is_noticed(text: str) -> None:
    plain = Environment(loader=DictLoader({"page.html": text}), autoescape=True, undefined=StrictUndefined)
    template = stating(plain, KNOWN, WORDS).get_template("page.html")
    with pytest.raises((UndefinedError, AttributeError, KeyError)):
        template.render(a=Held(), b={})


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of templates, in which compiled ones may be kept."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (tmp_path / "page.html").write_text("one")
    return tmp_path


def page(folder: Path, monkeypatch: pytest.MonkeyPatch, under: str = "") -> tuple[str, bool]:
    """What a template says, and whether it had to be compiled."""
    from jinja2 import FileSystemLoader

    made = Environment(loader=FileSystemLoader(folder), autoescape=True, bytecode_cache=Kept("-en", under))
    seen: list[str] = []
    compiling = Environment.compile

    def noted(self: Environment, *given: object) -> object:
        seen.append(str(given[1]))
        return compiling(self, *given)  # type: ignore[call-overload]

    with monkeypatch.context() as patch:
        patch.setattr(Environment, "compile", noted)
        return made.get_template("page.html").render(), bool(seen)


def test_it_is_compiled_once_and_again_for_another_text_program_or_word(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert page(kept, monkeypatch) == ("one", True)
    assert page(kept, monkeypatch) == ("one", False)
    assert page(kept, monkeypatch, "other words") == ("one", True)
    (kept / "page.html").write_text("two")
    assert page(kept, monkeypatch) == ("two", True)
    assert page(kept, monkeypatch) == ("two", False)
    monkeypatch.setattr(compiled, "program_signature", lambda: "another program")
    assert page(kept, monkeypatch) == ("two", True)


def test_what_was_changed_or_cut_off_where_it_is_kept_is_not_taken(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page(kept, monkeypatch)
    (file,) = (kept / "__pycache__").iterdir()
    whole = file.read_bytes()
    for wrong in (b"", whole[:20], whole[:-1], whole[:-1] + bytes([whole[-1] ^ 1]), whole[:32]):
        file.write_bytes(wrong)
        assert page(kept, monkeypatch) == ("one", True)
        assert file.read_bytes() == whole


def test_where_nothing_may_be_kept_it_is_compiled_each_time(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (kept / "__pycache__").write_text("a file in its place")
    assert page(kept, monkeypatch) == page(kept, monkeypatch) == ("one", True)
    (kept / "__pycache__").unlink()
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert page(kept, monkeypatch) == page(kept, monkeypatch) == ("one", True)
    assert not (kept / "__pycache__").exists()
