"""The words in which people write time controls, as tokens; a word that is not here is not understood."""

import re
import unicodedata
from dataclasses import dataclass

from rating.errors import Problem, TimeControlError

_QUOTES = str.maketrans({**dict.fromkeys("´`‘’‛′ʹʼ＇", "'"), **dict.fromkeys("“”‟″ʺ＂", '"')})

# One letter for each kind, so that a component can be matched as a word of these letters.
NUMBER, CLOCK, HOUR, MINUTE, SECOND = "N", "X", "H", "M", "S"
PER_MOVE, INCREMENT, DELAY, FROM_MOVE_1 = "P", "I", "D", "F"
GAME, REST, MOVES, SLASH, IN, FOR = "G", "R", "V", "/", "T", "O"
PLUS, THEN, AFTER, OPEN, CLOSE, NOISE, TWO, BLANK = "+", ",", ">", "(", ")", "_", "2", " "

LONGEST = 200
"""No time control needs more characters; what has more is not one."""

_END = r"(?![a-z])"
_KIND = "standard|rapid|classical|blitz|スタンダード|ラピッド|ブリッツ"
_FISCHER = "フィッシャー(?:方式|ルール|モード)?|fischer"
_PATTERNS = (
    (BLANK, r"\s+"),
    (CLOCK, r"\d+:\d\d:\d\d"),
    (
        PER_MOVE,
        r"[1一]手(?:毎|ごと|につき)?に?(?=\s*\d)|毎手|/\s*1?手(?:毎|ごと)?|\((?:[1一]手(?:毎|ごと)|毎手)\)",
    ),
    (
        FROM_MOVE_1,
        r"(?:starting )?(?:from|at) (?:the )?(?:first move|move (?:no\. ?)?(?:1(?!\d)|one))"
        r"|(?:初手|[1一]手目|最初)から",
    ),
    (TWO, r"2\s*[x×](?=\s*\d)"),
    (NUMBER, r"\d+(?:\.\d+|,\d+(?=\s*(?:h|時間)))?"),
    (
        PER_MOVE,
        r"(?:/|per|(?:for )?(?:a|each|every)|por|par|pro|je|за)\s*(?:cada\s*)?"
        rf"(?:move|mv|lance|jugada|coup|zug|ход){_END}",
    ),
    (REST, rf"/\s*(?:game|end|rest|finish|ko|g|sd){_END}|(?:for|to finish) the (?:whole|entire) game"),
    (
        REST,
        r"(?:for |to )?(?:the )?(?:rest|end)(?: of (?:the )?game)?|to finish(?: the game)?|sudden death"
        r"|\(切れ負け\)|切れ負け",
    ),
    (REST, rf"ko{_END}|sd{_END}(?!\s*/)"),
    (GAME, rf"(?:game|g|sd)\s*/|g(?=\d)|(?:all (?:the )?moves|game)\s+in{_END}"),
    (
        NOISE,
        rf"\(?per (?:player|side|game){_END}\)?|each (?:player|side)(?: has)?{_END}|持ち?時間は?:?|各自|各",
    ),
    (NOISE, rf"each{_END}(?!\s*move)"),
    (NOISE, rf"(?:{_KIND}):?(?=\s*\d)|\((?:{_KIND})\)"),
    (HOUR, rf"(?:hours?|hrs?|h){_END}\.?|時間"),
    (MINUTE, rf"(?:minutes?|mins?|minutos|minuten|m|минут|мин){_END}\.?|分|'(?!')"),
    (SECOND, rf"(?:seconds?|secs?|segundos|sekunden|sek|s|секунд|сек){_END}\.?|秒|\"|''"),
    (
        INCREMENT,
        rf"\((?:{_FISCHER})\)|{_FISCHER}{_END}|(?:increments?|inc|bonus|added){_END}\.?"
        r"|加算|累加|追加|インクリメント",
    ),
    (DELAY, r"delay|d(?=\s*/?\s*\d)|bronstein|ディレ[イー]"),
    (FOR, r"for (?:the )?(?:first |next )?(?=\d)"),
    (MOVES, rf"moves?{_END}|手"),
    (IN, rf"(?:in|within){_END}|までに?"),
    (PLUS, rf"\+|&|(?:plus|and|with(?: an?)?){_END}"),
    (THEN, r"[,;、]"),
    (AFTER, rf"(?:then|followed by){_END}|以後|以降|その後"),
    (OPEN, r"\((?=[^()]*\))"),
    (CLOSE, r"\)"),
    (SLASH, r"/"),
)
_TOKEN = re.compile("|".join(f"(?P<k{n}>{pattern})" for n, (_, pattern) in enumerate(_PATTERNS)))


@dataclass(frozen=True, slots=True)
class Token:
    """A word that was understood: its kind and how it is written."""

    kind: str
    text: str


def tokens(text: str) -> list[Token]:
    """The words of a time control, blanks and empty phrases left out. TimeControlError names the first
    part that is no such word."""
    plain = unicodedata.normalize("NFKC", text.translate(_QUOTES)).casefold().strip()
    plain = re.sub(r"(?<=\d)\s*時間半", "時間30分", plain)
    plain = plain.removesuffix(".")
    if len(plain) > LONGEST:
        raise not_certain(text[:LONGEST], f"{len(plain)} characters", f"{LONGEST} at most")
    found: list[Token] = []
    place, opened = 0, 0
    while place < len(plain):
        match = _TOKEN.match(plain, place)
        if match is None or (match.group() == ")" and not opened):
            unknown = re.match(r"[^\W\d_]+|\S", plain[place:])
            raise not_certain(text, unknown.group() if unknown else plain[place:], "a known word")
        kind = _PATTERNS[int((match.lastgroup or "k0")[1:])][0]
        opened += (kind == OPEN) - (kind == CLOSE)
        if kind not in (BLANK, NOISE, CLOSE):
            found.append(Token(kind, match.group().strip()))
        place = match.end()
    return found


def not_certain(text: str, part: str, expected: str) -> TimeControlError:
    """The refusal of a time control: which part is not understood, and what would be."""
    return TimeControlError(
        Problem(
            "time-control",
            f"time control {text!r}",
            expected,
            part or "nothing",
            "the officer enters it, as 90+30 or 40/90,30+30",
        )
    )
