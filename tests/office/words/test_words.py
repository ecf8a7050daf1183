"""What is said in each language, and that nothing missing or damaged is ever an error or an empty label."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

import office.words
from office.words import _, formats, language, n_, p_, po, speaking


@pytest.fixture
def locale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A small catalogue of each language, compiled."""
    monkeypatch.setattr(office.words, "LOCALE", tmp_path)
    office.words.catalogue.cache_clear()
    for name in ("en", "ja"):
        catalog = Catalog(locale=name)
        if name == "ja":
            catalog.add("Members: {count}", "会員{count}名")
            catalog.add(("{n} game", "{n} games"), ("{n}局",))
            catalog.add("Open", "公開", context="badge")
            catalog.add("Needs {more}", "{other}が必要です")
            catalog.add("Not yet", "")
        catalog.add("is reckoned", "is worked out" if name == "en" else "")
        file = tmp_path / name / "LC_MESSAGES" / "banzuke.mo"
        file.parent.mkdir(parents=True)
        po.compiled(catalog, file)
    yield tmp_path
    office.words.catalogue.cache_clear()


@pytest.mark.usefixtures("locale")
def test_a_text_is_said_in_the_language_spoken() -> None:
    assert _("Members: {count}", count=3) == "Members: 3"
    with speaking("ja"):
        assert _("Members: {count}", count=3) == "会員3名"
        assert [n_("{n} game", "{n} games", n) for n in (0, 1, 2)] == ["0局", "1局", "2局"]
        assert (p_("badge", "Open"), _("Open")) == ("公開", "Open")
        with speaking("en"):
            assert [n_("{n} game", "{n} games", n) for n in (0, 1, 2)] == ["0 games", "1 game", "2 games"]
        assert language() == "ja"
    assert language() == "en"


@pytest.mark.usefixtures("locale")
def test_the_english_catalogue_may_word_a_text_anew() -> None:
    assert _("is reckoned") == "is worked out"
    with speaking("ja"):
        assert _("is reckoned") == "is worked out"


@pytest.mark.usefixtures("locale")
def test_what_is_missing_or_does_not_fit_is_said_in_english() -> None:
    with speaking("ja"):
        assert _("Needs {more}", more="time") == "Needs time"
        assert _("Not yet") == "Not yet"
        assert _("Nobody wrote this: {x}", x=1) == "Nobody wrote this: 1"
        assert _("") == ""


@pytest.mark.parametrize("bytes_", [b"", b"\xde\x12\x04\x95" + b"\xff" * 40, b"no catalogue", None])
def test_a_damaged_or_missing_catalogue_speaks_english(locale: Path, bytes_: bytes | None) -> None:
    file = locale / "ja" / "LC_MESSAGES" / "banzuke.mo"
    if bytes_ is None:
        file.unlink()
    else:
        file.write_bytes(bytes_)
    with speaking("ja"):
        assert _("Members: {count}", count=3) == "Members: 3"
        assert n_("{n} game", "{n} games", 2) == "2 games"


def test_every_cut_of_a_catalogue_speaks_something(locale: Path) -> None:
    file = locale / "ja" / "LC_MESSAGES" / "banzuke.mo"
    whole = file.read_bytes()
    for length in range(len(whole)):
        file.write_bytes(whole[:length])
        office.words.catalogue.cache_clear()
        with speaking("ja"):
            assert _("Members: {count}", count=3) in ("Members: 3", "会員3名")


def test_no_damaged_byte_of_a_catalogue_leaves_a_text_blank(locale: Path) -> None:
    file = locale / "ja" / "LC_MESSAGES" / "banzuke.mo"
    whole = file.read_bytes()
    english = 0
    for at in range(len(whole)):
        file.write_bytes(whole[:at] + b"\0" + whole[at + 1 :])
        office.words.catalogue.cache_clear()
        with speaking("ja"):
            said = [_("Members: {count}", count=3), p_("badge", "Open"), n_("{n} game", "{n} games", 2)]
        assert all(text.strip() for text in said), at
        english += "Open" in said
    assert english


def test_what_is_translated_as_blank_is_said_in_english(locale: Path) -> None:
    catalog = Catalog(locale="ja")
    catalog.add("Not yet", " ")
    catalog.add("is reckoned", "\u3000")
    catalog.add("Open", "\n", context="badge")
    catalog.add(("{n} game", "{n} games"), (" ",))
    po.compiled(catalog, locale / "ja" / "LC_MESSAGES" / "banzuke.mo")
    with speaking("ja"):
        assert [_("Not yet"), _("is reckoned"), p_("badge", "Open")] == ["Not yet", "is worked out", "Open"]
        assert n_("{n} game", "{n} games", 2) == "2 games"


@pytest.mark.parametrize(
    ("name", "spoken"),
    [("ja", "ja"), ("ja_JP.UTF-8", "ja"), ("EN", "en"), ("xx", "en"), ("", "en"), (None, "en")],
)
def test_languages_by_their_names(name: str | None, spoken: str) -> None:
    with speaking(name):
        assert language() == spoken


def test_dates_numbers_and_lists_as_each_language_writes_them() -> None:
    first, at = date(2026, 11, 1), datetime(2026, 11, 1, 9, 5, tzinfo=UTC)

    def said() -> list[str]:
        return [
            formats.day(first),
            formats.short_day(first),
            formats.month(first),
            formats.moment(at),
            formats.number(1234567),
            formats.listed(["A", "B", "C"]),
            formats.listed(["A", "B"], "or"),
        ]

    english = ["1 November 2026", "1 Nov 2026", "November 2026", "1 November 2026, 09:05", "1,234,567"]
    assert said() == [*english, "A, B and C", "A or B"]
    with speaking("ja"):
        japanese = ["2026年11月1日", "2026/11/01", "2026年11月", "2026年11月1日 9:05", "1,234,567"]
        assert said() == [*japanese, "A、B、C", "AまたはB"]
