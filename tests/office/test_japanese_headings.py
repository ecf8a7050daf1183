"""The office's own files as a Japanese federation keeps them: Japanese headings, days and words in cells."""

from __future__ import annotations

import re
import tomllib
from datetime import date
from pathlib import Path

import pytest

from importer.also_called import ENGLISH, WORDS, also_called
from importer.applications import COLUMNS as APPLICATIONS
from importer.applications import OPTIONAL as OF_APPLICATIONS
from importer.organizers import COLUMNS as ORGANIZERS
from importer.organizers_people import ROLES
from importer.register_cells import OPTIONAL, REQUIRED
from importer.written import folded
from office.families.japanese.opening import GAME_COLUMNS, NOT_TAKEN_OVER, ONE_RATING, TWO_RATINGS
from office.words import speaking
from office.words.problems import said
from tests.office.test_opening import EARLIER, HATA, MEMBERS, open_with
from tests.office.test_opening import MORI as RATED
from tests.office.test_register_files import taken, workbook
from tests.workplace import Workplace, small_federation

TABLES = {
    "register": (*REQUIRED, *OPTIONAL),
    "organizers": (*ORGANIZERS, "Names", *ROLES),
    "applications": (*APPLICATIONS, *OF_APPLICATIONS),
    "opening": (*TWO_RATINGS[0], *TWO_RATINGS[1], *ONE_RATING[0], *ONE_RATING[1], *NOT_TAKEN_OVER),
    "games": GAME_COLUMNS,
}
LISTED = ("会員番号", "氏名", "ローマ字", "フリガナ", "生年月日", "性別", "会員期間", "クラブ", "入会日")
TSUKIMI = (
    *("N90000001", "月見 凛", "Tsukimi Rin", "ツキミ リン", "平成22年2月3日", "女"),
    *("2025/4/1～2026/3/31；2026年4月1日 〜 2027年3月31日 paid 2026-03-20", "架空クラブ", "令和7年4月1日"),
)
KEPT = "SELECT name, kanji, kana, born, sex, club, joined FROM member"
AS_KEPT = [("Tsukimi Rin", "月見 凛", "ツキミ リン", "2010-02-03", "f", "架空クラブ", "2025-04-01")]


def table(*rows: tuple[object, ...], encoding: str = "utf-8") -> bytes:
    return "".join(",".join(map(str, row)) + "\r\n" for row in rows).encode(encoding)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932"])
def test_a_register_with_japanese_headings_is_read_from_csv(work: Workplace, encoding: str) -> None:
    assert taken(work, table(LISTED, TSUKIMI, encoding=encoding), "名簿.csv").code == 0
    assert work.rows(KEPT) == AS_KEPT
    assert work.rows("SELECT first_day, last_day, paid_on FROM membership ORDER BY first_day") == [
        ("2025-04-01", "2026-03-31", None),
        ("2026-04-01", "2027-03-31", "2026-03-20"),
    ]


def test_a_workbook_with_a_title_days_and_bare_numbers_is_read_the_same(work: Workplace) -> None:
    titled = ("会員名簿", *[None] * 8)
    row = (90000001, *TSUKIMI[1:4], date(2010, 2, 3), *TSUKIMI[5:8], date(2025, 4, 1))
    heads = ("会員番号", "氏名\n", "氏名（ローマ字）", "氏名(ﾌﾘｶﾞﾅ)", "生 年 月 日", *LISTED[5:])
    assert taken(work, workbook(titled, heads, row), "名簿.xlsx").code == 0
    assert work.rows(KEPT) == AS_KEPT
    assert work.rows("SELECT federation_id FROM member") == [("N90000001",)]


def test_english_and_japanese_headings_stand_beside_each_other_in_one_file(work: Workplace) -> None:
    heads = (
        "ID",
        "漢字",
        "Name ローマ字氏名",
        "カナ",
        "生年月日（Birth）",
        "Sex",
        "会員資格",
        "Club",
        "Joined",
    )
    assert taken(work, table(heads, TSUKIMI), "r.csv").code == 0
    assert work.rows(KEPT) == AS_KEPT
    assert "1 unchanged" in taken(work, table(LISTED, TSUKIMI), "r.csv").out


@pytest.mark.parametrize("heading", ["氏名", "名前", " 氏　名 ", "会員氏名"])
@pytest.mark.parametrize("book", [True, False])
def test_a_name_that_may_be_either_is_refused_with_what_to_write(
    work: Workplace, heading: str, book: bool
) -> None:
    rows = (("会員番号", heading, "会員期間", "性別"), ("N90000001", "月見 凛", TSUKIMI[6], "x"))
    said = taken(work, workbook(*rows) if book else table(*rows), "r")
    assert [(p["code"], p["expected"], p["found"]) for p in said.problems()] == [
        (
            "bad-heading",
            "the heading “ローマ字氏名” or “漢字氏名”",
            f"“{heading.strip()}”, which can be either of the two",
        ),
        ("bad-cell", "m or f", "“x”"),
    ]
    assert "column 性別" in said.problems()[1]["place"]  # as the file calls it
    assert not work.rows("SELECT * FROM member")


