"""What kind of file a received one is, told by its content and never by its name."""

import re

from importer.game_list import is_game_list
from importer.other_programs import document, other_program
from importer.plain_text import is_utf16
from importer.unpack import is_zip, names_in
from importer.workbook.ole import is_ole

WORKBOOK, TRF, GAME_LIST, ARCHIVE, UNKNOWN = "workbook", "trf", "game-list", "archive", "unknown"
INI, TRN, SCO = PARTS = ("ini", "trn", "sco")
"""The three files of a Swiss Perfect event."""

_INI = re.compile(
    rb"(?:\A|\n)[ \t]*\[(?:Tournament Info|List Of Participants|View (?:Standings|Cross Table))\]"
    rb"[ \t]*\r?(?:\n|\Z)",
    re.IGNORECASE,
)
"""Sections of the `.ini` file; the first of them is missing in some real ones."""
_TRF_PLAYER = re.compile(rb"(?:\A(?:\xef\xbb\xbf)?|[\r\n])001 [ \d]{3}\d[ \r\n]")
_TRF_EVENT = re.compile(rb"(?:\A(?:\xef\xbb\xbf)?|[\r\n])(012|022|032|042|052|062|072|092|102|XXR|DDD) ")


def kind_of(data: bytes) -> str:
    """What the bytes are: `workbook`, `archive`, `ini`, `trn`, `sco`, `trf`, `game-list` or
    `unknown`."""
    if document(data) is not None:
        return UNKNOWN
    if is_zip(data):
        return WORKBOOK if _is_office_document(data) else ARCHIVE
    if is_ole(data):
        return WORKBOOK
    if data[:1] == b"\x03" and b"\r" in data[32:4096]:
        head = data[32:4096]
        if b"SURNAME\x00" in head:
            return TRN
        if b"W_SCORE\x00" in head:
            return SCO
    if is_utf16(data):  # refused by that name
        return (
            TRF
            if _is_trf(data.replace(b"\x00", b"").lstrip(b"\xfe\xff"))
            else GAME_LIST
            if is_game_list(data)
            else UNKNOWN
        )
    if b"\x00" in data[:4096]:
        return UNKNOWN
    if _INI.search(data[:65536]):
        return INI
    if _is_trf(data):
        return TRF
    return GAME_LIST if is_game_list(data) else UNKNOWN


def _is_trf(data: bytes) -> bool:
    return bool(_TRF_PLAYER.search(data)) or len(set(_TRF_EVENT.findall(data[:65536]))) > 1


def _is_office_document(data: bytes) -> bool:
    """Whether a zip is a document of Office or OpenDocument, by the names in it; a damaged one by how it
    begins."""
    names = names_in(data)
    if names is None:
        return b"[Content_Types].xml" in data[:4096] or b"opendocument" in data[:200]
    of_office = not names.isdisjoint(("[Content_Types].xml", "xl/workbook.xml"))
    return of_office or {"mimetype", "content.xml"} <= names


def is_report(data: bytes) -> bool:
    """Whether a file is one that `read_files` (importer/files.py) knows, or a zip that may hold such: not
    running text."""
    return kind_of(data) != UNKNOWN


def is_told(name: str, data: bytes) -> bool:
    """Whether a file is a report, or another program's, of which `read_files` says what to send instead."""
    return is_report(data) or other_program(name, data) is not None
