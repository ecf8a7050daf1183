"""Documents of office programs that are no workbooks: sound files, which hold no cells to read."""

import io
import zipfile

from importer.unpack import BROKEN, is_zip, names_in
from importer.workbook.ole import is_ole, stream_names

WORD, SLIDES, APPLE, MAIL = (
    "a text document (Word)",
    "slides (PowerPoint)",
    "a document of Apple's Pages, Numbers or Keynote",
    "a mail that Outlook saved (.msg)",
)
_OPEN = "application/vnd.oasis.opendocument."
_KINDS = {"text": "a text document (.odt)", "presentation": "slides (.odp)", "graphics": "a drawing (.odg)"}
_STREAMS = {"WordDocument": WORD, "PowerPoint Document": SLIDES, "__properties_version1.0": MAIL}


def document(data: bytes) -> str | None:
    """What the document is, in words; None for a workbook and for everything else."""
    if is_ole(data):
        streams = stream_names(data)
        return next((what for stream, what in _STREAMS.items() if stream in streams), None)
    names = names_in(data) or set() if is_zip(data) else set()
    for folder, what in (("word/document.xml", WORD), ("ppt/presentation.xml", SLIDES)):
        if folder in names:
            return what
    if "Index/Document.iwa" in names:
        return APPLE
    if "mimetype" in names:
        return _KINDS.get(_mimetype(data).removeprefix(_OPEN).partition("-")[0])
    return None


def _mimetype(data: bytes) -> str:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open("mimetype") as file:
            return file.read(200).decode("ascii", "replace").strip()
    except BROKEN:
        return ""
