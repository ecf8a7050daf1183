"""Announcements of lists: what they say, in which words, and what of them the officer can change."""

from __future__ import annotations

import pytest

from tests.importer.invented import ALWAYS
from tests.office.test_queensland import ANNA, BEN, CARL, event, rated
from tests.office.test_queensland import NAMES as JUNIORS
from tests.publication.test_site import november
from tests.publication.test_site_again import Office
from tests.queensland import opening, register
from tests.workplace import HATA, MORI, Workplace, small_federation


def test_a_list_is_announced_with_its_counts_and_gains(work: Workplace) -> None:
    november(work)
    work.done("site", work.folder.parent / "public", "--address", "https://example.org/r/")
    said = work.done("announce", "--lang", "en").out
    # By hand in tests/office/test_lists.py; two others lose.
    assert "Standard: 4 players, 4 of them active; 4 rated games" in said
    assert "Greatest gains: Ono Aki +12 (1412), Mori Sora +8 (1708)\n" in said
    assert "- Invented Open" in said
    assert "https://example.org/r/en/lists/2026-11-01/index.html" in said


@pytest.mark.parametrize("use", ["news", "mail"])
@pytest.mark.parametrize(
    ("lang", "word"), [("ja", "レーティングリスト"), ("en", "ating list of 1 November 2026")]
)
def test_there_is_a_text_for_each_use_in_each_language(
    work: Workplace, lang: str, word: str, use: str
) -> None:
    november(work)
    said = work.done("announce", "--lang", lang, "--for", use).out
    assert word in said
    assert ("件名" in said or "Subject" in said) == (use == "mail")
    assert "\n\n\n" not in said


@pytest.mark.parametrize("use", ["news", "mail"])
def test_a_list_that_was_taken_over_is_announced_as_one_and_nothing_is_said_of_games(
    work: Workplace, use: str
) -> None:
    small_federation(work)
    said = work.done("announce", "--lang", "en", "--for", use).out
    assert "continue from the rating list of 1 October 2026, taken over as it stood.\n" in said
    assert "\nStandard: 4 players.\n" in said
    assert not any(word in said for word in ("has published", "active", "game", "changed"))
    said = work.done("announce", "--lang", "ja", "--for", use).out
    assert "2026年10月1日付レーティングリストをそのまま引き継いで" in said
    assert "\nスタンダード：掲載4名\n" in said
    assert not any(word in said for word in ("発表しました", "活動中", "算入", "変動"))


def test_the_feed_says_that_a_list_was_taken_over(work: Workplace) -> None:
    small_federation(work)
    public = work.folder.parent / "public"
    work.done("site", public)
    told = {lang: (public / "feeds" / f"lists-{lang}.xml").read_text("utf-8") for lang in ("en", "ja")}
    assert "Standard: 4 rated, taken over from before this office." in told["en"]
    assert "スタンダード：掲載4名（運用開始時に引き継いだリスト）。" in told["ja"]


def test_a_correction_is_announced_with_what_is_other(work: Workplace) -> None:
    office = Office(work, 0)
    work.register({"ID": MORI, "Name": "Mori Sora", "Kanji": "森 空"})
    office.new_list()
    office.taken_up()
    office.correction()
    assert f"・森 空（{MORI}）スタンダード：1705 → 1685" in work.done("announce", "--lang", "ja").out
    said = work.done("announce", "--lang", "en").out
    assert said.startswith("Corrected rating list of 1 November 2026 (version 2)")
    assert f"- Mori Sora ({MORI}), Standard: 1705 → 1685" in said
    assert f"- Hata Rin ({HATA}), Standard: 1495 → 1515" in said
    assert "Greatest gains" not in said
    work.done(
        "members",
        "import",
        work.file(f"ID,Name,Memberships,Withheld\n{MORI},Mori Sora,{ALWAYS},yes\n", "withheld.csv"),
    )
    for lang in ("ja", "en"):
        assert "Mori" not in work.done("announce", "--lang", lang).out


