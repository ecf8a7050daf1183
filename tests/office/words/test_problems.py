"""Problems in the reader's language: templates found again, facts kept, places told part by part."""

from __future__ import annotations

import errno
import json
import os
import re
import shlex
import socket
import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from babel.messages.catalog import Catalog

import office.words
from importer.differences import EVENT_FIELDS
from importer.errors import ImportRefused
from importer.stored import PLAYER_FIELDS
from importer.unpack import unpack
from office.words import po, problems, speaking
from office.words.templates import Templates
from scraper.addresses import LISTS
from scraper.records import Problem
from scraper.unfinished import put
from tests.importer.forms import packed

JAPANESE = {
    "each number once": "番号は1回ずつ",
    "each {thing} once": "{thing}は1回ずつ",
    "{width} cells": "{width}個のセル",
    "{number} again, first in row {row}": "{number}が重複（最初は{row}行目）",
    "{expected}, or {other} carried over": "{expected}、または繰り越した{other}",
    "a rating that is held": "保有レーティング",
    "round {round}": "第{round}ラウンド",
    "table {table}": "表{table}",
    "row {row}": "{row}行目",
    "column {column}": "{column}列",
    "list of {date}": "{date}のリスト",
    "{{braces}} as they stand": "そのままの{{braces}}",
    "{players} players without: {names}{more}": "IDのない選手{players}名：{names}{more}",
    "{names_list} and so on": "{names_list}など",
    "; ": "；",
    ", ": "、",
    "{place} ({file})": "{place}（{file}）",
    "standard": "スタンダード",
}


@pytest.fixture
def japanese(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], str]]:
    """The texts above, and an English wording of one that is stored in another."""
    monkeypatch.setattr(office.words, "LOCALE", tmp_path)
    forget()
    for language, texts in (("ja", JAPANESE), ("en", {"is reckoned by {who}": "is worked out by {who}"})):
        catalog = Catalog(locale=language)
        for english, told in texts.items():
            catalog.add(english, told, context="problem")
        if language == "ja":
            catalog.add(": ", "：", context="punctuation")
            catalog.add("; ", "、", context="people")
        file = tmp_path / language / "LC_MESSAGES" / "banzuke.mo"
        file.parent.mkdir(parents=True)
        po.compiled(catalog, file)
    with speaking("ja"):
        yield problems.said
    forget()


def forget() -> None:
    for cached in (office.words.catalogue, problems._templates, problems._has_words):
        cached.cache_clear()


@pytest.mark.parametrize(
    ("english", "told"),
    [
        ("each number once", "番号は1回ずつ"),
        ("each board once", "boardは1回ずつ"),
        ("7 cells", "7個のセル"),
        ("N90000001 again, first in row 3", "N90000001が重複（最初は3行目）"),
        ("a rating that is held, or 1500 carried over", "保有レーティング、または繰り越した1500"),
        ("3 cells; 4 cells", "3個のセル；4個のセル"),
        ("3 cells\n4 cells", "3個のセル\n4個のセル"),
        (
            "round 3: 3 cells\nround 4: 4 cells; 5 cells",
            "第3ラウンド：3個のセル\n第4ラウンド：4個のセル；5個のセル",
        ),
        ("{braces} as they stand", "そのままの{braces}"),
        (
            "2 players without: Mori Sora, Hata Rin and so on",
            "IDのない選手2名：Mori Sora、Hata Rinなど",
        ),
        ("Mori Sora and so on", "Mori Soraなど"),
        ("4 Mori, Sora, 9 Hata, Rin and so on", "4 Mori, Sora、9 Hata, Rinなど"),
        ("Mori Sora; Hata Rin and so on", "Mori Sora、Hata Rinなど"),
        ("N90000001 Mori Sora; N90000002 Hata Rin", "N90000001 Mori Sora、N90000002 Hata Rin"),
        ("“Rin”: 4 Mori, Rin; 9 Hata, Rin", "“Rin”：4 Mori, Rin、9 Hata, Rin"),
        ("as he wrote it; and so did she", "as he wrote it; and so did she"),
        ("4 Mori, Sora: each number once", "4 Mori, Sora：番号は1回ずつ"),
        ("4 Mori, Sora: as he wrote it", "4 Mori, Sora: as he wrote it"),
        ("“Mori Sora”", "“Mori Sora”"),
        ("standard (Mori Sora)", "スタンダード（Mori Sora）"),
        ("Mori Sora (3 cells; 4 cells)", "Mori Sora（3個のセル；4個のセル）"),
        ("E3: 3 cells", "E3: 3個のセル"),
        ("standard", "スタンダード"),
        ("is reckoned by Mori", "is worked out by Mori"),
        ("nothing that anybody wrote", "nothing that anybody wrote"),
        ("", ""),
        (" ", " "),
    ],
)
def test_a_text_is_told_by_the_template_it_was_made_from(
    japanese: Callable[[str], str], english: str, told: str
) -> None:
    assert japanese(english) == told


