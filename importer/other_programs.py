"""Files of other programs that organizers send, told by what they are, with what to send instead; among them
documents of office programs that are no workbooks: sound files, which hold no cells that can be read."""

import json
import re
import zlib
from dataclasses import dataclass

from importer.also_called import also_called
from importer.unpack import BROKEN, is_zip, names_in, zip_of
from importer.workbook.ole import is_ole, stream_names

_PGN = re.compile(rb"(?:\A(?:\xef\xbb\xbf)?|\n)\[Event \"[^\n]*\"\]")
_CROSSTABLE = re.compile(rb"(?:\A(?:\xef\xbb\xbf)?|\n)No\t *Name[^\n]*\tTotal *\t", re.IGNORECASE)
_SHEETS = re.compile(
    rb"<office:document [^>]{0,5000}opendocument\.spreadsheet|schemas-microsoft-com:office:spreadsheet"
    rb"|<gnm:Workbook |ProgId\"? content=\"?Excel\.Sheet|content=\"Gnumeric|<t[dh] [^>]{0,500}sd(?:num|val)="
)
"""What LibreOffice, Excel and Gnumeric write into workbooks that are one text: XML or HTML."""
_JSON_MOST = 20_000_000
_INSTEAD = "send the event's Chess-Results link, or the Rating Report Form"
_APPLES = "a document of Apple's Pages, Numbers or Keynote"
_MEMBERS = {
    "word/document.xml": "a text document (Word)",
    "ppt/presentation.xml": "slides (PowerPoint)",
    "Index/Document.iwa": _APPLES,
}
"""By what a zip has in it."""

_STREAMS = {
    "WordDocument": "a text document (Word)",
    "PowerPoint Document": "slides (PowerPoint)",
    "__properties_version1.0": "a mail that Outlook saved (.msg)",
}
"""By the streams of an OLE file."""

_OPEN = "application/vnd.oasis.opendocument."
_KINDS = {"text": "a text document (.odt)", "presentation": "slides (.odp)", "graphics": "a drawing (.odg)"}


@dataclass(frozen=True, slots=True)
class Other:
    """What a file is, and what to do with it."""

    told: str
    remedy: str


def other_program(name: str, data: bytes) -> Other | None:
    """What the file is; None if it is nothing known. Swiss-Manager's own files have no beginning that is
    known for certain: they alone are told by their ending."""
    what = document(data)
    if what == _APPLES:  # which of them it is, the zip does not say
        return Other(
            what, f"from Numbers: export it to Excel (File, Export To) and send that; else {_INSTEAD}"
        )
    if what is not None:
        return Other(what, f"{_INSTEAD}: the file is sound, but it has no cells to read")
    if name.casefold().endswith((".tun", ".tunx")):
        remedy = (
            "upload the tournament from Swiss-Manager and send its Chess-Results link; or let Swiss-Manager"
            " write FIDE's report (TRF) and send that"
        )
        return Other("a tournament file of Swiss-Manager", remedy)
    if is_text_of_cells(data):
        remedy = "open it in the spreadsheet program, save it as .xlsx (Excel Workbook), and send that"
        return Other("a workbook saved as XML or as a web page", remedy)
    if _PGN.search(data[:65536]):
        return Other("the moves of games (PGN)", f"{_INSTEAD}: moves say neither IDs nor the whole event")
    if _CROSSTABLE.search(data[:65536]):
        remedy = "send the tournament's .ini, .trn and .sco file: a crosstable does not say who had White"
        return Other("a crosstable that Swiss Perfect printed", remedy)
    if _is_json(data):
        return Other("data as JSON", _INSTEAD)
    return None


_OPENING = Other("an opening list", "no report; if it is the office's own: banzuke opening import FILE")
_OURS = (
    (
        "register",
        ("ID", "Name", "Memberships"),
        Other("a register", "no report; if it is the office's own: banzuke members import FILE"),
    ),
    ("opening", ("ID", "Name", "ST", "ST-G"), _OPENING),
    ("opening", ("ID", "Name", "QJ"), _OPENING),
)
"""By some of its headings, English or of headings.toml, what a list of the office is, and which command takes
it."""


def of_the_office(data: bytes) -> Other | None:
    """What an office has beside reports, if the file is that: a list by its headings, or a public archive."""
    if is_zip(data):
        public = {"bundle.json", "bundle.json.minisig"} <= (names_in(data) or set())
        return Other("a public archive", "check it: banzuke verify FILE") if public else None
    for encoding in ("utf-8-sig", "cp932"):
        line = data[:4096].decode(encoding, "replace").partition("\n")[0]
        headings = [cell.strip(' "\r') for cell in re.split("[,;\t]", line)]
        for table, some, other in _OURS:
            if also_called(table).counted(headings, some).issuperset(some):
                return other
    return None


def is_text_of_cells(data: bytes) -> bool:
    """Whether it is a workbook as one text, perhaps packed (Gnumeric); where it has a link, that counts."""
    if data.startswith(b"\x1f\x8b"):
        try:
            data = zlib.decompressobj(31).decompress(data, 65536)
        except zlib.error:
            return False
    return _SHEETS.search(data[:65536]) is not None and b"tnr" not in data.lower()


def _is_json(data: bytes) -> bool:
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] not in (b"{", b"[") or len(data) > _JSON_MOST:
        return False
    try:
        return isinstance(json.loads(data), dict | list)
    except (ValueError, RecursionError):
        return False


def document(data: bytes) -> str | None:
    """What the document is, in words; None for a workbook and for everything else."""
    known, names = _MEMBERS, (names_in(data) or set()) if is_zip(data) else set()
    if is_ole(data):
        known, names = _STREAMS, set(stream_names(data))
    for name, what in known.items():
        if name in names:
            return what
    if "mimetype" in names:
        return _KINDS.get(_mimetype(data).removeprefix(_OPEN).partition("-")[0])
    return None


def _mimetype(data: bytes) -> str:
    try:
        with zip_of(data) as archive, archive.open("mimetype") as file:
            return file.read(200).decode("ascii", "replace").strip()
    except BROKEN:
        return ""