def test_two_headings_of_one_column_are_refused_by_their_names(work: Workplace) -> None:
    heads = ("ID", "会員番号", "氏名", "漢字", "ローマ字", "会員期間")
    row = ("N90000001", "N90000001", "月見 凛", "月見 凛", "Tsukimi Rin", "")
    said = taken(work, table(heads, row), "r.csv")
    assert [(p["expected"], p["found"]) for p in said.problems()] == [
        ("the column “ID” once", "“ID”, “会員番号”, which mean the same column"),
        ("the column “Kanji” once", "“氏名”, “漢字”, which mean the same column"),
    ]


def test_what_is_missing_is_named_by_its_japanese_heading_too(work: Workplace) -> None:
    data = table(("会員番号", "ローマ字", "備考"), ("N90000001", "Tsukimi Rin", "x"))
    told = work.run("--lang", "ja", "members", "import", work.file(data, "r.csv")).all
    assert "「会員資格（Memberships）」の列" in told
    assert "「備考」" in told


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        *(("昭和64年1月7日", "1989-01-07"), ("平成元年1月8日", "1989-01-08"), ("H31.4.30", "2019-04-30")),
        *(("令和元年5月1日", "2019-05-01"), ("Ｓ60/1/2", "1985-01-02"), ("２０１０年２月３日", "2010-02-03")),
        *(("昭和64年1月8日", None), ("平成31年5月1日", None), ("令和元年4月30日", None)),
        *(("昭和元年12月24日", None), ("平成22年2月30日", None), ("22年2月3日", None), ("2/3/2010", None)),
    ],
)
def test_a_day_in_japanese_is_one_of_its_era_or_none(work: Workplace, day: str, expected: str | None) -> None:
    heads = ("会員番号", "ローマ字", "会員期間", "生年月日")
    said = taken(work, table(heads, ("N90000001", "Tsukimi Rin", "-", day)), "r.csv")
    if expected is None:
        assert said.problem()["found"] == f"“{day}”"
        assert said.problem()["place"] == "r.csv, line 2, column 生年月日"
    else:
        assert work.rows("SELECT born FROM member") == [(expected,)]


def test_organizers_and_applications_are_read_by_japanese_headings(work: Workplace) -> None:
    small_federation(work)
    rows = (
        ("主催者名", "種別", "登録期間", "別名", "代表者", "報告者"),
        ("架空チェスクラブ", "公認クラブ", "2024/10/1～", "ICC", "none", "N90000001 2026-04-01/"),
        ("月見サークル", "サークル", "2026年4月1日～2027年3月31日", "", "", ""),
    )
    assert work.run("organizers", "import", work.file(table(*rows), "主催者.csv")).code == 0
    query = "SELECT name, kind, first_day, last_day FROM organizer JOIN organizer_span s"
    assert work.rows(f"{query} ON s.organizer_id = organizer.id ORDER BY first_day") == [
        ("架空チェスクラブ", "club", "2024-10-01", None),
        ("月見サークル", "circle", "2026-04-01", "2027-03-31"),
    ]
    applied = workbook(
        ("大会名", "主催者", "初日", "最終日", "申請日", "種別", "形式", "要項への記載"),
        (
            "架空オープン",
            "架空チェスクラブ",
            date(2026, 10, 4),
            "2026年10月4日",
            date(2026, 9, 20),
            "スタンダード",
            "大会",
            "はい",
        ),
    )
    assert work.run("applications", "import", work.file(applied, "申請.xlsx")).code == 0
    query = "SELECT event_name, organizer, first_day, last_day, applied_on, type, form, announced"
    assert work.rows(f"{query} FROM application") == [
        (
            "架空オープン",
            "架空チェスクラブ",
            "2026-10-04",
            "2026-10-04",
            "2026-09-20",
            "standard",
            "tournament",
            1,
        )
    ]


OPENING = (
    (
        "会員番号",
        "氏名",
        "ローマ字氏名",
        "スタンダード",
        "スタンダード対局数",
        "ラピッド",
        "ラピッド対局数",
        "スタンダード最高レーティング",
        "最終対局日",
    ),
    ("N90000001", "森 空", "Mori Sora", 1700, 12, "", "", "", ""),
    ("N90000002", "畑 凛", "Hata Rin", 1500, 80, "", "", 1620, "2026年8月1日"),
)
GAMES = (("会員番号", "種別", "対局日", "相手のレーティング", "得点", "大会名"), EARLIER)