@pytest.mark.parametrize(
    ("english", "told"),
    [
        (
            "round 5, table 1, row 12, column Result (r5.html)",
            "第5ラウンド、表1、12行目、Result列（r5.html）",
        ),
        ("Spring Open, Kobe, round 3", "Spring Open, Kobe、第3ラウンド"),
        ("Spring Open, 2026, table 4, 9, 13", "Spring Open, 2026、表4、9、13"),
        (
            "list of 2026-11-01, N90000001 Mori Sora, standard",
            "2026-11-01のリスト、N90000001 Mori Sora、スタンダード",
        ),
        ("register.csv", "register.csv"),
        ("Open (A)", "Open (A)"),
    ],
)
def test_a_place_is_told_part_by_part(japanese: Callable[[str], str], english: str, told: str) -> None:
    assert problems.place(english) == told


def test_the_day_of_a_list_in_a_place_is_shown_as_sentences_have_it(
    japanese: Callable[[str], str],
) -> None:
    named = "list of 2026-11-01, N90000001 Mori Sora, standard"
    assert problems.where(named) == "2026年11月1日のリスト、N90000001 Mori Sora、スタンダード"
    with speaking("en"):
        assert problems.where(named) == "list of 1 November 2026, N90000001 Mori Sora, standard"
        for other in ("lists/2026-11-01.csv", "row 3 (list of 2026-11-01.csv)", "list of 2026-13-40"):
            assert problems.where(other) == other


@pytest.mark.usefixtures("japanese")
def test_a_problem_is_told_and_stays_as_it_was() -> None:
    made = Problem("number-twice", "row 3 (a.html)", "each number once", "7", "ask the organizer")
    told = problems.in_language(made)
    assert (told.code, told.place, told.expected, told.found, told.remedy) == (
        "number-twice",
        "3行目（a.html）",
        "番号は1回ずつ",
        "7",
        "ask the organizer",
    )
    assert made.expected == "each number once"
    with speaking("en"):
        plain = problems.in_language(made)
    assert (plain.place, plain.expected, plain.remedy) == (made.place, made.expected, made.remedy)


def test_what_tells_a_candidate_from_another_is_told_fact_by_fact() -> None:
    with speaking("ja"):
        told = problems.said("N90000001 Mori Sora (has this name, 森 空, born 1991, Koyo Club)")
    assert told == "N90000001 Mori Sora（氏名が同じ、森 空、1991年生まれ、Koyo Club）"


def test_what_a_page_is_that_lists_tournaments_is_told_in_japanese() -> None:
    """As the links of a mail are told that report nothing."""
    with speaking("ja"):
        for what in LISTS.values():
            told = problems.said(f"the host “photos.example.jp”; a {what}")
            assert not re.search("[a-z]", told.replace("photos.example.jp", "")), told


def test_a_player_among_several_is_told_as_one_alone_is() -> None:
    found = "“Mori, Sora”, no ID, FIDE ID 7: no member has this name; of another federation: IRL"
    with speaking("ja"):
        alone, among = problems.said(found), problems.said(f"player 4: {found}\nplayer 5: {found}")
    assert alone == "「Mori, Sora」、IDなし、FIDE ID 7：この氏名の会員がいない。他の連盟：IRL"
    assert among == f"選手4：{alone}\n選手5：{alone}"


