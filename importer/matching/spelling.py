"""The spellings of one name brought together: romanisations of Japanese, kana, forms of a kanji, umlauts
written out, initials written together.

Ohno, Ono, Oono and Ōno become one, and so do Shinichi and Shin'ichi, Jun and Jyun, tsu and tu, shi and si,
chi and ti, fu and hu, ja and zya, Honma and Homma. So do names of different people (小野 and 大野): what is
equal here is proposed, and taken only where the ID agrees. Kana are read as they are written; a reading is
never derived from kanji.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from importer.names import folded

_KANA = re.compile("[ぁ-ゖー]+")
_LATIN = re.compile("[a-z]")
_DOUBLED = re.compile("っ(.)")
_LONG_O = re.compile(r"\bo[ouh]+|o(?:[ou]|h(?![aeiou]))+")
_LONG_U = re.compile("u(?:u|h(?![aeiou]))+")
"""An h before a vowel begins a syllable (Yuhi is not Yui), but not as the second letter: Ohishi is Ōishi."""
_LONG_O_HERE = re.compile(r"o(?=[ouh])(?:(?<=\bo)[ouh]+|(?:[ou]|h(?![aeiou]))+)")
"""The same, in a tenth of the time; browsers of before 2023 do not read it."""
_ROMAN = (
    *(("tch", "cch"), ("cch", "tch"), ("dzu", "zu"), ("du", "zu"), ("tsu", "tu")),
    *(("shi", "si"), ("chi", "ti"), ("cha", "tya"), ("chu", "tyu"), ("cho", "tyo")),
    *(("sha", "sya"), ("shu", "syu"), ("sho", "syo")),
    *(("jy", "j"), ("ji", "zi"), ("ja", "zya"), ("ju", "zyu"), ("jo", "zyo"), ("fu", "hu")),
    *(("mb", "nb"), ("mp", "np"), ("mm", "nm"), ("nn", "n")),
    *(("aa", "a"), ("ii", "i"), ("ee", "e")),
)
"""Hepburn, its variants and what keyboards write, onto one of them each (the kunrei forms, being shorter).
Letters of other languages meet these rules too: it makes a few more names equal, and accepts none."""

_FORMS = (
    "髙高﨑崎邊辺邉辺齋斎齊斎斉斎澤沢濱浜濵浜廣広嶋島嶌島德徳栁柳國国曾曽槇槙冨富眞真條条櫻桜"
    "瀧滝龍竜靜静惠恵榮栄學学淸清淨浄峯峰嶽岳關関圓円壽寿壯壮實実寬寛豐豊與与萬万來来恆恒黑黒"
    "增増彌弥會会禮礼遙遥步歩郞郎渕淵桒桑𠮷吉舘館緖緒繩縄藏蔵將将靑青凉涼"
    "瀨瀬橫横嵜崎柗松舩船黃黄敎教莊荘姬姫昻昂祿禄檜桧"
    "彥彦穗穂澁渋聰聡兒児亞亜淺浅薰薫讓譲賴頼鐵鉄曉暁稻稲寶宝巖巌鄕郷譽誉"
)
"""Each kanji, and behind it the one it is another form of: how people of one name may be written, as on the
register or as a keyboard has them."""

_KANJI = str.maketrans(_FORMS[::2], _FORMS[1::2])
_REPEATED = re.compile("(.)々")
_WRITTEN_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})


@dataclass(frozen=True, slots=True)
class Spellings:
    """What `spelled` goes by, as plain data for a program elsewhere: `forms` has each kanji and behind it the
    one it stands for, `kana` the Roman letters of syllables, `long` and `roman` what is replaced, in order,
    after them (`long` are regular expressions)."""

    forms: str
    kana: dict[str, str]
    long: tuple[tuple[str, str], ...]
    roman: tuple[tuple[str, str], ...]


def spellings() -> Spellings:
    """The tables of `spelled`."""
    long = ((_LONG_O.pattern, "o"), (_LONG_U.pattern, "u"))
    return Spellings(_FORMS, dict(_syllables()), long, _ROMAN)


def one_form(words: Sequence[str]) -> list[str]:
    """Each word with one form of every kanji: 高橋 for 髙橋."""
    return [word.translate(_KANJI) for word in words]


def spelled(texts: Sequence[str]) -> list[str]:
    """Each folded name (`importer.names.folded`) with its spellings brought together."""
    if not texts:
        return []
    text = "\n".join(texts)
    if text.isascii():
        return _brought_together(text).split("\n")
    text = _REPEATED.sub(r"\1\1", text.translate(_KANJI))
    lines = _KANA.sub(lambda found: roman(found[0]), text).split("\n")
    plain = [n for n, line in enumerate(lines) if line.isascii() or _LATIN.search(line)]
    together = _brought_together("\n".join([lines[n] for n in plain])).split("\n")
    for n, line in zip(plain, together, strict=False):
        lines[n] = line
    return lines


def _brought_together(text: str) -> str:
    text = _LONG_U.sub("u", _LONG_O_HERE.sub("o", text))
    for one, other in _ROMAN:
        text = text.replace(one, other)
    return text


@lru_cache(maxsize=16384)
def roman(kana: str) -> str:
    """Hiragana in Roman letters, long vowels as they are written: おおの gives oono, オーノ ono."""
    table, letters, rest = _syllables(), [], kana.replace("ー", "")
    while rest:
        size = 2 if rest[:2] in table else 1
        letters.append(table.get(rest[:size], rest[:size]))
        rest = rest[size:]
    return _DOUBLED.sub(r"\1\1", "".join(letters)).replace("っ", "")


@cache
def _syllables() -> dict[str, str]:
    """Every hiragana, and every one with a small one behind it that makes one syllable."""
    import jaconv  # slow to load

    signs = [chr(c) for c in range(ord("ぁ"), ord("ゖ") + 1) if chr(c) != "っ"]
    table = {sign: jaconv.kana2alphabet(sign) for sign in signs}
    for one in signs:
        for small in "ぁぃぅぇぉゃゅょ":
            syllable = jaconv.kana2alphabet(one + small)
            if syllable != table[one] + table[small]:
                table[one + small] = syllable
    return table


def written_out(name: str) -> str | None:
    """The name with its umlauts in two letters (Müller, Mueller); None if it has none."""
    lower = name.casefold()
    out = lower.translate(_WRITTEN_OUT)
    return out if out != lower else None


_INITIALS = re.compile(r"(?<![^\W\d_])(?:[^\W\d_]\.){2,}")


def other_ways(name: str) -> list[str]:
    """How else the name is to be read: umlauts in two letters, initials apart (`J.P.` as J. P.), without what
    stands in brackets (a register can tell namesakes apart so)."""
    if _MARKED.search(name) and (plain := bare(name)) != name:
        return [plain, *other_ways(plain)]
    apart = _INITIALS.sub(lambda found: " ".join(found[0]), name) if name.count(".") > 1 else name
    found = [] if apart == name else [apart]
    out = None if apart.isascii() else written_out(apart)
    return [*found, out] if out else found


@lru_cache(maxsize=65536)
def words_of(name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A name's words in their order: folded, and with their spellings brought together."""
    text = folded([name])[0]
    return tuple(text.split()), tuple(spelled([text])[0].split())