@pytest.mark.parametrize("encoding", ["utf-8", "cp932", None])
def test_a_list_and_its_games_are_taken_over_as_with_english_headings(
    work: Workplace, encoding: str | None
) -> None:
    work.register(*MEMBERS)
    if encoding is None:
        files = work.file(workbook(*OPENING), "list.xlsx"), work.file(workbook(*GAMES), "games.xlsx")
    else:
        data = table(*OPENING, encoding=encoding), table(*GAMES, encoding=encoding)
        files = work.file(data[0], "list.csv"), work.file(data[1], "games.csv")
    assert work.run("opening", "import", files[0], "--games", files[1], "--list", "2026-10-01").code == 0
    query = "SELECT federation_id, type, rating, games, peak FROM list_rating ORDER BY 1"
    assert work.rows(query) == [
        ("N90000001", "standard", 1700, 12, 1700),
        ("N90000002", "standard", 1500, 80, 1620),
    ]
    assert work.rows("SELECT last_game FROM list_member ORDER BY federation_id")[1] == ("2026-08-01",)
    assert work.rows("SELECT opponent_rating, score, source FROM earlier_game") == [
        (1412, 1, "Invented May Open")
    ]


def test_the_one_rating_of_2019_is_known_by_its_heading_in_any_width(work: Workplace) -> None:
    work.register(*MEMBERS)
    rows = ("会員番号", "ローマ字", "ＮＣＳ", "NCS対局数"), ("N90000001", "Mori Sora", 1700, 12)
    assert open_with(work, table(*rows), day="2022-06-01").code == 0
    assert work.rows("SELECT type, rating, games FROM list_rating") == [("ncs", 1700, 12)]


def test_the_english_headings_of_a_list_are_read_as_before(work: Workplace) -> None:
    work.register(*MEMBERS)
    assert open_with(work, [RATED, HATA], [EARLIER]).code == 0


def test_no_heading_means_two_columns_and_each_is_of_its_table() -> None:
    told = tomllib.loads(WORDS.read_text("utf-8"))
    assert told.keys() == TABLES.keys()
    for table_, columns in TABLES.items():
        unclear = told[table_].pop("unclear", {"names": []})
        ways = [folded(way) for names in told[table_].values() for way in names]
        ways += map(folded, unclear["names"])
        assert len(set(ways)) == len(ways), table_
        assert not set(ways) & set(map(folded, columns)), table_
        assert told[table_].keys() <= set(columns), table_


def test_what_a_column_is_called_in_japanese_is_read_as_its_heading() -> None:
    """A refusal names it so, and whoever reads that writes it so."""
    for table_, columns in TABLES.items():
        called = also_called(table_)
        for column in columns:
            with speaking("ja"):
                name = said(column)
            bare = name.removesuffix(f"（{column}）")
            assert called.columns([name], columns) == [column], (table_, name)
            assert called.columns([bare], columns) == [column] or called.is_unclear(bare), (table_, bare)


def test_a_table_without_other_headings_knows_the_english_ones_alone() -> None:
    assert ENGLISH.columns([" ＩＤ ", "会員番号", "id"], ("ID", "Name")) == ["ID", "会員番号", "id"]


def test_several_names_are_parted_by_semicolons_of_either_width(work: Workplace) -> None:
    heads = ("会員番号", "ローマ字", "会員期間", "旧氏名")
    row = ("N90000001", "Tsukimi Rin", "-", "Asagiri Rin；朝霧 凛; 朝霧 りん")
    assert taken(work, table(heads, row), "r.csv").code == 0
    assert work.rows("SELECT name FROM member_name ORDER BY id") == [
        ("Asagiri Rin",),
        ("朝霧 凛",),
        ("朝霧 りん",),
    ]


@pytest.mark.parametrize("page", ["docs/register.md", "docs/ja/register.md"])
def test_the_handbook_names_every_heading_with_its_column(page: str) -> None:
    told = tomllib.loads(WORDS.read_text("utf-8"))
    text = (Path(__file__).parents[2] / page).read_text("utf-8")
    lines = re.findall(r"^\| `([^`]+)` \| (.+) \|$", text, re.MULTILINE)
    printed = [(column, re.findall("`([^`]+)`", names)) for column, names in lines]
    for columns in told.values():
        columns.pop("unclear", None)
        for column, names in columns.items():
            assert (column, [n for n in names if not n.startswith("氏名・名称")]) in printed


@pytest.mark.parametrize("page", ["docs/register.md", "docs/ja/register.md"])
def test_the_example_of_the_handbook_is_a_register(work: Workplace, page: str) -> None:
    text = (Path(__file__).parents[2] / page).read_text("utf-8")
    (example,) = re.findall(r"```\n(会員番号,.+?)```", text, re.DOTALL)
    assert taken(work, example.encode(), "r.csv").code == 0
    assert work.rows("SELECT name, kanji, kana, born, sex FROM member") == [
        ("Tsukimi Rin", "月見 凛", "ツキミ リン", "2010-02-03", "f")
    ]