def test_a_line_that_is_a_text_of_ours_is_told_whole() -> None:
    candidate = (
        "N90000001 Mori Sora (has this name, born 1991; against: the rating is 2016 and the member's is 1506)"
    )
    found = f"“Mori, Sora”, ID N90000002: the ID N90000002 belongs to another name; could be:\n{candidate}"
    with speaking("ja"):
        first, second = problems.said(found).split("\n")
        assert second == problems.said(candidate)
    assert first == "「Mori, Sora」、ID N90000002：ID N90000002は別の氏名のもの。候補："
    line = "not there: pairings of round {n}: https://chess-results.com/tnr1.aspx?lan=1&art=2&rd={n}"
    with speaking("ja"):
        told = problems.said(f"{line.format(n=1)}\n{line.format(n=2)}").split("\n")[1]
    assert told == "不足：第2ラウンドの組み合わせ：https://chess-results.com/tnr1.aspx?lan=1&art=2&rd=2"


def test_what_speaks_against_a_name_that_is_alike_is_told_whole() -> None:
    found = (
        "N90000001 Mori Sora (the name is alike, 90 of 100, born 1991; against: the federation is JPN and the"
        " member's is ENG)"
    )
    with speaking("ja"):
        told = problems.said(found)
    because = "氏名が似ている（100点中90点）、1991年生まれ、合わない点：所属連盟がJPN、会員はENG"
    assert told == f"N90000001 Mori Sora（{because}）"


def test_several_people_days_or_options_are_joined_in_japanese() -> None:
    with speaking("ja"):
        place, said = problems.place, problems.said
        assert place("E1 Open, players 4 Mori Sora and 7 Hata Rin") == "E1 Open、選手4 Mori Soraと7 Hata Rin"
        commas = "E1 A, B, players 4 Mori, Sora and 7 Hata, Rin and 9 Tani, Ken"  # as a TRF file has them
        assert place(commas) == "E1 A, B、選手4 Mori, Soraと7 Hata, Rinと9 Tani, Ken"
        assert place("players 4, 9") == "選手4、9"
        assert said("2026-10-05 to 2026-10-04") == "2026-10-05から2026-10-04"
        assert said("a.trn; .sco and .ini missing") == "a.trn（.scoと.iniがない）"
        assert said("Knights and Rooks") == "Knights and Rooks"  # as somebody wrote it
        assert said("Back to 2026") == "Back to 2026"
    assert problems.place(commas) == commas


def test_brackets_of_a_name_stay_with_it() -> None:
    with speaking("ja"):
        assert problems.place("with E6 Harbour Open (youth)") == "E6 Harbour Open (youth)と同時"
        assert problems.place("row 3 (a.html)") == "3行目（a.html）"


def test_every_text_of_the_catalogue_is_found_again_and_quickly() -> None:
    """Of three thousand templates, in under a millisecond each."""
    source = po.messages(po.read(po.path("ja"), "ja"))
    texts = [str(m.id) for m in source if m.context == "problem"]
    templates = Templates({text: text for text in texts})
    made = [(text, po.places(text)) for text in texts]
    filled = [(text, text.format(**dict.fromkeys(names or (), "Mori 12"))) for text, names in made]
    start = time.process_time()
    found = [made in templates.exact or templates.find(made, 0) is not None for _, made in filled]
    took = (time.process_time() - start) / len(filled)
    assert all(found)
    assert took < 0.001
    same = [templates.find(made, 0) for text, made in filled if made not in templates.exact]
    told = [hit[0].told.format(**hit[1]) for hit in same if hit is not None]
    assert told == [made for _, made in filled if made not in templates.exact]


def test_what_pythons_zip_library_says_of_a_damaged_file_is_told_in_japanese() -> None:
    whole = packed({"event.trf": b"012 Kita Open"})
    name, directory = whole.index(b"event.trf"), whole.index(b"PK\x01\x02")
    damaged = (
        whole[:-30],
        whole.replace(b"PK\x01\x02", b"PK\x01\x03"),
        whole.replace(b"PK\x03\x04", b"PK\x03\x05"),
        whole[:name] + b"x" + whole[name + 1 :],
        whole[: directory + 16] + b"\0\0\0\0" + whole[directory + 20 :],
    )
    for data in damaged:
        with pytest.raises(ImportRefused) as refused, speaking("en"):
            unpack("a.zip", data)
        (problem,) = refused.value.problems
        with speaking("ja"):
            assert problems.in_language(problem).found != problem.found


def failure(read: Callable[[str], object], text: str) -> str:
    with pytest.raises(ValueError) as failed:
        read(text)
    return str(failed.value)


