"""Documents of office programs as they are packed: the names of their parts, and nobody's words."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping


def packed(parts: Mapping[str, str]) -> bytes:
    """A zip of parts."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return out.getvalue()


def word_document() -> bytes:
    """A .docx with one paragraph (ECMA-376)."""
    return packed(
        {"[Content_Types].xml": "<Types/>", "_rels/.rels": "<r/>", "word/document.xml": "<w:document/>"}
    )


def slides() -> bytes:
    return packed({"[Content_Types].xml": "<Types/>", "ppt/presentation.xml": "<p:presentation/>"})


def open_document(kind: str) -> bytes:
    """An OpenDocument file of a kind, such as `text`."""
    return packed({"mimetype": f"application/vnd.oasis.opendocument.{kind}", "content.xml": "<office/>"})