# What stands around a printed name: chess titles, forms of address, a club in brackets.

BRACKETS = "([<（［＜【〔〈《"
_MARKED = re.compile(f"[{re.escape(BRACKETS)}]")
_BRACKETED = re.compile(r"[(\[<【〔〈《][^)\]>】〕〉》]*(?:[)\]>】〕〉》]|$)")
_TITLE = re.compile("W?[GIFCN]M|A[GIFC]M")
_ADDRESS = re.compile(r"(?:mrs?|ms|miss|dr|prof)\.?", re.IGNORECASE)
_BEHIND = re.compile(r"[\s・]*(?:様|さま|さん|先生|氏|殿|選手|くん|ちゃん)$")
_MAYBE = re.compile(
    r"[(\[<（［＜【〔〈《]|[様まん生氏殿手君]\s*$|\b(?:[A-Z]{2,3}|(?i:mrs?|ms|miss|dr|prof))\b"
)
_APART = re.compile(r"(?<=\S)\s+君$")


_WITHIN = re.compile(r"[(\[<【〔〈《]([^)\]>】〕〉》]+)")


def with_surname_in_brackets(name: str) -> list[str]:
    """What the whole name is where brackets hold the surname of before, or of now: Hata (Mori) Sora."""
    found = _WITHIN.search(unicodedata.normalize("NFKC", name)) if _MARKED.search(name) else None
    words = bare(name).split()
    if found is None or len(words) < 2 or not found[1].strip():
        return []
    return [" ".join((found[1], *words[1:])), " ".join((*words[:-1], found[1]))]


def bare(name: str) -> str:
    """The name without them; as it stands where no name would be left. A title is one in capitals, unless the
    whole name is (Im is a Korean surname); 君 is taken off where it stands apart (it ends Chinese names)."""
    if not _MAYBE.search(name):
        return name
    text = " ".join(_BRACKETED.sub(" ", unicodedata.normalize("NFKC", name)).split())
    for behind in (_BEHIND, _APART):
        if len(behind.sub("", text)) > 1:
            text = behind.sub("", text)
    words = text.split()
    titled = any(not w.isupper() for w in words)
    kept = [w for w in words if not ((titled and _TITLE.fullmatch(w)) or _ADDRESS.fullmatch(w))]
    whole = len(kept) > 1 or (kept and not kept[0].isascii())
    return " ".join(kept) if whole else text or name