@pytest.mark.parametrize(
    ("read", "text", "told"),
    [
        (json.loads, "", "値がない（1行目1文字目、先頭から0文字）"),
        (json.loads, '{"a": 1 "b"}', "「,」がない（1行目9文字目、先頭から8文字）"),
        (tomllib.loads, "a = 1\nb = x", "正しくない値（2行目5文字目）"),
        (tomllib.loads, "a = [", "正しくない値（ファイルの終わり）"),
        (shlex.split, "'a", "引用符が閉じていない"),
    ],
)
def test_what_pythons_readers_say_is_told_in_japanese(
    read: Callable[[str], object], text: str, told: str
) -> None:
    said = failure(read, text)
    with speaking("ja"):
        assert problems.said(said) == told


SYSTEM = (
    *(errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOENT, errno.EISDIR),
    *(errno.ENOTDIR, errno.EEXIST, errno.ENAMETOOLONG, errno.EIO, errno.EMFILE, errno.EADDRINUSE),
    errno.EADDRNOTAVAIL,
)
JAPANESE_SIGN = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")


def test_what_the_system_says_of_files_and_servers_is_told_in_japanese(tmp_path: Path) -> None:
    (tmp_path / "kept").write_bytes(b"")
    (tmp_path / "kept").chmod(0o444)
    found = [*map(os.strerror, SYSTEM)]
    for target in (tmp_path / "kept", Path(os.devnull)):
        with pytest.raises(OSError) as refused:
            put(target, b"", mode=0o600)
        found.append(refused.value.strerror or "")
    with socket.create_server(("127.0.0.1", 0)) as closed:
        nobody = closed.getsockname()[1]
    for address in ("https://no-such-host.invalid/", f"http://127.0.0.1:{nobody}/"):
        with pytest.raises(httpx.ConnectError) as failed:
            httpx.get(address)
        found.append(str(failed.value))
    with speaking("ja"):
        told = {text: problems.said(text) for text in found}
    assert [text for text, japanese in told.items() if not JAPANESE_SIGN.search(japanese)] == []
    assert told["[Errno 111] Connection refused"] == "接続が拒否されました（エラー番号 111）"


@pytest.mark.parametrize(
    ("code", "found", "english", "japanese"),
    [
        ("result-unknown", "'1 : 0' (bye)", "“1 : 0” (bye)", "「1 : 0」（バイ）"),
        (
            "result-unknown",
            "'1 - 0' or '½ - ½' or '-'",
            "“1 - 0” or “½ - ½” or “-”",
            "「1 - 0」または「½ - ½」または「-」",
        ),
        ("word-unknown", '"l\'Arbitre"', "“l'Arbitre”", "「l'Arbitre」"),
        ("word-unknown", r"'Da\xa0ta'", "“Da[U+00A0]ta”", "「Da[U+00A0]ta」"),
        ("bytes-not-utf8", r"b'\xe9 \'' at byte 12", "E9 20 27 at byte 12", "12バイト目にE9 20 27"),
        ("member-ambiguous", "“'Moli' Sora”, no ID", "“'Moli' Sora”, no ID", None),
    ],
)
def test_what_a_reading_keeps_as_code_is_told_as_text(
    code: str, found: str, english: str, japanese: str | None
) -> None:
    """Readings and decisions stand on what is kept: it stays as it is."""
    problem = Problem(code, "round 1", "a result", found, "ask")
    with speaking("en"):
        assert problems.in_language(problem).found == english
    with speaking("ja"):
        assert problems.in_language(problem).found == (japanese or problems.said(found))


def test_why_somebody_is_a_candidate_is_told_in_japanese() -> None:
    source = Path(office.words.__file__ or "").parents[2] / "importer/matching/register.py"
    found = re.findall(r'"((?:holds|has this name)[^"]*)"', source.read_text())
    facts = {
        "{m.federation_id}": "N90000005",
        "{how}": "one digit wrong",
        "{rule.words}": "name",
        "{Rule.SLIP.words}": "name",
    }
    assert len(set(found)) > 4
    for why in found:
        for name, fact in facts.items():
            why = why.replace(name, fact)
        told = (
            f"“Mori, S.”, no ID: no member has this name; could be:\nN90000005 Sara ({why}, born 1980, Koyo)"
        )
        with speaking("ja"):
            line = problems.said(told).split("\n")[1]
        assert set(re.findall("[A-Za-z]{2,}", line)) <= {"Sara", "ID", "FIDE", "Koyo"}, (why, line)


