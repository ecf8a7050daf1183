"""What organizers write into a cell of a table: results, rounds, and that there is nothing to write."""

import re
import unicodedata
from collections.abc import Mapping

from scraper.records import Kind, Result

_DASHES = re.compile("[‐‑‒–—−ー－:：]")
_SIGNS = str.maketrans({"⁄": "/", "〇": "○", "◯": "○", "✕": "×", "✖": "×", "╳": "×", "✗": "×"})

Outcome = tuple[Result, Kind]


def folded(text: str) -> str:
    """A text as headings and choices are compared: widths, case, blanks, kinds of dashes, circles aside."""
    plain = unicodedata.normalize("NFKC", _DASHES.sub("-", text)).translate(_SIGNS).casefold()
    return "".join(plain.split())


_WHITE, _BLACK, DRAW = (
    (Result.WHITE_WINS, Kind.GAME),
    (Result.BLACK_WINS, Kind.GAME),
    (Result.DRAW, Kind.GAME),
)
_WAYS: Mapping[Outcome, str] = {
    _WHITE: "1-0 ○ 1 w win won white 勝 勝ち 勝利 白勝 白勝ち",
    _BLACK: "0-1 ● × 0 l loss lost lose black 負 負け 敗 黒勝 黒勝ち",
    DRAW: "1/2-1/2 0.5-0.5 0,5-0,5 .5-.5 △ 1/2 0.5 0,5 .5 = d draw drawn 分 分け 引分 引分け 引き分け 引分き"
    " 1月2日 2-jan 1-feb",  # of 1/2, by Excel in CSV
    (Result.WHITE_BY_FORFEIT, Kind.FORFEIT): "+-- +- 1-0f 1-0ff",
    (Result.BLACK_BY_FORFEIT, Kind.FORFEIT): "--+ -+ 0-1f 0-1ff",
    (Result.DOUBLE_FORFEIT, Kind.FORFEIT): "--- 0-0f 0-0ff",
}
RESULTS: Mapping[str, Outcome] = {folded(way): met for met, ways in _WAYS.items() for way in ways.split()}
"""Every way to write the result of two players, folded. A single sign is White's: the result stands between
White and Black, or behind them."""

BESIDE_AN_OPPONENT: Mapping[str, Outcome] = {
    "不戦勝": (Result.WHITE_BY_FORFEIT, Kind.FORFEIT),
    "不戦敗": (Result.BLACK_BY_FORFEIT, Kind.FORFEIT),
}
"""White's, where Black is named; alone the first is a bye."""

_NOTHING = frozenset(
    {"なし", "無し", "無", "ナシ", "特になし", "該当なし", "none", "n/a", "nil", "nothing", "空欄"}
)
_KANJI = {sign: number for number, sign in enumerate("一二三四五六七八九", start=1)}
_KANJI |= {"十": 10} | {f"十{sign}": 10 + number for sign, number in _KANJI.items()}
_ROUND = re.compile(
    r"(?:第|(?:round|rd|r|ラウンド)\.?)?(\d{1,3}|十?[一二三四五六七八九]|十)(?:st|nd|rd|th)?(?:回戦|局目?|回|ラウンド|round|rd|r)?\.?"
)


def is_nothing(text: str) -> bool:
    """Whether a cell says that there is nothing to fill in (なし)."""
    return folded(text) in _NOTHING


def round_number(text: str) -> int | None:
    """The number of a round: `1`, `R1`, `Round 1`, `第1回戦`, `1回戦`, `第一局`; None for anything else."""
    met = _ROUND.fullmatch(folded(text).replace("ラウンド", "round"))
    if met is None:
        return None
    return _KANJI[met[1]] if met[1] in _KANJI else int(met[1])


def whole(text: str, least: int = 0, most: int = 999_999_999) -> int | None:
    """A whole number in bounds, written in digits and nothing else; None for anything else."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        return None
    return int(text) if least <= int(text) <= most else None
