"""What stands in the Rating Report Form: its sheets, headings and fixed choices, in English and Japanese.

The writer and the reader share these words; the reader finds everything by them, never by its place.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from importer.written import folded
from scraper.records import Kind, Result, System

VERSION = "2026-2"
"""Raised whenever a form filled in before would be read otherwise."""

FORM_NAME = f"Rating Report Form {VERSION}"
VERSION_NAME = "FormVersion"
"""The name of the cell that holds the version. Readers of workbooks hand out no names of cells, so that it
is found by its heading like everything else."""


@dataclass(frozen=True, slots=True)
class Field:
    """A heading: `key` in our code, in English, in Japanese (empty where it is the same); a note on what
    belongs there; and what else people, and forms handed out before, call it."""

    key: str
    english: str
    japanese: str
    note: str = ""
    needed: bool = False
    others: tuple[str, ...] = ()

    @property
    def heading(self) -> str:
        return f"{self.english} {self.japanese}".rstrip()


EVENT_SHEET = Field("event", "Event", "大会")
PLAYERS_SHEET = Field("players", "Players", "選手")
GAMES_SHEET = Field("games", "Games", "対局")
MEMBERS_SHEET = Field("members", "Members", "会員")
SHEETS = (EVENT_SHEET, PLAYERS_SHEET, GAMES_SHEET)

VERSION_FIELD = Field("version", "Form version", "フォームの版", others=("様式の版",))
EVENT_FIELDS = (
    Field("name", "Event name", "大会名", "as on the announcement 要項のとおり", needed=True),
    Field("group", "Group", "部門", "if the event has several; one form each 複数ある場合は部門ごとに一枚"),
    Field("form", "Form", "形式", "choose 選択", needed=True),
    Field("first_day", "First day", "初日", "YYYY-MM-DD", needed=True),
    Field("last_day", "Last day", "最終日", "YYYY-MM-DD", needed=True),
    Field("organizer", "Organizer", "主催者", "as registered with the Federation 連盟登録名", needed=True),
    Field("place", "Place", "会場", "town and venue 市町村と会場"),
    Field("arbiter", "Chief arbiter", "審判長"),
    Field(
        "time_control", "Time control", "持ち時間", "main time + seconds a move 持ち時間＋加算", needed=True
    ),
    Field("type", "Type", "種別", "choose 選択", needed=True),
    Field("system", "System", "対局方式", "choose 選択"),
    Field(
        "non_members",
        "Number of non-member participants",
        "非会員の参加者数",
        "0 if none いなければ 0",
        needed=True,
    ),
    Field("run_by", "Run by", "運営責任者", "an annual member of the Federation 連盟年会員"),
    Field(
        "run_by_id",
        "ID of who ran it",
        "運営責任者の連盟ID",
        "N and eight digits Nと数字8桁",
        others=("運営責任者の会員番号",),
    ),
    Field("reporter", "Reported by", "報告者", "the organizer or a member for him 主催者か、認められた会員"),
    Field(
        "reporter_id",
        "ID of who reports",
        "報告者の連盟ID",
        "N and eight digits Nと数字8桁",
        others=("報告者の会員番号",),
    ),
)
EXAMPLES: Mapping[str, object] = {
    "name": "Spring Open",
    "form": "Tournament 大会",
    "organizer": "Example Chess Club",
    "first_day": date(2026, 4, 4),
    "last_day": date(2026, 4, 5),
    "place": "Example City Hall",
    "arbiter": "Sato Hana",
    "run_by": "Sato Hana",
    "run_by_id": "N12345678",
    "reporter": "Sato Hana",
    "reporter_id": "N12345678",
    "time_control": "45 min + 30 sec",
    "type": "Standard スタンダード",
    "system": "Swiss スイス式",
    "non_members": 2,
}
PLAYER_FIELDS = (
    Field("number", "No.", "番号", needed=True),
    Field("name", "Name", "氏名", "Roman letters, surname first, no comma ローマ字、姓・名の順", needed=True),
    Field(
        "national_id",
        "ID",
        "連盟ID",
        "N and eight digits; empty for guests 非会員は空欄",
        others=("会員番号",),
    ),
    Field("fide_id", "FIDE ID", "", "digits, if there is one あれば数字", others=("FIDE番号",)),
)
GAME_FIELDS = (
    Field("round", "Round", "ラウンド", needed=True, others=("回戦",)),
    Field("date", "Date", "日付", "YYYY-MM-DD"),
    Field("white", "White", "白", "No. of the player 選手の番号", needed=True),
    Field("result", "Result", "結果", "choose; empty: not finished 選択、空欄は未了"),
    Field("black", "Black", "黒", "No.; empty for a bye 不戦勝・抜け番は空欄"),
)
EXAMPLE_MARK = "e.g. 例"
"""Stands in the first column of the example rows, which are not read."""

EXAMPLE_PLAYERS = (
    (EXAMPLE_MARK, "Sato Hana", "N12345678", 12345678),
    (EXAMPLE_MARK, "Guest Gil", "", ""),
)
EXAMPLE_GAMES = ((EXAMPLE_MARK, date(2026, 4, 4), 1, "1-0", 2),)

FORMS = {"Tournament 大会": "tournament", "Regular meeting 例会": "meeting"}
TYPES = {"Standard スタンダード": "standard", "Rapid ラピッド": "rapid"}
SYSTEMS = {
    "Swiss スイス式": System.SWISS,
    "Round robin 総当たり": System.ROUND_ROBIN,
    "Double round robin 二重総当たり": System.DOUBLE_ROUND_ROBIN,
    "Team Swiss 団体スイス式": System.TEAM_SWISS,
    "Team round robin 団体総当たり": System.TEAM_ROUND_ROBIN,
    "Other その他": None,
}
RESULTS: Mapping[str, tuple[Result, Kind]] = {
    "1-0": (Result.WHITE_WINS, Kind.GAME),
    "0-1": (Result.BLACK_WINS, Kind.GAME),
    "½-½": (Result.DRAW, Kind.GAME),
    "1-0 forfeit 不戦": (Result.WHITE_BY_FORFEIT, Kind.FORFEIT),
    "0-1 forfeit 不戦": (Result.BLACK_BY_FORFEIT, Kind.FORFEIT),
    "0-0 forfeit 不戦": (Result.DOUBLE_FORFEIT, Kind.FORFEIT),
    "bye 1 不戦勝": (Result.BYE_ONE, Kind.BYE),
    "bye ½ 半点": (Result.BYE_HALF, Kind.HALF_BYE),
    "bye 0 休み": (Result.BYE_ZERO, Kind.NOT_PAIRED),
}
LISTS: Mapping[str, Mapping[str, Any]] = {"form": FORMS, "type": TYPES, "system": SYSTEMS, "result": RESULTS}
"""The fixed choices of a field."""

MOST_NUMBER = 9999
"""The highest number of a player."""

_PARTS = re.compile(r"(.*?) ([\u3040-\u9fff].*)")


def known_by(field: Field) -> frozenset[str]:
    """The ways in which a heading may stand: both languages, or either of them."""
    japanese = filter(None, (field.japanese, *field.others))
    either = [way for name in japanese for way in (name, f"{field.english} {name}")]
    return frozenset(map(folded, (field.english, *either)))


def choice(words: Iterable[str]) -> dict[str, str]:
    """Every way in which a choice may be written (whole, English or Japanese part), to the choice itself; a
    part that could be several choices is none."""
    found: dict[str, str] = {}
    several = set()
    for word in words:
        ways = {folded(word)}
        if parts := _PARTS.fullmatch(word):
            ways |= {folded(parts[1]), folded(parts[2])}
        several |= ways & found.keys()
        found |= dict.fromkeys(ways, word)
    return {way: word for way, word in found.items() if way not in several}


_CHOICES = {key: choice(words) for key, words in LISTS.items()}


def named(key: str, text: str) -> str | None:
    """The choice of a field that a text names, in either language or both; None for none or several."""
    return _CHOICES[key].get(folded(text))