def test_what_is_other_in_a_report_is_told_in_japanese() -> None:
    others = [f"{field} is other than before: Aa → none" for field in EVENT_FIELDS]
    others += [f"player Ono Aki: {field} Aa → none" for field in PLAYER_FIELDS[2:]]
    names = {"Ono", "Aki", "Aa", "ID", "FIDE", "Rating", "calculation"}
    for other in (line.replace("_", " ") for line in others):
        with speaking("ja"):
            told = problems.said(other)
        assert set(re.findall("[A-Za-z]+", told)) <= names and told.endswith("Aa → なし"), told
        for misread in ("氏名", "箇所", "報告フォーム", "第"):  # a player's, a problem's, a file, of a round
            assert misread not in told, told


def test_words_that_end_like_a_count_are_no_count() -> None:
    with speaking("ja"):
        assert problems.said("12 players") == "選手12名"
        assert problems.place("column Number of rounds") == "Number of rounds列"
        for text in ("Board Pairings, Team pairings, Starting rank list of players", "two or three letters"):
            assert problems.said(text) == text


def test_no_english_is_left_in_texts_that_name_several_things() -> None:
    within = ", from 1850-01-01 to 2099-12-31"
    told = (
        ("17 players, without number 1, 4", "選手17名、番号1, 4なし"),
        ("14 players, and also number 2", "選手14名、ほかに番号2"),
        ("18 players, without number 11 and also number 1, 2", "選手18名、番号11なし、ほかに番号1, 2"),
        ("1 of 4 without a result: tables 1, 3-4", "4局のうち1局に結果がない：ボード1, 3-4"),
        ("1 of 4 without a result: numbers 1/2", "4局のうち1局に結果がない：番号1/2"),
        ("2 of 4 without a result: tables 1; numbers 3/4", "4局のうち2局に結果がない：ボード1、番号3/4"),
        (
            "2 players without, the first at round 9, table 1 (r9.html)",
            "2名にない（最初は第9ラウンド、表1（r9.html））",
        ),
        ("something under column B, “Memo”", "B列、「Memo」にも記入あり"),
        ("1 row with neither (round 1: 1)", "どちらの選手もいない行が1行（第1ラウンド：1）"),
        (
            "3 rows with neither (round 1: 2; round 2: 1)",
            "どちらの選手もいない行が3行（第1ラウンド：2、第2ラウンド：1）",
        ),
        ("a result that answers row 1, column 2: empty", "1行目2列（空欄）に対応する結果"),
        ("a result that answers row 1, column 2: ½", "1行目2列（½）に対応する結果"),
        ("a day, YYYY-MM-DD" + within, "日付（YYYY-MM-DD）、1850-01-01から2099-12-31まで"),
        (
            "a day, for each round, YY/MM/DD" + within,
            "ラウンドごとの日付（YY/MM/DD）、1850-01-01から2099-12-31まで",
        ),
    )
    for english, japanese in told:
        with speaking("ja"):
            assert problems.said(english) == japanese


def test_how_many_are_without_is_told_whole_before_the_people_behind_it() -> None:
    with speaking("ja"):
        told = problems.said("2 without it: 1 Mori, Sora; 3 Tani, Ken")
        assert told == "連盟IDのない選手2名：1 Mori, Sora、3 Tani, Ken"
        assert problems.said("Mori Cup: 1 Mori Sora; 2 Tani Ken") == "Mori Cup：1 Mori Sora、2 Tani Ken"


def test_lines_below_a_heading_and_people_with_a_name_before_them_are_told() -> None:
    with speaking("ja"):
        told = problems.said("1 of 3 are farther off:\n1 Mori, Sora: 1700, and the member's is 900")
        assert told.splitlines()[1] == "1 Mori, Sora：1700、会員は900"
        found = "in charge at “Invented Club”: N90000002 Hata Rin has no membership on 2026-10-04"
        assert (
            problems.said(found)
            == "「Invented Club」の運営責任者：N90000002 Hata Rinに2026-10-04の会員資格がない"
        )
        assert problems.said("the year of birth is 1999 and the member's is 1980") == "生年が1999、会員は1980"
