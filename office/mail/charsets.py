"""Bytes of a mail as text: what is declared if it fits, else what they are; never an error.

Declared character sets are often wrong or missing in real mails. A link is ASCII and survives whatever is
taken; names and subjects are for people to read.
"""

import codecs
import re

NAMES = {
    "ascii": "us-ascii ascii",
    "utf-8": "utf-8 utf8",
    "utf-7": "utf-7 unicode-1-1-utf-7",
    "utf-16": "utf-16",
    "utf-16-le": "utf-16le",
    "utf-16-be": "utf-16be",
    "utf-32": "utf-32",
    "utf-32-le": "utf-32le",
    "utf-32-be": "utf-32be",
    "cp932": "shift_jis shift-jis sjis x-sjis ms_kanji cp932 ms932 windows-31j",
    "euc_jp": "euc-jp x-euc-jp",
    "cp949": "euc-kr ks_c_5601-1987",
    "gb18030": "gb2312 gbk gb18030",
    "big5": "big5",
    "koi8-r": "koi8-r",
    "koi8-u": "koi8-u",
}
DECLARED = {name: codec for codec, names in NAMES.items() for name in names.split()}
"""Python's codecs for the names that mails use. ISO-8859, Windows and ISO-2022-JP are told by pattern;
other codecs of Python are not for mails, some of them costly or no text at all."""

_SINGLE = re.compile(r"iso-8859-(?:[1-9]|1[0-6])|windows-125[0-8]|cp125[0-8]")
_ESCAPE = re.compile(rb"\x1b(?:\$[@B]|\$\(D|\([BJIH])")


def text_of(data: bytes, declared: str | None) -> str:
    """The text of the bytes. `declared`: the character set the mail names, None where it names none."""
    if data.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):  # it begins with UTF-16's mark
        return data.decode("utf-32", "replace")
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):  # as Windows saves “Unicode text”
        return data.decode("utf-16", "replace")
    name = (declared or "").strip().strip("\"'").lower()
    if name.startswith("iso-2022-jp") or (name in ("", "us-ascii", "ascii") and _ESCAPE.search(data)):
        return iso_2022_jp(data) if data.isascii() or _ESCAPE.search(data) else _guessed(data)
    codec = DECLARED.get(name) or (name if _SINGLE.fullmatch(name) else None)
    if codec is not None:
        try:
            text = data.decode(codec)
            text.encode()  # half of a surrogate pair, which UTF-7 takes, is no sign
            return text
        except UnicodeError:
            pass  # not what it is declared as
    return _guessed(data)


def iso_2022_jp(data: bytes) -> str:
    """ISO-2022-JP as mail programs write it: with halfwidth katakana, also as bare 8-bit bytes, and with
    the characters of NEC and IBM that only CP932 knows. What cannot be read is U+FFFD."""
    found: list[str] = []
    mode = b"(B"
    at = 0
    for escape in [*_ESCAPE.finditer(data), None]:
        found.append(_in_mode(data[at : escape.start() if escape else len(data)], mode))
        if escape is not None:
            mode, at = escape[0][1:], escape.end()
    return "".join(found)


def _in_mode(data: bytes, mode: bytes) -> str:
    if mode == b"(I":
        return "".join(chr(0xFF40 + b) if 0x21 <= b <= 0x5F else chr(b) for b in (c & 0x7F for c in data))
    if mode in (b"(B", b"(J", b"(H"):
        return data.decode("cp932", "replace")  # bare bytes of halfwidth katakana are the same there
    if mode == b"$(D":
        return (b"\x1b$(D" + data + b"\x1b(B").decode("iso2022_jp_2", "replace")
    # A line ends the kanji also where the program forgot to say so.
    kanji, end, rest = data.partition(b"\n")
    return _kanji(kanji.removesuffix(b"\r")) + (end + rest).decode("cp932", "replace")


def _kanji(data: bytes) -> str:
    """Pairs of JIS X 0208 bytes, through the shifted form, which has the vendors' rows as well. What stands
    in no row, as the pictures of mobile carriers, takes nothing of what follows with it."""
    out: list[bytes] = []
    for high, low in zip(data[::2], data[1::2], strict=False):
        row, cell = (high & 0x7F) - 0x21, (low & 0x7F) - 0x21
        if not (0 <= row < 94 and 0 <= cell < 94):
            out.append(b"?")
            continue
        lead = row // 2 + (0x81 if row < 62 else 0xC1)
        trail = cell + (0x9F if row % 2 else 0x40 if cell < 63 else 0x41)
        out.append(bytes((lead, trail)))
    try:
        return b"".join(out).decode("cp932")
    except UnicodeDecodeError:
        return "".join(pair.decode("cp932", "replace")[:1] for pair in out)


def _guessed(data: bytes) -> str:
    if _ESCAPE.search(data) and data.isascii():
        return iso_2022_jp(data)
    for codec in ("utf-8", "cp932", "euc_jp"):
        try:
            return data.decode(codec)
        except UnicodeDecodeError:
            continue
    return data.decode("utf-8", "replace")
