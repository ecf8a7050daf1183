"""Places and words of a refused form in Japanese, where we have words for them; the rest stays as it is."""

import re

_WORDS: tuple[tuple[str, str], ...] = (
    (r"(.+), sheet “(.+)”, row (\d+), column (\w+) \((.+)\)", r"\1 シート「\2」\3行\4列（\5）"),
    (r"(.+), sheet “(.+)”", r"\1 シート「\2」"),
    (r"an empty cell", "空欄"),
    (r"a formula", "数式"),
    (r"(.+) again, first in row (\d+)", r"\1（\2行と重複）"),
    (r"(.+) again", r"\1（重複）"),
    (r"a value", "値（数式ではないもの）"),
    (r"a day, YYYY-MM-DD", "日付（YYYY-MM-DD）"),
    (r"a day from (.+) on", r"\1以降の日付"),
    (r"(.+), as above for round (\d+)", r"\1（第\2回戦の上の行と同じ日）"),
    (r"a number, 0 if none", "数（いなければ0）"),
    (r"a number from 1 to (\d+)", r"1から\1までの番号"),
    (r"a round, 1 to (\d+)", r"1から\1までの回戦"),
    (r"a federation ID, N and eight digits", "会員番号（Nと数字8桁）"),
    (r"a FIDE ID, digits", "FIDE番号（数字）"),
    (r"the player's name", "選手の氏名"),
    (r"a name with letters", "文字で書いた氏名"),
    (r"each number once", "番号は一人に一つ"),
    (r"each ID once", "会員番号は一人に一つ"),
    (r"each player once in round (\d+)", r"第\1回戦では各選手一回"),
    (r"the No\. of a player on the sheet of players", "選手シートにある番号"),
    (r"another player than White", "白とは別の選手"),
    (r"an empty cell beside a bye", "不戦勝・休みの相手は空欄"),
    (r"one of (.+)", r"次のいずれか：\1"),
    (r"\d+ players without: (.+)", r"\1"),
)


def in_japanese(text: str) -> str:
    """The words in Japanese; the same words where there are none."""
    for english, japanese in _WORDS:
        found = re.fullmatch(english, text)
        if found is not None:
            return found.expand(japanese)
    return text
