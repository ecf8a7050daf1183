"""Text that is only text: signs that steer a terminal, a browser or a line of writing are shown, not obeyed.

Treated are C0 and C1 (but for the tab and the end of a line), the marks that turn the direction of writing,
the separators U+2028 and U+2029, halves of pairs (surrogates) and what is no sign of Unicode. Letters that
are written from right to left stay as they are.
"""

import codecs
import re
from functools import cache

SIGNS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
)
"""What is no text. All are of four hexadecimal digits."""
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
ENDS = re.compile(f"{SIGNS.pattern[:-1]}\t\n]")
"""The same, where the text is one line."""


def encoding_of(data: bytes, otherwise: str) -> str:
    """The encoding of text that does not say it: UTF-8 where it fits; CP932, as Windows in Japan writes, if
    a word of kana or kanji stands in it (of accents it makes single ones amid Latin letters); `otherwise`."""
    for encoding in ("utf-8-sig", "cp932"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if encoding != "cp932" or _japanese(_WORD).search(text):
            return encoding
    return otherwise


def is_utf16(data: bytes) -> bool:
    """Whether bytes begin as text in UTF-16 does (Excel's “Unicode text”, Notepad's “UTF-16”): with its mark,
    or with letters of which every second byte is NUL."""
    begin = data[:64]
    if begin.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return True
    return len(begin) > 7 and any(not any(begin[n::2]) and all(begin[1 - n :: 2]) for n in (0, 1))


JIS = "text in ISO-2022-JP (JIS)"


def is_jis(data: bytes) -> bool:
    """Whether bytes hold kana or kanji in ISO-2022-JP, as mails in Japan have them: no byte of it is beyond
    ASCII, so that it would pass for UTF-8."""
    return b"\x1b$B" in data or b"\x1b$@" in data


_JAPANESE = r"\u3005\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD = f"(?<![A-Za-z{_JAPANESE}])[{_JAPANESE}]{{2,}}(?![A-Za-z{_JAPANESE}])"
_ALL_JAPANESE = f"[{_JAPANESE} \u3000]+"


@cache
def _japanese(pattern: str) -> re.Pattern[str]:
    """A pattern with all kanji in it, which takes milliseconds to make and which few commands need."""
    return re.compile(pattern)


def misread(text: str) -> str:
    """The Japanese that a text is where a program read UTF-8 as CP932 or Latin letters (`遘狗ｩｺ` for `秋空`);
    "" for every other."""
    for encoding in _taken_for(text[:1]):
        try:
            right = text.encode(encoding).decode("utf-8")
        except UnicodeError:
            continue
        if _japanese(_ALL_JAPANESE).fullmatch(right):
            return right
    return ""


@cache
def _taken_for(sign: str) -> tuple[str, ...]:
    """In which encodings a sign begins with a byte with which kana and kanji begin in UTF-8."""
    begun = ((name, sign.encode(name, "ignore")[:1]) for name in ("cp932", "cp1252"))
    return tuple(name for name, first in begun if b"\xe3" <= first <= b"\xef")


def shown(text: str) -> str:
    """The text with each such sign as JSON writes it (`\\u202e`): it can be read, and JSON stays JSON."""
    if text.isprintable() or text.replace("\n", "").isprintable():  # a quick look: none of the signs is
        return text
    return SIGNS.sub(_escaped, text) if SIGNS.search(text) else text


def written(text: str) -> bytes:
    """The same as a file has it, in UTF-8: pages, feeds and JSON are whole whatever a name holds."""
    try:
        data = text.encode()
    except UnicodeEncodeError:  # a half of a pair
        return shown(text).encode()
    rest = data.translate(None, _PLAIN)  # a quick look: what is no plain ASCII can all be seen
    return data if rest.decode().isprintable() else shown(text).encode()


_PLAIN = bytes((*b"\t\n", *range(0x20, 0x7F)))


def shown_line(text: str) -> str:
    """The same of a text that is one line: a tab or the end of a line in it is shown as well."""
    return ENDS.sub(_escaped, text) if ENDS.search(text) else text


def controls_in(text: str) -> str:
    """Which signs a text has that nobody writes on purpose, as `U+0007, U+D800`; marks of direction are not
    among them, for they come with names that are copied."""
    return ", ".join(f"U+{ord(sign):04X}" for sign in dict.fromkeys(_CONTROLS.findall(text)))


def path_text(path: str) -> str:
    """A path as text that can be stored: bytes of it that are no UTF-8 are shown as `\\xff`."""
    return _HALVES.sub(lambda m: f"\\x{ord(m[0]) - 0xDC00:02x}" if m[0] >= "\udc80" else _escaped(m), path)


def file_name(name: str) -> str:
    """The same of the name of a file, on one line; of one that no system would take only the end."""
    text = shown_line(path_text(name))
    return text if len(text) <= LONGEST_NAME else f"…{text[-LONGEST_NAME:]}"


LONGEST_NAME = 255
"""Signs of a file's name: more than a file system takes."""
_HALVES = re.compile("[\ud800-\udfff]")


def _escaped(sign: re.Match[str]) -> str:
    return f"\\u{ord(sign[0]):04x}"
