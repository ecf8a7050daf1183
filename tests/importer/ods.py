"""OpenDocument spreadsheets as small as they can be, made for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from html import escape

from tests.importer.forms import packed

KIND = b"application/vnd.oasis.opendocument.spreadsheet"
_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?><office:document-content'
    ' xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2">'
    "<office:body><office:spreadsheet>"
)


def workbook(
    sheets: Mapping[str, Sequence[Sequence[object]]], *, encrypted: bool = False, repeat: int = 1
) -> bytes:
    """`repeat`: how often the last row of the last sheet stands there, said in one attribute."""
    tables = []
    for name, rows in sheets.items():
        lines = [f"<table:table-row>{''.join(map(_cell, row))}</table:table-row>" for row in rows]
        if name == list(sheets)[-1] and repeat > 1:
            many = f'<table:table-row table:number-rows-repeated="{repeat}">'
            lines[-1] = lines[-1].replace("<table:table-row>", many)
        tables.append(f'<table:table table:name="{name}">{"".join(lines)}</table:table>')
    body = _HEAD + "".join(tables) + "</office:spreadsheet></office:body></office:document-content>"
    entry = b"<manifest:encryption-data/>" if encrypted else b""
    return packed(
        {
            "mimetype": KIND,
            "content.xml": body.encode(),
            "META-INF/manifest.xml": b'<manifest:manifest xmlns:manifest="urn:oasis">'
            + entry
            + b"</manifest:manifest>",
        },
        0,
    )


def _cell(value: object) -> str:
    if value == "":
        return "<table:table-cell/>"
    if isinstance(value, date):
        return f'<table:table-cell office:value-type="date" office:date-value="{value}"/>'
    if isinstance(value, int):
        return f'<table:table-cell office:value-type="float" office:value="{value}"/>'
    text = escape(str(value))
    formula = f' table:formula="of:{text}"' if text.startswith("=") else ""
    return f'<table:table-cell{formula} office:value-type="string"><text:p>{text}</text:p></table:table-cell>'
