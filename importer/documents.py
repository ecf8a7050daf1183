"""Documents of office programs that are no workbooks: sound files, which hold no cells to read."""

from importer.unpack import BROKEN, is_zip, names_in, zip_of
from importer.workbook.ole import is_ole, stream_names

_MEMBERS = {
    "word/document.xml": "a text document (Word)",
    "ppt/presentation.xml": "slides (PowerPoint)",
    "Index/Document.iwa": "a document of Apple's Pages, Numbers or Keynote",
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
