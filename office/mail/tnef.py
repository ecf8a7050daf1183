"""Files out of `winmail.dat`, into which Outlook packs what a “Rich Text” mail carries.

TNEF (MS-OXTNEF): a signature, a key, then attributes, each with level, number, length, data and a sum over
the data. The files lie in it as they are, nothing is compressed. What does not fit is not read at all.
"""

import codecs
from dataclasses import dataclass

from importer.given import GivenFile
from office.mail.limits import MOST_PARTS

SIGNATURE = b"\x78\x9f\x3e\x22"
_BEGINS, _TITLE, _DATA, _CODEPAGE = 0x00069002, 0x00018010, 0x0006800F, 0x00069007
_HEAD = 9  # level, number, length
_MOST = 10_000
"""So many attributes are looked at; a mail with five hundred files has fewer."""


@dataclass(slots=True)
class _Attached:
    title: bytes = b""
    data: bytes | None = None


def unpacked(raw: bytes) -> list[GivenFile] | None:
    """The attached files in their order, without folders in their names; None where it is no TNEF, is damaged
    or cut off, or holds something attached that is no file."""
    if not raw.startswith(SIGNATURE) or len(raw) < 6:
        return None
    attached: list[_Attached] = []
    charset, at, met = "cp1252", 6, 0
    while at < len(raw):
        met += 1
        if met > _MOST or len(attached) > MOST_PARTS:
            return None
        number = int.from_bytes(raw[at + 1 : at + 5], "little")
        length = int.from_bytes(raw[at + 5 : at + _HEAD], "little")
        data = raw[at + _HEAD : at + _HEAD + length]
        stated = raw[at + _HEAD + length : at + _HEAD + length + 2]
        if raw[at] not in (1, 2) or len(stated) < 2 or sum(data) & 0xFFFF != int.from_bytes(stated, "little"):
            return None
        at += _HEAD + length + 2
        if number == _CODEPAGE:
            charset = _charset(data)
        elif number == _BEGINS:
            attached.append(_Attached())
        elif number in (_TITLE, _DATA) and not attached:
            return None
        elif number == _TITLE:
            attached[-1].title = data
        elif number == _DATA:
            attached[-1].data = data
    files = [GivenFile(_name(a.title, charset, n), a.data) for n, a in enumerate(attached, 1) if a.data]
    return files if len(files) == len(attached) else None


def _charset(data: bytes) -> str:
    name = f"cp{int.from_bytes(data[:4], 'little')}"
    try:
        return codecs.lookup(name).name
    except LookupError:
        return "cp1252"


def _name(title: bytes, charset: str, number: int) -> str:
    text = title.split(b"\0")[0].decode(charset, "replace").replace("\\", "/").split("/")[-1]
    return "".join(c for c in text if c.isprintable()).strip()[:200] or f"file {number}"