def test_who_was_new_on_the_first_version_is_not_new_again_on_the_corrected_one(work: Workplace) -> None:
    office = Office(work, 0)
    new = {"ID": "N90000009", "Name": "Kita Yu", "Memberships": ALWAYS}
    work.register({**new, "Joined": "2026-10-02", "FIDE ST": 1500, "FIDE Source": "FIDE list 2026-10"})
    office.new_list()
    assert "New on the list (1): Kita Yu 1500" in work.done("announce").out
    office.taken_up()
    office.correction()
    for use in ("news", "mail"):
        for lang in ("en", "ja"):
            said = work.done("announce", "--lang", lang, "--for", use).out
            assert "Mori Sora" in said and "Kita Yu" not in said
            assert "changed." not in said and "変動" not in said  # since the list before


def test_a_correction_is_announced_without_ratings_that_the_list_does_not_show(queensland: Workplace) -> None:
    """Below 500 a rating is kept and not shown. Ben scored one of two either way."""
    work = queensland
    register(work, *({"ID": i, "Name": JUNIORS[i]} for i in (ANNA, BEN, CARL)))
    held = {ANNA: 1000, BEN: 900, CARL: 400}
    opening(
        work, ({"ID": i, "Name": JUNIORS[i], "QJ": r, "Last-Game": "2026-08-01"} for i, r in held.items())
    )
    rated(work, event((ANNA, BEN, "1-0"), (BEN, CARL, "1-0")))
    work.store(event((ANNA, BEN, "0-1"), (BEN, CARL, "0-1")))
    work.done("correction", "open", "1400001", "--reported", "2026-11-02", "--reason", "turned round")
    work.done("correction", "publish", "--reason", "turned round")
    changes = [line for line in work.done("announce").out.splitlines() if line.startswith("- ")]
    assert [line.split(",")[0] for line in changes] == [f"- Able Anna ({ANNA})"]


def test_the_officers_own_words_are_used(work: Workplace) -> None:
    november(work)
    said = work.done("announce", "--template")
    assert len(said.out.splitlines()) == 4
    file = work.folder / "templates" / "news-en.txt"
    assert "{{ office }}" in file.read_text("utf-8")
    file.write_text("New: {{ list_date }}, {{ ratings[0].players }}", encoding="utf-8")
    work.done("announce", "--template")
    assert work.done("announce", "--lang", "en").out == "New: 2026-11-01, 4\n"


@pytest.mark.parametrize(
    "text", ["{{ nothing }}", "{% for", "{{ ratings.__class__.__mro__ }}", "{{ 1 / 0 }}"]
)
def test_a_text_that_cannot_be_followed_is_refused_by_name(work: Workplace, text: str) -> None:
    november(work)
    work.done("announce", "--template")
    (work.folder / "templates" / "news-ja.txt").write_text(text, encoding="utf-8")
    problem = work.run("announce", "--lang", "ja").problem()
    assert (problem["code"], problem["place"]) == ("announcement-broken", "templates/news-ja.txt")


def test_a_list_that_is_not_published_is_not_announced(work: Workplace) -> None:
    found = work.run("announce").problem()
    assert (found["code"], found["do"]) == ("no-such-list", "see: banzuke lists")
    work.done("lists")
    small_federation(work)
    assert work.run("announce", "--list", "2026-11-01").problem()["code"] == "no-such-list"
    assert "2026年10月1日付" in work.done("announce", "--list", "2026-10-01", "--lang", "ja").out


def test_without_a_language_it_is_that_of_the_office(work: Workplace) -> None:
    small_federation(work)
    assert "ating list of 1 October 2026" in work.done("announce").out
    assert "2026年10月1日付" in work.done("--lang", "ja", "announce").out
    work.done("language", "ja")
    assert "2026年10月1日付" in work.done("announce").out
    assert "ating list of 1 October 2026" in work.done("announce", "--lang", "en").out
