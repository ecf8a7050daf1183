"""What stands in the Rating Report Form: its sheets, headings and fixed choices, in English and Japanese.

The writer and the reader share these words; the reader finds everything by them, never by its place.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
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
    belongs there and an example, where what the family says of its IDs stands in braces; and what else
    people, and forms handed out before, call it."""

    key: str
    english: str
    japanese: str = ""
    note: str = ""
    needed: bool = False
    example: object = None
    others: Sequence[str] = ()

    @property
    def heading(self) -> str:
        return f"{self.english} {self.japanese}".rstrip()


EVENT_SHEET = Field("event", "Event", "大会")
PLAYERS_SHEET = Field("players", "Players", "選手")
GAMES_SHEET = Field("games", "Games", "対局")
MEMBERS_SHEET = Field("members", "Members", "会員")
SHEETS = (EVENT_SHEET, PLAYERS_SHEET, GAMES_SHEET)

VERSION_FIELD = Field("version", "Form version", "フォームの版", others=("様式の版",))
TOLD: Mapping[str, Any] = tomllib.loads(Path(__file__).with_name("fields.toml").read_text("utf-8"))
EVENT_FIELDS, PLAYER_FIELDS, GAME_FIELDS = (
    tuple(Field(**told) for told in TOLD[of]) for of in ("event", "player", "game")
)
EVENT_HEADINGS = ("Item 項目", "Fill in 記入", "Example 記入例", "Note 注")
MISSING = "Items still missing 未記入の項目"
EXAMPLE_MARK = "e.g. 例"
"""Stands in the first column of the example rows, which are not read."""

EXAMPLE_PLAYERS = (
    (EXAMPLE_MARK, "Sato Hana", "{id_example}", 12345678),
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
